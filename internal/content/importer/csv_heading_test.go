package importer_test

import (
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
	"storefront/internal/content/importer"
	"storefront/internal/content/importer/table"
)

// Headings can name languages and currencies by words, and commas can separate dates.
func TestColumnHeadingMayEndWithALanguageOrCurrency(t *testing.T) {
	content := contenttest.Copy(t)
	contenttest.Write(t, content, "../t.csv", "Title (English);Title Arabic;Price (AED);Photo;Duration;Start times;"+
		"Capacity;Closed days\nBay;الخليج;29;dunes.png;2h;09:00;8;29.10.2026, 01.01.2027\n")
	o := options(content)
	o.Facts = importer.Facts{City: "dubai", Category: "desert", Supplier: "sands", Currency: "AED"}
	report, err := table.Import(background, content+"/../t.csv", o)
	explain(t, err)
	facts := written(t, content, "products/bay/product.yaml")
	for _, want := range []string{"price: 29", "images: [dunes.png]", "closedDays: [2026-10-29, 2027-01-01]"} {
		if !strings.Contains(facts, want) {
			t.Errorf("%s is not in\n%s\n%s", want, facts, notes(report))
		}
	}
	if text := written(t, content, "products/bay/ar.md"); !strings.Contains(text, "title: الخليج") {
		t.Errorf("the Arabic text is\n%s", text)
	}
	contenttest.Write(t, content, "../t.csv", "Title;Price (EUR);Duration;Start times;Capacity\nBay;29;2h;09:00;8\n")
	report, err = table.Import(background, content+"/../t.csv", o)
	if err == nil || len(report.Wrong) != 1 ||
		!strings.Contains(report.Wrong[0].Why, "the heading names EUR, and the product is priced in AED") {
		t.Errorf("got %v, %v", err, report.Wrong)
	}
}
