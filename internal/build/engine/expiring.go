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

// foresight is how long before a story expires the links to it are reported.
const foresight = 30 * 24 * time.Hour

func inWords(day time.Time) string { return day.Format("2 January 2006") }

// expiring reports the stories that expire soon and are linked to, where their expiryDate is written, with the links
// that become plain text.
func expiring(content *pages.Content, planned []*plannedSite, in *inputs) (out []diag.Diagnostic) {
	now := in.visibility()
	for _, p := range content.Posts {
		if !p.Expires.After(now.AsOf) || p.Expires.After(now.AsOf.Add(foresight)) ||
			!now.Visible(p.Unpublished(now.AsOf)) {
			continue
		}
		places := linksTo(p, planned)
		if len(places) == 0 {
			continue
		}
		d := source.At(filepath.Join(in.options.Content, "blog", p.Folder, p.Language+".md"), "expiryDate")
		d.Warning = true
		d.Message = fmt.Sprintf("on %s the story expires, and the links to it become plain text (%d): %s",
			inWords(p.Expires), len(places), strings.Join(places, ", "))
		out = append(out, d)
	}
	return out
}

// linksTo returns where prose in the language of a story links to it, each place once and in order.
func linksTo(p *pages.PostSummary, planned []*plannedSite) (places []string) {
	for _, s := range planned {
		for i := range s.items {
			for _, l := range s.items[i].PostLinks {
				if s.items[i].Language == p.Language && pages.LeadsToPost(l.To, p) {
					d := atAddress(diag.Diagnostic{Path: l.File, Line: l.Line, Col: 1}, l.To)
					places = append(places, fmt.Sprintf("%s:%d:%d", d.Path, d.Line, d.Col))
				}
			}
		}
	}
	slices.Sort(places)
	return slices.Compact(places)
}
