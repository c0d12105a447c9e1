package blog

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"storefront/internal/content/importer/prose"
	"storefront/internal/lib/lazyregexp"
)

// parseArguments parses the arguments of a shortcode. Within quotation marks \" is an escaped quotation mark; between
// back quotes there are no escapes.
func parseArguments(rest string) (named map[string]string, unnamed []string) {
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

// figureArguments names the positional arguments of a figure after the attributes that the shortcode's layout puts them
// into. If the layout does not use them, texts become the alternative text and the caption. left holds the arguments
// that a figure here does not have.
func (h *hugo) figureArguments(b *blog, name string, arguments []string) (a map[string]string, left []string) {
	uses := layoutUses(h.shortcodeLayout(b, name))
	picture := max(0, slices.IndexFunc(arguments, prose.IsPictureName))
	a = map[string]string{"src": arguments[picture]}
	var texts []string
	for i, value := range arguments {
		switch {
		case i == picture || value == "" || figureLooks.MatchString(value):
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
	if len(texts) > 1 && prose.InlineLink.MatchString(texts[0]) && !prose.InlineLink.MatchString(texts[1]) {
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

// figureLooks matches an argument of a figure that is a size, a position or an image operation:
// https://gohugo.io/content-management/image-processing/.
var figureLooks = lazyregexp.New(`(?i)^(?:\d+(?:\.\d+)?(?:px|r?em|%|v[wh])?|resize|fit|fill|crop|` +
	`(?:(?:resize|fit|fill|crop)\s+)?\d*x\d*(?:\s+(?:[qr]\d+|webp|jpe?g|png|gif|#[\da-f]+|smart|center|` +
	`(?:top|bottom)?(?:left|right)|top|bottom))*|` +
	`auto|true|false|none|left|right|cent(?:er|re)|middle|full|wide|small|medium|large|thumb(?:nail)?)$`)

// isText reports whether an argument has words, and is neither an address nor a path.
func isText(value string) bool {
	return strings.ContainsFunc(value, unicode.IsLetter) && !prose.AbsoluteAddress.MatchString(value) &&
		!prose.IsPictureName(value) && !strings.HasPrefix(value, "/")
}

var (
	layoutVariable = lazyregexp.New(`\$(\w+)\s*:?=[^{}]*?(?:\.Get|index\s+\.Params)\s+(\d)`)
	withArgument   = lazyregexp.New(`(?s)\{\{-?\s*with\s[^{}]*?(?:\.Get|index\s+\.Params)\s+(\d)` +
		`.*?\{\{-?\s*(?:end|else)`)
	layoutDot     = lazyregexp.New(`(\{\{-?\s*|` + pictureMethodForm + `)\.(\s|\}|-)`)
	layoutAction  = lazyregexp.New(`\{\{-?\s*([^{}]*?)\s*-?\}\}`)
	controlAction = lazyregexp.New(`^(?:if|else|with|range|end|block|define)\b|:?=`)
	argumentUse   = lazyregexp.New(`(?:"(\w+)"\s*\(?\s*)?(?:\.Get|index\s+\.Params)\s+(\d)`)
	openAttribute = lazyregexp.New(`<[^<>]*?([\w-]+)\s*=\s*(?:"[^"<>]*|'[^'<>]*|[^\s"'<>]*)$`)
	openTag       = lazyregexp.New(`<[A-Za-z][^<>]*$`)
	pictureMethod = lazyregexp.New(pictureMethodForm + `\$?(?:\.Get|index\s+\$?\.Params)\s+(\d)\)?`)
)

// pictureMethodForm matches the call of a method that derives a picture, up to its argument.
const pictureMethodForm = `\.(?:Process|Resize|Fit|Fill|Crop|Filter)\s+(?:\(\s*printf\s+"[^"{}]*"\s+)?\(?\s*`

// layoutUses returns the attributes of a figure that a layout puts positional arguments into, by their index. The text
// of an element counts as caption.
func layoutUses(layout string) map[int][]string {
	uses := map[int][]string{}
	withoutLooks := func(layout string) string {
		return pictureMethod.ReplaceAllStringFunc(layout, func(given string) string {
			n, _ := strconv.Atoi(pictureMethod.FindStringSubmatch(given)[1])
			uses[n] = append(uses[n], "style")
			return ""
		})
	}
	layout = withoutLooks(layout)
	for _, m := range layoutVariable.FindAllStringSubmatch(layout, -1) {
		layout = strings.NewReplacer("$"+m[1]+" ", ".Get "+m[2]+" ", "$"+m[1]+".", ".Get "+m[2]+" .",
			"$"+m[1]+"}", ".Get "+m[2]+"}", "$"+m[1]+")", ".Get "+m[2]+")").Replace(layout)
	}
	layout = withArgument.ReplaceAllStringFunc(layout, func(part string) string {
		return layoutDot.ReplaceAllString(part, "${1}.Get "+withArgument.FindStringSubmatch(part)[1]+"${2}")
	})
	layout = withoutLooks(layout)
	for _, at := range layoutAction.FindAllStringSubmatchIndex(layout, -1) {
		said := layout[at[2]:at[3]]
		if controlAction.MatchString(said) {
			continue
		}
		before := layoutAction.ReplaceAllString(layout[:at[0]], "")
		for _, m := range argumentUse.FindAllStringSubmatch(said, -1) {
			key := m[1]
			if tag := openAttribute.FindStringSubmatch(before); key == "" && tag != nil {
				key = tag[1]
			} else if key == "" && !openTag.MatchString(before) {
				key = "caption"
			}
			if key = figureKeys[strings.ToLower(key)]; key != "" {
				n, _ := strconv.Atoi(m[2])
				uses[n] = append(uses[n], key)
			}
		}
	}
	return uses
}

// figureKeys maps attributes of elements to those of figures. Keys that are mapped to themselves, except alt, caption
// and title, are looks.
var figureKeys = map[string]string{"alt": "alt", "caption": "caption", "title": "title", "href": "link",
	"link": "link", "class": "class", "style": "style", "width": "width", "height": "height", "align": "align",
	"id": "id", "loading": "loading", "sizes": "sizes"}
