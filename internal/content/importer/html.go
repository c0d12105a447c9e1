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
	html = emphasisedAsterisk.ReplaceAllString(html, "$1"+escapedAsterisk+"$2")
	html = cellsOfHTML.ReplaceAllStringFunc(html, func(cell string) string {
		cell = codeOfCell(lineEnds.ReplaceAllString(cell, " "))
		return codeOfHTML.ReplaceAllStringFunc(cell, barsOfCode.Replace)
	})
	text, err := c.ConvertString(html)
	e := &edits{text: withEscapes(strings.TrimSpace(text))}
	closeBold(e, e.text)
	text, _ = e.apply()
	return text, err
}

// boldAfterBold matches where bold words follow bold words without a space.
var boldAfterBold = regexp.MustCompile(`(?i)</b><b>|</strong><strong>`)

// linkBehindSign matches a link behind an exclamation mark, which would make it a picture.
var linkBehindSign = regexp.MustCompile(`(?i)!(<a\b)`)

// emphasisedAsterisk matches an asterisk that emphasised words begin with, which would be a part of the mark.
var emphasisedAsterisk = regexp.MustCompile(`(?i)(<(?:b|strong|em|i)>\s*)\*(\s)`)

// These stand for characters that the conversion of HTML leaves as they are, and that Markdown would read: an
// exclamation mark before a link, an asterisk within emphasis, and a bar in code in a cell.
const escapedSign, escapedAsterisk, escapedBar = "\uE021", "\uE02A", "\uE07C"

var (
	codeOfHTML = regexp.MustCompile(`(?is)<(?:code|tt|kbd|samp)\b[^>]*>.*?</(?:code|tt|kbd|samp)\s*>`)
	barsOfCode = strings.NewReplacer("|", escapedBar, "&#124;", escapedBar)
	escapedOne = regexp.MustCompile("[" + escapedSign + escapedAsterisk + escapedBar + "]")
	escapedBy  = map[string]string{escapedSign: "!", escapedAsterisk: "*", escapedBar: "|"}
)

// withEscapes writes the characters that others stand for, with backslashes; in code only those before bars count.
func withEscapes(text string) string {
	e, inCode := &edits{text: text}, codeIn(text)
	for _, m := range escapedOne.FindAllStringIndex(text, -1) {
		mark := text[m[0]:m[1]]
		if mark == escapedBar || !inCode(m[0]) {
			e.replace(m[0], m[1], `\`+escapedBy[mark])
		} else {
			e.replace(m[0], m[1], escapedBy[mark])
		}
	}
	text, _ = e.apply()
	return text
}

// markup matches a tag or a character reference: a text with one is HTML.
var markup = regexp.MustCompile(`(?i)</?[a-z][a-z0-9]*(\s[^<>]*)?/?>|&(?:[a-z]+|#\d+|#x[0-9a-f]+);`)
