package redirect_test

import (
	"encoding/json"
	"errors"
	"net/url"
	"os"
	"strings"
	"testing"

	"storefront/internal/core/payload"
	"storefront/internal/core/redirect"
)

type vector struct {
	Name       string
	Deployment struct {
		Supplier      bool
		Locales       []string
		RedirectHosts []string
		Redirects     []payload.Redirect
	}
	Path string
	Want *struct {
		To      string
		Status  int
		Refused bool
	}
}

func (v vector) rules() *redirect.Rules {
	locales := v.Deployment.Locales
	if locales == nil {
		locales = []string{"en", "ar"}
	}
	return redirect.New(redirect.Config{
		Supplier: v.Deployment.Supplier, Locales: locales,
		Hosts: v.Deployment.RedirectHosts, Redirects: v.Deployment.Redirects,
	})
}

// vectors returns the test cases that the browser's rules are tested with too.
func vectors(t testing.TB) []vector {
	t.Helper()
	data, err := os.ReadFile("testdata/redirects.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []vector
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	if len(all) < 100 {
		t.Fatalf("the table has only %d vectors", len(all))
	}
	return all
}

func TestLookupMatchesTheVectorsSharedWithTheBrowser(t *testing.T) {
	for _, v := range vectors(t) {
		t.Run(v.Name, func(t *testing.T) {
			got, err := v.rules().Lookup(v.Path)
			switch {
			case v.Want != nil && v.Want.Refused:
				if !errors.Is(err, redirect.ErrRefused) {
					t.Errorf("Lookup(%q) = %v, %v; want it refused", v.Path, got, err)
				}
			case err != nil:
				t.Errorf("Lookup(%q): %v", v.Path, err)
			case v.Want == nil && got != nil:
				t.Errorf("Lookup(%q) = %v; want nothing", v.Path, *got)
			case v.Want != nil && (got == nil || got.To != v.Want.To || got.Status != v.Want.Status):
				t.Errorf("Lookup(%q) = %v; want %v", v.Path, got, *v.Want)
			}
		})
	}
}

func TestResolveFollowsChainsAndStopsAtPagesAndLoops(t *testing.T) {
	rules := redirect.New(redirect.Config{Locales: []string{"en", "ar"}, Redirects: []payload.Redirect{
		{From: "/a", To: "/b", Status: 301},
		{From: "/b", To: "/c", Status: 301},
		{From: "/c", To: "/a", Status: 301},
		{From: "/into", To: "/a", Status: 301},
		{From: "/page", To: "/a", Status: 301},
		{From: "/to-page", To: "/page", Status: 308},
	}})
	exists := func(path string) bool { return path == "/page" }
	for _, test := range []struct{ name, path, want string }{
		{"a loop resolves to nothing", "/a", ""},
		{"a loop in Arabic resolves to nothing", "/ar/b", ""},
		{"a path into a loop resolves to nothing", "/into", ""},
		{"a chain ends at the first page", "/to-page", "/page"},
		{"a path with a language and a slash resolves to its page", "/fr/page/", "/page"},
		{"a target without a page is returned", "/dubai/sunset", "/things-to-do-in-dubai/sunset"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := rules.Resolve(test.path, exists)
			if err != nil {
				t.Fatal(err)
			}
			if test.want == "" && got != nil || test.want != "" && (got == nil || got.To != test.want) {
				t.Errorf("Resolve(%q) = %v, want %q", test.path, got, test.want)
			}
		})
	}
}

// FuzzLookup checks that no redirect leaves the site unless its host is allowed, for any requested path and any
// target that an editor wrote.
func FuzzLookup(f *testing.F) {
	for _, v := range vectors(f) {
		to := "/faq"
		if len(v.Deployment.Redirects) > 0 {
			to = v.Deployment.Redirects[0].To
		}
		f.Add(v.Path, to, v.Deployment.Supplier)
	}
	f.Add("/%2f%2fevil.example", "/%5cevil.example", false)
	f.Add("/fr/%2F/evil.example/", "https:/evil.example", true)
	site, err := url.Parse("https://site.example/here")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, path, to string, supplier bool) {
		rules := redirect.New(redirect.Config{
			Supplier: supplier, Locales: []string{"en", "ar"}, Hosts: []string{"press.wayfare.example"},
			Redirects: []payload.Redirect{{From: "/offers", To: to, Status: 301}},
		})
		for _, requested := range []string{path, "/offers", "/ar/offers"} {
			target, err := rules.Lookup(requested)
			if err != nil || target == nil {
				continue
			}
			if redirect.IsDangerous(target.To) {
				t.Fatalf("Lookup(%q) = %q has a control character or a backslash", requested, target.To)
			}
			if !target.External && (!strings.HasPrefix(target.To, "/") || strings.HasPrefix(target.To, "//")) {
				t.Fatalf("Lookup(%q) = %q is no path", requested, target.To)
			}
			u, err := site.Parse(target.To)
			if err != nil {
				continue // a browser shows it as a broken path of this site: it begins with one slash
			}
			if u.Host != site.Host && u.Host != "press.wayfare.example" {
				t.Fatalf("Lookup(%q) = %q leads to %q", requested, target.To, u.Host)
			}
			if target.To == requested {
				t.Fatalf("Lookup(%q) leads to itself", requested)
			}
		}
	})
}
