package yaml

import (
	"fmt"
	"strings"
	"testing"
)

const (
	readsAsComment = ": YAML reads #b8451f as a comment: colours and other texts with # need quotation marks, " +
		"'#b8451f'"
	behindColon   = " follows a key's colon"
	readsAsAnchor = " as an anchor: a text that begins with & needs quotation marks"
	aWrongEscape  = `: in double quotation marks, a backslash is written \\; or use single quotation marks`
	wideColon     = ": this is a wide colon, ：; a key has a plain one and a space after it"
)

func TestParseErrorsSayWhatToWrite(t *testing.T) {
	long := "" // as the texts of a language are
	for i := range 100 {
		long += fmt.Sprintf("key%d: %s\n", i, strings.Repeat("word ", 200))
	}
	for src, want := range map[string]string{
		"a: 1\nb: [1, 2\nc: 3\n":                             "6:4: this bracket is not closed: ] is missing",
		"a: {b: 1, c: [\n  2,\n  3\nd: 4":                    "5:14: this bracket is not closed: ] is missing",
		"a:\n  - [x, 'y]'\n\n# z\n  - [1]":                   "6:5: this bracket is not closed: ] is missing",
		"a: {b: 1,\nc: 3":                                    "5:4: this bracket is not closed: } is missing",
		"a: {b: [1}\nc: 1":                                   "5:8: this bracket is not closed: ] is missing",
		"a: [1, 2":                                           "5:4: this bracket is not closed: ] is missing",
		"a: [x #y]\nb: {c: 1}":                               "5:4: this bracket is not closed: ] is missing",
		"a: {b: 'é', c: #b8451f}\nd: 1":                      "5:16" + readsAsComment,
		"a: {b: {c: \"#333\"}, d: {e: #b8451f}}\nf: {g: x}":  "5:28" + readsAsComment,
		"a: {\n  b: '#333',\n  c: #b8451f,\n  d: 1\n}\ne: 1": "7:6" + readsAsComment,
		"a: {b: 1 # it's {":                                  "5:4: this bracket is not closed: } is missing",
		"a: [1,\n  \"x\" y,\n  4\n]\nb: 1": "6:7: the text ends at this quotation mark; one within a text is " +
			`written \"`,
		"a: [Tea, 'vin d'or']": "5:17: the text ends at this quotation mark; one within a text is written ''",
		"a: {b: 'l'or', c: 1}": "5:11: the text ends at this quotation mark; one within a text is written ''",
		"a: ['Tea' 'Bread']":   "5:11: a comma is missing before this",
		"a: {b: 'Tea' c: 1}":   "5:14: a comma is missing before this",
		"a: {b: 24h c: 1}":     "5:12: a comma is missing before this",
		"x: 1\na:\n  - {b: 24h, c: 1}\n  - {b: 1, c: 24h d: 1}\nz: 1": "8:19: a comma is missing before this",
		"a: \"x: [y\"\nb: [1": "6:4: this bracket is not closed: ] is missing",
		"a: \"x: [y\" z": "5:12: the text ends at this quotation mark; one within a text is written " +
			`\"`,
		"a: [\"x]\nb: 2": "5:5: this quotation mark has no end: \" is missing",
		"title: \"Le \"grand\" tour\"": "5:13: the text ends at this quotation mark; one within a text is " +
			`written \"`,
		"title: 'L'Atlas'": "5:11: the text ends at this quotation mark; one within " +
			"a text is written ''",
		"title: *New* Atlas":                  "5:8: a text that begins with this sign needs quotation marks",
		"title: **New** Atlas\na: 1":          "5:8: a text that begins with this sign needs quotation marks",
		"a:\n  - **New** Atlas\n  - b":        "6:5: a text that begins with this sign needs quotation marks",
		"a:\n  - *New* Atlas\n  - b":          "6:5: a text that begins with this sign needs quotation marks",
		"title: !New! Atlas":                  "5:8: a text that begins with this sign needs quotation marks",
		"title: & more of Atlas":              "5:8: a text that begins with this sign needs quotation marks",
		"title: \"Atlas\nb: \"Two\"\nc: 1":    "5:8: this quotation mark has no end: \" is missing",
		"title: \"Atlas\nb: Two\nc: 1":        "5:8: this quotation mark has no end: \" is missing",
		"title: 'Atlas\nb: Two\nc: 1":         "5:8: this quotation mark has no end: ' is missing",
		"a:\n  - \"Atlas\n  - \"Two\"\nc: 1":  "6:5: this quotation mark has no end: \" is missing",
		"a: \"b\n  c\"\nd: [1":                "7:4: this bracket is not closed: ] is missing",
		"title: *Atlas*":                      "5:8: a text that begins with this sign needs quotation marks",
		"title: %50":                          "5:8: a text that begins with this sign needs quotation marks",
		"title: @home":                        "5:8: a text that begins with this sign needs quotation marks",
		"title: [New] Atlas":                  "5:14: a text with brackets needs quotation marks",
		"title: {{count}} days":               "5:9: a text with brackets needs quotation marks",
		"title: &Beyond the ferries":          "5:8: YAML reads &Beyond" + readsAsAnchor,
		"a: 1\nb: [x, &y]\n":                  "6:8: YAML reads &y" + readsAsAnchor,
		"a:\n  - &x\n    b: 1":                "6:5: YAML reads &x" + readsAsAnchor,
		"a: 1\nb: [é, *families]\nc: 1":       "6:8: a text that begins with this sign needs quotation marks",
		"# *x y\na: '*x'\nb: *x\n":            "7:4: a text that begins with this sign needs quotation marks",
		"a: *x\nb: &x c":                      "5:4: a text that begins with this sign needs quotation marks",
		"a: *x b":                             "5:4: a text that begins with this sign needs quotation marks",
		"a: 1\nb: \"é\u0001y\"":               "6:6: this is the invisible control character U+0001: remove it",
		"a: 1\nb: 2 \ufffe":                   "6:6: this is the invisible control character U+FFFE: remove it",
		"title: \"C:\\media\"":                "5:11" + aWrongEscape,
		"a: b\\c\nd: \"\\\"x\\u00e9\\u12 y\"": "6:14" + aWrongEscape,
		"a: \"b \\\n  c\\nd \\q\"":            "6:8" + aWrongEscape,
		"%YAML 1.2\n---\na: 1":                "5:1: directives of YAML are not used here: take this line out",
		"# c\n%FOO b\n---\na: 1":              "6:1: directives of YAML are not used here: take this line out",
		"%YAML\na: 1":                         "5:1: directives of YAML are not used here: take this line out",
		"related: &r [*r, x]":                 "5:14: this alias contains itself",
		"title: Tea: hot":                     "5:8: a text with a colon and a space needs quotation marks",
		"a:\n\tb: 1":                          "6:1: a tab cannot indent: write spaces",
		"a: b\n  c: d":                        "5:4: the line below begins further in, as if it belonged to this text",
		"a:\n    b: 1\n  c: 2":                "7:3: this line begins further in or out than those around it",
		"a: 1\nb:3h\nc: 2":                    "6:1: a key's colon needs a space after it",
		"a:\n  - b: 1\n   - b: 2\nc: 1":       "7:4: this line begins further in or out than those around it",
		"a:\n  - b: 1\n     - b: 2\nc: 1":     "7:1: this line begins further in or out than those around it",
		"a:\n  -{b: 24h, c: 1}":               "6:8: a hyphen of a list needs a space after it",
		"a:\n  - b: 1\n  -{b: 2}\nc: 1":       "7:3: a hyphen of a list needs a space after it",
		"a: 1\n  \ntitle:\u3000Atlas":         "7:7: this is a wide space; a plain one" + behindColon,
		"a: 1\n- b:\u00a0Atlas\nc: 1":         "6:5: this is a no-break or narrow space; a plain one" + behindColon,
		"a: 1\ntitle： Atlas":                  "6:6" + wideColon,
		"title：Atlas\nsummary：More":           "5:6" + wideColon,
		"title:\u3000Atlas":                   "5:7: this is a wide space; a plain one" + behindColon,
		"<<<<<<< HEAD\na: 1":                  "5:1: this is a mark of a conflict in Git",
		"a: b\nwords alone\nc: d":             "6:1: a key, a colon and a space are expected here",
		long + "count: {{count}} days\nz: 1":  "105:9: a text with brackets needs quotation marks",
	} {
		if _, err := Parse(src, 5); err == nil || err.Error() != want {
			t.Errorf("%.40q:\ngot  %v\nwant %s", src, err, want)
		}
	}
}
