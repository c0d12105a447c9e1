package importer_test

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
	"storefront/internal/content/importer"
	"storefront/internal/content/importer/blog"
)

// importDrafts imports a blog and checks that each post is what its title says: Public, Draft, or Absent.
func importDrafts(t *testing.T, tool string, files map[string]string, set ...func(*importer.Options)) (*importer.Report,
	string) {
	t.Helper()
	site, content := t.TempDir(), contenttest.Copy(t)
	for name, text := range files {
		if words, keys, ok := strings.Cut(text, "|"); ok {
			text = "---\ntitle: " + words + "\ndate: 2024-01-02\n" + keys + "\n---\n" + words + ".\n"
		}
		contenttest.Write(t, site, name, text)
	}
	imports, o := blog.Hugo, options(content)
	if tool == "jekyll" {
		imports = blog.Jekyll
	}
	for _, s := range set {
		s(&o)
	}
	report, err := imports(background, site, o)
	explain(t, err)
	remarks, all := asJSON(t, report), ""
	for _, file := range report.Written {
		data, err := os.ReadFile(file)
		explain(t, err)
		all += string(data)
		if isDraft := strings.Contains(string(data), "draft: true"); strings.Contains(string(data), "title: Absent") ||
			isDraft != strings.Contains(string(data), "title: Draft") {
			t.Errorf("%s:\n%s", file, data)
		}
	}
	for name, text := range files {
		words, _, ok := strings.Cut(text, "|")
		if ok && !strings.HasPrefix(words, "Absent") && !strings.Contains(all, "title: "+words+"\n") {
			t.Errorf("%s is not there: %s", name, remarks)
		}
		section := filepath.Join(filepath.Dir(name), "_index.md")
		if ok && strings.HasPrefix(words, "Draft") && !strings.Contains(remarks, filepath.Base(name)) &&
			!strings.Contains(remarks, section) {
			t.Errorf("%s is a draft without a remark: %s", name, remarks)
		}
	}
	return report, content
}

// Hugo hides posts by folder, name or configuration. Such a post becomes a draft or is skipped.
func TestUnpublishedHugoPostsBecomeDraftsOrAreSkipped(t *testing.T) {
	report, _ := importDrafts(t, "hugo", map[string]string{
		"hugo.yaml": `
defaultContentLanguage: en
disableLanguages: [fr]
ignoreFiles: ["\\.private\\.md$", "/secret/"]
languages:
  en: {weight: 1}
  fr: {weight: 2}
  ar: {weight: 3, disabled: true}
cascade:
- target: {path: "/notes/**"}
  build: {render: never, list: never}
- target: {path: "/**/inner"}
  private: true
- target: {environment: development}
  draft: true
- target: {kind: section}
  draft: true
module:
  mounts: [{source: content, target: content, excludeFiles: ["posts/old/**"]}]
`,
		"content/sealed/_index.md":        "---\ncascade:\n- headless: true\n  private: true\n---\n",
		"content/sealed/a.md":             "Draft sealed|",
		"content/sealed/b.md":             "Draft sealed in part|private: no",
		"content/opened/_index.md":        "---\ncascade:\n  private: false\n---\n",
		"content/opened/inner.md":         "Public opened|",
		"content/linked/_index.md":        "---\ncascade:\n  _build: {render: link}\n---\n",
		"content/linked/c.md":             "Draft linked|",
		"content/linked/d.md":             "Public linked|_build: {render: always}",
		"content/notes/e.md":              "Draft note|",
		"content/broken/_index.md":        "---\ntitle: \"Sea\ncascade:\n  draft: true\n---\n",
		"content/broken/q.md":             "Draft below an unread page|",
		"content/parted/_index.md":        "---\ntitle: Sea\n...\ncascade:\n  draft: true\n---\n",
		"content/parted/r.md":             "Draft below a page read in part|",
		"content/posts/deep/inner.md":     "Draft inner|",
		"content/french/_index.fr.md":     "---\ncascade:\n  draft: true\n---\n",
		"content/french/f.md":             "Public of French|",
		"content/posts/g.md":              "Draft link|build: {render: link}",
		"content/posts/h.md":              "Draft local|build: {list: local}",
		"content/posts/i.md":              "Draft built not|_build: false",
		"content/posts/j.md":              "Draft as data|outputs: [json]",
		"content/posts/k.md":              "Public in both|outputs: [HTML, json]",
		"content/posts/l.private.md":      "Absent by its name|",
		"content/posts/secret/m.md":       "Absent by its folder|",
		"content/posts/old/n.md":          "Absent by its mount|",
		"content/posts/.o.md":             "Absent by its dot|",
		"content/posts/#p.md":             "Absent by its hash|",
		"content/posts/k.ar.md":           "Absent by its language|",
		"content/posts/k.fr.md":           "Absent by its French|",
		"content/posts/embargo.md":        "Draft embargo|embargo: 2025-01-01",
		"content/posts/visible.md":        "Draft visible|visible: no",
		"content/posts/unlisted.md":       "Draft of a class|page_class: unlist",
		"content/posts/review.md":         "Draft in review|status: In-Review",
		"content/posts/published.md":      "Public status|status: published",
		"content/posts/list.md":           "Draft visibility|visibility: [private]",
		"content/posts/scheduled.md":      "Draft scheduled|scheduled: true",
		"content/posts/scheduled-once.md": "Public scheduled|scheduled: 2024-02-01",
	})
	remarks := asJSON(t, report)
	for _, want := range []string{"set by its folder, not by the post", "the blog's configuration disables it",
		"the blog's configuration ignores it", "the blog's configuration excludes it",
		"ignores files with such names", "these posts become drafts"} {
		if !strings.Contains(remarks, want) {
			t.Errorf("%q is not in %s", want, remarks)
		}
	}
}

