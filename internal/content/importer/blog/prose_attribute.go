package blog

import (
	"cmp"
	"html"
	"strings"

	"storefront/internal/content/importer/prose"
	"storefront/internal/lib/lazyregexp"
)

var (
	tagWithEqual = lazyregexp.New(`<[A-Za-z][A-Za-z0-9-]*(?:\s+[A-Za-z_:][\w:.-]*` +
		`(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>{}]+))?)+\s*/?>`)
	valueWithEqual = lazyregexp.New(`"[^"]*"|'[^']*'|=\s*([^\s"'<>=]+=[^\s"'<>]*)`)
)

// quoteValues quotes attribute values that contain =. Without quotation marks, CommonMark reads their tags as text.
func quoteValues(text string) *prose.Edits {
	e, inCode := &prose.Edits{Text: text}, prose.CodeIn(text)
	for _, m := range tagWithEqual.FindAllStringIndex(text, -1) {
		if inCode(m[0]) {
			continue
		}
		for _, value := range valueWithEqual.FindAllStringSubmatchIndex(text[m[0]:m[1]], -1) {
			if value[2] >= 0 {
				e.Replace(m[0]+value[2], m[0]+value[3], `"`+text[m[0]+value[2]:m[0]+value[3]]+`"`)
			}
		}
	}
	return e
}

var (
	closedTag = lazyregexp.New(`^</([A-Za-z][\w.:-]*)\s*>`)
	fragment  = lazyregexp.New(`^</?>`)
	// elementName makes the name of a component a valid name of an element.
	elementName = strings.NewReplacer(".", "-", "_", "-", ":", "-")
)

// convertTag writes a JSX tag as HTML, and returns the offset after it. The value of an attribute in braces becomes its
// text or address, or else the expression as it is written.
func (s *mdxScan) convertTag(at int) int {
	text := s.edits.Text
	if m := closedTag.FindString(text[at:min(len(text), at+100)]); m != "" {
		s.edits.Replace(at, at+len(m), elementName.Replace(m))
		return at + len(m)
	}
	if m := fragment.FindString(text[at:]); m != "" {
		s.edits.Remove(at, at+len(m))
		return at + len(m)
	}
	name, all, end := prose.ParseTag(text, at)
	if end < 0 {
		return at + 1
	}
	if code := s.componentCode(name, at, end, all); code != "" {
		s.edits.Replace(at, end, code)
		return end
	}
	written := "<" + elementName.Replace(name)
	for _, a := range all {
		value := text[a.Value:a.To]
		switch {
		case a.From == a.Value && value != "": // spread, or a comment
			s.noteExpression(a.From, a.To)
			continue
		case strings.HasPrefix(value, "{"):
			value = s.quoteExpression(value)
		}
		written += " " + text[a.From:a.Value] + value
	}
	if written += ">"; strings.HasSuffix(text[:end], "/>") {
		written = strings.TrimSuffix(written, ">") + " />"
	}
	s.edits.Replace(at, end, written)
	return end
}

// quoteExpression writes an attribute value in braces as one in quotation marks.
func (s *mdxScan) quoteExpression(braces string) string {
	expression := strings.TrimSpace(braces[1 : len(braces)-1])
	words, ok := prose.LiteralText(expression)
	if address := s.expressionAddress(expression); address != "" {
		words = address
	} else if !ok {
		words = prose.SingleLine(strings.ReplaceAll(braces, `"`, "'"))
	}
	return `"` + strings.ReplaceAll(words, `"`, "&quot;") + `"`
}

// componentCode returns the fenced code of Astro's component <Code code={`a`} lang="js" />; empty for others.
func (s *mdxScan) componentCode(name string, from, to int, all []prose.TagAttribute) string {
	given := map[string]string{}
	for _, a := range all {
		value, name := s.edits.Text[a.Value:a.To], strings.TrimRight(s.edits.Text[a.From:a.Value], "= \t\r\n")
		if strings.HasPrefix(value, "{") {
			given[name], _ = prose.LiteralText(strings.TrimSpace(value[1 : len(value)-1]))
		} else if len(value) > 1 {
			given[name] = html.UnescapeString(value[1 : len(value)-1])
		}
	}
	code := strings.Trim(given["code"], "\r\n")
	if name != "Code" || code == "" {
		return ""
	}
	language := cmp.Or(given["lang"], given["language"])
	if given["title"] != "" {
		language += " title='" + strings.ReplaceAll(given["title"], "'", "’") + "'"
	}
	return s.edits.CodeReplacement(from, to, code, language)
}
