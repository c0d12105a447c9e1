package engine

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"storefront/internal/build/pages"
	"storefront/internal/content/diag"
	"storefront/internal/content/source"
)

// expiryNotice is how long before the expiry of a story the links to it are reported.
const expiryNotice = 30 * 24 * time.Hour

func formatDay(day time.Time) string { return day.Format("2 January 2006") }

// expiringLinkedPosts returns a warning at the expiryDate of each story that expires soon and has links to it, which
// become plain text.
func expiringLinkedPosts(content *pages.Content, planned []*plannedSite, in *inputs) (out []diag.Diagnostic) {
	now := in.visibility()
	for _, p := range content.Posts {
		if !p.Expires.After(now.AsOf) || p.Expires.After(now.AsOf.Add(expiryNotice)) ||
			!now.Visible(p.Unpublished(now.AsOf)) {
			continue
		}
		places := linksTo(p, planned)
		if len(places) == 0 {
			continue
		}
		d := source.DiagnosticAt(filepath.Join(in.options.Content, "blog", p.Folder, p.Language+".md"), "expiryDate")
		d.Warning = true
		d.Message = fmt.Sprintf("on %s the story expires, and the links to it become plain text (%d): %s",
			formatDay(p.Expires), len(places), strings.Join(places, ", "))
		out = append(out, d)
	}
	return out
}

// linksTo returns the places at which prose in the language of a story links to it, sorted and without duplicates.
func linksTo(p *pages.PostSummary, planned []*plannedSite) (places []string) {
	for _, s := range planned {
		for i := range s.items {
			for _, l := range s.items[i].PostLinks {
				if s.items[i].Language == p.Language && pages.LeadsToPost(l.To, p) {
					d := withColumnOf(diag.Diagnostic{Path: l.File, Line: l.Line, Col: 1}, l.To)
					places = append(places, fmt.Sprintf("%s:%d:%d", d.Path, d.Line, d.Col))
				}
			}
		}
	}
	slices.Sort(places)
	return slices.Compact(places)
}
