package prose

import (
	"cmp"
	"strings"

	"storefront/internal/lib/lazyregexp"
)

// TagAttribute is an attribute of a tag, by places of the text.
type TagAttribute struct {
	From, To int
	Value    int // where its value begins; to if it has none
}

var (
	tagName        = lazyregexp.New(`^<([A-Za-z][\w.:-]*)`)
	attributeName  = lazyregexp.New(`^[A-Za-z_@:][\w@:.-]*`)
	attributeEqual = lazyregexp.New(`^\s*=\s*`)
	unquotedValue  = lazyregexp.New("^[^\\s\"'`<>{}=]+")
)

// OpenedTag reads the tag that begins an element at a place, or is one, with attributes of HTML or JSX. It returns
// where the tag ends; -1 where none begins.
func OpenedTag(text string, at int) (name string, all []TagAttribute, end int) {
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

// endOfValue returns where the value of an attribute ends that begins at a place; -1 where there is none.
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

// ClosingTag returns where the tag stands that closes an element begun before a place; -1 without one.
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
	// WholeCode matches code that is a block of its own, and BlankLines what such a block may begin with.
	WholeCode  = lazyregexp.New(`(?is)^\s*<pre\b[^>]*>(.*)</pre>\s*$`)
	BlankLines = lazyregexp.New(`^(?:[ \t]*\n)+`)
	Opened     = lazyregexp.New(`^\s*<([A-Za-z][A-Za-z0-9-]*)`)
	Tag        = lazyregexp.New(
		`(?s)<!--.*?-->|<\?.*?\?>|<![A-Z].*?>|</?([A-Za-z][A-Za-z0-9-]*)((?:[^>"']|"[^"]*"|'[^']*')*)>`)
	// NoLinks matches code and tags in HTML. Links and pictures around them are Markdown once the tags are gone.
	NoLinks   = lazyregexp.New(`(?is)<(?:pre|code|script|style)\b.*?(?:</(?:pre|code|script|style)>|\z)|<[^>]*>`)
	attribute = lazyregexp.New(`(?s)([A-Za-z_:][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))`)
	// WholeElements are those whose inside is not prose.
	WholeElements = []string{"script", "style", "iframe", "table", "video", "audio", "object", "embed", "form",
		"svg", "canvas", "noscript", "template", "math", "textarea", "select"}
	// MarksOfTags are those that Markdown has.
	MarksOfTags = map[string]string{"strong": "**", "b": "**", "em": "*", "i": "*", "figcaption": "*", "del": "~~",
		"s":      "~~",
		"strike": "~~", "code": "`", "tt": "`", "kbd": "`", "samp": "`"}
	// parts stand within structural elements.
	PartElements = []string{"li", "dt", "dd", "tr", "td", "th", "summary"}
	// SilentElements are those that say nothing to a reader.
	SilentElements = []string{"p", "span", "div", "center", "font", "section", "article", "figure", "wbr", "u",
		"picture", "source", "small", "big", "ins", "abbr", "cite", "mark", "time", "dfn", "var", "label", "nobr"}
)

// Attributes are those of a tag, or the parameters of a shortcode.
func Attributes(raw string) map[string]string {
	all := map[string]string{}
	for _, m := range attribute.FindAllStringSubmatch(raw, -1) {
		all[strings.ToLower(m[1])] = cmp.Or(m[2], m[3], m[4])
	}
	return all
}

// RaisedDigits are digits above and below the line.
var RaisedDigits = map[string]*strings.Replacer{
	"sup": strings.NewReplacer("0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸",
		"9", "⁹", "+", "⁺", "-", "⁻", "n", "ⁿ", "i", "ⁱ"),
	"sub": strings.NewReplacer("0", "₀", "1", "₁", "2", "₂", "3", "₃", "4", "₄", "5", "₅", "6", "₆", "7", "₇", "8", "₈",
		"9", "₉", "+", "₊", "-", "₋"),
}

// RaisedInner matches what is within <sup> and <sub> up to their ends where RaisedDigits has all of it.
var RaisedInner = map[string]*lazyregexp.Regexp{
	"sup": lazyregexp.New(`(?i)^([0-9+ni-]{1,12})</sup>`), "sub": lazyregexp.New(`(?i)^([0-9+-]{1,12})</sub>`),
}

// StartsLine reports whether a place of a text has white space alone before it on its line.
func StartsLine(text string, at int) bool {
	return strings.TrimSpace(text[strings.LastIndexByte(text[:at], '\n')+1:at]) == ""
}
