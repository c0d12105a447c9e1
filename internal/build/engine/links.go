package engine

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"storefront/internal/build/pages"
	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/content/source"
	"storefront/internal/core/payload"
	"storefront/internal/core/route"
)

// deadLinks reports the links of prose that lead to no page of any deployment, without duplicates.
func deadLinks(planned []*plannedSite) (out []diag.Diagnostic) {
	seen := map[pages.DeadLink]bool{}
	for _, s := range planned {
		for i := range s.items {
			for _, l := range s.items[i].DeadLinks {
				canResolve := func(other *plannedSite) bool { return other.pages.CanResolve(l.To) }
				if !seen[l] && !s.pages.LeadsToPostNamingDraft(l.To) && (l.MissingFragment || l.UntranslatedIn != "" ||
					!slices.ContainsFunc(planned, canResolve)) {
					out = append(out, deadLinkFinding(l, s.pages))
				}
				seen[l] = true
			}
		}
	}
	return append(out, deadAddresses(planned)...)
}

// deadAddresses warns of whole addresses in prose with the host of a storefront that has no such page, without
// duplicates.
func deadAddresses(planned []*plannedSite) (out []diag.Diagnostic) {
	seen := map[pages.AbsoluteLink]bool{}
	for _, s := range planned {
		for i := range s.items {
			for _, l := range s.items[i].AbsoluteLinks {
				if seen[l] {
					continue
				}
				if message := deadAddressMessage(l, planned); message != "" {
					d := diag.Diagnostic{Path: l.File, Line: l.Line, Col: 1, Warning: true, Message: message}
					out = append(out, withColumnOf(d, l.To))
				}
				seen[l] = true
			}
		}
	}
	return out
}

// menuWarnings warns of such addresses in menus of headers and footers, and of links to parts that pages lack.
func menuWarnings(planned []*plannedSite, in *inputs) (out []diag.Diagnostic) {
	for _, s := range planned {
		warn := func(message string, at []any) {
			d := source.DiagnosticAt(filepath.Join(in.options.Content, "deployments", s.id+".yaml"), at...)
			d.Message, d.Warning = message, true
			out = append(out, d)
		}
		s.pages.EachAbsoluteMenuLink(func(at []any, l pages.AbsoluteLink) {
			if message := deadAddressMessage(l, planned); message != "" {
				warn(message, at)
			}
		})
		for _, missing := range s.pages.MissingMenuFragments() {
			warn(missing.Message, missing.At)
		}
	}
	return out
}

// deadAddressMessage returns why an address leads to no page of its storefront, or to a part that the page lacks;
// nothing if it leads to one.
func deadAddressMessage(l pages.AbsoluteLink, planned []*plannedSite) string {
	i := slices.IndexFunc(planned, func(s *plannedSite) bool { return s.id == l.Deployment })
	_, part, _ := strings.Cut(l.To, "#")
	switch {
	case i < 0:
		return ""
	case planned[i].pages.LacksFragment(l.Path + "#" + part):
		return fmt.Sprintf("a dead link: %s of the deployment %q has no heading #%s", l.Path, l.Deployment, part)
	case planned[i].pages.HasAddress(l.Path):
		return ""
	}
	return cmp.Or(unpublishedPostMessage(planned[i].pages, l.Path, l.To, "link"),
		fmt.Sprintf("a dead link: the deployment %q has no page %s", l.Deployment, l.Path))
}

// unpublishedPostMessage returns the message about a link or a redirect to a story that is not shown; empty for others.
func unpublishedPostMessage(s *pages.Site, path, to, what string) string {
	switch why, day := s.PostUnpublished(path, ""); why {
	case pages.Future:
		return fmt.Sprintf("%s appears on %s; until then this %s leads nowhere", to, formatDay(day), what)
	case pages.Expired:
		return fmt.Sprintf("%s expired on %s; this %s leads nowhere", to, formatDay(day), what)
	case pages.Draft:
		return fmt.Sprintf("a dead %s: %s is a draft", what, to)
	}
	return ""
}

