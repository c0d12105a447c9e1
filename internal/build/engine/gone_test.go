package engine_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"storefront/internal/build/engine"
	"storefront/internal/build/release"
	"storefront/internal/content/contenttest"
	"storefront/internal/core/payload"
)

func TestARenamedPageKeepsItsOldAddress(t *testing.T) {
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
			"and give its texts the slug old-town-walk: bookings know a product by its folder",
		"blog/choosing-camps/en.md:1:1: warning: /blog/camps was published before",
	} {
		if all := strings.Join(lines(warnings), "\n"); !strings.Contains(all, want) {
			t.Errorf("%s is not among %s", want, all)
		}
	}
	dry, err := engine.DryRun(t.Context(), p.options)
	if err != nil || !slices.Equal(lines(dry.Gone), lines(warnings)) || len(warnings) == 0 {
		t.Errorf("a dry run reports %q, %v; check %q", lines(dry.Gone), err, lines(warnings))
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
	if gone := lines(p.build().Gone); !slices.Equal(gone, lines(warnings)) {
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
	gone := lines(p.build().Gone)
	if len(gone) != 1 || !strings.Contains(gone[0], "/blog/choosing-camps was published") {
		t.Errorf("a build reports as gone: %q", gone)
	}
	contenttest.Replace(t, content, "products/dunes/product.yaml", "city: dubai", "weight: 1\ncity: dubai")
	if gone = lines(p.build().Gone); len(gone) > 0 {
		t.Errorf("the next build repeats what is gone: %q", gone)
	}
}

func TestANewPageIsNotTakenForTwoThatAreGone(t *testing.T) {
	content := contenttest.Copy(t)
	p := newProject(t, content)
	copyProduct := func(to string) {
		t.Helper()
		from := os.DirFS(filepath.Join(content, "products/walk"))
		if err := os.CopyFS(filepath.Join(content, "products", to), from); err != nil {
			t.Fatal(err)
		}
	}
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

func TestAStoryThatIsWithdrawnIsNotTakenForANewOne(t *testing.T) {
	content := contenttest.Copy(t)
	p := newProject(t, content)
	p.build()
	for _, language := range []string{"en", "ar"} {
		contenttest.Replace(t, content, "blog/camps/"+language+".md", "date:", "draft: true\ndate:")
	}
	contenttest.Write(t, content, "blog/rain/en.md", "---\ntitle: Rain in the wadi\ndate: 2026-10-02\n"+
		"description: How.\n---\nWet.\n")
	warnings, err := engine.Check(t.Context(), p.options)
	all := strings.Join(lines(warnings), "\n")
	if err != nil || strings.Contains(all, "if /blog/rain is") ||
		!strings.Contains(all, "redirects.yaml:1:1: warning: /blog/camps was published before") {
		t.Errorf("got %v, %s", err, all)
	}
}

func TestARenamedAuthorLeavesAnAddressBehind(t *testing.T) {
	content := contenttest.Copy(t)
	contenttest.Replace(t, content, "blog/camps/en.md", "date:", "author: Nadia\ndate:")
	p := newProject(t, content)
	p.build()
	contenttest.Replace(t, content, "blog/camps/en.md", "author: Nadia", "author: Nadia Berrada")
	warnings, err := engine.Check(t.Context(), p.options)
	want := "redirects.yaml:1:1: warning: /blog/author/nadia was published before, and nothing is there any more; " +
		"a line in redirects.yaml leads its visitors on, such as - {from: /blog/author/nadia, to: /}"
	if err != nil || len(warnings) != 1 || !strings.Contains(lines(warnings)[0], want) {
		t.Errorf("%q, %v", lines(warnings), err)
	}
}

func TestARenamedCityTakesItsProductsAddressesAlong(t *testing.T) {
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
	build, _, err := release.Live(root)
	if err != nil {
		t.Fatal(err)
	}
	manifest, err := release.ManifestOf(root, build)
	if err != nil {
		t.Fatal(err)
	}
	return manifest.Redirects
}

func TestABuildReplacesWhatIsPublishedAlsoWhereItsListIsDamaged(t *testing.T) {
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
