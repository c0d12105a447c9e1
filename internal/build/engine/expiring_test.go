package engine_test

import (
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
	"storefront/internal/content/diag"
)

// The content of tests is read on 20 November 2026.
func TestLinkToAScheduledOrExpiringPostIsAWarning(t *testing.T) {
	for name, c := range map[string]struct{ dates, warning, at string }{
		"a link to a scheduled post": {"date: 2026-12-01",
			"/blog/fires appears on 1 December 2026; until then this link is plain text",
			"blog/camps/en.md:10:16"},
		"a link to an expired post": {"date: 2026-10-01\nexpiryDate: 2026-11-20",
			"/blog/fires expired on 20 November 2026; this link is plain text", "blog/camps/en.md:10:16"},
		"a link to a post that expires soon": {"date: 2026-10-01\nexpiryDate: 2026-11-24",
			"on 24 November 2026 the story expires, and the links to it become plain text (1): ",
			"blog/fires/en.md:4:13"},
		"a link to a post that expires next year": {"date: 2026-10-01\nexpiryDate: 2027-11-24", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			root := contenttest.Copy(t)
			for _, language := range []string{"en", "ar"} {
				contenttest.Write(t, root, "blog/fires/"+language+".md",
					"---\ntitle: Fires\n"+c.dates+"\ndescription: How.\n---\nText.\n")
			}
			contenttest.Replace(t, root, "blog/camps/en.md", "Ask [us]", "Ask on [fires](/blog/fires) [us]")
			found, errs := check(t, root)
			if len(errs) > 0 {
				t.Fatalf("mistakes: %v", errs)
			}
			p := newProject(t, root)
			report := p.build()
			if c.warning == "" {
				if len(found)+len(report.Warnings) > 0 {
					t.Errorf("warnings: %v, %v", found, report.Warnings)
				}
				return
			}
			for of, warnings := range map[string][]string{"check": lines(found), "build": lines(report.Warnings)} {
				if all := strings.Join(warnings, "\n"); len(warnings) != 1 || !strings.Contains(all, c.warning) ||
					!strings.Contains(all, c.at) {
					t.Errorf("%s: %s, want %s at %s", of, all, c.warning, c.at)
				}
			}
		})
	}
}

func lines(all []diag.Diagnostic) (out []string) {
	for _, d := range all {
		out = append(out, d.String())
	}
	return out
}

func TestMenuOmitsAnExpiredPost(t *testing.T) {
	root := contenttest.Copy(t)
	contenttest.Replace(t, root, shop, "pageSize: 12", "pageSize: 12\nmenu: [{to: /blog/fires}, {to: /faq}]")
	for _, language := range []string{"en", "ar"} {
		contenttest.Write(t, root, "blog/fires/"+language+".md",
			"---\ntitle: Fires\ndate: 2026-10-01\nexpiryDate: 2026-11-20\ndescription: How.\n---\nText.\n")
	}
	if warnings, errs := check(t, root); len(warnings)+len(errs) > 0 {
		t.Errorf("got %v and %v", warnings, errs)
	}
	p := newProject(t, root)
	p.build()
	if home := p.read("index.html"); strings.Contains(home, "/blog/fires") {
		t.Error("the menu links to the post")
	}
}