// Posts that Jekyll, Eleventy, Astro, Hexo and Docusaurus do not publish become drafts or are skipped.
func TestUnpublishedJekyllPostsBecomeDraftsOrAreSkipped(t *testing.T) {
	report, _ := importDrafts(t, "jekyll", map[string]string{
		"_config.yml": "defaults:\n- scope: {path: _posts/sealed}\n  values: {private: true}\n" +
			"- scope: {path: _posts/locked}\n  values: {password: x}\n" +
			"- scope: {path: _posts/back}\n  values: {published: false}\n" +
			"collections: {trips: {output: true}, data: {}}\nignore: ['_posts/**/*.skip.md']\ninclude: [_kept]\n",
		".eleventyignore":                   "# drafts\n_posts/eleventy/\nnever-*.md\n",
		"_posts/sealed/2024-01-02-a.md":     "Draft sealed|",
		"_posts/locked/2024-01-02-b.md":     "Draft locked|",
		"_posts/locked/2024-01-02-c.md":     "Public unlocked|password:",
		"_posts/2024-01-02-d.md":            "Draft without a page|permalink: false",
		"_posts/2024-01-02-e.md":            "Draft of no list|eleventyExcludeFromCollections: true",
		"_posts/2024-01-02-f.md":            "Draft of no page|output: false",
		"_posts/_private/2024-01-02-g.md":   "Absent of a private folder|",
		"_old/_posts/2024-01-02-h.md":       "Absent of an old folder|",
		"_kept/_posts/2024-01-02-i.md":      "Public of a folder that is included|",
		"_posts/in/2024-01-02-j.skip.md":    "Absent by ignore|",
		"_posts/eleventy/2024-01-02-k.md":   "Absent by Eleventy|",
		"_posts/2024-01-02-never.md":        "Public never|",
		"_posts/in/never-2024.md":           "Absent never|",
		"_posts/closed/closed.json":         `{"permalink": false}`,
		"_posts/closed/2024-01-02-l.md":     "Draft by data|",
		"_posts/closed/2024-01-02-m.md":     "Public despite data|permalink: /m/",
		"_posts/2024-01-02-n.md":            "Draft by its own data|",
		"_posts/2024-01-02-n.11tydata.json": `{"draft": true, "hidden": true}`,
		"_posts/two/two.11tydata.yaml":      "title: T\n---\ndraft: true\n",
		"_posts/two/2024-01-02-s.md":        "Draft by data of two documents|",
		"_posts/cut/cut.json":               "{\"draft\": true",
		"_posts/cut/2024-01-02-t.md":        "Draft by data that are cut off|",
		"_posts/cut/2024-01-02-u.md":        "Draft by them too|",
		"_posts/script/script.11tydata.js":  "module.exports = {permalink: false};\n",
		"_posts/script/2024-01-02-o.md":     "Draft by a script|",
		"_posts/words/words.11tydata.js":    "module.exports = {layout: 'x'};\n",
		"_posts/words/2024-01-02-p.md":      "Public despite a script|",
		"_trips/q.md":                       "Public of a collection|",
		"_posts/2024-01-02-phrase.md":       "Draft by a phrase|status: Entwurf, noch nicht fertig",
		"_posts/2024-01-02-still.md":        "Draft still|state: still a draft",
		"_posts/2024-01-02-done.md":         "Public by a phrase|status: done, as they say",
		"_posts/2024-01-02-no.md":           "Draft by an unknown word|draft: falsche",
		"_data/r.md":                        "Draft of a collection without pages|",
		"_posts/2024-01-02-pubdate.md":      "Public of a later day|pubDatetime: 2024-03-01",
		"_posts/2024-01-02-layout.md":       "Public layout|layout: none\ntype: review",
	}, func(o *importer.Options) { o.Blog.Sections = []string{"trips", "data"} })
	remarks := asJSON(t, report)
	for _, want := range []string{"words.11tydata.js", "a script, which is not run", "begin with _ . # or ~",
		"two.11tydata.yaml\",\"line\":2,", "cut.json\",\"line\":1,",
		"these data cannot be read, and the posts that they apply to become drafts"} {
		if !strings.Contains(remarks, want) {
			t.Errorf("%q is not in %s", want, remarks)
		}
	}
}

