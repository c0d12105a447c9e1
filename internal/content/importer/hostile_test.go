package importer_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"storefront/internal/content/contenttest"
	"storefront/internal/content/importer"
	"storefront/internal/content/importer/blog"
	"storefront/internal/content/importer/table"
	"storefront/internal/content/yaml"
)

var hostileTexts = []string{
	`<script>alert(1)</script>`, `</script><!-- <a href="/nowhere">`, `" onmouseover="alert(1)`,
	`'single' "double" \escaped \u0041 \n`,
	"one\u2028two\u2029three", "over\u202ewhelm", "{{constructor}} ${x} <%= 1 %>", "$& $1 $` %s", `&lt;b&gt; &amp;`,
	`]]> <![CDATA[`,
	`- a: &b *b #c !!d | > % @`, `: `, `---`, `# x`, `null`, `~`, `2026-01-01`, `[x](javascript:alert(1))`,
	strings.Repeat("long", 2000),
}

// inTables maps hostile texts with HTML to the text that a table import keeps.
var inTables = map[string]string{hostileTexts[0]: "", hostileTexts[1]: "</script><!--", `&lt;b&gt; &amp;`: "<b> &"}

// frontOf returns the front matter of the written file whose path ends with name.
func frontOf(t *testing.T, report *importer.Report, content, name string) *yaml.Node {
	t.Helper()
	for _, file := range report.Written {
		if strings.HasSuffix(file, name) {
			data, err := os.ReadFile(filepath.Join(content, strings.TrimPrefix(file, content)))
			if err != nil {
				t.Fatal(err)
			}
			front, _, _ := strings.Cut(strings.TrimPrefix(string(data), "---\n"), "\n---\n")
			n, err := yaml.Parse(front, 1)
			if err != nil {
				t.Fatalf("%v:\n%.500s", err, front)
			}
			return n
		}
	}
	t.Fatalf("%s is not among %v", name, report.Written)
	return nil
}

// oneLine returns a text as importers write it, with single spaces between words.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

func TestHostileTextsAreImportedUnchanged(t *testing.T) {
	for _, text := range hostileTexts {
		t.Run(text[:min(len(text), 20)], func(t *testing.T) {
			want := "A " + text
			content, site := contenttest.Copy(t), t.TempDir()
			front, err := json.Marshal(map[string]any{"title": want, "date": "2024-01-01", "description": want})
			if err != nil {
				t.Fatal(err)
			}
			contenttest.Write(t, site, "content/posts/x.md", string(front)+"\nText "+text+"\n")
			report, err := blog.Hugo(background, site, options(content))
			explain(t, err)
			post := frontOf(t, report, content, "en.md")
			for _, key := range []string{"title", "description"} {
				if got := post.Get(key); got == nil || got.Value != oneLine(want) {
					t.Errorf("the post's %s is %+v, not %q", key, got, want)
				}
			}
			product := importTable(t, content, want)
			if words, ok := inTables[text]; ok {
				want = strings.TrimSpace("A " + words)
			}
			for _, key := range []string{"title", "summary", "place"} {
				if got := product.Get(key); got == nil || oneLine(got.Value) != oneLine(want) {
					t.Errorf("the product's %s is %+v, not %q", key, got, want)
				}
			}
			inOrder(t, content)
		})
	}
}

// importTable imports a product whose texts are the given one, and returns its English texts.
func importTable(t *testing.T, content, text string) *yaml.Node {
	t.Helper()
	var sheet bytes.Buffer
	w := csv.NewWriter(&sheet)
	for _, row := range [][]string{
		{"product", "title", "title ar", "summary", "summary ar", "place", "place ar", "duration", "start times",
			"cancellation", "capacity", "unit", "price", "latitude", "longitude", "option", "option title",
			"option title ar"},
		{"x", text, text, text, text, text, text, "2h", "09:00", "none", "8", "ADULT", "10", "25.2", "55.2", "o", text,
			text},
	} {
		if err := w.Write(row); err != nil {
			t.Fatal(err)
		}
	}
	w.Flush()
	contenttest.Write(t, content, "../t.csv", sheet.String())
	o := options(content)
	o.Facts = importer.Facts{City: "dubai", Category: "desert", Supplier: "sands", Currency: "AED", Image: "dunes.png"}
	report, err := table.Import(background, content+"/../t.csv", o)
	explain(t, err)
	return frontOf(t, report, content, "x/en.md")
}

func TestTableLargerThanTheLimitIsRefusedInBoundedMemory(t *testing.T) {
	huge := filepath.Join(t.TempDir(), "huge.csv")
	if err := os.WriteFile(huge, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(huge, 2<<30); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{huge, "/dev/zero"} { // the size of a stream is not known
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := table.Import(ctx, path, options(contenttest.Copy(t)))
		runtime.ReadMemStats(&after)
		if want := path + ": the table is larger than 64 MB"; err == nil || err.Error() != want {
			t.Errorf("the error is %v, want %s", err, want)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 1<<30 {
			t.Errorf("%s took %d MB", path, used>>20)
		}
	}
}
