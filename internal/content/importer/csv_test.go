package importer_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"storefront/internal/build/engine"
	"storefront/internal/content/contenttest"
	"storefront/internal/content/importer"
	"storefront/internal/content/importer/table"
)

func TestExampleTableOfTheDocumentationIsImported(t *testing.T) {
	content := contenttest.Copy(t)
	before := tree(t, content)
	o := options(content)
	o.Facts = importer.Facts{Supplier: "sands", Image: "dunes.png"}
	report, err := table.Import(background, "../../../docs/products.example.csv", o)
	explain(t, err)
	golden(t, "csv.golden", content, "../../../docs", before, report)
	inOrder(t, content)
}

func TestImportWritesNoFallbackLanguageFiles(t *testing.T) {
	for untranslated, want := range map[string]bool{"": true, "untranslated: fallback\n": false} {
		content := contenttest.Copy(t)
		deployment := written(t, content, "deployments/wayfare.yaml")
		contenttest.Write(t, content, "deployments/wayfare.yaml", deployment+untranslated)
		tableInto(t, content, "product,title,"+oneTour+"\ndhow,A dhow,"+itsFacts+"\n", false)
		if got := tree(t, content)["products/dhow/ar.md"]; got != want {
			t.Errorf("%q: Arabic is written: %v", untranslated, got)
		}
		inOrder(t, content)
	}
}