// Publication dates are read in every spelling of Astro and other blogs. A date that cannot be read makes a draft.
func TestPublicationDatesAreReadInEverySpelling(t *testing.T) {
	for keys, want := range map[string]string{
		"publishedDate: 2099-02-03":     "date: 2099-02-03\n",
		"datePublished: 2099-02-03":     "date: 2099-02-03\n",
		"pubDate: 'Feb 03 2099'":        "date: 2099-02-03\n",
		"pubDate: 'Tue Feb 03 2099'":    "date: 2099-02-03\n",
		"pubDatetime: when it is done":  "date: 2024-01-02\ndraft: true\n",
		"updatedDate: 'Feb 3 2024'":     "date: 2024-01-02\nlastmod: 2024-02-03\n",
		"modDatetime: 2024-02-03T10:00": "date: 2024-01-02\nlastmod: 2024-02-03\n",
	} {
		content, report := blogOf(t, "jekyll", map[string]string{
			"_posts/2024-01-02-a.md": "---\ntitle: A\n" + keys + "\n---\nText.\n"})
		if text := written(t, content, "blog/a/en.md"); !strings.Contains(text, "\n"+want) {
			t.Errorf("%s: %q is not in\n%s\n%s", keys, want, text, notes(report))
		}
	}
}

// Posts that the source withdraws or publishes after the last import become drafts or are published, even if their
// files get or lose a date.
func TestUpdateWithdrawsAndPublishesPostsLikeTheSource(t *testing.T) {
	for tool, imports := range map[string]func(context.Context, string, importer.Options) (*importer.Report, error){
		"hugo": blog.Hugo, "jekyll": blog.Jekyll} {
		site, content := t.TempDir(), contenttest.Copy(t)
		post := func(name, keys, text string) {
			contenttest.Write(t, site, map[string]string{"hugo": "content/posts/", "jekyll": ""}[tool]+name,
				"---\ntitle: T\n"+keys+"---\n"+text+"\n")
		}
		folder := map[string]string{"hugo": "2024-01-02-", "jekyll": "_posts/2024-01-02-"}[tool]
		drafts := map[string]string{"hugo": "", "jekyll": "_drafts/"}[tool]
		update := func(again bool) *importer.Report {
			o := options(content)
			o.Update = again
			report, err := imports(background, site, o)
			explain(t, err)
			return report
		}
		post(folder+"a.md", "date: 2024-01-02\n", "Was public.")
		post(folder+"b.md", "date: 2024-01-02\nhidden: true\n", "Was hidden.")
		post(drafts+"c.md", "draft: true\n", "Was a draft.")
		post(folder+"d.md", "date: 2024-01-02\n", "Was public too.")
		post(folder+"e.md", "date: 2024-01-02\nprivate: true\n", "Was private.")
		update(false)
		err := os.Rename(filepath.Join(content, "blog/a"), filepath.Join(content, "blog/renamed"))
		explain(t, err)
		post(folder+"a.md", "date: 2024-01-02\ndraft: true\n", "See [the next](2024-01-02-b.md).")
		post(folder+"b.md", "date: 2024-01-02\n", "Is public.")
		remove := func(name string) {
			contenttest.Remove(t, site, map[string]string{"hugo": "content/posts/", "jekyll": ""}[tool]+name)
		}
		remove(drafts + "c.md")
		post(folder+"c.md", "date: 2024-01-03\n", "Is public now.")
		remove(folder + "d.md")
		post(drafts+"d.md", "draft: true\n", "Is a draft now.")
		post(folder+"e.md", "date: 2024-01-02\nprivate: true\n", "Is private and new.")
		report := update(true)
		for slug, want := range map[string][2]string{"renamed": {"draft", "See "}, "b": {"public", "Is public."},
			"c": {"public", "Is public now."}, "d": {"draft", "Is a draft now."}, "e": {"draft", "and new."}} {
			got := written(t, content, "blog/"+slug+"/en.md")
			if !strings.Contains(got, want[1]) || strings.Contains(got, "draft: true") != (want[0] == "draft") {
				t.Errorf("%s %s: %s", tool, slug, got)
			}
		}
		if len(report.Existing)+len(report.Vanished)+len(report.Kept)+len(report.Written) > 0 {
			t.Errorf("%s: %s", tool, asJSON(t, report))
		}
		if again := update(true); len(again.Existing)+len(again.Vanished)+len(again.Kept)+len(again.Written)+
			len(again.Updated) > 0 {
			t.Errorf("%s, once more: %s", tool, asJSON(t, again))
		}
	}
}

