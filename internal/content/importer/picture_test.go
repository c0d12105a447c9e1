package importer_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color/palette"
	"image/gif"
	"strings"
	"testing"

	"storefront/internal/content/importer"
	"storefront/internal/content/source"
)

// moving returns a GIF with a number of frames.
func moving(t *testing.T, frames int) string {
	t.Helper()
	var all gif.GIF
	for range frames {
		all.Image = append(all.Image, image.NewPaletted(image.Rect(0, 0, 4, 4), palette.Plan9))
		all.Delay = append(all.Delay, 10)
	}
	var data bytes.Buffer
	explain(t, gif.EncodeAll(&data, &all))
	return data.String()
}

func TestUnsupportedPicturesAreReported(t *testing.T) {
	for name, c := range map[string]struct{ file, data, want string }{
		"an SVG drawing": {"a.svg", `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>`,
			"this is an SVG drawing, which only logos may be; it is left out (a.svg); convert it to WebP, JPEG or " +
				"PNG, put it into media and add it to the text"},
		"an animated GIF": {"a.gif", moving(t, 3), "media/x-a.webp: it is animated; only its first frame is shown " +
			"(x-a.gif)"},
		"a still GIF": {"a.gif", moving(t, 1), ""},
		"an animated WebP": {"a.webp", "RIFF\x00\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x02",
			"media/x-a.webp: it is animated; only its first frame is shown"},
		"a truncated picture": {
			"a.png", picture(t, "a.png", 30)[:70], "this picture is truncated; it is left out (a.png)"},
		"HTML in place of a picture": {
			"a.png", "<html>gone</html>", "this picture is neither WebP, JPEG nor PNG; it " +
				"is left out (a.png); convert it to WebP"},
		"a GIF without libvips": {
			"a.gif", moving(t, 1), "JPEG nor PNG, and this machine has no libvips, which would " +
				"convert it; it is left out (a.gif); install libvips and import again, or convert it to WebP"},
	} {
		t.Run(name, func(t *testing.T) {
			_, report := blogOf(t, "hugo", map[string]string{"content/posts/x/" + c.file: c.data,
				"content/posts/x/index.md": "---\ntitle: X\ndate: 2024-03-05\n---\n![What it shows](" + c.file + ")\n",
			}, func(o *importer.Options) {
				if o.WebP = nil; name == "a GIF without libvips" {
					return
				}
				o.WebP = func(_ context.Context, data []byte) ([]byte, error) {
					if bytes.HasPrefix(data, []byte("\x89PNG")) {
						return nil, errors.New("no such luck")
					}
					return []byte(picture(t, "x.png", 30)), nil
				}
			})
			all := notes(report)
			if !strings.Contains(all, c.want) || c.want == "" && strings.Contains(all, "moves") {
				t.Errorf("%q is not in\n%s", c.want, all)
			}
		})
	}
}

