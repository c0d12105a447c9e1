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
	text, err := c.ConvertString(boldAfterBold.ReplaceAllString(html, ""))
	e := &edits{text: strings.TrimSpace(text)}
	closeBold(e, e.text)
	text, _ = e.apply()
	return text, err
}

// boldAfterBold matches where bold words follow bold words without a space.
var boldAfterBold = regexp.MustCompile(`(?i)</b><b>|</strong><strong>`)

// markup matches a tag or a character reference: a text with one is HTML.
var markup = regexp.MustCompile(`(?i)</?[a-z][a-z0-9]*(\s[^<>]*)?/?>|&(?:[a-z]+|#\d+|#x[0-9a-f]+);`)
