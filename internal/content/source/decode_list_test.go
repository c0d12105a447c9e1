package source

import (
	"slices"
	"testing"
)

func TestSplitListSplitsByCommasOrSpaces(t *testing.T) {
	for text, want := range map[string][]string{
		"travel":           {"travel"},
		"travel turkey":    {"travel", "turkey"},
		"travel, old town": {"travel", "old town"},
		"سفر، صحراء":       {"سفر", "صحراء"},
		" , a,, b ,":       {"a", "b"},
	} {
		if got := splitList(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
