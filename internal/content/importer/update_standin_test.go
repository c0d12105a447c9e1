package importer_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
	"storefront/internal/content/importer"
)

func TestFallbackTextsFollowTheSourceUntilAnEditorChangesThem(t *testing.T) {
	content := contenttest.Copy(t)
	sheet := func(title string) string {
		return "product,sku,title,start times,capacity,price,cancellation,latitude,longitude,duration\n" +
			"dhow,D1," + title + ",09:00,8,100,24h=100,25.1,55.1,2h\n"
	}
	const en, ar = "products/dhow/en.md", "products/dhow/ar.md"
	title := func(file, want string, times int) {
		t.Helper()
		if text := written(t, content, file); strings.Count(text, "title: "+want) != times {
			t.Errorf("%s: want %q %d times: %s", file, want, times, text)
		}
	}
	tableInto(t, content, sheet("A dhow"), false)
	tableInto(t, content, sheet("A dhow at dusk"), true)
	title(en, "A dhow at dusk", 2) // of the product and of its option
	title(ar, "A dhow at dusk", 2)

	text := written(t, content, ar)
	contenttest.Write(t, content, ar, strings.ReplaceAll(text, "A dhow at dusk", "مركب"))
	contenttest.Replace(t, content, en, "summary: A dhow at dusk", "summary: A wooden boat")
	report := tableInto(t, content, sheet("A dhow at night"), true)
	title(en, "A dhow at night", 2)
	if text := written(t, content, en); !strings.Contains(text, "summary: A wooden boat\n") {
		t.Errorf("got %s", text)
	}
	title(ar, "مركب", 2)
	if len(report.Kept) > 0 {
		t.Errorf("kept: %s", keptIn(report))
	}
}

// Texts of a language that a table lacks stay as an editor wrote them.
func TestUpdateOfSomeTranslatedColumnsKeepsTheOthers(t *testing.T) {
	const first = "product,sku,title,place,start times,capacity,price,cancellation,latitude,longitude," +
		"duration%s\ndhow,D1,A dhow,Creek,09:00,8,100,24h=100,25.1,55.1,2h%s\n"
	const ar, some = "products/dhow/ar.md", ",title (ar),summary (ar),place (ar)"
	const rest = "includes: [شاي]\nexcludes: [عشاء]\noptions:\n  standard: {title: على السطح}\n---\n\n" +
		"نبحر عند الغروب.\n"
	const text = "---\ntitle: مركب\ntranslationOf: en 123456789abc\nsummary: نبحر.\nplace: الخور\n" + rest
	for name, x := range map[string]struct{ columns, cells, prefer, want, kept string }{
		"the source preferred": {some, ",قارب,أشرعة.,الميناء", "source",
			"---\ntitle: قارب\ntranslationOf: en 123456789abc\nsummary: أشرعة.\nplace: الميناء\n" + rest, ""},
		"the editor preferred": {some, ",قارب,أشرعة.,الميناء", "", text, "title summary place"},
		"only the title, source preferred": {",title (ar)", ",قارب", "source",
			strings.Replace(text, "مركب", "قارب", 1), ""},
		"the same title":  {",title (ar)", ",مركب", "", text, ""},
		"without a title": {",place (ar)", ",الخور", "source", text, ""},
		"empty cells":     {some, ",,,", "source", text, ""},
		"a list, source preferred": {",includes (ar)", ",قهوة", "source",
			strings.Replace(text, "شاي", "قهوة", 1), ""},
		"a new option": {",option", ",standard\ndhow,,,,,8,90,,,,,cabin", "source",
			strings.Replace(text, "على السطح}\n", "على السطح}\n  cabin: {title: مركب}\n", 1), ""},
	} {
		t.Run(name, func(t *testing.T) {
			content := contenttest.Copy(t)
			contenttest.Replace(t, content, "deployments/wayfare.yaml", "pageSize", "untranslated: fallback\npageSize")
			tableInto(t, content, fmt.Sprintf(first, "", ""), false)
			contenttest.Write(t, content, ar, text)
			prefer := func(o *importer.Options) { o.Prefer = x.prefer }
			for range 2 {
				report := tableInto(t, content, fmt.Sprintf(first, x.columns, x.cells), true, prefer)
				if got := written(t, content, ar); got != x.want || len(report.Kept) != len(strings.Fields(x.kept)) {
					t.Errorf("got %s; kept: %s", got, keptIn(report))
				}
				for key := range strings.FieldsSeq(x.kept) {
					if !strings.Contains(keptIn(report), " "+key+": it was edited here, and the source has another") {
						t.Errorf("%s is not in %s", key, keptIn(report))
					}
				}
			}
			report := tableInto(t, content, fmt.Sprintf(first, x.columns+",excludes (ar)", x.cells+",نقل"), true)
			if strings.Contains(written(t, content, ar), "نقل") || !strings.Contains(keptIn(report), "excludes") {
				t.Errorf("an editor's list is lost: %s", keptIn(report))
			}
			before := written(t, content, ar)
			tableInto(t, content, fmt.Sprintf(first, ",seo title (ar)", ",بحر"), true)
			if got := written(t, content, ar); sorted(got) != sorted(before+"seoTitle: بحر\n") {
				t.Errorf("with other columns: %s", got)
			}
		})
	}
}

