package importer_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"storefront/internal/content/contenttest"
	"storefront/internal/content/importer"
	"storefront/internal/content/importer/table"
)

// pictureHost serves a picture at every path that ends with .png and is not called missing.png.
func pictureHost(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if path.Base(r.URL.Path) == "missing.png" || r.Header.Get("Authorization") != "" {
			http.NotFound(w, r)
			return
		}
		shade := 0
		for _, b := range []byte(r.URL.Path) {
			shade += int(b)
		}
		fmt.Fprint(w, picture(t, "x.png", uint8(shade)))
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// reach allows requests to test servers.
func reach(o *importer.Options) {
	o.Fetch.Reachable = func(netip.Addr) bool { return true }
	o.Fetch.Wait = func(context.Context, time.Duration) error { return nil }
}

// tableOf writes a table and a picture into a new folder. Pictures of https://pictures.example get the given host.
func tableOf(t *testing.T, name, text, host string) string {
	t.Helper()
	folder := t.TempDir()
	contenttest.Write(t, folder, name, strings.ReplaceAll(text, "https://pictures.example", host))
	contenttest.Write(t, folder, "creek-1.png", picture(t, "creek-1.png", 30))
	return filepath.Join(folder, name)
}

var usualFacts = importer.Facts{City: "dubai", Category: "desert", Supplier: "sands", Currency: "AED",
	Image: "dunes.png"}

func TestTableOfEachShopIsImported(t *testing.T) {
	for _, shop := range table.Shops() {
		t.Run(shop, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("testdata", shop+".csv"))
			explain(t, err)
			file := tableOf(t, shop+".csv", string(text), pictureHost(t))
			content := contenttest.Copy(t)
			contenttest.Write(t, content, "labels.yaml", written(t, content, "labels.yaml")+
				"quiet: {en: Quiet, ar: هادئ}\n")
			before := tree(t, content)
			o := options(content)
			reach(&o)
			o.Shop = shop
			o.Facts = importer.Facts{City: "dubai", Category: "desert", Supplier: "sands", Currency: "AED"}
			if shop == "shopify" {
				o.Columns = map[string]string{"Meeting point (product.metafields.custom.meeting_point)": "place"}
			}
			report, err := table.Import(background, file, o)
			explain(t, err)
			golden(t, shop+".golden", content, filepath.Dir(file), before, report)
			inOrder(t, content)
		})
	}
}

func TestShopTableWithoutItsColumnsIsRejected(t *testing.T) {
	for shop, want := range map[string]string{
		"shopify":     "Handle: this column is missing; a table that shopify exports has it",
		"woocommerce": "Type: this column is missing; a table that woocommerce exports has it",
		"shopfy":      `did you mean "shopify"?`,
	} {
		o := options(contenttest.Copy(t))
		o.Shop, o.Facts = shop, usualFacts
		report, err := table.Import(background, tableOf(t, "t.csv", "product,title\nx,X\n", ""), o)
		if err == nil || !strings.Contains(err.Error()+mistakes(report), want) {
			t.Errorf("%s: %v %s", shop, err, asJSON(t, report))
		}
	}
}

const oneTour = "city,duration,start times,cancellation,capacity,price,latitude,longitude"
const itsFacts = "dubai,2h,09:00,none,8,10,25.1,55.1"

func TestUnknownColumnsAreReportedAndMappedOnesImported(t *testing.T) {
	content := contenttest.Copy(t)
	file := tableOf(t, "t.csv", "sep=;\n"+strings.ReplaceAll("Slug,Tour name,tittl,Guide,Notes,"+oneTour+"\n"+
		"dhow,A dhow,x,Salma,Bring a hat|Water,"+itsFacts+"\n", ",", ";"), "")
	o := options(content)
	o.Facts = usualFacts
	o.Columns = map[string]string{"notes": "bring (en)"}
	report, err := table.Import(background, file, o)
	explain(t, err)
	text := written(t, content, "products/dhow/en.md")
	for _, want := range []string{"title: A dhow", "whatToBring: [Bring a hat, Water]"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in %s", want, text)
		}
	}
	found := notes(report)
	for _, want := range []string{`t.csv:2:16: tittl: there is no such column; it is left out; did you mean "title"?`,
		"t.csv:2:22: Guide: there is no such column; it is left out"} {
		if !strings.Contains(found, want) {
			t.Errorf("%q is not in %s", want, found)
		}
	}
}

