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
	// comment matches the beginning of texts that other programs do not show: {# note #} of Jinja, {{< hidden >}} of
	// Hugo, {% comment %} of Liquid, %% note %% of Obsidian.
	comment = lazyregexp.New(`\{#|\{\{[<%]|\{%|(?:^|\s)(%%)`)
	// keptBack matches a line by which front matter keeps a story back, here or in other programs.
	keptBack = lazyregexp.New(`(?i)^\s*(?:[\pL_-]+ ?[:：]\s*(?:true|false)|` +
		`(?:draft|entwurf|brouillon|borrador|bozza|rascunho|taslak|черновик|مسودة|טיוטה|草稿) ?[:：]\s*` +
		`(?:yes|ja|oui|s[ií]|sim|evet|да|نعم|כן|是)|` +
		`(?:published|veröffentlicht|publiée?|publicad[oa]|pubblicat[oa]|yayında|опубликовано|منشور|פורסם|已发布) ?[:：]` +
		`\s*(?:no|nein|non?|não|hayır|нет|لا|לא|否))\s*(?:#.*)?$`)
	// keptBackAbove is the one that package source reports at the beginning of prose.
	keptBackAbove = []byte("draft:")
	// looseParts matches a part within a line, with a space after its colons, with one, or with those of Chinese.
	looseParts = sync.OnceValue(func() *regexp.Regexp {
		names := `(?:` + strings.Join(PartNames(), "|") + `)`
		return regexp.MustCompile(`(?:^|[^:：\\])(?:[:：]{2,}[ \t]*` + names + `[ \t]*|[:：]` + names + `)\{`)
	})
)

// longestKey bounds the bytes of a key of a line that keptBack matches, with its colon.
const longestKey = 64

// marks warns of texts that visitors read although they are meant for a program: comments of other programs, and parts
// within a line.
func (w *walker) marks(t *ast.Text) {
	words, start := t.Segment.Value(w.source), t.Segment.Start
	if !bytes.ContainsAny(words, "{%") {
		return
	}
	if found := comment.Find(words); found != nil {
		w.remarkAt(start, "visitors read what follows "+string(bytes.TrimSpace(found))+
			": this does not start a comment here; remove what is not meant for visitors")
	}
	if looseParts().Match(words) {
		w.remarkAt(start, "visitors read this as it is written: a part stands on a line of its own, as in "+
			"::card{product=dunes}")
	}
}

// drafts warns of lines of a paragraph or heading with which an editor may want to keep the whole text back.
func (w *walker) drafts(n ast.Node) {
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		text := bytes.TrimSpace(line.Value(w.source))
		if !bytes.ContainsAny(text[:min(len(text), longestKey)], ":：") {
			continue
		}
		if (line.Start > 0 || !bytes.HasPrefix(text, keptBackAbove)) && keptBack.Match(text) {
			w.remarkAt(line.Start,
				"visitors read this line, which keeps nothing back here: draft: true stands above the closing ---")
		}
	}
}

func (w *walker) remarkAt(offset int, message string) {
	line := w.firstLine + bytes.Count(w.source[:offset], []byte("\n"))
	w.doc.Remarks = append(w.doc.Remarks, Remark{Line: line, Message: message})
}
