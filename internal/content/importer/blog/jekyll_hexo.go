package blog

import (
	"cmp"
	"path"
	"regexp"
	"strings"

	"storefront/internal/content/importer/prose"
	"storefront/internal/lib/lazyregexp"
)

// isHexo reports whether a blog is one of Hexo, whose every configuration names the files of new posts.
func (b *blog) isHexo() bool { return b.config.Get("new_post_name") != nil }

// postLink is a link of Hexo to another post, by the name of its file. One that leads nowhere is reported as a link.
func (b *blog) postLink(arguments string) string {
	name := strings.Trim(firstWord(arguments), `"'`)
	words := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(arguments), firstWord(arguments)))
	if quoted := quotedText.FindStringSubmatch(words); quoted != nil {
		words = cmp.Or(quoted[1], quoted[2])
	}
	other := b.byName(name)
	if other == nil {
		return "[" + cmp.Or(words, name) + "](/" + name + ")"
	}
	to := "/blog/" + other.slug
	if !other.live {
		to = "/" + other.file
	}
	return "[" + cmp.Or(words, b.titleOf(other), name) + "](" + to + ")"
}

// tagsOfHexo maps the tags of Hexo and of its themes: https://hexo.io/docs/tag-plugins. It returns the place up to
// which what follows belongs to the tag; -1 for another tag.
func (j *jekyll) tagsOfHexo(b *blog, p *post, e *prose.Edits, from, to int, name, rest string) int {
	switch name {
	case "blockquote", "quote", "pullquote", "centerquote", "cq":
		end := endOfBlock(e.Text, to, name)
		if end < 0 {
			return -1
		}
		if name != "blockquote" && name != "quote" {
			rest = "" // how it looks
		}
		j.quotation(b, p, e, from, to, end, sourceOfQuotation(rest))
		return end
	case "iframe":
		address := prose.PlayerAddress(rest)
		if address == "" {
			return -1
		}
		e.Replace(from, to, b.WordsOf(p.language).Watch(address))
	case "link":
		m := linkOfTag.FindStringSubmatch(rest)
		if m == nil {
			return -1
		}
		e.Replace(from, to, "["+m[1]+"]("+m[2]+")")
	case "label":
		e.Replace(from, to, wordsOfLabel(rest))
	case "btn", "button":
		parts := append(strings.Split(rest, ","), "", "")
		address := strings.Trim(strings.TrimSpace(parts[0]), `"'`)
		_, bare, _ := strings.Cut(address, "://")
		words := cmp.Or(strings.Trim(strings.TrimSpace(parts[1]), `"'`), bare, address)
		e.Replace(from, to, "["+words+"]("+address+")")
	case "asset_link", "asset_path":
		file := strings.Trim(firstWord(rest), `"'`)
		words := strings.Trim(strings.TrimPrefix(rest, firstWord(rest)), ` "'`)
		if name == "asset_link" {
			file = "[" + cmp.Or(words, file) + "](" + file + ")"
		}
		e.Replace(from, to, file)
	case "post_path":
		_, address, _ := strings.Cut(strings.TrimSuffix(b.postLink(rest), ")"), "](")
		e.Replace(from, to, address)
	default:
		return -1
	}
	return to
}

// wordsOfLabel returns the words of a label of a theme: after its class and a sign, or before its colour.
func wordsOfLabel(arguments string) string {
	if _, words, found := strings.Cut(arguments, "@"); found {
		return strings.TrimSpace(words)
	}
	return strings.TrimSpace(colourOfLabel.ReplaceAllString(arguments, ""))
}

var (
	colourOfLabel = lazyregexp.New(`\s+(?:default|blue|pink|red|purple|orange|green)\s*$`)

	linkOfTag    = lazyregexp.New(`^["']?(.*?)["']?,?\s+((?:https?:)?//?[^\s,]+)`)
	sourceForm   = lazyregexp.New(`^(?:(\S.*?)\s+)?(https?://(\S+))(?:\s+(.+))?$`)
	beginOfTab   = lazyregexp.New(`(?m)^([ \t]*)<!-- *tab +([^@\n]*?)(?:@[^\n]*?)? *-->[ \t]*$`)
	placeholder  = lazyregexp.New(`:\w+`)
	notOfHexo    = lazyregexp.New("[\\s~`!@#$%^&*()\\-_+=\\[\\]{}|\\\\;:\"'<>,.?/]+")
	partsOfNames = map[string]string{":year": `\d{4}`, ":month": `\d{2}`, ":day": `\d{2}`, ":i_month": `\d{1,2}`,
		":i_day": `\d{1,2}`, ":hash": `[0-9a-f]{12}`}
)

// sourceOfQuotation is whom a quotation is of and where it stands: https://hexo.io/docs/tag-plugins#Block-Quote.
func sourceOfQuotation(arguments string) string {
	m := sourceForm.FindStringSubmatch(arguments)
	if m == nil {
		m = []string{"", arguments, "", "", ""}
	}
	source := ""
	if m[1] != "" {
		source = "**" + strings.Trim(strings.ReplaceAll(m[1], "*", ""), `"'`) + "**"
	}
	if m[2] != "" {
		source += " [" + cmp.Or(m[4], strings.TrimSuffix(m[3], "/")) + "](" + m[2] + ")"
	}
	return strings.TrimSpace(source)
}

