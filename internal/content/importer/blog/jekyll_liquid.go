package blog

import (
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
	"storefront/internal/lib/lazyregexp"
)

var (
	liquidPart = lazyregexp.New(`(?s)\{%-?\s*([\w]+)(.*?)-?%\}|\{\{-?\s*(.*?)\s*-?\}\}`)

	rawTags     = lazyregexp.New(`\{%-?\s*(?:end)?raw\s*-?%\}`)
	tocList     = lazyregexp.New(`(?m)^[ \t]*[*+-1.]+ +\S.*\n[ \t]*\{:\s*toc[^}\n]*\}`)
	siteAddress = lazyregexp.New(`^site\.(?:base)?url$`) // addresses here are paths
)

// rewriteDirectives converts Liquid and kramdown's attribute lists: https://jekyllrb.com/docs/liquid/tags/.
func (j *jekyll) rewriteDirectives(b *blog, p *post, text string) *prose.Edits {
	e, inCode := &prose.Edits{Text: text}, prose.CodeIn(text)
	j.convertLiquid(b, p, e, inCode)
	if isHTML(p.file) {
		return e
	}
	for _, m := range tocList.FindAllStringIndex(text, -1) {
		e.Remove(m[0], m[1])
	}
	if b.isHexo() {
		keepTabTitles(e, inCode)
	}
	for _, m := range abbreviation.FindAllStringIndex(text, -1) {
		if !inCode(m[0]) {
			b.noteInProse(p, m[0], importer.Note{Field: "abbreviation", Value: text[m[0]:m[1]],
				Why: "it is left out; the short form stays", Do: "write out its meaning once"})
			e.Remove(m[0], m[1])
		}
	}
	b.removeComments(p, e)
	for _, m := range prose.AttributeList.FindAllStringIndex(text, -1) {
		if inCode(m[0]) || e.Covers(m[0]) || e.AddAttributeID(m[0], m[1]) {
			continue
		}
		if !strings.Contains(text[m[0]:m[1]], "toc") {
			b.noteLooks(p, m[0], text[m[0]:m[1]])
		}
		e.Remove(m[0], m[1])
	}
	prose.FixBold(e, text)
	separateDefinitions(e, text)
	return e
}

// convertLiquid converts the tags and outputs of Liquid, unless front matter disables it for the post.
func (j *jekyll) convertLiquid(b *blog, p *post, e *prose.Edits, inCode func(int) bool) {
	if strings.EqualFold(p.front.Get("render_with_liquid").Text(), "false") {
		return
	}
	for until := 0; ; {
		m := liquidPart.FindStringSubmatchIndex(e.Text[until:])
		if m == nil {
			return
		}
		for i := range m {
			if m[i] >= 0 {
				m[i] += until
			}
		}
		from, to := m[0], m[1]
		until = to
		switch {
		case e.IsRemoved(from):
		case inCode(from) && !j.evaluatesCode(b, e.Text, m):
		case m[2] < 0:
			j.convertOutput(b, p, e, from, to, e.Text[m[6]:m[7]])
		default:
			tag := liquidTag{j: j, b: b, p: p, e: e, from: from, to: to, name: e.Text[m[2]:m[3]],
				rest: strings.TrimSpace(e.Text[m[4]:m[5]])}
			until = tag.convert()
		}
	}
}

// convertOutput converts an output, {{ value }}.
func (j *jekyll) convertOutput(b *blog, p *post, e *prose.Edits, from, to int, what string) {
	out, err := j.evaluate(b, p, e.Text[from:to])
	if err == nil && (out != "" || siteAddress.MatchString(what)) {
		e.Replace(from, to, out)
		return
	}
	n := importer.Note{Field: "Liquid", Value: e.Text[from:to], Why: "it cannot be evaluated here; it is left out",
		Do: "write it as text"}
	if err == nil {
		n.Why = "it has no value; it is left out, as in Jekyll"
	}
	b.noteInProse(p, from, n)
	if start, end := liquidDefinitionAt(e.Text, from); end > 0 {
		p.lostDefinitions = true
		e.Remove(start, end)
		e.Removed = append(e.Removed, prose.Edit{From: to, To: end})
		return
	}
	e.Remove(from, to)
}

// evaluate returns the output of Liquid source. The output of a template is not evaluated again.
func (j *jekyll) evaluate(b *blog, p *post, source string) (string, error) {
	if p.evaluated {
		return "", errUnknown
	}
	return j.templatesOf(b, p).evaluate(source)
}

var assigned = lazyregexp.New(`\{%-?\s*(?:assign|capture)\s+["']?([\w-]+)`)

// forgetAssigned makes the variables unknown that Liquid assigns which cannot be evaluated, so that conditions on them
// cannot be evaluated either.
func (j *jekyll) forgetAssigned(b *blog, p *post, source string) {
	if p.evaluated {
		return
	}
	p.lostDefinitions = p.lostDefinitions || strings.Contains(source, "]:")
	for _, m := range assigned.FindAllStringSubmatch(source, -1) {
		j.templatesOf(b, p).vars[m[1]] = unavailable{j.readUnknown}
	}
}

// Liquid that puts out nothing between the attributes of a tag leaves blank lines there, which end a block of HTML.
var (
	tagOverBlankLines = lazyregexp.New(`<[a-zA-Z][\w-]*(?:\s+[\w:@.-]+(?:=(?:"[^"]*"|'[^']*'))?)*\s*/?>`)
	linesOfTag        = lazyregexp.New(`\n\s*\n`)
)

// replaceWithOutput replaces a template with its output, and converts the tags in it.
func (j *jekyll) replaceWithOutput(b *blog, p *post, e *prose.Edits, from, to int, out string) {
	if strings.TrimSpace(out) == "" {
		e.Remove(from, to)
		return
	}
	inner := *p
	inner.evaluated, inner.bodyLine = true, p.bodyLine+strings.Count(p.body[:min(from, len(p.body))], "\n")
	inner.body = "" // notes have the template's position
	made := j.rewriteDirectives(b, &inner, tagOverBlankLines.ReplaceAllStringFunc(out, func(tag string) string {
		return linesOfTag.ReplaceAllString(tag, "\n")
	}))
	if isHTML(p.file) {
		made.RenderHTML()
	}
	text, _ := made.Apply()
	e.Replace(from, to, text)
	e.List[len(e.List)-1].IsRendered = true
}

// endOfBlock returns the end of the tag that closes a block whose opening tag ends at an offset; -1 without one.
func endOfBlock(text string, at int, name string) int {
	depth := 1
	for _, m := range liquidPart.FindAllStringSubmatchIndex(text[at:], -1) {
		if m[2] < 0 {
			continue
		}
		switch text[at+m[2] : at+m[3]] {
		case name:
			depth++
		case "end" + name:
			if depth--; depth == 0 {
				return at + m[1]
			}
		}
	}
	return -1
}
