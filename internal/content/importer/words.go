package importer

import (
	"encoding/json"

	"storefront/internal/content/importer/prose"
	"storefront/internal/core/translation"
)

// WordsOf returns the words of a language. Of a language that content adds they are those of its texts; missing
// ones are empty, and left out of the prose.
func (j *Job) WordsOf(language string) prose.Words {
	words, known := prose.WordsByLanguage[language]
	if known {
		return words
	}
	if words, known = j.words[language]; known {
		return words
	}
	if own := j.Library.Texts[language]; own != nil {
		words.Video = playWord(own.Messages)
		if english, err := translation.JSON(translation.Pages, "en"); err != nil || words.Video == playWord(english) {
			words.Video = "" // it stands in for a missing text
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
