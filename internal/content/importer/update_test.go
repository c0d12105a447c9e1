package importer_test

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
	"storefront/internal/content/diag"
	"storefront/internal/content/importer"
	"storefront/internal/content/importer/octo"
	"storefront/internal/content/importer/table"
)

const tours = "product,sku,title,title (ar),labels,start times,option,capacity,unit,price,cancellation,latitude," +
	"longitude,duration\n" +
	"dhow,D1,A dhow,مركب,,09:00|17:00,deck,8,ADULT,100,24h=100,25.1,55.1,2h\n" +
	",,,,,,,,CHILD,50,,,,\n" +
	"kite,K1,A kite,طائرة,,09:00,beach,4,ADULT,80,none,25.1,55.1,1h\n" +
	"quad,Q1,A quad,دراجة,,09:00,track,4,ADULT,90,none,25.1,55.1,1h\n"

// tableInto imports a table into a folder of content, optionally as an update.
func tableInto(t *testing.T, content, text string, update bool, set ...func(*importer.Options)) *importer.Report {
	t.Helper()
	o := options(content)
	o.Facts, o.Update = usualFacts, update
	for _, s := range set {
		s(&o)
	}
	contenttest.Write(t, content, "../t.csv", text)
	report, err := table.Import(background, content+"/../t.csv", o)
	explain(t, err)
	return report
}

func keptIn(r *importer.Report) string {
	var all []string
	for _, n := range r.Kept {
		all = append(all, n.String())
	}
	return strings.Join(all, "\n")
}

func TestUpdateMergesChangesOfTheSourceAndOfEditors(t *testing.T) {
	content := contenttest.Copy(t)
	if r := tableInto(t, content, tours, false); len(r.Written) != 9 || strings.Contains(asJSON(t, r), ".imported") {
		t.Fatalf("written %v", r.Written)
	}
	if r := tableInto(t, content, tours, true); len(r.Written)+len(r.Updated)+len(r.Kept)+len(r.Existing) != 0 {
		t.Fatalf("the same table changes something: %s", asJSON(t, r))
	}
	inSpanish := strings.NewReplacer("ADULT", "Adulto", "CHILD", "Niño").Replace(tours)
	if r := tableInto(t, content, inSpanish, true); len(r.Updated)+len(r.Kept)+len(r.Unmapped) != 0 {
		t.Fatalf("other words for its units change something: %s", asJSON(t, r))
	}
	// An editor renames the folder, changes the capacity, the child's price and the title, and writes a comment.
	err := os.Rename(filepath.Join(content, "products/dhow"), filepath.Join(content, "products/dhow-trip"))
	if err != nil {
		t.Fatal(err)
	}
	contenttest.Replace(t, content, "products/dhow-trip/product.yaml", "capacity: 8", "capacity: 12")
	contenttest.Replace(t, content, "products/dhow-trip/product.yaml", "price: 50", "price: 55")
	contenttest.Replace(t, content, "products/dhow-trip/product.yaml", "duration: 2h",
		"# with tea\nduration:   2h  # not more")
	contenttest.Replace(t, content, "products/dhow-trip/en.md", "---\ntitle: A dhow\n", "---\ntitle: A dhow at dusk\n")
	contenttest.Replace(t, content, "products/dhow-trip/product.yaml", "capacity: 12", "capacity: 12 # all on deck")
	contenttest.Replace(t, content, "products/dhow-trip/product.yaml", "options:", "options: # of wood")
	contenttest.Remove(t, content, "products/quad")
	// The source changes both prices, the times and the Arabic title, and has no kite but a camel.
	now := strings.NewReplacer("ADULT,100", "ADULT,120", "CHILD,50", "CHILD,60", "09:00|17:00", "10:00", "مركب,",
		"مركب شراعي,", "A dhow,", "A sailing dhow,", "kite,K1,A kite", "camel,C1,A camel").Replace(tours)
	report := tableInto(t, content, now, true)
	facts := written(t, content, "products/dhow-trip/product.yaml")
	for _, want := range []string{"capacity: 12 # all on deck", "options: # of wood", "type: ADULT, price: 120",
		"type: CHILD, price: 55",
		"startTimes: [10:00]", "# with tea\nduration:   2h  # not more\n"} {
		if !strings.Contains(facts, want) {
			t.Errorf("%q is not in %s", want, facts)
		}
	}
	if text := written(t, content, "products/dhow-trip/en.md"); !strings.Contains(text, "title: A dhow at dusk") {
		t.Errorf("got %s", text)
	}
	if text := written(t, content, "products/dhow-trip/ar.md"); !strings.Contains(text, "title: مركب شراعي") {
		t.Errorf("got %s", text)
	}
	written(t, content, "products/camel/product.yaml")
	kept := keptIn(report)
	for _, want := range []string{
		"en.md:2:1: title: it was edited here, and the source has another; the edited one is kept (A sailing dhow); " +
			"--prefer source uses the source's",
		"product.yaml:17:1: options.deck.units.child.price: it was edited here, and the source has another; the " +
			"edited one is kept (60)",
		"products/quad:1:1: this product was imported before and has been deleted; it is not imported again",
	} {
		if !strings.Contains(kept, want) {
			t.Errorf("%q is not in\n%s", want, kept)
		}
	}
	if len(report.Kept) != 3 || len(report.Updated) != 2 || len(report.Vanished) != 1 ||
		!strings.HasSuffix(report.Vanished[0], "products/kite") {
		t.Errorf("got %s", asJSON(t, report))
	}
	inOrder(t, content)
	// What was kept is reported until one of both gives in.
	if r := tableInto(t, content, now, true); len(r.Written)+len(r.Updated)+len(r.Existing) != 0 ||
		keptIn(r) != kept {
		t.Errorf("once more: %s", asJSON(t, r))
	}
	contenttest.Replace(t, content, "products/dhow-trip/en.md", "A dhow at dusk", "A sailing dhow")
	preferred := tableInto(t, content, now, true, func(o *importer.Options) { o.Prefer = "source" })
	if text := written(t, content, "products/dhow-trip/product.yaml"); !strings.Contains(text, "CHILD, price: 60") ||
		!strings.Contains(text, "capacity: 12") {
		t.Errorf("got %s; %s", text, asJSON(t, preferred))
	}
}

