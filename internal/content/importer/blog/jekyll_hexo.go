package blog

import (
	"cmp"
	"path"
	"regexp"
	"strings"

	"storefront/internal/content/importer/prose"
	"storefront/internal/lib/lazyregexp"
)

// isHexo reports whether the blog uses Hexo, whose configuration always has new_post_name.
func (b *blog) isHexo() bool { return b.config.Get("new_post_name") != nil }

// postLink returns Hexo's link to another post, named by its file. A link to an unknown post is later reported as a
// dead link.
func (b *blog) postLink(arguments string) string {
	name := strings.Trim(firstWord(arguments), `"'`)
	words := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(arguments), firstWord(arguments)))
	if quoted := quotedText.FindStringSubmatch(words); quoted != nil {
		words = cmp.Or(quoted[1], quoted[2])
	}
	other := b.postByName(name)
	if other == nil {
		return "[" + cmp.Or(words, name) + "](/" + name + ")"
	}
	to := "/blog/" + other.slug
	if !other.isPublished {
		to = "/" + other.file
	}
	return "[" + cmp.Or(words, b.markdownTitle(other), name) + "](" + to + ")"
}

// convertHexoTag converts a tag of Hexo or its themes: https://hexo.io/docs/tag-plugins. It returns the offset after
// the tag and its content; -1 for other tags.
func (j *jekyll) convertHexoTag(b *blog, p *post, e *prose.Edits, from, to int, name, rest string) int {
	switch name {
	case "blockquote", "quote", "pullquote", "centerquote", "cq":
		end := endOfBlock(e.Text, to, name)
		if end < 0 {
			return -1
		}
		if name != "blockquote" && name != "quote" {
			rest = "" // how it looks
		}
		j.replaceQuotation(b, p, e, from, to, end, quotationSource(rest))
		return end
	case "iframe":
		address := prose.PlayerAddress(rest)
		if address == "" {
			return -1
		}
		e.Replace(from, to, b.WordsOf(p.language).VideoLink(address))
	case "link":
		m := linkOfTag.FindStringSubmatch(rest)
		if m == nil {
			return -1
		}
		e.Replace(from, to, "["+m[1]+"]("+m[2]+")")
	case "label":
		e.Replace(from, to, labelText(rest))
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

// labelText returns the text of a theme's label: after its class and @, or before its colour.
func labelText(arguments string) string {
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
	nonHexoRunes = lazyregexp.New("[\\s~`!@#$%^&*()\\-_+=\\[\\]{}|\\\\;:\"'<>,.?/]+")
	partsOfNames = map[string]string{":year": `\d{4}`, ":month": `\d{2}`, ":day": `\d{2}`, ":i_month": `\d{1,2}`,
		":i_day": `\d{1,2}`, ":hash": `[0-9a-f]{12}`}
)

// quotationSource returns the author and the source of a quotation: https://hexo.io/docs/tag-plugins#Block-Quote.
func quotationSource(arguments string) string {
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

// replaceQuotation replaces a tag and its content with a quotation and its source.
func (j *jekyll) replaceQuotation(b *blog, p *post, e *prose.Edits, from, to, end int, source string) {
	inner := *p
	inner.bodyLine = p.bodyLine + strings.Count(p.body[:min(from, len(p.body))], "\n") // notes have the tag's line
	inner.body = ""
	held := e.Text[to:strings.LastIndex(e.Text[:end], "{%")]
	text, _ := j.rewriteDirectives(b, &inner, held).Apply()
	margin, alone := e.ContinuationMargin(from, to)
	if !alone {
		margin, alone = e.ContinuationMargin(from, end)
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

// keepTabTitles keeps the titles of tabs, which Hexo's themes have in comments.
func keepTabTitles(e *prose.Edits, inCode func(int) bool) {
	for _, m := range beginOfTab.FindAllStringSubmatchIndex(e.Text, -1) {
		if title := strings.ReplaceAll(e.Text[m[4]:m[5]], "*", ""); title != "" && !inCode(m[0]) {
			e.Replace(m[0], m[1], e.Text[m[2]:m[3]]+"**"+title+"**\n")
		}
	}
}

// hexoName returns Hexo's name of a post: its path, or the part of it that new_post_name calls :title.
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
	return hexoSlug(name)
}

// hexoSlug spells words as Hexo does in an address.
func hexoSlug(words string) string {
	return strings.Trim(nonHexoRunes.ReplaceAllString(words, "-"), "-")
}

// pathEscaper escapes the characters that would end the path of an address.
var pathEscaper = strings.NewReplacer("%", "%25", "?", "%3F", "#", "%23")

// hexoAddress returns the address that Hexo gave a post: https://hexo.io/docs/permalinks.
func (b *blog) hexoAddress(p *post) string {
	if own := p.front.Get("permalink").Text(); own != "" {
		return own
	}
	name := pathEscaper.Replace(b.hexoName(p))
	values := map[string]string{":title": name, ":name": path.Base(name), ":category": b.hexoCategory(p),
		":post_title": strings.ToLower(hexoSlug(p.front.Get("title").Text()))}
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

// hexoCategory returns the path of a post's last category below its parents.
func (b *blog) hexoCategory(p *post) string {
	_, all := firstKey(p.front, "categories", "category")
	if all != nil && len(all.Items) > 0 {
		if last := &all.Items[len(all.Items)-1]; len(last.Items) > 0 || len(all.Items[0].Items) > 0 {
			all = last
		}
	}
	var parts []string
	for _, one := range textsOf(all) {
		parts = append(parts, hexoSlug(cmp.Or(b.config.At("category_map", one).Text(), one)))
	}
	return cmp.Or(strings.Join(parts, "/"), b.config.Get("default_category").Text())
}

// isRawInLine reports whether a tag begins raw text within inline code, which Hexo evaluates.
func isRawInLine(text string, tag []int) bool {
	line := text[strings.LastIndexByte(text[:tag[0]], '\n')+1 : tag[0]]
	return tag[2] >= 0 && text[tag[2]:tag[3]] == "raw" && prose.FenceOf(line) == "" && strings.Contains(line, "`") &&
		strings.Contains(prose.LineAt(text, tag[1]), "endraw")
}