// The keys that hide a post of a blog make a product of a table a draft.
func TestPublicationColumnsMakeDrafts(t *testing.T) {
	for column, values := range map[string][2]string{"Published": {"no", "yes"}, "Hidden": {"yes", "no"},
		"Visible": {"0", "1"}, "is_public": {"FALSE", "TRUE"}, "Visibility": {"private", "public"},
		"Live": {"", "x"}, "Live music": {"", "no"}, "Visible on map": {"", "no"}, "Type": {"", "private"},
		"Publish date": {"2099-01-01", "2024-01-01"}, "Estado": {"Borrador", "Publicado"},
		"Stato": {"", "Toscana"}, "ESTADO ": {"", "Jalisco"}, "Zustand": {"", "neu"}} {
		content := contenttest.Copy(t)
		header, rest, _ := strings.Cut(tours, "\n")
		lines := strings.Split(strings.TrimSpace(rest), "\n")
		for i, value := range []string{values[0], "", values[1], ""} {
			lines[i] += map[bool]string{true: ",,,", false: ",A trip.,رحلة.,"}[i == 1] + value
		}
		header += ",summary,summary (ar)," + column
		report := tableInto(t, content, header+"\n"+strings.Join(lines, "\n")+"\n", false)
		for slug, want := range map[string]bool{"dhow": values[0] != "" || column == "Live",
			"kite": column == "Live", "quad": column == "Live"} {
			facts := written(t, content, "products/"+slug+"/product.yaml")
			if got := strings.Contains(facts, "draft: true"); got != want {
				t.Errorf("%s: %s is a draft: %t", column, slug, got)
			}
		}
		mayBeElse := slices.Contains([]string{"Stato", "ESTADO ", "Zustand"}, column)
		if remarks := notes(report); values[0] == "" && mayBeElse &&
			!strings.Contains(remarks,
				strings.TrimSpace(column)+": none of its values shows whether a product is public") {
			t.Errorf("%s: %s", column, remarks)
		}
		if remarks := notes(report); values[0] != "" && !strings.Contains(remarks, column+": it hides the product") {
			t.Errorf("%s: %s", column, remarks)
		}
	}
}

