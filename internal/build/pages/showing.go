package pages

import (
	"slices"
	"time"
)

// Withheld is why something that is written is not out.
type Withheld string

// The reasons; one thing may have several.
const (
	Draft   Withheld = "draft"
	Future  Withheld = "future"
	Expired Withheld = "expired"
)

// Showing is what of the content pages are made of: what is out on a day, and what is let through all the same.
type Showing struct {
	AsOf time.Time // the end of the day: what is dated on it is out, and what expires on it is not
	But  []Withheld
}

// Everything lets through whatever is written.
func Everything(asOf time.Time) Showing { return Showing{asOf, []Withheld{Draft, Future, Expired}} }

// Shows reports whether nothing withholds, or only reasons that are overridden.
func (s Showing) Shows(reasons []Withheld) bool {
	return !slices.ContainsFunc(reasons, func(w Withheld) bool { return !slices.Contains(s.But, w) })
}

// ShowsDraft is Shows of what knows no dates.
func (s Showing) ShowsDraft(draft bool) bool { return !draft || slices.Contains(s.But, Draft) }

// Withheld returns why a story is not published; nothing if it is.
func (p *PostSummary) Withheld(asOf time.Time) (reasons []Withheld) {
	if p.Draft {
		reasons = append(reasons, Draft)
	}
	if p.Date.After(asOf) {
		reasons = append(reasons, Future)
	}
	if !p.Expires.IsZero() && !p.Expires.After(asOf) {
		reasons = append(reasons, Expired)
	}
	return reasons
}
