package route

import (
	"slices"
	"strings"

	"storefront/internal/core/locale"
)

// Split cuts a recognised language off the front of a path: "/ar/blog" is "ar" and "/blog".
// The rest always begins with a slash; code is empty where the path names no language.
func Split(path string) (code, rest string) {
	first, tail, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	if !slices.Contains(locale.Recognised, first) {
		return "", path
	}
	return first, "/" + tail
}

// Prefix is what the paths of a language begin with: nothing for the deployment's default language.
func Prefix(code, def string) string {
	if code == def {
		return ""
	}
	return "/" + code
}

// Join puts a prefix before a path without one: "/ar" and "/" give "/ar".
func Join(prefix, path string) string {
	if path == "/" && prefix != "" {
		return prefix
	}
	return prefix + path
}