// Cells can say in many words whether a product is public. Unknown words make a draft.
func TestUnknownPublicationValuesMakeDrafts(t *testing.T) {
	const no = "nein|FALSCH|non|FAUX|hayır|لا|draft|Entwurf|hidden|private|privat|unpublished|" +
		"inactive|offline|Borrador|x|0.0|-1"
	const yes = "yes|TRUE|1|published|active|online|visible|live|public|ja|WAHR|oui|VRAI|evet|نعم"
	for columns, values := range map[string][2]string{
		"Published|Online|Active|Visible|Status|Visibility|Veröffentlicht|Statut|منشور|Sichtbar für alle|" +
			"Estado|Stato|In linea|Visibile sul sito|Mostrar en web|Pubblicare?|Durum|Yayında|Situação|" +
			"Active (yes/no)|Visible on website|Published?|Not hidden": {no, yes},
		"Draft|Hidden|Private|Entwurf|مسودة|Sospeso|Archiviato|Hidden on site|Not published": {
			"ja|WAHR|x|oui|soon|نعم", "no|nein|FALSCH|0|لا|non"},
		"status":    {"", "SOLD_OUT|sold out|closed"},
		"Online on": {"31.12.2099|3/4/2026", "31.12.2020"},
	} {
		for column := range strings.SplitSeq(columns, "|") {
			sheet := "product,title,summary,place,title (ar),summary (ar),place (ar),images," + oneTour + "," + column
			want := map[string]string{}
			for i, words := range values {
				for n, text := range strings.Split(words, "|") {
					slug := fmt.Sprintf("%s-%d", []string{"kept", "public"}[i], n)
					sheet += "\n" + slug + ",A dhow,Sails.,Creek,مركب,شراع.,الخور,dunes.png," + itsFacts + "," + text
					want[slug] = text
				}
			}
			content := contenttest.Copy(t)
			report := tableInto(t, content, sheet+"\n", false, func(o *importer.Options) {
				o.Columns = map[string]string{}
				if column == "Sichtbar für alle" || column == "Online on" {
					o.Columns[column] = "published"
				}
			})
			for slug, text := range want {
				isDraft := strings.Contains(written(t, content, "products/"+slug+"/product.yaml"), "draft: true")
				if isKept := strings.HasPrefix(slug, "kept") && text != ""; isDraft != isKept {
					t.Errorf("%s %q: a draft: %t", column, text, isDraft)
				} else if isKept && !strings.Contains(notes(report), column+": it") ||
					isKept && !strings.Contains(notes(report), "draft ("+text+")") {
					t.Errorf("%s %q is not reported: %s", column, text, notes(report))
				}
			}
		}
	}
}

