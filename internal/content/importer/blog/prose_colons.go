package blog

import (
	"cmp"
	"slices"
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
	"storefront/internal/lib/lazyregexp"
)

// colons matches lines that open or close a directive.
var colons = lazyregexp.New(
	`(?m)^((?:[ \t>]|(?:[-*+]|\d{1,9}[.)])[ \t])*)(:{2,})[ \t]*` +
		`(?:([A-Za-z][\w-]*)(?:\[([^\]\n]*)\]|[ \t]+([^{\n]*))?(.*)|(\{[^{}\n]*\}))?$`)

// admonitions maps the admonitions of Docusaurus and other tools to the kind of a note here and its default title.
var admonitions = map[string][2]string{
	"note": {"info", "NOTE"}, "info": {"info", "NOTE"}, "tip": {"tip", "TIP"}, "important": {"info", "IMPORTANT"},
	"warning": {"warning", "WARNING"}, "caution": {"warning", "CAUTION"}, "danger": {"warning", "CAUTION"},
}

// container is a directive of several lines that is still open.
type container struct {
	colons      int
	edit        int            // its index in Edits.List
	isText      bool           // its colons are text
	dropsColons bool           // only its colons are removed
	note        *importer.Note // to report when it ends
	line        int            // the offset of its first line
	hasName     bool           // its name directly follows its colons, so that it is not text
}

