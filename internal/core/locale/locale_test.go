package locale_test

import (
	"os"
	"strings"
	"testing"

	"storefront/internal/core/locale"
)

func TestBuiltInLanguagesAreCompleteAndHaveMessages(t *testing.T) {
	for code, l := range locale.BuiltIn {
		if l.Code != code || l.Name == "" || (l.Dir != "ltr" && l.Dir != "rtl") || !strings.HasPrefix(l.ISO, code+"-") {
			t.Errorf("%+v", l)
		}
		if _, err := os.Stat("../../../site/locales/" + code + ".json"); err != nil {
			t.Error(err)
		}
	}
	// What the specification falls back to.
	if iso := locale.BuiltIn["en"].ISO; iso != "en-US" {
		t.Errorf("English is %s", iso)
	}
}
