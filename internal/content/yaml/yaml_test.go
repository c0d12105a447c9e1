package yaml

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// same checks that both parsers return equal nodes. It returns false if the quick parser does not accept the source.
func same(t *testing.T, src string) bool {
	t.Helper()
	a, ok := parseQuick(src, 1)
	if !ok {
		return false
	}
	b, err := parseFull(src, 1, nil)
	if err != nil {
		t.Fatalf("the quick parser accepts a source that the general parser rejects (%v):\n%s", err, src)
	}
	if !equal(a, b) {
		t.Fatalf("quick and general differ on:\n%.3000s", src)
	}
	return true
}

func equal(a, b *Node) bool {
	if a.IsNull() && b.IsNull() {
		return true
	}
	if a.Kind != b.Kind || a.Value != b.Value || len(a.Pairs) != len(b.Pairs) || len(a.Items) != len(b.Items) {
		return false
	}
	if a.Kind == Scalar && (a.Line != b.Line || a.Col != b.Col) {
		return false
	}
	for i := range a.Pairs {
		if !reflect.DeepEqual(a.Pairs[i].Key, b.Pairs[i].Key) || !equal(&a.Pairs[i].Value, &b.Pairs[i].Value) {
			return false
		}
	}
	for i := range a.Items {
		if !equal(&a.Items[i], &b.Items[i]) {
			return false
		}
	}
	return true
}

var documents = []string{
	"a: 1\nb: two words # comment\nc:\n  d: [1, two, \"three, four\"]\n  e: {x: 1, y: 'it''s'}\n",
	"list:\n- a\n- b: 1\n  c: 2\n-   d: {from: 10:00, to: 22:00}\n",
	"list:\n  - id: x\n    at: 15:30\n  - id: y\nnext: true\n",
	"title: \"a: b \\\"quoted\\\" \\u0041\"\nempty:\nlast: ~\n",
	"flow: [a,\n  b,\n  c]\nmap: {a: 1,\n  b: [x, y]}\n",
	"ar: مرحبًا بكم: ليس\n",
	"ar: مرحبًا بكم\nurl: https://example.com/a#b\nrange: a-b\nneg: -5\n",
	"text: |\n  two\n  lines\n",
	"a: &x 1\nb: *x\n",
	"long: first\n  second\n",
	"# only a comment\n",
	"a:\n    b:\n        - c\n        - d\n",
	"- {author: A, rating: 5}\n- author: B\n  rating: 4\n",
	"a: {}\nb: []\nc: ''\nd: \"\"\n",
	"a: b:c\nd: -x\ne: 'x' # y\n",
}

func TestQuickParserAgreesWithTheGeneralParser(t *testing.T) {
	accepted := 0
	for _, src := range documents {
		if same(t, src) {
			accepted++
		}
	}
	if accepted < len(documents)-5 {
		t.Errorf("quick accepted only %d of %d", accepted, len(documents))
	}
}

func TestQuickParserAcceptsAlmostAllDemoContent(t *testing.T) {
	files, accepted := 0, 0
	err := filepath.WalkDir("../../../content", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".yaml" && filepath.Ext(path) != ".md" {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		src := string(data)
		if strings.HasPrefix(src, "---\n") {
			src, _, _ = strings.Cut(src[4:], "\n---\n")
		}
		files++
		if same(t, src) {
			accepted++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files == 0 || accepted < files*9/10 {
		t.Errorf("quick accepted %d of %d files", accepted, files)
	}
}

func FuzzQuick(f *testing.F) {
	for _, src := range documents {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src string) { same(t, src) })
}

func BenchmarkQuick(b *testing.B) { benchmark(b, quickOnly) }
func BenchmarkFull(b *testing.B)  { benchmark(b, func(s string) { _, _ = parseFull(s, 1, nil) }) }

func quickOnly(s string) { parseQuick(s, 1) }

func benchmark(b *testing.B, parse func(string)) {
	src := strings.Repeat("", 0)
	for i := 0; i < 40; i++ {
		src += "k" + string(rune('a'+i%26)) + string(rune('a'+i/26)) +
			":\n  title: \"Some words of a title\"\n  list: [one, two, three]\n  text: A sentence that says what " +
			"happens there, at length and in plain words.\n"
	}
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		parse(src)
	}
}

func TestSecondDocumentIsAMistakeAtItsSeparator(t *testing.T) {
	for src, line := range map[string]int{
		"a: 1\n---\ndraft: true\n":              2,
		"---\na: 1\n---\ndraft: true\n":         3,
		"---\n---\na: 1\n":                      2,
		"a: 1\n...\ndraft: true\n":              2,
		"a: 1\n... # end\n\n# more\n--- b: 2\n": 2,
		"# none\n...\nb: 2\n":                   2,
		"a: |\n  text\n---\nb: 2\n":             3,
		"a: [1,\n  2]\n--- \t\nb: 2\n":          3,
		"a: 1\r\n---\r\nb: 2\r\n":               2,
		"a: x\u2028---\u2028b: 2":               2,
		"- a\n---\n- b\n":                       2,
		"--- {a: 1}\n---\nb: 2\n":               2,
		"%YAML 1.1\n---\na: 1\n---\nb: 2\n":     4,
		"a: 1\n---\n":                           0,
		"---\na: 1\n...\n":                      0,
		"--- # begins\na: 1\n... # ends\n\n#\n": 0,
		"# first\n\n---\na: 1\n---\n...\n":      0,
		"%YAML 1.1\n---\na: 1\n":                0,
		"a: |\n  ---\n  ...\n  text\nb: 2\n":    0,
		"a: ---b\n---b: 2\n":                    0,
		"":                                      0,
	} {
		for name, read := range map[string]func() error{
			"Parse": func() error { _, err := Parse(src, 1); return err },
			"full":  func() error { _, err := parseFull(src, 1, nil); return err },
		} {
			err, at := read(), 0
			if e, ok := err.(*Error); ok {
				at = e.Line
			}
			if at != line || err != nil && !strings.Contains(err.Error(), "remove the line") {
				t.Errorf("%s of %q: %v, not line %d", name, src, err, line)
			}
		}
	}
}
