package importer_test

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode/utf16"

	"storefront/internal/content/catalog"
	"storefront/internal/content/contenttest"
	"storefront/internal/content/diag"
	"storefront/internal/content/font"
	"storefront/internal/content/importer/table"
	"storefront/internal/content/media"
	"storefront/internal/content/source"
)

// productsOf reads the products of a folder of content. White space around prose and reviews are left out.
func productsOf(t *testing.T, content string) map[string]*catalog.Product {
	t.Helper()
	r := source.NewReader(content)
	lib, _ := r.Library(media.Read, media.ReadDrawing, font.Read)
	var mistakes []diag.Diagnostic
	slugs, known := r.ProductSlugs(&mistakes), map[string]bool{}
	for _, slug := range slugs {
		known[slug] = true
	}
	all := map[string]*catalog.Product{}
	for _, slug := range slugs {
		p, wrong := r.Product(slug, lib, known)
		for _, m := range wrong {
			if !m.Warning {
				t.Error(m)
			}
		}
		for _, text := range p.Texts {
			text.Body = catalog.Prose{Source: strings.TrimSpace(text.Body.Source)}
		}
		p.Reviews = nil
		all[slug] = p
	}
	return all
}

func TestDemoProductsSurviveATableRoundTrip(t *testing.T) {
	demo, content := "../../../content", filepath.Join(t.TempDir(), "content")
	if err := os.CopyFS(content, os.DirFS(demo)); err != nil {
		t.Fatal(err)
	}
	before := productsOf(t, content)
	if len(before) < 50 {
		t.Fatalf("the demo has %d products", len(before))
	}
	var sheet bytes.Buffer
	n, err := table.WriteExport(&sheet, table.Export{Content: content, Excel: true})
	explain(t, err)
	if n != len(before) {
		t.Errorf("%d of %d products are exported", n, len(before))
	}
	contenttest.Remove(t, content, "products")
	contenttest.Write(t, content, "../t.csv", sheet.String())
	report, err := table.Import(background, content+"/../t.csv", options(content))
	explain(t, err)
	if len(report.Unmapped) > 0 {
		t.Errorf("reported: %s", notes(report))
	}
	after := productsOf(t, content)
	for slug, want := range before {
		got := after[slug]
		if got == nil {
			t.Errorf("%s is lost", slug)
			continue
		}
		differences(t, slug, reflect.ValueOf(*want), reflect.ValueOf(*got))
		for language := range want.Texts {
			differences(t, slug+" "+language, reflect.ValueOf(*want.Texts[language]),
				reflect.ValueOf(*got.Texts[language]))
		}
	}
	var again bytes.Buffer
	if _, err := table.WriteExport(&again, table.Export{Content: content, Excel: true}); err != nil ||
		!bytes.Equal(sheet.Bytes(), again.Bytes()) {
		t.Errorf("the table of the imported products differs (%v)", err)
	}
}

func differences(t *testing.T, of string, want, got reflect.Value) {
	t.Helper()
	for i := range want.NumField() {
		name := want.Type().Field(i).Name
		if name != "Texts" && !reflect.DeepEqual(want.Field(i).Interface(), got.Field(i).Interface()) {
			t.Errorf("%s: %s was %+v, is %+v", of, name, want.Field(i).Interface(), got.Field(i).Interface())
		}
	}
}

// exportOf exports the products of a folder of content.
func exportOf(t *testing.T, content, deployment string) string {
	t.Helper()
	var sheet bytes.Buffer
	_, err := table.WriteExport(&sheet, table.Export{Content: content, Deployment: deployment})
	explain(t, err)
	return sheet.String()
}

// Fields that the demo does not use survive the round trip too.
func TestRareFieldsSurviveATableRoundTrip(t *testing.T) {
	content := contenttest.Copy(t)
	contenttest.Write(t, content, "products/dunes/reviews.yaml", "[]\n")
	contenttest.Replace(t, content, "products/walk/product.yaml", "city: dubai\n", `city: dubai
sourceId: "007"
aliases: [/old/walk, /older/walk]
related: [dunes]
payLater: {beforeStart: 2d, minimum: 1h, where: {en: At the gate, ar: عند البوابة}}
dropOff: {included: true, addressRequired: true}
weight: 7
`)
	contenttest.Replace(t, content, "products/walk/en.md", "title: Old town walk",
		"title: \"=Old | \\\\ town: walk\"\n"+
			"highlights: [\"one | two\", \"a \\\\ b\", \"ends with \\\\\", "+
			"\"<b>a | b</b>\"]\nseoTitle: \"+1 <b>a</b> &amp; & b\"\n"+
			"slug: جولة-البلدة\naliases: [/جولات/قديمة]")
	before := productsOf(t, content)
	sheet := exportOf(t, content, "")
	for _, want := range []string{"Old |", " =Old", "one \\| two"} {
		if !strings.Contains(sheet, want) {
			t.Errorf("%q is not in %s", want, sheet)
		}
	}
	contenttest.Remove(t, content, "products")
	contenttest.Write(t, content, "../t.csv", sheet)
	_, err := table.Import(background, content+"/../t.csv", options(content))
	explain(t, err)
	after := productsOf(t, content)
	for slug, want := range before {
		differences(t, slug, reflect.ValueOf(*want), reflect.ValueOf(*after[slug]))
		for language := range want.Texts {
			differences(t, slug+" "+language, reflect.ValueOf(*want.Texts[language]),
				reflect.ValueOf(*after[slug].Texts[language]))
		}
	}
}

func TestExportOfADeploymentHasOnlyItsProducts(t *testing.T) {
	content := contenttest.Copy(t)
	contenttest.Replace(t, content, "deployments/wayfare.yaml", "currencies: [AED]",
		"currencies: [AED]\nsells: {products: [walk]}")
	if sheet := exportOf(t, content, "wayfare"); strings.Contains(sheet, "\ndunes,") ||
		!strings.Contains(sheet, "\nwalk,") {
		t.Errorf("got %s", sheet)
	}
	if sheet := exportOf(t, content, ""); !strings.Contains(sheet, "\ndunes,") {
		t.Errorf("got %s", sheet)
	}
	if _, err := table.WriteExport(nil, table.Export{Content: content, Deployment: "wayfar"}); err == nil ||
		!strings.Contains(err.Error(), `did you mean "wayfare"?`) {
		t.Errorf("got %v", err)
	}
	contenttest.Replace(t, content, "products/walk/product.yaml", "city: dubai", "city: dubia")
	if _, err := table.WriteExport(nil, table.Export{Content: content}); err == nil {
		t.Error("content with mistakes is exported")
	}
}

// Excel converts cells such as 4-11 and 38.711 to dates and numbers. It opens UTF-16 with tabs in every locale.
func TestExcelExportProtectsTextsFromConversion(t *testing.T) {
	content := contenttest.Copy(t)
	var sheet bytes.Buffer
	_, err := table.WriteExport(&sheet, table.Export{Content: content, Excel: true})
	explain(t, err)
	units := make([]uint16, sheet.Len()/2)
	for i := range units {
		units[i] = uint16(sheet.Bytes()[2*i]) | uint16(sheet.Bytes()[2*i+1])<<8
	}
	text := string(utf16.Decode(units))
	if !strings.HasPrefix(text, "\uFEFFproduct\ttitle") || !strings.Contains(text, "\t\"=\"\"275.50\"\"\"\t") {
		t.Errorf("%.900s", text)
	}
}
