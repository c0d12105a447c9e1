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

	"storefront/internal/lib/lazyregexp"
)

// Options for adjacent lists: comments separate them in prose whose tags are converted later.
var (
	withListComments    = commonmark.WithListEndComment(true)
	WithoutListComments = commonmark.WithListEndComment(false)
)

// ToMarkdown converts HTML. Elements without a form in Markdown become their text.
func ToMarkdown(html string, apart commonmark.OptionFunc) (string, error) {
	c := converter.NewConverter(converter.WithPlugins(base.NewBasePlugin(),
		commonmark.NewCommonmarkPlugin(apart),
		tables.NewTablePlugin(tables.WithHeaderPromotion(true),
			tables.WithNewlineBehavior(tables.NewlineBehaviorPreserve),
			tables.WithSpanCellBehavior(tables.SpanBehaviorEmpty), tables.WithPresentationTables(true)),
		strikethrough.NewStrikethroughPlugin()))
	html = linkAfterExclamation.ReplaceAllString(boldAfterBold.ReplaceAllString(html, ""), privateExclamation+"$1")
	html = emphasisedAsterisk.ReplaceAllString(html, "$1"+privateAsterisk+"$2")
	html = htmlCell.ReplaceAllStringFunc(html, func(cell string) string {
		cell = inlineCellCode(lineEnds.ReplaceAllString(cell, " "))
		return htmlCode.ReplaceAllStringFunc(cell, barReplacer.Replace)
	})
	text, err := c.ConvertString(html)
	e := &Edits{Text: escapePrivateRunes(strings.TrimSpace(text))}
	FixBold(e, e.Text)
	text, _ = e.Apply()
	return text, err
}

// boldAfterBold matches bold text that directly follows bold text.
var boldAfterBold = lazyregexp.New(`(?i)</b><b>|</strong><strong>`)

// linkAfterExclamation matches a link after an exclamation mark, which would make it a picture.
var linkAfterExclamation = lazyregexp.New(`(?i)!(<a\b)`)

// emphasisedAsterisk matches an asterisk at the beginning of emphasised text, which would be read as part of the mark.
var emphasisedAsterisk = lazyregexp.New(`(?i)(<(?:b|strong|em|i)>\s*)\*(\s)`)

// Private use characters for those that the conversion of HTML does not escape and Markdown would interpret: an
// exclamation mark before a link, an asterisk within emphasis, and a bar in code in a cell.
const privateExclamation, privateAsterisk, privateBar = "\uE021", "\uE02A", "\uE07C"

var (
	htmlCode    = lazyregexp.New(`(?is)<(?:code|tt|kbd|samp)\b[^>]*>.*?</(?:code|tt|kbd|samp)\s*>`)
	barReplacer = strings.NewReplacer("|", privateBar, "&#124;", privateBar)
	privateRune = lazyregexp.New("[" + privateExclamation + privateAsterisk + privateBar + "]")
	publicRune  = map[string]string{privateExclamation: "!", privateAsterisk: "*", privateBar: "|"}
)

