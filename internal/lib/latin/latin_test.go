package latin_test

import (
	"testing"

	"storefront/internal/lib/latin"
)

func TestTransliterateAllSpellsLettersWithoutABase(t *testing.T) {
	if got := latin.TransliterateAll("Łódź, Straße, fırın, é"); got != "lódź, Strasse, firin, é" {
		t.Error(got)
	}
}
