package importer_test

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
	"storefront/internal/content/diag"
	"storefront/internal/content/importer"
)

// Pages are skipped and each reported once. Pages without text of their own are not reported.
func TestPagesOfABlogAreEachReportedOnce(t *testing.T) {
	post, page := "---\ntitle: X\ndate: 2024-01-01\n---\nText.\n", "---\ntitle: X\n---\n<p>Words.</p>\n"
	at := func(permalink string) string { return "---\npermalink: " + permalink + "\n---\nWords.\n" }
	for tool, c := range map[string]struct {
		files map[string]string
		pages []string
	}{
		"hugo": {map[string]string{
			"content/post/a.md": post, "content/_index.md": page, "content/post/_index.md": page,
			"content/about/_index.html": page, "content/post/deep/_index.ar.md": page,
			"content/notes/_index.md":       "---\ntitle: X\n---\n",
			"content/map/_index.html":       "<p>Copied.</p>",
			"content/authors/ana/_index.md": "---\ntitle: Ana Ruiz\nauthor: {bio: Walks a lot.}\n---\n",
			"content/authors/ben/_index.md": "---\ntitle: Ben\nauthor: {bio: Sails.}\n---\n",
			"content/authors/eva/_index.md": "---\ntitle: Eva\n---\n",
		}, []string{"content/_index.md", "content/about/_index.html",
			"content/authors/ana/_index.md", "content/post/_index.md", "content/post/deep/_index.ar.md"}},
		"jekyll": {map[string]string{
			"_config.yml":             "include: [_pages]\nexclude: [old]\n",
			"_posts/2024-01-02-a.md":  post,
			"_posts/2024-01-02-b.htm": post,
			"about.html":              page, "trips/index.htm": page, "_pages/team.html": page, "notes.textile": page,
			"_layouts/post.html": page, "old/x.html": page, "google123.html": "google", "_site/a.html": page,
			"good.njk": page, "gear/index.liquid": page, "towns.webc": at("/towns/{{ town }}/"), "sea.xml": at("/sea/"),
			"words.txt": at("words.html"), "head.njk": "<p>Words.</p>\n", "layouts/base.njk": page, "_head.njk": page,
			"frame.njk": page + "{{ content | safe }}\n", "robots.txt": page, "map.xml": page, "map.xml.njk": page,
			"sw.njk": at("/sw.js"), "none.njk": at("false"), "feed/feed.njk": page, "card.astro": page,
			"old/y.njk": page, "old.hbs": page, "us.njk": "---js\nconst a = {};\n---\nWords.\n",
		}, []string{"_pages/team.html", "about.html", "gear/index.liquid", "good.njk", "notes.textile", "sea.xml",
			"towns.webc", "trips/index.htm", "us.njk", "words.txt"}},
	} {
		_, report := blogOf(t, tool, c.files)
		var pages []string
		for _, n := range report.Unmapped {
			if n.Do == "create the page with generate new page" {
				pages = append(pages, regexp.MustCompile(`^.*/00\d/`).ReplaceAllString(n.Path, ""))
			}
		}
		if !slices.Equal(pages, c.pages) {
			t.Errorf("%s: got %q\n%s", tool, pages, notes(report))
		}
	}
}

// Posts that are templates are skipped and reported. A _drafts folder makes drafts at any depth.
func TestTemplatePostsAreReportedAndNestedDraftsAreDrafts(t *testing.T) {
	const post = "---\ntitle: X\n---\nText.\n"
	content, report := blogOf(t, "jekyll", map[string]string{
		"_posts/2024-01-02-lists.njk": post, "_posts/2024-01-03-note.txt": post, "feed/feed.njk": post,
		"_includes/head.liquid": post, "robots.txt": "User-agent: *\n", "_posts/pictures/notes.txt": "Words.\n",
		"_posts/_drafts/2024-01-04-later.md": post,
	})
	found := notes(report)
	if strings.Count(found, "the post is left out: .njk is not read") != 1 ||
		strings.Count(found, ".txt is not read") != 1 || len(report.Unmapped) != 2 {
		t.Errorf("got %s", found)
	}
	if text := written(t, content, "blog/later/en.md"); !strings.Contains(text, "draft: true") {
		t.Errorf("got %s", text)
	}
}

