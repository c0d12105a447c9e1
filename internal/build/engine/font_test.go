package engine_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
)

// writeFont copies a font of the site's packages into content/media.
func writeFont(t *testing.T, root, from, name string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../../../node_modules/@fontsource-variable", from))
	if err != nil {
		t.Fatal(err)
	}
	contenttest.Write(t, root, "media/"+name, string(data))
}

const (
	ownLatin  = "kufam/files/kufam-latin-wght-normal.woff2"
	ownItalic = "kufam/files/kufam-latin-wght-italic.woff2"
	ownArabic = "kufam/files/kufam-arabic-wght-normal.woff2"
)

// preloaded are the fonts that a page preloads.
func (p *project) preloaded(page string) (all []string) {
	for _, m := range regexp.MustCompile(`<link rel="preload" as="font" type="font/woff2" href="([^"]+)"`).
		FindAllStringSubmatch(p.read(page), -1) {
		all = append(all, regexp.MustCompile(`[.-][\w-]{8,}\.woff2$`).ReplaceAllString(m[1], ""))
	}
	return all
}

func TestDeploymentFontsAreDeclaredAndPreloadedPerScript(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	contenttest.Write(t, p.options.Content, "deployments/sands.yaml", supplierSite)
	p.build()
	house, before := p.shell("en").Stylesheet, p.readOf("sands", "index.html")
	contenttest.Replace(t, p.options.Content, shop, "pageSize: 12",
		"pageSize: 12\nfonts:\n  body: {latin: [own.woff2, slanted.woff2], arabic: [own-arabic.woff2]}")
	writeFont(t, p.options.Content, ownLatin, "own.woff2")
	writeFont(t, p.options.Content, ownItalic, "slanted.woff2")
	writeFont(t, p.options.Content, ownArabic, "own-arabic.woff2")
	if r := p.build(); len(r.Warnings) > 0 {
		t.Errorf("it warns of %v", r.Warnings)
	}
	css := p.read(p.shell("en").Stylesheet)
	own := strings.TrimPrefix(css, p.read(house))
	for _, want := range []string{
		`@font-face{font-family:"Own Body";src:url(/media/own.7073ba7cb2.woff2) format("woff2");font-weight:400 900;` +
			`font-display:optional;unicode-range:U+0000-024F,`,
		`@font-face{font-family:"Own Body";src:url(/media/slanted.45ffd9ba9b.woff2) format("woff2");` +
			`font-weight:400 900;font-style:italic;font-display:optional;unicode-range:U+0000-024F,`,
		`@font-face{font-family:"Own Body Arabic";src:url(/media/own-arabic.70d76d8da8.woff2) format("woff2");` +
			`font-weight:400 900;font-display:optional;unicode-range:U+0600-06FF,`,
		`@font-face{font-family:"Own Body Fallback";src:local("Arial"),local("Liberation Sans");size-adjust:110%;` +
			`ascent-override:81.8%;descent-override:36.3%;line-gap-override:0%}`,
		"\n" + `html{--font-text:"Own Body","Own Body Fallback",system-ui,sans-serif;` +
			`--font-display:"Kufam","Own Body","Readex Fallback",system-ui,sans-serif;}`,
		"\n" + `html[dir=rtl]{--font-text:"Own Body","Own Body Arabic","Own Body Fallback",system-ui,sans-serif;` +
			`--font-display:"Kufam Arabic","Own Body","Own Body Arabic","Own Body Fallback",system-ui,sans-serif;}`,
	} {
		if !strings.Contains(own, want) {
			t.Errorf("the style sheet lacks %s\n%s", want, own)
		}
	}
	for page, want := range map[string][]string{
		"index.html":    {"/media/own", "/assets/static/kufam-latin-wght-normal"},
		"ar/index.html": {"/media/own", "/media/own-arabic", "/assets/static/kufam-arabic-wght-normal"},
	} {
		if got := p.preloaded(page); !slices.Equal(got, want) {
			t.Errorf("%s preloads %v, want %v", page, got, want)
		}
	}
	p.read("media/own.7073ba7cb2.woff2")
	if p.readOf("sands", "index.html") != before {
		t.Error("a page of a deployment without fonts has changed")
	}
	if _, err := os.Stat(filepath.Join(p.public("sands"), "media/own.7073ba7cb2.woff2")); err == nil {
		t.Error("a font is published for a deployment that does not name it")
	}
}

func TestFontWithoutLettersOfItsScriptIsAMistake(t *testing.T) {
	root := contenttest.Copy(t)
	writeFont(t, root, ownLatin, "own.woff2")
	contenttest.Replace(t, root, shop, "pageSize: 12", "fonts: {body: {latin: [own.woff2], arabic: [own.woff2]}}")
	_, found := check(t, root)
	if want := root + "/deployments/wayfare.yaml:8:45: own.woff2 has no Arabic letters"; len(found) != 1 ||
		found[0].String() != want {
		t.Errorf("got %v, want %s", found, want)
	}
}