func TestMistakesInATableAreReportedAtTheirCells(t *testing.T) {
	facts := importer.Facts{City: "dubai", Category: "desert", Supplier: "sands", Currency: "AED", Image: "dunes.png"}
	head := "product;title;duration;start times;cancellation;capacity;unit;price;max\n"
	parts := "product;title;start " +
		"times;capacity;price;pickup;pickupPoints;pickupPointTitles;extras;extraTitles;itinerary;itineraryTitles\n"
	for name, c := range map[string]struct{ sheet, want string }{
		"no product column":  {"price\n10\n", "1:1: product: this column is missing, and so is title"},
		"a duplicate column": {"product,title,Title EN\nx,X,X\n", "1:15: Title EN: this column appears twice"},
		"a bad slug": {head + "Dhow Trip;Dhow;2h;09:00;none;8;ADULT;10;\n",
			`2:1: product: "Dhow Trip" is not a slug: lower-case a-z, 0-9 and single hyphens; dhow-trip would be`},
		"an invalid price": {head + "x;X;2h;09:00;none;8;ADULT;ten;\n",
			`2:27: price: an impossible price: "ten" is not an amount`},
		"too many decimals": {head + "x;X;2h;09:00;none;8;ADULT;0.555;\n",
			"2:27: price: an impossible price: 0.555 has 3 decimals; AED has at most 2"},
		"a bad unit": {head + "x;X;2h;09:00;none;8;Adlt;10;\n", `2:21: unit: "Adlt" is not one of ADULT`},
		"a bad time": {head + "x;X;2h;9xm;none;8;ADULT;10;\n",
			`2:8: start times: "9xm" is not a time such as 09:30`},
		"a mistake after quoted newlines": {head + "x;\"X\nY\";2h;09:00;none;8;ADULT;10;\n;;;;;;CHILD;-5;\n",
			`4:13: price: an impossible price: "-5" is not an amount`},
		"a mistake after Arabic text": {head + "x;مركب;2h;09:00;none;8;ADULT;10;many\n",
			`2:33: max: "many" is not a whole number`},
		"no seats": {head + "x;X;2h;09:00;none;0;ADULT;10;\n",
			`2:19: capacity: "0" is not a number of seats: write a whole number from 1`},
		"an extra cell": {head + "x;X; Y;2h;09:00;none;8;ADULT;10;4\n",
			"2:33: this row has 10 cells, and the table 9 columns"},
		"an empty first product": {head + ";X;2h;09:00;none;8;ADULT;10;\n",
			"2:1: product: it is empty, and there is no row above to continue; name the product of the first row"},
		"a continued product with another title": {head + "x;X;2h;09:00;none;8;ADULT;10;\n;Y;3h;;;9;CHILD;5;\n",
			`3:1: product: it is empty, which continues x, but the title is "Y" and not "X"`},
		"contradictory titles": {head + "x;X;2h;09:00;none;8;ADULT;10;\nx;Y;;;;;CHILD;5;\n",
			`3:3: title: this cell is "Y", but a row above has "X" for the same product`},
		"an unclosed quotation mark": {head + "x;\"X;2h\n", "2:3: this quotation mark has no end"},
		"an unquoted quotation mark": {head + "x;X \"Y\" Z;2h\n", `2:5: a text with a quotation mark in it needs ` +
			`quotation marks around it, and "" for each within`},
		"an unescaped quotation mark": {head + "x;\"a\"\"b \"Y\" Z\";2h\n",
			`2:9: the text that begins with the quotation mark at 2:3 ends at this one; one within a text is written ""`},
		"a row of totals": {head + "x;X;2h;09:00;none;8;ADULT;10;\n;;;;;TOTAL;;1,150;\n",
			"3:6: capacity: this is a row of totals, not of a product; remove it"},
		"a date in another form": {"title;closed days;start times;capacity;price\nX;15/02/2027 10:00;09:00;8;10\n",
			`2:3: closed days: "15/02/2027 10:00" is not a day as it is written here: write 2027-02-15`},
		"an ambiguous date": {"title;closed days;start times;capacity;price\nX;3/4/2027;09:00;8;10\n",
			`2:3: closed days: "3/4/2027" can be read in two ways: write 2027-03-04 or 2027-04-03`},
		"ages in words": {"title;ages;start times;capacity;price\nX;under 18;09:00;8;10\n",
			`2:3: ages: "under 18" is not a range such as 5-11, 12+ or, under 18, 0-17`},
		"a picture with another case": {"title;images;start times;capacity;price\nX;C:\\p\\DUNES.png;09:00;8;10\n",
			`there is no such picture, neither in media nor beside the table; did you mean "dunes.png"?`},
		"a missing picture in a list": {"title;images;start times;capacity;price\nX;dunes.png, " +
			"a.jpg;09:00;8;10\n", `neither in media nor beside the table; separate several with |`},
		"not UTF-8": {head + "x;caf\xe9;2h;09:00;none;8;ADULT;10;\n", "2:6: this file is not text in UTF-8"},
		"no price":  {head + "x;X;2h;09:00;none;8;ADULT;;\n", "price: the unit has none"},
		"an invalid extra": {parts + "x;X;09:00;8;10;;;;bike;Bike;;\n",
			`2:19: extras: "bike" is not an extra such as quad-bike=150`},
		"an invalid price of an extra": {parts + "x;X;09:00;8;10;;;;bike=0.555;Bike;;\n",
			`2:19: extras: an impossible price: 0.555 has 3 decimals`},
		"an extra without name": {parts + "x;X;09:00;8;10;;;;bike=10;;;\n",
			`2:1: extraTitles: they have no names (bike); write one for each, in the same order`},
		"more extra names than extras": {parts + "x;X;09:00;8;10;;;;bike=10;Bike|Hat;;\n",
			`2:27: extraTitles: there are 2 of these for 1 in extras; write one for each, in the same order`},
		"an invalid pickup": {parts + "x;X;09:00;8;10;maybe;;;;;;\n",
			`2:16: pickup: "maybe" is neither included nor available`},
		"points without pickup": {parts + "x;X;09:00;8;10;;quay=09:00;The quay;;;;\n",
			`2:1: pickup: it is not clear whether pickup is included`},
		"a bad pickup time": {parts + "x;X;09:00;8;10;included;quay=9xm;The quay;;;;\n",
			`2:25: pickupPoints: "9xm" is not a time such as 09:30`},
		"a bad step": {parts + "x;X;09:00;8;10;;;;;;First Stop=10m;Stop\n",
			`2:21: itinerary: "First Stop" is not an id: lower-case a-z, 0-9 and single hyphens; first-stop would be`},
		"an empty itinerary title": {parts + "x;X;09:00;8;10;;;;;;one|two;One|\n",
			`2:29: itineraryTitles: the second of these is empty`},
		"a duplicate SKU": {"title;sku;start times;capacity;price\nEins;a;09:00;8;10\nZwei;a;09:00;8;10\n",
			`3:6: sku: "a" is the id of another product too, at 2:6; give each product its own`},
		"two SKUs with one title": {"title;sku;start times;capacity;price\nEins;a;09:00;8;10\nEins;b;09:00;8;10\n",
			`for the same product; two products of one title need a column called product, with the slug of each`},
		"an unknown city": {"title;city;category;start times;capacity;price\nEins;dubay;desert;09:00;8;10\n",
			`2:6: city: content has no such city`},
		"an unknown category": {"title;city;category;start times;capacity;price\nEins;dubai;dessert;09:00;8;10\n",
			`2:12: category: content has no such category`},
		"a price with the sign of another currency": {head + "x;X;2h;09:00;none;8;ADULT;29 €;\n",
			`2:27: price: an impossible price: "29 €" is not an amount of AED`},
		"a heading with the sign of another currency": {"title;start times;capacity;Price ($)\nX;09:00;8;10\n",
			`2:11: Price ($): an impossible price: the heading names USD, and the product is priced in AED`},
		"a heading with the code of another currency": {"title;start times;capacity;Preis EUR\nX;09:00;8;10\n",
			`2:11: Preis EUR: an impossible price: the heading names EUR, and the product is priced in AED`},
		"a heading with the signs of two currencies": {"title;start times;capacity;Price ₺/€\nX;09:00;8;10\n",
			`2:11: Price ₺/€: an impossible price: the heading names EUR, and the product is priced in AED`},
		"a duration in words":   {head + "x;X;circa 2 ore;09:00;none;8;ADULT;29;\n", `"circa 2 ore" is not a duration`},
		"a time in words":       {head + "x;X;2h;ab 9.30;none;8;ADULT;29;\n", `"ab 9.30" is not a time such as 09:30`},
		"an impossible time":    {head + "x;X;2h;9.75;none;8;ADULT;29;\n", `"9.75" is not a time such as 09:30`},
		"a price with a prefix": {head + "x;X;2h;09:00;none;8;ADULT;ab 29;\n", `"ab 29" is not an amount of AED`},
		"a broken formula in Dutch": {head + "x;#NAAM?;2h;09:00;none;8;ADULT;29;\n",
			`2:3: title: the spreadsheet could not calculate this cell: #NAAM?`},
		"a broken formula": {head + "x;X;2h;09:00;#REF!;8;ADULT;29;\n",
			`2:14: cancellation: the spreadsheet could not calculate this cell: #REF!`},
		"an unknown weekday": {"title;weekdays;start times;capacity;price\nX;monkey;09:00;8;10\n",
			`2:3: weekdays: "monkey" does not name weekdays, such as mon|wed, mon-fri or daily`},
		"weekdays with an exception": {"title;weekdays;start times;capacity;price\nX;daily except Mon;09:00;8;10\n",
			`2:3: weekdays: "daily except Mon" does not name weekdays`},
		"an open range of weekdays": {"title;weekdays;start times;capacity;price\nX;from Monday;09:00;8;10\n",
			`2:3: weekdays: "from Monday" does not name weekdays`},
		"two languages with a hyphen": {"title;languages;start times;capacity;price\nX;en-it;09:00;8;10\n",
			`2:3: languages: "en-it" is one language as en-IT, and two as en|it`},
		"a word that is a rare language code": {"title;languages;start times;capacity;price\nX;all;09:00;8;10\n",
			`2:3: languages: "all" is not a language code such as en`},
		"ages with a leading sign": {"title;ages;start times;capacity;price\nX;+12;09:00;8;10\n",
			`2:3: ages: "+12" is not a range such as 5-11, 12+ or, under 18, 0-17`},
		"a latitude without longitude": {"title;latitude;start times;capacity;price\nX;25.1;09:00;8;10\n",
			`2:3: latitude: there is no longitude beside it`},
		"a latitude beyond the pole": {"title;latitude;longitude;start times;capacity;price\nX;121.5;25.1;09:00;8;10\n",
			`2:3: latitude: "121.5" is beyond 90 degrees; are latitude and longitude swapped?`},
		"a longitude beyond 180°": {"title;latitude;longitude;start times;capacity;price\nX;25.1;555;09:00;8;10\n",
			`2:8: longitude: "555" is beyond 180 degrees`},
		"exchanged coordinates": {"title;latitude;longitude;start times;capacity;price\nX;55.2;25.1;09:00;8;10\n",
			`2:3: latitude: 55.2, 25.1 is far from dubai, and 25.1, 55.2 is near it; exchange latitude and longitude, ` +
				`here or in cities/dubai/city.yaml`},
		"a latitude with a wrong sign": {
			"title;latitude;longitude;start times;capacity;price\nX;-25,2;55,1;09:00;8;10\n",
			`2:3: latitude: -25.2, 55.1 is far from dubai, and 25.2, 55.1 is near it; change the sign of the latitude`},
		"an itinerary step with two times": {parts + "x;X;09:00;8;10;;;;;;one=10:00 11:00;One\n",
			`2:21: itinerary: "one=10:00 11:00" has two times`},
		"a title above the headings": {"Tours 2026;;;;\ntitle;duration;start times;capacity;price\nX;2h;09:00;8;10\n",
			"2:1: this line looks like the headings, which are the first line of a table; remove the lines above it"},
		"an empty table": {"", "the table is empty"},
	} {
		t.Run(name, func(t *testing.T) {
			content := contenttest.Copy(t)
			before := tree(t, content)
			contenttest.Write(t, content, "../t.csv", c.sheet)
			o := options(content)
			o.Facts, o.Columns = facts, map[string]string{}
			if strings.HasPrefix(name, "an unknown c") { // which has no default
				o.Facts.City, o.Facts.Category = "", ""
			}
			if strings.Contains(c.sheet, "Preis EUR") {
				o.Columns["Preis EUR"] = "price"
			}
			report, err := table.Import(background, content+"/../t.csv", o)
			var unfit *importer.SourceError
			if !errors.As(err, &unfit) {
				explain(t, err)
				t.Fatalf("the table is imported: %s", asJSON(t, report))
			}
			var reported []string
			for _, n := range unfit.Wrong {
				reported = append(reported, strings.TrimPrefix(n.String(), n.Path+":"))
			}
			if !strings.Contains(strings.Join(reported, "\n"), c.want) {
				t.Errorf("reported %q, not %q", reported, c.want)
			}
			if after := tree(t, content); len(after) != len(before) {
				t.Error("something was written")
			}
		})
	}
}

