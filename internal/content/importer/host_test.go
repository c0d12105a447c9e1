package importer_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
	"storefront/internal/content/importer/blog"
)

// An absolute link to the blog's host becomes a link to the imported post. It stays if it is outside the blog, and
// otherwise becomes plain text.
func TestAbsoluteLinksToTheBlogAreRewritten(t *testing.T) {
	for below, links := range map[string][][2]string{
		"/": {
			{"https://old.example/posts/two/", "[it](/blog/two)"},
			{"https://www.old.example/posts/two/", "[it](/blog/two)"},
			{"https://old.example/other-app/?a=1#b", "[it](https://old.example/other-app/?a=1#b)"},
			{"https://old.example/imprint/", "it"},
			{"https://old.example/posts/gone/", "it"},
			{"https://old.example/tags/gone/", "it"},
			{"https://old.example/2020/05/", "it"},
			{"https://old.example/slides.pdf", "it"},
			{"/other-app/", "it"},
			{"https://old.example", "[it](/)"},
			{"https://www.old.example?a=1#b", "[it](/#b)"},
		},
		"/site/": {
			{"https://old.example/site/posts/two/", "[it](/blog/two)"},
			{"/site/posts/two/", "[it](/blog/two)"},
			{"https://old.example/", "[it](https://old.example/)"},
			{"https://old.example", "[it](https://old.example)"},
			{"https://old.example/app/", "[it](https://old.example/app/)"},
			{"https://old.example/site/gone/", "it"},
		},
	} {
		var prose, want strings.Builder
		for _, link := range links {
			prose.WriteString("[it](" + link[0] + ").\n")
			want.WriteString(link[1] + ".\n")
		}
		for tool, config := range map[string]string{
			"hugo":   "baseURL: https://old.example" + below + "\n",
			"jekyll": "url: https://old.example\nbaseurl: " + below + "\npermalink: /posts/:title/\n",
		} {
			site, content := t.TempDir(), contenttest.Copy(t)
			folder, imports := "content/posts/", blog.Hugo
			files := map[string]string{"hugo.yaml": config, "content/imprint.md": "", "static/slides.pdf": ""}
			if tool == "jekyll" {
				folder, imports = "_posts/2024-01-02-", blog.Jekyll
				files = map[string]string{"_config.yml": config, "imprint.md": "", "slides.pdf": ""}
			}
			files[folder+"one.md"] = "---\ntitle: T\ndate: 2024-01-02\n---\n" + prose.String()
			files[folder+"two.md"] = "---\ntitle: T\ndate: 2024-01-02\n---\nText.\n"
			for name, text := range files {
				contenttest.Write(t, site, name, text)
			}
			_, err := imports(background, site, options(content))
			explain(t, err)
			data, err := os.ReadFile(filepath.Join(content, "blog/one/en.md"))
			explain(t, err)
			if !strings.HasSuffix(string(data), "---\n"+want.String()) {
				t.Errorf("%s below %s: the post is not\n%sbut\n%s", tool, below, want.String(), data)
			}
			if !strings.Contains(string(data), strings.TrimSuffix(below, "/")+"/posts/one]") {
				t.Errorf("the old address below %s is not among\n%s", below, data)
			}
		}
	}
}

// A link whose text is a URL of the blog gets the title of the post as its text.
func TestLinkTextThatIsABlogURLBecomesTheTitle(t *testing.T) {
	const url = "https://old.example/posts/one"
	content, _ := blogOf(t, "hugo", map[string]string{
		"hugo.yaml":            "baseURL: https://old.example/\n",
		"content/posts/one.md": "---\ntitle: One [a*]\ndate: 2024-01-02\n---\nText.\n",
		"content/posts/two.md": "---\ntitle: T\ndate: 2024-01-02\n---\n[" + url + "](" + url + ") <" + url + "> " +
			url + "/ [old.example/posts/one](/posts/one/) <a href=\"" + url + "\">" + url + "</a> [words](" + url +
			") `" + url + "` https://old.example/ [it][1]\n\n[1]: " + url + "\n",
	})
	const link = `[One \[a\*\]](/blog/one) `
	const want = link + link + link + link + link + "[words](/blog/one) `" + url + "` https://old.example/ " +
		"[it][1]\n\n[1]: /blog/one\n"
	if got := written(t, content, "blog/two/en.md"); !strings.HasSuffix(got, "---\n"+want) {
		t.Errorf("got\n%s\nand not\n%s", got, want)
	}
}