func TestCoversAreFoundInThemeFolders(t *testing.T) {
	files := map[string]string{}
	for _, file := range []string{"assets/images/posts/a.png", "assets/images/notes/a.png", "static/img/b.png",
		"static/x/c.png", "assets/y/c.png", "public/d.png", "static/deep/covers/e.png"} {
		files[file] = picture(t, file, 30)
	}
	files["static/img/f.svg"] = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>`
	const isGone = "this picture is not among the files"
	covers := map[string]string{"a.png": "", "b.png": "", "c.png": "several files have this name",
		"d.png": isGone, "covers/e.png": "", "other/e.png": isGone,
		"f.svg": "this is an SVG drawing, which only logos may be"}
	for cover := range covers {
		files["content/posts/"+strings.ReplaceAll(cover, "/", "-")+".md"] =
			"---\ntitle: T\ndate: 2024-03-05\ncover: " + cover + "\n---\nText.\n"
	}
	_, report := blogOf(t, "hugo", files)
	for cover, why := range covers {
		if all := notes(report); strings.Contains(all, "("+cover+")") != (why != "") ||
			!strings.Contains(all, why+" ("+cover+")") && why != "" {
			t.Errorf("%s: %q is not reported in\n%s", cover, why, all)
		}
	}
}

// The caption of a cover often names the owner of the picture. It is written at the beginning of the prose, or at the
// end if lists show the beginning of the prose.
func TestCaptionOfACoverBecomesProse(t *testing.T) {
	const caption = `"Photo by [Ana *R.*](https://ana.example), [more](/posts/b/)"`
	const want = "*Photo by [Ana R.](https://ana.example), [more](/blog/b)*"
	const above, below = want + "\n\nText.\n", "---\nText.\n\n"
	for name, c := range map[string]struct{ front, page string }{
		"with a description":    {"description: L.\ncover: {image: a.png, alt: A gate, caption: %}\n", above},
		"without a description": {"cover: {image: a.png, alt: A gate, caption: %}\n", below},
		"without an alt text":   {"description: L.\nheader: {image: a.png, caption: %}\n", above},
		"a network's picture":   {"description: L.\nheader: {og_image: a.png, caption: %}\n", above},
		"a missing picture":     {"description: L.\ncover: {image: none.png, caption: %}\n", "---\nText.\n"},
		"a caption of several lines": {
			"description: L.\ncover:\n  src: a.png\n  caption: |\n    1\n    2\n", "*1 2*\n\nT"},
		"a caption with HTML": {"description: L.\ncover: {image: a.png, caption: 'By <a href=\"/posts/b/\">B</a>'}\n",
			"*By [B](/blog/b)*\n\nText."},
	} {
		content, report := blogOf(t, "hugo", map[string]string{"static/a.png": picture(t, "a", 30),
			"content/posts/b.md": "---\ntitle: B\ndate: 2024-03-05\n---\nText.\n",
			"content/posts/a.md": "---\ntitle: A\ndate: 2024-03-05\n" + strings.ReplaceAll(c.front, "%", caption) +
				"---\nText.\n\n[y](/none/)\n"})
		text := written(t, content, "blog/a/en.md")
		if !strings.Contains(text, c.page) || c.page == below && !strings.HasSuffix(text, want+"\n") {
			t.Errorf("%s: got\n%s", name, text)
		}
		place := fmt.Sprintf("a.md:%d:1: link: there is no such page", 7+strings.Count(c.front, "\n"))
		if !strings.Contains(notes(report), place) {
			t.Errorf("%s: remarks have another place\n%s", name, notes(report))
		}
		alts := written(t, content, "media/en.yaml")
		if name == "without an alt text" && !strings.Contains(alts, `a.png: "Photo by Ana R., more"`) {
			t.Errorf("%s: alt texts are\n%s", name, alts)
		}
	}
}

// The storefront shows a post's cover above its prose, so the prose must not begin with the same picture.
func TestCoverAtTheBeginningOfTheProseIsNotRepeated(t *testing.T) {
	for _, c := range []struct{ front, prose, want, alt string }{
		{"", "![The quay](x.png)\n\nText.", "Text.", "The quay"},
		{"cover: {image: x.png, alt: A gate}\n", "![The quay](x.png)\n\nText.", "Text.", "A gate"},
		{"description: L.\n", "![The quay](x.png \"At six\")\n\nText.", "*At six*\n\nText.", "The quay"},
		{"", "![The quay](x.png \"At six\")\n\nText.", "![The quay](a-x.png \"At six\")\n\nText.", "A"},
		{"", "![The quay](x.png) Text.", "![The quay](a-x.png) Text.", "A"},
		{"", "Text.\n\n![The quay](x.png)", "Text.\n\n![The quay](a-x.png)", "A"},
		{"", "![The quay](x.png)", "![The quay](a-x.png)", "A"},
		{"", "![P&#x27;s quay &amp; boats](x.png)\n\nText.", "Text.", "\"P's quay & boats\""},
		{"", "![The quay](b.png)\n\nText.", "![The quay](a-b.png)\n\nText.", "A"},
	} {
		if !strings.Contains(c.front, "cover:") {
			c.front += "cover: x.png\n"
		}
		content, _ := blogOf(t, "hugo", map[string]string{"static/x.png": picture(t, "x", 30),
			"static/b.png": picture(t, "b", 60), "content/posts/a.md": "---\ntitle: A\ndate: 2024-03-05\n" + c.front +
				"---\n" + c.prose + "\n"})
		if text := written(t, content, "blog/a/en.md"); !strings.HasSuffix(text, "image: a-x.png\n---\n"+c.want+"\n") {
			t.Errorf("%s%s became\n%s", c.front, c.prose, text)
		}
		if alts := written(t, content, "media/en.yaml"); !strings.Contains(alts, "a-x.png: "+c.alt+"\n") {
			t.Errorf("%s%s: alt texts are\n%s", c.front, c.prose, alts)
		}
	}
}

// HTML character references in alt texts are decoded.
func TestAltTextsDecodeHTMLReferences(t *testing.T) {
	for prose, want := range map[string]string{
		`![P&#x27;s quay &amp; boats](x.png)`:                                 "P's quay & boats",
		`<img src="/x.png" alt="P&#x27;s quay &amp; b">`:                      "P's quay & b",
		`<a href="/y"><img src="/x.png" alt="1 &lt; 2"></a>`:                  "1 < 2",
		`[![P&rsquo;s *quay*](x.png)](https://y.example)`:                     "P’s quay",
		`{{< figure src="x.png" alt="A &eacute; b" >}}`:                       "A é b",
		`<figure><img src="/x.png"><figcaption>P&#39;s</figcaption></figure>`: "P's",
		`![AT&T, R&D; 5](x.png)`:                                              "AT&T, R&D; 5",
	} {
		content, _ := blogOf(t, "hugo", map[string]string{"static/x.png": picture(t, "x", 30),
			"content/posts/a.md": "---\ntitle: A\ndate: 2024-03-05\n---\nText.\n\n" + prose + "\n"})
		var alts map[string]string
		if err := source.Value(written(t, content, "media/en.yaml"), &alts); err != nil || alts["a-x.png"] != want {
			t.Errorf("%s: alt texts are %v, %v", prose, alts, err)
		}
	}
}

