package blog

import (
	"errors"
	"html"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"

	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
	"storefront/internal/content/markdown"
	"storefront/internal/lib/lazyregexp"
)

// prose rewrites the prose of a post: what the other tool's template language has, then links, pictures and raw HTML.
func (b *blog) prose(p *post, title string) string {
	directives := &prose.Edits{Text: p.body}
	if !strings.HasSuffix(p.file, ".mdx") {
		directives = b.directives(b, p, p.body)
	}
	unseen := func(text string) *prose.Edits { return b.withoutUnseen(p, text) }
	rewrites := []func(string) *prose.Edits{
		quotedValues,
		func(text string) *prose.Edits { return b.lessQuoted(p, text) },
		func(text string) *prose.Edits { return b.formulas(p, text) },
		func(text string) *prose.Edits { return b.hardLineEnds(p, text) },
		func(text string) *prose.Edits { return b.withoutCode(p, text) },
		func(text string) *prose.Edits { return prose.Components(text, b.WordsOf(p.language)) },
		unseen,
		func(text string) *prose.Edits { return prose.Alerts(text, b.WordsOf(p.language)) },
		prose.PlainFigures,
		prose.PlainPictures,
		captioned,
		prose.FenceTitles,
		func(text string) *prose.Edits { return b.apartElements(p, text) },
		withMarkdown,
		func(text string) *prose.Edits { return b.backslashBreaks(p, text) },
		belowSummaries,
		prose.FurtherIn,
		unseen, // of what was code before
		prose.HTMLPictures,
		prose.HeadingIDs,
		prose.OnOwnLines,
		prose.Blocks,
		prose.InQuotations,
		prose.FiguresWithin,
		func(text string) *prose.Edits { return b.parts(p, text) },
		b.tableOfContents,
	}
	if strings.HasSuffix(p.file, ".mdx") || !isHugo(b.dialect) && b.readsNoIndent() {
		rewrites = slices.Insert(rewrites, 6, prose.WithoutIndent)
	}
	if !isHugo(b.dialect) {
		rewrites = slices.Insert(rewrites, 0, prose.KramdownTables, kramdownDefinitions,
			func(text string) *prose.Edits { return b.quotedCode(p, text) },
			func(text string) *prose.Edits { return b.withoutEmptyScripts(p, text) })
	}
	if isHTML(p.file) {
		directives.RenderHTML()
		rewrites = []func(string) *prose.Edits{unseen, prose.Document}
	}
	text, back := directives.Apply()
	p.back = back
	for _, rewrite := range rewrites {
		before, last := p.back, (func(int) int)(nil)
		text, last = rewrite(text).Apply()
		p.back = func(now int) int { return before(last(now)) }
	}
	w := &proseWalk{blog: b, post: p, title: title, edits: &prose.Edits{Text: text}}
	w.html(markdown.Parse([]byte(text)))
	w.reportLost()
	w.links()
	w.definitions()
	w.drawings()
	w.emojis()
	for range 3 { // what was code or HTML around may be none now
		before, last := p.back, (func(int) int)(nil)
		text, last = w.edits.Apply()
		p.back = func(now int) int { return before(last(now)) }
		w = &proseWalk{blog: b, post: p, title: title, edits: &prose.Edits{Text: text}}
		w.html(markdown.Parse([]byte(text)))
		if w.reportLost(); len(w.edits.List) == 0 {
			break
		}
	}
	return prose.WithoutHollow(b.withoutUnknownPictures(p, b.withoutDeadLinks(p, prose.CaptionsApart(text))))
}

// proseWalk is the second pass over a post, on Markdown alone.
type proseWalk struct {
	*blog
	post  *post
	title string
	edits *prose.Edits
	lower string  // the text in lower case, once it is needed
	parts [][]int // what parts its paragraphs, from its beginning to its end, once it is needed
	// inCell says that the tags are within a cell of a table.
	inCell bool
	// onOneLine says that they are within a cell or a heading, which is one line.
	onOneLine bool
	skip      [][2]int       // code and tags, where brackets do not make links
	made      [][2]int       // links whose pictures are made already
	open      map[string]int // how many elements of a mark are open, in a block
	// emphasised is in how much emphasis of Markdown that has a mark something stands.
	emphasised map[string]int
	// ofDefinitions are the labels of addresses that are defined apart, once they are needed.
	ofDefinitions map[string]bool
	// closers are where </a> stands whose link is made already.
	closers []int
	// emptied are the insides of links that hold a picture alone that is left out.
	emptied [][2]int
	lost    []lostTag              // tags that are left out
	fenced  []*ast.FencedCodeBlock // code with a language
	linked  int                    // where the last address that is a link by itself ends
}

