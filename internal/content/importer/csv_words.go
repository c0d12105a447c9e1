package importer

import (
	"regexp"
	"strings"

	"golang.org/x/text/language"
)

// asHTML matches a description that another program wrote: it begins with an element of a page.
var asHTML = regexp.MustCompile(`(?i)^\s*<(?:p|div|section|article|h[1-6]|ul|ol|table|br|span|strong|b|em|font)\b[^<>]*>`)

// prose returns a description in Markdown. One that begins as HTML is converted.
func (c *cell) prose() string {
	text := strings.ReplaceAll(c.text, "\r\n", "\n")
	if !asHTML.MatchString(text) {
		return text
	}
	markdown, err := toMarkdown(text)
	if err != nil {
		c.wrong("the HTML cannot be read: %v", err)
		return ""
	}
	return c.table.links(field{line: c.line, col: c.col}, markdown)
}

// spoken are languages of guides by their English names.
var spoken = map[string]string{"arabic": "ar", "bengali": "bn", "chinese": "zh", "dutch": "nl", "english": "en",
	"farsi": "fa", "filipino": "fil", "french": "fr", "german": "de", "greek": "el", "hebrew": "he", "hindi": "hi",
	"indonesian": "id", "italian": "it", "japanese": "ja", "korean": "ko", "malay": "ms", "mandarin": "zh",
	"persian": "fa", "polish": "pl", "portuguese": "pt", "russian": "ru", "spanish": "es", "swahili": "sw",
	"swedish": "sv", "tamil": "ta", "turkish": "tr", "ukrainian": "uk", "urdu": "ur"}

// languages returns codes of languages, which a table may name by their English names, with commas between them.
func (c *cell) languages() (codes []string) {
	for _, entry := range c.list() {
		for part := range strings.SplitSeq(entry, ",") {
			part = strings.TrimSpace(part)
			switch code := spoken[strings.ToLower(part)]; {
			case code != "":
				codes = append(codes, code)
			case isLanguageCode(part):
				codes = append(codes, part)
			default:
				c.wrong("%q is not a language code such as en", part)
			}
		}
	}
	return codes
}

func isLanguageCode(text string) bool {
	_, err := language.Parse(text)
	return err == nil
}