func TestFurtherFrontMatterPicturesAreReported(t *testing.T) {
	const why = ": a story has one picture; others that its text does not show are left out"
	for _, c := range []struct{ front, remark string }{
		{"images: [{src: /a.png, alt: The quay}, {src: /b.png, alt: The boats}]", "images" + why + " (/b.png)"},
		{"images: [a.png, b.png, c.png]", "images" + why + " (b.png, c.png)"},
		{"image: a.png\nimages: [b.png?w=2]", "images" + why + " (b.png)"},
		{"image: a.png\nthumbnail: b.png", "thumbnail" + why + "; there are 2; this is the first (b.png)"},
		{"header: {image: a.png, teaser: b.png}", "header" + why + "; there are 2; this is the first (b.png)"},
		{"image: a.png\nimages: [x/a.png, d.png]\nthumbnail: /a.png", ""},
	} {
		post := "---\ntitle: A\ndate: 2024-03-05\n" + c.front + "\n---\nWords ![](/d.png).\n"
		for tool, folder := range map[string]string{"hugo": "content/posts/", "jekyll": "_posts/2024-03-05-"} {
			files := map[string]string{folder + "a.md": post, folder + "b.md": post}
			for i, name := range []string{"a", "b", "c", "d"} {
				for _, at := range []string{"", "static/"} {
					files[at+name+".png"] = picture(t, name, uint8(30+30*i))
				}
			}
			_, report := blogOf(t, tool, files)
			found := notes(report)
			if !strings.Contains(found, c.remark) || c.remark == "" && strings.Contains(found, "has one picture") {
				t.Errorf("%s, %s: remarks are\n%s", tool, c.front, found)
			}
		}
	}
}

func TestPicturesAreFoundRelativeToThePathOfAPost(t *testing.T) {
	for name, file := range map[string]string{"../../img/a.png": "static/img/a.png",
		"../../../x/img/a.png": "static/x/img/a.png", "../../a/img/a.png": "static/a/img/a.png",
		"./a.png": "content/posts/x/a.png", "../../posts/x/a.png": "content/posts/x/a.png"} {
		_, report := blogOf(t, "hugo", map[string]string{file: picture(t, "a", 30),
			"content/posts/x.md": "---\ntitle: X\ndate: 2024-03-05\n---\n![A fire](" + name + ")\n"})
		if all := notes(report); strings.Contains(all, "not among the files") {
			t.Errorf("%s: notes are\n%s", name, all)
		}
	}
}

