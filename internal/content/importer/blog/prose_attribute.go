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

// quotedValues writes quotation marks around values of attributes that have the sign =: CommonMark takes a tag for text
// where they have none.
func quotedValues(text string) *prose.Edits {
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
	// inHTML has the names of components with signs of names of elements alone.
	inHTML = strings.NewReplacer(".", "-", "_", "-", ":", "-")
)

// tag writes a tag of JSX as one of HTML, and returns the place after it. An attribute in braces has the text or the
// address that it is as its value, else the expression as it is written.
func (s *mdxScan) tag(at int) int {
	text := s.edits.Text
	if m := closedTag.FindString(text[at:min(len(text), at+100)]); m != "" {
		s.edits.Replace(at, at+len(m), inHTML.Replace(m))
		return at + len(m)
	}
	if m := fragment.FindString(text[at:]); m != "" {
		s.edits.Remove(at, at+len(m))
		return at + len(m)
	}
	name, all, end := prose.OpenedTag(text, at)
	if end < 0 {
		return at + 1
	}
	if code := s.codeOf(name, at, end, all); code != "" {
		s.edits.Replace(at, end, code)
		return end
	}
	written := "<" + inHTML.Replace(name)
	for _, a := range all {
		value := text[a.Value:a.To]
		switch {
		case a.From == a.Value && value != "": // spread, or a comment
			s.noteExpression(a.From, a.To)
			continue
		case strings.HasPrefix(value, "{"):
			value = s.value(value)
		}
		written += " " + text[a.From:a.Value] + value
	}
	if written += ">"; strings.HasSuffix(text[:end], "/>") {
		written = strings.TrimSuffix(written, ">") + " />"
	}
	s.edits.Replace(at, end, written)
	return end
}

// value writes the value of an attribute in braces as one in quotation marks.
func (s *mdxScan) value(braces string) string {
	expression := strings.TrimSpace(braces[1 : len(braces)-1])
	words, ok := prose.TextOf(expression)
	if address := s.addressOf(expression); address != "" {
		words = address
	} else if !ok {
		words = prose.Plain(strings.ReplaceAll(braces, `"`, "'"))
	}
	return `"` + strings.ReplaceAll(words, `"`, "&quot;") + `"`
}

// codeOf returns the code that a component of Astro shows, <Code code={`a`} lang="js" />; empty if it is any other.
func (s *mdxScan) codeOf(name string, from, to int, all []prose.TagAttribute) string {
	given := map[string]string{}
	for _, a := range all {
		value, name := s.edits.Text[a.Value:a.To], strings.TrimRight(s.edits.Text[a.From:a.Value], "= \t\r\n")
		if strings.HasPrefix(value, "{") {
			given[name], _ = prose.TextOf(strings.TrimSpace(value[1 : len(value)-1]))
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
	return s.edits.Code(from, to, code, language)
}