// quotation makes what a tag holds a quotation with its source below it.
func (j *jekyll) quotation(b *blog, p *post, e *prose.Edits, from, to, end int, source string) {
	inner := *p
	inner.line, inner.body = p.line+strings.Count(p.body[:min(from, len(p.body))], "\n"), "" // the place of the tag
	held := e.Text[to:strings.LastIndex(e.Text[:end], "{%")]
	text, _ := j.directives(b, &inner, held).Apply()
	margin, alone := e.Margin(from, to)
	if !alone {
		margin, alone = e.Margin(from, end)
	}
	var lines []string
	for line := range strings.Lines(strings.TrimSpace(text)) {
		lines = append(lines, strings.TrimRight("> "+strings.TrimPrefix(strings.TrimRight(line, "\r\n"), margin), " "))
	}
	if source != "" {
		lines = append(lines, ">", "> "+source)
	}
	quotation := strings.Join(lines, "\n"+margin) + "\n"
	if !alone {
		quotation = "\n\n" + quotation + "\n"
	}
	e.Replace(from, end, quotation)
}

// titlesOfTabs keeps the titles that Hexo's themes have in comments.
func titlesOfTabs(e *prose.Edits, inCode func(int) bool) {
	for _, m := range beginOfTab.FindAllStringSubmatchIndex(e.Text, -1) {
		if title := strings.ReplaceAll(e.Text[m[4]:m[5]], "*", ""); title != "" && !inCode(m[0]) {
			e.Replace(m[0], m[1], e.Text[m[2]:m[3]]+"**"+title+"**\n")
		}
	}
}

// hexoName is what Hexo calls a post: its path, or what new_post_name finds in it.
func (b *blog) hexoName(p *post) string {
	_, name, _ := strings.Cut("/"+strings.TrimSuffix(p.file, path.Ext(p.file)), "/_posts/")
	if name == "" {
		name = p.stem
	}
	rule := strings.TrimSuffix(b.config.Get("new_post_name").Text(), ".md")
	var found []string
	form := placeholder.ReplaceAllStringFunc(regexp.QuoteMeta(rule), func(part string) string {
		found = append(found, part)
		return "(" + cmp.Or(partsOfNames[part], ".+?") + ")"
	})
	if parser, err := regexp.Compile("^" + form + "$"); err == nil {
		for i, value := range parser.FindStringSubmatch(name) {
			if i > 0 && found[i-1] == ":title" {
				return value
			}
		}
	}
	return slugOfHexo(name)
}

// slugOfHexo returns words as Hexo has them in an address.
func slugOfHexo(words string) string {
	return strings.Trim(notOfHexo.ReplaceAllString(words, "-"), "-")
}

// inAddress writes the signs that would end the path of an address.
var inAddress = strings.NewReplacer("%", "%25", "?", "%3F", "#", "%23")

// hexoAddress is where Hexo has a post: https://hexo.io/docs/permalinks.
func (b *blog) hexoAddress(p *post) string {
	if own := p.front.Get("permalink").Text(); own != "" {
		return own
	}
	name := inAddress.Replace(b.hexoName(p))
	values := map[string]string{":title": name, ":name": path.Base(name), ":category": b.hexoCategory(p),
		":post_title": strings.ToLower(slugOfHexo(p.front.Get("title").Text()))}
	for part, form := range map[string]string{":year": "2006", ":month": "01", ":day": "02", ":hour": "15",
		":minute": "04", ":second": "05", ":i_month": "1", ":i_day": "2"} {
		values[part] = p.date.Format(form)
	}
	pattern := cmp.Or(b.config.Get("permalink").Text(), ":year/:month/:day/:title/")
	return placeholder.ReplaceAllStringFunc(pattern, func(part string) string {
		return cmp.Or(values[part], p.front.Get(part[1:]).Text(), b.config.At("permalink_defaults", part[1:]).Text(),
			part)
	})
}

// hexoCategory is the last category of a post below those that it belongs to.
func (b *blog) hexoCategory(p *post) string {
	_, all := first(p.front, "categories", "category")
	if all != nil && len(all.Items) > 0 {
		if last := &all.Items[len(all.Items)-1]; len(last.Items) > 0 || len(all.Items[0].Items) > 0 {
			all = last
		}
	}
	var parts []string
	for _, one := range words(all) {
		parts = append(parts, slugOfHexo(cmp.Or(b.config.At("category_map", one).Text(), one)))
	}
	return cmp.Or(strings.Join(parts, "/"), b.config.Get("default_category").Text())
}

// isRawInLine reports whether a tag begins text that Hexo takes as it is within a line of code too.
func isRawInLine(text string, tag []int) bool {
	line := text[strings.LastIndexByte(text[:tag[0]], '\n')+1 : tag[0]]
	return tag[2] >= 0 && text[tag[2]:tag[3]] == "raw" && prose.FenceOf(line) == "" && strings.Contains(line, "`") &&
		strings.Contains(prose.LineAt(text, tag[1]), "endraw")
}
