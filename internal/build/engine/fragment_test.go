package engine_test

import (
	"slices"
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
)

// fragments are links to parts of pages, at line 5 of pages/about/en.md unless an edit says otherwise, and what check
// reports of them.
var fragments = []struct {
	name  string
	edits []mistake
	want  []string
}{
	{"links to a text page", []mistake{
		{file: "pages/about/en.md", old: "We are few.", new: "## Team\n\nWe are few. [a](#team) [b](#gone)"},
		{file: "blog/camps/en.md", old: "[us](/contact-us)", new: "[us](/about#team) [b](/about/#gone) [c](/about#)"},
		{file: "products/walk/en.md", old: "Through the lanes.", new: "[a](/about#team) [b](/about#gone)"},
		{file: "faq/pay/en.md", old: "By card.", new: "[a](/ar/about#team) [b](/about#gone)"},
	}, []string{
		"blog/camps/en.md:10:27: warning: a dead link: /about/ has no heading #gone",
		"faq/pay/en.md:4:5: warning: a dead link: /ar/about has no heading #team",
		"faq/pay/en.md:4:25: warning: a dead link: /about has no heading #gone",
		"pages/about/en.md:7:28: warning: a dead link: this text has no heading #gone",
		"products/walk/en.md:8:22: warning: a dead link: /about has no heading #gone",
	}},
	{"links to a product", []mistake{
		{file: "products/walk/en.md", old: "Through the lanes.", new: "## Lanes\n\n[a](#lanes) [b](#options) " +
			"[c](#gone)"},
		{file: "pages/about/en.md", old: "We are few.", new: "[a](product:walk#lanes) [b](product:walk#reviews) " +
			"[c](product:walk#gone) [d](/things-to-do-in-dubai/walk#lanes) [e](/things-to-do-in-dubai/walk#gone)"},
	}, []string{
		"pages/about/en.md:5:55: warning: a dead link: product:walk has no heading #gone",
		"pages/about/en.md:5:117: warning: a dead link: /things-to-do-in-dubai/walk has no heading #gone",
		"products/walk/en.md:10:31: warning: a dead link: this text has no heading #gone",
	}},
	{"links to the FAQ", []mistake{
		{file: "faq/pay/en.md", old: "By card.", new: "## Cards\n\n[a](#pay) [b](#topic-payment) [c](#cards) " +
			"[d](#gone)"},
		{file: "pages/about/en.md", old: "We are few.", new: "[a](/faq#pay) [b](/faq#topic-payment) [c](/faq#cards) " +
			"[d](/faq#gone)"},
	}, []string{
		"faq/pay/en.md:6:47: warning: a dead link: this text has no heading #gone",
		"pages/about/en.md:5:59: warning: a dead link: /faq has no heading #gone",
	}},
	{"links to a question missing in one language", []mistake{{file: "faq/pay/ar.md"},
		{file: shop, old: "languages: [en, ar]", new: "languages: [en, ar]\nuntranslated: omit"},
		{file: "pages/about/en.md", old: "We are few.", new: "[a](/faq#pay)"},
		{file: "pages/about/ar.md", old: "نحن قلة.", new: "[a](/faq#pay)"},
	}, []string{"pages/about/ar.md:5:5: warning: a dead link: /faq has no heading #pay"}},
	{"links to a city, a category and lists", []mistake{
		{file: "cities/dubai/en.md", old: "What there is to do.", new: "## Old town\n\n[a](#old-town) [b](#gone)"},
		{file: "pages/about/en.md", old: "We are few.", new: "[a](/things-to-do-in-dubai#old-town) " +
			"[b](/things-to-do-in-dubai#gone) [c](/desert#gone) [d](/blog#gone) [e](/things-to-do#gone)"},
	}, []string{
		"cities/dubai/en.md:7:20: warning: a dead link: this text has no heading #gone",
		"pages/about/en.md:5:42: warning: a dead link: /things-to-do-in-dubai has no heading #gone",
		"pages/about/en.md:5:75: warning: a dead link: /desert has no heading #gone",
		"pages/about/en.md:5:93: warning: a dead link: /blog has no heading #gone",
		"pages/about/en.md:5:109: warning: a dead link: /things-to-do has no heading #gone",
	}},
	{"links to pages with fixed fragments", []mistake{
		{file: "pages/about/en.md", old: "We are few.", new: "[a](/#destinations) [b](/#gone) [c](/contact-us#write) " +
			"[d](/contact-us#gone) [e](/cart#gone) [f](/search?q=tea#gone) [g](/offers#gone)"},
	}, []string{
		"pages/about/en.md:5:25: warning: a dead link: / has no heading #gone",
		"pages/about/en.md:5:60: warning: a dead link: /contact-us has no heading #gone",
	}},
	{"links to fragments of every page", []mistake{
		{file: "pages/about/en.md", old: "We are few.", new: "[a](#top) [b](#page) [c](/faq#) " +
			"[d](/blog/camps#:~:text=sand) [e](/blog/camps#before-you-go:~:text=sand)"},
	}, nil},
	{"whole addresses and redirects", []mistake{
		{file: "pages/about/en.md", old: "We are few.", new: "## Team\n\n[a](https://www.wayfare.example/about#team) " +
			"[b](https://www.wayfare.example/about#gone) [c](https://wayfare.localhost/ar/about#team)"},
		{file: "redirects.yaml", old: "- {from: /offers, to: /things-to-do}",
			new: "- {from: /a, to: \"/about#team\"}\n- {from: /b, to: \"/about#gone\"}\n" +
				"- {from: /c, to: \"/cart#gone\"}\n- {from: /d, to: \"/ar/about#team\"}"},
	}, []string{
		"pages/about/en.md:7:49: warning: a dead link: /about of the deployment \"wayfare\" has no heading #gone",
		"pages/about/en.md:7:93: warning: a dead link: /ar/about of the deployment \"wayfare\" has no heading #team",
		"redirects.yaml:2:18: warning: a dead redirect: /about has no heading #gone",
		"redirects.yaml:4:18: warning: a dead redirect: /ar/about has no heading #team",
	}},
	{"links in menus", []mistake{
		{file: "pages/about/en.md", old: "We are few.", new: "## Few {#few}\n\nWe.\n\n## Team\n\nWe."},
		{file: "pages/about/ar.md", old: "نحن قلة.", new: "## قلة {#few}\n\nنحن قلة."},
		{file: shop, old: "supplier: false", new: "supplier: false\nmenu:\n  - {to: \"/faq#nope\"}\n" +
			"  - {to: \"/faq#pay\"}\n  - {to: \"/about#few\"}\n  - {to: \"/about#team\"}\n" +
			"  - {to: \"/cart#x\", name: {en: Cart, ar: السلة}}\nfooter:\n  - title: {en: Read, ar: اقرأ}\n    links: [{to: \"product:dunes#gone\"}]"},
	}, []string{
		`deployments/wayfare.yaml:7:10: warning: a dead link: /faq has no heading #nope`,
		`deployments/wayfare.yaml:10:10: warning: a dead link: /about has no heading #team in "ar"`,
		`deployments/wayfare.yaml:14:18: warning: a dead link: product:dunes has no heading #gone`,
	}},
}

