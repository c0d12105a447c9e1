package route

import (
	"net/url"
	"strings"
)

// Escape returns a path as browsers request it: characters outside ASCII are percent-encoded, and characters that are
// encoded already stay so. Content may write a segment in Arabic: its files have it as written, and addresses have it
// encoded.
func Escape(path string) string {
	if plain, err := url.PathUnescape(path); err == nil {
		path = plain
	}
	return encode(path, "")
}

// EscapeAddress returns an address of the site, with its query and its fragment, as browsers request it. Percent signs
// stay as they are.
func EscapeAddress(address string) string { return encode(address, "?#%") }

// pathMarks are the marks that browsers leave as they are in a path (WHATWG URL, path percent-encode set).
const pathMarks = "-._~!$&'()*+,/:;=@[]|"

// encode percent-encodes all but ASCII letters, digits, marks of paths and further marks.
func encode(text, further string) string {
	isUnescaped := func(c byte) bool {
		return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
			strings.IndexByte(pathMarks, c) >= 0 || strings.IndexByte(further, c) >= 0
	}
	plain := 0
	for plain < len(text) && isUnescaped(text[plain]) {
		plain++
	}
	if plain == len(text) {
		return text
	}
	const digits = "0123456789ABCDEF"
	var b strings.Builder
	b.Grow(3*len(text) - 2*plain)
	b.WriteString(text[:plain])
	for i := plain; i < len(text); i++ {
		if c := text[i]; isUnescaped(c) {
			b.WriteByte(c)
		} else {
			b.Write([]byte{'%', digits[c>>4], digits[c&15]})
		}
	}
	return b.String()
}

// Unescape returns the path of the file that an address is made of.
func Unescape(address string) string {
	if plain, err := url.PathUnescape(address); err == nil {
		return plain
	}
	return address
}
