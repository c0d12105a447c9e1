package imageproxy

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"

	"storefront/internal/core/fault"
	"storefront/internal/lib/httpfile"
	"storefront/internal/picture"
)

// address is a parsed path below Path.
type address struct {
	modifiers string // as written in the path
	media     string // a file of the build, or
	url       *url.URL
}

// maxAddressBytes bounds a path with its query, in bytes.
const maxAddressBytes = 2048

// parseAddress parses the address of a request. Like IPX it decodes the source once; escapes that remain are part of
// its name.
func parseAddress(u *url.URL) (address, error) {
	rest, ok := strings.CutPrefix(u.EscapedPath(), Path)
	if !ok || len(rest)+len(u.RawQuery) > maxAddressBytes {
		return address{}, sourceNotFound()
	}
	modifiers, encoded, _ := strings.Cut(rest, "/")
	a := address{modifiers: modifiers}
	if u.RawQuery != "" {
		encoded += "?" + u.RawQuery
	}
	decoded, err := url.PathUnescape(encoded)
	if err != nil || decoded == "" || !utf8.ValidString(decoded) || strings.ContainsFunc(decoded, isControl) ||
		strings.Contains(decoded, `\`) {
		return address{}, sourceNotFound()
	}
	if scheme := schemePattern.FindString(decoded); scheme != "" {
		// Some proxies merge the two slashes.
		a.url, err = url.Parse(scheme + "//" + strings.TrimLeft(decoded[len(scheme):], "/"))
		if err != nil || a.url.Host == "" || a.url.User != nil {
			return address{}, sourceNotFound()
		}
		a.url.Fragment, a.url.RawFragment = "", ""
		return a, nil
	}
	a.media, _, _ = strings.Cut(decoded, "?")
	if !isMedia(a.media) {
		return address{}, sourceNotFound()
	}
	return a, nil
}

var schemePattern = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:`)

func isControl(c rune) bool { return c < ' ' || c == 0x7f }

func sourceNotFound() *fault.Error {
	return fault.New(fault.NotFound, "There is no picture at this address.",
		fault.Field{Name: "source", Code: fault.Unknown})
}

// isMedia reports whether name is a file below media and not hidden.
func isMedia(name string) bool {
	if !strings.HasPrefix(name, "media/") {
		return false
	}
	for segment := range strings.SplitSeq(name, "/") {
		if segment == "" || strings.HasPrefix(segment, ".") {
			return false
		}
	}
	return true
}

// hashedName matches the names that builds give to pictures: they contain the hash of the content.
var hashedName = regexp.MustCompile(`\.[0-9a-f]{10}\.[a-z]+$`)

// negotiateFormat returns the smallest format that the client accepts by name, and JPEG if it names none. Wildcards do
// not count, because browsers of 2015 sent them too.
func negotiateFormat(header string) picture.Format {
	best, most := picture.JPEG, 0.0
	for _, format := range []picture.Format{picture.AVIF, picture.WebP, picture.JPEG, picture.PNG} {
		if q := acceptWeight(header, format.ContentType()); q > most {
			best, most = format, q
		}
	}
	return best
}

func acceptWeight(header, contentType string) float64 {
	for part := range strings.SplitSeq(header, ",") {
		name, parameters, _ := strings.Cut(part, ";")
		if strings.EqualFold(strings.TrimSpace(name), contentType) {
			return httpfile.ParseWeight(parameters)
		}
	}
	return 0
}

// matchesETag reports whether If-None-Match has the ETag (RFC 9110, 13.1.2).
func matchesETag(header, etag string) bool {
	for part := range strings.SplitSeq(header, ",") {
		part = strings.TrimSpace(part)
		if part == "*" || strings.TrimPrefix(part, "W/") == etag {
			return true
		}
	}
	return false
}

// setCacheHeaders sets the headers for caches.
func (s *source) setCacheHeaders(h http.Header, etag string) {
	h.Set("ETag", etag)
	h.Set("Cache-Control", s.cacheControl)
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
}