// An update writes a new language like a first import, except that only its text becomes a draft.
func TestUpdateFillsANewLanguageLikeAFirstImport(t *testing.T) {
	const columns = "product,sku,title,place,description,includes,option title,start times,capacity,price," +
		"cancellation,latitude,longitude,duration"
	const cells = "dhow,D1,A dhow,Creek,Sails.,Tea,On deck,09:00,8,100,24h=100,25.1,55.1,2h"
	const file, fallback = "products/dhow/ar.md", "untranslated: fallback\npageSize"
	fallbacks := []string{"place ar: it is missing; that in en is used (Creek)",
		"summary ar: it is missing; this is used",
		"optionTitle ar: it is missing; that in en is used (On deck)"}
	lists := []string{"description ar: it is missing", "includes ar: it is missing"}
	for name, x := range map[string]struct {
		columns, cells, deployment string
		notes                      []string
		isDraft                    bool
	}{
		"only a title":              {",title (ar)", ",مركب", fallback, slices.Concat(fallbacks, lists), true},
		"only a title, no fallback": {",title (ar)", ",مركب", "pageSize", slices.Concat(fallbacks, lists), false},
		"no text, no fallback":      {"", "", "pageSize", []string{"language: it has no text in this language"}, false},
		"all required texts": {",title (ar),summary (ar),place (ar),option title (ar)",
			",مركب,أشرعة.,الخور,سطح", fallback, lists, false},
	} {
		t.Run(name, func(t *testing.T) {
			sheet := columns + x.columns + "\n" + cells + x.cells + "\n"
			whole := contenttest.Copy(t)
			contenttest.Replace(t, whole, "deployments/wayfare.yaml", "pageSize", x.deployment)
			tableInto(t, whole, sheet, false)
			want := written(t, whole, file)
			if x.isDraft {
				want = strings.Replace(want, "---\n", "---\ndraft: true\n", 1)
			}

			content := contenttest.Copy(t)
			contenttest.Replace(t, content, "deployments/wayfare.yaml", "pageSize", fallback)
			tableInto(t, content, columns+"\n"+cells+"\n", false)
			contenttest.Replace(t, content, "products/dhow/product.yaml", "draft: true\n", "")
			contenttest.Replace(t, content, "deployments/wayfare.yaml", fallback, x.deployment)
			report := tableInto(t, content, sheet, true)
			if got := written(t, content, file); sorted(got) != sorted(want) {
				t.Errorf("got %s; want %s", got, want)
			}
			for _, note := range slices.Concat(x.notes, fallbacks, lists) {
				if strings.Contains(notes(report), note) != slices.Contains(x.notes, note) {
					t.Errorf("%q: %s", note, notes(report))
				}
			}
			if strings.Contains(written(t, content, "products/dhow/product.yaml"), "draft") {
				t.Error("the product becomes a draft")
			}
			again := tableInto(t, content, sheet, true)
			if len(again.Updated)+len(again.Kept) > 0 || notes(again) != "" {
				t.Errorf("again: %s", asJSON(t, again))
			}
		})
	}
}

// sorted returns the lines of a text in order. It compares files whose keys may be in any order.
func sorted(text string) string {
	return strings.Join(slices.Sorted(strings.SplitSeq(text, "\n")), "\n")
}

func TestNewOptionWithoutATranslatedTitleIsReported(t *testing.T) {
	content := contenttest.Copy(t)
	const head = "product,sku,title,title (ar),option,option title,option title (ar),start times,capacity,price," +
		"cancellation,latitude,longitude,duration\n" +
		"dhow,D1,A dhow,مركب,deck,On deck,سطح,09:00,8,100,24h=100,25.1,55.1,2h\n"
	tableInto(t, content, head, false)
	contenttest.Replace(t, content, "products/dhow/product.yaml", "draft: true\n", "")
	more := head + "dhow,,,,cabin,In the cabin,,09:00,4,180,,,,\n"
	report := tableInto(t, content, more, true)
	want := "optionTitle ar: it is missing; that in en is used (In the cabin); check it in"
	if !strings.Contains(notes(report), want) {
		t.Errorf("%q is not in %s", want, notes(report))
	}
	if strings.Contains(written(t, content, "products/dhow/product.yaml"), "draft") {
		t.Error("the product becomes a draft")
	}
	if again := tableInto(t, content, more, true); notes(again) != "" {
		t.Errorf("again: %s", notes(again))
	}
}

