package importer_test

import (
	"context"
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
	"storefront/internal/content/importer"
	"storefront/internal/content/importer/blog"
)

// A product is a draft if its source does not publish it, or if a fact was filled with a default. The first reason
// follows the source, the second stays until an editor removes it.
func TestUpdateWithdrawsAndPublishesProductsLikeTheSource(t *testing.T) {
	for name, x := range map[string]struct{ from, sheet, public, withdrawn string }{
		"a table": {"", "product,sku,title,summary,start times,capacity,price,duration,cancellation,Published\n" +
			"dhow,D1,A dhow,At sea.,09:00,8,100,2h,none,%\n", "yes", "no"},
		"a table with draft": {"", "product,sku,title,summary,start times,capacity,price,duration,draft\n" +
			"dhow,D1,A dhow,At sea.,09:00,8,100,2h,%\n", "no", "yes"},
		"WooCommerce": {"woocommerce", "ID,Type,SKU,Name,Published,Short description,Regular price\n" +
			"7,simple,D1,Dhow,%,At sea.,100\n", "1", "0"},
		"Shopify": {"shopify", "Handle,Title,Body (HTML),Published,Status,Variant Price\n" +
			"dhow,A dhow,At sea.,%,100\n", "TRUE,active", "FALSE,draft"},
	} {
		t.Run(name, func(t *testing.T) {
			const file = "products/dhow/product.yaml"
			content, setFrom := contenttest.Copy(t), func(o *importer.Options) { o.Shop = x.from }
			update := func(published string, want bool, remark string, changed int) {
				t.Helper()
				r := tableInto(t, content, strings.Replace(x.sheet, "%", published, 1), true, setFrom)
				if facts := written(t, content, file); strings.Contains(facts, "draft: true") != want {
					t.Errorf("a draft: %t, want %t; %s", !want, want, asJSON(t, r))
				}
				got := notes(r)
				if len(r.Updated) != changed || len(r.Kept) > 0 || remark == "" && strings.Contains(got, "draft") ||
					!strings.Contains(got, remark) {
					t.Errorf("want %d changed and %q: %s", changed, remark, asJSON(t, r))
				}
			}
			const withdraws, publishes = "the source withdraws it; the product becomes a draft",
				"the source publishes it; the product is no longer a draft"
			const stays = "the source publishes it; the product stays a draft, as it is for another reason"
			tableInto(t, content, strings.Replace(x.sheet, "%", x.public, 1), false, setFrom)
			update(x.public, true, "", 0)
			update(x.withdrawn, true, "", 0)
			update(x.public, true, stays, 0)
			contenttest.Replace(t, content, file, "draft: true\n", "") // an editor has reviewed it
			update(x.public, false, "", 0)
			update(x.withdrawn, true, withdraws, 1)
			update(x.withdrawn, true, "", 0)
			update(x.public, false, publishes, 1)
			update(x.public, false, "", 0)
			update(x.withdrawn, true, withdraws, 1)
			contenttest.Replace(t, content, file, "draft: true\n", "") // an editor publishes it nevertheless
			update(x.withdrawn, false, "", 0)
			update(x.public, false, "", 0)
			contenttest.Replace(t, content, file, "sourceId:", "draft: true\nsourceId:") // an editor withdraws it
			update(x.public, true, "", 0)
			update(x.withdrawn, true, "", 0)
			update(x.public, true, stays, 0)
		})
	}
}

