package booking

import (
	"context"
	"maps"
	"slices"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/form"
	"storefront/internal/core/payload"
)

// Quote is a choice with its price and availability at one instant.
type Quote struct {
	Choice
	Option           *payload.Option
	Price            PriceDetails
	Agreed           bool            // its price was negotiated
	AgreedUntil      time.Time       // when that price expires; zero: never
	StartsAt         time.Time       // zero if there is no such start
	Hours            []payload.Hours // the opening hours of the day, if there is no start time
	Status           AvailabilityStatus
	Vacancies        int
	product          *Product
	closesAt         time.Time
	demands          []Demand
	startExists      bool      // there is such a start
	closesAtStart    bool      // it can be booked until the start, after visitors' booking has closed
	now              time.Time // when the availability was checked
	unconvertedTotal int64     // the total in the product's own currency
	negotiatedPrice  int64     // as it was answered
}

// Travellers returns the number of travellers.
func (q *Quote) Travellers() int { return travellers(q.Option, q.Units) }

// LengthBy returns payload.ByDay or payload.ByNight if the price depends on the length.
func (q *Quote) LengthBy() payload.PricedBy {
	return q.Option.LengthBy()
}

// LengthLimits returns the fewest and the most days or nights; zero if no price depends on them.
func (q *Quote) LengthLimits() (least, most int) {
	if q.LengthBy() == "" {
		return 0, 0
	}
	return q.product.StayLimits(q.Option)
}

// ExtraMax returns the largest quantity of an extra.
func (q *Quote) ExtraMax(e *payload.Extra) int { return extraMax(e, q.Travellers()) }

// quoteChoice returns the price and the seats of a choice, without its availability. It returns fault.Invalid with the
// mistakes of the choice, and fault.NotFound for a product or option that is not on sale.
func (s *Service) quoteChoice(d Deployment, c Choice) (*Quote, error) {
	p, err := s.Product(d, c.Product)
	if err != nil {
		return nil, err
	}
	return p.quote(c)
}

// quote is quoteChoice for a known product.
func (p *Product) quote(c Choice) (*Quote, error) {
	o := p.Option(c.Option)
	if o == nil {
		return nil, errNoOption
	}
	var w form.FieldErrors
	c = p.normaliseChoice(o, c, &w)
	if length, err := p.stayLength(o, c.Length); err != nil {
		w = append(w, fault.Of(err).Fields...)
	} else if o.LengthBy() != "" {
		c.Length = length
	} else {
		c.Length = 0
	}
	if !isDate(c.Date) {
		w.Add("date", fault.Format)
	}
	if err := w.Err("The choice is not valid."); err != nil {
		return nil, err
	}
	q := &Quote{Choice: c, product: p, Option: o, Price: p.price(o, &c), Status: Closed}
	q.unconvertedTotal = p.inOwnCurrency().priceOf(&c).Total
	for n := range max(c.Length, 1) {
		q.demands = append(q.demands,
			Demand{Slot: p.slot(o, c.Date, c.StartTime, n), Seats: p.seats(o, c.Units), Capacity: o.Capacity})
	}
	return q, nil
}

// applySlotUse sets the availability of a quote, given the use of its slots.
func (q *Quote) applySlotUse(use *SlotUse, now time.Time) {
	q.now = now
	view := q.product.view(q.Option, max(q.Length, 1), use, now)
	view.closesAtStart = q.closesAtStart
	for _, a := range view.slotsOn(q.Date) {
		if a.StartTime == q.StartTime {
			q.startExists, q.StartsAt, q.closesAt, q.Hours = true, a.StartsAt, a.ClosesAt, a.OpeningHours
			q.Status, q.Vacancies = a.Status, a.Vacancies
		}
	}
	// Visitors can request a price for these seats, but not book them.
	if q.product.NoFixedPrice && !q.Agreed && q.Status.Bookable() {
		q.Status, q.Vacancies = Closed, 0
	}
}

// bookable reports whether the choice can be booked.
func (q *Quote) bookable() bool {
	return q.Status.Bookable() && q.Vacancies >= q.demands[0].Seats
}

// ChoiceCheck is the current availability and price of a choice.
type ChoiceCheck struct {
	Product     *Product
	Unavailable error // why it cannot be booked; nil if it can
	Status      AvailabilityStatus
	Vacancies   int
	Travellers  int
	Price       PriceDetails
}

// CheckChoice returns whether a choice can be booked now, and its price. It holds no seats.
func (s *Service) CheckChoice(ctx context.Context, d Deployment, c Choice) (ChoiceCheck, error) {
	q, err := s.quoteChoice(d, c)
	if err != nil {
		return ChoiceCheck{}, err
	}
	q.closesAtStart = d.AtDesk
	if err := s.checkAvailability(ctx, []*Quote{q}, nil); err != nil {
		return ChoiceCheck{}, err
	}
	return ChoiceCheck{q.product, q.unavailable(), q.Status, q.Vacancies, travellers(q.Option, q.Units), q.Price}, nil
}

// checkAvailability sets the availability of all quotes of a cart. Earlier quotes have priority for the same seats.
// Seats in held count as free.
func (s *Service) checkAvailability(ctx context.Context, quotes []*Quote, held []Demand) error {
	now := s.now()
	use := SlotUse{map[Slot]int{}, map[Slot]Override{}}
	type stretch struct{ product, option, first, last string }
	var read []stretch
	for _, q := range quotes {
		days := stretch{q.product.Slug, q.Option.ID, q.Date, q.demands[len(q.demands)-1].Date}
		if slices.Contains(read, days) {
			continue
		}
		read = append(read, days)
		part, err := s.store.Read().Taken(ctx, days.product, days.option, days.first, days.last)
		if err != nil {
			return err
		}
		maps.Copy(use.Seats, part.Seats)
		maps.Copy(use.Overrides, part.Overrides)
	}
	for _, d := range held {
		use.Seats[d.Slot] -= d.Seats
	}
	for _, q := range quotes {
		q.applySlotUse(&use, now)
		if q.bookable() {
			for _, d := range q.demands {
				use.Seats[d.Slot] += d.Seats
			}
		}
	}
	return nil
}

// unavailable returns why the choice cannot be booked; nil if it can.
func (q *Quote) unavailable() error {
	switch {
	case !q.startExists:
		return fault.New(fault.Invalid, "There is no such start.",
			fault.Field{Name: q.startField(), Code: fault.Unknown})
	case q.Status == Closed:
		return fault.New(fault.Invalid, "Booking has closed.", fault.Field{Name: q.startField(), Code: fault.Closed})
	case !q.bookable():
		return fault.New(fault.SoldOut, "Not enough seats left.")
	}
	return nil
}

// startField names the field that a wrong start is reported for.
func (q *Quote) startField() string {
	if q.StartTime == "" || len(startsOn(nil, &q.Option.Schedule, q.Date, &clocks{zone: q.product.TimeZone})) == 0 {
		return "date"
	}
	return "startTime"
}
