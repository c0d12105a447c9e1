package importer

import (
	"encoding/json"
	"html"
	"strings"

	"storefront/internal/core/translation"
)

// ownWords are those that an import writes into prose itself.
type ownWords struct {
	video   string // leads to a player's video
	details string // opens what was folded
	alerts  map[string]string
}

var wordsByLanguage = map[string]ownWords{
	"en": {"Watch the video", "Details", map[string]string{
		"NOTE": "Note", "TIP": "Tip", "IMPORTANT": "Important", "WARNING": "Warning", "CAUTION": "Caution"}},
	"ar": {"شاهد الفيديو", "التفاصيل", map[string]string{
		"NOTE": "ملاحظة", "TIP": "نصيحة", "IMPORTANT": "مهم", "WARNING": "تحذير", "CAUTION": "تنبيه"}},
}

// wordsOf returns the words of a language. Of a language that content adds they are those of its texts; what its texts
// do not have is empty, and left out of the prose.
func (j *job) wordsOf(language string) ownWords {
	words, known := wordsByLanguage[language]
	if known {
		return words
	}
	if words, known = j.words[language]; known {
		return words
	}
	if own := j.lib.Texts[language]; own != nil {
		words.video = playWord(own.Messages)
		if english, err := translation.JSON(translation.Pages, "en"); err != nil || words.video == playWord(english) {
			words.video = "" // it stands in for a missing text
		}
	}
	j.words[language] = words
	return words
}

// playWord returns the word of a button that plays a video.
func playWord(messages []byte) string {
	var m struct{ Prose struct{ Play string } }
	_ = json.Unmarshal(messages, &m) // texts that cannot be read are reported by the check
	return m.Prose.Play
}

// alert is the word for a kind of alert. Kinds of a theme's own have none but in English.
func (w ownWords) alert(kind string) string {
	if known := w.alerts[strings.ToUpper(kind)]; known != "" || w.details != wordsByLanguage["en"].details {
		return known
	}
	return strings.ToUpper(kind[:1]) + strings.ToLower(kind[1:])
}

// watch is a link in place of a player. Without words the address is its text.
func (w ownWords) watch(address string) string {
	if w.video == "" {
		return "<" + address + ">"
	}
	return "[" + w.video + "](" + address + ")"
}

// watchHTML is the same in HTML.
func (w ownWords) watchHTML(address string) string {
	words := w.video
	if words == "" {
		words = address
	}
	return `<a href="` + html.EscapeString(address) + `">` + html.EscapeString(words) + `</a>`
}
