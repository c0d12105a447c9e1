package mail_test

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"storefront/internal/core/notice"
)

func TestDocumentedNoticesMatchTheCode(t *testing.T) {
	page, err := os.ReadFile("../../../docs/mail.md")
	if err != nil {
		t.Fatal(err)
	}
	var documented []string
	for _, row := range regexp.MustCompile(
		"(?m)^\\| `([a-z_]+)` \\| (.+?) \\| .* \\| (yes|no) \\|$").FindAllStringSubmatch(string(page), -1) {
		kind := notice.Kind(row[1])
		documented = append(documented, row[1])
		if toShop := row[2] == "the shop"; toShop != kind.IsToShop() {
			t.Errorf("%s goes to the shop: %v, and to %s in docs/mail.md", kind, kind.IsToShop(), row[2])
		}
		if (row[3] == "no") != kind.IsPrivate() {
			t.Errorf("%s goes by mail alone: %v, and by the webhook: %s in docs/mail.md", kind, kind.IsPrivate(),
				row[3])
		}
	}
	for i := range scenes {
		if kind := string(scenes[i].notice.Kind); !slices.Contains(documented, kind) {
			t.Errorf("docs/mail.md has no row of %s", kind)
		}
	}
	for _, kind := range documented {
		if !slices.ContainsFunc(scenes, func(s scene) bool { return string(s.notice.Kind) == kind }) {
			t.Errorf("docs/mail.md has a row of %s, which is no notice", kind)
		}
	}
}
