package prose

import (
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// EnoughWords is how much of a paragraph beside something shows what is there.
const EnoughWords = 2000

var (
	// BlockEnd matches what parts paragraphs, in Markdown or in HTML.
	BlockEnd = regexp.MustCompile(`(?i)\n[ \t>]*\n|</?(?:` + strings.Join(slices.Concat(StructuralElements, HolderElements, PartElements), "|") +
		`)\b[^>]*>`)
	// BeginsBlock matches what goes on with a line that belongs to another block.
	BeginsBlock = regexp.MustCompile("^[ \t]*(?:<br */?>[ \t]*)*\n[ \t>]*" +
		"(?:```|~~~|[-*+][ \t]|\\d{1,9}[.)][ \t]|#{1,6}[ \t]|\\|)")
)

// IsBare reports whether a stretch of a paragraph shows nothing.
func IsBare(text string) bool {
	return strings.Trim(strings.ReplaceAll(Tag.ReplaceAllStringFunc(text, func(t string) string {
		if images.MatchString(t) {
			return t
		}
		return ""
	}), "&nbsp;", ""), " \t\n>*_~") == ""
}

// IsIn reports whether something stands in something of a kind.
func IsIn(n ast.Node, kind ast.NodeKind) bool {
	for ; n != nil; n = n.Parent() {
		if n.Kind() == kind {
			return true
		}
	}
	return false
}