// A table can have only some columns and rows. Other facts stay the same.
func TestTableOfPricesUpdatesOnlyPrices(t *testing.T) {
	content := contenttest.Copy(t)
	before := written(t, content, "products/dunes/product.yaml")
	prices := "product,option,unit,price\ndunes,shared,ADULT,420\n"
	report := tableInto(t, content, prices, true)
	if after := written(t, content, "products/dunes/product.yaml"); after != before {
		t.Errorf("a product that was never imported is changed: %s", after)
	}
	if kept := keptIn(report); !strings.Contains(kept, "options.shared.units.adult.price") || len(report.Kept) != 1 {
		t.Errorf("got %s", kept)
	}
	report = tableInto(t, content, prices, true, func(o *importer.Options) { o.Prefer = "source" })
	after := written(t, content, "products/dunes/product.yaml")
	if !strings.Contains(after, "price: 420") || !strings.Contains(after, "price: 275.50") || len(report.Updated) != 1 {
		t.Errorf("got %s; %s", after, asJSON(t, report))
	}
	if !strings.Contains(notes(report), "unit: the table has no row for it; it is kept (shared child)") {
		t.Errorf("got %s", notes(report))
	}
	inOrder(t, content)
}

func TestPartialTableUpdatesTheNamedProducts(t *testing.T) {
	const several = "sku,option,capacity,price\nK1,beach,4,80\nK1,sea,4,90\n"
	for _, c := range []struct{ sheet, before, want, remarks string }{
		{"sku,price\nK1,85\n", "", "price: 85", ""},
		{"product,price\nkite,85\n", "", "price: 85", ""},
		{"sku,unit,price\nK1,Adulto,85\n,Niño,45\n", "", "price: 45", ""},
		{"sku,price\nX9,1\n,2\nK1,85\n", "", "price: 85",
			"2:1: sku: content has no product of this id; it is left out (X9); give it a title to import it"},
		{"sku,price\n,1\nK1,85\n", "", "", "2:1: sku: it is empty, and there is no row above to continue"},
		{"sku,price\nK1,85\n", several, "",
			"2:1: option: it has several options (beach, sea); name it in a column option"},
		{"sku,option,price\nK1,sea,95\nK1,beach,85\n", several, "price: 95", ""},
	} {
		content := contenttest.Copy(t)
		tableInto(t, content, tours, false)
		if c.before != "" {
			tableInto(t, content, c.before, true)
		}
		contenttest.Write(t, content, "../t.csv", c.sheet)
		o := options(content)
		o.Facts, o.Update = usualFacts, true
		report, err := table.Import(background, content+"/../t.csv", o)
		remarks := notes(report)
		for _, n := range report.Wrong {
			remarks += n.String() + "\n"
		}
		if (err == nil) != (c.want != "") || !strings.Contains(remarks, c.remarks) || c.remarks == "" && remarks != "" {
			t.Errorf("%q: %v; %s", c.sheet, err, remarks)
		}
		if facts := written(t, content, "products/kite/product.yaml"); !strings.Contains(facts, c.want) ||
			len(report.Vanished) > 0 {
			t.Errorf("%q: vanished %v; %s", c.sheet, report.Vanished, facts)
		}
	}
}

