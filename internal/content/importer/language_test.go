package importer_test

import (
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
	"storefront/internal/content/diag"
	"storefront/internal/content/importer"
)

func TestPostsInUnsupportedLanguagesAreSkippedAndCounted(t *testing.T) {
	post := "---\ntitle: X\ndate: 2024-01-01\n---\nText.\n"
	for name, files := range map[string]map[string]string{
		"languages in files of their own": {
			"config/_default/languages.ja.toml":    "languageName = \"日本語\"\n",
			"config/_default/languages.en.toml":    "languageName = \"English\"\n",
			"config/_default/languages.pt-BR.yaml": "languageName: Português\n",
			"content/ja/posts/a.md":                post, "content/ja/posts/b.md": post,
			"content/pt-br/posts/a.md": post,
			"content/en/posts/a.md":    post, "content/en/posts/b.md": post, "content/posts/c.pt-br.md": post,
		},
		"languages in one list": {
			"hugo.yaml": "languages: {ja: {contentDir: content/ja}, pt-br: {contentDir: content/pt-br}, " +
				"en-gb: {}}\n",
			"content/ja/posts/a.md": post, "content/ja/posts/b.md": post, "content/pt-br/posts/a.md": post,
			"content/posts/a.en-gb.md": post, "content/posts/b.md": post, "content/pt-br/posts/c.md": post,
		},
	} {
		t.Run(name, func(t *testing.T) {
			content, report := blogOf(t, "hugo", files)
			found := notes(report)
			for _, want := range []string{
				"2 posts are left out: no storefront is in this language (ja); storefronts cannot use it",
				"2 posts are left out: no storefront is in this language (pt-br); add the"} {
				if !strings.Contains(found, want) {
					t.Errorf("%q is not in %s", want, found)
				}
			}
			if len(stories(report)) != 2 {
				t.Errorf("written: %v", report.Written)
			}
			written(t, content, "blog/a/en.md")
		})
	}
}

func TestBlogInAnUnsupportedLanguageIsNotImportedAsEnglish(t *testing.T) {
	for _, c := range []struct{ from, file, config string }{
		{"hugo", "hugo.toml", "defaultContentLanguage = \"de\"\n"},
		{"jekyll", "_config.yml", "lang: de_DE\n"},
		{"jekyll", "_config.yml", "language: fi\n"},
		{"jekyll", "_config.yml", "language: [zh-TW, en]\nnew_post_name: :title.md\n"},
	} {
		files := map[string]string{c.file: c.config,
			"content/posts/a.md":     "---\ntitle: Ein Lager\ndate: 2024-01-01\n---\nText.\n",
			"_posts/2024-01-01-a.md": "---\ntitle: Ein Lager\n---\nText.\n",
		}
		_, report := blogOf(t, c.from, files)
		if len(stories(report)) != 0 ||
			!strings.Contains(notes(report), "1 post is left out: no storefront is in this language") {
			t.Errorf("%s: written %v, %s", c.config, report.Written, notes(report))
		}
		_, report = blogOf(t, c.from, files, func(o *importer.Options) { o.Language = "en" })
		if len(stories(report)) != 1 {
			t.Errorf("%s, --language en: written %v", c.config, report.Written)
		}
	}
}

func TestPostsWithoutALanguageHaveThatOfTheConfiguration(t *testing.T) {
	for config, want := range map[string]string{
		"language: ar\n": "ar", "language: ar-EG\n": "ar", "language: [ar, en]\nnew_post_name: :title.md\n": "ar",
		"language: [default, ar]\n": "ar", "language: default\n": "en", "language: English\n": "en",
		"lang: en\nlanguage: ar\n": "en", "locale: [ar_EG]\n": "ar",
	} {
		_, report := blogOf(t, "jekyll", map[string]string{"_config.yml": config,
			"_posts/2024-01-01-a.md": "---\ntitle: A\ndate: 2024-01-01\n---\nText.\n"})
		if got := stories(report); len(got) != 1 || !strings.HasSuffix(got[0], "/"+want+".md") {
			t.Errorf("%s: written %v, %s", config, got, notes(report))
		}
	}
}

