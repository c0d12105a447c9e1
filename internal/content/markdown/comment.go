package markdown

import (
	"bytes"
	"regexp"
	"strings"
	"sync"

	"github.com/yuin/goldmark/ast"

	"storefront/internal/lib/lazyregexp"
)

var (
	// foreignComment matches the beginning of texts that other programs do not show: {# note #} of Jinja, {{< hidden
	// >}} of Hugo, {% comment %} of Liquid, %% note %% of Obsidian.
	foreignComment = lazyregexp.New(`\{#|\{\{[<%]|\{%|(?:^|\s)(%%)`)
	// draftLine matches a line by which front matter keeps a story back, here or in other programs.
	draftLine = lazyregexp.New(`(?i)^\s*(?:[\pL_-]+ ?[:：]\s*(?:true|false)|` +
		`(?:draft|entwurf|brouillon|borrador|bozza|rascunho|taslak|черновик|مسودة|טיוטה|草稿) ?[:：]\s*` +
		`(?:yes|ja|oui|s[ií]|sim|evet|да|نعم|כן|是)|` +
		`(?:published|veröffentlicht|publiée?|publicad[oa]|pubblicat[oa]|yayında|опубликовано|منشور|פורסם|已发布) ?[:：]` +
		`\s*(?:no|nein|non?|não|hayır|нет|لا|לא|否))\s*(?:#.*)?$`)
	// draftPrefix is the one that package source reports at the beginning of prose.
	draftPrefix = []byte("draft:")
	// inlinePart matches a part within a line, with a space after its colons, with one, or with those of Chinese.
	inlinePart = sync.OnceValue(func() *regexp.Regexp {
		names := `(?:` + strings.Join(PartNames(), "|") + `)`
		return regexp.MustCompile(`(?:^|[^:：\\])(?:[:：]{2,}[ \t]*` + names + `[ \t]*|[:：]` + names + `)\{`)
	})
)

// maxKeyBytes bounds the bytes of a key of a line that draftLine matches, with its colon.
const maxKeyBytes = 64

// warnForeignMarkup warns of texts that visitors read although they are meant for a program: comments of other
// programs, and parts within a line.
func (w *walker) warnForeignMarkup(t *ast.Text) {
	words, start := t.Segment.Value(w.source), t.Segment.Start
	if !bytes.ContainsAny(words, "{%") {
		return
	}
	if found := foreignComment.Find(words); found != nil {
		w.addRemarkAt(start, "visitors read what follows "+string(bytes.TrimSpace(found))+
			": this does not start a comment here; remove what is not meant for visitors")
	}
	if inlinePart().Match(words) {
		w.addRemarkAt(start, "visitors read this as it is written: a part needs a line of its own, as in "+
			"::card{product=dunes}")
	}
}

// warnDraftLines warns of lines of a paragraph or heading with which an editor may want to keep the whole text back.
func (w *walker) warnDraftLines(n ast.Node) {
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		text := bytes.TrimSpace(line.Value(w.source))
		if !bytes.ContainsAny(text[:min(len(text), maxKeyBytes)], ":：") {
			continue
		}
		if (line.Start > 0 || !bytes.HasPrefix(text, draftPrefix)) && draftLine.Match(text) {
			w.addRemarkAt(line.Start,
				"visitors see this line, and it hides nothing here: write draft: true above the closing ---")
		}
	}
}

func (w *walker) addRemarkAt(offset int, message string) {
	line := w.firstLine + bytes.Count(w.source[:offset], []byte("\n"))
	w.doc.Remarks = append(w.doc.Remarks, Remark{Line: line, Message: message})
}
