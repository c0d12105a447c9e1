package starter_test

import (
	"bytes"
	"image/jpeg"
	"strings"
	"testing"

	"storefront/internal/content/catalog"
	"storefront/internal/content/landscape"
	"storefront/internal/content/source"
	"storefront/internal/content/starter"
)

func TestStarterTextsHaveThePlaceholderSentence(t *testing.T) {
	shop, err := starter.New(starter.Choices{}, "my-shop")
	if err != nil {
		t.Fatal(err)
	}
	files, err := shop.Texts("v1")
	if err != nil {
		t.Fatal(err)
	}
	texts := 0
	for name, data := range files {
		language := strings.TrimSuffix(name[strings.LastIndex(name, "/")+1:], ".md")
		sentence := starter.PlaceholderSentences[language]
		if sentence == "" || strings.Contains(name, "/faq/") { // the answer of the question is valid for every shop
			continue
		}
		texts++
		if !strings.Contains(string(data), sentence) {
			t.Errorf("%s lacks the placeholder sentence", name)
		}
		if strings.Contains(string(data), source.ProsePlaceholder(language)) {
			t.Errorf("%s has the placeholder of drafts", name)
		}
	}
	if texts != 12 {
		t.Errorf("%d texts were checked", texts)
	}
}

func TestStarterNamesTheShopByFolderAndTheCityInBothLanguages(t *testing.T) {
	for _, c := range []struct {
		choices                    starter.Choices
		folder                     string
		id, city, arabic, currency string
	}{
		{starter.Choices{}, "Dhow Days", "dhow-days", "Dubai", "دبي", "AED"},
		{starter.Choices{City: catalog.Localized{"ar": "مسقط"}, Name: catalog.Localized{"ar": "قمر"}}, "x", "x",
			"Muscat", "مسقط", "OMR"},
		{starter.Choices{City: catalog.Localized{"en": "luxor"}, Currency: "USD"}, "x", "x", "luxor", "الأقصر", "USD"},
		{starter.Choices{City: catalog.Localized{"en": "Ghadames"}, Currency: "KWD"}, "x", "x", "Ghadames", "Ghadames",
			"KWD"},
	} {
		s, err := starter.New(c.choices, c.folder)
		if err != nil {
			t.Fatal(err)
		}
		if s.ID != c.id || s.City["en"] != c.city || s.City["ar"] != c.arabic || s.Currency != c.currency {
			t.Errorf("%+v in %s is %s in %v for %s", c.choices, c.folder, s.ID, s.City, s.Currency)
		}
	}
}

func TestStarterHandlesLanguagesWithoutTexts(t *testing.T) {
	const about, city = "content/pages/about/", "content/cities/dubai/"
	for _, c := range []struct {
		languages, untranslated string
		begins                  map[string]string // files by path; empty for one that is not there
		key                     string            // of the deployment
	}{
		{"fr", "", map[string]string{about + "fr.md": "---\ntitle: About us\n", about + "en.md": "",
			"content/media/fr.yaml": "city-dubai.jpg: ", "content/texts/fr.yaml": "# The texts of the English"}, ""},
		{"fr,ar", "", map[string]string{city + "fr.md": "---\ntitle: Dubai\n", city + "ar.md": "---\ntitle: دبي\n",
			"content/texts/ar.yaml": ""}, ""},
		{"ar,he", "", map[string]string{city + "he.md": "---\ndraft: true ", "content/media/he.yaml": ""}, "fallback"},
		{"en,fr", "fallback", map[string]string{city + "fr.md": "", about + "fr.md": ""}, "fallback"},
		{"en,fr", "omit", map[string]string{city + "fr.md": "", about + "fr.md": "---\ntitle: About us\n"}, "omit"},
	} {
		shop, err := starter.New(starter.Choices{Languages: strings.Split(c.languages, ","),
			Untranslated: c.untranslated}, "x")
		if err != nil {
			t.Fatal(err)
		}
		files, err := shop.Texts("v1")
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range c.begins {
			if got := string(files[name]); !strings.HasPrefix(got, want) || want == "" && got != "" {
				t.Errorf("%s in %s %s begins %.60q, not %q", name, c.languages, c.untranslated, got, want)
			}
		}
		_, key, _ := strings.Cut(string(files["content/deployments/x.yaml"]), "\nuntranslated: ")
		if key, _, _ = strings.Cut(key, " "); key != c.key {
			t.Errorf("%s %s has untranslated: %q, not %q", c.languages, c.untranslated, key, c.key)
		}
	}
}

func TestDrawReturnsADifferentPicturePerName(t *testing.T) {
	a, b := landscape.Draw("hero.jpg"), landscape.Draw("days-out.jpg")
	if bytes.Equal(a, b) || !bytes.Equal(a, landscape.Draw("hero.jpg")) {
		t.Error("two names have the same picture, or one name has two")
	}
	if config, err := jpeg.DecodeConfig(bytes.NewReader(a)); err != nil || config.Width != 1600 {
		t.Errorf("%+v: %v", config, err)
	}
}

func TestMonogramShowsTheFirstLetter(t *testing.T) {
	for name, want := range map[string]string{"qamar": ">Q<", "«رواق»": ">ر<", "3 dunes": ">3<", "<&": ">•<"} {
		if got := string(starter.Monogram(name)); !strings.Contains(got, want) {
			t.Errorf("%q is drawn as %s", name, got)
		}
	}
}
