package importer

import (
	"encoding/json"

	"storefront/internal/content/importer/prose"
	"storefront/internal/core/translation"
)

// WordsOf returns the words of a language. Those of a language that content adds come from its texts; missing ones are
// empty, and are left out of the prose.
func (j *Job) WordsOf(language string) prose.Words {
	words, known := prose.WordsByLanguage[language]
	if known {
		return words
	}
	if words, known = j.wordsByLanguage[language]; known {
		return words
	}
	if own := j.Library.Texts[language]; own != nil {
		words.Video = playWord(own.Messages)
		if english, err := translation.JSON(translation.Pages, "en"); err != nil || words.Video == playWord(english) {
			words.Video = "" // the text is missing
		}
	}
	j.wordsByLanguage[language] = words
	return words
}

// playWord returns the text of a button that plays a video.
func playWord(messages []byte) string {
	var m struct{ Prose struct{ Play string } }
	_ = json.Unmarshal(messages, &m) // texts that cannot be read are reported by the check
	return m.Prose.Play
}