// A German title makes a slug with ue for ü. A product that has another slug keeps it.
func TestGermanTitleMakesAGermanSlug(t *testing.T) {
	const sheet = "title (de),start times,capacity,duration,cancellation,latitude,longitude,price\n" +
		"Prater für Kinder,09:00,8,2h,none,25,55,20\n"
	for name, c := range map[string]struct{ from, sheet, want string }{
		"a table":          {"", sheet, "prater-fuer-kinder"},
		"another language": {"", strings.NewReplacer("(de)", "(en)").Replace(sheet), "prater-fur-kinder"},
		"a shop": {"woocommerce", "ID,Type,Name,Short description,Regular price\n" +
			"7,simple,Prater für Kinder,Rides.,20\n", "prater-fuer-kinder"},
	} {
		set := func(o *importer.Options) {
			o.Shop, o.Check = c.from, func(string) ([]diag.Diagnostic, error) { return nil, nil }
			if c.from != "" {
				o.Language = "de"
			}
		}
		content := contenttest.Copy(t)
		contenttest.Replace(t, content, "deployments/wayfare.yaml", "languages: [en, ar]", "languages: [en, ar, de]")
		tableInto(t, content, c.sheet, false, set)
		if !strings.Contains(strings.Join(foldersOfProducts(t, content), " "), c.want) {
			t.Errorf("%s: got %v", name, foldersOfProducts(t, content))
		}
		for _, folder := range []string{"", ".imported/csv/"} {
			from := filepath.Join(content, folder+"products", c.want)
			to := filepath.Join(content, folder+"products/prater-fur-kinder")
			if _, err := os.Stat(from); err == nil && from != to {
				explain(t, os.Rename(from, to))
			}
		}
		all := foldersOfProducts(t, content)
		r := tableInto(t, content, strings.Replace(c.sheet, ",20\n", ",25\n", 1), true, set)
		facts := written(t, content, "products/prater-fur-kinder/product.yaml")
		if got := foldersOfProducts(t, content); !slices.Equal(got, all) || !strings.Contains(facts, "price: 25") {
			t.Errorf("%s: got %v, %s, %s", name, got, facts, notes(r))
		}
	}
}

