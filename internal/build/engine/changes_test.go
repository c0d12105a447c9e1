package engine_test

import (
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
)

func TestProductFeedsShowPriceChangesAfterACleanBuild(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	p.build()
	before := p.read("products.json")
	p.options.AsOf = p.options.AsOf.AddDate(0, 0, 1)
	p.build()
	if p.read("products.json") != before {
		t.Error("the feed differs on another day without a change")
	}
	contenttest.Replace(t, p.options.Content, "products/dunes/product.yaml", "price: 395", "price: 300")
	p.options.Clean = true
	p.build()
	for _, rel := range []string{"products.json", "products.xml", "ar/products.json", "ar/products.xml"} {
		text := p.read(rel)
		if !strings.Contains(text, "395.00 AED → 300.00 AED") || !strings.Contains(text, "2026-11-21") {
			t.Errorf("%s does not have the lower price: %s", rel, text)
		}
	}
}