func TestInvalidColumnMappingIsAMistake(t *testing.T) {
	for _, c := range []struct{ own, usual, want string }{
		{"Tour nam", "summary", `the table has no column "Tour nam"; did you mean "Tour name"?`},
		{"Tour name", "title (fr)", "no storefront is in this language; languages are"},
		{"Tour nam=summary|Notes", "place", `the table has no columns "Notes", "Tour nam" (did you mean "Tour name"?)`},
	} {
		o := options(contenttest.Copy(t))
		o.Facts, o.Columns = usualFacts, map[string]string{}
		for pair := range strings.SplitSeq(c.own+"="+c.usual, "|") {
			own, usual, _ := strings.Cut(pair, "=")
			o.Columns[own] = usual
		}
		sheet := tableOf(t, "t.csv", "Slug,Tour name,"+oneTour+"\nx,X,"+itsFacts+"\n", "")
		_, err := table.Import(background, sheet, o)
		unfit, ok := errors.AsType[*importer.SourceError](err)
		if !ok || len(unfit.Wrong) != 1 || !strings.Contains(unfit.Wrong[0].String(), c.want) {
			t.Errorf("%s=%s: %v %s", c.own, c.usual, err, asJSON(t, unfit))
		}
		before := o.Columns
		o.Columns = map[string]string{}
		_, err = table.Import(background, sheet, o)
		explain(t, err)
		o.Columns, o.Update = before, true
		report, err := table.Import(background, sheet, o)
		isRemark := strings.Contains(c.want, "no column")
		if (err == nil) != isRemark || strings.Contains(notes(report), c.want) != isRemark ||
			len(report.Unmapped) > 1 || len(report.Vanished) > 0 {
			t.Errorf("%s=%s, an update: %v %s", c.own, c.usual, err, asJSON(t, report))
		}
	}
	err := table.CheckColumns(map[string]string{"a": "title", "b": "tittl"}, "")
	if err == nil || !strings.Contains(err.Error(), `"tittl" is not a column that imports know; did you mean "title"?`) {
		t.Errorf("got %v", err)
	}
	if err := table.CheckColumns(map[string]string{"a": "Title (ar)", "b": "start times", "c": "category",
		"d": "name (en)", "e": "published"}, ""); err != nil {
		t.Error(err)
	}
}

func TestSlugsAreMadeOfTitlesWithoutASlugColumn(t *testing.T) {
	content := contenttest.Copy(t)
	o := options(content)
	o.Facts = usualFacts
	_, err := table.Import(background, tableOf(t, "t.csv", "Name (ar),Name (en),"+oneTour+"\nمركب,A dhow,"+itsFacts+
		"\n,,,,,,,5,,\n", ""), o)
	if err == nil { // the second unit is an adult as well
		t.Fatal("two units of one type are accepted")
	}
	_, err = table.Import(background, tableOf(t, "t.csv", "Name (ar),Name (en),unit,"+oneTour+"\nمركب,A dhow,,"+
		itsFacts+"\n,,CHILD,,,,,,5,,\n", ""), o)
	explain(t, err)
	if text := written(t, content, "products/a-dhow/ar.md"); !strings.Contains(text, "title: مركب") {
		t.Errorf("got %s", text)
	}
	if text := written(t, content, "products/a-dhow/product.yaml"); !strings.Contains(text, "CHILD, price: 5") {
		t.Errorf("got %s", text)
	}
}

func TestPicturesAreReadFromMediaFilesAndURLs(t *testing.T) {
	host := pictureHost(t)
	content := contenttest.Copy(t)
	sheet := "product,title,images,Image alts (en),Image alts (ar)," + oneTour + "\n" +
		"dhow,A dhow,dunes.png|creek-1.png|" + host + "/tea.png|" + host + "/missing.png," +
		"|The creek|Tea|,|الخور||," + itsFacts + "\n"
	o := options(content)
	o.Facts = usualFacts
	reach(&o)
	report, err := table.Import(background, tableOf(t, "t.csv", sheet, ""), o)
	explain(t, err)
	if text := written(t, content, "products/dhow/product.yaml"); !strings.Contains(text,
		"images: [dunes.png, dhow-creek-1.png, dhow-tea.png]") {
		t.Errorf("got %s", text)
	}
	for file, want := range map[string]string{"media/en.yaml": "dhow-creek-1.png: The creek\ndhow-tea.png: Tea\n",
		"media/ar.yaml": "dhow-creek-1.png: الخور\ndhow-tea.png: Tea\n"} {
		if text := written(t, content, file); !strings.Contains(text, want) {
			t.Errorf("%s: %s", file, text)
		}
	}
	if found := notes(report); !strings.Contains(found, "the picture is left out: the server answers 404") {
		t.Errorf("got %s", found)
	}
	inOrder(t, content)
}

