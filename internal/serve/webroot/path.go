package webroot

import (
	"net/url"
	"path"
	"regexp"
	"strings"
	"unicode/utf8"

	"storefront/internal/core/redirect"
	"storefront/internal/core/route"
)

// Bounds of a path: no page has a longer one, and file systems do not take it.
const (
	maxPathBytes    = 2048
	maxSegmentBytes = 255
)

// sharedPage is a page that is rendered once for many addresses; site/lib/navigation/routes.ts has the same rows for
// the browser.
type sharedPage struct {
	section string
	// isValid is the specification's validation step: if it fails, there is no such page.
	isValid func(parameter string) bool
}

var invoiceIDPattern = regexp.MustCompile(`^[A-Za-z0-9-]{1,64}$`)

const maxSearchLength = 200

var sharedPages = []sharedPage{
	{"search", func(text string) bool {
		return strings.TrimSpace(text) != "" && utf8.RuneCountInString(text) <= maxSearchLength
	}},
	{"invoices", invoiceIDPattern.MatchString},
}

// fileNames returns the files that can answer a percent-encoded path, the likeliest first; none for a path that no file
// may answer.
func fileNames(escaped string) []string {
	if len(escaped) > maxPathBytes || redirect.IsDangerous(escaped) || !strings.HasPrefix(escaped, "/") {
		return nil
	}
	if folder, shared := sharedFolder(escaped); shared {
		return indexFile(folder)
	}
	decoded, err := url.PathUnescape(escaped[1:])
	if err != nil || !isClean(decoded) {
		return nil
	}
	if decoded == "" {
		return []string{"index.html"}
	}
	if path.Ext(decoded) != "" {
		return []string{decoded, decoded + "/index.html"}
	}
	return []string{decoded + "/index.html", decoded}
}

// sharedFolder returns the page of an address like /ar/search/camels. Folder is empty if its parameter is not valid.
func sharedFolder(escaped string) (folder string, shared bool) {
	code, rest := route.SplitLanguage(escaped)
	section, parameter, found := strings.Cut(rest[1:], "/")
	if !found || parameter == "" || strings.Contains(parameter, "/") {
		return "", false
	}
	for _, p := range sharedPages {
		if p.section != section {
			continue
		}
		if parameter == "_payload.json" {
			return "", false
		}
		text, err := url.PathUnescape(parameter)
		if err != nil || !utf8.ValidString(text) || !p.isValid(text) {
			return "", true
		}
		return path.Join(code, section), true
	}
	return "", false
}

func indexFile(folder string) []string {
	if folder == "" {
		return nil
	}
	return []string{folder + "/index.html"}
}

// isClean reports whether a decoded path names one file below the tree that is not hidden. Only home is empty.
func isClean(name string) bool {
	if name == "" {
		return true
	}
	if strings.Contains(name, `\`) || !utf8.ValidString(name) {
		return false
	}
	for segment := range strings.SplitSeq(name, "/") {
		if segment == "" || len(segment) > maxSegmentBytes || isHidden(segment) {
			return false
		}
	}
	return true
}

// hasHiddenSegment reports whether a percent-encoded path names a hidden file, or leads upwards.
func hasHiddenSegment(escaped string) bool {
	for segment := range strings.SplitSeq(escaped, "/") {
		if decoded, err := url.PathUnescape(segment); err != nil || isHidden(decoded) {
			return true
		}
	}
	return false
}

// withoutQuery returns a path without its query.
func withoutQuery(path string) string {
	path, _, _ = strings.Cut(path, "?")
	return path
}