// Hugo itself reads no language from front matter, but themes do. It counts if the site has one language and nothing
// else names the language of the post.
func TestFrontMatterLanguageOfHugoCountsIfNothingElseNamesOne(t *testing.T) {
	const one, two = "languageCode = 'en-us'\n", "[languages.en]\n[languages.ar]\n"
	const another = "by the site's languages and the names of files and folders, the post's language is en"
	for _, c := range []struct{ config, file, key, written, remark string }{
		{one, "posts/a.md", "lang: ar", "a/ar", ""},
		{"", "posts/a.md", "language: ar_EG", "a/ar", ""},
		{one, "blog/a.md", "lang: ar", "a/ar: aliases: [/blog/a]", ""},
		{one, "posts/a.md", "locale: en-GB", "a/en", ""},
		{one, "posts/a.md", "lang: nl", "", "1 post is left out: no storefront is in this language (nl)"},
		{one, "posts/a.md", "language: de-AT", "", "1 post is left out: no storefront is in this language (de-at)"},
		{one, "posts/a.md", "language: Markdown", "a/en", "language: this is not a language code (Markdown)"},
		{two, "posts/a.md", "lang: ar", "a/en", "lang: " + another + " (ar)"},
		{two, "posts/a.ar.md", "lang: ar", "a/ar", ""},
		{one, "posts/a.en.md", "lang: ar", "a/en", "lang: " + another + " (ar)"},
		{one, "en/posts/a.md", "lang: nl", "a/en", "lang: " + another + " (nl)"},
	} {
		content, report := blogOf(t, "hugo", map[string]string{"config.toml": c.config, "content/" + c.file: "---\n" +
			"title: A\ndate: 2024-01-01\n" + c.key + "\n---\nWords.\n"})
		found := notes(report)
		if !strings.Contains(found, c.remark) || c.remark == "" && strings.Contains(found, "lang") {
			t.Errorf("%+v: remarks are\n%s", c, found)
		}
		if c.written == "" {
			continue
		}
		file, want, _ := strings.Cut(c.written, ": ")
		if text := written(t, content, "blog/"+file+".md"); !strings.Contains(text, want) {
			t.Errorf("%+v: got %s", c, text)
		}
	}
}

func TestFoldersOfAJekyllCollectionAreLanguages(t *testing.T) {
	post := "---\ntitle: X\ndate: 2024-01-01\n"
	content, report := blogOf(t, "jekyll", map[string]string{
		"_config.yml":               "url: https://old.example\ncollections: {guides: {permalink: '/:path/'}}\n",
		"_guides/legal.md":          post + "---\nWords.\n",
		"_guides/ar/legal.md":       post + "lang: ar\ndescription: 'c&oacute;digo &amp; m&aacute;s'\n---\nكلام.\n",
		"_guides/ar/more/unsaid.md": post + "---\nكلام.\n",
		"_guides/more/unsaid.md":    post + "---\nWords.\n",
	}, func(o *importer.Options) { o.Blog.Sections = []string{"guides"} })
	if len(report.Written) != 4 {
		t.Errorf("written %v, %s", report.Written, notes(report))
	}
	for _, file := range []string{"legal/en", "legal/ar", "unsaid/en", "unsaid/ar"} {
		text := written(t, content, "blog/"+file+".md")
		if strings.Contains(text, "كلام") != strings.HasSuffix(file, "ar") {
			t.Errorf("%s is %s", file, text)
		}
	}
	if text := written(t, content, "blog/legal/ar.md"); !strings.Contains(text, "código & más") {
		t.Errorf("the description has entities: %s", text)
	}
}

func TestTextsThatTheImportAddsAreInTheLanguageOfThePost(t *testing.T) {
	prose := "{{< youtube abcdefghijk >}}\n\n{{< details >}}x{{< /details >}}\n\n> [!TIP]\n> Go.\n\n" +
		":::note\nN\n:::\n\n<ul><li>A<iframe src=\"https://player.vimeo.com/video/12\"></iframe></li></ul>\n"
	for texts, want := range map[string][]string{
		"{prose: {play: Lire la vidéo}}": {"[Lire la vidéo](https://www.youtube.com/watch?v=abcdefghijk)",
			"[Lire la vidéo](https://vimeo.com/12)", "\n\nx\n\n>\n> Go.\n\n:::note{kind=info}\nN\n"},
		"{nav: {}}": {"<https://www.youtube.com/watch?v=abcdefghijk>", "(https://vimeo.com/12)"},
	} {
		content, report := blogOf(t, "hugo", map[string]string{
			"content/p/a.fr.md": "---\ntitle: A\ndate: 2024-01-02\n---\n" + prose}, func(o *importer.Options) {
			contenttest.Replace(t, o.Content, "deployments/wayfare.yaml", "languages: [en, ar]",
				"languages: [en, ar, fr]")
			contenttest.Write(t, o.Content, "texts/fr.yaml",
				"language: {name: Français, iso: fr-FR, direction: ltr}\npages: "+texts+"\n")
			o.Check = func(string) ([]diag.Diagnostic, error) { return nil, nil }
		})
		text := written(t, content, "blog/a/fr.md")
		for _, w := range append(want, "x") {
			if !strings.Contains(text, w) {
				t.Errorf("%q is not in %s\n%s", w, text, notes(report))
			}
		}
		if strings.Contains(text, "Watch") || strings.Contains(text, "Details") || strings.Contains(text, "Note") {
			t.Errorf("English in %s", text)
		}
	}
}

