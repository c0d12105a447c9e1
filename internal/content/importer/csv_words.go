package importer

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/language"
)

// asHTML matches a description that another program wrote: it begins with an element of a page, or with
// comments before one.
var asHTML = regexp.MustCompile(`(?is)^(?:\s|<!--.*?-->)*<(?:p|div|section|article|main|header|center|figure|blockquote|` +
	`pre|dl|h[1-6]|ul|ol|br|span|strong|b|em|font|` + strings.Join(whole, "|") + `)\b[^<>]*>`)

// prose returns a description in Markdown, without what no reader saw. One that begins as HTML is converted.
func (c *cell) prose() string {
	text := strings.ReplaceAll(c.text, "\r\n", "\n")
	words, html := c.wordsOf(c.language), asHTML.MatchString(text)
	player := func(address string, _ bool) string {
		if html {
			return "<p>" + words.watchHTML(address) + "</p>"
		}
		return words.watch(address)
	}
	text, _ = unseen{player, c.unseenNote}.cut(text, html).apply()
	if !html {
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

// betweenLanguages matches what stands between the languages of a list.
var betweenLanguages = regexp.MustCompile(`\s*[,;/&+،]\s*|\s+(?:and|und|et|y|e)\s+`)

// languages returns codes of languages, which a table may name by their English names, with commas between them.
func (c *cell) languages() (codes []string) {
	for _, entry := range c.list() {
		for _, part := range betweenLanguages.Split(entry, -1) {
			small := strings.ToLower(part)
			first, second, _ := strings.Cut(strings.ReplaceAll(small, "_", "-"), "-")
			switch {
			case spoken[small] != "":
				codes = append(codes, spoken[small])
			case isLanguageCode(part):
				codes = append(codes, part)
			case len(small) <= len("fil") && isLanguageCode(small):
				codes = append(codes, small)
			case isOfCountry(first, second):
				codes = append(codes, first+"-"+strings.ToUpper(second))
			case len(first) == 2 && len(second) == 2 && isLanguageCode(first):
				c.wrong("%q is one language as %s-%s, and two as %s|%s", short(part), first, strings.ToUpper(second),
					first, second)
			default:
				c.wrong("%q is not a language code such as en", short(part))
			}
		}
	}
	return codes
}

// isOfCountry reports whether two codes of two letters are a language and its country: pt-br. In en-it the second may
// be a language too.
func isOfCountry(first, second string) bool {
	if len(first) != 2 || len(second) != 2 || !isLanguageCode(first+"-"+strings.ToUpper(second)) {
		return false
	}
	for _, code := range spoken {
		if code == second && code != first {
			return false
		}
	}
	return true
}

// isLanguageCode reports whether a text is a code of a language, written as it is by custom: en, pt-BR.
func isLanguageCode(text string) bool {
	tag, err := language.Parse(text)
	return err == nil && tag.String() == text && !slices.Contains(notSpoken, text)
}

// notSpoken are words that are codes of languages, and mean none in a list of them.
var notSpoken = strings.Fields("all any and mul und yes")
