package engine_test

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"storefront/internal/build/engine"
	"storefront/internal/build/release"
	"storefront/internal/content/contenttest"
	"storefront/internal/core/payload"
)

func TestRenamedPageIsReportedUntilItHasAnAlias(t *testing.T) {
	content := contenttest.Copy(t)
	p := newProject(t, content)
	p.build()
	rename := func(from, to string) {
		t.Helper()
		if err := os.Rename(filepath.Join(content, from), filepath.Join(content, to)); err != nil {
			t.Fatal(err)
		}
	}
	rename("products/walk", "products/old-town-walk")
	rename("blog/camps", "blog/choosing-camps")
	for _, language := range []string{"en", "ar"} {
		contenttest.Replace(t, content, "products/dunes/"+language+".md", "product:walk", "product:old-town-walk")
	}
	warnings, err := engine.Check(t.Context(), p.options)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"products/old-town-walk/product.yaml:1:1: warning: /things-to-do-in-dubai/walk was published before",
		"give it aliases: [/things-to-do-in-dubai/walk], or, if it is booked, name its folder products/walk again " +
			"and give its texts the slug old-town-walk: bookings belong to a folder",
		"blog/choosing-camps/en.md:1:1: warning: /blog/camps was published before",
	} {
		if all := strings.Join(lines(warnings), "\n"); !strings.Contains(all, want) {
			t.Errorf("%s is not among %s", want, all)
		}
	}
	dry, err := engine.DryRun(t.Context(), p.options)
	if err != nil || !slices.Equal(lines(dry.RemovedPages), lines(warnings)) || len(warnings) == 0 {
		t.Errorf("a dry run reports %q, %v; check %q", lines(dry.RemovedPages), err, lines(warnings))
	}
	contenttest.Replace(t, content, "products/old-town-walk/product.yaml", "city: dubai",
		"aliases: [/things-to-do-in-dubai/walk]\ncity: dubai")
	contenttest.Replace(t, content, "blog/choosing-camps/en.md", "aliases: [", "aliases: [/blog/camps, ")
	warnings, err = engine.Check(t.Context(), p.options)
	want := "products/old-town-walk/product.yaml:1:1: warning: /things-to-do-in-dubai/walk leads here now; if " +
		"products/walk is this product and is booked, name its folder products/walk again"
	if err != nil || len(warnings) != 1 || !strings.Contains(lines(warnings)[0], want) {
		t.Errorf("warnings: %q, %v", lines(warnings), err)
	}
	if gone := lines(p.build().RemovedPages); !slices.Equal(gone, lines(warnings)) {
		t.Errorf("the build reports %q, the check %q", gone, lines(warnings))
	}
	for from, to := range map[string]string{
		"/things-to-do-in-dubai/walk": "/things-to-do-in-dubai/old-town-walk", "/blog/camps": "/blog/choosing-camps",
	} {
		if !slices.Contains(redirectsOf(t, p), payload.Redirect{From: from, To: to, Status: 301}) {
			t.Errorf("%s does not lead to %s: %v", from, to, redirectsOf(t, p))
		}
	}
	rename("blog/choosing-camps", "blog/all-camps")
	gone := lines(p.build().RemovedPages)
	if len(gone) != 1 || !strings.Contains(gone[0], "/blog/choosing-camps was published") {
		t.Errorf("the build reports the removed pages %q", gone)
	}
	contenttest.Replace(t, content, "products/dunes/product.yaml", "city: dubai", "weight: 1\ncity: dubai")
	if gone = lines(p.build().RemovedPages); len(gone) > 0 {
		t.Errorf("the next build repeats the removed pages: %q", gone)
	}
}

