package importer_test

import (
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
	"storefront/internal/content/importer"
)

const hiddenWords = `<p style='display:none'>SECRET</p><div hidden>SECRET</div><template>SECRET</template>` +
	`<p style='visibility:hidden'>SECRET</p>`

const clip = `<iframe src='https://www.youtube.com/embed/abcdefgh'></iframe>`

func TestHTMLInTableCellsIsImportedAsVisibleText(t *testing.T) {
	const isHidden, isLeftOut = "it is hidden from readers; it is left out", "> is left out with its content"
	for _, c := range []struct{ column, written, want, note string }{
		{"description", "<p>Text.</p>" + hiddenWords, "---\nText.\n", isHidden},
		{"description", "<p>A</p><table><tr><td>x<br>y</td><td><pre>a\nb</pre></td></tr></table>",
			"---\nA\n\n| x y | `a b` |\n", ""},
		{"description", "*Text.* <span hidden>SECRET</span>", "---\n*Text.*\n", isHidden},
		{"description", "<!-- wp:paragraph --><p>Text.</p>", "---\nText.\n", ""},
		{"description", "<p>Text.</p>" + clip, "[Watch the video](https://www.youtube.com/watch?v=abcdefgh)", ""},
		{"description", "Text. " + clip, "[Watch the video](https://www.youtube.com/watch?v=abcdefgh)", ""},
		{"description", clip + "<p>**</p>", "[Watch the video](https://www.youtube.com/watch?v=abcdefgh)\n\n\\**", ""},
		{"description", "<p>Text.</p><video src='a.mp4'>SECRET</video>", "---\nText.\n", "<video" + isLeftOut},
		{"description", "<p>Text.</p><script>SECRET</script>", "---\nText.\n", "<script" + isLeftOut},
		{"summary", "<p>Text &amp; <i>tea</i>.</p>" + hiddenWords, "summary: \"Text & tea.\"\n", isHidden},
		{"summary", "Text. " + clip, "summary: Text.\n", "<iframe" + isLeftOut},
		{"summary", "For <your name>, 1 < 2", "summary: \"For <your name>, 1 < 2\"\n", ""},
		{"seo title", "<b>Sail</b> &amp; go<br>on", "seoTitle: \"Sail & go on\"\n", ""},
		{"description", "Day 1: Lyon\nDay 2: Annecy", "Day 1: Lyon\\\nDay 2: Annecy", ""},
		{"description", "We wrap\nlines.\n\nSo we do\nhere.", "We wrap\nlines.\n\nSo we do\nhere.", ""},
		{"description", "Bring:\n• Tea\n✓ Dates\n\n• Figs\nDay 1: sail",
			"Bring:\n\n- Tea\n- Dates\n\n- Figs\n\nDay 1: sail\n", ""},
		{"description", "Bring:\nDay 1\n• Tea\n• Dates", "---\nBring:\\\nDay 1\n\n- Tea\n- Dates\n", ""},
		{"description", "١. واحد\n٢- اثنان\n\n１．一\n２．二\n\n9、九\n10、十\n\n－ 一\n－二",
			"---\n1. واحد\n2. اثنان\n\n1. 一\n2. 二\n\n9. 九\n10. 十\n\n- 一\n- 二\n", ""},
		{"description", "– Tea\n– Dates\nand\n– figs\n\n１．一\n\n١.٥\n٢.٥",
			"---\n- Tea\n- Dates\n\nand\n– figs\n\n１．一\n\n١.٥\n٢.٥\n", ""},
		{"option title", "<b>Group</b>", "{title: Group}", ""},
		{"highlights", "<ul>\n<li>One\nday</li>\n<li>A | b</li><li hidden>SECRET</li></ul>",
			"highlights: [One day, \"A | b\"]\n", isHidden},
		{"includes", "<b>Tea</b>|Dates &amp; figs|A&#124;b", "includes: [Tea, \"Dates & figs\", \"A|b\"]\n", ""},
		{"includes", "<p>Tea</p><p>Dates<br/>Figs</p>", "includes: [Tea, Dates, Figs]\n", ""},
		{"excludes", "• Tea|- Dates\n* Figs|✓ Ice|✔️Water|–|-5 degrees",
			"excludes: [Tea, Dates, Figs, Ice, Water, \"-5 degrees\"]\n", ""},
	} {
		content := contenttest.Copy(t)
		report := tableInto(t, content, "product,title,"+oneTour+","+c.column+"\ndhow,A dhow,"+itsFacts+",\""+
			c.written+"\"\n", false)
		text := written(t, content, "products/dhow/en.md")
		if !strings.Contains(text, c.want) || strings.Contains(text, "SECRET") {
			t.Errorf("%s %s: %q is not in %s", c.column, c.written, c.want, text)
		}
		found := notes(report)
		if !strings.Contains(found, c.note) || c.note == "" && strings.Contains(found, "left out") {
			t.Errorf("%s %s: %s", c.column, c.written, found)
		}
	}
}

func TestTitleWithHTMLMakesASlugOfItsWords(t *testing.T) {
	for from, sheet := range map[string]string{
		"": "title," + oneTour + "\n<b>Sail</b> &amp; go<i hidden>SECRET</i>," + itsFacts + "\n",
		"woocommerce": "ID,Type,Name,Short description,Description,Regular price\n1,simple," +
			"<b>Sail</b> &amp; go<i hidden>SECRET</i>,Text." + hiddenWords + ",Text " + clip + hiddenWords + ",10\n",
		"shopify": "Handle,Title,Body (HTML),Variant Price\nsail-go," +
			"<b>Sail</b> &amp; go<i hidden>SECRET</i>,Text " + clip + hiddenWords + ",10\n",
	} {
		content := contenttest.Copy(t)
		report := tableInto(t, content, sheet, false, func(o *importer.Options) { o.Shop = from })
		text, found := written(t, content, "products/sail-go/en.md"), notes(report)
		if !strings.Contains(text, "title: \"Sail & go\"\n") || strings.Contains(text, "SECRET") ||
			from != "" && !strings.Contains(text, "[Watch the video](") || !strings.Contains(found, "it is hidden") {
			t.Errorf("%s: %s %s", from, text, found)
		}
	}
}