// Without the file "withdrawn", the memory does not tell why the product was a draft.
func TestUpdateKeepsDraftsIfTheMemoryLacksTheirReason(t *testing.T) {
	const table = "product,sku,title,summary,start times,capacity,price,duration,cancellation,Published\n" +
		"dhow,D1,A dhow,At sea.,09:00,8,100,2h,none,%\n"
	for name, x := range map[string]struct {
		isDraft      bool
		says, remark string
		want         bool
	}{
		"withdrawn by the source, published here": {
			false, "no", "the source withdraws it; the product becomes a draft", true},
		"published by the source and here":        {false, "yes", "", false},
		"no status in the source, published here": {false, "", "", false},
		"withdrawn by the source, a draft here":   {true, "no", "", true},
		"published by the source, a draft here":   {true, "yes", "the product stays a draft", true},
		"no status in the source, a draft here":   {true, "", "", true},
	} {
		content, memory := contenttest.Copy(t), ".imported/csv/products/D1/"
		tableInto(t, content, strings.Replace(table, "%", "no", 1), false)
		contenttest.Remove(t, content, memory+"withdrawn")
		if !x.isDraft {
			contenttest.Replace(t, content, "products/dhow/product.yaml", "draft: true\n", "")
		}
		for _, remark := range []string{x.remark, ""} {
			r := tableInto(t, content, strings.Replace(table, "%", x.says, 1), true)
			facts := written(t, content, "products/dhow/product.yaml")
			if strings.Contains(facts, "draft: true") != x.want || !strings.Contains(notes(r), remark) ||
				remark == "" && strings.Contains(notes(r), "draft") || len(r.Kept) > 0 {
				t.Errorf("%s: want a draft: %t; %s; %s", name, x.want, facts, asJSON(t, r))
			}
		}
	}
}

func TestRepeatedUpdateKeepsTheSameMemory(t *testing.T) {
	const table = "product,sku,title,summary,start times,capacity,price,original price,duration," +
		"cancellation,Published\ndhow,D1,A dhow,At sea.,09:00,8,100,150,2h,none,"
	content := contenttest.Copy(t)
	tableInto(t, content, table+"yes\n", true)
	contenttest.Replace(t, content, "products/dhow/product.yaml", "draft: true\n", "")
	contenttest.Replace(t, content, "products/dhow/product.yaml", "originalPrice: 150", "originalPrice: 140")
	withdrawn := strings.Replace(table, "150", "", 1) + "no\n"
	want := "originalPrice: it was edited here, and the source no longer has it; the edited one is kept; " +
		"--prefer source removes it"
	if r := tableInto(t, content, withdrawn, true); len(r.Updated) != 1 || !strings.HasSuffix(keptIn(r), want) {
		t.Errorf("got %s", asJSON(t, r))
	}
	memory := written(t, content, ".imported/csv/products/D1/product.yaml")
	for range 2 {
		tableInto(t, content, withdrawn, true)
		if again := written(t, content, ".imported/csv/products/D1/product.yaml"); again != memory {
			t.Errorf("it was %s, is %s", memory, again)
		}
	}
}

// A post without a date becomes a draft with a default date. The date stays, whether or not the source publishes the
// post.
func TestUpdateWithdrawsAPostThatWasADraftWithoutADate(t *testing.T) {
	for tool, imports := range map[string]func(context.Context, string, importer.Options) (*importer.Report, error){
		"hugo": blog.Hugo, "jekyll": blog.Jekyll} {
		site, content, now := t.TempDir(), contenttest.Copy(t), options("").Now
		step := func(keys, title string, isDraft bool, day string) *importer.Report {
			t.Helper()
			contenttest.Write(t, site, map[string]string{"hugo": "content/posts/a.md", "jekyll": "_drafts/a.md"}[tool],
				"---\ntitle: "+title+"\n"+keys+"---\nText.\n")
			o := options(content)
			now = now.AddDate(0, 0, 1)
			o.Update, o.Now = true, now
			report, err := imports(background, site, o)
			explain(t, err)
			got := written(t, content, "blog/a/en.md")
			if strings.Contains(got, "draft: true") != isDraft || !strings.Contains(got, "date: "+day) ||
				!strings.Contains(got, "title: "+title) || len(report.Kept) > 0 {
				t.Errorf("%s: want a draft: %t, of %s; %s", tool, isDraft, day, got)
			}
			return report
		}
		day := now.AddDate(0, 0, 1).Format("2006-01-02")
		if tool == "hugo" {
			step("", "one", true, day)
			step("draft: true\n", "two", true, day)
			step("", "three", true, day)
			contenttest.Replace(t, content, "blog/a/en.md", "draft: true\n", "")
			if r := step("", "four", false, day); strings.Contains(notes(r), "draft") {
				t.Errorf("%s", notes(r))
			}
		} else {
			step("", "one", true, day)
		}
		step("draft: true\n", "five", true, day)
	}
}