// Publication columns are recognised by many headings, or by a part of them if the cells confirm it. Words such as
// "draft" count in a column with any heading.
func TestPublicationColumnsAreRecognisedInManyLanguages(t *testing.T) {
	head := "product,title,summary,place,title (ar),summary (ar),place (ar),images," + oneTour
	for column, words := range map[string][2]string{
		"State":                   {"archived|Taslak|expired|suspended|cancelled|retired|on hold", "active|published"},
		"Stage":                   {"Entwurf|archiviert|rascunho|draft", "live"},
		"Access":                  {"staff|intern|private", "public"},
		"Lifecycle":               {"Discontinued|draft", "active"},
		"Theme":                   {"draft|Inaktiv|מחוק|rascunho|gizli|internal", "history|sea"},
		"Tour type":               {"", "private|Private|group"},
		"Guide":                   {"", "intern|Ahmed"},
		"סטטוס":                   {"טיוטה|לא פעיל", "פעיל|מפורסם"},
		"وضعیت":                   {"مخفی|غیرفعال|حذف شده|خصوصی|پیش\u200cنویس|نه", "منتشر شده|فعال|بله|عمومی"},
		"نمایش":                   {"نه|خیر", "بله"},
		"状态":                      {"下架|已下架|停用|待审核|已删除|草稿|不", "已发布|上架|已上架|发布|启用|公开|是"},
		"Zichtbaarheid":           {"verborgen|alleen personeel", "zichtbaar"},
		"Zustand":                 {"Entwurf|ausgesondert", "aktiv"},
		"Situación":               {"Borrador|bloqueada", "publicada"},
		"פעיל":                    {"לא", "כן"},
		"מפורסם":                  {"לא", "כן"},
		"גלוי באתר":               {"לא", "כן"},
		"Yayın durumu":            {"taslak|gizli", "yayında"},
		"Sitede göster":           {"hayır", "evet"},
		"Satışta":                 {"hayır", "evet"},
		"Estado da publicação":    {"rascunho|privado|privada", "publicado"},
		"Ocultar":                 {"sí", "no"},
		"Visible desde":           {"31.12.2099", "31.12.2020"},
		"Launch date":             {"31.12.2099", "31.12.2020"},
		"Go live":                 {"31.12.2099", "31.12.2020"},
		"Ne pas publier":          {"oui|x", "non"},
		"A la venta":              {"no|pronto", "sí|a la venta"},
		"En la web":               {"no", "sí"},
		"上架":                      {"否", "是"},
		"На сайте":                {"нет", "да"},
		"Interno":                 {"sim", "não"},
		"Apagado":                 {"sim", "não"},
		"Eliminado":               {"sim", "não"},
		"Veröffentlichungsstatus": {"Entwurf|geplant", "veröffentlicht"},
		"Produktstatus":           {"inaktiv", "aktiv"},
		"Onlinestatus":            {"offline|nein", "online|ja"},
		"Status (intern)":         {"gesperrt|Entwurf", "aktiv"},
		"Internal status":         {"draft", "active"},
		"Auf Website":             {"nein", "ja"},
		"Freigabe":                {"nein|offen", "ja"},
		"Intern":                  {"ja|x", "nein"},
		"Gesperrt":                {"ja", "nein"},
		"Ausgeblendet":            {"ja", "nein"},
		"Gelöscht":                {"ja", "nein"},
		"Pausiert":                {"ja", "nein"},
		"Online bis":              {"31.12.2020", "31.12.2099"},
		"Veröffentlichen ab":      {"31.12.2099", "31.12.2020"},
		"Tour status":             {"draft|paused", "active"},
		"Visibility status":       {"hidden", "visible"},
		"Do not publish":          {"yes|x", "no"},
		"Hide from site":          {"yes", "no"},
		"Internal only":           {"yes", "no"},
		"Discontinued":            {"yes", "no"},
		"Visible until":           {"2020-01-01|3/4/2020", "2099-01-01|never"},
		"Expiry date":             {"2020-01-01", "2099-01-01"},
		"Visibile fino al":        {"31.12.2020", "31.12.2099"},
		"Visible jusqu'au":        {"31.12.2020", "31.12.2099"},
		"Scadenza":                {"31.12.2020|31/12/2020", "31.12.2099"},
		"Tour hidden in the list": {"yes", "no"},
		"Internal notes":          {"", "no lunch|yes"},
		"Publisher":               {"", "Sands"},
		"Access (yes/no)":         {"", "yes|no"},
		"Access for wheelchairs":  {"", "yes|no"},
		"On stage":                {"", "yes|no"},
		"On Stage?":               {"draft", "live"},
		"Hidden gem":              {"", "yes|no"},
		"Internal guide":          {"", "yes|no"},
		"Archived photos":         {"", "yes|no"},
		"Hidden tour":             {"yes", "no"},
		"Hidden by admin":         {"yes", "no"},
		"Hidden from guests":      {"yes", "no"},
		"Payment":                 {"", "offline|online"},
		"Web shop":                {"offline", "online"},
		"Zst.":                    {"offline|Entwurf", "online"},
		"Remarks": {"Entwurf (noch nicht fertig)|Draft: needs pictures|taslak; bitmedi|draft - see Ana|Not published!",
			"Draft beer|hidden: the old port|See the draft.|no drafts"},
		"Online booking": {"", "no"},
		"Notiz": {"ne pas publier|PAS EN LIGNE|do not publish yet|Julie: не публиковать|לא לפרסם|لا تنشر|hors ligne|" +
			"Please don't publish|bitte noch nicht veröffentlichen|no publicar|YAYINLAMA", "publish|offline maps|" +
			"carte hors ligne|no lunch"},
		"Paiement": {"ne pas publier", "hors ligne|pas en ligne"},
		"":         {"draft|ne pas publier", "note interne"},

		"Fin de publication":         {"2020-02-01|15/02/2020|3/4/2099", "2099-02-15|15/02/2099|12/25/2099"},
		"Date de fin de publication": {"2020-02-01", "2099-02-15"},
		"Date de dépublication":      {"15/02/2020", "15/02/2099"},
		"Unpublish on":               {"2020-02-01|yes", "2099-02-15|no"},
		"End of publication":         {"2020-02-01", "2099-02-15"},
		"Publish end date":           {"2020-02-01", "2099-02-15"},
		"publishEndDate":             {"2020-02-01", "2099-02-15"},
		"Veröffentlichungsende":      {"1.2.2020", "15.2.2099"},
		"Ende der Veröffentlichung":  {"1.2.2020", "15.2.2099"},
		"Fin de publicación":         {"2020-02-01", "2099-02-15"},
		"Окончание публикации":       {"2020-02-01", "2099-02-15"},
		"Show end":                   {"", "22:00"},
		"End date":                   {"", "2020-02-01"},
		"Date de publication":        {"15/02/2099|2099-02-15|3/4/2020|bientôt", "15/02/2020|2020-02-15"},
		"Veröffentlichen am":         {"3/4/2020|2099-02-15", "2020-02-15|15/02/2020"},
		"Publication prévue":         {"15/02/2099|3/4/2099", "15/02/2020"},
		"Дата публикации":            {"2099-02-15", "2020-02-15"},
	} {
		sheet, n := "", 0
		for i, all := range words {
			for text := range strings.SplitSeq(all, "|") {
				sheet += fmt.Sprintf("\n%s-%d,A dhow,Sails.,Creek,مركب,شراع.,الخور,dunes.png,%s,%s", []string{"kept",
					"public"}[i], n, itsFacts, text)
				n++
			}
		}
		content := contenttest.Copy(t)
		report := tableInto(t, content, head+","+column+sheet+"\n", false)
		for line := range strings.SplitSeq(strings.TrimSpace(sheet), "\n") {
			slug, _, _ := strings.Cut(line, ",")
			text := line[strings.LastIndex(line, ",")+1:]
			isDraft := strings.Contains(written(t, content, "products/"+slug+"/product.yaml"), "draft: true")
			if column == "" && (!strings.Contains(notes(report), "column 17 has no heading; it is left out (draft)") ||
				!strings.Contains(notes(report), "give column 17 a heading")) {
				t.Errorf("a column without a heading: %s", notes(report))
			}
			if isKept := strings.HasPrefix(slug, "kept") && text != ""; isDraft != isKept ||
				isKept && !strings.Contains(notes(report), "draft ("+text+")") {
				t.Errorf("%s %q: a draft: %t; %s", column, text, isDraft, notes(report))
			}
		}
	}
}