func foldersOfProducts(t *testing.T, content string) (all []string) {
	t.Helper()
	folders, err := os.ReadDir(filepath.Join(content, "products"))
	explain(t, err)
	for _, f := range folders {
		all = append(all, f.Name())
	}
	return all
}

// A table of prices that names products by slug is compared with the values imported by their ids.
func TestTableOfPricesBySlugKeepsChangesOfEditors(t *testing.T) {
	content := contenttest.Copy(t)
	tableInto(t, content, tours, false)
	contenttest.Replace(t, content, "products/dhow/product.yaml", "capacity: 8", "capacity: 12")
	tableInto(t, content, "product,option,unit,price\ndhow,deck,ADULT,120\n", true)
	if r := tableInto(t, content, tours, true); len(r.Kept) > 0 {
		t.Errorf("got %s", asJSON(t, r))
	}
	facts := written(t, content, "products/dhow/product.yaml")
	if !strings.Contains(facts, "capacity: 12") || !strings.Contains(facts, "price: 100") {
		t.Errorf("got %s", facts)
	}
}

// An empty cell in the column of original prices ends the reduction of a price.
func TestUpdateWithoutOriginalPriceEndsAReduction(t *testing.T) {
	sheet := "product,sku,title,title (ar),summary,summary (ar),start times,capacity,duration,cancellation,latitude," +
		"longitude,%\ndhow,D1,A dhow,مركب,At sea.,في البحر.,09:00,8,2h,none,25,55,%\n"
	woo := "ID,Type,Name,Short description,Regular price,%\n7,simple,Dhow,At sea.,30,%\n"
	shopify := "Handle,Title,Body (HTML),Variant Price,%\ndhow,A dhow,At sea.,%\n"
	for name, x := range map[string]struct{ from, sheet, columns, reduced, columnsAfter, after, want string }{
		"to the old price":   {"", sheet, "price,original price", "20,30", "price,original price", "30,", "30}"},
		"to a price between": {"", sheet, "price,original price", "20,30", "price,original price", "25,", "25}"},
		"with equal prices":  {"", sheet, "price,original price", "20,30", "price,original price", "30,30.00", "30}"},
		"without the column": {"", sheet, "price,original price", "20,30", "price", "25", "25, originalPrice: 30}"},
		"without a price": {"", sheet, "price,original price", "20,30", "price,original price", ",",
			"20, originalPrice: 30}"},
		"the price of an option": {"", sheet, "pricing per,option price,option original price", "BOOKING,20,30",
			"pricing per,option price,option original price", "BOOKING,30,", "price: 30\n"},
		"WooCommerce": {"woocommerce", woo, "Sale price", "20", "Sale price", "", "30}"},
		"Shopify": {"shopify", shopify, "Variant Compare At Price", "20,30", "Variant Compare At Price", "30,",
			"30}"},
		"Shopify without its column": {"shopify", shopify, "Variant Compare At Price", "20,30", "Vendor", "25,",
			"25, originalPrice: 30}"},
	} {
		t.Run(name, func(t *testing.T) {
			content, setFrom := contenttest.Copy(t), func(o *importer.Options) { o.Shop = x.from }
			fill := func(columns, values string) string {
				return strings.Replace(strings.Replace(x.sheet, "%", columns, 1), "%", values, 1)
			}
			tableInto(t, content, fill(x.columns, x.reduced), false, setFrom)
			tableInto(t, content, fill(x.columnsAfter, x.after), true, setFrom)
			facts := written(t, content, "products/dhow/product.yaml")
			if !strings.Contains(facts, x.want) ||
				!strings.Contains(x.want, "original") && strings.Contains(facts, "original") {
				t.Errorf("want %s: %s", x.want, facts)
			}
		})
	}
}