func TestRemovedPageOfSeveralDeploymentsIsReportedOnce(t *testing.T) {
	content := contenttest.Copy(t)
	data, err := os.ReadFile(filepath.Join(content, "deployments/wayfare.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	second := strings.NewReplacer("wayfare.localhost", "second.localhost", "www.wayfare.example", "www.second.example")
	contenttest.Write(t, content, "deployments/second.yaml", second.Replace(string(data)))
	p := newProject(t, content)
	p.build()
	if err := os.Rename(filepath.Join(content, "blog/camps"), filepath.Join(content, "blog/tents")); err != nil {
		t.Fatal(err)
	}
	warnings, err := engine.Check(t.Context(), p.options)
	if err != nil || len(warnings) != 1 || !strings.Contains(lines(warnings)[0], "/blog/camps was published before") {
		t.Errorf("the check reports %q, %v", lines(warnings), err)
	}
}

func TestRenamedProductFolderWithTheSameSlugIsAWarning(t *testing.T) {
	content := contenttest.Copy(t)
	contenttest.Replace(t, content, "products/walk/en.md", "place:", "slug: lanes\nplace:")
	p := newProject(t, content)
	p.build()
	from, to := filepath.Join(content, "products/walk"), filepath.Join(content, "products/old-town-walk")
	if err := os.Rename(from, to); err != nil {
		t.Fatal(err)
	}
	for _, language := range []string{"en", "ar"} {
		contenttest.Replace(t, content, "products/dunes/"+language+".md", "product:walk", "product:old-town-walk")
	}
	warnings, err := engine.Check(t.Context(), p.options)
	want := "/things-to-do-in-dubai/lanes leads here now; if products/walk is this product and is booked, " +
		"name its folder products/walk again"
	if all := strings.Join(lines(warnings), "\n"); err != nil || !strings.Contains(all, want) {
		t.Errorf("%q is not in %s, %v", want, all, err)
	}
}

func TestNewPageIsNotSuggestedForTwoRemovedPages(t *testing.T) {
	content := contenttest.Copy(t)
	p := newProject(t, content)
	copyProduct := func(to string) { copyFolder(t, content, "products/walk", "products/"+to) }
	copyProduct("harbour")
	copyProduct("lamps")
	p.build()
	copyProduct("quay")
	for _, former := range []string{"harbour", "lamps"} {
		if err := os.RemoveAll(filepath.Join(content, "products", former)); err != nil {
			t.Fatal(err)
		}
	}
	warnings, err := engine.Check(t.Context(), p.options)
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Join(lines(warnings), "\n")
	if strings.Contains(all, "aliases: [") || strings.Count(all, "was published before") != 2 {
		t.Errorf("got %s", all)
	}
}

func TestWithdrawnPageIsNotReportedAsRenamed(t *testing.T) {
	const walk = "/things-to-do-in-dubai/walk"
	for _, x := range []struct {
		name, folder, added string // the withdrawn page and a new one
		gone                string // the path of the withdrawn page
		slug                string // the slug of the withdrawn page in English
		renamed             string // the folder of a page that is renamed to the new one
	}{
		{"a post", "blog/camps", "blog/rain", "/blog/camps", "", ""},
		{"a post with a slug", "blog/camps", "blog/rain", "/blog/tents", "slug: tents\n", ""},
		{"a page of prose", "pages/guides", "pages/team", "/guides", "", ""},
		{"a product", "products/walk", "products/stroll", walk, "", ""},
		{"a product beside a renamed product", "products/walk", "products/stroll", walk, "", "products/lamps"},
	} {
		t.Run(x.name, func(t *testing.T) {
			content := contenttest.Copy(t)
			contenttest.Replace(t, content, "products/dunes/en.md", "[the walk](product:walk)", "-")
			contenttest.Replace(t, content, "products/dunes/ar.md", "[الجولة](product:walk)", "-")
			contenttest.Replace(t, content, "blog/camps/en.md", "aliases: [/stories/camps]\n", x.slug)
			copyFolder(t, content, "pages/about", "pages/guides")
			if x.renamed != "" {
				copyFolder(t, content, x.folder, x.renamed)
			}
			p := newProject(t, content)
			p.build()
			copyFolder(t, content, x.folder, x.added)
			if x.slug != "" {
				contenttest.Replace(t, content, x.added+"/en.md", x.slug, "")
			}
			if x.renamed != "" {
				contenttest.Remove(t, content, x.renamed)
			}
			withdraw(t, content, x.folder)
			warnings, err := engine.Check(t.Context(), p.options)
			all := strings.Join(lines(warnings), "\n")
			if err != nil || !strings.Contains(all, "redirects.yaml:1:1: warning: "+x.gone+" was published before") ||
				!strings.Contains(all, "{from: "+x.gone+", to: "+path.Dir(x.gone)+"}") ||
				strings.Contains(all, "aliases: ["+x.gone+"]") {
				t.Errorf("got %v, %s", err, all)
			}
			other := "aliases: [" + strings.Replace(walk, "walk", path.Base(x.renamed), 1) + "]"
			if x.renamed != "" && !strings.Contains(all, other) {
				t.Errorf("%s is not among %s", other, all)
			}
		})
	}
}

func copyFolder(t *testing.T, content, from, to string) {
	t.Helper()
	if err := os.CopyFS(filepath.Join(content, to), os.DirFS(filepath.Join(content, from))); err != nil {
		t.Fatal(err)
	}
}

// withdraw makes a product, or a page in each of its languages, a draft.
func withdraw(t *testing.T, content, folder string) {
	t.Helper()
	if strings.HasPrefix(folder, "products/") {
		contenttest.Replace(t, content, folder+"/product.yaml", "city: dubai", "draft: true\ncity: dubai")
		return
	}
	for _, language := range []string{"en", "ar"} {
		contenttest.Replace(t, content, folder+"/"+language+".md", "\ntitle:", "\ndraft: true\ntitle:")
	}
}

func TestRenamedAuthorIsReportedAsARemovedPage(t *testing.T) {
	content := contenttest.Copy(t)
	contenttest.Replace(t, content, "blog/camps/en.md", "date:", "author: Nadia\ndate:")
	p := newProject(t, content)
	p.build()
	contenttest.Replace(t, content, "blog/camps/en.md", "author: Nadia", "author: Nadia Berrada")
	warnings, err := engine.Check(t.Context(), p.options)
	want := "redirects.yaml:1:1: warning: /blog/author/nadia was published before, and nothing is there any more; " +
		"a line in redirects.yaml leads its visitors on, such as - {from: /blog/author/nadia, to: /blog}"
	if err != nil || len(warnings) != 1 || !strings.Contains(lines(warnings)[0], want) {
		t.Errorf("%q, %v", lines(warnings), err)
	}
}

func TestAliasOfACityRedirectsItsProductsToo(t *testing.T) {
	content := contenttest.Copy(t)
	p := newProject(t, content)
	if err := os.Rename(filepath.Join(content, "cities/dubai"), filepath.Join(content, "cities/dubay")); err != nil {
		t.Fatal(err)
	}
	for _, product := range []string{"dunes", "walk"} {
		contenttest.Replace(t, content, "products/"+product+"/product.yaml", "city: dubai", "city: dubay")
	}
	contenttest.Replace(t, content, "products/dunes/en.md", "things-to-do-in-dubai", "things-to-do-in-dubay")
	contenttest.Replace(t, content, "cities/dubay/city.yaml", "timeZone:",
		"aliases: [/things-to-do-in-dubai]\ntimeZone:")
	p.build()
	for from, to := range map[string]string{
		"/things-to-do-in-dubai":       "/things-to-do-in-dubay",
		"/things-to-do-in-dubai/dunes": "/things-to-do-in-dubay/dunes",
	} {
		if !slices.Contains(redirectsOf(t, p), payload.Redirect{From: from, To: to, Status: 301}) {
			t.Errorf("%s does not lead to %s: %v", from, to, redirectsOf(t, p))
		}
	}
}

func redirectsOf(t *testing.T, p *project) []payload.Redirect {
	t.Helper()
	root := filepath.Join(p.options.Builds, "public", "wayfare")
	build, _, err := release.ReadTree(root)
	if err != nil {
		t.Fatal(err)
	}
	manifest, err := release.ReadManifest(root, build)
	if err != nil {
		t.Fatal(err)
	}
	return manifest.Redirects
}

func TestBuildReplacesALiveBuildWithADamagedFileList(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	want := p.build().Deployments[0].Build
	list := filepath.Join(p.public("wayfare"), filepath.FromSlash(release.ListFile(want)))
	if err := os.WriteFile(list, []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(p.options.Builds, "cache")); err != nil {
		t.Fatal(err)
	}
	if got := p.build().Deployments[0].Build; got != want {
		t.Errorf("build %s, want %s", got, want)
	}
}
