package engine_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"storefront/internal/content/contenttest"
	"storefront/internal/core/payload"
)

// example is the first YAML of a section of docs/content.md.
func example(t *testing.T, section string) string {
	t.Helper()
	data, err := os.ReadFile("../../../docs/content.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(data), "\n## "+section+"\n")
	_, rest, found := strings.Cut(rest, "```yaml\n")
	text, _, _ := strings.Cut(rest, "```")
	if !ok || !found {
		t.Fatalf("docs/content.md has no example of %q", section)
	}
	return text
}

func (p *project) readOf(deployment, rel string) string {
	p.Helper()
	data, err := os.ReadFile(filepath.Join(p.public(deployment), rel))
	if err != nil {
		p.Fatal(err)
	}
	return string(data)
}

func TestDeploymentNeedsOnlyOneFile(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	contenttest.Write(t, p.options.Content, "deployments/qamar.yaml",
		example(t, "A storefront of your own: adding a file"))
	for _, d := range p.build().Deployments {
		if d.ID == "qamar" && (d.Pages["en"] < 15 || d.Pages["ar"] != d.Pages["en"]) {
			t.Errorf("it has %v pages", d.Pages)
		}
	}
	for rel, want := range map[string]string{
		"index.html":                                "<title>Qamar",
		"ar/index.html":                             `dir="rtl"`,
		"things-to-do-in-dubai/dunes/index.html":    "Sunset dunes",
		"ar/things-to-do-in-dubai/dunes/index.html": "قمر",
		"sitemap.xml":                               "https://www.qamar.example/ar/things-to-do-in-dubai",
		"404.html":                                  "Qamar",
		"checkout/index.html":                       "Qamar",
	} {
		if !strings.Contains(p.readOf("qamar", rel), want) {
			t.Errorf("%s lacks %q", rel, want)
		}
	}
	if d := p.serverEntry("qamar"); !d.Card || d.PayLater || d.BaseURL != "https://www.qamar.example" {
		t.Errorf("the server's entry is %+v", d)
	}
}

// serverEntry returns the entry of a deployment for the server.
func (p *project) serverEntry(id string) payload.Deployment {
	p.Helper()
	data, err := os.ReadFile(filepath.Join(p.options.Builds, "meta/deployments.json"))
	if err != nil {
		p.Fatal(err)
	}
	var all []payload.Deployment
	if err := json.Unmarshal(data, &all); err != nil {
		p.Fatal(err)
	}
	for _, d := range all {
		if d.ID == id {
			return d
		}
	}
	p.Fatalf("there is no %s in %s", id, data)
	return payload.Deployment{}
}

func (p *project) shell(language string) payload.Shell {
	p.Helper()
	var shell payload.Shell
	if err := json.Unmarshal([]byte(p.read("builds/meta/shell."+language+".json")), &shell); err != nil {
		p.Fatal(err)
	}
	return shell
}

func TestServerAndPagesHaveTheAcceptedPaymentMethods(t *testing.T) {
	for written, want := range map[string][2]bool{
		"pageSize: 12":                {true, false}, // the default
		"payments: [card]":            {true, false},
		"payments: [pay_later]":       {false, true},
		"payments: [pay_later, card]": {true, true},
	} {
		p := newProject(t, contenttest.Copy(t))
		contenttest.Replace(t, p.options.Content, shop, "pageSize: 12", written)
		p.build()
		d, shell := p.serverEntry("wayfare"), p.shell("ar")
		if got := [2]bool{d.Card, d.PayLater}; got != want {
			t.Errorf("%s: the server has card and pay later %v", written, got)
		}
		if got := [2]bool{shell.Card, shell.PayLater}; got != want {
			t.Errorf("%s: the pages have card and pay later %v", written, got)
		}
	}
}

func TestThemeIsAppendedToTheLayoutStylesheet(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	p.build()
	house := p.shell("en").Stylesheet
	contenttest.Replace(t, p.options.Content, shop, "pageSize: 12", theme("", "")+"\nheroImage: dunes.png")
	contenttest.Replace(t, p.options.Content, shop, "}}\nheroImage",
		"}, night: {ground: '#12262b', text: '#f7f8f5', link: '#83cddd', line: '#7c8e90'}, radius: 0}\nheroImage")
	p.build()
	shell := p.shell("en")
	if shell.Stylesheet == house || shell.ThemeColor == nil ||
		*shell.ThemeColor != (payload.ThemeColor{Light: "#f7f8f5"}) {
		t.Errorf("the shell has %q and %+v", shell.Stylesheet, shell.ThemeColor)
	}
	css := p.read(shell.Stylesheet)
	if !strings.HasPrefix(css, p.read(house)) {
		t.Error("the layout's rules are gone")
	}
	own := strings.TrimPrefix(css, p.read(house))
	if !regexp.MustCompile(
		`^html:not\(\.dark\)\{--color-ink:#12262b;.*--color-on-accent:#12262b;.*\}\nhtml\{--color-night:#12262b;.*--radius-ticket:0px;\}\n$`).MatchString(own) {
		t.Errorf("the theme is %s", own)
	}
	for _, want := range []string{shell.Stylesheet,
		`<meta name="theme-color" content="#f7f8f5" media="(prefers-color-scheme: light)">`} {
		if !strings.Contains(p.read("ar/faq/index.html"), want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

func TestLogoIsPublishedWithoutResizedVariants(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	for name, drawing := range drawings {
		contenttest.Write(t, p.options.Content, name, drawing)
	}
	contenttest.Write(t, p.options.Content, "media/icon.svg",
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"/>`)
	contenttest.Write(t, p.options.Content, "deployments/sands.yaml", supplierSite)
	contenttest.Replace(t, p.options.Content, shop, "pageSize: 12", "logo: {image: sign.svg, icon: icon.svg}")
	var mu sync.Mutex
	var resized []string
	p.options.MakeVariant = func(source []byte, modifiers string) ([]byte, error) {
		mu.Lock()
		defer mu.Unlock()
		resized = append(resized, string(source))
		return source, nil
	}
	if r := p.build(); len(r.Warnings) > 0 {
		t.Errorf("it warns of %v", r.Warnings)
	}
	logo := p.shell("en").Logo
	if logo == nil || logo.Width != 48 || logo.Height != 32 || logo.Dark != "" || logo.Named ||
		!strings.HasPrefix(logo.Src, "/media/sign.") {
		t.Fatalf("the shell has %+v", logo)
	}
	for _, path := range []string{logo.Src, logo.Icon} {
		p.read(path)
		if _, err := os.Stat(filepath.Join(p.public("sands"), path)); err == nil {
			t.Errorf("%s is published for a deployment that does not show it", path)
		}
	}
	for _, source := range resized {
		if strings.Contains(source, "<svg") {
			t.Error("a drawing was resized")
		}
	}
	page := p.read("index.html")
	for _, want := range []string{`<link rel="icon" type="image/svg+xml" href="` + logo.Icon + `">`,
		`src="` + logo.Src + `" width="48" height="32" alt=""`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	contenttest.Write(t, p.options.Content, "media/sign.svg",
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 32"/>`)
	p.build()
	if now := p.shell("en").Logo; now.Src == logo.Src || now.Width != 96 {
		t.Errorf("another drawing is shown as %+v", now)
	}
}

func TestDeploymentHasOwnAndSharedRedirects(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	contenttest.Write(t, p.options.Content, "deployments/sands.yaml",
		supplierSite+"redirects: [{from: /deals, to: /faq, status: 308}]\n")
	contenttest.Replace(t, p.options.Content, shop, "pageSize: 12", "redirects: [{from: /deals, to: /blog}]")
	builds := map[string]string{}
	for _, d := range p.build().Deployments {
		builds[d.ID] = d.Build
	}
	for id, want := range map[string]payload.Redirect{"wayfare": {From: "/deals", To: "/blog", Status: 301},
		"sands": {From: "/deals", To: "/faq", Status: 308}} {
		var m payload.Manifest
		if err := json.Unmarshal([]byte(p.readOf(id, "builds/meta/"+builds[id]+".json")), &m); err != nil {
			t.Fatal(err)
		}
		own, shared := 0, 0
		for _, r := range m.Redirects {
			switch r.From {
			case "/deals":
				own++
				if r != want {
					t.Errorf("%s has %+v", id, r)
				}
			case "/offers":
				shared++
			}
		}
		if own != 1 || shared != 1 {
			t.Errorf("%s has %+v", id, m.Redirects)
		}
	}
}
