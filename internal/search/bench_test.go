package search_test

import (
	"strings"
	"testing"

	"storefront/internal/search"
)

func BenchmarkEntry(b *testing.B) {
	for name, words := range map[string]string{
		"en": "sunset walk dinner old town camel kayak museum ticket private harbour palace garden cruise snorkel " +
			"market balloon hike the of guide",
		"ar": "رحلة جولة غروب عشاء سوق قديم جمل متحف تذكرة خاصة ميناء قصر حديقة قارب غوص مخيم منطاد دراجة شروق " +
			"مرشد الصحراء والجبل",
	} {
		b.Run(name, func(b *testing.B) {
			text := strings.Repeat(words+", ", 8)
			for b.Loop() {
				e := search.NewEntry()
				e.Add(search.Title, words)
				e.Add(search.Detail, text)
				e.Bytes()
			}
		})
	}
}
