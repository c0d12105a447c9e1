package engine

import (
	"slices"
	"strings"

	"storefront/internal/build/pages"
	"storefront/internal/content/diag"
)

// Check reads and plans everything without rendering, what is not out yet too. It gives the warnings; mistakes are an *Invalid.
func Check(o Options) ([]diag.Diagnostic, error) {
	b := newBuilder(o)
	r, found, err := b.readAfresh()
	if err != nil {
		return nil, err
	}
	defer r.spool.close()
	if err := b.judge(found); err != nil {
		return nil, err
	}
	out := b.sites(r)
	dead := deadLinks(out)
	b.But = pages.Everything(b.asOf()).But
	for _, d := range deadLinks(b.sites(r)) {
		if !slices.Contains(dead, d) {
			dead = append(dead, d)
		}
	}
	b.But = o.But
	err = b.judge(slices.Concat(dead, r.draftsNamed(o.Content, b.showing()), b.report.Warnings))
	return b.report.Warnings, err
}

// deadLinks reports the links of prose that lead nowhere in any deployment.
func deadLinks(sites []*site) []diag.Diagnostic {
	if len(sites) == 0 {
		return nil
	}
	drafts, _ := sites[0].reading.drafts(sites[0].showing())
	var out []diag.Diagnostic
	seen := map[pages.DeadLink]bool{}
	for _, s := range sites {
		for l := range s.pages.Dead() {
			if seen[l] || anyResolves(sites, l.To) {
				continue
			}
			seen[l] = true
			message := "a dead link: there is no page " + l.To
			if drafts.products[strings.TrimPrefix(l.To, "product:")] {
				message = "a dead link: " + l.To + " is a draft"
			}
			d := diag.Diagnostic{Path: l.File, Line: l.Line, Col: 1, Message: message}.WithExcerpt()
			if i := strings.Index(d.Excerpt, l.To); i >= 0 {
				d.Col = len([]rune(d.Excerpt[:i])) + 1
			}
			out = append(out, d)
		}
	}
	return out
}

func anyResolves(sites []*site, to string) bool {
	for _, s := range sites {
		if s.pages.Leads(to) {
			return true
		}
	}
	return false
}
