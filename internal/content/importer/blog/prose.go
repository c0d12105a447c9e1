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

// convertProse converts the prose of a post: tags of the tool's template language, then links, pictures and raw HTML.
func (b *blog) convertProse(p *post, title string) string {
	directives := &prose.Edits{Text: p.body}
	if !strings.HasSuffix(p.file, ".mdx") {
		directives = b.rewriteDirectives(b, p, p.body)
	}
	if isHTML(p.file) {
		directives.RenderHTML()
	}
	text, back := directives.Apply()
	p.sourceOffset = back
	for _, rewrite := range b.rewritesOf(p) {
		before, last := p.sourceOffset, (func(int) int)(nil)
		text, last = rewrite(text).Apply()
		p.sourceOffset = func(now int) int { return before(last(now)) }
	}
	w := &proseWalk{blog: b, post: p, title: title, edits: &prose.Edits{Text: text}}
	w.convertHTML(markdown.Parse([]byte(text)))
	w.reportLostTags()
	w.convertLinks()
	w.convertDefinitions()
	w.noteDiagrams()
	w.replaceEmojis()
	for range 3 { // removed code and HTML may expose more HTML
		before, last := p.sourceOffset, (func(int) int)(nil)
		text, last = w.edits.Apply()
		p.sourceOffset = func(now int) int { return before(last(now)) }
		w = &proseWalk{blog: b, post: p, title: title, edits: &prose.Edits{Text: text}}
		w.convertHTML(markdown.Parse([]byte(text)))
		if w.reportLostTags(); len(w.edits.List) == 0 {
			break
		}
	}
	return prose.RemoveEmptyItems(b.removeUnknownPictures(p, b.removeDeadLinks(p, prose.SeparateCaptions(text))))
}

// rewritesOf returns the rewrites of a post's text, in order, between its template language and the parsing.
func (b *blog) rewritesOf(p *post) []func(string) *prose.Edits {
	unseen := func(text string) *prose.Edits { return b.removeUnseen(p, text) }
	if isHTML(p.file) {
		return []func(string) *prose.Edits{unseen, prose.ConvertDocument}
	}
	rewrites := []func(string) *prose.Edits{
		quoteValues,
		func(text string) *prose.Edits { return b.limitQuotations(p, text) },
		func(text string) *prose.Edits { return b.convertFormulas(p, text) },
		func(text string) *prose.Edits { return b.hardLineEnds(p, text) },
		func(text string) *prose.Edits { return b.removeMDXCode(p, text) },
		func(text string) *prose.Edits { return prose.ConvertComponents(text, b.WordsOf(p.language)) },
		unseen,
		func(text string) *prose.Edits { return prose.ConvertAlerts(text, b.WordsOf(p.language)) },
		prose.UnemphasiseFigures,
		prose.UnemphasisePictures,
		captionsBelow,
		prose.MoveFenceTitles,
		func(text string) *prose.Edits { return b.separateElements(p, text) },
		separateMarkdown,
		func(text string) *prose.Edits { return b.convertBackslashBreaks(p, text) },
		separateSummaries,
		prose.UnindentTags,
		unseen, // in what was code before
		prose.ConvertPicturesInHTML,
		prose.AddHeadingIDs,
		prose.SeparateBlocks,
		prose.ConvertBlocks,
		prose.ConvertQuotations,
		prose.ReplaceInlineFigures,
		func(text string) *prose.Edits { return b.convertContainers(p, text) },
		b.convertTableOfContents,
	}
	if strings.HasSuffix(p.file, ".mdx") || !isHugo(b.dialect) && b.lacksIndentedCode() {
		rewrites = slices.Insert(rewrites, 6, prose.NormaliseMDX)
	}
	if !isHugo(b.dialect) {
		rewrites = slices.Insert(rewrites, 0, prose.ConvertKramdownTables, kramdownDefinitions,
			func(text string) *prose.Edits { return b.quoteCodeLines(p, text) },
			func(text string) *prose.Edits { return b.removeEmptyScripts(p, text) })
	}
	return rewrites
}

