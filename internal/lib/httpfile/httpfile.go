// Package httpfile decides by a file's name how HTTP serves it: its type, whether to compress it, and how long browsers
// and CDNs may cache it. The server of web roots and the deployer to other hosts use it. It also reads weights of
// Accept.
package httpfile

import (
	"cmp"
	"path"
	"regexp"
	"strconv"
	"strings"
)

// Values of Cache-Control.
const (
	Revalidate = "no-cache"
	Immutable  = "public, max-age=31536000, immutable"
)

// MinCompressBytes is the size in bytes below which a file fits a packet anyway.
const MinCompressBytes = 1 << 10

// buildFilePattern matches the files of builds/meta that are named after their build.
var buildFilePattern = regexp.MustCompile(`^[0-9a-f]{8,64}(\.files)?\.json$`)

// CachePolicy returns the Cache-Control of a file. Names with the hash of the content or the id of the build are
// immutable. A payload has the id of its build in the query only, and can be requested while builds change: it is
// revalidated.
func CachePolicy(name string) string {
	meta, isMeta := strings.CutPrefix(name, "builds/meta/")
	switch {
	case strings.HasPrefix(name, "assets/"), strings.HasPrefix(name, "media/"), strings.HasPrefix(name, "_ipx/"):
		return Immutable
	case isMeta && buildFilePattern.MatchString(meta):
		return Immutable
	}
	return Revalidate
}

// Kind is the content type of files with an extension.
type Kind struct {
	ContentType string
	Text        bool // worth compressing
}

var kinds = map[string]Kind{
	".avif":        {"image/avif", false},
	".conf":        {"text/plain; charset=utf-8", true},
	".css":         {"text/css; charset=utf-8", true},
	".html":        {"text/html; charset=utf-8", true},
	".ico":         {"image/x-icon", true},
	".jpeg":        {"image/jpeg", false},
	".jpg":         {"image/jpeg", false},
	".js":          {"text/javascript; charset=utf-8", true},
	".json":        {"application/json; charset=utf-8", true},
	".map":         {"application/json; charset=utf-8", true},
	".md":          {"text/markdown; charset=utf-8", true},
	".mjs":         {"text/javascript; charset=utf-8", true},
	".png":         {"image/png", false},
	".svg":         {"image/svg+xml; charset=utf-8", true},
	".tsv":         {"text/tab-separated-values; charset=utf-8", true},
	".txt":         {"text/plain; charset=utf-8", true},
	".wasm":        {"application/wasm", true},
	".webmanifest": {"application/manifest+json; charset=utf-8", true},
	".webp":        {"image/webp", false},
	".woff2":       {"font/woff2", false},
	".xml":         {"application/xml; charset=utf-8", true},
}

// pictureFilePattern matches a picture that generate build --images made: its format, WebP without one, and its
// source's name.
var pictureFilePattern = regexp.MustCompile(`^_ipx/(?:f_([a-z]+)\b)?[^/]*/media/.*\.(?:avif|gif|jpe?g|png|webp)$`)

// KindOf returns the kind of a file; unknown extensions are binary data.
func KindOf(name string) Kind {
	if match := pictureFilePattern.FindStringSubmatch(name); match != nil {
		return kinds["."+cmp.Or(match[1], "webp")]
	}
	if k, ok := kinds[strings.ToLower(path.Ext(name))]; ok {
		return k
	}
	return Kind{ContentType: "application/octet-stream"}
}

// ParseWeight returns the q among the parameters of a member of Accept or Accept-Encoding (RFC 9110, 12.4.2): 1 without
// a q, 0 if it is malformed.
func ParseWeight(parameters string) float64 {
	for p := range strings.SplitSeq(parameters, ";") {
		name, value, _ := strings.Cut(p, "=")
		if strings.EqualFold(strings.TrimSpace(name), "q") {
			q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			if err != nil || !(q >= 0 && q <= 1) {
				return 0
			}
			return q
		}
	}
	return 1
}
