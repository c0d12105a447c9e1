package blog

import (
	"regexp"
	"slices"
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
	"storefront/internal/lib/lazyregexp"
)

// definition matches a link definition of CommonMark: label, address and title may each begin a line.
var definition = lazyregexp.New(`(?m)^[ \t>]*\[((?:\\.|[^\]\[\\^])(?:\\.|[^\]\[\\])*)\]:` + gap +
	`(<[^>\n]*>|[^\s<>]\S*)(?:[ \t]*$|[ \t]*\n[ \t>]*` + linkTitle + `[ \t]*$|[ \t]+` + linkTitle + `[ \t]*$)`)

const (
	gap       = `[ \t]*(?:\n[ \t>]*)?`
	linkTitle = `(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\))`
)

// labelUse is a link or a picture by reference: [words][label], [label][] or [label].
type labelUse struct {
	open, closed, end int // the brackets around its text, and its end
	picture           bool
}

// convertDefinitions converts the addresses of link definitions.
func (w *proseWalk) convertDefinitions() {
	text := w.edits.Text
	all := definition.FindAllStringSubmatchIndex(text, -1)
	all = slices.DeleteFunc(all, func(m []int) bool {
		return w.hasNoLinkAt(m[2]) || strings.Contains(text[m[2]:m[3]], "\n\n")
	})
	for _, m := range all {
		to := strings.Trim(text[m[4]:m[5]], "<>")
		now, why := w.resolveLink(w.post, to)
		links, pictures := 0, 0
		for _, u := range w.labelUses(text[m[2]:m[3]], all) {
			switch {
			case u.picture:
				pictures++
				w.edits.Replace(u.open-1, u.end, w.convertImage(u.open-1, to, text[u.open+1:u.closed], ""))
			case slices.Contains(w.emptiedLinks, [2]int{u.open + 1, u.closed}):
				w.removeEmptyLink(u.open, u.end, to)
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
			w.note(m[2]-1, importer.Note{Field: "link", Value: to, Why: why + "; its text stays"})
			w.edits.Remove(m[0], m[1])
		case now != to:
			w.edits.Replace(m[4], m[5], prose.EscapeDestination(now))
		}
	}
	w.removeUndefinedLinks(all)
}

// labelUses lists the links and pictures that refer to a label.
func (w *proseWalk) labelUses(label string, definitions [][]int) []labelUse {
	text := w.edits.Text
	words := strings.Fields(label)
	for i := range words {
		words[i] = regexp.QuoteMeta(words[i])
	}
	var all []labelUse
	same := regexp.MustCompile(`(?i)\[\s*` + strings.Join(words, `[\s>]+`) + `\s*\]`)
	for _, m := range same.FindAllStringIndex(text, -1) {
		u := labelUse{open: m[0], closed: m[1] - 1, end: m[1]}
		switch after := text[m[1]:]; {
		case w.hasNoLinkAt(m[0]), slices.ContainsFunc(definitions, func(d []int) bool { return d[2] == m[0]+1 }):
			continue
		case m[0] > 0 && text[m[0]-1] == '\\':
			continue
		case m[0] > 0 && text[m[0]-1] == ']':
			u.open, u.closed = prose.OpeningBracket(text, m[0]-1), m[0]-1
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

// definitionBelow matches a link definition on the line below text.
var definitionBelow = lazyregexp.New(`(?m)^ {0,3}[^\s\[{][^\n]*\n` +
	`( {0,3}\[[^\]\[\\^\n]+\]:[ \t]*(?:https?:|/|#|\.)\S*(?:[ \t]+"[^"\n]*")?[ \t]*$)`)

// separateDefinitions inserts a blank line above link definitions that follow a paragraph, where CommonMark reads them
// as text.
func separateDefinitions(e *prose.Edits, text string) {
	inCode := prose.CodeIn(text)
	for _, m := range definitionBelow.FindAllStringSubmatchIndex(text, -1) {
		if !inCode(m[2]) {
			e.Replace(m[2], m[2], "\n")
		}
	}
}

// isReferenceLabel reports whether brackets hold the label of a link by reference, [words][label]. Parentheses behind
// it are text.
func (w *proseWalk) isReferenceLabel(open, closed int) bool {
	if open == 0 || w.edits.Text[open-1] != ']' {
		return false
	}
	if w.definitionLabels == nil {
		w.definitionLabels = map[string]bool{}
		for _, m := range definition.FindAllStringSubmatch(w.edits.Text, -1) {
			w.definitionLabels[normaliseLabel(m[1])] = true
		}
	}
	return w.definitionLabels[normaliseLabel(w.edits.Text[open+1:closed])]
}

// normaliseLabel returns a label for comparison: case and white space are insignificant.
func normaliseLabel(label string) string {
	return strings.ToLower(strings.Join(strings.Fields(label), " "))
}