// proseWalk is the second pass over a post, on parsed Markdown.
type proseWalk struct {
	*blog
	post      *post
	title     string
	edits     *prose.Edits
	lowerText string  // the text in lower case, computed on first use
	blockEnds [][]int // the gaps between paragraphs, computed on first use
	// inCell is true if the tags are in a cell of a table.
	inCell bool
	// onOneLine is true if the tags are in a cell or a heading, which is one line.
	onOneLine   bool
	noLinkSpans [][2]int       // code and tags, where brackets are not links
	converted   [][2]int       // elements that are converted as a whole
	openMarks   map[string]int // number of open elements in a block, by mark
	// emphasisDepth counts the emphasis of Markdown around the current node, by its mark.
	emphasisDepth map[string]int
	// definitionLabels are the labels of link definitions, computed on first use.
	definitionLabels map[string]bool
	// closingAnchors are the offsets of </a> tags whose links are converted.
	closingAnchors []int
	// emptiedLinks are the insides of links whose only content is a picture that is left out.
	emptiedLinks [][2]int
	lostTags     []lostTag              // tags that are left out
	codeBlocks   []*ast.FencedCodeBlock // code with a language
	lastLinkEnd  int                    // the end of the last bare address
}

func (w *proseWalk) note(offset int, n importer.Note) {
	w.noteInProse(w.post, w.post.sourceOffset(offset), n)
}

// noteDiagrams reports code that the blog shows as a diagram.
func (w *proseWalk) noteDiagrams() {
	for _, code := range w.codeBlocks {
		language := string(code.Language([]byte(w.edits.Text)))
		if slices.Contains(diagramLanguages, strings.ToLower(language)) {
			w.note(code.Info.Segment.Start, importer.Note{Field: "code", Value: language,
				Why: "diagrams are not drawn here; its source is shown"})
		}
	}
}

// convertHTML converts raw HTML to Markdown, removes the rest, and records where code is.
func (w *proseWalk) convertHTML(root ast.Node) {
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		mark := prose.EmphasisMark(n)
		if !entering {
			if mark != "" {
				w.emphasisDepth[mark]--
			}
			return ast.WalkContinue, nil
		}
		if n.Type() == ast.TypeBlock {
			w.openMarks, w.emphasisDepth = map[string]int{}, map[string]int{}
		}
		if mark != "" {
			w.convertEmphasis(n, mark)
			w.emphasisDepth[mark]++
		}
		switch n := n.(type) {
		case *ast.List:
			w.edits.SeparateList(n)
		case *ast.CodeBlock, *ast.FencedCodeBlock:
			if n.Kind() == ast.KindCodeBlock && prose.ListAbove(w.edits.Text, n) != nil {
				w.fenceIndentedCode(n)
			}
			if code, ok := n.(*ast.FencedCodeBlock); ok && code.Info != nil {
				w.codeBlocks = append(w.codeBlocks, code)
			}
			for i := range n.Lines().Len() {
				at := n.Lines().At(i)
				w.noLinkSpans = append(w.noLinkSpans, [2]int{at.Start, at.Stop})
			}
		case *ast.CodeSpan:
			for c := n.FirstChild(); c != nil; c = c.NextSibling() {
				if t, ok := c.(*ast.Text); ok {
					w.noLinkSpans = append(w.noLinkSpans, [2]int{t.Segment.Start, t.Segment.Stop})
				}
			}
		case *ast.Text:
			if _, code := n.Parent().(*ast.CodeSpan); !code {
				w.convertDashes(n.Segment.Start, n.Segment.Stop)
			}
		case *ast.AutoLink:
			w.convertAutoLink(string(n.Label([]byte(w.edits.Text))))
		case *ast.HTMLBlock:
			w.inCell, w.onOneLine = false, false
			w.convertHTMLBlock(n)
		case *ast.RawHTML:
			w.inCell = prose.IsInside(n, tables.KindTableCell)
			w.onOneLine = w.inCell || prose.IsInside(n, ast.KindHeading)
			if last := n.Segments.Len() - 1; last >= 0 { // a tag may go over several lines
				w.convertTags(n.Segments.At(0).Start, n.Segments.At(last).Stop)
			}
		}
		return ast.WalkContinue, nil
	})
}

// convertDashes writes the dashes that Hugo and Jekyll make of two and three hyphens. Flags such as --so stay.
func (w *proseWalk) convertDashes(from, to int) {
	if isHTML(w.post.file) {
		return
	}
	for _, m := range hyphens.FindAllStringSubmatchIndex(w.edits.Text[from:to], -1) {
		start, end := from+max(m[2], m[4]), from+max(m[3], m[5])
		w.edits.Replace(start, end, map[int]string{2: "–", 3: "—"}[end-start])
	}
}

