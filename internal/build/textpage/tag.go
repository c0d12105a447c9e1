package textpage

import "strings"

// tag has the attributes of an element that affect the Markdown; their values are as in the HTML.
type tag struct {
	target    string // href or src
	label     string // alt or aria-label
	isImage   bool   // by its role
	isOmitted bool   // hidden, decoration, a control, or on the page only
}

// parse reads the attributes at the start of s, which follows the element's name, and returns the text after the tag.
func (t *tag) parse(s string) (after string) {
	*t = tag{}
	for s != "" && s[0] != '>' {
		if rest, ok := strings.CutPrefix(s, ` class="`); ok { // most attributes are
			_, s = cutAt(rest, '"')
		} else {
			s = t.parseAttribute(s[1:])
		}
	}
	return strings.TrimPrefix(s, ">")
}

// parseAttribute reads the attribute at the start of s, or the slash of <br/>, and returns the text after it.
func (t *tag) parseAttribute(s string) (after string) {
	end := nameEnd(s)
	name, after := s[:end], s[end:]
	if strings.HasPrefix(after, `="`) {
		var value string
		value, after = cutAt(after[2:], '"')
		t.set(name, value)
	}
	return after
}

// isNameEnd are the bytes after names.
var isNameEnd = [256]bool{' ': true, '=': true, '/': true, '>': true}

// nameEnd returns the length of the name, of an element or an attribute, at the start of s.
func nameEnd(s string) int {
	for i := range len(s) {
		if isNameEnd[s[i]] {
			return i
		}
	}
	return len(s)
}

func (t *tag) set(name, value string) {
	switch name {
	case "href", "src":
		t.target = value
	case "alt", "aria-label":
		t.label = value
	case "role":
		t.isImage = value == "img"
	case "hidden", "data-replay", "data-page-only":
		t.isOmitted = true
	case "aria-hidden":
		t.isOmitted = t.isOmitted || value == "true"
	}
}

// name is the name of an element by its last eight bytes, which are enough to distinguish elements.
type name uint64

// nameOf returns the name of the element at the start of s, and its length.
func nameOf(s string) (n name, length int) {
	for i := range len(s) {
		if isNameEnd[s[i]] {
			return n, i
		}
		n = n<<8 | name(s[i])
	}
	return n, len(s)
}

// afterElement returns the text after an element whose start has been read.
func afterElement(s string, of name) string {
	for depth := 1; depth > 0; {
		i := strings.IndexByte(s, '<')
		if i < 0 {
			return ""
		}
		s = s[i+1:]
		if strings.HasPrefix(s, "/") {
			if inside, _ := nameOf(s[1:]); inside == of {
				depth--
			}
		} else if inside, _ := nameOf(s); inside == of {
			depth++
		}
	}
	return afterTag(s)
}
