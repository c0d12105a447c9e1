package termtable_test

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"storefront/internal/lib/termtable"
)

func TestJSONEscapesTerminalControlCharacters(t *testing.T) {
	value := map[string]string{"name": "a\x1b[2J\u009b2J\u0085b\x7f\u202ec\u2066d\u2069 <ليلى> \U0001f600 \\u0085"}
	var out strings.Builder
	if err := termtable.JSON(&out, value, "  "); err != nil {
		t.Fatal(err)
	}
	want := "{\n  \"name\": \"a\\u001b[2J\\u009b2J\\u0085b\\u007f\\u202ec\\u2066d\\u2069 <ليلى> \U0001f600 " +
		"\\\\u0085\"\n}\n"
	if out.String() != want {
		t.Errorf("%q\nwant\n%q", out.String(), want)
	}
	var read map[string]string
	if err := json.Unmarshal([]byte(out.String()), &read); err != nil || !maps.Equal(read, value) {
		t.Errorf("%v, %q", err, read)
	}
}

func TestPrintAlignsColumnsInAnyScript(t *testing.T) {
	tab := termtable.New("NAME NUMBER> PLACE")
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
