package engine_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"storefront/internal/build/engine"
	"storefront/internal/content/contenttest"
	"storefront/internal/content/diag"
	"storefront/internal/core/plaintext"
	"storefront/tests/drill"
)

// hostileTexts are texts of careless or malicious writers. Each is published unchanged.
var hostileTexts = map[string]string{
	"a script":                          `<script>alert(1)</script>`,
	"the end of a script":               `</script><script>alert(1)</script>`,
	"a comment":                         `<!-- <script> --!> <!--`,
	"an unclosed link":                  `<a href="/nowhere">`,
	"an unclosed attribute":             `<a href="/nowhere`,
	"a closed link":                     `<a href="/nowhere">x</a> <a href="product:walk">y</a>`,
	"an event handler":                  `<img src=x onerror=alert(1)>`,
	"an attribute's end":                `" onmouseover="alert(1)" x="`,
	"quotes":                            `"double" 'single' \"escaped\" \u0041 \\ \n`,
	"line separators":                   "one\u2028two\u2029three",
	"bidi controls":                     "over\u202ewhelm\u2066ing",
	"templates":                         "{{constructor.constructor('alert(1)')()}} {% raw %} ${alert(1)} <%= 1 %>",
	"replacement patterns":              "$& $1 $` $' $$ $<name> \\1 %s %!d",
	"entities":                          `&lt;script&gt; &amp; &#60; &copy &quot;`,
	"the end of CDATA":                  `]]> <![CDATA[ <?xml ?>`,
	"Markdown":                          `[x](javascript:alert(1)) ![y](//evil.example/y) **z** <javascript:alert(1)> ## a`,
	"YAML":                              `- a: &b *b #c !!d | > % @`,
	"a very long word":                  strings.Repeat("long", 2000),
	"stacked combining marks":           "Z" + strings.Repeat("\u0337", 200),
	"characters beyond the basic plane": "\U0001F468\u200D\U0001F469\u200D\U0001F467 \U0001DF00",
}

var (
	fieldForm = regexp.MustCompile(`@@(.+?)@@`)
	proseForm = regexp.MustCompile(`%%(.+?)%%`)
)

// withTexts writes a catalogue in which every field that is a text holds its own name and the given text, and every
// prose its own name and the given prose. It returns what the fields hold.
func withTexts(t *testing.T, text, prose string) (content string, fields []string) {
	t.Helper()
	content = contenttest.Copy(t)
	archive, err := txtar.ParseFile("testdata/hostile.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		data := fieldForm.ReplaceAllStringFunc(string(f.Data), func(name string) string {
			field := strings.Trim(name, "@") + " " + text
			fields = append(fields, field)
			quoted, err := json.Marshal(field)
			if err != nil {
				t.Fatal(err)
			}
			return string(quoted)
		})
		data = proseForm.ReplaceAllStringFunc(data,
			func(name string) string { return strings.Trim(name, "%") + " " + prose + "\n\n" })
		contenttest.Write(t, content, f.Name, data)
	}
	return content, fields
}

// fieldTexts returns all strings of the JSON files below a folder, including keys.
func fieldTexts(t *testing.T, root string) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	var add func(v any)
	add = func(v any) {
		switch v := v.(type) {
		case string:
			all[v] = true
		case []any:
			for _, item := range v {
				add(item)
			}
		case map[string]any:
			for key, item := range v {
				all[key] = true
				add(item)
			}
		}
	}
	for path, data := range files(t, root) {
		if filepath.Ext(path) != ".json" {
			continue
		}
		var v any
		if err := json.Unmarshal(data, &v); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		add(v)
	}
	return all
}

// skeleton returns the elements of a page with the names of their attributes, without texts, data and scripts.
func skeleton(t *testing.T, page []byte) string {
	t.Helper()
	root, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for n := range root.Descendants() {
		switch n.Type {
		case html.ElementNode:
			b.WriteString("<" + n.Data)
			for _, a := range n.Attr {
				b.WriteString(" " + a.Key)
				if n.DataAtom == atom.A && a.Key == "href" && !strings.HasPrefix(a.Val, "http") {
					b.WriteString("=" + a.Val)
				}
			}
			b.WriteString(">\n")
			if n.DataAtom == atom.Script && n.FirstChild != nil {
				checkScript(t, n)
			}
		case html.CommentNode:
			b.WriteString("<!-->\n")
		}
	}
	return b.String()
}

