package prose

import (
	"cmp"
	"strings"

	"storefront/internal/lib/lazyregexp"
)

// TagAttribute is an attribute of a tag, by offsets of the text.
type TagAttribute struct {
	From, To int
	Value    int // the offset of its value; To if it has none
}

var (
	tagName        = lazyregexp.New(`^<([A-Za-z][\w.:-]*)`)
	attributeName  = lazyregexp.New(`^[A-Za-z_@:][\w@:.-]*`)
	attributeEqual = lazyregexp.New(`^\s*=\s*`)
	unquotedValue  = lazyregexp.New("^[^\\s\"'`<>{}=]+")
)

// ParseTag parses the opening or self-closing tag at an offset, with attributes of HTML or JSX. It returns the end of
// the tag; -1 if there is none.
func ParseTag(text string, at int) (name string, all []TagAttribute, end int) {
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
		a := TagAttribute{From: at, To: at, Value: at}
		if a.Value += len(attributeName.FindString(rest)); a.Value > at {
			a.To = a.Value
			if equal := attributeEqual.FindString(text[a.To:]); equal != "" {
				a.Value += len(equal)
				a.To = endOfValue(text, a.Value)
			}
		} else if strings.HasPrefix(rest, "{") {
			a.To = EndOfExpression(text, at+1)
		}
		if a.To <= at {
			return "", nil, -1
		}
		all, at = append(all, a), a.To
	}
}

// endOfValue returns the end of the attribute value at an offset; -1 if there is none.
func endOfValue(text string, at int) int {
	rest := text[at:]
	switch {
	case strings.HasPrefix(rest, "{"):
		return EndOfExpression(text, at+1)
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

// ClosingTag returns the offset of the tag that closes an element opened before from; -1 if there is none.
func ClosingTag(text string, from int, name string) int {
	depth := 1
	for _, m := range Tag.FindAllStringSubmatchIndex(text[from:], -1) {
		if m[2] < 0 || !strings.EqualFold(text[from+m[2]:from+m[3]], name) {
			continue
		}
		if raw := text[from+m[0] : from+m[1]]; strings.HasPrefix(raw, "</") {
			if depth--; depth == 0 {
				return from + m[0]
			}
		} else if !strings.HasSuffix(raw, "/>") {
			depth++
		}
	}
	return -1
}

var (
	// PreformattedBlock matches a <pre> block, and LeadingBlankLines the blank lines that it may begin with.
	PreformattedBlock = lazyregexp.New(`(?is)^\s*<pre\b[^>]*>(.*)</pre>\s*$`)
	LeadingBlankLines = lazyregexp.New(`^(?:[ \t]*\n)+`)
	OpeningTag        = lazyregexp.New(`^\s*<([A-Za-z][A-Za-z0-9-]*)`)
	Tag               = lazyregexp.New(
		`(?s)<!--.*?-->|<\?.*?\?>|<![A-Z].*?>|</?([A-Za-z][A-Za-z0-9-]*)((?:[^>"']|"[^"]*"|'[^']*')*)>`)
	// CodeOrTag matches code and tags in HTML. Links and pictures around them are Markdown once the tags are removed.
	CodeOrTag = lazyregexp.New(`(?is)<(?:pre|code|script|style)\b.*?(?:</(?:pre|code|script|style)>|\z)|<[^>]*>`)
	attribute = lazyregexp.New(`(?s)([A-Za-z_:][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))`)
	// OpaqueElements are the elements whose content is not prose.
	OpaqueElements = []string{"script", "style", "iframe", "table", "video", "audio", "object", "embed", "form",
		"svg", "canvas", "noscript", "template", "math", "textarea", "select"}
	// TagMarks are the marks that Markdown has for elements.
	TagMarks = map[string]string{"strong": "**", "b": "**", "em": "*", "i": "*", "figcaption": "*", "del": "~~",
		"s":      "~~",
		"strike": "~~", "code": "`", "tt": "`", "kbd": "`", "samp": "`"}
	// PartElements occur within structural elements.
	PartElements = []string{"li", "dt", "dd", "tr", "td", "th", "summary"}
	// PresentationalElements are elements without meaning to a reader.
	PresentationalElements = []string{"p", "span", "div", "center", "font", "section", "article", "figure", "wbr", "u",
		"picture", "source", "small", "big", "ins", "abbr", "cite", "mark", "time", "dfn", "var", "label", "nobr"}
)

// ParseAttributes returns the attributes of a tag, or the parameters of a shortcode, with names in lower case.
func ParseAttributes(raw string) map[string]string {
	all := map[string]string{}
	for _, m := range attribute.FindAllStringSubmatch(raw, -1) {
		all[strings.ToLower(m[1])] = cmp.Or(m[2], m[3], m[4])
	}
	return all
}

// RaisedDigits replaces characters with superscripts and subscripts.
var RaisedDigits = map[string]*strings.Replacer{
	"sup": strings.NewReplacer("0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸",
		"9", "⁹", "+", "⁺", "-", "⁻", "n", "ⁿ", "i", "ⁱ"),
	"sub": strings.NewReplacer("0", "₀", "1", "₁", "2", "₂", "3", "₃", "4", "₄", "5", "₅", "6", "₆", "7", "₇", "8", "₈",
		"9", "₉", "+", "₊", "-", "₋"),
}

// RaisedContent matches the content of <sup> and <sub> up to their closing tags if RaisedDigits has all its characters.
var RaisedContent = map[string]*lazyregexp.Regexp{
	"sup": lazyregexp.New(`(?i)^([0-9+ni-]{1,12})</sup>`), "sub": lazyregexp.New(`(?i)^([0-9+-]{1,12})</sub>`),
}

// StartsLine reports whether only white space precedes an offset on its line.
func StartsLine(text string, at int) bool {
	return strings.TrimSpace(text[strings.LastIndexByte(text[:at], '\n')+1:at]) == ""
}
