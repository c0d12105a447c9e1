package markdown

import (
	"bytes"
	"regexp"

	"github.com/yuin/goldmark/ast"
)

var (
	// comment begins what other programs leave out of a page, or do not show: {# note #} of Jinja, {{< hidden >}} of
	// Hugo, {% comment %} of Liquid, %% note %% of Obsidian.
	comment = regexp.MustCompile(`\{#|\{\{[<%]|\{%|(?:^|\s)(%%)`)
	// keptBack is the line by which front matter keeps a story back.
	keptBack = regexp.MustCompile(`^\s*draft:\s*true\s*(?:#.*)?$`)
)

// comments remarks what stands for a comment in other programs: here visitors read it.
func (w *walker) comments(t *ast.Text) {
	words := t.Segment.Value(w.source)
	if !bytes.ContainsAny(words, "{%") {
		return
	}
	if found := comment.Find(words); found != nil {
		w.doc.Remarks = append(w.doc.Remarks, Remark{
			Line: w.firstLine + bytes.Count(w.source[:t.Segment.Start], []byte("\n")),
			Message: "visitors read what follows " + string(bytes.TrimSpace(found)) +
				": it begins no comment here, so take away what is not for them",
		})
	}
}

// drafts remarks lines of a paragraph or heading by which an editor may mean to keep the whole text back. The first
// line of prose is left to package source.
func (w *walker) drafts(n ast.Node) {
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		if line.Start > 0 && keptBack.Match(bytes.TrimRight(line.Value(w.source), "\r\n")) {
			w.doc.Remarks = append(w.doc.Remarks, Remark{
				Line: w.firstLine + bytes.Count(w.source[:line.Start], []byte("\n")),
				Message: "visitors read this line, which keeps nothing back here: draft: true stands above the " +
					"closing ---",
			})
		}
	}
}