// escapePrivateRunes replaces private use characters with escaped ones; in code only bars are escaped.
func escapePrivateRunes(text string) string {
	e, inCode := &Edits{Text: text}, CodeIn(text)
	for _, m := range privateRune.FindAllStringIndex(text, -1) {
		mark := text[m[0]:m[1]]
		if mark == privateBar || !inCode(m[0]) {
			e.Replace(m[0], m[1], `\`+publicRune[mark])
		} else {
			e.Replace(m[0], m[1], publicRune[mark])
		}
	}
	text, _ = e.Apply()
	return text
}

// HTMLMarkup matches a tag or a character reference: a text with one is HTML.
var HTMLMarkup = lazyregexp.New(`(?i)</?[a-z][a-z0-9]*(\s[^<>]*)?/?>|&(?:[a-z]+|#\d+|#x[0-9a-f]+);`)

var (
	lineEnds = lazyregexp.New(`(?i)<br\s*/?>`)
	anchors  = lazyregexp.New(`(?is)<a\s(?:[^>]*\s)?href=["']([^"'<>\s]+)["'][^>]*>(.*?)</a>`)
)

// StructuralElements are the block elements that Markdown has a form for.
var StructuralElements = []string{"ul", "ol", "dl", "blockquote", "pre", "table", "h1", "h2", "h3", "h4", "h5", "h6",
	"details", "figure"}

// ContainerElements are elements without meaning of their own that may contain structural ones.
var ContainerElements = []string{"div", "section", "article", "center", "p", "main", "aside"}

// htmlRenderer renders prose like a blog tool, including raw HTML.
var htmlRenderer = goldmark.New(goldmark.WithExtensions(extension.GFM),
	goldmark.WithRendererOptions(gmhtml.WithUnsafe()))

// ConvertBlocks converts raw HTML that Markdown has a form for: lists, tables, quotations, code, headings, figures.
// Their content may be Markdown.
func ConvertBlocks(text string) *Edits {
	e := &Edits{Text: text}
	until := 0
	names := footnoteNames(text)
	for n, limit := range blocksOf(text) {
		block, ok := n.(*ast.HTMLBlock)
		if !ok || block.Lines().Len() == 0 {
			continue
		}
		from, end := block.Lines().At(0).Start, block.Lines().At(block.Lines().Len()-1).Stop
		if block.HasClosure() {
			end = max(end, block.ClosureLine.Stop)
		}
		if from = max(from, until); from >= end || !hasStructure(text[from:end]) {
			continue
		}
		end = endOfElements(text[:limit], from, end)
		var out bytes.Buffer
		var signs placeholders
		inner, notes := signs.extractNotes(preformatted.ReplaceAllStringFunc(text[from:end], func(code string) string {
			return strings.ReplaceAll(code, "\n", "&#10;") // it would be Markdown below a blank line
		}), names)
		inner = htmlCell.ReplaceAllStringFunc(inner, func(cell string) string {
			return lineIndent.ReplaceAllString(cell, "")
		})
		if err := htmlRenderer.Convert([]byte(signs.protectDirectives(inner)), &out); err != nil {
			continue
		}
		prose, err := ToMarkdown(signs.prepareHTML(out.String()), withListComments)
		if err != nil {
			continue
		}
		if notes != "" {
			prose += "\n\n" + notes
		}
		prose = signs.restore(prose) + "\n\n"
		if mayContinueList.MatchString(text[end:]) && endsWithList(prose) {
			prose += "<!-- -->\n\n"
		}
		e.Replace(from, end, prose)
		until = end
	}
	return e
}

var preformatted = lazyregexp.New(`(?is)<pre\b.*?</pre>`)

// Cells of tables are one line: indentation in them is not code, and code blocks become inline code.
var (
	htmlCell         = lazyregexp.New(`(?is)<t[dh]\b[^>]*>.*?</t[dh]\s*>`)
	lineIndent       = lazyregexp.New(`(?m)^[ \t]+`)
	preformattedCode = lazyregexp.New(`(?is)<pre\b[^>]*>(?:\s*<code\b[^>]*>)?(.*?)(?:</code\s*>\s*)?</pre\s*>`)
)

// inlineCellCode makes code blocks in a cell inline code.
func inlineCellCode(cell string) string {
	return preformattedCode.ReplaceAllStringFunc(cell, func(block string) string {
		code := strings.ReplaceAll(preformattedCode.FindStringSubmatch(block)[1], "&#10;", "\n")
		return "<p><code>" + strings.Join(strings.Fields(Tag.ReplaceAllString(code, "")), " ") + "</code></p>"
	})
}

// hasStructure reports whether a text contains structural elements or several paragraphs.
func hasStructure(text string) bool {
	for _, m := range Tag.FindAllStringSubmatch(text, -1) {
		if slices.Contains(StructuralElements, strings.ToLower(m[1])) {
			return true
		}
	}
	return len(paragraphs.FindAllStringIndex(text, 2)) > 1
}

// paragraphs matches opening <p> tags; a line may have several.
var paragraphs = lazyregexp.New(`(?i)<p\b`)

// endOfElements moves the end of a span of HTML behind the elements that begin in it.
func endOfElements(text string, from, end int) int {
	for _, name := range slices.Concat(StructuralElements, ContainerElements) {
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

// PlayerAddress returns the address of the video that a player shows, or "".
func PlayerAddress(html string) string {
	m := player.FindStringSubmatch(html)
	switch {
	case m == nil:
		return ""
	case m[1] != "" && m[1] != "videoseries":
		return VideoAddresses["youtube"] + m[1]
	case m[2] != "":
		return VideoAddresses["vimeo"] + m[2]
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

// prepareHTML rewrites HTML with elements that the conversion knows: the caption of a figure with one picture becomes
// its title, terms and summaries become strong, headings keep their ids.
func (k *placeholders) prepareHTML(text string) string {
	text = figures.ReplaceAllStringFunc(k.protectHeadingIDs(text), func(f string) string {
		inner := figures.FindStringSubmatch(f)[1]
		caption, pictures := captions.FindStringSubmatch(inner), images.FindAllStringSubmatch(inner, -1)
		if len(pictures) != 1 {
			return captions.ReplaceAllString(inner, "<p><em>$1</em></p>")
		}
		if caption != nil && strings.Contains(inner, "<a ") {
			return "<p>" + captions.ReplaceAllString(inner, "</p><p><em>$1</em></p><p>") + "</p>"
		}
		return "<p>" + figureImage(pictures[0][1], caption) + "</p>"
	})
	text = terms.ReplaceAllStringFunc(text, func(term string) string {
		words := strings.ReplaceAll(terms.FindStringSubmatch(term)[2], "**", "")
		return "<p><strong>" + codeSpan.ReplaceAllString(words, "<code>$1</code>") + "</strong></p>"
	})
	text = lazyregexp.New(`(?i)</dd>`).ReplaceAllString(text, "</p>")
	text = lazyregexp.New(`(?i)<dd\b[^>]*>`).ReplaceAllString(text, "<p>")
	return entities.ReplaceAllString(text, "")
}

// UnindentTags removes the indentation of tags inside elements, which would be code below a blank line. Other tools
// read the whole content of an element as HTML.
func UnindentTags(text string) *Edits {
	e, depth := &Edits{Text: text}, 0
	for n := range blocksOf(text) {
		lines := n.Lines()
		if lines == nil || lines.Len() == 0 {
			continue
		}
		from, to := lines.At(0).Start, lines.At(lines.Len()-1).Stop
		switch block := n.(type) {
		case *ast.CodeBlock:
			if depth <= 0 || !OpeningTag.MatchString(text[from:to]) && !strings.HasPrefix(text[from:to], "</") {
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
			case m[1] == "" || slices.Contains(voidElements, strings.ToLower(m[1])) || strings.HasSuffix(m[0], "/>"):
			case strings.HasPrefix(m[0], "</"):
				depth--
			default:
				depth++
			}
		}
	}
	return e
}

var alertLine = lazyregexp.New(`(?m)^([ \t]*>[ \t]*)\[!([A-Za-z]+)\][+-]?[ \t]*((?:[^(\[:\s].*)?)$`)

// ConvertAlerts converts GitHub's and Hugo's alerts to quotations that begin with their title or kind.
func ConvertAlerts(text string, words Words) *Edits {
	e, inCode := &Edits{Text: text}, CodeIn(text)
	for _, m := range alertLine.FindAllStringSubmatchIndex(text, -1) {
		if inCode(m[0]) {
			continue
		}
		title := cmp.Or(strings.TrimSpace(text[m[6]:m[7]]), words.alertTitle(text[m[4]:m[5]]))
		if title == "" {
			e.Replace(m[0], m[1], strings.TrimRight(text[m[2]:m[3]], " \t"))
			continue
		}
		e.Replace(m[0], m[1], text[m[2]:m[3]]+"**"+title+"**\n"+strings.TrimRight(text[m[2]:m[3]], " \t"))
	}
	return e
}

// MaxQuotationDepth is the maximum depth of nested quotations. Parsing takes quadratic time.
const MaxQuotationDepth = 100

// TooDeepQuotation matches the marks of a quotation beyond that depth.
var TooDeepQuotation = lazyregexp.New(`(?m)^[ \t]*(?:>[ \t]?){` + strconv.Itoa(MaxQuotationDepth+1) + `,}`)

// RenderHTML renders the Markdown that directives add to an HTML post. Addresses stay as they are.
func (e *Edits) RenderHTML() {
	for i, change := range e.List {
		if change.IsRendered || !strings.ContainsAny(change.With, "`[<") {
			continue
		}
		var out bytes.Buffer
		if err := htmlRenderer.Convert([]byte(change.With), &out); err != nil {
			continue
		}
		rendered := strings.TrimSpace(out.String())
		if inner, ok := strings.CutPrefix(rendered, "<p>"); ok && strings.Count(rendered, "<p>") == 1 {
			rendered = strings.TrimSuffix(inner, "</p>")
		}
		e.List[i].With = rendered
	}
}

// ConvertDocument converts a whole HTML post.
func ConvertDocument(text string) *Edits {
	e := &Edits{Text: text}
	var signs placeholders
	if markdown, err := ToMarkdown(signs.prepareHTML(text), withListComments); err == nil {
		e.Replace(0, len(text), signs.restore(markdown)+"\n")
	}
	return e
}
