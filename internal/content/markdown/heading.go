package markdown

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"

	"storefront/internal/lib/lazyregexp"
)

// headingIDs makes ids out of the words of headings in any script; goldmark's own turn Arabic into hyphens.
type headingIDs struct {
	source  []byte
	defined map[string]bool // the definitions of references of links, collected at the first use
	used    map[string]bool
}

// isDefined reports whether the prose defines a reference of links, [words][reference].
func (h *headingIDs) isDefined(reference []byte) bool {
	if h.defined == nil {
		h.defined = map[string]bool{}
		for _, m := range linkDefinition.FindAllSubmatch(h.source, -1) {
			h.defined[strings.ToLower(string(m[1]))] = true
		}
	}
	return h.defined[strings.ToLower(string(reference))]
}

var linkDefinition = lazyregexp.New(`(?m)^[ >]*\[([^\[\]\n]+)\]:`)

func (h *headingIDs) Generate(value []byte, _ ast.NodeKind) []byte {
	var b strings.Builder
	hyphen := false
	value = linkDestination.ReplaceAllFunc(value, func(end []byte) []byte {
		if end[1] == '[' && !h.isDefined(end[2:len(end)-1]) {
			return end
		}
		return []byte("]")
	})
	for _, r := range strings.ToLower(string(value)) {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			if hyphen && b.Len() > 0 {
				b.WriteByte('-')
			}
			hyphen = false
			b.WriteRune(r)
		} else if !unicode.IsMark(r) {
			hyphen = true
		}
	}
	base := b.String()
	if base == "" {
		base = "section"
	}
	id := base
	for n := 2; h.used[id]; n++ {
		id = base + "-" + strconv.Itoa(n)
	}
	h.used[id] = true
	return []byte(id)
}

// linkDestination matches the end of a link, with where it leads or with its reference.
var linkDestination = lazyregexp.New(`\]\([^()]*(?:\([^()]*\)[^()]*)*\)|\]\[[^\[\]]+\]`)

func (h *headingIDs) Put(value []byte) { h.used[string(value)] = true }

// keepOnlyID removes the braces of a heading such as "## Title {#id .class}", and returns the id in them.
func keepOnlyID(h *ast.Heading) string {
	id, _ := h.AttributeString("id")
	h.RemoveAttributes()
	h.SetAttributeString("id", id)
	text, _ := id.([]byte)
	return string(text)
}