func TestEditedExportUpdatesItsProducts(t *testing.T) {
	content := contenttest.Copy(t)
	sheet := exportOf(t, content, "")
	if r := tableInto(t, content, sheet, true); len(r.Written)+len(r.Updated)+len(r.Kept)+len(r.Existing) != 0 {
		t.Errorf("what was exported changes something: %s", asJSON(t, r))
	}
	edited := strings.Replace(sheet, "Old town walk", "The old town on foot", 1)
	r := tableInto(t, content, edited, true, func(o *importer.Options) { o.Prefer = "source" })
	if text := written(t, content, "products/walk/en.md"); !strings.Contains(text, "title: The old town on foot") ||
		len(r.Updated) != 1 {
		t.Errorf("got %s; %s", text, asJSON(t, r))
	}
	contenttest.Replace(t, content, "products/dunes/product.yaml", "price: 275.50", "price: 275.50, originalPrice: 300")
	sheet = exportOf(t, content, "")
	if edited = strings.Replace(sheet, "275.50,300", "275.50,", 1); edited == sheet {
		t.Fatalf("no original price in %s", sheet)
	}
	tableInto(t, content, edited, true, func(o *importer.Options) { o.Prefer, o.Source = "source", "another" })
	if facts := written(t, content, "products/dunes/product.yaml"); strings.Contains(facts, "originalPrice: 300") {
		t.Errorf("got %s", facts)
	}
}

func TestUpdateRemovesOptionsThatTheSourceDisables(t *testing.T) {
	const table = "Type,ID,Name,Short description,Regular price,Published,Parent," +
		"Attribute 1 name,Attribute 1 value(s)\nvariable,1,Dhow,At sea.,,1,,Boat,\n" +
		"variation,2,Dhow,,60,A,id:1,Boat,Small\nvariation,3,Dhow,,90,B,id:1,Boat,Large\n"
	for name, x := range map[string]struct{ small, edit, want, not, note string }{
		"one option": {"1", "price: 90", "id: small", "id: large", "its option is removed"},
		"a changed option": {"1", "price: 95", "price: 95", "draft: true",
			"the source has switched it off; the edited one is kept"},
		"all options": {"0", "price: 90", "draft: true", "id: other",
			"the source withdraws it; the product becomes a draft"},
		"a traveller unit": {"1", "price: 90", "type: ADULT", "CHILD", "its unit is removed"},
		"a changed traveller unit": {"1", "price: 95", "price: 95", "draft: true",
			"the source has switched it off; the edited one is kept"},
		"a traveller unit of a boat": {"1", "price: 90", "type: ADULT", "CHILD", "its unit is removed"},
		"all traveller units": {"0", "price: 90", "draft: true", "id: other",
			"the source withdraws it; the product becomes a draft"},
	} {
		content, woo := contenttest.Copy(t), func(o *importer.Options) { o.Shop = "woocommerce" }
		sheet := table
		if strings.Contains(name, "traveller") {
			sheet = strings.NewReplacer("Boat", "Person", "Small", "Adult", "Large", "Child").Replace(sheet)
		}
		if strings.Contains(name, "of a boat") {
			sheet = strings.NewReplacer("1 value(s)\n", "1 value(s),Attribute 2 name,Attribute 2 value(s)\n",
				"Adult\n", "Adult,Boat,Small\n", "Child\n", "Child,Boat,Small\n").Replace(sheet)
		}
		tableInto(t, content, strings.NewReplacer(",A,", ",1,", ",B,", ",1,").Replace(sheet), false, woo)
		contenttest.Replace(t, content, "products/dhow/product.yaml", "draft: true\n", "")
		contenttest.Replace(t, content, "products/dhow/product.yaml", "price: 90", x.edit)
		for range 2 {
			off := strings.NewReplacer(",A,", ","+x.small+",", ",B,", ",0,").Replace(sheet)
			r := tableInto(t, content, off, true, woo)
			facts, found := written(t, content, "products/dhow/product.yaml"), notes(r)+keptIn(r)
			if !strings.Contains(facts, x.want) || strings.Contains(facts, x.not) ||
				x.note != "" && !strings.Contains(found, x.note) || strings.Contains(found, "no row for it") {
				t.Errorf("%s: %s; %s", name, facts, asJSON(t, r))
			}
			if !strings.Contains(name, "changed") {
				x.note = ""
			}
		}
	}
}

