package blog

import (
	"slices"
	"strconv"
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
)

// conditionals are the tags with several branches. Readers see at most one branch.
var conditionals = []string{"if", "unless", "case"}

// keepBranch keeps the branch of a conditional that Jekyll would output, if its conditions can be evaluated though its
// content cannot. Otherwise it keeps no branch, since readers may never have seen it. It returns the offset at which to
// continue.
func (j *jekyll) keepBranch(b *blog, p *post, e *prose.Edits, from, to, end int, name string) int {
	tags := branchTags(e.Text, from, to, end)
	var skeleton strings.Builder
	for i, tag := range tags {
		skeleton.WriteString(e.Text[tag[0]:tag[1]])
		if i < len(tags)-1 && (name != "case" || i > 0) {
			skeleton.WriteString(strconv.Itoa(i))
		}
	}
	out, err := j.evaluate(b, p, skeleton.String())
	if err != nil {
		b.noteInProse(p, from, importer.Note{Field: "Liquid", Value: e.Text[from:end],
			Why: "its condition cannot be evaluated here; it is left out with its content",
			Do:  "remove the condition from the source if readers see the content"})
		e.Remove(from, end)
		return end
	}
	i, err := strconv.Atoi(strings.TrimSpace(out))
	if err != nil { // no part
		e.Remove(from, end)
		return end
	}
	begin, stop := tags[i][1], tags[i+1][0]
	e.Remove(from, begin)
	e.Remove(stop, end)
	e.Removed = append(e.Removed, prose.Edit{From: stop, To: end})
	return begin
}

// branchTags returns the positions of the tags of a conditional: the opening one, those between branches, and the
// closing one.
func branchTags(text string, from, to, end int) [][2]int {
	tags, depth := [][2]int{{from, to}}, 0
	for _, m := range liquidPart.FindAllStringSubmatchIndex(text[to:end], -1) {
		if m[2] < 0 {
			continue
		}
		tag := text[to+m[2] : to+m[3]]
		ends, isEnd := strings.CutPrefix(tag, "end")
		switch {
		case slices.Contains(blockTags, tag):
			depth++
		case isEnd && slices.Contains(blockTags, ends) && depth > 0:
			depth--
		case depth == 0 && (slices.Contains([]string{"elsif", "else", "when"}, tag) || isEnd && to+m[1] == end):
			tags = append(tags, [2]int{to + m[0], to + m[1]})
		}
	}
	return tags
}