// Hugo finds pages by their content paths and files by language. A language can have its own host.
func TestHugoLinksAndFilesResolvePerLanguage(t *testing.T) {
	const front = "---\ntitle: T\ndate: 2024-01-02\n---\n"
	content, report := blogOf(t, "hugo", map[string]string{
		"hugo.yaml": "baseURL: https://old.example/\ndefaultContentLanguage: en\n" +
			"languages: {en: {weight: 1, contentDir: content}, ar: {baseURL: 'https://ar.example/'}, " +
			"ja: {contentDir: content}}\n",
		"content/reviews/deep/neuro.md":    front + "## Head Two\n",
		"content/reviews/deep/neuro.ar.md": front + "## Head T**wo\n",
		"content/posts/a/index.md": front + "[a](reviews/deep/neuro) [b](reviews/deep/neuro#head-two) " +
			"[c](Reviews/deep/neuro.md) [d](https://ar.example/reviews/deep/neuro/) ![x](x.png)\n",
		"content/posts/a/index.ar.md": front + "[e]({{< relref \"reviews/deep/neuro/#head-two\" >}}) " +
			"![x](x.png) ![y](y.png)\n",
		"content/posts/a/x.png":    picture(t, "x.png", 30),
		"content/posts/a/x.ar.png": picture(t, "x.png", 60),
		"content/posts/a/y.en.png": picture(t, "x.png", 90),
		"content/posts/b.md":       front + "Of no language.\n",
		"content/posts/b.en.md":    front + "Of the first language.\n",
	})
	if text := written(t, content, "blog/b/en.md"); !strings.HasSuffix(text, "Of the first language.\n") ||
		!strings.Contains(notes(report), "b.en.md is the same page") {
		t.Errorf("the post is\n%s\n%s", text, notes(report))
	}
	for language, want := range map[string]string{
		"en": "[a](/blog/neuro) [b](/blog/neuro#head-two) [c](/blog/neuro) [d](/blog/neuro) ![x](a-x.png)\n",
		"ar": "[e](/blog/neuro#head-t-wo) ![x](a-x-ar.png) ![y](a-y-en.png)\n",
	} {
		if text := written(t, content, "blog/a/"+language+".md"); !strings.HasSuffix(text, "---\n"+want) {
			t.Errorf("the post is\n%s\nand not\n%s\n%s", text, want, notes(report))
		}
	}
}

// Hugo builds for production by default, so config/production overrides config/_default.
func TestHugoProductionConfigurationTakesPrecedence(t *testing.T) {
	const front = "---\ntitle: One\ndate: 2024-01-01\n"
	site, content := t.TempDir(), contenttest.Copy(t)
	for name, text := range map[string]string{
		"hugo.toml":                           "baseURL = 'https://root.example/'\nenableEmoji = true\n",
		"config/_default/hugo.toml":           "baseURL = 'https://dev.example/'\n[params]\nword = 'default'\n",
		"config/_default/params.toml":         "own = 'kept'\n",
		"config/_default/permalinks.toml":     "posts = '/dev/:slug/'\nnotes = '/notes/:slug/'\n",
		"config/production/config.yaml":       "baseURL: https://old.example/\nparams: {word: production}\n",
		"config/production/permalinks.toml":   "posts = '/:year/:slug/'\n",
		"config/production/languages.fr.toml": "contentDir = 'french'\n",
		"config/development/hugo.toml":        "baseURL = 'https://nobody.example/'\n",
		"content/posts/one.md": front + "---\n[it](https://old.example/notes/two/) :camel: " +
			"{{< param word >}} {{< param own >}} [no](https://dev.example/x)\n",
		"content/notes/two.md": front + "slug: two\ncover: https://pictures.example/a.jpg\n---\nText.\n",
	} {
		contenttest.Write(t, site, name, text)
	}
	report, err := blog.Hugo(background, site, options(content))
	explain(t, err)
	data, err := os.ReadFile(filepath.Join(content, "blog/one/en.md"))
	explain(t, err)
	const want = "aliases: [/2024/one]\n---\n[it](/blog/two) 🐫 production kept [no](https://dev.example/x)\n"
	if !strings.HasSuffix(string(data), want) {
		t.Errorf("the post is\n%s", data)
	}
	if want := "two.md:5:8: cover: a picture of a host that not every deployment allows"; !strings.Contains(
		asLines(report), want) || !strings.Contains(asLines(report), "pictureHosts") {
		t.Errorf("%q is not in\n%s", want, asLines(report))
	}
}