func TestDifferentAltTextsOfMediaPicturesAreReportedOnce(t *testing.T) {
	content := contenttest.Copy(t)
	alts := written(t, content, "media/en.yaml")
	for text, want := range map[string]string{"Sand,": "media has another alt text of this picture, which stays (Sand)",
		"Sand,رمل": "media has other alt texts of 2 pictures and languages, which stay; this is the first (Sand)"} {
		report := tableInto(t, content, "product,title,images,"+
			"Image alts (en),Image alts (ar),"+oneTour+"\ndhow,A dhow,dunes.png,"+text+","+itsFacts+"\n", true)
		if strings.Count(notes(report), "media has") != 1 || !strings.Contains(notes(report), want) {
			t.Errorf("%s: %s", text, notes(report))
		}
	}
	if written(t, content, "media/en.yaml") != alts {
		t.Error("the alt texts have changed")
	}
}

func TestPicturesOutsideTheFolderOrAtPrivateAddressesAreRefused(t *testing.T) {
	file := tableOf(t, "in/t.csv", "product,title,images,"+oneTour+"\nx,X,../creek-1.png,"+itsFacts+"\n", "")
	contenttest.Write(t, filepath.Dir(filepath.Dir(file)), "creek-1.png", picture(t, "creek-1.png", 60))
	o := options(contenttest.Copy(t))
	o.Facts = usualFacts
	_, err := table.Import(background, file, o)
	unfit, ok := errors.AsType[*importer.SourceError](err)
	if !ok || !strings.Contains(asJSON(t, unfit), "neither in media nor beside the table") {
		t.Errorf("got %v %s", err, asJSON(t, unfit))
	}
	report, err := table.Import(background, tableOf(t, "t.csv", "product,title,images,"+oneTour+
		"\nx,X,https://127.0.0.1:1/a.png|http://example.org/a.png|file:///etc/passwd,"+itsFacts+"\n", ""), o)
	if unfit, ok := errors.AsType[*importer.SourceError](err); !ok || len(unfit.Wrong) != 1 { // the file
		t.Errorf("got %v", err)
	}
	if found := notes(report); !strings.Contains(found, "not on the public Internet") ||
		!strings.Contains(found, "this address does not use https; --private allows it") {
		t.Errorf("got %s", found)
	}
}

// mistakes returns the mistakes of a report, one per line.
func mistakes(report *importer.Report) string {
	var all strings.Builder
	if report != nil {
		for _, n := range report.Wrong {
			all.WriteString(n.String() + "\n")
		}
	}
	return all.String()
}

func TestColumnsWithoutALanguageFollowTheScriptOfTheTitle(t *testing.T) {
	sheet := "product,Title,Summary," + oneTour + "\n" +
		"dhow,مركب في الخور,رحلة بالمركب," + itsFacts + "\n" + "kayak,A kayak,Two hours," + itsFacts + "\n" +
		"tea,Чай,Чай," + itsFacts + "\n"
	for language, want := range map[string]map[string]string{
		"": {"products/dhow/ar.md": "title: مركب في الخور\nsummary: رحلة بالمركب",
			"products/kayak/en.md": "title: A kayak\nsummary: Two hours", "products/tea/en.md": "title: Чай"},
		"en": {"products/dhow/en.md": "title: مركب في الخور\nsummary: رحلة بالمركب"},
	} {
		o := options(contenttest.Copy(t))
		o.Facts, o.Language = usualFacts, language
		report, err := table.Import(background, tableOf(t, "t.csv", sheet, ""), o)
		explain(t, err)
		for file, part := range want {
			if text := written(t, o.Content, file); !strings.Contains(text, part) {
				t.Errorf("%q is not in %s", part, text)
			}
		}
		reported := strings.Contains(notes(report), "by their letters, the product's texts are taken as ar (مركب")
		if reported != (language == "") {
			t.Errorf("--language %q: %s", language, notes(report))
		}
		if reported != strings.Contains(notes(report), "no language of the storefronts uses its letters") {
			t.Errorf("--language %q: %s", language, notes(report))
		}
	}
	o := options(contenttest.Copy(t))
	o.Facts = usualFacts
	_, err := table.Import(background, tableOf(t, "t.csv", "product,Title,Title (ar),"+oneTour+"\n"+
		"dhow,مركب,زورق,"+itsFacts+"\n", ""), o)
	unfit, ok := errors.AsType[*importer.SourceError](err)
	if !ok || !strings.Contains(asJSON(t, unfit.Wrong), "this cell is") {
		t.Errorf("two Arabic titles: %v", err)
	}
}

