package yaml_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"storefront/internal/content/yaml"
)

// billionLaughs returns a document whose aliases expand to width^levels words.
func billionLaughs(levels, width int) string {
	var b strings.Builder
	b.WriteString("a0: &a0 word\n")
	for i := 1; i <= levels; i++ {
		alias := fmt.Sprintf("*a%d", i-1)
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(alias+", ", width), ", "))
	}
	return b.String()
}

func TestParseRejectsYAMLBombs(t *testing.T) {
	for name, c := range map[string]struct{ src, want string }{
		"aliases of aliases":            {billionLaughs(9, 8), "11:45: aliases repeat too much here"},
		"an alias that contains itself": {"a: &x [*x, *x]\n", "7:8: this alias contains itself"},
		"one alias, many times": {"a: &x [1, 2, 3, 4, 5, 6, 7, 8]\nb: [" + strings.Repeat("*x, ", 20_000) + "]\n",
			"8:4449: aliases repeat too much here"},
		"unclosed nested lists": {"a: " + strings.Repeat("[", 100_000), "7:1: nested too deeply"},
		"nested mappings":       {strings.Repeat("{a: ", 100_000), "7:1: nested too deeply"},
		"nested items":          {strings.Repeat("- ", 100_000), "7:1: nested too deeply"},
		"closed nested lists": {"a: " + strings.Repeat("[", 9_000) + strings.Repeat("]", 9_000),
			"7:104: nested too deeply"},
		"many lists with a syntax error": {
			"a: [" + strings.Repeat(strings.Repeat("[", 9_000)+strings.Repeat("]", 9_000)+", ",
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

func TestParseAcceptsFewAliases(t *testing.T) {
	n, err := yaml.Parse("terms: &terms [one, two]\nhere: *terms\nthere: *terms\n", 1)
	if err != nil || len(n.At("there").Items) != 2 {
		t.Errorf("%+v, %v", n, err)
	}
}
