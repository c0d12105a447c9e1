package blog

import (
	"cmp"
	"slices"
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
	"storefront/internal/lib/lazyregexp"
)

// keepIncludeDefinitions keeps the link definitions of an include that cannot be evaluated, and records whether some of
// them need Liquid.
func (j *jekyll) keepIncludeDefinitions(b *blog, p *post, e *prose.Edits, tag, arguments string) {
	source, err := j.templatesOf(b, p).readInclude(tag, nameOfInclude(arguments))
	if err != nil || isHTML(p.file) || !strings.Contains(source, "]:") {
		return
	}
	source = withoutLiquidBlocks(htmlComment.ReplaceAllString(kramdownComment.ReplaceAllString(source, ""), ""))
	inCode, kept := prose.CodeIn(source), ""
	for _, m := range definition.FindAllStringIndex(source, -1) {
		one := source[m[0]:m[1]]
		if inCode(m[0]) {
			continue
		}
		if strings.Contains(one, "{{") || strings.Contains(one, removedMark) {
			p.lostDefinitions = true
			continue
		}
		kept += "\n" + strings.TrimLeft(one, " \t>")
	}
	p.lostDefinitions = p.lostDefinitions || strings.Contains(source, removedMark)
	if kept != "" {
		e.Replace(len(strings.TrimRight(e.Text, "\n")), len(e.Text), "\n"+kept+"\n")
	}
}

// liquidDefinition matches a link definition whose label or address contains Liquid.
var liquidDefinition = lazyregexp.New(`^[ \t>]*\[[^\[\]^][^\[\]]*\]:[ \t]*<?[^\s{}]*\{\{[^{}\n]*\}\}\S*(?:[ \t]+` +
	linkTitle + `)?[ \t]*$|^[ \t>]*\[[^\[\]^]*\{\{[^\[\]]*\]:[ \t]*\S+[ \t]*$`)

// liquidDefinitionAt returns the start and the end of the link definition with Liquid at an offset; end is 0 if there
// is none.
func liquidDefinitionAt(text string, at int) (start, end int) {
	start = strings.LastIndexByte(text[:at], '\n') + 1
	if tag := strings.LastIndex(text[start:at], "%}"); tag >= 0 {
		start += tag + len("%}")
	}
	line, _, _ := strings.Cut(text[start:], "\n")
	line, _, _ = strings.Cut(line, "{%")
	if !liquidDefinition.MatchString(line) {
		return 0, 0
	}
	return start, start + len(line)
}

var htmlComment = lazyregexp.New(`(?s)<!--.*?-->`)

// removedMark replaces a block of Liquid that contained link definitions.
const removedMark = "\x00"

// withoutLiquidBlocks removes the blocks of Liquid from a text.
func withoutLiquidBlocks(text string) string {
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
			sign := map[bool]string{true: removedMark}[name != "comment" && strings.Contains(text[m[1]:end], "]:")]
			e.Replace(m[0], end, "\n\n"+sign+"\n\n")
		}
	}
	text, _ = e.Apply()
	return text
}

// labelReference matches the end of a link's text, and the label of its definition.
var labelReference = lazyregexp.New(`\]\[((?:\\.|[^\[\]\\])*)\]`)

// removeUndefinedLinks replaces links whose definitions may be in text that is left out with their text.
func (w *proseWalk) removeUndefinedLinks(definitions [][]int) {
	if !w.post.lostDefinitions {
		return
	}
	text, known := w.edits.Text, map[string]bool{}
	for _, m := range definitions {
		known[normaliseLabel(text[m[2]:m[3]])] = true
	}
	for _, m := range labelReference.FindAllStringSubmatchIndex(text, -1) {
		open, closed, end := prose.OpeningBracket(text, m[0]), m[0], m[1]
		if open < 0 || w.hasNoLinkAt(open) || w.hasNoLinkAt(closed) || open > 0 && text[open-1] == '\\' {
			continue
		}
		words := text[open+1 : closed]
		to := cmp.Or(normaliseLabel(text[m[2]:m[3]]), normaliseLabel(words))
		n := importer.Note{Field: "link", Value: text[open:end],
			Why: "its address may be defined in a part that is left out; its text stays", Do: "write its address"}
		switch {
		case to == "" || known[to] || strings.HasPrefix(words, "^") || strings.HasPrefix(to, "^"):
		case open > 0 && text[open-1] == '!':
			n.Field, n.Why = "picture", "its address may be defined in a part that is left out; it is left out"
			w.note(open-1, n)
			w.edits.Replace(open-1, end, "")
		default:
			w.note(open, n)
			w.edits.Replace(open, open+1, "")
			w.edits.Replace(closed, end, "")
		}
	}
}