// Only the imported table shows what its source has. A table that the export wrote shows the state of content.
func TestExportedTableIsASeparateSource(t *testing.T) {
	content := contenttest.Copy(t)
	tableInto(t, content, tours, false)
	memory := written(t, content, ".imported/csv/products/D1/product.yaml")
	contenttest.Replace(t, content, "products/dhow/product.yaml", "price: 100", "price: 80")
	edited := strings.Replace(exportOf(t, content, ""), "A kite", "A big kite", 1)
	r := tableInto(t, content, edited, true, func(o *importer.Options) { o.Prefer = "source" })
	if len(r.Updated) != 1 || len(r.Vanished)+len(r.Unmapped) != 0 ||
		written(t, content, ".imported/csv/products/D1/product.yaml") != memory {
		t.Errorf("the edited export: %s", asJSON(t, r))
	}
	if r := tableInto(t, content, tours, true); len(r.Updated)+len(r.Vanished) != 0 {
		t.Errorf("the unchanged table: %s", asJSON(t, r))
	}
	contenttest.Remove(t, content, "products/quad")
	if r := tableInto(t, content, exportOf(t, content, ""), true); len(r.Updated)+len(r.Vanished)+len(r.Kept) != 0 {
		t.Errorf("an export without a product: %s", asJSON(t, r))
	}
	r = tableInto(t, content, strings.Replace(tours, "ADULT,100", "ADULT,110", 1), true)
	if !strings.Contains(keptIn(r), "options.deck.units.adult.price") || len(r.Updated) != 0 {
		t.Errorf("the changed table: %s", asJSON(t, r))
	}
}

func TestOCTOCatalogueIsUpdated(t *testing.T) {
	s := supplier(t)
	content := contenttest.Copy(t)
	o := s.options(content)
	first, err := octo.Import(background, o)
	explain(t, err)
	o.Update = true
	again, err := octo.Import(background, o)
	explain(t, err)
	if len(again.Written)+len(again.Updated)+len(again.Kept)+len(again.Existing)+len(again.Vanished) != 0 {
		t.Fatalf("the same catalogue changes something: %s", asJSON(t, again))
	}
	for _, n := range again.Unmapped {
		if n.Do == "check it and remove draft" {
			t.Errorf("reported again: %s", n)
		}
	}
	var file string
	for _, name := range first.Written {
		if strings.HasSuffix(name, "product.yaml") {
			file = strings.TrimPrefix(name, content+"/")
		}
	}
	contenttest.Replace(t, content, file, "draft: true\n", "")
	s.change = func(answer string) string { return strings.ReplaceAll(answer, `"retail": `, `"retail": 1`) }
	changed, err := octo.Import(background, o)
	explain(t, err)
	if len(changed.Updated) == 0 || len(changed.Kept) != 0 {
		t.Errorf("got %s", asJSON(t, changed))
	}
	if text := written(t, content, file); strings.Contains(text, "draft") {
		t.Errorf("an update makes a draft of a product: %s", text)
	}
	s.before = func(w http.ResponseWriter, r *http.Request) bool {
		if strings.HasSuffix(r.URL.Path, "/products") {
			_, _ = w.Write([]byte("[]"))
			return true
		}
		return false
	}
	o.Facts.Supplier = strings.TrimSuffix(filepath.Base(supplierFile(t, first)), ".yaml")
	gone, err := octo.Import(background, o)
	explain(t, err)
	if len(gone.Vanished) == 0 {
		t.Errorf("got %s", asJSON(t, gone))
	}
}

func supplierFile(t *testing.T, r *importer.Report) string {
	t.Helper()
	for _, name := range r.Written {
		if strings.Contains(name, "suppliers/") {
			return name
		}
	}
	t.Fatal("no supplier was written")
	return ""
}

