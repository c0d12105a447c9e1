package translation_test

import (
	"testing"

	"storefront/internal/core/translation"
)

func TestCountEnglishCountsAListOfNamesOnce(t *testing.T) {
	english := translation.Load(translation.Mails, "en")["calendar"].(translation.Tree)
	texts := translation.Tree{"calendar": translation.Tree{"shortWeekdays": english["shortWeekdays"],
		"weekdays": []any{"dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"}}}
	if n := translation.CountEnglish(translation.Mails, texts); n != 1 {
		t.Errorf("%d texts are in English, not 1", n)
	}
}
