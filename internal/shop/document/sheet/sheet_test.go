package sheet_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"storefront/internal/shop/document/sheet"
)

func TestColoursEqualTheLightThemeOfTheSite(t *testing.T) {
	css, err := os.ReadFile("../../../../site/styles/tokens.css")
	if err != nil {
		t.Fatal(err)
	}
	byDay, _, _ := strings.Cut(string(css), "html.dark")
	for name, c := range map[string]sheet.Colour{
		"ink": sheet.Ink, "surface": sheet.Surface, "accent": sheet.Accent, "wash": sheet.Wash, "muted": sheet.Muted,
		"hairline": sheet.Hairline, "error": sheet.Error, "link": sheet.Link,
	} {
		want := fmt.Sprintf("--color-%s: #%02x%02x%02x;", name, c[0], c[1], c[2])
		if !strings.Contains(byDay, want) {
			t.Errorf("the site has not %s", want)
		}
	}
}