// wholeOf imports a table of another shop, with further columns so that its products can be published.
func wholeOf(t *testing.T, shop, header, rows string, named ...string) (o importer.Options, report *importer.Report) {
	t.Helper()
	further := strings.Split("title (ar)|summary (en)|summary (ar)|place (en)|place (ar)|"+
		strings.ReplaceAll(oneTour, ",", "|")+"|images", "|")
	further = slices.DeleteFunc(further, func(column string) bool { return column == "price" })
	o = options(contenttest.Copy(t))
	o.Shop, o.Facts, o.Columns = shop, usualFacts, map[string]string{}
	for _, n := range named {
		if own, usual, _ := strings.Cut(n, "="); strings.Contains(header, own) {
			o.Columns[own] = usual
		}
	}
	for i, column := range further {
		header += fmt.Sprintf(",own %d", i)
		o.Columns[fmt.Sprintf("own %d", i)] = column
	}
	values := ",مركب,Sails.,شراع.,Creek,الخور," + strings.Replace(itsFacts, ",10,", ",", 1) + ",dunes.png\n"
	report, err := table.Import(background, tableOf(t, "t.csv", header+"\n"+
		strings.ReplaceAll(rows+"\n", "\n", values), ""), o)
	explain(t, err)
	return o, report
}

func TestUnpublishedShopProductsBecomeDrafts(t *testing.T) {
	woo := "Type,Name,Regular price,Published,Visibility in catalog"
	shopify := "Handle,Title,Variant Price,Published,Status"
	for _, c := range []struct{ shop, header, row, remark string }{
		{"woocommerce", woo, "simple,Dhow,60,1,visible", ""},
		{"woocommerce", woo, "simple,Dhow,60,1,search", ""},
		{"woocommerce", woo, "simple,Dhow,60,1,catalog", ""},
		{"woocommerce", woo, "simple,Dhow,60,1,hidden", "t.csv:2:18: Visibility in catalog: it hides the product"},
		{"woocommerce", woo, "simple,Dhow,60,0,visible", "t.csv:2:16: published: it hides the product"},
		{"woocommerce", woo, "simple,Dhow,60,-1,visible", "t.csv:2:16: published: it"},
		{"shopify", shopify, "dhow,Dhow,60,TRUE,active", ""},
		{"shopify", shopify, "dhow,Dhow,60,WAHR,active", ""},
		{"shopify", shopify, "dhow,Dhow,60,FALSE,active", "t.csv:2:14: published: it hides the product"},
		{"shopify", shopify, "dhow,Dhow,60,TRUE,draft", "t.csv:2:19: status: it hides the product"},
		{"shopify", shopify, "dhow,Dhow,60,TRUE,archived", "t.csv:2:19: status: it hides the product"},
		{"shopify", shopify, "dhow,Dhow,60,TRUE,unlisted", "t.csv:2:19: status: it hides the product"},
	} {
		o, report := wholeOf(t, c.shop, c.header, c.row)
		isDraft := strings.Contains(written(t, o.Content, "products/dhow/product.yaml"), "draft: true")
		if isDraft != (c.remark != "") || !strings.Contains(notes(report), c.remark) {
			t.Errorf("%s: a draft: %t; %s", c.row, isDraft, notes(report))
		}
	}
}