func checkScript(t *testing.T, n *html.Node) {
	t.Helper()
	for _, a := range n.Attr {
		if a.Key == "type" && strings.Contains(a.Val, "json") && !json.Valid([]byte(n.FirstChild.Data)) {
			t.Errorf("%s is no JSON: %.300s", a.Val, n.FirstChild.Data)
		}
	}
}

var authorAddress = regexp.MustCompile(`blog/author/[a-z0-9-]+`)

// skeletons returns the skeletons of all pages of the deployment by path.
func (p *project) skeletons() map[string]string {
	all := map[string]string{}
	for path, data := range files(p, p.public("wayfare")) {
		switch filepath.Ext(path) {
		case ".html":
			// An author's address is made of the name.
			page := skeleton(p.TB.(*testing.T), data)
			const anybody = "blog/author/x"
			all[authorAddress.ReplaceAllString(path, anybody)] = authorAddress.ReplaceAllString(page, anybody)
		case ".xml":
			checkXML(p, path, data)
		}
	}
	return all
}

func checkXML(t testing.TB, path string, data []byte) {
	t.Helper()
	for d := xml.NewDecoder(bytes.NewReader(data)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Errorf("%s: %v", path, err)
			return
		}
	}
}

// differences returns the lines that only the second text has.
func differences(before, after string) (more []string) {
	known := map[string]int{}
	for line := range strings.Lines(before) {
		known[line]++
	}
	for line := range strings.Lines(after) {
		if known[line]--; known[line] < 0 {
			more = append(more, line)
		}
	}
	return more
}

func TestHostileTextInFieldsIsShownAsPlainText(t *testing.T) {
	content, fields := withTexts(t, "plain words", "plain words")
	p := newProject(t, content)
	p.options.ReviewsFile = exportOf(t, "plain words")
	p.build()
	plain := p.skeletons()
	for name, text := range hostileTexts {
		t.Run(name, func(t *testing.T) {
			content, fields := withTexts(t, text, "plain words")
			p := newProject(t, content)
			p.options.ReviewsFile = exportOf(t, text)
			p.build()
			shown := fieldTexts(t, p.public("wayfare"))
			maps.Copy(shown, fieldTexts(t, filepath.Join(p.options.Builds, "meta")))
			fields = append(fields, "exported author "+plaintext.CleanLine(text),
				"exported title "+plaintext.CleanLine(text),
				"exported text "+plaintext.CleanLines(text))
			for _, field := range fields {
				if !shown[field] {
					t.Errorf("%.100q is on no page unchanged", field)
				}
			}
			for path, page := range p.skeletons() {
				if page != plain[path] {
					t.Errorf("%s has other elements: %.600q", path, differences(plain[path], page))
				}
			}
		})
	}
	drill.Row(37, "%d hostile texts in each of %d fields of content and reviews | all built, each is shown as it "+
		"was written, no page has another element for it",
		len(hostileTexts), len(fields)+len(exportedFields))
}

var exportedFields = []string{"author", "title", "text"}

