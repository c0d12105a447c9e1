package blog

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"storefront/internal/content/importer/prose"
	"storefront/internal/lib/lazyregexp"
)

// arguments returns the arguments of a shortcode by their names, and those without names. Within quotation marks \"
// stands for one, between backquotes everything stands for itself.
func arguments(rest string) (named map[string]string, unnamed []string) {
	const mark = "\uE000" // for quotation marks within a value
	rest = quotedArgument.ReplaceAllStringFunc(strings.ReplaceAll(rest, `\"`, mark), func(raw string) string {
		if raw[0] == '"' {
			return raw
		}
		return `"` + strings.ReplaceAll(strings.Trim(raw, "`"), `"`, mark) + `"`
	})
	named = map[string]string{}
	for _, m := range argument.FindAllStringSubmatch(rest, -1) {
		if value := strings.ReplaceAll(m[2]+m[3]+m[4]+m[5]+m[6], mark, `"`); m[1] == "" {
			unnamed = append(unnamed, value)
		} else {
			named[strings.ToLower(m[1])] = value
		}
	}
	return named, unnamed
}

var (
	quotedArgument = lazyregexp.New("`[^`]*`|\"[^\"]*\"")
	argument       = lazyregexp.New(
		`([A-Za-z_:][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))|"([^"]*)"|([^\s"]\S*)`)
)

// figureOf gives the arguments of a figure names by what the layout of its shortcode puts them into. Where it does not
// say so, texts are the alternative text and the caption. It returns, too, those that are no part of a figure here.
func (h *hugo) figureOf(b *blog, name string, arguments []string) (a map[string]string, left []string) {
	uses := usesOf(h.layoutOf(b, name))
	picture := max(0, slices.IndexFunc(arguments, prose.IsPictureName))
	a = map[string]string{"src": arguments[picture]}
	var texts []string
	for i, value := range arguments {
		switch {
		case i == picture || value == "" || looksOfFigure.MatchString(value):
		case len(uses[i]) > 0:
			for _, key := range uses[i] {
				a[key] = value
			}
		case i > picture && isText(value):
			texts = append(texts, value)
		default:
			left = append(left, strconv.Quote(value))
		}
	}
	if a["title"] == a["caption"] {
		delete(a, "title")
	}
	if len(texts) > 1 && prose.OwnLink.MatchString(texts[0]) && !prose.OwnLink.MatchString(texts[1]) {
		texts[0], texts[1] = texts[1], texts[0]
	}
	if a["alt"]+a["title"]+a["caption"] == "" && len(texts) > 0 {
		known := min(len(texts), 2)
		a["alt"], a["caption"] = texts[0], texts[known-1]
		texts = texts[known:]
	}
	for _, text := range texts {
		left = append(left, strconv.Quote(text))
	}
	return a, left
}

// looksOfFigure matches an argument of a figure that is a size, a place or how a picture is made:
// https://gohugo.io/content-management/image-processing/.
var looksOfFigure = lazyregexp.New(`(?i)^(?:\d+(?:\.\d+)?(?:px|r?em|%|v[wh])?|resize|fit|fill|crop|` +
	`(?:(?:resize|fit|fill|crop)\s+)?\d*x\d*(?:\s+(?:[qr]\d+|webp|jpe?g|png|gif|#[\da-f]+|smart|center|` +
	`(?:top|bottom)?(?:left|right)|top|bottom))*|` +
	`auto|true|false|none|left|right|cent(?:er|re)|middle|full|wide|small|medium|large|thumb(?:nail)?)$`)

// isText reports whether an argument has words, and is neither an address nor a path.
func isText(value string) bool {
	return strings.ContainsFunc(value, unicode.IsLetter) && !prose.WholeAddress.MatchString(value) &&
		!prose.IsPictureName(value) && !strings.HasPrefix(value, "/")
}

var (
	variable   = lazyregexp.New(`\$(\w+)\s*:?=[^{}]*?(?:\.Get|index\s+\.Params)\s+(\d)`)
	withOne    = lazyregexp.New(`(?s)\{\{-?\s*with\s[^{}]*?(?:\.Get|index\s+\.Params)\s+(\d).*?\{\{-?\s*(?:end|else)`)
	itself     = lazyregexp.New(`(\{\{-?\s*|` + toPicture + `)\.(\s|\}|-)`)
	action     = lazyregexp.New(`\{\{-?\s*([^{}]*?)\s*-?\}\}`)
	control    = lazyregexp.New(`^(?:if|else|with|range|end|block|define)\b|:?=`)
	ofArgument = lazyregexp.New(`(?:"(\w+)"\s*\(?\s*)?(?:\.Get|index\s+\.Params)\s+(\d)`)
	ofTag      = lazyregexp.New(`<[^<>]*?([\w-]+)\s*=\s*(?:"[^"<>]*|'[^'<>]*|[^\s"'<>]*)$`)
	openTag    = lazyregexp.New(`<[A-Za-z][^<>]*$`)
	ofPicture  = lazyregexp.New(toPicture + `\$?(?:\.Get|index\s+\$?\.Params)\s+(\d)\)?`)
)

// toPicture matches a method that makes a picture of another, up to what it is given.
const toPicture = `\.(?:Process|Resize|Fit|Fill|Crop|Filter)\s+(?:\(\s*printf\s+"[^"{}]*"\s+)?\(?\s*`

// usesOf returns what a layout puts the arguments without names into, by their numbers: keys of a figure, or caption
// for the text of an element.
func usesOf(layout string) map[int][]string {
	uses := map[int][]string{}
	withoutLooks := func(layout string) string {
		return ofPicture.ReplaceAllStringFunc(layout, func(given string) string {
			n, _ := strconv.Atoi(ofPicture.FindStringSubmatch(given)[1])
			uses[n] = append(uses[n], "style")
			return ""
		})
	}
	layout = withoutLooks(layout)
	for _, m := range variable.FindAllStringSubmatch(layout, -1) {
		layout = strings.NewReplacer("$"+m[1]+" ", ".Get "+m[2]+" ", "$"+m[1]+".", ".Get "+m[2]+" .",
			"$"+m[1]+"}", ".Get "+m[2]+"}", "$"+m[1]+")", ".Get "+m[2]+")").Replace(layout)
	}
	layout = withOne.ReplaceAllStringFunc(layout, func(part string) string {
		return itself.ReplaceAllString(part, "${1}.Get "+withOne.FindStringSubmatch(part)[1]+"${2}")
	})
	layout = withoutLooks(layout)
	for _, at := range action.FindAllStringSubmatchIndex(layout, -1) {
		said := layout[at[2]:at[3]]
		if control.MatchString(said) {
			continue
		}
		before := action.ReplaceAllString(layout[:at[0]], "")
		for _, m := range ofArgument.FindAllStringSubmatch(said, -1) {
			key := m[1]
			if tag := ofTag.FindStringSubmatch(before); key == "" && tag != nil {
				key = tag[1]
			} else if key == "" && !openTag.MatchString(before) {
				key = "caption"
			}
			if key = usesOfFigures[strings.ToLower(key)]; key != "" {
				n, _ := strconv.Atoi(m[2])
				uses[n] = append(uses[n], key)
			}
		}
	}
	return uses
}

// usesOfFigures are attributes of a figure, and what they are here; those of one name give looks.
var usesOfFigures = map[string]string{"alt": "alt", "caption": "caption", "title": "title", "href": "link",
	"link": "link", "class": "class", "style": "style", "width": "width", "height": "height", "align": "align",
	"id": "id", "loading": "loading", "sizes": "sizes"}
