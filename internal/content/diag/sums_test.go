package diag_test

import (
	"fmt"
	"slices"
	"testing"

	"storefront/internal/content/diag"
)

func TestFrequentKindsSumsMoreThanTenDiagnosticsOfAKind(t *testing.T) {
	var all []diag.Diagnostic
	add := func(n int, message func(i int) string) {
		for i := range n {
			all = append(all, diag.Diagnostic{Path: fmt.Sprintf("blog/%d.md", i), Message: message(i)})
		}
	}
	add(10, func(int) string { return "ten are read one by one" })
	add(11, func(int) string { return `this story is not translated into "ar"` })
	add(12, func(i int) string { return fmt.Sprintf("this description has %d characters", i) })
	add(13, func(i int) string {
		return fmt.Sprintf(`the alt text of camp-%d.webp is the same in "en" and "%d": see /a/%d.`, i, i, i)
	})
	want := []string{`   13 × the alt text of … is the same in … and …: see ….`,
		"   12 × this description has … characters", `   11 × this story is not translated into "ar"`}
	if sums := diag.FrequentKinds(all); !slices.Equal(sums, want) {
		t.Errorf("got\n%q\nwant\n%q", sums, want)
	}
}
