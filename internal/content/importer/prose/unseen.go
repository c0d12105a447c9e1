package prose

import (
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"

	"storefront/internal/content/markdown"
	"storefront/internal/lib/lazyregexp"
)

var (
	// mayHide matches what every text has that holds an element without words for readers.
	mayHide = lazyregexp.New(`(?i)hidden|none|<(?:` + strings.Join(wordless, "|") + `)\b`)
	// hiddenName matches the attribute hidden among attributes without their values.
	hiddenName  = lazyregexp.New(`(?i)(?:^|\s)hidden(?:\s|/|=|$)`)
	hidingStyle = lazyregexp.New(`(?is)\sstyle\s*=\s*(?:"[^"]*|'[^']*|\{\{[^}]*)\b` +
		`(?:display\s*:\s*["']?none|visibility\s*:\s*["']?hidden)`)
	attributeValues = lazyregexp.New(`(?s)=\s*(?:"[^"]*"|'[^']*')`)
	// wordless are the elements that are left out with what they hold. A table is one where Markdown cannot say it.
	wordless = slices.DeleteFunc(slices.Clone(WholeElements), func(name string) bool { return name == "table" })
	// empty are the elements that hold nothing.
	empty = []string{"area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
)

// Unseen takes out of texts the elements of HTML whose words no reader saw: scripts, styles, what stands in for a
// player, what is hidden.
type Unseen struct {
	Player func(address string, block bool) string // what a player becomes; nil leaves it out
	Note   func(Loss)
}

// Loss is something that is left out of a text: where it stood, what it is, why, and what to do about it.
type Loss struct {
	At             int
	Value, Why, Do string
}

// Cut takes it out of a text that is HTML, or Markdown with some.
func (u Unseen) Cut(text string, html bool) *Edits {
	e := &Edits{Text: text}
	if !mayHide.MatchString(text) {
		return e
	}
	until, player := 0, 0
	for _, place := range placesOfHTML(text, html) {
		for _, m := range Tag.FindAllStringSubmatchIndex(text[place.from:place.to], -1) {
			from, to := place.from+m[0], place.from+m[1]
			if from < until || m[2] < 0 || text[from+1] == '/' {
				continue
			}
			name := strings.ToLower(text[place.from+m[2] : place.from+m[3]])
			hidden := isHidden(text[place.from+m[4] : place.from+m[5]])
			if !hidden && !slices.Contains(wordless, name) {
				continue
			}
			if until = endOfElement(text, to, name, hidden); until < 0 {
				continue
			}
			if address := PlayerAddress(text[from:until]); address != "" && !hidden && u.Player != nil {
				e.parted(player, from)
				if player = until; place.block {
					player = 0
				}
				e.Replace(from, until, u.Player(address, place.block))
				continue
			}
			why := "raw HTML does not reach the page; <" + name + "> is left out with what it holds"
			l := Loss{from, text[from:until], why, "say it in Markdown"}
			if hidden {
				l.Why, l.Do = "it is hidden from readers; it is left out", ""
			}
			u.Note(l)
			e.Remove(from, until)
		}
	}
	return e
}

// isHidden reports whether the attributes of an element hide it, whatever style sheets say.
func isHidden(attributes string) bool {
	return hidingStyle.MatchString(attributes) ||
		hiddenName.MatchString(attributeValues.ReplaceAllString(attributes, "="))
}

// endOfElement returns where an element ends whose tag ends at a place. Without its closing tag, what is hidden ends
// with its paragraph, and of others the end is not known: -1.
func endOfElement(text string, at int, name string, hidden bool) int {
	if slices.Contains(empty, name) || strings.HasSuffix(text[:at], "/>") && name != "script" {
		return at
	}
	end := ClosingTag(text, at, name)
	if name == "script" || name == "style" || name == "textarea" { // which hold no tags
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

// placeOfHTML is a stretch of prose that is HTML, as a block or within a line.
type placeOfHTML struct {
	from, to int
	block    bool
}

// placesOfHTML returns the stretches of a text that are HTML and not code.
func placesOfHTML(text string, html bool) (all []placeOfHTML) {
	if html {
		return []placeOfHTML{{0, len(text), true}}
	}
	_ = ast.Walk(markdown.Parse([]byte(text)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.HTMLBlock:
			if last := n.Lines().Len() - 1; entering && last >= 0 {
				to := n.Lines().At(last).Stop
				if n.HasClosure() {
					to = max(to, n.ClosureLine.Stop)
				}
				all = append(all, placeOfHTML{n.Lines().At(0).Start, to, true})
			}
		case *ast.RawHTML:
			if last := n.Segments.Len() - 1; entering && last >= 0 {
				all = append(all, placeOfHTML{n.Segments.At(0).Start, n.Segments.At(last).Stop, false})
			}
		}
		return ast.WalkContinue, nil
	})
	return all
}
