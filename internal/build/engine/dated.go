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

// dated marks the dead links that only a date makes dead as warnings: their story appears later, or has expired. Their
// words stay on the page.
func dated(
	dead []diag.Diagnostic, to []string, content *pages.Content, showing pages.Visibility,
) []diag.Diagnostic {
	for i := range dead {
		why, day := content.WithheldByDate(to[i], showing)
		switch why {
		case pages.Future:
			dead[i].Message = fmt.Sprintf("%s appears on %s; until then this link is plain text", to[i], inWords(day))
		case pages.Expired:
			dead[i].Message = fmt.Sprintf("%s expired on %s; this link is plain text", to[i], inWords(day))
		}
		dead[i].Warning = dead[i].Warning || why != ""
	}
	return dead
}

func inWords(day time.Time) string { return day.Format("2 January 2006") }

// expiring reports the stories that expire soon and are linked to: where that is written, and which links become plain
// text. Nothing else announces what tomorrow's build will show.
func expiring(content *pages.Content, in *inputs, dead []diag.Diagnostic) (out []diag.Diagnostic) {
	now := in.visibility()
	var days []time.Time
	for _, p := range content.Posts {
		if !p.Expires.After(now.AsOf) || p.Expires.After(now.AsOf.Add(foresight)) ||
			!now.Visible(p.Unpublished(now.AsOf)) || slices.Contains(days, p.Expires) {
			continue
		}
		days = append(days, p.Expires)
	}
	slices.SortFunc(days, time.Time.Compare)
	known := slices.Clone(dead)
	for _, day := range days {
		later := pages.Visibility{AsOf: day.Add(24*time.Hour - time.Second), Include: now.Include}
		links, to := deadLinks(planAll(content, later))
		for _, p := range content.Posts {
			if !p.Expires.Equal(day) {
				continue
			}
			var places []string
			for i, l := range links {
				if pages.LeadsToPost(to[i], p) && filepath.Base(l.Path) == p.Language+".md" &&
					!slices.ContainsFunc(known, l.SamePlace) {
					places = append(places, fmt.Sprintf("%s:%d:%d", l.Path, l.Line, l.Col))
					known = append(known, l)
				}
			}
			if len(places) > 0 {
				d := source.At(filepath.Join(in.options.Content, "blog", p.Folder, p.Language+".md"), "expiryDate")
				d.Warning = true
				d.Message = fmt.Sprintf("on %s the story expires, and the links to it become plain text (%d): %s",
					inWords(day), len(places), strings.Join(places, ", "))
				out = append(out, d)
			}
		}
	}
	return out
}