// Texts and links that visitors of the shop saw are never lost without a remark.
func TestSkippedShopTextsAndShortcodesAreReported(t *testing.T) {
	const head = "Type,Name,Regular price,Description,Purchase note,External URL,Button text"
	for row, remarks := range map[string][]string{
		"simple,Dhow,60,By boat.,Bring water,,":                {"t.csv:1:37: Purchase note: this column is left out"},
		"external,Dhow,60,By boat.,,https://dhow.example,Book": {"External URL: this", "Button text: this column"},
		`simple,Dhow,60,By [contact-form-7 id=5] boat.,,,`:     {"t.csv:2:16: shortcode: it is not supported here"},
		`simple,Dhow,60,By [tabs][tab title=a]boat[/tab].,,,`:  {"left out ([tab title=a])", "left out ([/tab])"},
		`simple,Dhow,60,By [big] boat [2 h].,,,`:               nil,
	} {
		_, report := wholeOf(t, "woocommerce", head, row)
		for _, want := range remarks {
			if !strings.Contains(notes(report), want) {
				t.Errorf("%s: %q is not in %s", row, want, notes(report))
			}
		}
		if remarks == nil && strings.Contains(notes(report), "left out") {
			t.Errorf("%s: %s", row, notes(report))
		}
	}
}

// Columns that the shop itself does not read count as in other tables.
func TestOtherShopColumnsThatUnpublishMakeDrafts(t *testing.T) {
	woo, shopify := "Type,ID,Name,Regular price,Published,Parent", "Handle,Title,Variant Price,Image Src,Published"
	const simple, variable, variation = "simple,7,Dhow,60,1,", "variable,7,Dhow,,1,", "variation,8,Dhow,60,1,id:7"
	const first, picture = "dhow,Dhow,60,,TRUE", "dhow,,,dunes.png,"
	for _, c := range []struct{ shop, header, rows, remark string }{
		{"woocommerce", woo + ",Theme", simple + ",draft", "t.csv:2:21: Theme: the column is not known, but"},
		{"woocommerce", woo + ",Theme", simple + ",sea", ""},
		{"woocommerce", woo + ",Tour status", simple + ",Entwurf", "t.csv:2:21: Tour status: it hides"},
		{"woocommerce", woo + ",Online,Online", simple + ",ja,nein", "t.csv:2:24: Online: it hides"},
		{"woocommerce", woo + ",Online,Online", simple + ",ja,ja", ""},
		{"woocommerce", woo + ",Published", simple + ",0", "t.csv:2:21: Published: it hides"},
		{"woocommerce", woo + ",Web", "simple,7,Dhow,60,0,,ja", "t.csv:2:18: published: it hides"},
		{"woocommerce", woo + ",Theme", variable + ",\n" + variation + ",hidden", "t.csv:3:28: Theme: the column"},
		{"woocommerce", woo + ",Live", simple + ",\nsimple,8,Kite,60,1,,x", "Live: it is not known"},
		{"shopify", shopify + ",Theme", first + ",archived", "t.csv:2:20: Theme: the column is not known, but"},
		{"shopify", shopify + ",Theme", first + ",\n" + picture + ",taslak", "t.csv:3:19: Theme: the column"},
		{"shopify", shopify + ",Active,Active", first + ",yes,no", "t.csv:2:24: Active: it hides"},
		{"shopify", shopify + ",Published on online store", first + ",FALSE", "t.csv:2:20: Published on online"},
	} {
		o, report := wholeOf(t, c.shop, c.header, c.rows, "Web=published")
		isDraft := strings.Contains(written(t, o.Content, "products/dhow/product.yaml"), "draft: true")
		if isDraft != (c.remark != "") || !strings.Contains(notes(report), c.remark) {
			t.Errorf("%s %s: a draft: %t; %s", c.header, c.rows, isDraft, notes(report))
		}
	}
}