func TestPricesOfATableAreParsedPerCurrency(t *testing.T) {
	for _, c := range []struct{ currency, written, want string }{
		{"AED", "1,850", "1850"}, {"AED", "1,850.50", "1850.50"}, {"AED", "1.850,50", "1850.50"},
		{"AED", "29,5", "29.50"}, {"AED", "AED 395", "395"}, {"AED", "395 Dhs", "395"}, {"AED", "١٬٨٥٠٫٥", "1850.50"},
		{"AED", "1 850", "1850"}, {"AED", "1,234,567", "1234567"}, {"JPY", "4,500", "4500"},
		{"OMR", "29.500", "29.500"},
		{"OMR", "29,500", ""}, {"AED", "1.850", "1850"}, {"EUR", "1.150", "1150"},
		{"JPY", "4.800", "4800"}, {"EUR", "29,500", "29500"}, {"EUR", "29 €", "29"}, {"EUR", "€29,50", "29.50"},
		{"EUR", "29,-", "29"}, {"EUR", "29.–", "29"}, {"EUR", "29,50 EUR", "29.50"}, {"GBP", "£1,150", "1150"},
		{"EUR", "£29", ""}, {"EUR", "0.150", ""}, {"EUR", "ab 29", ""},
		{"JPY", "45.5", ""}, {"AED", "-5", ""}, {"AED", "1,85,0", ""},
		{"AED", "1.2.3,4", ""}, {"AED", "", ""},
	} {
		content := contenttest.Copy(t)
		contenttest.Replace(t, content, "deployments/wayfare.yaml", "currencies: [AED]",
			"currencies: [AED, JPY, OMR, EUR, GBP]")
		contenttest.Write(t, content, "../t.csv", "product\ttitle\tcity\tduration\tstart "+
			"times\tcancellation\tcapacity\tprice\nx\tX\t\t2h\t09:00\tnone\t8\t"+c.written+"\n")
		o := options(content)
		o.Facts = importer.Facts{City: "dubai", Category: "desert", Supplier: "sands", Currency: c.currency,
			Image: "dunes.png"}
		_, err := table.Import(background, content+"/../t.csv", o)
		got := ""
		if err == nil {
			got = priceIn(t, content)
		}
		if got != c.want {
			t.Errorf("%s %s is read as %q, not %q (%v)", c.currency, c.written, got, c.want, err)
		}
	}
}

