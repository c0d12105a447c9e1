package markdown_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"storefront/internal/content/catalog"
	"storefront/internal/content/markdown"
)

// Prose that contains a URL is parsed by another parser than prose without.
func TestBothParsersRenderProseAlike(t *testing.T) {
	texts := []string{"a *b* c_d_e **f**g ~~h~~ (i) [j](/k) `l m` \\* n  \no\\\np ![q](r) ::s : t &amp; <u> '\"v\"",
		"* a (b\n* c_ d\n\n> e *f\n> g* h\n\n| i | j |\n|---|---|\n| k ~ l | _m_ |\n\n- [x] n (o)",
		" a\n  b   c \n\n1) d\n2) e _f"}
	files, _ := filepath.Glob("../../../content/*/*/*.md")
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, body, _ := strings.Cut(string(data)[3:], "\n---\n"); !strings.ContainsAny(body, "@^") &&
			!strings.Contains(body, "://") && !strings.Contains(body, "www.") {
			texts = append(texts, body)
		}
	}
	if len(texts) < 100 {
		t.Fatalf("only %d texts", len(texts))
	}
	none := func(string) *markdown.Picture { return &markdown.Picture{Src: "/p.jpg"} }
	for _, text := range texts {
		alone := markdown.RenderPage(catalog.Prose{Source: text}, none).HTML
		followed := markdown.RenderPage(catalog.Prose{Source: text + "\n\n## mail@example.com"}, none).HTML
		if !strings.HasPrefix(followed, alone) {
			t.Errorf("%s\nalone: %s\nfollowed: %s", text, alone, followed)
		}
	}
}
