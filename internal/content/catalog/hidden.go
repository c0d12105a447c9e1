package catalog

import "strings"

// IsHidden reports whether a name is that of a hidden file, or of a backup of an editor: neither is content.
func IsHidden(name string) bool {
	return strings.HasPrefix(name, ".") || strings.HasSuffix(name, "~") || strings.HasSuffix(name, ".swp")
}