func TestCellsMayNameContentByTitle(t *testing.T) {
	content := contenttest.Copy(t)
	contenttest.Write(t, content, "../t.csv", "product,title,city,categories,supplier,duration,start times,"+
		"cancellation,capacity,price,currency\nx,X,دبي,Desert,رمال,2h,09:00,none,8,10,AED\n")
	_, err := table.Import(background, content+"/../t.csv", options(content))
	explain(t, err)
	data, err := os.ReadFile(content + "/products/x/product.yaml")
	explain(t, err)
	if !strings.HasPrefix(string(data), "city: dubai\ncategories: [desert]\nsupplier: sands\n") {
		t.Errorf("it is %s", data)
	}
}

// The importer understands cells that other programs wrote, and mistakes found by the check name their row.
func TestTableOfAnotherProgramIsImported(t *testing.T) {
	content := contenttest.Copy(t)
	head := "product,title,guide languages,description," + oneTour + "\n"
	tableInto(t, content, head+"dhow,A dhow,\"English, ar\",\"<p>Two <b>hours</b>.</p><ul><li>Dates</li></ul>"+
		"<script>x</script><img src='https://x.example/a.png'>\","+itsFacts+"\n", false)
	text := written(t, content, "products/dhow/en.md")
	if !strings.Contains(text, "Two **hours**.\n\n- Dates\n") || strings.Contains(text, "<") ||
		strings.Contains(text, "a.png") {
		t.Errorf("got %s", text)
	}
	if facts := written(t, content, "products/dhow/product.yaml"); !strings.Contains(facts,
		"guideLanguages: [en, ar]") {
		t.Errorf("got %s", facts)
	}
	inOrder(t, content)

	row := "boat,A boat,en,Text.," + itsFacts + "\n"
	o := options(content)
	o.Facts = usualFacts
	contenttest.Write(t, content, "../boats.csv", head+row+row)
	_, err := table.Import(background, content+"/../boats.csv", o)
	var invalid *engine.InvalidContentError
	if !errors.As(err, &invalid) || !strings.Contains(invalid.Diagnostics[0].Message, "appears twice") ||
		!strings.Contains(invalid.Diagnostics[0].Message, "boats.csv:2:1)") {
		t.Errorf("got %v, %v", err, invalid.Diagnostics)
	}
}

