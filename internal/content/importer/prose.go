package importer

import (
	"errors"
	"html"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"

	"storefront/internal/content/markdown"
)

// prose rewrites the prose of a post: what the other tool's template language has, then links, pictures and raw HTML.
func (b *blog) prose(p *post, title string) string {
	directives := &edits{text: p.body}
	if !strings.HasSuffix(p.file, ".mdx") {
		directives = b.directives(b, p, p.body)
	}
	unseen := func(text string) *edits { return b.withoutUnseen(p, text) }
	rewrites := []func(string) *edits{
		quotedValues,
		func(text string) *edits { return b.lessQuoted(p, text) },
		func(text string) *edits { return b.formulas(p, text) },
		func(text string) *edits { return b.withoutCode(p, text) },
		func(text string) *edits { return components(text, b.wordsOf(p.language)) },
		unseen,
		func(text string) *edits { return alerts(text, b.wordsOf(p.language)) },
		plainFigures,
		plainPictures,
		captioned,
		fenceTitles,
		withMarkdown,
		belowSummaries,
		furtherIn,
		unseen, // of what was code before
		htmlPictures,
		headingIDs,
		onOwnLines,
		blocks,
		inQuotations,
		figuresWithin,
		func(text string) *edits { return b.parts(p, text) },
	}
	if strings.HasSuffix(p.file, ".mdx") || !isHugo(b.dialect) && b.readsNoIndent() {
		rewrites = slices.Insert(rewrites, 5, withoutIndent)
	}
	if !isHugo(b.dialect) {
		rewrites = slices.Insert(rewrites, 0, kramdownTables, kramdownDefinitions,
			func(text string) *edits { return b.withoutEmptyScripts(p, text) })
	}
	if isHTML(p.file) {
		directives.renderHTML()
		rewrites = []func(string) *edits{unseen, document}
	}
	text, back := directives.apply()
	p.back = back
	for _, rewrite := range rewrites {
		before, last := p.back, (func(int) int)(nil)
		text, last = rewrite(text).apply()
		p.back = func(now int) int { return before(last(now)) }
	}
	w := &proseWalk{blog: b, post: p, title: title, edits: &edits{text: text}}
	w.html(markdown.Parse([]byte(text)))
	w.reportLost()
	w.links()
	w.definitions()
	w.drawings()
	w.emojis()
	for range 3 { // what was code or HTML around may be none now
		before, last := p.back, (func(int) int)(nil)
		text, last = w.edits.apply()
		p.back = func(now int) int { return before(last(now)) }
		w = &proseWalk{blog: b, post: p, title: title, edits: &edits{text: text}}
		w.html(markdown.Parse([]byte(text)))
		if w.reportLost(); len(w.edits.list) == 0 {
			break
		}
	}
	return withoutHollow(b.withoutUnknownPictures(p, b.withoutDeadLinks(p, captionsApart(text))))
}