// A product keeps its city, category and supplier whose folders were renamed in content if the table has the former
// names.
func TestUpdateKeepsRenamedFolders(t *testing.T) {
	const head, cells = "product,sku,title,start times,capacity,price,cancellation,latitude,longitude,duration%s\n",
		",%s,A dhow,09:00,8,%d,24h=100,25.1,55.1,2h%s\n"
	folders := []struct{ folder, old, ending string }{
		{"cities", "dubai", ""}, {"categories", "desert", ""}, {"categories", "on-the-water", ""},
		{"suppliers", "sands", ".yaml"},
	}
	for name, x := range map[string]struct{ columns, cells, former string }{
		"no cells":              {},
		"slugs":                 {",city,category,supplier", ",dubai,desert,sands", ""},
		"slugs in capitals":     {",city,category,supplier", ",DUBAI,Desert,SANDS", ""},
		"a slug with spaces":    {",category", ",On the Water", ""},
		"several categories":    {",category", ",Desert|On the water", ""},
		"titles":                {",city,category,supplier", ",دبي,دبي,رمال", ""},
		"a title among several": {",category", ",دبي|on the water", ""},
		"a new product": {",city,category", ",Dubai,On the water", "nothing has this name in content any more; " +
			"it is taken as on-the-water-new, as in an earlier import"},
	} {
		t.Run(name, func(t *testing.T) {
			content := contenttest.Copy(t)
			contenttest.Write(t, content, "categories/on-the-water/category.yaml",
				written(t, content, "categories/desert/category.yaml"))
			for _, language := range []string{"en", "ar"} {
				contenttest.Write(t, content, "categories/on-the-water/"+language+".md",
					written(t, content, "categories/desert/"+language+".md"))
				contenttest.Replace(t, content, "categories/on-the-water/"+language+".md", "title: ", "title: A ")
			}
			sheet := func(price int) string {
				return fmt.Sprintf(head, x.columns) + "dhow" + fmt.Sprintf(cells, "D1", price, x.cells)
			}
			tableInto(t, content, sheet(100), false)
			former := written(t, content, "products/dhow/product.yaml")
			for _, f := range folders {
				folder := filepath.Join(content, f.folder, f.old)
				if err := os.Rename(folder+f.ending, folder+"-new"+f.ending); err != nil {
					t.Fatal(err)
				}
				for _, product := range []string{"dhow", "dunes", "walk"} {
					file := "products/" + product + "/product.yaml"
					text := strings.ReplaceAll(written(t, content, file), f.old, f.old+"-new")
					contenttest.Write(t, content, file, text)
				}
				files, _ := filepath.Glob(folder + "-new/*.md")
				for _, file := range files {
					rel, _ := filepath.Rel(content, file)
					contenttest.Replace(t, content, rel, "title: ", "title: Other ")
				}
			}
			contenttest.Replace(t, content, "suppliers/sands-new.yaml", "{en: Sands, ar: رمال}", "{en: A, ar: A}")
			const link = "things-to-do-in-dubai"
			contenttest.Replace(t, content, "products/dunes/en.md", link, link+"-new")
			want := former
			for _, f := range folders {
				want = strings.ReplaceAll(want, f.old, f.old+"-new")
			}
			for price := 120; price < 123; price++ {
				with := sheet(price)
				if x.former != "" {
					with = strings.Replace(with, "dhow,D1", "cog"+fmt.Sprintf(cells, "C1", 90, x.cells)+"dhow,D1", 1)
				}
				report := tableInto(t, content, with, true, func(o *importer.Options) {
					if x.former == "" {
						o.Facts.City, o.Facts.Category, o.Facts.Supplier = "", "", ""
					}
				})
				want := strings.Replace(want, "price: 100", fmt.Sprint("price: ", price), 1)
				if facts := written(t, content, "products/dhow/product.yaml"); facts != want || len(report.Kept) > 0 {
					t.Errorf("got %s; want %s; kept: %s", facts, want, keptIn(report))
				}
				if strings.Contains(notes(report), "nothing has this name") != (x.former != "" && price == 120) ||
					price == 120 && !strings.Contains(notes(report), x.former) {
					t.Errorf("notes: %s", notes(report))
				}
			}
		})
	}
}
