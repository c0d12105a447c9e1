package importer

import (
	"regexp"
	"strings"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/strikethrough"
	tables "github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
)

// Lists that follow each other are parted by comments, for prose whose tags are rewritten below, or become one.
var (
	withComments    = commonmark.WithListEndComment(true)
	withoutComments = commonmark.WithListEndComment(false)
)

// toMarkdown converts HTML. What Markdown cannot say leaves its words.
func toMarkdown(html string, apart commonmark.OptionFunc) (string, error) {
	c := converter.NewConverter(converter.WithPlugins(base.NewBasePlugin(),
		commonmark.NewCommonmarkPlugin(apart),
		tables.NewTablePlugin(tables.WithHeaderPromotion(true),
			tables.WithNewlineBehavior(tables.NewlineBehaviorPreserve),
			tables.WithSpanCellBehavior(tables.SpanBehaviorEmpty), tables.WithPresentationTables(true)),
		strikethrough.NewStrikethroughPlugin()))
	html = linkBehindSign.ReplaceAllString(boldAfterBold.ReplaceAllString(html, ""), escapedSign+"$1")
	html = cellsOfHTML.ReplaceAllStringFunc(html, func(cell string) string {
		return codeOfHTML.ReplaceAllStringFunc(cell, barsOfCode.Replace)
	})
	text, err := c.ConvertString(html)
	e := &edits{text: escapedBy.Replace(strings.TrimSpace(text))}
	closeBold(e, e.text)
	text, _ = e.apply()
	return text, err
}

// boldAfterBold matches where bold words follow bold words without a space.
var boldAfterBold = regexp.MustCompile(`(?i)</b><b>|</strong><strong>`)

// linkBehindSign matches a link behind an exclamation mark, which would make it a picture.
var linkBehindSign = regexp.MustCompile(`(?i)!(<a\b)`)

// escapedSign and escapedBar stand for characters that the conversion of HTML leaves as they are, and that Markdown
// would read: an exclamation mark before a link, and a bar in code in a cell.
const escapedSign, escapedBar = "\uE021", "\uE07C"

var (
	codeOfHTML = regexp.MustCompile(`(?is)<(?:code|tt|kbd|samp)\b[^>]*>.*?</(?:code|tt|kbd|samp)\s*>`)
	barsOfCode = strings.NewReplacer("|", escapedBar, "&#124;", escapedBar)
	escapedBy  = strings.NewReplacer(escapedSign, `\!`, escapedBar, `\|`)
)

// markup matches a tag or a character reference: a text with one is HTML.
var markup = regexp.MustCompile(`(?i)</?[a-z][a-z0-9]*(\s[^<>]*)?/?>|&(?:[a-z]+|#\d+|#x[0-9a-f]+);`)
