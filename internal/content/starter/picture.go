package starter

import (
	"fmt"
	"html"
	"strings"
	"unicode"

	"storefront/internal/content/landscape"
	"storefront/internal/content/scaffold"
)

// Monogram draws the first letter of a name as an SVG.
func Monogram(name string) []byte {
	letter := "•"
	for _, r := range name {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			letter = strings.ToUpper(string(r))
			break
		}
	}
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36">
  <rect width="36" height="36" rx="9" fill="#14514b"/>
  <path d="M0 29c8-6 13 2 21-2 6-3 9-4 15-3v3a9 9 0 0 1-9 9H9a9 9 0 0 1-9-9z" fill="#d99a5b"/>
  <text x="18" y="24" text-anchor="middle" font-family="system-ui, sans-serif" font-weight="700" font-size="20"`+
		` fill="#fffaf0">%s</text>
</svg>
`, html.EscapeString(letter))
}

// pictureWords are the alt texts of the drawn pictures, by language; %s is the city.
var pictureWords = map[string]map[string]string{
	"hero.jpg":             {"en": "Dunes below a low sun", "ar": "كثبان تحت شمس مائلة"},
	"days-out.jpg":         {"en": "A drawn landscape of hills", "ar": "مشهد مرسوم لتلال متتابعة"},
	"first-experience.jpg": {"en": "Hills in the light of early morning", "ar": "تلال في ضوء الصباح الباكر"},
	"":                     {"en": "Hills near %s, drawn", "ar": "تلال قرب %s، مرسومة"},
}

func (s *Shop) cityPicture() string { return "city-" + s.CitySlug + ".jpg" }

func (s *Shop) pictures() map[string][]byte {
	all := map[string][]byte{}
	for name := range pictureWords {
		if name == "" {
			name = s.cityPicture()
		}
		all[name] = landscape.Draw(name)
	}
	return all
}

// altTexts writes the alt texts of the drawn pictures.
func (s *Shop) altTexts(language string) []byte {
	texts, in := map[string]string{}, s.starterLanguage(language)
	for name, words := range pictureWords {
		if name == "" {
			texts[s.cityPicture()] = fmt.Sprintf(words[in], s.City[language])
			continue
		}
		texts[name] = words[in]
	}
	return scaffold.YAML(texts)
}
