package locale_test

import (
	"os"
	"strings"
	"testing"

	"storefront/internal/core/locale"
)

func TestAPathTellsItsLanguage(t *testing.T) {
	for path, want := range map[string][2]string{
		"/ar/blog": {"ar", "/blog"}, "/ar": {"ar", "/"}, "/ar/": {"ar", "/"}, "/fr/blog/x": {"fr", "/blog/x"},
		"/": {"", "/"}, "/area": {"", "/area"}, "/blog/ar": {"", "/blog/ar"},
	} {
		if code, rest := locale.Split(path); code != want[0] || rest != want[1] {
			t.Errorf("%s: %q %q", path, code, rest)
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
