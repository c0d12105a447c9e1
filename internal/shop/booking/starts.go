package booking

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"storefront/internal/core/payload"
)

// Limits of NextStarts.
const (
	nextStartDays = 7 // today at the destination and the next six days; yesterday's hours past midnight are before them
	maxStarts     = 3 // of one product
)

// Start is a bookable start of a product. Its status and vacancies are the best of all options with that start.
type Start struct {
	Date         string // at the destination
	StartTime    string // local; empty with opening hours
	OpeningHours []payload.Hours
	StartsAt     time.Time
	Status       AvailabilityStatus
	Vacancies    int // for the minimum stay
}

// Starts holds the next starts of a product.
type Starts struct {
	Product *Product
	Today   string             // at the destination
	Status  AvailabilityStatus // the best of the searched days, bookable if there is a start
	Next    []Start            // in the order of their start
	More    int                // the bookable starts that the day of the first one has beyond Next
}

// NextStarts returns the next starts of products, in the order of slugs. It leaves out repeated slugs and products that
// the deployment does not sell.
func (s *Service) NextStarts(ctx context.Context, d Deployment, slugs []string) ([]Starts, error) {
	products, err := s.soldProducts(ctx, d, slugs)
	if err != nil {
		return nil, err
	}
	now := s.now()
	use, err := s.slotUseAhead(ctx, products, nextStartDays, now)
	if err != nil {
		return nil, err
	}
	all := make([]Starts, 0, len(products))
	for i, p := range products {
		if p == nil || slices.Contains(slugs[:i], slugs[i]) {
			continue
		}
		starts := Starts{Product: p, Today: today(now, p.TimeZone)}
		starts.find(use, now)
		all = append(all, starts)
	}
	return all, nil
}

// find sets the next starts, day by day until there are enough.
func (n *Starts) find(use *SlotUse, now time.Time) {
	p := n.Product
	n.Status = Closed
	views := make([]*optionView, len(p.Options))
	for i := range p.Options {
		o := &p.Options[i]
		views[i] = p.view(o, p.minimumStay(o), use, now)
	}
	for offset := p.firstOffset(); offset < nextStartDays && len(n.Next) < maxStarts; offset++ {
		day := addDays(n.Today, offset)
		before := len(n.Next)
		for _, v := range views {
			for _, a := range v.slotsOn(day) {
				n.add(day, a, before)
			}
		}
		slices.SortFunc(n.Next[before:], func(a, b Start) int {
			return cmp.Or(a.StartsAt.Compare(b.StartsAt), strings.Compare(a.StartTime, b.StartTime))
		})
	}
	listed := n.Next[:min(len(n.Next), maxStarts)]
	for _, s := range n.Next[len(listed):] {
		if s.Date == n.Next[0].Date {
			n.More++
		}
	}
	n.Next = listed
}

// add adds a slot of a day, whose starts begin at the index from.
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