func TestMissingOptionTitleIsReportedAndMakesADraft(t *testing.T) {
	const head = "product,title,summary,place,title (ar),summary (ar),place (ar),images," + oneTour
	const row = "dhow,A dhow,Sails.,Creek,مركب,شراع.,الخور,dunes.png," + itsFacts
	for titles, want := range map[string]string{"Group,مجموعة": "", ",": "",
		"Group,":  "t.csv:2:1: optionTitle ar: it is missing; that in en is used (Group)",
		",مجموعة": "t.csv:2:1: optionTitle en: it is missing; that in ar is used (مجموعة)"} {
		content := contenttest.Copy(t)
		report := tableInto(t, content, head+",option title,option title (ar)\n"+row+","+titles+"\n", false)
		isDraft := strings.Contains(written(t, content, "products/dhow/product.yaml"), "draft: true")
		if isDraft != (want != "") || !strings.Contains(notes(report), want) {
			t.Errorf("%q: a draft: %t; %s", titles, isDraft, notes(report))
		}
	}
}

// A missing place becomes the city's name, in another language if the city has no name in this one.
func TestMissingPlaceIsFilledWithTheNameOfTheCity(t *testing.T) {
	const table = "product,title,title (ar),summary,summary (ar)," + oneTour + "\ndhow,A dhow,مركب,Sails.,شراع.," +
		itsFacts + "\n"
	for isDraft, want := range map[bool][2]string{false: {"place: دبي", ""}, true: {"place: Dubai",
		"place ar: it is missing, and the city has no name in this language; this is used (Dubai)"}} {
		content := contenttest.Copy(t)
		if isDraft {
			contenttest.Replace(t, content, "cities/dubai/ar.md", "---\ntitle", "---\ndraft: true\ntitle")
		}
		files, _ := filepath.Glob(content + "/deployments/*.yaml")
		for _, file := range files {
			name := "deployments/" + filepath.Base(file)
			if text := written(t, content, name); !strings.Contains(text, "\nuntranslated:") {
				contenttest.Replace(t, content, name, "\nlanguages: [", "\nuntranslated: fallback\nlanguages: [")
			}
		}
		report := tableInto(t, content, table, false)
		got := written(t, content, "products/dhow/ar.md")
		if !strings.Contains(got, want[0]+"\n") || strings.Contains(notes(report), "place ar") != (want[1] != "") ||
			!strings.Contains(notes(report), want[1]) {
			t.Errorf("a draft: %t: %s%s", isDraft, got, notes(report))
		}
	}
}