func (w *proseWalk) note(offset int, n importer.Note) { w.in(w.post, w.post.back(offset), n) }

// drawings reports code from which the blog draws.
func (w *proseWalk) drawings() {
	for _, code := range w.fenced {
		language := string(code.Language([]byte(w.edits.Text)))
		if slices.Contains(drawings, strings.ToLower(language)) {
			w.note(code.Info.Segment.Start, importer.Note{Field: "code", Value: language,
				Why: "nothing draws this here; it is shown as it is written"})
		}
	}
}

// html maps raw HTML that Markdown can say, takes out the rest, and remembers where code is.
func (w *proseWalk) html(root ast.Node) {
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		mark := prose.MarkOf(n)
		if !entering {
			if mark != "" {
				w.emphasised[mark]--
			}
			return ast.WalkContinue, nil
		}
		if n.Type() == ast.TypeBlock {
			w.open, w.emphasised = map[string]int{}, map[string]int{}
		}
		if mark != "" {
			w.emphasis(n, mark)
			w.emphasised[mark]++
		}
		switch n := n.(type) {
		case *ast.List:
			w.edits.Apart(n)
		case *ast.CodeBlock, *ast.FencedCodeBlock:
			if n.Kind() == ast.KindCodeBlock && prose.ListAbove(w.edits.Text, n) != nil {
				w.fence(n)
			}
			if code, ok := n.(*ast.FencedCodeBlock); ok && code.Info != nil {
				w.fenced = append(w.fenced, code)
			}
			for i := range n.Lines().Len() {
				at := n.Lines().At(i)
				w.skip = append(w.skip, [2]int{at.Start, at.Stop})
			}
		case *ast.CodeSpan:
			for c := n.FirstChild(); c != nil; c = c.NextSibling() {
				if t, ok := c.(*ast.Text); ok {
					w.skip = append(w.skip, [2]int{t.Segment.Start, t.Segment.Stop})
				}
			}
		case *ast.Text:
			if _, code := n.Parent().(*ast.CodeSpan); !code {
				w.dashes(n.Segment.Start, n.Segment.Stop)
			}
		case *ast.AutoLink:
			w.bareLink(string(n.Label([]byte(w.edits.Text))))
		case *ast.HTMLBlock:
			w.inCell, w.onOneLine = false, false
			w.block(n)
		case *ast.RawHTML:
			w.inCell = prose.IsIn(n, tables.KindTableCell)
			w.onOneLine = w.inCell || prose.IsIn(n, ast.KindHeading)
			if last := n.Segments.Len() - 1; last >= 0 { // a tag may go over several lines
				w.tags(n.Segments.At(0).Start, n.Segments.At(last).Stop)
			}
		}
		return ast.WalkContinue, nil
	})
}

// dashes writes the dashes that Hugo and Jekyll make of two and three hyphens in Markdown. Flags, --so, stay.
func (w *proseWalk) dashes(from, to int) {
	if isHTML(w.post.file) {
		return
	}
	for _, m := range hyphens.FindAllStringSubmatchIndex(w.edits.Text[from:to], -1) {
		start, end := from+max(m[2], m[4]), from+max(m[3], m[5])
		w.edits.Replace(start, end, map[int]string{2: "–", 3: "—"}[end-start])
	}
}

var hyphens = lazyregexp.New(`[\pL\pN.,;:!?)"'](---?)[\pL\pN("']|(?:^| )(---?)(?: |$)`)