func TestSalePriceCountsOnlyWithinItsDates(t *testing.T) {
	header := "Type,Name,Regular price,Sale price,Date sale price starts,Date sale price ends"
	for dates, want := range map[string]string{
		",": "price: 1, originalPrice: 60", "2027-05-01,2027-05-02": "price: 60}",
		"2020-05-01 00:00:00,2020-05-02 23:59:59": "price: 60}", ",2020-05-02": "price: 60}",
		"2099-01-01,":           "price: 60}",
		"2020-05-01,2099-05-02": "price: 1, originalPrice: 60", "soon,": "price: 60}",
	} {
		o, report := wholeOf(t, "woocommerce", header, "simple,Dhow,60,1,"+dates)
		if text := written(t, o.Content, "products/dhow/product.yaml"); !strings.Contains(text, want) {
			t.Errorf("%s: %s", dates, text)
		}
		if dates != "," && !strings.Contains(notes(report), "Date sale price") {
			t.Errorf("%s: %s", dates, notes(report))
		}
	}
}

func TestVariationsAndAttributesAreRecognisedInSeveralLanguages(t *testing.T) {
	for _, c := range []struct{ name, first, second, fact, want string }{
		{"Person", "Erwachsene (12+)", "Kind (5–11)", "Dauer|2 Stunden", "CHILD, price: 60, ages: {min: 5, max: 11}"},
		{"Personne", "Adulte", "Enfant", "Langues|français, anglais", "guideLanguages: [fr, en]"},
		{"Person", "Yetişkin", "Çocuk", "Süre|2 saat", "duration: 2h"},
		{"Person", "Adult", "Child", "Languages|English, Turkish", "guideLanguages: [en, tr]"},
		{"Abfahrt", "9 Uhr", "15:30 Uhr", "Dauer|2 Stunden", "startTimes: [09:00, 15:30]"},
		{"Abfahrt", "9:30:00", "15.45", "Dauer|2 Stunden", "startTimes: [09:30, 15:45]"},
	} {
		o := options(contenttest.Copy(t))
		o.Shop, o.Facts = "woocommerce", usualFacts
		key, value, _ := strings.Cut(c.fact, "|")
		_, err := table.Import(background, tableOf(t, "t.csv", "Type,ID,Name,Regular price,Published,Parent,"+
			"Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)\n"+
			"variable,1,Dhow,,1,,"+c.name+",,"+key+",\""+value+"\"\n"+
			"variation,2,Dhow,60,1,id:1,"+c.name+","+c.first+"\nvariation,3,Dhow,60,1,id:1,"+c.name+","+c.second+"\n",
			""), o)
		explain(t, err)
		if text := written(t, o.Content, "products/dhow/product.yaml"); !strings.Contains(text, c.want) {
			t.Errorf("%s: %s", c.first, text)
		}
	}
}

func TestRegularPriceIsTheOriginalPriceBesideALowerOne(t *testing.T) {
	const reduced, normal = "price: 50, originalPrice: 60}", "price: 60}"
	for _, c := range []struct{ columns, values, want string }{
		{"Sale price,Regular price", "50,60", reduced}, {"Sale price,Regular price", ",60", normal},
		{"Regular price", "60", normal}, {"Sale price", "60", normal}, {"Price,Regular price", "50,60", reduced},
		{"Price,Sale price", "60,50", reduced}, {"Price,Sale price", "60,", normal},
		{"Sale price,Original price", "50,60", reduced}, {"Price,Sale price,Regular price", "50,40,60", reduced},
		{"Angebotspreis,Regulärer Preis", "50,60", reduced}, {"Tarif promo,Tarif régulier", "50,60", reduced},
		{"Precio rebajado,Precio normal", "50,60", reduced}, {"سعر التخفيض,السعر العادي", ",60", normal},
		{"Betrag,Sale price", "60,50", reduced}, {"Betrag,Sale price", "60,", normal}, {"Betrag", "60", normal},
		{"Betrag,Normalpreis", "50,60", reduced}, {"Knüller,Normalpreis", "50,60", reduced},
		{"Knüller,Normalpreis", ",60", normal}, {"Price,Knüller", "60,50", reduced},
		{"Knüller,Statt", "50,60", reduced}, {"Knüller,Früher", "50,60", reduced},
	} {
		o := options(contenttest.Copy(t))
		o.Facts, o.Columns = usualFacts, map[string]string{}
		if strings.HasPrefix(c.columns, "Betrag") {
			o.Columns["Betrag"] = "price"
		}
		for own, usual := range map[string]string{"Knüller": "Sale price", "Statt": "Regular price",
			"Früher": "original price"} {
			if strings.Contains(c.columns, own) {
				o.Columns[own] = usual
			}
		}
		explain(t, table.CheckColumns(o.Columns, ""))
		report, err := table.Import(background, tableOf(t, "t.csv", "product,title,start times,capacity,"+c.columns+
			"\ndhow,A dhow,09:00,8,"+c.values+"\n", ""), o)
		explain(t, err)
		if text := written(t, o.Content, "products/dhow/product.yaml"); !strings.Contains(text, c.want) {
			t.Errorf("%s: %s", c.columns, text)
		}
		isLeftOut := strings.Contains(notes(report), `Sale price: this column is left out: price is read from "Price", `+
			`originalPrice is read from "Regular price"`)
		if isLeftOut != (c.columns == "Price,Sale price,Regular price") ||
			strings.Contains(notes(report), "there is no such column") {
			t.Errorf("%s: %s", c.columns, notes(report))
		}
	}
}

