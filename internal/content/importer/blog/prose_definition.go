package blog

import (
	"regexp"
	"slices"
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
	"storefront/internal/lib/lazyregexp"
)

// definition is the address of links that stands apart from where they are, as CommonMark has it: label, address and
// title may each begin a line.
var definition = lazyregexp.New(`(?m)^[ \t>]*\[((?:\\.|[^\]\[\\^])(?:\\.|[^\]\[\\])*)\]:` + gap +
	`(<[^>\n]*>|[^\s<>]\S*)(?:[ \t]*$|[ \t]*\n[ \t>]*` + linkTitle + `[ \t]*$|[ \t]+` + linkTitle + `[ \t]*$)`)

const (
	gap       = `[ \t]*(?:\n[ \t>]*)?`
	linkTitle = `(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\))`
)

// use is a link or a picture whose address is defined elsewhere: [words][label], [label][] or [label].
type use struct {
	open, closed, end int // the brackets around its words, and where all of it ends
	picture           bool
}

// definitions rewrites the addresses of links that are defined apart from where they are used.
func (w *proseWalk) definitions() {
	text := w.edits.Text
	all := definition.FindAllStringSubmatchIndex(text, -1)
	all = slices.DeleteFunc(all, func(m []int) bool {
		return w.inside(m[2]) || strings.Contains(text[m[2]:m[3]], "\n\n")
	})
	for _, m := range all {
		to := strings.Trim(text[m[4]:m[5]], "<>")
		now, why := w.target(w.post, to)
		links, pictures := 0, 0
		for _, u := range w.uses(text[m[2]:m[3]], all) {
			switch {
			case u.picture:
				pictures++
				w.edits.Replace(u.open-1, u.end, w.image(u.open-1, to, text[u.open+1:u.closed], ""))
			case slices.Contains(w.emptied, [2]int{u.open + 1, u.closed}):
				w.wordless(u.open, u.end, to)
			case why != "":
				w.edits.Replace(u.open, u.open+1, "")
				w.edits.Replace(u.closed, u.end, "")
			default:
				links++
			}
		}
		switch {
		case pictures > 0 && links == 0:
			w.edits.Remove(m[0], m[1])
		case why != "":
			w.note(m[2]-1, importer.Note{Field: "link", Value: to, Why: why + "; its words stay"})
			w.edits.Remove(m[0], m[1])
		case now != to:
			w.edits.Replace(m[4], m[5], prose.InBrackets(now))
		}
	}
	w.withoutUndefined(all)
}

// uses lists where the text refers to a label. Its case and white space do not matter.
func (w *proseWalk) uses(label string, definitions [][]int) []use {
	text := w.edits.Text
	words := strings.Fields(label)
	for i := range words {
		words[i] = regexp.QuoteMeta(words[i])
	}
	var all []use
	same := regexp.MustCompile(`(?i)\[\s*` + strings.Join(words, `[\s>]+`) + `\s*\]`)
	for _, m := range same.FindAllStringIndex(text, -1) {
		u := use{open: m[0], closed: m[1] - 1, end: m[1]}
		switch after := text[m[1]:]; {
		case w.inside(m[0]), slices.ContainsFunc(definitions, func(d []int) bool { return d[2] == m[0]+1 }):
			continue
		case m[0] > 0 && text[m[0]-1] == '\\':
			continue
		case m[0] > 0 && text[m[0]-1] == ']':
			u.open, u.closed = prose.Opening(text, m[0]-1), m[0]-1
		case strings.HasPrefix(after, "[]"):
			u.end += len("[]")
		case strings.HasPrefix(after, "("), strings.HasPrefix(after, "["):
			continue
		}
		if u.open >= 0 {
			u.picture = u.open > 0 && text[u.open-1] == '!'
			all = append(all, u)
		}
	}
	return all
}

// definitionBelow matches the address of a link on the line below words.
var definitionBelow = lazyregexp.New(`(?m)^ {0,3}[^\s\[{][^\n]*\n` +
	`( {0,3}\[[^\]\[\\^\n]+\]:[ \t]*(?:https?:|/|#|\.)\S*(?:[ \t]+"[^"\n]*")?[ \t]*$)`)

// apartDefinitions parts addresses of links from a paragraph right above them: CommonMark takes them for words of it.
func apartDefinitions(e *prose.Edits, text string) {
	inCode := prose.CodeIn(text)
	for _, m := range definitionBelow.FindAllStringSubmatchIndex(text, -1) {
		if !inCode(m[2]) {
			e.Replace(m[2], m[2], "\n")
		}
	}
}

// isLabel reports whether brackets hold the label of a link by reference, [words][label]: round ones behind it are
// text.
func (w *proseWalk) isLabel(open, closed int) bool {
	if open == 0 || w.edits.Text[open-1] != ']' {
		return false
	}
	if w.ofDefinitions == nil {
		w.ofDefinitions = map[string]bool{}
		for _, m := range definition.FindAllStringSubmatch(w.edits.Text, -1) {
			w.ofDefinitions[labelOf(m[1])] = true
		}
	}
	return w.ofDefinitions[labelOf(w.edits.Text[open+1:closed])]
}

// labelOf returns a label without its case and white space, which do not matter.
func labelOf(label string) string { return strings.ToLower(strings.Join(strings.Fields(label), " ")) }
