package lint

import (
	"strings"
	"testing"
)

func TestLengthLimitsAreHalvedInWideScripts(t *testing.T) {
	for _, test := range []struct {
		language           string
		title, description int // characters
		remarks            int
	}{
		{"en", 10, 70, 0}, {"en", 60, 160, 0}, {"en", 61, 161, 2}, {"en", 9, 69, 2},
		{"zh", 5, 35, 0}, {"zh", 30, 80, 0}, {"zh", 31, 81, 2}, {"ja", 4, 34, 2}, {"ko", 30, 80, 0},
	} {
		m := searchText{language: test.language, kind: "product", title: strings.Repeat("x", test.title),
			titleKey:    "title",
			description: strings.Repeat("x", test.description), descriptionKey: "summary", ownTitle: true,
			ownDescription: true}
		if got := m.checkLengths(); len(got) != test.remarks {
			t.Errorf("%+v has the remarks %v", test, got)
		}
	}
}

func TestLengthOfOneCharacterIsSingular(t *testing.T) {
	m := searchText{language: "en", title: "x", titleKey: "title", ownTitle: true}
	if got := m.checkLengths(); len(got) == 0 || !strings.HasPrefix(got[0].Message, "this title has 1 character; ") {
		t.Errorf("got %v", got)
	}
}