func TestSectionNamedLikeALanguageHasItsPictures(t *testing.T) {
	content, _ := blogOf(t, "hugo", map[string]string{"content/ar/x/a.png": picture(t, "a", 30),
		"content/ar/x.md": "---\ntitle: X\ndate: 2024-03-05\n---\n![A fire](a.png)\n", "content/ar/x/x.org": "* X\n"})
	if text := written(t, content, "blog/x/ar.md"); !strings.Contains(text, "![A fire](x-a.png)") {
		t.Errorf("the post is\n%s", text)
	}
}

// The texts of an Eleventy tag are the alt text and then classes. Those of other tags are the title and then the alt
// text.
func TestPictureTagsOfPluginsBecomePictures(t *testing.T) {
	const lacks, several = "en is used (X)", "alt text: the tag has several texts"
	for _, c := range []struct{ tag, want, remark string }{
		{`img /i/a.png`, `![](x-a.png)`, lacks},
		{`img left half /i/a.png 150 150 "One" "A fire"`, `![A fire](x-a.png)`, ""},
		{`expanded_img /i/a.png Ninja Attack!`, `![Ninja Attack!](x-a.png)`, ""},
		{`expanded_img /i/a.png /i/b.png 300`, `![](x-a.png)`, lacks},
		{`picture "/i/a.png" alt="Dunes" class="w"`, `![Dunes](x-a.png)`, ""},
		{`counter /i/a.png`, ``, "Liquid: it is not supported"},
		{`image "/i/a.png", "A red boat"`, `![A red boat](x-a.png)`, ""},
		{`image "/i/a.png", "boat"`, `![boat](x-a.png)`, ""},
		{`image "/i/a.png", "The pier with its lamps", "(min-width: 30em) 50vw, 100vw"`,
			`![The pier with its lamps](x-a.png)`, ""},
		{`image "/i/a.png", "The pier (min-width of a = b), it's \"old\"", "100vw", "" , "", "lazy", "auto", "1054", "618"`,
			`![The pier (min-width of a = b), it's "old"](x-a.png)`, ""},
		{`image '/i/a.png', 'w-full rounded', 'A boat', '100vw', [300, 600], ["avif", "jpeg"]`,
			`![A boat](x-a.png)`, ""},
		{`image "/i/a.png", "frame rounded", "A boat"`, `![frame rounded](x-a.png)`, several},
		{`image "/i/a.png", "rounded", "Ein Boot"`, `![Ein Boot](x-a.png)`, ""},
		{`image "/i/a.png", "boats on a semi-dry shore", 450, "center-block margin-bottom"`,
			`![boats on a semi-dry shore](x-a.png)`, ""},
		{`image "/i/a.png", "", 450, "center-block margin-bottom"`, `![](x-a.png)`, lacks},
		{`image "/i/a.png", "", "100vw", "", "rounded", "lazy"`, `![](x-a.png)`, lacks},
		{`image "/i/a.png", "A boat", "100vw", "Ana's boat, by night", "rounded"`, `![A boat](x-a.png)`,
			several + "; the first is taken as its alt text, the others are left out (A boat, Ana's boat, by"},
		{`image src="/i/a.png", alt="A boat", sizes="(min-width: 30em) 50vw"`, `![A boat](x-a.png)`, ""},
		{`image "/i/a.png", alt="A boat", class="Wide frame"`, `![A boat](x-a.png)`, ""},
		{`image "/i/a.png", { alt: "A boat", loading: "lazy" }`, `![A boat](x-a.png)`, ""},
	} {
		content, report := blogOf(t, "jekyll", map[string]string{"i/a.png": picture(t, "a", 30),
			"_posts/2024-03-05-x.md": "---\ntitle: X\n---\nB\n\n{% " + c.tag + " %}\n"})
		_, prose, _ := strings.Cut(written(t, content, "blog/x/en.md"), "---\nB\n")
		remarks := notes(report)
		if got := strings.TrimSpace(prose); got != c.want || !strings.Contains(remarks, c.remark) ||
			strings.Contains(remarks, lacks) != (c.remark == lacks) ||
			strings.Contains(remarks, several) != strings.HasPrefix(c.remark, several) {
			t.Errorf("%s became\n%s, with\n%s", c.tag, got, remarks)
		}
	}
}