func (w *proseWalk) block(n *ast.HTMLBlock) {
	if n.Lines().Len() == 0 {
		return
	}
	from, to := n.Lines().At(0).Start, n.Lines().At(n.Lines().Len()-1).Stop
	if n.HasClosure() {
		to = max(to, n.ClosureLine.Stop)
	}
	raw := w.edits.Text[from:to]
	for _, m := range prose.NoLinks.FindAllStringIndex(raw, -1) {
		w.skip = append(w.skip, [2]int{from + m[0], from + m[1]})
	}
	if m := prose.Opened.FindStringSubmatch(raw); m != nil &&
		slices.Contains(prose.WholeElements, strings.ToLower(m[1])) {
		if address := prose.PlayerAddress(raw); address != "" {
			w.edits.Replace(from, to, w.WordsOf(w.post.language).Watch(address)+"\n")
			return
		}
		w.note(from, importer.Note{Field: "HTML", Value: raw, Why: "raw HTML does not reach the page; <" +
			strings.ToLower(m[1]) + "> is left out with what it holds", Do: "say it in Markdown"})
		w.edits.Remove(from, len(strings.TrimRight(w.edits.Text[:to], "\n")))
		return
	}
	if m := prose.WholeCode.FindStringSubmatch(raw); m != nil {
		w.skip = append(w.skip, [2]int{from, to})
		code := strings.TrimRight(prose.BlankLines.ReplaceAllString(prose.Tag.ReplaceAllString(m[1], ""), ""), " \t\n")
		end := from + len(strings.TrimRight(raw, " \t\n"))
		w.edits.Replace(from, end, w.edits.Code(from, end, html.UnescapeString(code), ""))
		return
	}
	w.tags(from, to)
	if m := prose.Opened.FindStringSubmatch(raw); m == nil || strings.ToLower(m[1]) != "pre" {
		w.unindent(n)
	}
}

// unindent takes the white space before the lines of a block: once its tags are gone, it would make them code. Lines
// that tags removed whole have none.
func (w *proseWalk) unindent(n *ast.HTMLBlock) {
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		text := w.edits.Text[line.Start:line.Stop]
		if indent := len(text) - len(strings.TrimLeft(text, " \t")); indent > 0 {
			w.edits.Replace(line.Start, line.Start+indent, "")
		}
	}
}

var (
	errSeveral    = errors.New("several pictures have this name without its ending")
	errOneOfSome  = errors.New("several of the files have this name")
	errNotThere   = errors.New("this picture is not among the files")
	errNoFileName = errors.New("this is no picture's address")
)

func (w *proseWalk) inside(at int) bool { return prose.Within(w.skip, at) }

// links rewrites what stands in round brackets after square ones.
func (w *proseWalk) links() {
	text := w.edits.Text
	for at := 0; ; {
		i := strings.Index(text[at:], "](")
		if i < 0 {
			return
		}
		closed := at + i
		at = closed + 2
		open := prose.Opening(text, closed)
		to, title, from, until, end, ok := prose.Destination(text, at)
		if !ok && !isHugo(w.dialect) {
			to, title, from, until, end, ok = w.spacedDestination(text, at)
		}
		if open < 0 || !ok || w.inside(closed) || w.inside(open) || w.isLabel(open, closed) {
			continue
		}
		if strings.HasSuffix(text[:open], "!") && !strings.HasSuffix(text[:open], `\!`) {
			alt := text[open+1 : closed]
			w.place(open-1, end, w.image(open-1, to, alt, title), alt)
			continue
		}
		now, why := w.target(w.post, to)
		switch {
		case prose.IsWordless(text[open+1 : closed]), slices.Contains(w.emptied, [2]int{open + 1, closed}):
			w.wordless(open, end, to)
		case why != "":
			w.note(open, importer.Note{Field: "link", Value: to, Why: why + "; its words stay"})
			w.edits.Replace(open, open+1, "")
			w.edits.Replace(closed, end, "")
		case now != to || strings.Contains(to, " "):
			if title := w.titleAt(now); title != "" && w.isOwnAddress(text[open+1:closed]) {
				w.edits.Replace(open+1, closed, title)
			}
			w.edits.Replace(from, until, prose.InBrackets(now))
		}
	}
}