// A remote cover is kept if every storefront allows its host.
func TestRemoteCoverOfAnAllowedHostIsKept(t *testing.T) {
	for _, front := range []string{
		"cover: https://pictures.example/a.jpg?w=2", "banner: https://pictures.example/a.jpg",
		"cover: {image: 'https://pictures.example/a', alt: Dunes}", "cover: http://pictures.example/a.jpg",
	} {
		site, content := t.TempDir(), contenttest.Copy(t)
		deployment := written(t, content, "deployments/wayfare.yaml")
		contenttest.Write(t, content, "deployments/wayfare.yaml", deployment+"pictureHosts: [pictures.example]\n")
		contenttest.Write(t, site, "content/posts/one.md",
			"---\ntitle: One\ndate: 2024-01-01\n"+front+"\n---\nText.\n")
		_, err := blog.Hugo(background, site, options(content))
		explain(t, err)
		if text := written(t, content, "blog/one/en.md"); !strings.Contains(text,
			"image: \"https://pictures.example/a") {
			t.Errorf("%s became\n%s", front, text)
		}
		inOrder(t, content)
	}
}

// Many pictures of one host that no storefront allows are reported in one remark.
func TestManyRemotePicturesOfOneHostAreReportedOnce(t *testing.T) {
	var text strings.Builder
	for i := range 25 {
		fmt.Fprintf(&text, "![](https://many.example/%d.jpg)\n\n", i)
	}
	_, report := blogOf(t, "hugo", map[string]string{
		"content/posts/a.md": "---\ntitle: A\ndate: 2024-01-01\ncover: https://many.example/a.jpg\n---\nA\n\n" +
			text.String(),
		"content/posts/b.md": "---\ntitle: B\ndate: 2024-01-01\n---\nB ![](https://few.example/a.jpg) " +
			"![](https://few.example/b.jpg) ![](https://many.example/b.jpg)\n"})
	got := notes(report)
	for want, times := range map[string]int{"few.example": 2, "27 pictures of many.example": 1,
		"a.md:4:8: cover: a picture of a host that not every": 1} {
		if strings.Count(got, want) != times {
			t.Errorf("%q is not %d times in\n%s", want, times, got)
		}
	}
	if strings.Count(got, "\n") != 2 {
		t.Errorf("got\n%s", got)
	}
}

// Tags of Hexo and Octopress become Markdown, and code of Hexo is not evaluated.
func TestHexoCodeAndLinkTagsBecomeMarkdown(t *testing.T) {
	content, report := blogOf(t, "jekyll", map[string]string{
		"_config.yml": "new_post_name: :title.md\nsource_dir: source\n",
		"source/_posts/dunes.md": "---\ntitle: The *red* dunes[1]\ndate: 2024-01-02\n---\n" +
			"{% codeblock A *title* lang:js mark:2 %}\na_b_c {{ d }}\n{% endcodeblock %}\n\n- b\n\n  {% code " +
			"lang:go %}\n  *c*\n  {% endcode %}\n\n" +
			"{% post_link dunes %}, {% post_link dunes 'so it is' %}, {% post_link gone Gone away %} " +
			"{% youtube abcdefghijk %}\n\n```\n{{ e }}\n```\n![A](a.png)\n",
		"source/_posts/dunes/a.png": picture(t, "a.png", 30)})
	text := written(t, content, "blog/dunes/en.md")
	want := "aliases: [/2024/01/02/dunes]\n---\n**A title**\n\n" +
		"```js\na_b_c {{ d }}\n```\n\n- b\n\n  ```go\n  *c*\n  ```\n\n" +
		"[The red dunes\\[1\\]](/blog/dunes), [so it is](/blog/dunes), Gone away " +
		"[Watch the video](https://www.youtube.com/watch?v=abcdefghijk)\n\n```\n{{ e }}\n```\n![A](dunes-a.png)\n"
	if !strings.HasSuffix(text, want) || !strings.Contains(notes(report), "no such page here; its text stays (/gone)") {
		t.Errorf("got\n%s\n%s", text, notes(report))
	}
}

// Posts of Hexo have their dates in the front matter.
func TestHexoPostsNeedNoDateInTheirNames(t *testing.T) {
	for config, written := range map[string]int{"new_post_name: :title.md\n": 1, "title: x\n": 0} {
		_, report := blogOf(t, "jekyll", map[string]string{"_config.yml": config,
			"source/_posts/dunes.md": "---\ntitle: Dunes\ndate: 2024-01-02 10:00:00\n---\nText.\n"})
		if len(stories(report)) != written || (written == 0) != strings.Contains(notes(report),
			"begins with its date") {
			t.Errorf("%q: written %v; %s", config, report.Written, notes(report))
		}
	}
}
