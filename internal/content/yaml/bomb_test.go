package yaml_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"storefront/internal/content/yaml"
)

// billionLaughs is a document whose aliases refer to width to the power of levels words.
func billionLaughs(levels, width int) string {
	var b strings.Builder
	b.WriteString("a0: &a0 word\n")
	for i := 1; i <= levels; i++ {
		alias := fmt.Sprintf("*a%d", i-1)
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(alias+", ", width), ", "))
	}
	return b.String()
}

func TestADocumentThatIsFarLargerOnceItIsReadIsRefusedAtItsPlace(t *testing.T) {
	for name, c := range map[string]struct{ src, want string }{
		"aliases of aliases": {billionLaughs(9, 8), "11:45: aliases repeat too much here"},
		"an alias of itself": {"a: &x [*x, *x]\n", "7:8: this alias contains itself"},
		"one alias, many times": {"a: &x [1, 2, 3, 4, 5, 6, 7, 8]\nb: [" + strings.Repeat("*x, ", 20_000) + "]\n",
			"8:4449: aliases repeat too much here"},
		"lists in lists":       {"a: " + strings.Repeat("[", 100_000), "7:1: nested too deeply"},
		"mappings in mappings": {strings.Repeat("{a: ", 100_000), "7:1: nested too deeply"},
		"items in items":       {strings.Repeat("- ", 100_000), "7:1: nested too deeply"},
		"lists in lists, closed": {"a: " + strings.Repeat("[", 9_000) + strings.Repeat("]", 9_000),
			"7:104: nested too deeply"},
		"many lists, and a slip": {"a: [" + strings.Repeat(strings.Repeat("[", 9_000)+strings.Repeat("]", 9_000)+", ",
			20) + "}", "7:1: did not find expected node content"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := yaml.Parse(c.src, 7)
			var at *yaml.Error
			if !errors.As(err, &at) || err.Error() != c.want {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

func TestAliasesThatRepeatAFewTextsAreRead(t *testing.T) {
	n, err := yaml.Parse("terms: &terms [one, two]\nhere: *terms\nthere: *terms\n", 1)
	if err != nil || len(n.At("there").Items) != 2 {
		t.Errorf("%+v, %v", n, err)
	}
}