// exportOf returns a file with one exported review whose fields hold their own name and the given text.
func exportOf(t *testing.T, text string) string {
	t.Helper()
	review := map[string]any{"id": "a1", "deployment": "wayfare", "product": "dunes", "rating": 4, "date": "2026-11-05",
		"language": "en"}
	for _, field := range exportedFields {
		review[field] = "exported " + field + " " + text
	}
	data, err := json.Marshal(review)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "export.jsonl")
	if err := os.WriteFile(path, append(data, '\n'), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// proseLines matches the lines of a skeleton that prose may add: elements of Markdown without scripts.
var proseLines = regexp.MustCompile(
	`^<(p|a href=(/[^/].*|#.*|mailto:.*|)|a href=|a href rel|a href|strong|em|code|pre|h[2-6] id|ul|ol|li|blockquote|hr|br|del)>$`)

func TestHostileProseAddsNoScripts(t *testing.T) {
	content, _ := withTexts(t, "plain words", "plain words")
	p := newProject(t, content)
	p.build()
	plain := p.skeletons()
	for name, text := range hostileTexts {
		t.Run(name, func(t *testing.T) {
			content, _ := withTexts(t, "plain words", strings.ReplaceAll(text, "![y](//evil.example/y) ", ""))
			if report, err := engine.Check(t.Context(),
				engine.Options{Content: content, AsOf: p.options.AsOf}); err != nil {
				var invalid *engine.InvalidContentError
				if errors.As(err, &invalid) {
					t.Fatal(report, invalid.Diagnostics)
				}
				t.Fatal(err)
			}
			p := newProject(t, content)
			p.build()
			for path, page := range p.skeletons() {
				for _, line := range differences(plain[path], page) {
					if !proseLines.MatchString(strings.TrimSpace(line)) {
						t.Errorf("%s: prose adds %q", path, line)
					}
				}
			}
		})
	}
}

func TestControlCharacterInATextIsAMistake(t *testing.T) {
	for _, text := range []string{`"a\u0000b"`, `"a\0b"`, `"a\x01b"`, `"a\u001bb"`, `"a\u007fb"`, `"a\u0085\u009bb"`} {
		content := contenttest.Copy(t)
		contenttest.Replace(t, content, "products/dunes/en.md", "title: Sunset dunes", "title: "+text)
		_, err := engine.Check(t.Context(), engine.Options{Content: content})
		var invalid *engine.InvalidContentError
		if !errors.As(err, &invalid) {
			t.Errorf("%s is accepted: %v", text, err)
			continue
		}
		if got := messagesOf(invalid.Diagnostics); !strings.Contains(got,
			"products/dunes/en.md:2:8: this text has an invisible character") {
			t.Errorf("%s: %s", text, got)
		}
	}
}

func messagesOf(found []diag.Diagnostic) string {
	var lines []string
	for _, d := range found {
		lines = append(lines, d.String())
	}
	return strings.Join(lines, "\n")
}

func TestReviewWithMarkupStaysPlainText(t *testing.T) {
	for name, text := range map[string]string{
		"an unclosed link":           `Go <a href="/nowhere"> there`,
		"an unclosed attribute":      `Go <a href="/nowhere there`,
		"two links":                  `Go <a href="/nowhere">here</a> or <a href="/faq">there</a>`,
		"a link to an existing page": `See <a href="/faq">the questions</a>`,
		"a link to a product":        `See <a href="product:walk">`,
	} {
		t.Run(name, func(t *testing.T) {
			p := newProject(t, contenttest.Copy(t))
			line, err := json.Marshal(map[string]any{
				"id": "a1", "deployment": "wayfare", "product": "dunes", "author": "Amina", "rating": 4,
				"date":     "2026-11-05",
				"language": "en", "title": "A title", "text": text,
			})
			if err != nil {
				t.Fatal(err)
			}
			p.options.ReviewsFile = filepath.Join(t.TempDir(), "export.jsonl")
			if err := os.WriteFile(p.options.ReviewsFile, line, 0o600); err != nil {
				t.Fatal(err)
			}
			p.build()
			var page struct {
				Product struct {
					Overview string
					Reviews  []struct{ Text string }
				}
			}
			if err := json.Unmarshal([]byte(p.read("things-to-do-in-dubai/dunes/_payload.json")), &page); err != nil {
				t.Fatal(err)
			}
			if len(page.Product.Reviews) != 2 || page.Product.Reviews[0].Text != text ||
				page.Product.Reviews[1].Text != "Worth it." {
				t.Errorf("the reviews are %+v", page.Product.Reviews)
			}
			if !strings.Contains(page.Product.Overview, `<a href="/things-to-do-in-dubai/walk">`) {
				t.Errorf("the overview's link is not resolved: %s", page.Product.Overview)
			}
		})
	}
}