func TestLinkToAMissingFragmentIsAWarning(t *testing.T) {
	for _, test := range fragments {
		t.Run(test.name, func(t *testing.T) {
			root := contenttest.Copy(t)
			for _, edit := range test.edits {
				edit.make(t, root)
			}
			warnings, errs := check(t, root)
			var got []string
			for _, line := range append(lines(warnings), lines(errs)...) {
				if strings.Contains(line, "a dead ") || len(errs) > 0 {
					got = append(got, strings.TrimPrefix(line, root+"/"))
				}
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
		})
	}
}

func TestSessionWarnsOfLinksToARenamedHeading(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	const walk = "products/walk/en.md"
	contenttest.Replace(t, p.options.Content, walk, "Through", "## Lanes\n\nThrough")
	contenttest.Replace(t, p.options.Content, "pages/about/en.md", "We are few.", "[a](product:walk#lanes)")
	s := p.open()
	defer s.Close()
	for _, edit := range [][2]string{{"## Lanes", "## Alleys"}, {"## Alleys", "## Lanes"}} {
		contenttest.Replace(t, p.options.Content, walk, edit[0], edit[1])
		found := strings.Join(lines(p.readChanges(s, walk).Warnings), "\n")
		if strings.Contains(found, "product:walk has no heading #lanes") != (edit[1] == "## Alleys") {
			t.Errorf("with %s the warnings are %q", edit[1], found)
		}
	}
}
