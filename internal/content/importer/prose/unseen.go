package prose

import (
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"

	"storefront/internal/content/markdown"
	"storefront/internal/lib/lazyregexp"
)

var (
	// mayContainHidden matches a part of every text that contains hidden or removed elements.
	mayContainHidden = lazyregexp.New(`(?i)hidden|none|<(?:` + strings.Join(removedElements, "|") + `)\b`)
	// hiddenName matches the attribute hidden among attributes without their values.
	hiddenName  = lazyregexp.New(`(?i)(?:^|\s)hidden(?:\s|/|=|$)`)
	hidingStyle = lazyregexp.New(`(?is)\sstyle\s*=\s*(?:"[^"]*|'[^']*|\{\{[^}]*)\b` +
		`(?:display\s*:\s*["']?none|visibility\s*:\s*["']?hidden)`)
	attributeValues = lazyregexp.New(`(?s)=\s*(?:"[^"]*"|'[^']*')`)
	// removedElements are the elements that are removed with their content. A table is one only if Markdown has no form
	// for it.
	removedElements = slices.DeleteFunc(slices.Clone(OpaqueElements), func(name string) bool { return name == "table" })
	// voidElements are the elements without content.
	voidElements = []string{"area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
		"wbr"}
)

// HiddenElements removes the HTML elements that browsers do not show as text: scripts, styles, fallbacks of players,
// and what is hidden.
type HiddenElements struct {
	Player func(address string, block bool) string // returns the replacement of a player; nil removes it
	Report func(Removal)
}

// Removal is something that is removed from a text: its offset, its source, the reason, and the remedy.
type Removal struct {
	At             int
	Value, Why, Do string
}

// Remove removes such elements from a text that is HTML, or Markdown with HTML.
func (u HiddenElements) Remove(text string, html bool) *Edits {
	e := &Edits{Text: text}
	if !mayContainHidden.MatchString(text) {
		return e
	}
	until, player := 0, 0
	for _, place := range htmlSpans(text, html) {
		for _, m := range Tag.FindAllStringSubmatchIndex(text[place.from:place.to], -1) {
			from, to := place.from+m[0], place.from+m[1]
			if from < until || m[2] < 0 || text[from+1] == '/' {
				continue
			}
			name := strings.ToLower(text[place.from+m[2] : place.from+m[3]])
			hidden := isHidden(text[place.from+m[4] : place.from+m[5]])
			if !hidden && !slices.Contains(removedElements, name) {
				continue
			}
			if until = endOfElement(text, to, name, hidden); until < 0 {
				continue
			}
			if address := PlayerAddress(text[from:until]); address != "" && !hidden && u.Player != nil {
				e.separateFrom(player, from)
				if player = until; place.block {
					player = 0
				}
				e.Replace(from, until, u.Player(address, place.block))
				continue
			}
			why := "pages contain no raw HTML; <" + name + "> is left out with its content"
			l := Removal{from, text[from:until], why, "write it in Markdown"}
			if hidden {
				l.Why, l.Do = "it is hidden from readers; it is left out", ""
			}
			u.Report(l)
			e.Remove(from, until)
		}
	}
	return e
}

// isHidden reports whether the attributes of an element hide it. Style sheets are not read.
func isHidden(attributes string) bool {
	return hidingStyle.MatchString(attributes) ||
		hiddenName.MatchString(attributeValues.ReplaceAllString(attributes, "="))
}

// endOfElement returns the end of an element whose opening tag ends at an offset. Without a closing tag, hidden
// elements end with their paragraph, and the end of others is unknown: -1.
func endOfElement(text string, at int, name string, hidden bool) int {
	if slices.Contains(voidElements, name) || strings.HasSuffix(text[:at], "/>") && name != "script" {
		return at
	}
	end := ClosingTag(text, at, name)
	if name == "script" || name == "style" || name == "textarea" { // they contain no tags
		end = strings.Index(strings.ToLower(text[at:]), "</"+name)
		if end >= 0 {
			end += at
		}
	}
	switch {
	case end >= 0:
		if closed := strings.IndexByte(text[end:], '>'); closed >= 0 {
			return end + closed + 1
		}
		return len(text)
	case !hidden:
		return -1
	}
	if blank := strings.Index(text[at:], "\n\n"); blank >= 0 {
		return at + blank
	}
	return len(text)
}

// htmlSpan is a span of prose that is HTML, as a block or inline.
type htmlSpan struct {
	from, to int
	block    bool
}

// htmlSpans returns the spans of a text that are HTML and not code.
func htmlSpans(text string, html bool) (all []htmlSpan) {
	if html {
		return []htmlSpan{{0, len(text), true}}
	}
	_ = ast.Walk(markdown.Parse([]byte(text)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.HTMLBlock:
			if last := n.Lines().Len() - 1; entering && last >= 0 {
				to := n.Lines().At(last).Stop
				if n.HasClosure() {
					to = max(to, n.ClosureLine.Stop)
				}
				all = append(all, htmlSpan{n.Lines().At(0).Start, to, true})
			}
		case *ast.RawHTML:
			if last := n.Segments.Len() - 1; entering && last >= 0 {
				all = append(all, htmlSpan{n.Segments.At(0).Start, n.Segments.At(last).Stop, false})
			}
		}
		return ast.WalkContinue, nil
	})
	return all
}