// Many pages in one folder, such as tag pages, are reported as the first page with their number.
func TestManyPagesOfOneFolderAreReportedOnce(t *testing.T) {
	files := map[string]string{"_posts/2024-01-02-a.md": "---\ntitle: A\n---\nText.\n", "about.md": "Us.\n"}
	for i := range 20 {
		files[fmt.Sprintf("tag/t%02d.md", i)] = "---\nlayout: x\n---\n"
		files[fmt.Sprintf("few/f%d.md", i%3)] = "---\nlayout: x\n---\n"
	}
	_, report := blogOf(t, "jekyll", files)
	found := notes(report)
	if strings.Count(found, "a page of the site") != 5 || !strings.Contains(found, "t00.md:1:1: this is a page of the "+
		"site, not a post; it is left out; there are 20 such files in its folder; create the page with generate new "+
		"page") {
		t.Errorf("got %s", found)
	}
}

// An unknown key is reported once, not for each post, and a missing alt text once, not for each language.
func TestUnknownKeyAndMissingAltTextAreReportedOnce(t *testing.T) {
	_, report := blogOf(t, "hugo", map[string]string{
		"content/p/a.md": "---\ntitle: A\ndate: 2024-01-02\ntoc: true\nweight: 3\n---\n![](/a.png)\n",
		"content/p/b.md": "---\ntitle: B\ndate: 2024-01-03\nTOC: false\nhidden: true\n---\nB\n",
		"content/p/c.md": "---\ntitle: C\ndate: 2024-01-04\ntoc: true\nhidden: true\n---\nC\n",
		"static/a.png":   picture(t, "a.png", 1),
	}, func(o *importer.Options) {
		contenttest.Replace(t, o.Content, "deployments/wayfare.yaml", "languages: [en, ar]", "languages: [en, ar, fr]")
		contenttest.Write(t, o.Content, "texts/fr.yaml",
			"language: {name: Français, iso: fr-FR, direction: ltr}\npages: {}\n")
		o.Check = func(string) ([]diag.Diagnostic, error) { return nil, nil }
	})
	lines := regexp.MustCompile(`\S+/00\d/`).ReplaceAllString(notes(report), "")
	const want = `media/a.png: alt text: it is missing in "ar", "fr"; en is used (A); write it in ` +
		"content/media/ar.yaml, content/media/fr.yaml\n" +
		"content/p/a.md:4:1: toc: posts have no such key; it is left out of 3 posts; this is the first " +
		"(true)\ncontent/p/a.md:5:1: weight: posts have no such key; it is left out (3)\n" +
		"content/p/b.md:5:1: hidden: "
	if !strings.HasPrefix(lines, want) || !strings.Contains(lines, "content/p/c.md:5:1: hidden: ") {
		t.Errorf("got\n%s", lines)
	}
}

// Custom shortcodes and style attributes are reported once, with their number and whether their content is kept.
func TestCustomShortcodesAndStylesAreReportedOnce(t *testing.T) {
	const left, holds = "it is not supported here; it is left out; there are 4; this is the first ",
		"it is not supported here; it is left out, its content stays; there are 2; this is the first "
	const looks = "styles come from the storefront; these are left out; there are 4; this is the first "
	for tool, c := range map[string]struct{ prose, want string }{
		"hugo": {"{{< price 30 >}} {{< price 40 >}} {{< box >}}b{{< /box >}}\n\na\n{.wide}\n\na\n{.wide}\n",
			"5:1: shortcode: " + left + "({{< price 30 >}})5:35: shortcode: " + holds + "({{< box >}})" +
				"8:1: attributes: " + looks + "({.wide})"},
		"jekyll": {"{% price 30 %} {% price 40 %} {% box 1 %}b{% endbox %}\n\na\n{: .wide}\n\na\n{: .wide}\n",
			"5:1: Liquid: " + left + "({% price 30 %})5:31: Liquid: " + holds + "({% box 1 %})" +
				"8:1: attributes: " + looks + "({: .wide})"},
	} {
		files := map[string]string{}
		for i := 1; i < 3; i++ {
			post := fmt.Sprintf("---\ntitle: X%d\ndate: 2024-01-0%d\n---\n", i, i) + c.prose
			files[fmt.Sprintf("content/p/%d.md", i)] = post
			files[fmt.Sprintf("_posts/2024-01-0%d-%d.md", i, i)] = post
		}
		_, report := blogOf(t, tool, files)
		got := ""
		for _, n := range report.Unmapped {
			n.Do = ""
			if _, place, found := strings.Cut(n.String(), "1.md:"); found && n.Field != "" {
				got += place
			}
		}
		if got != c.want {
			t.Errorf("%s: got\n%s\nnot\n%s", tool, got, c.want)
		}
	}
}

