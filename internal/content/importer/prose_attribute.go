package importer

import (
	"cmp"
	"html"
	"regexp"
	"strings"
)

// tagAttribute is an attribute of a tag, by places of the text.
type tagAttribute struct {
	from, to int
	value    int // where its value begins; to if it has none
}

var (
	tagName        = regexp.MustCompile(`^<([A-Za-z][\w.:-]*)`)
	attributeName  = regexp.MustCompile(`^[A-Za-z_@:][\w@:.-]*`)
	attributeEqual = regexp.MustCompile(`^\s*=\s*`)
	unquotedValue  = regexp.MustCompile("^[^\\s\"'`<>{}=]+")
)

// openedTag reads the tag that begins an element at a place, or is one, with attributes of HTML or JSX. It returns
// where the tag ends; -1 where none begins.
func openedTag(text string, at int) (name string, all []tagAttribute, end int) {
	m := tagName.FindStringSubmatch(text[at:min(len(text), at+100)])
	if m == nil {
		return "", nil, -1
	}
	for at += len(m[0]); ; {
		rest := strings.TrimLeft(text[at:], " \t\r\n")
		space := len(text) - len(rest) - at
		at += space
		switch {
		case strings.HasPrefix(rest, ">"):
			return m[1], all, at + 1
		case strings.HasPrefix(rest, "/>"):
			return m[1], all, at + 2
		case space == 0:
			return "", nil, -1
		}
		a := tagAttribute{from: at, to: at, value: at}
		if a.value += len(attributeName.FindString(rest)); a.value > at {
			a.to = a.value
			if equal := attributeEqual.FindString(text[a.to:]); equal != "" {
				a.value += len(equal)
				a.to = endOfValue(text, a.value)
			}
		} else if strings.HasPrefix(rest, "{") {
			a.to = endOfExpression(text, at+1)
		}
		if a.to <= at {
			return "", nil, -1
		}
		all, at = append(all, a), a.to
	}
}

// endOfValue returns where the value of an attribute ends that begins at a place; -1 where there is none.
func endOfValue(text string, at int) int {
	rest := text[at:]
	switch {
	case strings.HasPrefix(rest, "{"):
		return endOfExpression(text, at+1)
	case strings.HasPrefix(rest, `"`), strings.HasPrefix(rest, "'"):
		if end := strings.IndexByte(rest[1:], rest[0]); end >= 0 {
			return at + 1 + end + 1
		}
		return -1
	}
	if value := unquotedValue.FindString(rest); value != "" {
		return at + len(value)
	}
	return -1
}

var (
	tagWithEqual = regexp.MustCompile(`<[A-Za-z][A-Za-z0-9-]*(?:\s+[A-Za-z_:][\w:.-]*` +
		`(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>{}]+))?)+\s*/?>`)
	valueWithEqual = regexp.MustCompile(`"[^"]*"|'[^']*'|=\s*([^\s"'<>=]+=[^\s"'<>]*)`)
)

// quotedValues writes quotation marks around values of attributes that have the sign =: CommonMark takes a tag for text
// where they have none.
func quotedValues(text string) *edits {
	e, inCode := &edits{text: text}, codeIn(text)
	for _, m := range tagWithEqual.FindAllStringIndex(text, -1) {
		if inCode(m[0]) {
			continue
		}
		for _, value := range valueWithEqual.FindAllStringSubmatchIndex(text[m[0]:m[1]], -1) {
			if value[2] >= 0 {
				e.replace(m[0]+value[2], m[0]+value[3], `"`+text[m[0]+value[2]:m[0]+value[3]]+`"`)
			}
		}
	}
	return e
}

var (
	closedTag = regexp.MustCompile(`^</([A-Za-z][\w.:-]*)\s*>`)
	fragment  = regexp.MustCompile(`^</?>`)
	// inHTML has the names of components with signs of names of elements alone.
	inHTML = strings.NewReplacer(".", "-", "_", "-", ":", "-")
)

// tag writes a tag of JSX as one of HTML, and returns the place after it. An attribute in braces has the text or the
// address that it is as its value, else the expression as it is written.
func (s *mdxScan) tag(at int) int {
	text := s.edits.text
	if m := closedTag.FindString(text[at:min(len(text), at+100)]); m != "" {
		s.edits.replace(at, at+len(m), inHTML.Replace(m))
		return at + len(m)
	}
	if m := fragment.FindString(text[at:]); m != "" {
		s.edits.remove(at, at+len(m))
		return at + len(m)
	}
	name, all, end := openedTag(text, at)
	if end < 0 {
		return at + 1
	}
	if code := s.codeOf(name, at, end, all); code != "" {
		s.edits.replace(at, end, code)
		return end
	}
	written := "<" + inHTML.Replace(name)
	for _, a := range all {
		value := text[a.value:a.to]
		switch {
		case a.from == a.value && value != "": // spread, or a comment
			s.noteExpression(a.from, a.to)
			continue
		case strings.HasPrefix(value, "{"):
			value = s.value(value)
		}
		written += " " + text[a.from:a.value] + value
	}
	if written += ">"; strings.HasSuffix(text[:end], "/>") {
		written = strings.TrimSuffix(written, ">") + " />"
	}
	s.edits.replace(at, end, written)
	return end
}

// value writes the value of an attribute in braces as one in quotation marks.
func (s *mdxScan) value(braces string) string {
	expression := strings.TrimSpace(braces[1 : len(braces)-1])
	words, ok := textOf(expression)
	if address := s.addressOf(expression); address != "" {
		words = address
	} else if !ok {
		words = plain(strings.ReplaceAll(braces, `"`, "'"))
	}
	return `"` + strings.ReplaceAll(words, `"`, "&quot;") + `"`
}

// codeOf returns the code that a component of Astro shows, <Code code={`a`} lang="js" />; empty where it is any other.
func (s *mdxScan) codeOf(name string, from, to int, all []tagAttribute) string {
	given := map[string]string{}
	for _, a := range all {
		value, name := s.edits.text[a.value:a.to], strings.TrimRight(s.edits.text[a.from:a.value], "= \t\r\n")
		if strings.HasPrefix(value, "{") {
			given[name], _ = textOf(strings.TrimSpace(value[1 : len(value)-1]))
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
	return s.edits.code(from, to, code, language)
}