func TestRowWithAnotherSourceIDIsSkipped(t *testing.T) {
	content := contenttest.Copy(t)
	tableInto(t, content, tours, false)
	before := written(t, content, "products/dhow/product.yaml")
	for id, isLeftOut := range map[string]bool{"T-104": true, "D1": false} {
		r := tableInto(t, content, "product,sku,option,unit,price\ndhow,"+id+",deck,ADULT,100\n", true)
		isReported := strings.Contains(notes(r),
			`t.csv:2:6: sku: content has "D1" of this slug, which is another product; `+
				`the row is left out (T-104); give it another slug`)
		if len(r.Written)+len(r.Updated)+len(r.Kept) > 0 || isReported != isLeftOut {
			t.Errorf("%s: %s", id, asJSON(t, r))
		}
	}
	if after := written(t, content, "products/dhow/product.yaml"); after != before {
		t.Errorf("got %s", after)
	}
}

// A table in another language has titles that make no slug, so the source id identifies its products. An option title
// that equals the product's title does so in each language.
func TestTableInAnotherLanguageIsAddedBySourceID(t *testing.T) {
	content := contenttest.Copy(t)
	tableInto(t, content, "sku,title,summary,place,images,"+oneTour+"\n"+
		"S1,A dhow,Sails.,Creek,dunes.png,"+itsFacts+"\n", false)
	r := tableInto(t, content, "sku,title,summary,place\nS1,مركب شراعي,شراع.,الخور\n", true,
		func(o *importer.Options) { o.Language = "ar" })
	text := written(t, content, "products/a-dhow/ar.md")
	if !strings.Contains(text, "{title: مركب شراعي}") || !strings.Contains(text, "\ntitle: مركب شراعي\n") ||
		strings.Contains(text, "dhow") {
		t.Errorf("%s\ngot %s", notes(r), text)
	}
}

// Options that a shop has turned into travellers would otherwise be sold twice.
func TestShopUpdateRemovesMissingOptions(t *testing.T) {
	const table = "Type,ID,Name,Short description,Regular price,Published,Parent," +
		"Attribute 1 name,Attribute 1 value(s)\nvariable,1,Dhow,At sea.,,1,,Boat,\n" +
		"variation,2,Dhow,,60,1,id:1,Boat,Small\nvariation,3,Dhow,,90,1,id:1,Boat,Large\n"
	woo := func(o *importer.Options) { o.Shop = "woocommerce" }
	for edit, x := range map[string]struct{ want, not, note string }{
		"price: 90": {"type: CHILD", "id: large", "the shop no longer has it; it is removed (large)"},
		"price: 95": {"draft: true", "id: small", "options.large: it was edited here, and the source no longer has it"},
	} {
		content := contenttest.Copy(t)
		tableInto(t, content, table, false, woo)
		contenttest.Replace(t, content, "products/dhow/product.yaml", "draft: true\n", "")
		contenttest.Replace(t, content, "products/dhow/product.yaml", "price: 90", edit)
		for n := range 2 {
			travellers := strings.NewReplacer("Small", "Adult", "Large", "Child").Replace(table)
			r := tableInto(t, content, travellers, true, woo)
			facts, found := written(t, content, "products/dhow/product.yaml"), notes(r)+keptIn(r)
			if !strings.Contains(facts, x.want) || strings.Contains(facts, x.not) ||
				n == 0 && !strings.Contains(found, x.note) || strings.Contains(found, "no row for it") {
				t.Errorf("%s: %s; %s", edit, facts, asJSON(t, r))
			}
		}
	}
}

