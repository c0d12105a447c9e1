package locale_test

import (
	"os"
	"strings"
	"testing"

	"storefront/internal/core/locale"
)

func TestAPathTellsItsLanguage(t *testing.T) {
	for path, want := range map[string][2]string{
		"/ar/blog": {"ar", "/blog"}, "/ar": {"ar", "/"}, "/ar/": {"ar", "/"}, "/fr/blog/x": {"fr", "/blog/x"}, "/": {"", "/"}, "/area": {"", "/area"}, "/blog/ar": {"", "/blog/ar"},
	} {
		if code, rest := locale.Split(path); code != want[0] || rest != want[1] {
			t.Errorf("%s: %q %q", path, code, rest)
		}
	}
}

func TestADayIsWrittenInItsLanguage(t *testing.T) {
	for _, c := range [][3]string{
		{"en", "2026-12-05", "5 December 2026"}, {"ar", "2026-12-05", "5 ديسمبر 2026"}, {"ar", "2027-01-31", "31 يناير 2027"},
		{"fr", "2026-12-05", "2026-12-05"}, {"en", "soon", "soon"},
	} {
		if got := locale.FormatDay(c[0], c[1]); got != c[2] {
			t.Errorf("%s %s: %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

func TestEveryConfiguredLanguageIsWholeAndHasItsMessages(t *testing.T) {
	for code, l := range locale.Configured {
		if l.Code != code || l.Name == "" || (l.Dir != "ltr" && l.Dir != "rtl") || !strings.HasPrefix(l.ISO, code+"-") {
			t.Errorf("%+v", l)
		}
		if _, err := os.Stat("../../../site/locales/" + code + ".json"); err != nil {
			t.Error(err)
		}
	}
	// What the specification falls back to.
	if iso := locale.Configured["en"].ISO; iso != "en-US" {
		t.Errorf("English is %s", iso)
	}
}