func TestDisabledVariationIsSkippedAndReported(t *testing.T) {
	header := "Type,ID,Name,Regular price,Published,Parent,Attribute 1 name,Attribute 1 value(s)"
	o, report := wholeOf(t, "woocommerce", header, "variable,1,Dhow,,1,,Boat,\nvariation,2,Dhow,60,1,id:1,Boat,Small\n"+
		"variation,3,Dhow,1,0,id:1,Boat,Large")
	if text := written(t, o.Content, "products/dhow/product.yaml"); strings.Contains(text, "large") ||
		!strings.Contains(text, "small") {
		t.Errorf("got %s", text)
	}
	if want := "t.csv:4:20: Published: this variation is switched off; it is left out (0)"; !strings.Contains(
		notes(report), want) {
		t.Errorf("%q is not in %s", want, notes(report))
	}
}

// Start times apply to all units and options.
func TestStartTimeWithoutAllVariationsIsSkipped(t *testing.T) {
	header := "Type,ID,Name,Regular price,Published,Parent,Attribute 1 name,Attribute 1 value(s)," +
		"Attribute 2 name,Attribute 2 value(s)"
	for published, x := range map[string]struct{ want, remark string }{
		"1111": {"startTimes: [09:00, 17:00]", ""},
		"1110": {"startTimes: [09:00]", "t.csv:6:21: startTimes: not all variants have this time"},
		"1010": {"startTimes: [09:00]", "t.csv:4:21: Published: this variation is switched off"},
		"1100": {"startTimes: [09:00, 17:00]", "t.csv:5:21: Published: this variation is switched off; it is left out"},
		"0110": {"draft: true", "t.csv:3:21: startTimes: no time is that of all variants"},
	} {
		rows := "variable,1,Dhow,,1,,Person,,Time,"
		for i, who := range []string{"Adult", "Adult", "Child", "Child"} {
			rows += fmt.Sprintf("\nvariation,%d,Dhow,60,%c,id:1,Person,%s,Time,%s", i+2, published[i], who,
				[]string{"09:00", "17:00"}[i%2])
		}
		o, report := wholeOf(t, "woocommerce", header, rows)
		facts := written(t, o.Content, "products/dhow/product.yaml")
		if remarks := notes(report); !strings.Contains(facts, x.want) || !strings.Contains(remarks, x.remark) ||
			strings.Contains(facts, "draft: true") != strings.Contains(x.want, "draft: true") ||
			x.remark == "" && strings.Contains(remarks, "variants") {
			t.Errorf("%s: %s; %s", published, facts, remarks)
		}
	}
}

