package prose

import (
	"html"
	"strings"
)

// Words are the texts that an import adds to prose.
type Words struct {
	Video   string // the text of a link to a video
	Details string // the title of <details> without one
	Alerts  map[string]string
}

// WordsByLanguage are the texts of the languages that the program supports.
var WordsByLanguage = map[string]Words{
	"en": {"Watch the video", "Details", map[string]string{
		"NOTE": "Note", "TIP": "Tip", "IMPORTANT": "Important", "WARNING": "Warning", "CAUTION": "Caution"}},
	"ar": {"شاهد الفيديو", "التفاصيل", map[string]string{
		"NOTE": "ملاحظة", "TIP": "نصيحة", "IMPORTANT": "مهم", "WARNING": "تحذير", "CAUTION": "تنبيه"}},
}

// alertTitle returns the title of a kind of alert. Only English has one for custom kinds.
func (w Words) alertTitle(kind string) string {
	if known := w.Alerts[strings.ToUpper(kind)]; known != "" || w.Details != WordsByLanguage["en"].Details {
		return known
	}
	return strings.ToUpper(kind[:1]) + strings.ToLower(kind[1:])
}

// VideoLink returns a link in place of a player. Without words, the address is its text.
func (w Words) VideoLink(address string) string {
	if w.Video == "" {
		return "<" + address + ">"
	}
	return "[" + w.Video + "](" + address + ")"
}

// VideoLinkHTML returns the same link in HTML.
func (w Words) VideoLinkHTML(address string) string {
	words := w.Video
	if words == "" {
		words = address
	}
	return `<a href="` + html.EscapeString(address) + `">` + html.EscapeString(words) + `</a>`
}