func TestPicturesOfAThemeAreImported(t *testing.T) {
	const post = "---\ntitle: X\ndate: 2024-03-05\n---\n![A lamp](/img/lamp.png)\n"
	for name, c := range map[string]struct{ config, folder string }{
		"one theme":             {"theme: plain", "themes/plain/static"},
		"a list of themes":      {"theme: [other, plain]", "themes/plain/static"},
		"another themes folder": {"theme: plain\nthemesDir: looks", "looks/plain/static"},
		"a vendored module":     {"module: {imports: [{path: git.example/plain}]}", "_vendor/git.example/plain/static"},
		"a local module":        {"module: {imports: [{path: plain}]}", "themes/plain/static"},
		"assets of a theme":     {"theme: plain", "themes/plain/assets"},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{"hugo.yaml": c.config + "\n", "content/posts/x.md": post,
				c.folder + "/img/lamp.png": picture(t, "lamp.png", 30)}
			content, _ := blogOf(t, "hugo", files)
			if text := written(t, content, "blog/x/en.md"); !strings.Contains(text, "![A lamp](x-lamp.png)") {
				t.Errorf("got %s", text)
			}
			files["static/img/lamp.png"] = picture(t, "lamp.png", 40)
			content, _ = blogOf(t, "hugo", files)
			if written(t, content, "media/x-lamp.png") != files["static/img/lamp.png"] {
				t.Error("the theme's picture overrides the site's")
			}
		})
	}
}

// A picture that the configuration gives to all posts is not imported as a cover.
func TestSiteWidePictureIsNoCover(t *testing.T) {
	const front = "---\ndate: 2024-01-02\ntitle: "
	for tool, site := range map[string]struct {
		posts string
		files map[string]string
	}{
		"jekyll": {"_posts/2024-01-02-", map[string]string{"site.png": "", "sea.png": "", "own.png": "",
			"_config.yml": "defaults:\n- scope: {path: ''}\n  values: {image: /site.png, author: Lina}\n" +
				"- scope: {path: '', type: posts}\n  values: {header: /site.png}\n" +
				"- scope: {path: _posts/2024-01-02-c.md}\n  values: {image: /sea.png}\n",
		}},
		"hugo": {"content/posts/", map[string]string{"static/site.png": "", "static/sea.png": "", "static/own.png": "",
			"hugo.yaml": "cascade:\n- {image: /site.png, author: Lina}\n" +
				"- {target: {path: /posts/c}, image: /sea.png}\n",
			"content/_index.md": "---\ncascade: {params: {header: /site.png}}\n---\n",
		}},
	} {
		files := map[string]string{
			site.posts + "a.md": front + "A\n---\nWords.\n",
			site.posts + "b.md": front + "B\nimage: /own.png\n---\nWords.\n",
			site.posts + "c.md": front + "C\n---\nWords.\n",
		}
		for name, text := range site.files {
			files[name] = cmp.Or(text, picture(t, name, name[len(name)-6]))
		}
		content, report := blogOf(t, tool, files)
		for slug, want := range map[string]string{"a": "", "b": "image: b-own.png\n", "c": "image: c-sea.png\n"} {
			text := written(t, content, "blog/"+slug+"/en.md")
			if !strings.Contains(text, want) || strings.Contains(text, "image:") != (want != "") ||
				!strings.Contains(text, "author: Lina\n") {
				t.Errorf("%s: %s is\n%s", tool, slug, text)
			}
		}
		for _, key := range []string{"image", "header"} {
			want := key + ": the configuration sets it for all posts, and a picture of the site is not a story's " +
				"cover; it is left out (/site.png)"
			if strings.Count(notes(report), want) != 1 {
				t.Errorf("%s: %q is not once in\n%s", tool, want, notes(report))
			}
		}
	}
}
