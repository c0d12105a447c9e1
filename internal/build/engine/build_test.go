package engine_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"storefront/internal/build/engine"
	"storefront/internal/build/release"
	"storefront/internal/content/contenttest"
	"storefront/internal/core/payload"
)

// siteBundle returns the folder of the real site bundle: these tests render pages with React.
func siteBundle(t testing.TB) string {
	t.Helper()
	dir, err := filepath.Abs("../../../site/dist")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "bundle.json")); err != nil {
		t.Fatal("the site bundle is missing: make it with npm run build")
	}
	return dir
}

type project struct {
	testing.TB
	options engine.Options
}

func newProject(t testing.TB, content string) *project {
	return &project{t, engine.Options{
		Content: content, Builds: filepath.Join(t.TempDir(), "builds"), Site: siteBundle(t),
		AsOf: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC),
	}}
}

// build builds, and fails the test unless all deployments are published.
func (p *project) build() *engine.Report {
	p.Helper()
	report := p.buildAllowingFailures()
	for _, f := range report.Failed {
		p.Fatal(f.ID, f.Err)
	}
	return report
}

// buildAllowingFailures builds; deployments may fail.
func (p *project) buildAllowingFailures() *engine.Report {
	p.Helper()
	report, err := engine.Build(p.Context(), p.options)
	if err != nil {
		var invalid *engine.InvalidContentError
		if errors.As(err, &invalid) {
			p.Fatal(err, invalid.Diagnostics)
		}
		p.Fatal(err)
	}
	return report
}

func (p *project) public(deployment string) string {
	return filepath.Join(p.options.Builds, "public", deployment)
}

func (p *project) read(rel string) string {
	p.Helper()
	data, err := os.ReadFile(filepath.Join(p.public("wayfare"), rel))
	if err != nil {
		p.Fatal(err)
	}
	return string(data)
}