var hyphens = lazyregexp.New(`[\pL\pN.,;:!?)"'](---?)[\pL\pN("']|(?:^| )(---?)(?: |$)`)

func (w *proseWalk) convertHTMLBlock(n *ast.HTMLBlock) {
	if n.Lines().Len() == 0 {
		return
	}
	from, to := n.Lines().At(0).Start, n.Lines().At(n.Lines().Len()-1).Stop
	if n.HasClosure() {
		to = max(to, n.ClosureLine.Stop)
	}
	raw := w.edits.Text[from:to]
	for _, m := range prose.CodeOrTag.FindAllStringIndex(raw, -1) {
		w.noLinkSpans = append(w.noLinkSpans, [2]int{from + m[0], from + m[1]})
	}
	if m := prose.OpeningTag.FindStringSubmatch(raw); m != nil &&
		slices.Contains(prose.OpaqueElements, strings.ToLower(m[1])) {
		if address := prose.PlayerAddress(raw); address != "" {
			w.edits.Replace(from, to, w.WordsOf(w.post.language).VideoLink(address)+"\n")
			return
		}
		w.note(from, importer.Note{Field: "HTML", Value: raw, Why: "pages contain no raw HTML; <" +
			strings.ToLower(m[1]) + "> is left out with its content", Do: "write it in Markdown"})
		w.edits.Remove(from, len(strings.TrimRight(w.edits.Text[:to], "\n")))
		return
	}
	if m := prose.PreformattedBlock.FindStringSubmatch(raw); m != nil {
		w.noLinkSpans = append(w.noLinkSpans, [2]int{from, to})
		code := prose.LeadingBlankLines.ReplaceAllString(prose.Tag.ReplaceAllString(m[1], ""), "")
		code = strings.TrimRight(code, " \t\n")
		end := from + len(strings.TrimRight(raw, " \t\n"))
		w.edits.Replace(from, end, w.edits.CodeReplacement(from, end, html.UnescapeString(code), ""))
		return
	}
	w.convertTags(from, to)
	if m := prose.OpeningTag.FindStringSubmatch(raw); m == nil || strings.ToLower(m[1]) != "pre" {
		w.unindent(n)
	}
}

// unindent removes the indentation of a block's lines, which would make them code once its tags are removed.
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
	errAmbiguousEnding  = errors.New("several pictures have this name, with different extensions")
	errAmbiguousName    = errors.New("several files have this name")
	errPictureMissing   = errors.New("this picture is not among the files")
	errNoPictureAddress = errors.New("this is not the address of a picture")
)

func (w *proseWalk) hasNoLinkAt(at int) bool { return prose.InSpans(w.noLinkSpans, at) }

// convertLinks converts the inline links and pictures of Markdown.
func (w *proseWalk) convertLinks() {
	text := w.edits.Text
	for at := 0; ; {
		i := strings.Index(text[at:], "](")
		if i < 0 {
			return
		}
		closed := at + i
		at = closed + 2
		open := prose.OpeningBracket(text, closed)
		to, title, from, until, end, ok := prose.ParseDestination(text, at)
		if !ok && !isHugo(w.dialect) {
			to, title, from, until, end, ok = w.spacedDestination(text, at)
		}
		if open < 0 || !ok || w.hasNoLinkAt(closed) || w.hasNoLinkAt(open) || w.isReferenceLabel(open, closed) {
			continue
		}
		if strings.HasSuffix(text[:open], "!") && !strings.HasSuffix(text[:open], `\!`) {
			alt := text[open+1 : closed]
			w.placePicture(open-1, end, w.convertImage(open-1, to, alt, title), alt)
			continue
		}
		now, why := w.resolveLink(w.post, to)
		switch {
		case prose.IsEmptyLink(text[open+1 : closed]), slices.Contains(w.emptiedLinks, [2]int{open + 1, closed}):
			w.removeEmptyLink(open, end, to)
		case why != "":
			w.note(open, importer.Note{Field: "link", Value: to, Why: why + "; its text stays"})
			w.edits.Replace(open, open+1, "")
			w.edits.Replace(closed, end, "")
		case now != to || strings.Contains(to, " "):
			if title := w.storyTitleAt(now); title != "" && w.isOwnAddress(text[open+1:closed]) {
				w.edits.Replace(open+1, closed, title)
			}
			w.edits.Replace(from, until, prose.EscapeDestination(now))
		}
	}
}
