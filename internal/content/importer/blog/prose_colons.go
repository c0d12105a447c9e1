package blog

import (
	"cmp"
	"slices"
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
	"storefront/internal/lib/lazyregexp"
)

// colons are lines that a part could open here, and lines that close one.
var colons = lazyregexp.New(
	`(?m)^((?:[ \t>]|(?:[-*+]|\d{1,9}[.)])[ \t])*)(:{2,})[ \t]*` +
		`(?:([A-Za-z][\w-]*)(?:\[([^\]\n]*)\]|[ \t]+([^{\n]*))?(.*)|(\{[^{}\n]*\}))?$`)

// admonitions are the notes of Docusaurus and of other tools, by their words, with their kind here and their opening.
var admonitions = map[string][2]string{
	"note": {"info", "NOTE"}, "info": {"info", "NOTE"}, "tip": {"tip", "TIP"}, "important": {"info", "IMPORTANT"},
	"warning": {"warning", "WARNING"}, "caution": {"warning", "CAUTION"}, "danger": {"warning", "CAUTION"},
}

// container is a part of several lines whose end has not come yet.
type container struct {
	colons int
	edit   int            // its place among the edits
	text   bool           // its lines of colons stay text
	marks  bool           // its lines of colons go, what it holds stays
	remark *importer.Note // where it ends
	line   int            // where its first line begins
	named  bool           // no note, and its name follows its colons, as nothing else is written
}

// parts makes admonitions notes, takes other directives out of prose, and has other lines that begin with colons stay
// text: https://github.com/remarkjs/remark-directive.
func (b *blog) parts(p *post, text string) *prose.Edits {
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
			if last < 0 || open[last].text {
				e.Replace(m[4], m[4], `\`)
			} else if open[last].marks {
				e.Blank(m[4], m[1])
			}
			if last >= 0 {
				b.remark(p, open[last])
				open = open[:last]
			}
		case isNote && count > 2:
			n := container{colons: count, edit: len(e.List), line: m[4]}
			for _, outer := range open { // a note within another has fewer colons, or it would end that one
				n.text = n.text || !outer.marks && count >= outer.colons
			}
			open = append(open, n)
			if n.text {
				e.Replace(m[4], m[4], `\`)
				continue
			}
			title := prose.Plain(strings.NewReplacer("[", "(", "]", ")").Replace(part(4) + part(5)))
			if title = cmp.Or(title, words.Alerts[known[1]]); title != "" {
				title = "[" + title + "]"
			}
			e.Replace(m[4], m[1], part(2)+"note"+title+"{kind="+known[0]+"}")
		case count > 2:
			open = append(open, container{edit: len(e.List), marks: true, line: m[4], named: m[5] == m[6],
				remark: openDirective(e, m, part, words)})
		case part(5) == "" && (m[8] >= 0 || part(6) == "" || strings.HasPrefix(part(6), "{")):
			b.leafDirective(p, e, m, part, words)
		default:
			e.Replace(m[4], m[4], `\`)
		}
	}
	for _, n := range open { // without an end
		if n.named {
			b.remark(p, n) // its end is that of the story
			continue
		}
		e.List[n.edit] = prose.Edit{From: n.line, To: n.line, With: `\`}
		b.in(p, p.back(n.line), importer.Note{Field: "directive", Value: prose.LineAt(text, n.line),
			Why: "it has no end; its line stays as text", Do: "write a line of colons where it ends"})
	}
	b.wordsOfDirectives(p, e)
	return e
}

func (b *blog) remark(p *post, c container) {
	if c.remark != nil {
		b.in(p, p.back(c.line), *c.remark)
	}
}

const noDirective = "there is no such directive here; "

// openDirective takes the first line of a directive of several lines out; its title stays. It returns what to report.
func openDirective(e *prose.Edits, m []int, part func(int) string, words prose.Words) *importer.Note {
	title, folded := prose.Plain(part(4)+part(5)), part(3) == "details"
	if folded {
		title = cmp.Or(title, words.Details)
	}
	if title == "" {
		e.Blank(m[4], m[1])
	} else {
		e.Replace(m[4], m[1], "**"+strings.ReplaceAll(title, "**", "")+"**\n"+strings.TrimRight(part(1), " \t"))
	}
	if folded {
		return nil
	}
	return &importer.Note{Field: "directive", Value: e.Text[m[4]:m[1]], Why: noDirective + "what it holds stays",
		Do: "say it in Markdown"}
}

var nameOfVideo = lazyregexp.New(`#([\w-]+)`)

// leafDirective maps a directive of one line.
func (b *blog) leafDirective(p *post, e *prose.Edits, m []int, part func(int) string, words prose.Words) {
	a, name, label := prose.Attributes(strings.Trim(part(6), " \t{}")), strings.ToLower(part(3)), prose.Plain(part(4))
	id := cmp.Or(a["id"], a["v"])
	if named := nameOfVideo.FindStringSubmatch(part(6)); named != nil {
		id = cmp.Or(id, named[1])
	}
	n := importer.Note{Field: "directive", Value: e.Text[m[4]:m[1]], Why: noDirective + "it is left out",
		Do: "say it in Markdown"}
	switch {
	case prose.Videos[name] != "" && id != "":
		words.Video = cmp.Or(label, words.Video)
		e.Replace(m[4], m[1], words.Watch(prose.Videos[name]+id))
		return
	case a["src"] != "" && slices.Contains([]string{"figure", "image", "img"}, name):
		e.Replace(m[4], m[1], prose.Figure(a["src"], cmp.Or(a["alt"], label), cmp.Or(a["caption"], a["title"]), ""))
		return
	case label != "":
		n.Why = noDirective + "its words stay"
		e.Replace(m[4], m[1], part(4))
	default:
		e.Remove(m[4], m[1])
	}
	b.in(p, p.back(m[4]), n)
}

// directive matches a directive within a line, :name[words]{attributes}.
var directive = lazyregexp.New(`(?m)(?:^|[\s("'*_>\x{2013}\x{2014}])(:[A-Za-z][\w-]*(?:` +
	`\[((?:[^\[\]\n]|\[[^\[\]\n]*\])*)\](?:\{[^{}\n]*\})?|\{[^{}\n]*\}))`)

// wordsOfDirectives leaves of directives within lines their words.
func (b *blog) wordsOfDirectives(p *post, e *prose.Edits) {
	inCode := prose.CodeIn(e.Text)
	for _, m := range directive.FindAllStringSubmatchIndex(e.Text, -1) {
		from, to := m[2], m[3]
		if inCode(from) || e.Covers(from) || strings.HasPrefix(e.Text[to:], "(") {
			continue
		}
		n := importer.Note{Field: "directive", Value: e.Text[from:to], Why: noDirective + "it is left out",
			Do: "say it in Markdown"}
		if m[4] < m[5] {
			n.Why = noDirective + "its words stay"
			e.Replace(from, to, e.Text[m[4]:m[5]])
		} else {
			e.Remove(from, to)
		}
		b.in(p, p.back(from), n)
	}
}
