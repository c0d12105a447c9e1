package table

import (
	"slices"
	"strings"

	"golang.org/x/text/language"

	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
	"storefront/internal/lib/lazyregexp"
)

// asHTML matches a description that another program wrote: it begins with an element of a page, or with
// comments before one.
var asHTML = lazyregexp.New(`(?is)^(?:\s|<!--.*?-->)*<(?:p|div|section|article|main|header|center|figure|blockquote|` +
	`pre|dl|h[1-6]|ul|ol|br|span|strong|b|em|font|` + strings.Join(prose.OpaqueElements, "|") + `)\b[^<>]*>`)

// prose returns a description in Markdown, without hidden parts. One that begins as HTML is converted.
func (c *cell) prose() string {
	text := strings.ReplaceAll(c.text, "\r\n", "\n")
	words, html := c.WordsOf(c.language), asHTML.MatchString(text)
	player := func(address string, _ bool) string {
		if html {
			return "<p>" + words.VideoLinkHTML(address) + "</p>"
		}
		return words.VideoLink(address)
	}
	text, _ = prose.HiddenElements{Player: player, Report: c.noteUnseenText}.Remove(text, html).Apply()
	if !html && c.Source == exportSource {
		return text
	} else if !html {
		return listed(strings.TrimSpace(text))
	}
	markdown, err := prose.ToMarkdown(text, prose.WithoutListComments)
	if err != nil {
		c.wrong("the HTML cannot be read: %v", err)
		return ""
	}
	return c.table.links(field{line: c.line, col: c.col}, markdown)
}

// spoken are languages of guides by their names in English, German, French, Spanish, Italian, Turkish and Arabic, and
// by the names that they have themselves.
var spoken = foldedKeys(map[string]string{
	"ar": "Arabic|Arabisch|arabe|árabe|arabo|Arapça|العربية|عربي|عربية",
	"bn": "Bengali", "da": "Danish|Dänisch|danois|dansk", "el": "Greek|Griechisch|grec|griego|greco|Yunanca|اليونانية",
	"de": "German|Deutsch|allemand|alemán|tedesco|Almanca|الألمانية|ألماني",
	"en": "English|Englisch|anglais|inglés|inglese|İngilizce|الإنجليزية|الانجليزية|إنجليزي",
	"es": "Spanish|Spanisch|espagnol|español|castellano|spagnolo|İspanyolca|الإسبانية|إسباني",
	"fa": "Farsi|Persian|Persisch|persan|persa|persiano|Farsça|الفارسية|فارسی",
	"fr": "French|Französisch|français|francés|francese|Fransızca|الفرنسية|فرنسي",
	"he": "Hebrew|Hebräisch|hébreu|hebreo|ebraico|İbranice|עברית", "hi": "Hindi", "id": "Indonesian|Indonesisch",
	"it": "Italian|Italienisch|italien|italiano|İtalyanca|الإيطالية|إيطالي",
	"ja": "Japanese|Japanisch|japonais|japonés|giapponese|Japonca|اليابانية|日本語",
	"ko": "Korean|Koreanisch|coréen|coreano|Korece|الكورية|한국어", "ms": "Malay|Malaiisch",
	"nl": "Dutch|Niederländisch|Holländisch|néerlandais|neerlandés|holandés|olandese|Hollandaca|الهولندية|Nederlands",
	"pl": "Polish|Polnisch|polonais|polaco|polacco|Lehçe|البولندية|polski",
	"pt": "Portuguese|Portugiesisch|portugais|portugués|portoghese|Portekizce|البرتغالية|português",
	"ru": "Russian|Russisch|russe|ruso|russo|Rusça|الروسية|روسي|русский", "fil": "Filipino", "sw": "Swahili|Suaheli",
	"sv": "Swedish|Schwedisch|suédois|sueco|svedese|İsveççe|السويدية|svenska", "ta": "Tamil", "ur": "Urdu|اردو",
	"tr": "Turkish|Türkisch|turc|turco|Türkçe|التركية|تركي",
	"uk": "Ukrainian|Ukrainisch|ukrainien|ucraniano|ucraino|Ukraynaca|الأوكرانية|українська",
	"zh": "Chinese|Mandarin|Chinesisch|chinois|chino|cinese|Çince|الصينية|中文",
})

// languages returns codes of languages, which a table may name by their names, with commas between them.
func (c *cell) languages() (codes []string) {
	for _, entry := range c.list() {
		for _, part := range betweenItems.Split(entry, -1) {
			small := strings.ToLower(part)
			first, second, _ := strings.Cut(strings.ReplaceAll(small, "_", "-"), "-")
			switch {
			case spoken[folded(part)] != "":
				codes = append(codes, spoken[folded(part)])
			case isLanguageCode(part):
				codes = append(codes, part)
			case len(small) <= len("fil") && isLanguageCode(small):
				codes = append(codes, small)
			case isOfCountry(first, second):
				codes = append(codes, first+"-"+strings.ToUpper(second))
			case len(first) == 2 && len(second) == 2 && isLanguageCode(first):
				c.wrong("%q is one language as %s-%s, and two as %s|%s", importer.Short(part), first,
					strings.ToUpper(second),
					first, second)
			default:
				c.wrong("%q is not a language code such as en", importer.Short(part))
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