func TestLinksToAnotherLanguageKeepTheirLanguage(t *testing.T) {
	const front = "---\ntitle: One\ndate: 2024-01-01\n---\n"
	const config = "defaultContentLanguage: en\nlanguages: {en: {}, ar: {}}\nbaseURL: https://old.example/\n"
	const own = "---\nEnglish, it, [two](/blog/two)\n"
	for link, want := range map[string]string{
		"[Arabic](/ar/posts/one/)":                    "[Arabic](/ar/blog/one)",
		"[Arabic](/ar/posts/two/#part)":               "[Arabic](/ar/blog/two#part)",
		"[Arabic](https://old.example/ar/posts/one/)": "[Arabic](/ar/blog/one)",
		"[Arabic](index.ar.md)":                       "[Arabic](/ar/blog/one)",
		"[English](/en/posts/two/)":                   "[English](/blog/two)",
		"[This](/posts/one/)":                         "[This](/blog/one)",
		"[Draft](/ar/posts/three/)":                   "Draft",
	} {
		content, _ := blogOf(t, "hugo", map[string]string{
			"hugo.yaml": config, "content/posts/one/index.md": front + link + "\n",
			"content/posts/one/index.ar.md": front +
				"[English](/en/posts/one/), [it](/posts/one/), [two](/ar/posts/two/)\n",
			"content/posts/two.md":      front + "Two.\n",
			"content/posts/two.ar.md":   front + "## Part\n\nTwo.\n",
			"content/posts/three.md":    front + "Three.\n",
			"content/posts/three.ar.md": strings.Replace(front, "title", "draft: true\ntitle", 1) + "Three.\n",
		})
		if text := written(t, content, "blog/one/en.md"); !strings.HasSuffix(text, "---\n"+want+"\n") {
			t.Errorf("%s: got %s", link, text)
		}
		if text := written(t, content, "blog/one/ar.md"); !strings.HasSuffix(text, own) {
			t.Errorf("%s: got %s", link, text)
		}
	}
	content, _ := blogOf(t, "jekyll", map[string]string{
		"_posts/2024-01-01-lamps.md": "---\ntitle: Lamps\nlang: en\nref: l\n---\n" +
			"[Arabic](/2024/01/01/masabih.html)\n",
		"_posts/2024-01-01-masabih.md": "---\ntitle: Lamps\nlang: ar\nref: l\n---\nLamps.\n",
	})
	if text := written(t, content, "blog/lamps/en.md"); !strings.Contains(text, "[Arabic](/ar/blog/lamps)") {
		t.Errorf("got %s", text)
	}
}

func TestCommonColumnHeadingsForSeatsAreRecognised(t *testing.T) {
	for _, heading := range []string{"Places", "Places disponibles", "Nombre de places", "Capacité", "Plazas",
		"Plazas disponibles", "Aforo", "Capacidad"} {
		content := contenttest.Copy(t)
		report := tableInto(t, content, "product,title,"+strings.Replace(oneTour, "capacity", heading, 1)+
			"\ndhow,A dhow,"+strings.Replace(itsFacts, ",8,", ",14,", 1)+"\n", false)
		if facts := written(t, content, "products/dhow/product.yaml"); !strings.Contains(facts, "capacity: 14") {
			t.Errorf("%s: %s\n%s", heading, facts, notes(report))
		}
	}
}

func TestColumnHeadingsInOtherLanguagesAreRecognised(t *testing.T) {
	for _, head := range []string{"Titel,Beschreibung,Stadt,Kategorie,Dauer,Bilder,Sprachen",
		"Titolo,Descrizione,Città,Categoria,Durata,Immagini,Lingue",
		"العنوان,الوصف,المدينة,التصنيفات,المدة,الصور,اللغات"} {
		content := contenttest.Copy(t)
		sheet := "product," + head + ",Sprache,start times,cancellation,capacity,price\n" +
			"dhow,A dhow,We sail.,dubai,desert,2h,dunes.png,de|en,en,09:00,none,8,10\n"
		found := notes(tableInto(t, content, sheet, false))
		facts := written(t, content, "products/dhow/product.yaml")
		for _, want := range []string{"duration: 2h", "guideLanguages: [de, en]", "images: [dunes.png]"} {
			if !strings.Contains(facts, want) || !strings.Contains(found, "Sprache: there is no such column") {
				t.Errorf("%s: %q is not in %s\n%s", head, want, facts, found)
			}
		}
	}
}