// WooCommerce writes its headings in the language of its administrator.
func TestWooCommerceHeadingsInOtherLanguagesAreRecognised(t *testing.T) {
	for language, headings := range map[string]string{
		"German": "ID|Typ|Artikelnummer|GTIN, UPC, EAN oder ISBN|Name|Veröffentlicht|Ist hervorgehoben?|" +
			"Sichtbarkeit im Katalog|Kurzbeschreibung|Beschreibung|Vorrätig?|Lager|Lieferrückstande erlaubt?|" +
			"Gewicht (kg)|Angebotspreis|Regulärer Preis|Schlagwörter|Bilder|Übergeordnetes Produkt|" +
			"Attribut 1 Name|Attribut 1 Wert(e)|Attribut 1 Sichtbar",
		"French": "ID|Type|UGS|GTIN, UPC, EAN ou ISBN|Nom|Publié|Mis en avant ?|Visibilité dans le catalogue|" +
			"Description courte|Description|En stock ?|Stock|Autoriser les commandes de produits en rupture ?|" +
			"Poids (kg)|Tarif promo|Tarif régulier|Étiquettes|Images|Parent|Nom de l’attribut 1|" +
			"Valeur(s) de l’attribut 1 |Attribut 1 visible",
		"Spanish": "ID|Tipo|SKU|GTIN, UPC, EAN o ISBN|Nombre|Publicado|¿Está destacado?|Visibilidad en el catálogo|" +
			"Descripción corta|Descripción|¿Existencias?|Inventario|¿Permitir reservas de productos agotados?|" +
			"Peso (kg)|Precio rebajado|Precio normal|Etiquetas|Imágenes|Superior|Nombre del atributo 1|" +
			"Valor(es) del atributo 1|Atributo visible 1",
		"Arabic": "المعرف|النوع|رمز المنتج (SKU)|GTIN|الاسم|تم النشر|هل هي مميزة؟|إمكانية العرض في الكاتلوج|وصف قصير|" +
			"الوصف|متوفر؟|المخزون|الطلبات المسبقة مسموحة؟|الوزن (kg)|سعر التخفيض|السعر الافتراضي|الوسوم|الصور|الأب|" +
			"اسم السمة 1|قيمة/قيم السمة 1|عرض السمة 1",
	} {
		o := options(contenttest.Copy(t))
		o.Shop, o.Facts = "woocommerce", usualFacts
		r, err := table.Import(background, tableOf(t, "t.csv", `"`+strings.ReplaceAll(headings, "|", `","`)+"\"\n"+
			"7,variable,D,,Dhow,1,0,visible,At sea.,By <b>boat</b>.,1,9,0,2,,,,dunes.png,,Boat,,1\n"+
			"8,variation,D1,,Dhow,1,0,visible,,,1,9,0,2,50,60,,,id:7,Boat,Small,1\n"+
			"9,variation,D2,,Dhow,0,0,visible,,,1,9,0,2,,90,,,id:7,Boat,Large,1\n", ""), o)
		explain(t, err)
		facts := written(t, o.Content, "products/dhow/product.yaml")
		if !strings.Contains(facts, "price: 50, originalPrice: 60") || !strings.Contains(facts, "id: small") ||
			strings.Contains(facts, "large") || strings.Contains(notes(r), "left out; ") ||
			strings.Contains(notes(r), "this column is left out") || !strings.Contains(facts, `"7"`) {
			t.Errorf("%s: %s; %s", language, facts, notes(r))
		}
		if text := written(t, o.Content, "products/dhow/en.md"); !strings.Contains(text, "By **boat**.") {
			t.Errorf("%s: %s", language, text)
		}
	}
}

func TestColumnsOfAShopTableCanBeMapped(t *testing.T) {
	o := options(contenttest.Copy(t))
	o.Shop, o.Facts = "woocommerce", usualFacts
	o.Columns = map[string]string{"Tür": "Type", "Normal fiyat": "Regular price", "Açıklama": "Description",
		"Etiketler": "tags"}
	explain(t, table.CheckColumns(o.Columns, o.Shop))
	file := tableOf(t, "t.csv", "Tür,Name,Yayında,Normal fiyat,Açıklama,Etiketler\n"+
		"simple,Dhow,0,60,<p>By <b>boat</b>.</p>,TOP_RATED2\n", "")
	report, err := table.Import(background, file, o)
	explain(t, err)
	if text := written(t, o.Content, "products/dhow/en.md"); !strings.Contains(text, "By **boat**.") {
		t.Errorf("got %s", text)
	}
	for _, want := range []string{"t.csv:2:13: Yayında: it hides the product",
		"category or tag: content has no"} {
		if !strings.Contains(notes(report), want) {
			t.Errorf("%q is not in %s", want, notes(report))
		}
	}
	o = options(contenttest.Copy(t))
	o.Shop, o.Facts = "woocommerce", usualFacts
	report, _ = table.Import(background, file, o)
	if want := `in another language, give --map "…=Type"`; !strings.Contains(mistakes(report), want) {
		t.Errorf("%q is not in %s", want, mistakes(report))
	}
}
