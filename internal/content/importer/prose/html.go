package prose

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/strikethrough"
	tables "github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	gmhtml "github.com/yuin/goldmark/renderer/html"

	"storefront/internal/content/markdown"
	"storefront/internal/lib/lazyregexp"
)

// Lists that follow each other are parted by comments, for prose whose tags are rewritten below, or become one.
var (
	withComments    = commonmark.WithListEndComment(true)
	WithoutComments = commonmark.WithListEndComment(false)
)

// ToMarkdown converts HTML. What Markdown cannot say leaves its words.
func ToMarkdown(html string, apart commonmark.OptionFunc) (string, error) {
	c := converter.NewConverter(converter.WithPlugins(base.NewBasePlugin(),
		commonmark.NewCommonmarkPlugin(apart),
		tables.NewTablePlugin(tables.WithHeaderPromotion(true),
			tables.WithNewlineBehavior(tables.NewlineBehaviorPreserve),
			tables.WithSpanCellBehavior(tables.SpanBehaviorEmpty), tables.WithPresentationTables(true)),
		strikethrough.NewStrikethroughPlugin()))
	html = linkBehindSign.ReplaceAllString(boldAfterBold.ReplaceAllString(html, ""), escapedSign+"$1")
	html = emphasisedAsterisk.ReplaceAllString(html, "$1"+escapedAsterisk+"$2")
	html = cellsOfHTML.ReplaceAllStringFunc(html, func(cell string) string {
		cell = codeOfCell(lineEnds.ReplaceAllString(cell, " "))
		return codeOfHTML.ReplaceAllStringFunc(cell, barsOfCode.Replace)
	})
	text, err := c.ConvertString(html)
	e := &Edits{Text: withEscapes(strings.TrimSpace(text))}
	CloseBold(e, e.Text)
	text, _ = e.Apply()
	return text, err
}

// boldAfterBold matches where bold words follow bold words without a space.
var boldAfterBold = lazyregexp.New(`(?i)</b><b>|</strong><strong>`)

// linkBehindSign matches a link behind an exclamation mark, which would make it a picture.
var linkBehindSign = lazyregexp.New(`(?i)!(<a\b)`)

// emphasisedAsterisk matches an asterisk that emphasised words begin with, which would be a part of the mark.
var emphasisedAsterisk = lazyregexp.New(`(?i)(<(?:b|strong|em|i)>\s*)\*(\s)`)

// These stand for characters that the conversion of HTML leaves as they are, and that Markdown would read: an
// exclamation mark before a link, an asterisk within emphasis, and a bar in code in a cell.
const escapedSign, escapedAsterisk, escapedBar = "\uE021", "\uE02A", "\uE07C"

var (
	codeOfHTML = lazyregexp.New(`(?is)<(?:code|tt|kbd|samp)\b[^>]*>.*?</(?:code|tt|kbd|samp)\s*>`)
	barsOfCode = strings.NewReplacer("|", escapedBar, "&#124;", escapedBar)
	escapedOne = lazyregexp.New("[" + escapedSign + escapedAsterisk + escapedBar + "]")
	escapedBy  = map[string]string{escapedSign: "!", escapedAsterisk: "*", escapedBar: "|"}
)

