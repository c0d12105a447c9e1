package main

import (
	"strings"
	"testing"
)

func TestATableStandsInColumnsWhateverItsTextsAre(t *testing.T) {
	table := newTable("NAME NUMBER> PLACE")
	table.add("Amina", "7", "Dubai")
	table.add("ليلى حداد", "1200", "مسقط")
	table.add("李小龍", "15", "")
	table.add("Zoe\u0301", "1", "a\nb\x1b[2J\u202e")
	var out strings.Builder
	if err := table.print(&out); err != nil {
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

func TestASpreadsheetCalculatesNothingThatAVisitorHasWritten(t *testing.T) {
	for text, want := range map[string]string{
		"=HYPERLINK(1)": "'=HYPERLINK(1)", "+1": "'+1", "-1": "'-1", "@x": "'@x", "\t=1": "' =1", "Amina": "Amina", "": "", "a=1": "a=1",
	} {
		if got := inert(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