// Dashes and similar placeholders mean an empty cell.
func TestPlaceholderCellsCountAsEmpty(t *testing.T) {
	const head = "product,title,summary,place,title (ar),summary (ar),place (ar),images,original price,highlights," +
		"status,"
	for cells, remark := range map[string]string{
		"Sails.,Creek,مركب,شراع.,الخور,dunes.png,—,Tea,yes": "t.csv:2:53: original price: " +
			"it means that there is no value",
		"TBD,Creek,مركب,شراع.,الخور,dunes.png,,Tea,yes":      "summary en: it is missing",
		"Sails.,?,مركب,شراع.,الخور,dunes.png,,-,yes":         "highlights: it means that there is no value",
		"Sails.,Creek,مركب,شراع.,الخور,n/a,,Tea,yes":         "images: it means that there is no value",
		"Sails.,Creek,مركب,شراع.,الخور,dunes.png,,Tea,-":     "the product becomes a draft (-)",
		"Sails.,Cr\uFFFDek,مركب,شراع.,الخور,dunes.png,,,yes": "t.csv:2:20: place: a letter was lost",
		"Sails.,TrÃªs,مركب,شراع.,الخور,dunes.png,,,yes":      `t.csv:2:20: place: "TrÃªs" is "Três" in a wrong encoding`,
	} {
		content := contenttest.Copy(t)
		report := tableInto(t, content, head+oneTour+"\ndhow,A dhow,"+cells+","+itsFacts+"\n", false)
		text := written(t, content, "products/dhow/en.md")
		if !strings.Contains(notes(report), remark) || strings.Contains(text, "TBD") || strings.Contains(text, "?") ||
			strings.Contains(text, "highlights: [-]") {
			t.Errorf("%s: %s; %s", cells, text, notes(report))
		}
	}
}

// A cell with a mistake is not also reported as missing.
func TestMistakeInACellIsReportedOnce(t *testing.T) {
	const head = "product,title,duration,images,start times,cancellation,capacity,price,city,weekdays,Codice,currency\n"
	for row, want := range map[string]string{
		"x,X,soon,dunes.png,09:00,none,8,10,dubai,,,":    `duration: "soon" is not a duration`,
		"x,X,#REF!,dunes.png,09:00,none,8,10,dubai,,,":   "duration: the spreadsheet could not calculate",
		"x,X,2h,dune.png,09:00,none,8,10,dubai,,,":       `images: "dune.png": there is no such picture`,
		"x,X,2h,dunes.png,#N/A,none,8,10,dubai,,,":       "start times: the spreadsheet could not calculate",
		"x,X,2h,dunes.png,09:00,#REF!,8,10,dubai,,,":     "cancellation: the spreadsheet could not calculate",
		"x,X,2h,dunes.png,09:00,none,#REF!,10,dubai,,,":  "capacity: the spreadsheet could not calculate",
		"x,X,2h,dunes.png,09:00,none,8,#REF!,dubai,,,":   "price: the spreadsheet could not calculate",
		"x,X,2h,dunes.png,09:00,none,8,10,#REF!,,,":      "city: the spreadsheet could not calculate",
		"x,X,2h,dunes.png,09:00,none,8,10,dubai,#REF!,,": "weekdays: the spreadsheet could not calculate",
		"x,X,0h,dunes.png,09:00,none,8,10,dubai,,,":      "duration: a duration must be more than zero",
		"x,X,2h,dunes.png,09:00,none,8,10,dubai,,,IRR":   `currency: "IRR" is not the code of a currency`,
	} {
		content := contenttest.Copy(t)
		contenttest.Write(t, content, "../t.csv", head+row+"\n")
		o := options(content)
		o.Facts = usualFacts
		o.Facts.City, o.Facts.Image = "", ""
		report, err := table.Import(background, content+"/../t.csv", o)
		field, _, _ := strings.Cut(want, ":")
		if err == nil || len(report.Wrong) != 1 || !strings.Contains(report.Wrong[0].String(), want) ||
			strings.Contains(notes(report), field+": it") || strings.Contains(notes(report), `mean "price"`) {
			t.Errorf("%s: %s", row, asJSON(t, report))
		}
	}
}

// If content has only one supplier, it is the default. A fact that all products lack is reported once.
func TestFactMissingInAllProductsIsReportedOnce(t *testing.T) {
	content := contenttest.Copy(t)
	contenttest.Replace(t, content, "deployments/wayfare.yaml", "[AED]", "[AED, EUR]")
	contenttest.Write(t, content, "../t.csv", "title,title (de),unit ages,start times,capacity,price\n"+
		"X,,-18,09:00,8,10\nY,Ü,,09:00,8,10\nZ,,,09:00,8,10\n")
	report, err := table.Import(background, content+"/../t.csv", options(content))
	if err == nil || len(report.Wrong) != 3 || !strings.Contains(report.Wrong[0].String(),
		"t.csv:2:1: city: it is missing, here and in 2 other products; give --city") {
		t.Errorf("got %s", asJSON(t, report))
	}
	for _, want := range []string{`1:7: title (de): this column is left out: no storefront is in the language "de"`,
		"2:4: unit ages: it is read as up to and including 18 years (-18)"} {
		if !strings.Contains(notes(report), want) {
			t.Errorf("%q is not in %s", want, notes(report))
		}
	}
}