// withEscapes writes the characters that others stand for, with backslashes; in code only those before bars count.
func withEscapes(text string) string {
	e, inCode := &Edits{Text: text}, CodeIn(text)
	for _, m := range escapedOne.FindAllStringIndex(text, -1) {
		mark := text[m[0]:m[1]]
		if mark == escapedBar || !inCode(m[0]) {
			e.Replace(m[0], m[1], `\`+escapedBy[mark])
		} else {
			e.Replace(m[0], m[1], escapedBy[mark])
		}
	}
	text, _ = e.Apply()
	return text
}

// Markup matches a tag or a character reference: a text with one is HTML.
var Markup = lazyregexp.New(`(?i)</?[a-z][a-z0-9]*(\s[^<>]*)?/?>|&(?:[a-z]+|#\d+|#x[0-9a-f]+);`)

var (
	lineEnds = lazyregexp.New(`(?i)<br\s*/?>`)
	anchors  = lazyregexp.New(`(?is)<a\s(?:[^>]*\s)?href=["']([^"'<>\s]+)["'][^>]*>(.*?)</a>`)
)

// StructuralElements are the elements that Markdown has a form for, where they stand as blocks of HTML.
var StructuralElements = []string{"ul", "ol", "dl", "blockquote", "pre", "table", "h1", "h2", "h3", "h4", "h5", "h6",
	"details", "figure"}

// HolderElements are elements that say nothing but may hold structural ones.
var HolderElements = []string{"div", "section", "article", "center", "p", "main", "aside"}

// withHTML renders prose as the blog's own tool does, raw HTML and all.
var withHTML = goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(gmhtml.WithUnsafe()))

// Blocks rewrites raw HTML that Markdown has a form for: lists, tables, quotations, code, headings, figures. What
// stands inside may be Markdown too.
func Blocks(text string) *Edits {
	e := &Edits{Text: text}
	until := 0
	root, names := markdown.Parse([]byte(text)), notesAtTheFoot(text)
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		block, ok := n.(*ast.HTMLBlock)
		if !ok || block.Lines().Len() == 0 {
			continue
		}
		from, end := block.Lines().At(0).Start, block.Lines().At(block.Lines().Len()-1).Stop
		if block.HasClosure() {
			end = max(end, block.ClosureLine.Stop)
		}
		if from = max(from, until); from >= end || !holdsStructure(text[from:end]) {
			continue
		}
		end = wholeElements(text, from, end)
		var out bytes.Buffer
		var signs kept
		inner, notes := signs.notes(preformatted.ReplaceAllStringFunc(text[from:end], func(code string) string {
			return strings.ReplaceAll(code, "\n", "&#10;") // below a blank line it would be read as Markdown
		}), names)
		inner = cellsOfHTML.ReplaceAllStringFunc(inner, func(cell string) string {
			return indents.ReplaceAllString(cell, "")
		})
		if err := withHTML.Convert([]byte(signs.directives(inner)), &out); err != nil {
			continue
		}
		prose, err := ToMarkdown(signs.prepared(out.String()), withComments)
		if err != nil {
			continue
		}
		if notes != "" {
			prose += "\n\n" + notes
		}
		prose = signs.putBack(prose) + "\n\n"
		if mayContinueList.MatchString(text[end:]) && endsWithList(prose) {
			prose += "<!-- -->\n\n"
		}
		e.Replace(from, end, prose)
		until = end
	}
	return e
}

var preformatted = lazyregexp.New(`(?is)<pre\b.*?</pre>`)

// Cells of tables are one line here: indentation makes no code in them, and code is code within a line.
var (
	cellsOfHTML = lazyregexp.New(`(?is)<t[dh]\b[^>]*>.*?</t[dh]\s*>`)
	indents     = lazyregexp.New(`(?m)^[ \t]+`)
	wrapped     = lazyregexp.New(`(?is)<pre\b[^>]*>(?:\s*<code\b[^>]*>)?(.*?)(?:</code\s*>\s*)?</pre\s*>`)
)

// codeOfCell makes blocks of code in a cell code within a line.
func codeOfCell(cell string) string {
	return wrapped.ReplaceAllStringFunc(cell, func(block string) string {
		code := strings.ReplaceAll(wrapped.FindStringSubmatch(block)[1], "&#10;", "\n")
		return "<p><code>" + strings.Join(strings.Fields(Tag.ReplaceAllString(code, "")), " ") + "</code></p>"
	})
}

func holdsStructure(text string) bool {
	for _, m := range Tag.FindAllStringSubmatch(text, -1) {
		if slices.Contains(StructuralElements, strings.ToLower(m[1])) {
			return true
		}
	}
	return len(paragraphs.FindAllStringIndex(text, 2)) > 1
}

// paragraphs are more than Markdown's blank lines part, where several are on one line.
var paragraphs = lazyregexp.New(`(?i)<p\b`)

// wholeElements moves the end of a stretch of HTML behind the elements that begin in it.
func wholeElements(text string, from, end int) int {
	for _, name := range slices.Concat(StructuralElements, HolderElements) {
		depth := 0
		for _, m := range Tag.FindAllStringSubmatchIndex(text[from:], -1) {
			if from+m[0] >= end && depth <= 0 {
				break
			}
			if m[2] < 0 || !strings.EqualFold(text[from+m[2]:from+m[3]], name) {
				continue
			}
			switch raw := text[from+m[0] : from+m[1]]; {
			case strings.HasPrefix(raw, "</"):
				depth--
			case !strings.HasSuffix(raw, "/>"):
				depth++
			}
			if depth == 0 && from+m[1] > end {
				end = from + m[1]
				line := strings.IndexByte(text[end:], '\n')
				if line >= 0 && strings.TrimSpace(text[end:end+line]) == "" {
					end += line + 1
				}
			}
		}
	}
	return end
}

var player = lazyregexp.New(
	`(?i)(?:youtube(?:-nocookie)?\.com/(?:embed|v)/([\w-]{6,})|player\.vimeo\.com/video/(\d+))`)

// PlayerAddress is where what a player shows can be watched.
func PlayerAddress(html string) string {
	m := player.FindStringSubmatch(html)
	switch {
	case m == nil:
		return ""
	case m[1] != "" && m[1] != "videoseries":
		return Videos["youtube"] + m[1]
	case m[2] != "":
		return Videos["vimeo"] + m[2]
	}
	return ""
}

var (
	figures  = lazyregexp.New(`(?is)<figure\b[^>]*>(.*?)</figure>`)
	images   = lazyregexp.New(`(?is)<img\b((?:[^>"']|"[^"]*"|'[^']*')*)>`)
	captions = lazyregexp.New(`(?is)<(?:fig)?caption\b[^>]*>(.*?)</(?:fig)?caption>`)
	terms    = lazyregexp.New(`(?is)<(dt|summary)\b[^>]*>(.*?)</(?:dt|summary)>`)
	codeSpan = lazyregexp.New("`([^`<\n]+)`")
	entities = lazyregexp.New(`(?is)</?(?:dl|dd|details|label|small|ins|abbr|cite|u)\b[^>]*>`)
)

// prepared is HTML in the elements that a conversion knows: a figure of one picture has its caption as a title, terms
// and summaries are strong, headings have their ids.
func (k *kept) prepared(text string) string {
	text = figures.ReplaceAllStringFunc(k.headingIDs(text), func(f string) string {
		inner := figures.FindStringSubmatch(f)[1]
		caption, pictures := captions.FindStringSubmatch(inner), images.FindAllStringSubmatch(inner, -1)
		if len(pictures) != 1 {
			return captions.ReplaceAllString(inner, "<p><em>$1</em></p>")
		}
		if caption != nil && strings.Contains(inner, "<a ") {
			return "<p>" + captions.ReplaceAllString(inner, "</p><p><em>$1</em></p><p>") + "</p>"
		}
		return "<p>" + pictureOfFigure(pictures[0][1], caption) + "</p>"
	})
	text = terms.ReplaceAllStringFunc(text, func(term string) string {
		words := strings.ReplaceAll(terms.FindStringSubmatch(term)[2], "**", "")
		return "<p><strong>" + codeSpan.ReplaceAllString(words, "<code>$1</code>") + "</strong></p>"
	})
	text = lazyregexp.New(`(?i)</dd>`).ReplaceAllString(text, "</p>")
	text = lazyregexp.New(`(?i)<dd\b[^>]*>`).ReplaceAllString(text, "<p>")
	return entities.ReplaceAllString(text, "")
}

// FurtherIn takes the white space before tags that stand in an element and would be code here, below a blank line.
// Other tools read all that an element holds as HTML.
func FurtherIn(text string) *Edits {
	e, depth := &Edits{Text: text}, 0
	for n := markdown.Parse([]byte(text)).FirstChild(); n != nil; n = n.NextSibling() {
		lines := n.Lines()
		if lines == nil || lines.Len() == 0 {
			continue
		}
		from, to := lines.At(0).Start, lines.At(lines.Len()-1).Stop
		switch block := n.(type) {
		case *ast.CodeBlock:
			if depth <= 0 || !Opened.MatchString(text[from:to]) && !strings.HasPrefix(text[from:to], "</") {
				continue
			}
			for i := range lines.Len() {
				start := strings.LastIndexByte(text[:lines.At(i).Start], '\n') + 1
				e.Replace(start, start+len(IndentOf(text[start:])), "")
			}
		case *ast.HTMLBlock:
			if block.HasClosure() {
				to = max(to, block.ClosureLine.Stop)
			}
		default:
			continue
		}
		for _, m := range Tag.FindAllStringSubmatch(text[from:to], -1) {
			switch {
			case m[1] == "" || slices.Contains(empty, strings.ToLower(m[1])) || strings.HasSuffix(m[0], "/>"):
			case strings.HasPrefix(m[0], "</"):
				depth--
			default:
				depth++
			}
		}
	}
	return e
}

var alert = lazyregexp.New(`(?m)^([ \t]*>[ \t]*)\[!([A-Za-z]+)\][+-]?[ \t]*((?:[^(\[:\s].*)?)$`)

// Alerts makes GitHub's and Hugo's alerts quotations that begin with their kind, or with the title that they have.
func Alerts(text string, words Words) *Edits {
	e, inCode := &Edits{Text: text}, CodeIn(text)
	for _, m := range alert.FindAllStringSubmatchIndex(text, -1) {
		if inCode(m[0]) {
			continue
		}
		title := cmp.Or(strings.TrimSpace(text[m[6]:m[7]]), words.alert(text[m[4]:m[5]]))
		if title == "" {
			e.Replace(m[0], m[1], strings.TrimRight(text[m[2]:m[3]], " \t"))
			continue
		}
		e.Replace(m[0], m[1], text[m[2]:m[3]]+"**"+title+"**\n"+strings.TrimRight(text[m[2]:m[3]], " \t"))
	}
	return e
}

// MostQuoted is how many quotations stand within each other at most: reading them takes the square of their number.
const MostQuoted = 100

// DeeplyQuoted matches the marks of more quotations within each other.
var DeeplyQuoted = lazyregexp.New(`(?m)^[ \t]*(?:>[ \t]?){` + strconv.Itoa(MostQuoted+1) + `,}`)

// RenderHTML renders the Markdown that directives put into a post that is HTML. Addresses stay as they are.
func (e *Edits) RenderHTML() {
	for i, change := range e.List {
		if change.AsIs || !strings.ContainsAny(change.With, "`[<") {
			continue
		}
		var out bytes.Buffer
		if err := withHTML.Convert([]byte(change.With), &out); err != nil {
			continue
		}
		rendered := strings.TrimSpace(out.String())
		if inner, ok := strings.CutPrefix(rendered, "<p>"); ok && strings.Count(rendered, "<p>") == 1 {
			rendered = strings.TrimSuffix(inner, "</p>")
		}
		e.List[i].With = rendered
	}
}

// Document makes the HTML of a whole post Markdown.
func Document(text string) *Edits {
	e := &Edits{Text: text}
	var signs kept
	if markdown, err := ToMarkdown(signs.prepared(text), withComments); err == nil {
		e.Replace(0, len(text), signs.putBack(markdown)+"\n")
	}
	return e
}
