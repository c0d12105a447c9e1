package pages

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"storefront/internal/content/catalog"
	"storefront/internal/core/payload"
	"storefront/internal/core/translation"
)

// TextsPath returns the path of the module of messages that browsers load beside the site's own, for a language that
// comes with content. It is empty for any other.
func (s *Site) TextsPath(language string) string {
	own := s.content.Library.Texts[language]
	if own == nil || own.OwnMessages == nil {
		return ""
	}
	hash := sha256.Sum256(own.OwnMessages)
	return "assets/texts." + language + "." + hex.EncodeToString(hash[:4]) + ".js"
}

// TextModules returns those modules of the deployment's languages.
func (s *Site) TextModules() (files []WebFile) {
	for _, language := range s.deployment.Languages {
		if path := s.TextsPath(language); path != "" {
			own := s.content.Library.Texts[language].OwnMessages
			files = append(files, WebFile{path, append([]byte("export default "), own...)})
		}
	}
	return files
}

// Messages returns the messages of the interface that content has, by language, for the workers that render pages.
func Messages(lib *catalog.Library) map[string]json.RawMessage {
	all := map[string]json.RawMessage{}
	for code, own := range lib.Texts {
		if own.Messages != nil {
			all[code] = own.Messages
		}
	}
	return all
}

// draftLabel returns the text that marks drafts in a language.
func draftLabel(lib *catalog.Library, language string) string {
	var messages struct {
		Unpublished map[Unpublished]string `json:"unpublished"`
	}
	data, _ := translation.JSON(translation.Pages, language)
	if own := lib.Texts[language]; own != nil && own.Messages != nil {
		data = own.Messages
	}
	_ = json.Unmarshal(data, &messages) // without messages there is no mark
	return cmp.Or(messages.Unpublished[Draft], string(Draft))
}

// mailWordsOf returns the words of mails that content has in the languages of a deployment, of its staff and of
// suppliers.
func mailWordsOf(lib *catalog.Library, d *catalog.Deployment) map[string]payload.Words {
	codes := append([]string{d.Contact.Language}, d.Languages...)
	for _, s := range lib.Suppliers {
		codes = append(codes, s.Language)
	}
	all := map[string]payload.Words{}
	for _, code := range codes {
		if own := lib.Texts[code]; own != nil && own.Words != nil {
			all[code] = payload.Words{Dir: payload.Direction(own.Dir), Texts: own.Words}
		}
	}
	return all
}