// If a storefront omits untranslated posts, their pictures need no alt text in the missing language.
func TestMissingAltTextsAreReportedOnlyWherePostsAreShown(t *testing.T) {
	files := map[string]string{}
	for i := range 20 {
		name := fmt.Sprintf("p%02d", i)
		files["content/p/"+name+".md"] = "---\ntitle: " + name + "\ndate: 2024-01-02\n---\n![](/" + name + ".png)\n"
		files["static/"+name+".png"] = picture(t, name+".png", uint8(i))
	}
	for untranslated, want := range map[string]string{
		"": `media/p00.png: alt text: it is missing in "ar"; en is used, for 20 pictures; this is the first ` +
			"(p00); write it in content/media/ar.yaml",
		"untranslated: fallback": "",
		"untranslated: omit":     "",
	} {
		content, report := blogOf(t, "hugo", files, func(o *importer.Options) {
			files, _ := filepath.Glob(filepath.Join(o.Content, "deployments/*.yaml"))
			for _, file := range files {
				if name := "deployments/" + filepath.Base(file); name != "deployments/derb-house.yaml" {
					contenttest.Replace(t, o.Content, name, "\nlanguages: [", "\n"+untranslated+"\nlanguages: [")
				}
			}
		})
		if got := regexp.MustCompile(`\S+/00\d/`).ReplaceAllString(notes(report), ""); got != want {
			t.Errorf("%s: got\n%s", untranslated, got)
		}
		for language, isWritten := range map[string]bool{"en": true, "ar": untranslated == ""} {
			if strings.Contains(written(t, content, "media/"+language+".yaml"), "p00") != isWritten {
				t.Errorf("%s: the alt text in %s is not as it should be", untranslated, language)
			}
		}
	}
}

func TestCountByKindSumsRemarksOfOneKind(t *testing.T) {
	files := map[string]string{}
	for i := range 8 {
		folder := "content/p/" + string(rune('a'+i))
		files[folder+"/trip.md"] = "---\ntitle: Trip\ndate: 2024-01-02\n---\nA\n"
		files[folder+"/رحلة.md"] = "---\ntitle: رحلة\ndate: 2024-01-0" + string(rune('1'+i)) + "\n---\nب\n"
		files[folder+"/camp"+folder[len(folder)-1:]+".md"] = "---\ntitle: Camp\nlastmod: 2024-02-0" +
			string(rune('1'+i)) + "\n---\n![x](" + folder[len(folder)-1:] + ")\n"
		files[folder+"/"+folder[len(folder)-1:]+".png"] = picture(t, "x.png", uint8(i))
		files[folder+"/"+folder[len(folder)-1:]+".jpg"] = picture(t, "x.jpg", uint8(i))
	}
	_, report := blogOf(t, "hugo", files)
	sums := strings.Join(importer.CountByKind(report.Unmapped), "\n")
	for _, want := range []string{"7 × slug: another post has this name; it gets a number",
		"8 × slug: names of folders need Latin letters, and its name has none; its date is used",
		"8 × date: the post has none; it becomes a draft with this date",
		"8 × picture: several pictures have this name, with different extensions; it is left out"} {
		if !strings.Contains(sums, want) {
			t.Errorf("%q is not among\n%s\n%s", want, sums, notes(report))
		}
	}
	if !strings.Contains(notes(report), "(trip → /blog/trip-8)") {
		t.Errorf("got\n%s", notes(report))
	}
}

func TestCountByKindOmitsSingleRemarks(t *testing.T) {
	var all []importer.Note
	for i := range importer.ManyNotes {
		all = append(all, importer.Note{Field: fmt.Sprint("Column ", i), Why: "there is no such column"})
	}
	if sums := importer.CountByKind(all); len(sums) != 0 {
		t.Errorf("got %q", sums)
	}
	all = append(all, importer.Note{Field: "Column 0", Why: "there is no such column"})
	if sums := importer.CountByKind(all); !slices.Equal(sums, []string{"    2 × Column 0: there is no such column"}) {
		t.Errorf("got %q", sums)
	}
}
