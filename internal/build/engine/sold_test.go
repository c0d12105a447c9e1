package engine_test

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"storefront/internal/build/engine"
	"storefront/internal/content/contenttest"
)

func TestListReportsTranslationsMissingWhereAProductIsSold(t *testing.T) {
	content := contenttest.Copy(t)
	contenttest.Replace(t, content, shop, "pageSize: 12",
		"pageSize: 12\nuntranslated: fallback\nsells: {products: [dunes]}")
	contenttest.Write(t, content, "deployments/walks.yaml", `hosts: [walks.localhost]
baseUrl: https://www.walks.example
name: {en: Walks, ar: مشي}
layoutType: default
supplier: false
languages: [en]
currencies: [AED]
sells: {products: [walk]}
contact: {email: hello@walks.example}
`)
	dunes, err := os.ReadFile(filepath.Join(content, "media/dunes.png"))
	if err != nil {
		t.Fatal(err)
	}
	alts := "dunes.png: Dunes at dusk\n"
	for _, name := range []string{"medina.png", "dusk.png", "gate.png"} {
		contenttest.Write(t, content, "media/"+name, string(dunes))
		alts += name + ": The " + name[:4] + " of the evening\n"
	}
	contenttest.Write(t, content, "media/en.yaml", alts)
	contenttest.Replace(t, content, "products/walk/product.yaml", "[dunes.png]", "[medina.png, gate.png]")
	contenttest.Replace(t, content, "products/dunes/product.yaml", "[dunes.png]", "[dunes.png, dusk.png]")
	contenttest.Replace(t, content, "products/dunes/en.md", "See also", "![](gate.png)\n\nSee also")
	contenttest.Remove(t, content, "products/walk/ar.md")
	contenttest.Remove(t, content, "products/dunes/ar.md")
	entries, err := engine.List(t.Context(), newProject(t, content).options)
	if err != nil {
		t.Fatal(err)
	}
	missing, lacking := map[string]string{}, map[string]string{}
	for _, e := range entries {
		switch e.Kind {
		case "product":
			missing[e.Slug] = strings.Join(e.Missing, " ")
		case "alt text":
			lacking[e.Slug] = strings.Join(e.Missing, " ")
		}
	}
	if want := map[string]string{"dunes": "ar", "walk": ""}; !maps.Equal(missing, want) {
		t.Errorf("the products lack %q, want %q", missing, want)
	}
	if want := map[string]string{"dusk.png": "ar", "gate.png": "ar"}; !maps.Equal(lacking, want) {
		t.Errorf("the pictures lack %q, want %q", lacking, want)
	}
}

func TestListReturnsEntriesAndMistakesWithoutADeployment(t *testing.T) {
	root := contenttest.Copy(t)
	contenttest.Write(t, root, "deployments/wayfare.yaml", "")
	entries, err := engine.List(t.Context(), newProject(t, root).options)
	if err == nil || len(entries) == 0 {
		t.Errorf("got %v with %v", entries, err)
	}
}