// deadRedirects reports redirects to paths, or parts of pages, that no storefront with the redirect has.
func deadRedirects(lib *catalog.Library, planned []*plannedSite, in *inputs) (out []diag.Diagnostic) {
	report := func(sites []*plannedSite, file string, list []any, redirects []payload.Redirect) {
		for i, r := range redirects {
			path, part, _ := strings.Cut(r.To, "#")
			hasPage := func(s *plannedSite) bool { return s.pages.HasAddress(path) }
			answers := func(s *plannedSite) bool { return hasPage(s) && !s.pages.LacksFragment(r.To) }
			if !strings.HasPrefix(path, "/") || len(sites) == 0 || slices.ContainsFunc(sites, answers) {
				continue
			}
			d := source.DiagnosticAt(filepath.Join(in.options.Content, file), append(slices.Clone(list), i, "to")...)
			to := route.Unescape(r.To)
			d.Warning, d.Message = true, cmp.Or(unpublishedPostMessage(sites[0].pages, path, to, "redirect"),
				fmt.Sprintf("there is no page %s, so this redirect leads nowhere", to))
			if slices.ContainsFunc(sites, hasPage) {
				d.Message = fmt.Sprintf("a dead redirect: %s has no heading #%s", route.Unescape(path), part)
			}
			out = append(out, d)
		}
	}
	report(planned, "redirects.yaml", nil, lib.Redirects)
	for _, s := range planned {
		report([]*plannedSite{s}, filepath.Join("deployments", s.id+".yaml"), []any{"redirects"},
			s.deployment.Redirects)
	}
	return out
}

func deadLinkFinding(l pages.DeadLink, site *pages.Site) diag.Diagnostic {
	d := diag.Diagnostic{Path: l.File, Line: l.Line, Col: 1, Message: "a dead link: there is no page " + l.To}
	if l.IsEmbed {
		d.Col, d.Message = l.Col, site.MissingProductReason(l.To)
		return d.WithExcerpt()
	}
	why, day := postUnpublished(l, site)
	switch page, part, _ := strings.Cut(l.To, "#"); {
	case l.UntranslatedIn != "":
		d.Message, d.Warning = untranslatedMessage(l, why, day), true
	case l.MissingFragment: // the link still leads to the page
		d.Message = "a dead link: " + cmp.Or(page, "this text") + " has no heading #" + part
		d.Warning = true
	case why == pages.Future:
		d.Message = fmt.Sprintf("%s appears on %s; until then this link is plain text", l.To, formatDay(day))
		d.Warning = true
	case why == pages.Expired:
		d.Message = fmt.Sprintf("%s expired on %s; this link is plain text", l.To, formatDay(day))
		d.Warning = true
	case why == pages.Draft, site.IsDraftProduct(l.To):
		d.Message = "a dead link: " + l.To + " is a draft"
	case site.NamesProduct(l.To) && !site.Library().DeploymentsIncomplete:
		d.Message = "a dead link: " + site.MissingProductReason(l.To)
	default:
		if now := site.RedirectTarget(l.To); now != "" {
			d.Message += "; it leads to " + now + " by an alias or a redirect: write that address"
		}
	}
	return withColumnOf(d, l.To)
}

// postUnpublished returns why the story of a dead link is not shown, in the language in which the link is dead. If it
// is dead in all languages, the text's own language comes first.
func postUnpublished(l pages.DeadLink, site *pages.Site) (why pages.Unpublished, day time.Time) {
	if l.UntranslatedIn != "" {
		return site.PostUnpublished(l.To, l.UntranslatedIn)
	}
	own := strings.TrimSuffix(filepath.Base(l.File), ".md")
	if why, day = site.PostUnpublished(l.To, own); day.IsZero() {
		why, day = site.PostUnpublished(l.To, "")
	}
	return why, day
}

// untranslatedMessage returns the message about a link that is dead in one language.
func untranslatedMessage(l pages.DeadLink, why pages.Unpublished, day time.Time) string {
	switch why {
	case pages.Future:
		return fmt.Sprintf("%s appears in %q on %s; until then this link is plain text there", l.To, l.UntranslatedIn,
			formatDay(day))
	case pages.Expired:
		return fmt.Sprintf("%s expired in %q on %s; there this link is plain text", l.To, l.UntranslatedIn,
			formatDay(day))
	case pages.Draft:
		return fmt.Sprintf("%s is a draft in %q; there this link is plain text", l.To, l.UntranslatedIn)
	default:
		return fmt.Sprintf("%s is not written in %q; there this link is plain text", l.To, l.UntranslatedIn)
	}
}

// withColumnOf sets the column at which the address of a link begins on its line.
func withColumnOf(d diag.Diagnostic, to string) diag.Diagnostic {
	d = d.WithExcerpt()
	if i := strings.Index(d.Excerpt, to); i >= 0 {
		d.Col = len([]rune(d.Excerpt[:i])) + 1
	}
	return d
}
