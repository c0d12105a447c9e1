package route

import (
	"slices"
	"strings"

	"storefront/internal/core/locale"
)

// SplitLanguage cuts a recognised language off the front of a path: "/ar/blog" is "ar" and "/blog".
// The rest always begins with a slash; code is empty where the path names no language.
func SplitLanguage(path string) (code, rest string) {
	first, tail, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	if !slices.Contains(locale.Recognised, first) {
		return "", path
	}
	return first, "/" + tail
}

// LanguagePrefix returns the prefix of the paths of a language; empty for the deployment's default language.
func LanguagePrefix(code, defaultCode string) string {
	if code == defaultCode {
		return ""
	}
	return "/" + code
}

// JoinPrefix puts a prefix before a path without one: "/ar" and "/" give "/ar".
func JoinPrefix(prefix, path string) string {
	if path == "/" && prefix != "" {
		return prefix
	}
	return prefix + path
}
