package markdown

import (
	"bytes"
	"regexp"

	"github.com/yuin/goldmark/ast"
)

var (
	// comment matches the beginning of what other programs do not show: {# note #} of Jinja, {{< hidden >}} of Hugo,
	// {% comment %} of Liquid, %% note %% of Obsidian.
	comment = regexp.MustCompile(`\{#|\{\{[<%]|\{%|(?:^|\s)(%%)`)
	// keptBack is the line by which front matter keeps a story back.
	keptBack = regexp.MustCompile(`^\s*draft:\s*true\s*(?:#.*)?$`)
)

// comments warns of what is a comment in other programs: here visitors read it.
func (w *walker) comments(t *ast.Text) {
	words := t.Segment.Value(w.source)
	if !bytes.ContainsAny(words, "{%") {
		return
	}
	if found := comment.Find(words); found != nil {
		w.doc.Remarks = append(w.doc.Remarks, Remark{
			Line: w.firstLine + bytes.Count(w.source[:t.Segment.Start], []byte("\n")),
			Message: "visitors read what follows " + string(bytes.TrimSpace(found)) +
				": this does not start a comment here; remove what is not meant for visitors",
		})
	}
}

// drafts warns of lines of a paragraph or heading with which an editor may want to keep the whole text back. Package
// source checks the first line of prose.
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