func TestOnlyCurrencyOfTheStorefrontsIsTheDefault(t *testing.T) {
	const remark = "currency: nothing names the currency of prices; the only one of the storefronts is used (AED)"
	const two = "product,title," + oneTour + "\na,A," + itsFacts + "\nb,B," + itsFacts + "\n"
	for name, x := range map[string]struct {
		taken, sheet string
		isReported   bool
		mistake      string
	}{
		"one currency":           {"[AED]", two, true, ""},
		"a currency in a column": {"[AED]", strings.Replace(two, ",title", ",currency,title", 1), false, ""},
		"two currencies":         {"[AED, EUR]", two, false, "give --currency"},
		"another in a price":     {"[AED]", strings.Replace(two, ",10,", ",10 €,", 1), true, "is not an amount of AED"},
	} {
		content := contenttest.Copy(t)
		contenttest.Replace(t, content, "deployments/wayfare.yaml", "[AED]", x.taken)
		sheet := x.sheet
		if strings.Contains(sheet, "currency") {
			sheet = strings.NewReplacer("\na,", "\na,AED,", "\nb,", "\nb,AED,").Replace(sheet)
		}
		contenttest.Write(t, content, "../t.csv", sheet)
		o := options(content)
		o.Facts = usualFacts
		o.Facts.Currency = ""
		report, err := table.Import(background, content+"/../t.csv", o)
		isReported := strings.Count(notes(report), remark) == 1
		if (err == nil) != (x.mistake == "") || isReported != x.isReported || len(report.Wrong) > 1 ||
			!strings.Contains(mistakes(report), x.mistake) {
			t.Errorf("%s: %v\n%s\n%s", name, err, notes(report), mistakes(report))
		}
		if err == nil && strings.Count(written(t, content, "products/b/product.yaml"), "currency: AED") != 1 {
			t.Errorf("%s: %s", name, written(t, content, "products/b/product.yaml"))
		}
	}
}

func TestTextMissingInOneLanguageIsReported(t *testing.T) {
	for column, text := range map[string]string{"place": "Creek", "address": "Quay 3", "highlights": "Dusk",
		"includes": "Tea", "excludes": "Lunch", "knowBeforeYouGo": "No stairs", "whatToBring": "A hat",
		"description": "We sail at dusk.", "optionDescription": "On deck.", "unitTitle": "Grown-up"} {
		for _, language := range []string{"en", "ar"} {
			content := contenttest.Copy(t)
			report := tableInto(t, content, "product,title (en),summary (en),title (ar),summary (ar),images,"+oneTour+
				","+column+" ("+language+")\ndhow,A dhow,Sails.,مركب,شراع.,dunes.png,"+itsFacts+","+text+"\n", false)
			other := map[string]string{"en": "ar", "ar": "en"}[language]
			want, needed := "goes without; "+language+" has it ("+text+")", column == "place"
			if column == "unitTitle" {
				want = "has the name of its type; " + language + " has it (" + text + ")"
			}
			if needed {
				want = "that in " + language + " is used (" + text + ")"
			}
			isDraft := strings.Contains(written(t, content, "products/dhow/product.yaml"), "draft: true")
			hasText := strings.Contains(written(t, content, "products/dhow/"+other+".md"), text)
			if isDraft != needed || hasText != needed ||
				!strings.Contains(notes(report), column+" "+other+": it is missing") ||
				!strings.Contains(notes(report), want) {
				t.Errorf("%s in %s alone: a draft: %t; %s", column, language, isDraft, notes(report))
			}
		}
	}
}

func TestMissingSizeOrTitleOfAUnitIsReported(t *testing.T) {
	const size, title = "paxCount: each takes one seat until paxCount has its number of people",
		"unitTitle: visitors see it as a guest"
	for unit, want := range map[string]string{"Familie,,": size, "Familie,4,": "", "other,8,": title,
		"other,8,The boat": "", "other,1,": ""} {
		report := tableInto(t, contenttest.Copy(t), "product,title,summary,unit,paxCount,unitTitle,"+oneTour+
			"\ndhow,A dhow,Sails.,"+unit+","+itsFacts+"\n", false)
		for _, remark := range []string{size, title} {
			if strings.Contains(notes(report), remark) != (remark == want) {
				t.Errorf("%s: %s", unit, notes(report))
			}
		}
	}
}