// Editors also mark drafts in titles.
func TestProductTitleWithADraftMarkerMakesADraft(t *testing.T) {
	head := "product,title,summary,place,title (ar),summary (ar),place (ar),images," + oneTour
	for title, want := range map[string]bool{"BORRADOR - A dhow": true, "[NO PUBLICAR] A dhow": true,
		"A dhow (draft)": true, "Entwurf: A dhow": true, "A dhow – do not publish": true, "WIP: A dhow": true,
		"A dhow [CANCELADO]": true, "Draft beer by dhow": false, "A dhow (private)": false,
		"Hidden: the old port": false, "A dhow - wild coasts": false, "A dhow (PAS EN LIGNE)": true,
		"A dhow NE PAS PUBLIER": true, "NE PAS METTRE EN LIGNE A dhow": true, "BROUILLON A dhow": true,
		"A dhow (hors ligne)": true, "A dhow [masqué]": true, "A dhow (archivé)": true, "A dhow (en attente)": true,
		"À VALIDER - A dhow": true, "A dhow (не публиковать)": true, "A dhow (do not publish yet)": true,
		"Please don’t publish A dhow": true, "A dhow YAYINLAMA": true, "DRAFT A dhow": true, "טיוטה A dhow": true,
		"A dhow HORS LIGNE": true, "A dhow (à venir)": true, "A dhow (interne)": true, "Offline maps by dhow": false,
		"Archive museum": false, "DRAFT BEER BY DHOW": false, "Hors ligne by dhow": false, "Dhow offline": false,
		"Brouillon and dhow": false, "Internal courts": false, "A dhow publishing house": false,
		"【草稿】A dhow": true, "（草稿）A dhow": true, "A dhow（未发布）": true, "草稿：A dhow": true, "A dhow (CONCEPT)": true,
		"CONCEPT A dhow": true, "[concept] A dhow": true, "Concept cars by dhow": false, "CONCEPT STORES": false} {
		content := contenttest.Copy(t)
		report := tableInto(t, content, head+",status\ndhow,"+title+",Sails.,Creek,مركب,شراع.,الخور,dunes.png,"+
			itsFacts+",published\n", false)
		isDraft := strings.Contains(written(t, content, "products/dhow/product.yaml"), "draft: true")
		if isDraft != want || want != strings.Contains(notes(report),
			"title: it means that the product is not public") {
			t.Errorf("%s: a draft: %t; %s", title, isDraft, notes(report))
		}
	}
}

