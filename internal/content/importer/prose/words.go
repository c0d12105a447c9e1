package prose

import (
	"html"
	"strings"
)

// Words are those that an import writes into prose itself.
type Words struct {
	Video   string // leads to a player's video
	Details string // opens what was folded
	Alerts  map[string]string
}

// WordsByLanguage are those of the languages that come with the program.
var WordsByLanguage = map[string]Words{
	"en": {"Watch the video", "Details", map[string]string{
		"NOTE": "Note", "TIP": "Tip", "IMPORTANT": "Important", "WARNING": "Warning", "CAUTION": "Caution"}},
	"ar": {"شاهد الفيديو", "التفاصيل", map[string]string{
		"NOTE": "ملاحظة", "TIP": "نصيحة", "IMPORTANT": "مهم", "WARNING": "تحذير", "CAUTION": "تنبيه"}},
}

// alert is the word for a kind of alert. Kinds of a theme's own have none but in English.
func (w Words) alert(kind string) string {
	if known := w.Alerts[strings.ToUpper(kind)]; known != "" || w.Details != WordsByLanguage["en"].Details {
		return known
	}
	return strings.ToUpper(kind[:1]) + strings.ToLower(kind[1:])
}

// Watch is a link in place of a player. Without words the address is its text.
func (w Words) Watch(address string) string {
	if w.Video == "" {
		return "<" + address + ">"
	}
	return "[" + w.Video + "](" + address + ")"
}

// WatchHTML is the same in HTML.
func (w Words) WatchHTML(address string) string {
	words := w.Video
	if words == "" {
		words = address
	}
	return `<a href="` + html.EscapeString(address) + `">` + html.EscapeString(words) + `</a>`
}
