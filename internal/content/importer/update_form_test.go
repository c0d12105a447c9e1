package importer_test

import (
	"slices"
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
)

// Editors' programs may write CRLF and a byte-order mark. An update changes only the lines with new values.
func TestUpdateKeepsLineEndsAndByteOrderMark(t *testing.T) {
	const facts, text = "products/dhow/product.yaml", "products/dhow/en.md"
	crlf := func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }
	now := strings.NewReplacer("ADULT,100", "ADULT,120", "A dhow,", "A sailing dhow,").Replace(tours)
	for name, as := range map[string]func(string) string{
		"LF":                           func(s string) string { return s },
		"CRLF":                         crlf,
		"LF and a byte-order mark":     func(s string) string { return "\uFEFF" + s },
		"CRLF and a byte-order mark":   func(s string) string { return "\uFEFF" + crlf(s) },
		"CRLF except in the first two": func(s string) string { return strings.Replace(crlf(s), "\r\n", "\n", 2) },
		"LF except in the first two":   func(s string) string { return strings.Replace(s, "\n", "\r\n", 2) },
	} {
		t.Run(name, func(t *testing.T) {
			content := contenttest.Copy(t)
			tableInto(t, content, tours, false)
			before := map[string]string{}
			for _, file := range []string{facts, text} {
				before[file] = as(strings.Replace(written(t, content, file), "\ntitle:", "\n# a\n\n# a\n\ntitle:", 1))
				contenttest.Write(t, content, file, before[file])
			}
			if r := tableInto(t, content, tours, true); len(r.Updated) != 0 {
				t.Fatalf("the same table changes %v", r.Updated)
			}
			if r := tableInto(t, content, now, true); len(r.Updated) != 2 {
				t.Fatalf("changed %v, want two files; %s", r.Updated, keptIn(r))
			}
			for file, values := range map[string][2]string{
				facts: {"price: 100", "price: 120"}, text: {"A dhow", "A sailing dhow"},
			} {
				want := strings.ReplaceAll(before[file], values[0], values[1])
				if got := written(t, content, file); got != want {
					t.Errorf("%s is\n%q, want\n%q", file, got, want)
				}
			}
		})
	}
}

func TestUpdateAddsLinesWithTheLineEndsOfTheFile(t *testing.T) {
	content := contenttest.Copy(t)
	tableInto(t, content, tours, false)
	const file = "products/kite/product.yaml"
	contenttest.Write(t, content, file, strings.ReplaceAll(written(t, content, file), "\n", "\r\n"))
	tableInto(t, content, strings.Replace(tours, "quad,Q1", ",,,,,,,,CHILD,50,,,,\nquad,Q1", 1), true)
	lines := strings.SplitAfter(written(t, content, file), "\n")
	if !slices.ContainsFunc(lines, func(line string) bool { return strings.Contains(line, "CHILD") }) {
		t.Fatalf("the new unit is not in %q", lines)
	}
	for _, line := range lines[:len(lines)-1] {
		if !strings.HasSuffix(line, "\r\n") {
			t.Errorf("the line %q does not end in CRLF", line)
		}
	}
}