// Draft markers also count in option titles, and as the whole of a summary or of a paragraph of a description.
func TestOptionTitleOrParagraphWithADraftMarkerMakesADraft(t *testing.T) {
	head := "product,title,summary,place,title (ar),summary (ar),place (ar),images," + oneTour +
		",option,option title,description\ndhow,A dhow,Sails.,Creek,مركب,شراع.,الخور,dunes.png," + itsFacts + ",deck,"
	summaries := map[string]string{"Summary,": "Do not publish yet",
		"Summary,We sail.": "The crew will not publish photographs of you."}
	for cells, want := range map[string]bool{"Summary,": true, "Summary,We sail.": false,
		"On deck (rascunho),": true, "[não vender] On deck,": true,
		"Deck,NÃO PUBLICAR AINDA\n\nWe sail.": true, "Deck,We sail.\n\n**Do not publish!**": true,
		"Deck,RASCUNHO\r\n \r\nWe sail.": true, "Deck,We sail.\r\n\r\nNÃO PUBLICAR AINDA": true,
		"Deck,We sail in drafts of wind.": false, "Deck,Please do not publish photographs of the crew.": false} {
		option, description, _ := strings.Cut(cells, ",")
		content := contenttest.Copy(t)
		report := tableInto(t, content, strings.Replace(head, "Sails.", cmp.Or(summaries[cells], "Sails."), 1)+
			option+`,"`+description+"\"\n", false)
		if !strings.Contains(written(t, content, "products/dhow/product.yaml"), "draft: true") ||
			want != strings.Contains(notes(report), "it means that the product is not public; the product becomes a "+
				"draft") {
			t.Errorf("%s: %s", cells, notes(report))
		}
	}
}

// Each publication column counts, even if two have the same heading.
func TestSeveralPublicationColumnsAreCombined(t *testing.T) {
	for columns, rows := range map[string]map[string]bool{
		"Online,Online":        {"ja,ja": false, "ja,nein": true, "nein,ja": true, ",nein": true},
		"Status,Status":        {"active,active": false, "active,draft": true, "draft,active": true},
		"Vero\u0308ffentlicht": {"nein": true, "ja": false},
		"Draft,Draft":          {"no,yes": true, "no,no": false},
		"Entwurf,Ebauche":      {"nein,oui": true},
		"Ebauche,Ebauche":      {"non,oui": true, "non,non": false},
		"Published,published":  {"yes,no": true, "yes,2099-01-01": true, "yes,2020-01-01": false},
	} {
		for cells, want := range rows {
			content := contenttest.Copy(t)
			report := tableInto(t, content, "product,title,summary,place,title (ar),summary (ar),place (ar),images,"+
				oneTour+","+columns+"\ndhow,A dhow,Sails.,Creek,مركب,شراع.,الخور,dunes.png,"+itsFacts+","+cells+"\n",
				false)
			facts := written(t, content, "products/dhow/product.yaml")
			if strings.Contains(facts, "draft: true") != want || strings.Contains(notes(report), "left out") {
				t.Errorf("%s %s: a draft: %t; %s", columns, cells, !want, notes(report))
			}
		}
	}
}

// Jekyll also ends front matter at a line "...". A post with keys below such a line is skipped.
func TestContentAfterADocumentEndInFrontMatterIsReported(t *testing.T) {
	const first = "---\ntitle: Public\ndate: 2024-01-02\n"
	for _, of := range []struct{ tool, front, remark, written string }{
		{"jekyll", first + "...\nSome words.\n\n---\n\nOther words.\n", "", "Some words.\n\n---\n\nOther words."},
		{"jekyll", first + "... \nSome words.\n", "", "Some words."},
		{"jekyll", first + "...\ndraft: true\n---\nWords.\n", `"line":4,"col":1`, ""},
		{"hugo", first + "...\ndraft: true\n---\nWords.\n", "a file is one document", ""},
		{"hugo", first + "--- # more\ndraft: true\n---\nWords.\n", "a file is one document", ""},
		{"hugo", first + "...\n---\nWords.\n", "", "Words."},
		{"hugo", first + "draft:\n---\nWords.\n", `"field":"draft"`, "Words."},
		{"jekyll", first + "published:\n---\nWords.\n", `"field":"published"`, "Words."},
	} {
		name := map[string]string{"jekyll": "_posts/2024-01-02-a.md", "hugo": "content/posts/a.md"}[of.tool]
		report, _ := importDrafts(t, of.tool, map[string]string{name: of.front})
		remarks, written := asJSON(t, report), ""
		for _, file := range report.Written {
			data, err := os.ReadFile(file)
			explain(t, err)
			written += string(data)
		}
		if !strings.Contains(strings.ReplaceAll(remarks, " ", ""), strings.ReplaceAll(of.remark, " ", "")) ||
			!strings.Contains(written, of.written) || of.written == "" && len(report.Written) > 0 {
			t.Errorf("%s of %q:\n%s\n%s", of.tool, of.front, remarks, written)
		}
	}
}
