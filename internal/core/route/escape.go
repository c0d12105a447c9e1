package route

import "net/url"

// Escape returns a path as URLs have it: what is not ASCII is percent-encoded, and what is already encoded stays. A
// segment of content that is written in Arabic is one in files, and its encoding in addresses.
func Escape(path string) string {
	if plain, err := url.PathUnescape(path); err == nil {
		path = plain
	}
	return (&url.URL{Path: path}).EscapedPath()
}

// Unescape returns the path of the file that an address is made of.
func Unescape(address string) string {
	if plain, err := url.PathUnescape(address); err == nil {
		return plain
	}
	return address
}
