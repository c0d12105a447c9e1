package table_test

import (
	"strings"
	"testing"

	"storefront/internal/table"
)

func TestATableStandsInColumnsWhateverItsTextsAre(t *testing.T) {
	tab := table.New("NAME NUMBER> PLACE")
	tab.Add("Amina", "7", "Dubai")
	tab.Add("ليلى حداد", "1200", "مسقط")
	tab.Add("李小龍", "15", "")
	tab.Add("Zoe\u0301", "1", "a\nb\x1b[2J\u202e")
	var out strings.Builder
	if err := tab.Print(&out); err != nil {
		t.Fatal(err)
	}
	want := strings.Join([]string{
		"NAME       NUMBER  PLACE",
		"Amina           7  Dubai",
		"\u2068ليلى حداد\u2069    1200  \u2068مسقط\u2069",
		"李小龍         15",
		"Zoe\u0301             1  a b[2J",
		"",
	}, "\n")
	if out.String() != want {
		t.Errorf("%q\nwant\n%q", out.String(), want)
	}
}
