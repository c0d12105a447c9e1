package engine_test

import (
	"maps"
	"strings"
	"testing"

	"storefront/internal/build/engine"
	"storefront/internal/content/contenttest"
)

func TestATranslationIsMissedWhereItIsSoldOnly(t *testing.T) {
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
	contenttest.Remove(t, content, "products/walk/ar.md")
	contenttest.Remove(t, content, "products/dunes/ar.md")
	entries, err := engine.List(t.Context(), newProject(t, content).options)
	if err != nil {
		t.Fatal(err)
	}
	missing := map[string]string{}
	for _, e := range entries {
		if e.Kind == "product" {
			missing[e.Slug] = strings.Join(e.Missing, " ")
		}
	}
	if want := map[string]string{"dunes": "ar", "walk": ""}; !maps.Equal(missing, want) {
		t.Errorf("the products lack %q, want %q", missing, want)
	}
}