// Without the memory of an import, an option of the shop could also be an editor's.
func TestShopUpdateWithoutMemoryWithdrawsProductsWithMissingOptions(t *testing.T) {
	const table = "Type,ID,Name,Short description,Regular price,Published,Parent," +
		"Attribute 1 name,Attribute 1 value(s)\nvariable,1,Dhow,At sea.,,1,,Boat,\n" +
		"variation,2,Dhow,,60,1,id:1,Boat,Small\nvariation,3,Dhow,,90,1,id:1,Boat,Large\n"
	for prefer, isKept := range map[string]bool{"": true, "source": false} {
		woo := func(o *importer.Options) { o.Shop, o.Prefer = "woocommerce", prefer }
		content := contenttest.Copy(t)
		tableInto(t, content, table, false, woo)
		contenttest.Replace(t, content, "products/dhow/product.yaml", "draft: true\n", "")
		explain(t, os.RemoveAll(filepath.Join(content, ".imported")))
		for n := range 2 {
			isKept = isKept && n == 0 // the memory has the result of the first update
			r := tableInto(t, content, strings.Replace(table, "Large", "Grand", 1), true, woo)
			facts := written(t, content, "products/dhow/product.yaml")
			if strings.Contains(facts, "id: large") != isKept || strings.Contains(facts, "draft: true") != isKept ||
				!strings.Contains(facts, "id: grand") || isKept != strings.Contains(keptIn(r), "options.large") {
				t.Errorf("%q: %s; %s", prefer, facts, asJSON(t, r))
			}
		}
	}
}

// The names of categories and cities in a table are known from its earlier imports, whatever content now calls them.
func TestTableCanUseFormerTitlesOfCitiesAndCategories(t *testing.T) {
	const head = "product,title,city,categories,capacity,start times,price,cancellation,latitude,longitude,duration\n"
	row := func(name, city, category string) string {
		return name + ",A " + name + "," + city + "," + category + ",8,09:00,100,24h=100,25.1,55.1,2h\n"
	}
	call := func(content, city, category string) {
		for folder, title := range map[string]string{"cities/dubai": city, "categories/desert": category} {
			contenttest.Write(t, content, folder+"/en.md", "---\ntitle: "+title+"\nsummary: A place.\n---\nText.\n")
		}
	}
	const dhow = "dhow"
	for _, c := range []struct {
		name, rows string
		given      bool // --category and --city
		remarks    string
	}{
		{"the same table", row(dhow, "Old town", "Excursions"), false, ""},
		{"a new row", row(dhow, "Old town", "Excursions") + row("kite", "Old town", "Excursions"), false,
			"t.csv:3:13: city: nothing has this name in content any more; it is taken as dubai, as in an earlier " +
				"import (Old town); write dubai or its title\n" +
				"t.csv:3:22: categories: nothing has this name in content any more; it is taken as desert, as in an " +
				"earlier import (Excursions); write desert or its title\n"},
		{"unknown names", row(dhow, "Nowhere", "Dunes"), true,
			"t.csv:2:13: city: content has no such city; dubai is used, as given (Nowhere)\n" +
				"t.csv:2:21: category: content has no such category; desert is used, as given (Dunes)\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			content := contenttest.Copy(t)
			call(content, "Old town", "Excursions")
			none := func(o *importer.Options) { o.Facts.City, o.Facts.Category = "", "" }
			tableInto(t, content, head+row(dhow, "Old town", "Excursions"), false, none)
			call(content, "By the creek", "Out of town")
			if c.given {
				none = func(*importer.Options) {}
			}
			for again := range 2 {
				report := tableInto(t, content, head+c.rows, true, none)
				if len(report.Updated) > 0 {
					t.Errorf("updated %v", report.Updated)
				}
				var got strings.Builder
				for _, n := range report.Unmapped {
					if strings.Contains(n.Why, "is taken as") || strings.Contains(n.Why, "as given") {
						got.WriteString(strings.TrimPrefix(n.String(), filepath.Dir(content)+"/") + "\n")
					}
				}
				if again == 0 && got.String() != c.remarks || again == 1 && got.String() != "" {
					t.Errorf("got %s", got.String())
				}
				none = func(o *importer.Options) { o.Facts.City, o.Facts.Category = "", "" }
			}
			inOrder(t, content)
		})
	}
}