// files are the contents of a tree by path.
func files(t testing.TB, root string) map[string][]byte {
	t.Helper()
	root, err := filepath.EvalSymlinks(root)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]byte{}
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		all[rel], err = os.ReadFile(path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func mustEqual(t testing.TB, a, b map[string][]byte) {
	t.Helper()
	for path := range a {
		if !bytes.Equal(a[path], b[path]) {
			t.Errorf("%s differs", path)
		}
	}
	for path := range b {
		if _, ok := a[path]; !ok {
			t.Errorf("%s is only in the second", path)
		}
	}
}

func TestEqualInputsGiveEqualBuildIDsAndFiles(t *testing.T) {
	one, two := newProject(t, contenttest.Copy(t)), newProject(t, contenttest.Copy(t))
	a, b := one.build(), two.build()
	if a.Deployments[0].Build != b.Deployments[0].Build {
		t.Errorf("ids %s and %s", a.Deployments[0].Build, b.Deployments[0].Build)
	}
	mustEqual(t, files(t, one.public("wayfare")), files(t, two.public("wayfare")))
}

func TestNodeFromPathWritesTheSameFilesAsFromPackages(t *testing.T) {
	one, two := newProject(t, contenttest.Copy(t)), newProject(t, contenttest.Copy(t))
	two.options.Site = t.TempDir() // no package is installed above it
	if err := os.CopyFS(two.options.Site, os.DirFS(one.options.Site)); err != nil {
		t.Fatal(err)
	}
	one.build()
	two.build()
	mustEqual(t, files(t, one.public("wayfare")), files(t, two.public("wayfare")))
}

func TestIncrementalBuildEqualsCleanBuild(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	p.build()
	edits := []func(){
		func() { contenttest.Replace(t, p.options.Content, "products/dunes/en.md", "See also", "Read on:") },
		func() {
			contenttest.Replace(t, p.options.Content, "blog/camps/en.md", "date: 2026-10-01",
				"date: 2026-10-01\nlastmod: 2026-10-02")
			contenttest.Replace(t, p.options.Content, "products/walk/ar.md", "جولة المدينة القديمة", "جولة")
		},
		func() {
			contenttest.Replace(t, p.options.Content, "cities/dubai/en.md", "title: Dubai", "title: Old Dubai")
		},
		func() { contenttest.Write(t, p.options.Content, "redirects.yaml", "- {from: /deals, to: /faq}\n") },
	}
	for i, edit := range edits {
		edit()
		p.build()
		clean := newProject(t, p.options.Content)
		clean.build()
		got, want := files(t, p.public("wayfare")), files(t, clean.public("wayfare"))
		for path := range got { // earlier manifests stay beside the new one
			if strings.HasPrefix(path, "builds/meta/") && want[path] == nil {
				delete(got, path)
			}
		}
		t.Logf("edit %d", i)
		mustEqual(t, got, want)
	}
}

func TestBuildWithoutChangesIsUnchanged(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	first := p.build()
	again := p.build()
	if !again.Unchanged || again.Deployments[0].Build != first.Deployments[0].Build {
		t.Errorf("got %+v", again)
	}
}

func TestEditRendersOnlyThePagesThatShowIt(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	p.build()
	contenttest.Replace(t, p.options.Content, "products/dunes/en.md", "See also", "Read on:")
	if r := p.build(); r.Deployments[0].Rendered != 1 || r.Read != 1 {
		t.Errorf("a changed overview rendered %d pages and read %d", r.Deployments[0].Rendered, r.Read)
	}
	if !strings.Contains(p.read("things-to-do-in-dubai/dunes/index.html"), "Read on:") {
		t.Error("the new text is not on the page")
	}
	contenttest.Replace(t, p.options.Content, "products/dunes/en.md", "title: Sunset dunes", "title: Dunes at dusk")
	r := p.build()
	shown := 0
	for path, data := range files(t, p.public("wayfare")) {
		if strings.HasSuffix(path, "index.html") && bytes.Contains(data, []byte("Dunes at dusk")) {
			shown++
		}
	}
	// the product's own page, home, three listings, the other product, the story, the unavailable page
	if r.Deployments[0].Rendered != shown || shown != 8 {
		t.Errorf("a changed title rendered %d pages; %d show it", r.Deployments[0].Rendered, shown)
	}
}

func TestRemovedContentRemovesItsPagesAndKeepsAssets(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	p.build()
	contenttest.Write(t, p.options.Content, "media/dunes.png", picture)
	contenttest.Remove(t, p.options.Content, "products/walk")
	contenttest.Replace(t, p.options.Content, "products/dunes/en.md", "[the walk](product:walk)", "the rest")
	contenttest.Replace(t, p.options.Content, "products/dunes/ar.md", "[الجولة](product:walk)", "الجولة")
	p.build()
	for _, gone := range []string{"things-to-do-in-dubai/walk", "ar/things-to-do-in-dubai/walk"} {
		if _, err := os.Stat(filepath.Join(p.public("wayfare"), gone)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s is still there", gone)
		}
	}
	pictures, _ := filepath.Glob(filepath.Join(p.public("wayfare"), "media", "dunes.*.png"))
	if len(pictures) != 2 {
		t.Errorf("the earlier picture is not beside the new one: %v", pictures)
	}
}

// picture is a PNG of one transparent pixel.
const picture = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89\x00\x00\x00\rIDATx\x9cc\xf8\xcf\xc0\xf0\x1f\x00\x05\x00\x01\xff\x89\x99=\x1d\x00\x00\x00\x00IEND\xaeB`\x82"

func TestEveryPageHasAPayloadInItsLanguage(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	p.build()
	n := 0
	for path, data := range files(t, p.public("wayfare")) {
		if !strings.HasSuffix(path, "index.html") {
			continue
		}
		n++
		var payload struct{ Kind, Locale, Path string }
		if err := json.Unmarshal([]byte(p.read(filepath.Join(filepath.Dir(path), "_payload.json"))),
			&payload); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		dir := map[string]string{"en": "ltr", "ar": "rtl"}[payload.Locale]
		if payload.Kind == "" || !bytes.Contains(data, []byte(`dir="`+dir+`"`)) {
			t.Errorf("%s: kind %q, language %q", path, payload.Kind, payload.Locale)
		}
	}
	if n != 44 {
		t.Errorf("%d pages", n)
	}
}

func TestFileListContainsEveryFileWithItsSize(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	build := p.build().Deployments[0].Build
	var list struct {
		Files []struct {
			Path, Hash string
			Size       int
		}
	}
	if err := json.Unmarshal([]byte(p.read("builds/meta/"+build+".files.json")), &list); err != nil {
		t.Fatal(err)
	}
	listed := map[string]int{}
	for _, f := range list.Files {
		listed[f.Path] = f.Size
	}
	for path, data := range files(t, p.public("wayfare")) {
		if size, ok := listed[path]; !strings.HasPrefix(path, "builds/") && (!ok || size != len(data)) {
			t.Errorf("%s is listed with %d bytes, has %d", path, size, len(data))
		}
	}
}

func TestBuildIsRefusedWhileAnotherHoldsTheFolder(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	unlock, err := release.Folder(p.options.Builds).Lock()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := engine.Build(t.Context(), p.options); !errors.Is(err, release.ErrBusy) {
		t.Errorf("got %v", err)
	}
	unlock()
	p.build()
}

func TestCleanBuildKeepsTheCacheOfARunningBuild(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	p.build()
	unlock, err := release.Folder(p.options.Builds).Lock()
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	cache := filepath.Join(p.options.Builds, "cache")
	before := files(t, cache)
	p.options.Clean = true
	if _, err := engine.Build(t.Context(), p.options); !errors.Is(err, release.ErrBusy) {
		t.Errorf("got %v", err)
	}
	mustEqual(t, before, files(t, cache))
}

const supplierSite = `hosts: [sands.localhost]
baseUrl: https://www.sands.example
name: {en: Sands, ar: رمال}
layoutType: supplier-classic
supplier: true
languages: [ar, en]
currencies: [AED]
sells: {products: [dunes]}
contact: {email: hello@sands.example, phone: +971 4 555 0199, address: {en: Creek Road, ar: طريق الخور}}
`

func TestDeploymentHasItsOwnURLsAndDropsLinksToUnsoldProducts(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	contenttest.Write(t, p.options.Content, "deployments/sands.yaml", supplierSite)
	p.build()
	market := p.read("things-to-do-in-dubai/dunes/index.html")
	for _, want := range []string{`<a href="/things-to-do-in-dubai/walk">the walk</a>`,
		`<a href="/things-to-do-in-dubai">all of Dubai</a>`} {
		if !strings.Contains(market, want) {
			t.Errorf("the marketplace's page lacks %s", want)
		}
	}
	data, err := os.ReadFile(filepath.Join(p.public("sands"), "en/experiences/dunes/index.html"))
	if err != nil {
		t.Fatal(err)
	}
	own := string(data)
	if strings.Contains(own, "/walk") || !strings.Contains(own, "See also the walk and") {
		t.Error("a link to an unsold product is not plain text")
	}
	if !strings.Contains(own, `<a href="/en/things-to-do-in-dubai">all of Dubai</a>`) {
		t.Error("a link does not have the deployment's prefix of the page's language")
	}
	if _, err := os.Stat(filepath.Join(p.public("sands"), "experiences/walk")); err == nil {
		t.Error("a product that is not sold here has a page")
	}
}

func TestServerFilesHaveTheContactOfEachDeployment(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	contenttest.Write(t, p.options.Content, "deployments/sands.yaml", supplierSite+"taxNumber: \"0034\"\n")
	p.build()
	data, err := os.ReadFile(filepath.Join(p.options.Builds, "meta/deployments.json"))
	if err != nil {
		t.Fatal(err)
	}
	var all []payload.Deployment
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	want := payload.DeploymentContact{
		Email: "hello@sands.example", Phone: "+971 4 555 0199",
		Address: map[string]string{"en": "Creek Road", "ar": "طريق الخور"}, TaxNumber: "0034",
	}
	for _, d := range all {
		if d.ID == "sands" && d.BaseURL == "https://www.sands.example" && reflect.DeepEqual(d.Contact, want) {
			return
		}
	}
	t.Errorf("%s", data)
}

func TestProductPagesListRelatedProducts(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	p.build()
	for _, pair := range [][2]string{{"dunes", "walk"}, {"walk", "dunes"}} {
		var page struct{ Related []struct{ Slug string } }
		if err := json.Unmarshal([]byte(p.read("things-to-do-in-dubai/"+pair[0]+"/_payload.json")), &page); err != nil {
			t.Fatal(err)
		}
		if len(page.Related) != 1 || page.Related[0].Slug != pair[1] {
			t.Errorf("%s has the related products %+v", pair[0], page.Related)
		}
	}
}

func TestBuildReportsProgressOfReadingAndRendering(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	var mu sync.Mutex
	ends := map[string]bool{}
	p.options.Progress = func(step string, done, total int) {
		mu.Lock()
		defer mu.Unlock()
		if done > total {
			t.Errorf("%d of %d %s", done, total, step)
		}
		ends[step] = ends[step] || done == total
	}
	for _, steps := range [][]string{{"products read", "posts read", "pages"}, {"products read", "posts read"}} {
		clear(ends)
		if len(steps) == 3 {
			p.build()
		} else {
			p.options.Clean = true
			p.dryRun()
		}
		for _, step := range steps {
			if !ends[step] {
				t.Errorf("%q is never complete: %v", step, ends)
			}
		}
	}
}

func TestSupplierContactsAreInServerFilesOnly(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	supplier := "name: {en: Sands, ar: رمال}\nconfirmation: instant\nphone: \"+971 4 555 0177\"\n"
	readSuppliers := func() string {
		p.build()
		data, err := os.ReadFile(filepath.Join(p.options.Builds, "meta/suppliers.json"))
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(strings.Fields(string(data)), " ")
	}
	contenttest.Write(t, p.options.Content, "suppliers/sands.yaml", supplier+"email: a@sands.example\n")
	if got := readSuppliers(); !strings.Contains(got, `"email": "a@sands.example", "phone": "+971 4 555 0177", `+
		`"language": "en", "notify": [ "new", "changed", "cancelled", "day" ]`) {
		t.Errorf("%s", got)
	}
	// A changed address changes no page, but it is published for the server.
	contenttest.Write(t, p.options.Content, "suppliers/sands.yaml", supplier+"email: b@sands.example\nnotify: [day]\n")
	if got := readSuppliers(); !strings.Contains(got, `"email": "b@sands.example"`) {
		t.Errorf("%s", got)
	}
	root, err := filepath.EvalSymlinks(p.public("wayfare"))
	if err != nil {
		t.Fatal(err)
	}
	files := 0
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		files++
		data, err := os.ReadFile(path)
		if err == nil && (strings.Contains(string(data), "b@sands.example") || strings.Contains(string(data),
			"555 0177")) {
			t.Errorf("%s has the supplier's address", path)
		}
		return err
	})
	if err != nil || files == 0 {
		t.Fatal(files, err)
	}
}