// convertContainers converts admonitions to notes, removes other directives, and escapes other lines that begin with
// colons: https://github.com/remarkjs/remark-directive.
func (b *blog) convertContainers(p *post, text string) *prose.Edits {
	e, words, inCode := &prose.Edits{Text: text}, b.WordsOf(p.language), prose.CodeIn(text)
	var open []container
	for _, m := range colons.FindAllStringSubmatchIndex(text, -1) {
		part := func(n int) string { return text[max(m[2*n], 0):max(m[2*n+1], 0)] }
		last, count := len(open)-1, len(part(2))
		known, isNote := admonitions[strings.ToLower(part(3))]
		switch {
		case inCode(m[4]):
		case strings.Trim(part(1), " \t>") != "" && !(isNote && count > 2): // ::before, as an item of a list
			e.Replace(m[4], m[4], `\`)
		case part(3)+part(7) == "":
			if last < 0 || open[last].isText {
				e.Replace(m[4], m[4], `\`)
			} else if open[last].dropsColons {
				e.RemoveLine(m[4], m[1])
			}
			if last >= 0 {
				b.reportContainer(p, open[last])
				open = open[:last]
			}
		case isNote && count > 2:
			n := container{colons: count, edit: len(e.List), line: m[4]}
			for _, outer := range open { // a note within another has fewer colons, or it would end that one
				n.isText = n.isText || !outer.dropsColons && count >= outer.colons
			}
			open = append(open, n)
			if n.isText {
				e.Replace(m[4], m[4], `\`)
				continue
			}
			title := prose.SingleLine(strings.NewReplacer("[", "(", "]", ")").Replace(part(4) + part(5)))
			if title = cmp.Or(title, words.Alerts[known[1]]); title != "" {
				title = "[" + title + "]"
			}
			e.Replace(m[4], m[1], part(2)+"note"+title+"{kind="+known[0]+"}")
		case count > 2:
			open = append(open, container{edit: len(e.List), dropsColons: true, line: m[4], hasName: m[5] == m[6],
				note: openDirective(e, m, part, words)})
		case part(5) == "" && (m[8] >= 0 || part(6) == "" || strings.HasPrefix(part(6), "{")):
			b.convertLeafDirective(p, e, m, part, words)
		default:
			e.Replace(m[4], m[4], `\`)
		}
	}
	for _, n := range open { // not closed
		if n.hasName {
			b.reportContainer(p, n) // it ends with the story
			continue
		}
		e.List[n.edit] = prose.Edit{From: n.line, To: n.line, With: `\`}
		b.noteInProse(p, p.sourceOffset(n.line), importer.Note{Field: "directive", Value: prose.LineAt(text, n.line),
			Why: "it is not closed; its line stays as text", Do: "close it with a line of colons"})
	}
	b.convertInlineDirectives(p, e)
	return e
}

func (b *blog) reportContainer(p *post, c container) {
	if c.note != nil {
		b.noteInProse(p, p.sourceOffset(c.line), *c.note)
	}
}

const noDirective = "this directive is not supported; "

// openDirective removes the first line of a directive of several lines, except its title. It returns the note to
// report.
func openDirective(e *prose.Edits, m []int, part func(int) string, words prose.Words) *importer.Note {
	title, folded := prose.SingleLine(part(4)+part(5)), part(3) == "details"
	if folded {
		title = cmp.Or(title, words.Details)
	}
	if title == "" {
		e.RemoveLine(m[4], m[1])
	} else {
		e.Replace(m[4], m[1], "**"+strings.ReplaceAll(title, "**", "")+"**\n"+strings.TrimRight(part(1), " \t"))
	}
	if folded {
		return nil
	}
	return &importer.Note{Field: "directive", Value: e.Text[m[4]:m[1]], Why: noDirective + "its content stays",
		Do: "write it in Markdown"}
}

var nameOfVideo = lazyregexp.New(`#([\w-]+)`)

// convertLeafDirective converts a directive of one line.
func (b *blog) convertLeafDirective(p *post, e *prose.Edits, m []int, part func(int) string, words prose.Words) {
	a := prose.ParseAttributes(strings.Trim(part(6), " \t{}"))
	name, label := strings.ToLower(part(3)), prose.SingleLine(part(4))
	id := cmp.Or(a["id"], a["v"])
	if named := nameOfVideo.FindStringSubmatch(part(6)); named != nil {
		id = cmp.Or(id, named[1])
	}
	n := importer.Note{Field: "directive", Value: e.Text[m[4]:m[1]], Why: noDirective + "it is left out",
		Do: "write it in Markdown"}
	switch {
	case prose.VideoAddresses[name] != "" && id != "":
		words.Video = cmp.Or(label, words.Video)
		e.Replace(m[4], m[1], words.VideoLink(prose.VideoAddresses[name]+id))
		return
	case a["src"] != "" && slices.Contains([]string{"figure", "image", "img"}, name):
		e.Replace(m[4], m[1], prose.Figure(a["src"], cmp.Or(a["alt"], label), cmp.Or(a["caption"], a["title"]), ""))
		return
	case label != "":
		n.Why = noDirective + "its text stays"
		e.Replace(m[4], m[1], part(4))
	default:
		e.Remove(m[4], m[1])
	}
	b.noteInProse(p, p.sourceOffset(m[4]), n)
}

// directive matches a directive within a line, :name[words]{attributes}.
var directive = lazyregexp.New(`(?m)(?:^|[\s("'*_>\x{2013}\x{2014}])(:[A-Za-z][\w-]*(?:` +
	`\[((?:[^\[\]\n]|\[[^\[\]\n]*\])*)\](?:\{[^{}\n]*\})?|\{[^{}\n]*\}))`)

// convertInlineDirectives replaces directives within lines with their text.
func (b *blog) convertInlineDirectives(p *post, e *prose.Edits) {
	inCode := prose.CodeIn(e.Text)
	for _, m := range directive.FindAllStringSubmatchIndex(e.Text, -1) {
		from, to := m[2], m[3]
		if inCode(from) || e.Covers(from) || strings.HasPrefix(e.Text[to:], "(") {
			continue
		}
		n := importer.Note{Field: "directive", Value: e.Text[from:to], Why: noDirective + "it is left out",
			Do: "write it in Markdown"}
		if m[4] < m[5] {
			n.Why = noDirective + "its text stays"
			e.Replace(from, to, e.Text[m[4]:m[5]])
		} else {
			e.Remove(from, to)
		}
		b.noteInProse(p, p.sourceOffset(from), n)
	}
}