// proseWalk is the second pass over a post, on Markdown alone.
type proseWalk struct {
	*blog
	post  *post
	title string
	edits *edits
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

func (w *proseWalk) note(offset int, n Note) { w.in(w.post, w.post.back(offset), n) }

// drawings reports code from which the blog draws.
func (w *proseWalk) drawings() {
	for _, code := range w.fenced {
		language := string(code.Language([]byte(w.edits.text)))
		if slices.Contains(drawings, strings.ToLower(language)) {
			w.note(code.Info.Segment.Start, Note{Field: "code", Value: language,
				Why: "nothing draws this here; it is shown as it is written"})
		}
	}
}

// html maps raw HTML that Markdown can say, takes out the rest, and remembers where code is.
func (w *proseWalk) html(root ast.Node) {
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		mark := markOf(n)
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
			w.edits.apart(n)
		case *ast.CodeBlock, *ast.FencedCodeBlock:
			if n.Kind() == ast.KindCodeBlock && listAbove(w.edits.text, n) != nil {
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
			w.bareLink(string(n.Label([]byte(w.edits.text))))
		case *ast.HTMLBlock:
			w.inCell, w.onOneLine = false, false
			w.block(n)
		case *ast.RawHTML:
			w.inCell = isIn(n, tables.KindTableCell)
			w.onOneLine = w.inCell || isIn(n, ast.KindHeading)
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
	for _, m := range hyphens.FindAllStringSubmatchIndex(w.edits.text[from:to], -1) {
		start, end := from+max(m[2], m[4]), from+max(m[3], m[5])
		w.edits.replace(start, end, map[int]string{2: "–", 3: "—"}[end-start])
	}
}

var hyphens = regexp.MustCompile(`[\pL\pN.,;:!?)"'](---?)[\pL\pN("']|(?:^| )(---?)(?: |$)`)

func (w *proseWalk) block(n *ast.HTMLBlock) {
	if n.Lines().Len() == 0 {
		return
	}
	from, to := n.Lines().At(0).Start, n.Lines().At(n.Lines().Len()-1).Stop
	if n.HasClosure() {
		to = max(to, n.ClosureLine.Stop)
	}
	raw := w.edits.text[from:to]
	for _, m := range noLinks.FindAllStringIndex(raw, -1) {
		w.skip = append(w.skip, [2]int{from + m[0], from + m[1]})
	}
	if m := opened.FindStringSubmatch(raw); m != nil && slices.Contains(whole, strings.ToLower(m[1])) {
		if address := playerAddress(raw); address != "" {
			w.edits.replace(from, to, w.wordsOf(w.post.language).watch(address)+"\n")
			return
		}
		w.note(from, Note{Field: "HTML", Value: raw, Why: "raw HTML does not reach the page; <" +
			strings.ToLower(m[1]) + "> is left out with what it holds", Do: "say it in Markdown"})
		w.edits.remove(from, len(strings.TrimRight(w.edits.text[:to], "\n")))
		return
	}
	if m := wholeCode.FindStringSubmatch(raw); m != nil {
		w.skip = append(w.skip, [2]int{from, to})
		code := strings.TrimRight(blankLines.ReplaceAllString(tag.ReplaceAllString(m[1], ""), ""), " \t\n")
		end := from + len(strings.TrimRight(raw, " \t\n"))
		w.edits.replace(from, end, w.edits.code(from, end, html.UnescapeString(code), ""))
		return
	}
	w.tags(from, to)
	if m := opened.FindStringSubmatch(raw); m == nil || strings.ToLower(m[1]) != "pre" {
		w.unindent(n)
	}
}

// unindent takes the white space before the lines of a block: once its tags are gone, it would make them code. Lines
// that tags removed whole have none.
func (w *proseWalk) unindent(n *ast.HTMLBlock) {
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		text := w.edits.text[line.Start:line.Stop]
		if indent := len(text) - len(strings.TrimLeft(text, " \t")); indent > 0 {
			w.edits.replace(line.Start, line.Start+indent, "")
		}
	}
}

var (
	errOtherHost  = errors.New("a picture of a host that not every deployment allows")
	errSeveral    = errors.New("several pictures have this name without its ending")
	errOneOfSome  = errors.New("several of the files have this name")
	errNotThere   = errors.New("this picture is not among the files")
	errNoFileName = errors.New("this is no picture's address")
)

func (w *proseWalk) inside(at int) bool { return within(w.skip, at) }

// within reports whether a place is in one of several stretches.
func within(all [][2]int, at int) bool {
	return slices.ContainsFunc(all, func(s [2]int) bool { return at >= s[0] && at < s[1] })
}

// links rewrites what stands in round brackets after square ones.
func (w *proseWalk) links() {
	text := w.edits.text
	for at := 0; ; {
		i := strings.Index(text[at:], "](")
		if i < 0 {
			return
		}
		closed := at + i
		at = closed + 2
		open := opening(text, closed)
		to, title, from, until, end, ok := destination(text, at)
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
		case isWordless(text[open+1 : closed]), slices.Contains(w.emptied, [2]int{open + 1, closed}):
			w.wordless(open, end, to)
		case why != "":
			w.note(open, Note{Field: "link", Value: to, Why: why + "; its words stay"})
			w.edits.replace(open, open+1, "")
			w.edits.replace(closed, end, "")
		case now != to || strings.Contains(to, " "):
			if title := w.titleAt(now); title != "" && w.isOwnAddress(text[open+1:closed]) {
				w.edits.replace(open+1, closed, title)
			}
			w.edits.replace(from, until, inBrackets(now))
		}
	}
}

// opening finds the square bracket that the one at a place closes.
func opening(text string, closed int) int {
	for depth, i := 0, closed; i >= 0 && closed-i < 4000; i-- {
		switch {
		case i > 0 && text[i-1] == '\\':
		case text[i] == ']':
			depth++
		case text[i] == '[':
			if depth--; depth == 0 {
				return i
			}
		case text[i] == '\n' && i > 0 && text[i-1] == '\n':
			return -1
		}
	}
	return -1
}

var escapedParenthesis = regexp.MustCompile(`\\([()])`)

// destination reads what stands in the round brackets from a place on: the address, the title after it, where the
// address stands, and where all ends.
func destination(text string, at int) (to, title string, from, until, end int, ok bool) {
	for at < len(text) && (text[at] == ' ' || text[at] == '\n') {
		at++
	}
	from, until = at, at
	if at < len(text) && text[at] == '<' {
		i := strings.IndexAny(text[at:], ">\n")
		if i < 0 || text[at+i] != '>' {
			return "", "", 0, 0, 0, false
		}
		to, until = text[at+1:at+i], at+i+1
	} else {
		for depth := 0; until < len(text) && !strings.ContainsRune(" \t\n", rune(text[until])); until++ {
			if text[until] == '\\' && escapedParenthesis.MatchString(text[until:min(len(text), until+2)]) {
				until++
			} else if text[until] == '(' {
				depth++
			} else if text[until] == ')' {
				if depth--; depth < 0 {
					break
				}
			}
		}
		to = escapedParenthesis.ReplaceAllString(text[from:until], "$1")
	}
	rest := strings.TrimLeft(text[until:], " \t\n")
	for _, q := range []string{`"`, "'"} {
		if strings.HasPrefix(rest, q) {
			n := 1
			for n < len(rest) && rest[n] != q[0] {
				if n++; rest[n-1] == '\\' {
					n++
				}
			}
			if n < len(rest) {
				title, rest = strings.ReplaceAll(rest[1:n], `\`+q, q), strings.TrimLeft(rest[n+1:], " \t\n")
			}
			break
		}
	}
	if !strings.HasPrefix(rest, ")") {
		return "", "", 0, 0, 0, false
	}
	return to, title, from, until, len(text) - len(rest) + 1, true
}
