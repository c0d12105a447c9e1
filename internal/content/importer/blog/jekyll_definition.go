package blog

import (
	"cmp"
	"slices"
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
	"storefront/internal/lib/lazyregexp"
)

// definitionsLeftOut takes the definitions of links out of an include that cannot be evaluated, and notes whether some
// of them need Liquid.
func (j *jekyll) definitionsLeftOut(b *blog, p *post, e *prose.Edits, tag, arguments string) {
	source, err := j.templatesOf(b, p).included(tag, nameOfInclude(arguments))
	if err != nil || isHTML(p.file) || !strings.Contains(source, "]:") {
		return
	}
	source = withoutBlocks(comments.ReplaceAllString(kramdownComment.ReplaceAllString(source, ""), ""))
	inCode, kept := prose.CodeIn(source), ""
	for _, m := range definition.FindAllStringIndex(source, -1) {
		one := source[m[0]:m[1]]
		if inCode(m[0]) {
			continue
		}
		if strings.Contains(one, "{{") || strings.Contains(one, leftOut) {
			p.undefined = true
			continue
		}
		kept += "\n" + strings.TrimLeft(one, " \t>")
	}
	p.undefined = p.undefined || strings.Contains(source, leftOut)
	if kept != "" {
		e.Replace(len(strings.TrimRight(e.Text, "\n")), len(e.Text), "\n"+kept+"\n")
	}
}

// withLiquid matches the definition of a link whose label or address Liquid puts out.
var withLiquid = lazyregexp.New(`^[ \t>]*\[[^\[\]^][^\[\]]*\]:[ \t]*<?[^\s{}]*\{\{[^{}\n]*\}\}\S*(?:[ \t]+` +
	linkTitle + `)?[ \t]*$|^[ \t>]*\[[^\[\]^]*\{\{[^\[\]]*\]:[ \t]*\S+[ \t]*$`)

// definitionByLiquid returns where such a definition begins and ends in which a place stands; without one, end is 0.
func definitionByLiquid(text string, at int) (start, end int) {
	start = strings.LastIndexByte(text[:at], '\n') + 1
	if tag := strings.LastIndex(text[start:at], "%}"); tag >= 0 {
		start += tag + len("%}")
	}
	line, _, _ := strings.Cut(text[start:], "\n")
	line, _, _ = strings.Cut(line, "{%")
	if !withLiquid.MatchString(line) {
		return 0, 0
	}
	return start, start + len(line)
}

var comments = lazyregexp.New(`(?s)<!--.*?-->`)

// leftOut stands where a block of Liquid with definitions of links was.
const leftOut = "\x00"

// withoutBlocks takes blocks of Liquid out of a text.
func withoutBlocks(text string) string {
	e := &prose.Edits{Text: text}
	for _, m := range liquidPart.FindAllStringSubmatchIndex(text, -1) {
		if m[2] < 0 || e.Covers(m[0]) {
			continue
		}
		name := text[m[2]:m[3]]
		if name != "comment" && !slices.Contains(blockTags, name) {
			continue
		}
		if end := endOfBlock(text, m[1], name); end > 0 {
			sign := map[bool]string{true: leftOut}[name != "comment" && strings.Contains(text[m[1]:end], "]:")]
			e.Replace(m[0], end, "\n\n"+sign+"\n\n")
		}
	}
	text, _ = e.Apply()
	return text
}

// labelled matches the end of the words of a link, and the label of its definition.
var labelled = lazyregexp.New(`\]\[((?:\\.|[^\[\]\\])*)\]`)

// withoutUndefined leaves the words of links whose definition may have been in something that is left out.
func (w *proseWalk) withoutUndefined(definitions [][]int) {
	if !w.post.undefined {
		return
	}
	text, known := w.edits.Text, map[string]bool{}
	for _, m := range definitions {
		known[label(text[m[2]:m[3]])] = true
	}
	for _, m := range labelled.FindAllStringSubmatchIndex(text, -1) {
		open, closed, end := prose.Opening(text, m[0]), m[0], m[1]
		if open < 0 || w.inside(open) || w.inside(closed) || open > 0 && text[open-1] == '\\' {
			continue
		}
		words := text[open+1 : closed]
		to := cmp.Or(label(text[m[2]:m[3]]), label(words))
		n := importer.Note{Field: "link", Value: text[open:end],
			Why: "its address may be defined in what is left out; its words stay", Do: "write its address"}
		switch {
		case to == "" || known[to] || strings.HasPrefix(words, "^") || strings.HasPrefix(to, "^"):
		case open > 0 && text[open-1] == '!':
			n.Field, n.Why = "picture", "its address may be defined in what is left out; it is left out"
			w.note(open-1, n)
			w.edits.Replace(open-1, end, "")
		default:
			w.note(open, n)
			w.edits.Replace(open, open+1, "")
			w.edits.Replace(closed, end, "")
		}
	}
}

// label returns a label as it is compared: its case and white space do not matter.
func label(words string) string { return strings.ToLower(strings.Join(strings.Fields(words), " ")) }