func TestTimesAndListsOfSpreadsheetsAreParsed(t *testing.T) {
	for _, c := range []struct{ column, written, want string }{
		{"duration", "1,5 h", "duration: 1h30m"}, {"duration", "2 Stunden", "duration: 2h"},
		{"guideLanguages", "EN & Italian; ar/fr and pt-BR", "guideLanguages: [en, it, ar, fr, pt-BR]"},
		{"unitTitle\tunit", "Kid\tCHILD", "type: CHILD"},
		{"unit", "Nin\u0303o", "type: CHILD"}, {"unit", "Jubilado", "type: SENIOR"}, {"unit", "Criança", "type: CHILD"},
		{"unit", "étudiants", "type: STUDENT"}, {"unit", "ÖĞRENCİ", "type: STUDENT"}, {"unit", "رضيع", "type: INFANT"},
		{"guideLanguages", "Deutsch, Türkçe, İngilizce; العربية", "guideLanguages: [de, tr, en, ar]"},
		{"duration", "1,5 Std.", "duration: 1h30m"}, {"duration", "90 Min.", "duration: 1h30m"},
		{"guideLanguages", "pt-br, en_GB; ZH-cn | de-de", "guideLanguages: [pt-BR, en-GB, zh-CN, de-DE]"},
		{"duration", "3 ore", "duration: 3h"}, {"duration", "2 horas", "duration: 2h"},
		{"duration", "1 giorno", "duration: 1d"}, {"duration", "2 días", "duration: 2d"},
		{"duration", "1 h 30 minutos", "duration: 1h30m"}, {"duration", "٣ ساعات", "duration: 3h"},
		{"duration", "2 gün", "duration: 2d"}, {"duration", "3 noches", "duration: 3n"},
		{"duration", "90 Minuten", "duration: 1h30m"}, {"duration", "3 Tage", "duration: 3d"},
		{"duration", "1h30", "duration: 1h30m"}, {"duration", "3 Std.", "duration: 3h"},
		{"start times", "6 Uhr 30|22:00:00", "startTimes: [06:30, 22:00]"},
		{"duration", "1h30m", "duration: 1h30m"}, {"duration", "1,5 hours", "duration: 1h30m"},
		{"start times", "8 Uhr|9.30 Uhr|14 h|17h30", "startTimes: [08:00, 09:30, 14:00, 17:30]"},
		{"start times", "9:00 und 14:00", "startTimes: [09:00, 14:00]"},
		{"start times", "9:00 / 15:00; 16h, 17:30", "startTimes: [09:00, 15:00, 16:00, 17:30]"},
		{"images", "dunes.png, dunes.png", "images: [dunes.png]"},
		{"start times", "9.15|9:30 AM|5 pm|12:45:00", "startTimes: [09:15, 09:30, 17:00, 12:45]"},
		{"weekdays", "Mo|Mi.|Donnerstag|sam|Sunday", "weekdays: [mon, wed, thu, sat, sun]"},
		{"weekdays", "Mon, Wed, Fri", "weekdays: [mon, wed, fri]"}, {"weekdays", "Mon/Wed & Fri", "[mon, wed, fri]"},
		{"weekdays", "mon wed", "weekdays: [mon, wed]"}, {"weekdays", "lunedì e mercoledì", "weekdays: [mon, wed]"},
		{"weekdays", "Mon to Wed", "weekdays: [mon, tue, wed]"}, {"weekdays", "sat – mon", "[sat, sun, mon]"},
		{"weekdays", "Mo.-Mi., Sa", "weekdays: [mon, tue, wed, sat]"}, {"weekdays", "de jueves a sábado y lunes",
			"weekdays: [thu, fri, sat, mon]"}, {"weekdays", "الاثنين والأربعاء", "weekdays: [mon, wed]"},
		{"weekdays", "Sundays|from Sun to Tue", "weekdays: [sun, mon, tue]"},
		{"weekdays", "täglich", "weekdays: [sun, mon, tue, wed, thu, fri, sat]"},
	} {
		content := contenttest.Copy(t)
		columns, values := strings.Split(oneTour, ","), strings.Split(itsFacts, ",")
		if i := slices.Index(columns, c.column); i >= 0 {
			values[i] = c.written
		} else {
			columns, values = append(columns, c.column), append(values, c.written)
		}
		tableInto(t, content, "product\ttitle\t"+strings.Join(columns, "\t")+"\ndhow\tA dhow\t"+
			strings.Join(values, "\t")+"\n", false)
		if text := written(t, content, "products/dhow/product.yaml"); !strings.Contains(text, c.want) {
			t.Errorf("%s %s: %s", c.column, c.written, text)
		}
	}
}
