package source

import (
	"testing"

	"storefront/internal/content/yaml"
)

// Keys of other programs that merely resemble draft or expiryDate stay a warning.
func TestMisspeltPublicationKeysAreRecognised(t *testing.T) {
	for text, want := range map[string]string{
		"darft: yes":                "draft",
		"drafft: no":                "",
		"hiden: true":               "hidden",
		"craft: beer":               "",
		"publisher: Dunes Ltd":      "",
		"publihsed: no":             "published",
		"expiriDate: 2026-01-01":    "expiryDate",
		"expiriDate: soon":          "",
		"publshDate: 2030-01-01":    "publishDate",
		"publshDate: 2020-01-01":    "",
		"updatedDate: 2020-01-01":   "",
		"hiddenInHomeList: true":    "",
		"endDate: 2020-01-01":       "",
		"rating: 1":                 "",
		"publishedDate: 2020-01-01": "",
	} {
		story, err := yaml.Parse("date: 2024-01-02\n"+text+"\n", 1)
		if err != nil {
			t.Fatal(err)
		}
		nearly, write := misspeltWithholdingKey(story, story.Pairs[1].Key.Value, &story.Pairs[1].Value)
		if write == "" {
			nearly = ""
		}
		if nearly != want {
			t.Errorf("%s: %q, not %q", text, nearly, want)
		}
	}
}

func TestPublicationKeysInOtherLanguagesAreRecognised(t *testing.T) {
	for text, want := range map[string]string{
		"published: non":                 "draft: true",
		"visible: нет":                   "draft: true",
		"publier: non":                   "draft: true",
		"en ligne: non":                  "draft: true",
		"ne pas publier: oui":            "draft: true",
		"ne pas publier: non":            "",
		"не публиковать: да":             "draft: true",
		"nicht veröffentlichen: x":       "draft: true",
		"publier: oui":                   "",
		"visible: sí":                    "",
		"publier le: 2027-01-01":         "it as date",
		"veröffentlichen am: 2027-01-01": "it as date",
		"publier le: 2023-01-01":         "",
	} {
		story, err := yaml.Parse("date: 2024-01-02\n"+text+"\n", 1)
		if err != nil {
			t.Fatal(err)
		}
		if write := WithholdingAdvice(story, story.Pairs[1].Key.Value, &story.Pairs[1].Value); write != want {
			t.Errorf("%s: %q, not %q", text, write, want)
		}
	}
}
