package booking

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
)

// What NextStarts looks at.
const (
	mostAsked  = 24 // products at once: a page of a list
	startsDays = 7  // at the destination: today and the six that follow
	mostStarts = 3  // of a product
)

// Start is a slot that can be booked, of whichever option. Its status and vacancies are the best of all options that start
// with it.
type Start struct {
	Date         string // at the destination
	StartTime    string // local; empty with opening hours
	OpeningHours []payload.Hours
	StartsAt     time.Time
	Status       AvailabilityStatus
	Vacancies    int // for the shortest stay
}

// Starts are the next of a product.
type Starts struct {
	Product *Product
	Today   string             // at the destination
	Status  AvailabilityStatus // the best of the days looked at, bookable where there is a start
	Next    []Start            // by when they start
}

// NextStarts tells when products can be had next, in the order they are asked for. What the shop does not sell is left out,
// and so is what is asked for again.
func (s *Service) NextStarts(ctx context.Context, d Deployment, slugs []string) ([]Starts, error) {
	if len(slugs) > mostAsked {
		return nil, fault.New(fault.Invalid, "These are too many products.", fault.Field{Name: "products", Code: fault.Max})
	}
	all, now := make([]Starts, 0, len(slugs)), s.now()
	first, last := "", ""
	for i, slug := range slugs {
		if slices.Contains(slugs[:i], slug) {
			continue
		}
		p, err := s.sold(ctx, d, slug)
		if err != nil {
			return nil, err
		}
		if p == nil {
			continue
		}
		begins := today(now, p.TimeZone)
		ends := addDays(begins, startsDays-1+p.longestLeast()-1)
		if len(all) == 0 {
			first, last = begins, ends
		}
		first, last = min(first, begins), max(last, ends)
		all = append(all, Starts{Product: p, Today: begins})
	}
	if len(all) == 0 {
		return all, nil
	}
	taken, err := s.store.Read().TakenOn(ctx, first, last)
	if err != nil {
		return nil, err
	}
	for i := range all {
		all[i].look(taken, now)
	}
	return all, nil
}

// look finds the starts, day by day until there are enough.
func (n *Starts) look(taken map[Slot]int, now time.Time) {
	p := n.Product
	n.Status = Closed
	views := make([]*view, len(p.Options))
	for i := range p.Options {
		o := &p.Options[i]
		views[i] = p.view(o, p.least(o), taken, now)
	}
	for later := 0; later < startsDays && len(n.Next) < mostStarts; later++ {
		day := addDays(n.Today, later)
		before := len(n.Next)
		for _, v := range views {
			for _, a := range v.on(day) {
				n.add(day, a, before)
			}
		}
		slices.SortFunc(n.Next[before:], func(a, b Start) int {
			return cmp.Or(a.StartsAt.Compare(b.StartsAt), strings.Compare(a.StartTime, b.StartTime))
		})
	}
	n.Next = n.Next[:min(len(n.Next), mostStarts)]
}

// add takes a slot of a day, whose starts are those from a position on.
func (n *Starts) add(day string, a Availability, from int) {
	if a.Status.rank() > n.Status.rank() {
		n.Status = a.Status
	}
	if !a.Status.Bookable() {
		return
	}
	start := Start{day, a.StartTime, a.OpeningHours, a.StartsAt, a.Status, a.Vacancies}
	i := slices.IndexFunc(n.Next[from:], func(s Start) bool { return s.StartTime == a.StartTime })
	if i < 0 {
		n.Next = append(n.Next, start)
		return
	}
	if same := &n.Next[from+i]; cmp.Or(a.Status.rank()-same.Status.rank(), a.Vacancies-same.Vacancies) > 0 {
		*same = start
	}
}
