package booking

import (
	"context"
	"slices"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/form"
	"storefront/internal/core/payload"
)

// Quote is a choice beside what the catalogue says of it.
type Quote struct {
	Choice
	product   *Product
	option    *payload.Option
	price     PriceDetails
	startsAt  time.Time
	closesAt  time.Time
	demands   []Demand
	runs      bool // there is such a start
	hours     []payload.Hours
	now       time.Time // when it was looked at
	vacancies int
	status    AvailabilityStatus
	agreed    bool     // its price was negotiated
	own       *Product // with the prices of the catalogue
	quote     int64    // what it costs in the product's own currency, whatever is paid in

	answered    int64     // that price, as it was answered
	agreedUntil time.Time // when that price ends; zero: never
}

// Product is what the choice is of.
func (f *Quote) Product() *Product { return f.product }

// Option is which variant of it.
func (f *Quote) Option() *payload.Option { return f.option }

// Price is what it costs now.
func (f *Quote) Price() PriceDetails { return f.price }

// Agreed says that the price was negotiated.
func (f *Quote) Agreed() bool { return f.agreed }

// AgreedUntil is when a negotiated price ends; zero where it never does.
func (f *Quote) AgreedUntil() time.Time { return f.agreedUntil }

// StartsAt is zero where nothing starts then any more.
func (f *Quote) StartsAt() time.Time { return f.startsAt }

// Status is that of its slot, with the seats left for it.
func (f *Quote) Status() (AvailabilityStatus, int) { return f.status, f.vacancies }

// Travellers is how many people it is for.
func (f *Quote) Travellers() int { return travellers(f.option, f.Units) }

// LengthBy is DAY or NIGHT where its price depends on how long it lasts.
func (f *Quote) LengthBy() string {
	by, _ := lengthBy(f.option)
	return by
}

// Hours are the opening hours of the day, where it has no start time.
func (f *Quote) Hours() []payload.Hours { return f.hours }

// LengthLimits are the least and the most days or nights; zero where nothing is priced by them.
func (f *Quote) LengthLimits() (least, most int) {
	by, lasting := lengthBy(f.option)
	if !lasting {
		return 0, 0
	}
	return f.product.stayLimits(f.option, by)
}

// ExtraMax is how often it may have an extra.
func (f *Quote) ExtraMax(e *payload.Extra) int { return extraMax(e, f.Travellers()) }

// offerFor reads a choice against the catalogue: what it costs and which seats it takes. It returns fault.Invalid with
// what is wrong with the choice whatever the seats, and fault.NotFound for a product or option that is not on sale.
func (s *Service) offerFor(d Deployment, c Choice) (*Quote, error) {
	p, own, err := s.product(d, c.Product)
	if err != nil {
		return nil, err
	}
	o := p.Option(c.Option)
	if o == nil {
		return nil, errNoOption
	}
	var w form.Wrongs
	c = p.tidy(o, c, &w)
	if length, err := p.stay(o, c.Length); err != nil {
		w = append(w, fault.Of(err).Fields...)
	} else if _, lasting := lengthBy(o); lasting {
		c.Length = length
	} else {
		c.Length = 0
	}
	if !isDay(c.Date) {
		w.Note("date", fault.Format)
	}
	if err := w.Err("The choice cannot be booked as it stands."); err != nil {
		return nil, err
	}
	f := &Quote{Choice: c, product: p, option: o, price: p.price(o, &c), own: own, status: Closed}
	f.quote = own.price(own.Option(c.Option), &c).Total
	for n := range max(c.Length, 1) {
		f.demands = append(f.demands, Demand{Slot: p.slot(o, c.Date, c.StartTime, n), Seats: p.seats(o, c.Units), Capacity: o.Capacity})
	}
	return f, nil
}

// look tells whether an offer can be had now, given the seats taken of its slots.
func (f *Quote) look(taken map[Slot]int, now time.Time) {
	f.now = now
	view := f.product.view(f.option, max(f.Length, 1), taken, now)
	for _, a := range view.on(f.Date) {
		if a.StartTime == f.StartTime {
			f.runs, f.startsAt, f.closesAt, f.hours = true, a.StartsAt, a.ClosesAt, a.OpeningHours
			f.status, f.vacancies = a.Status, a.Vacancies
		}
	}
	// It has seats, which its visitors ask for, and no price to sell them at.
	if f.product.NoFixedPrice && !f.agreed && f.status.Bookable() {
		f.status, f.vacancies = Closed, 0
	}
}

// fits says that an offer can be booked.
func (f *Quote) fits() bool {
	return f.status.Bookable() && f.vacancies >= f.demands[0].Seats
}

// Check is what is known of a choice at this moment.
type Check struct {
	Product    *Product
	Available  bool
	Status     AvailabilityStatus
	Vacancies  int
	Travellers int
	Price      PriceDetails
}

// CheckChoice tells whether a choice can be booked now, and for how much. Nothing is held.
func (s *Service) CheckChoice(ctx context.Context, d Deployment, c Choice) (Check, error) {
	f, err := s.offerFor(d, c)
	if err != nil {
		return Check{}, err
	}
	if err := s.lookAt(ctx, []*Quote{f}, nil); err != nil {
		return Check{}, err
	}
	return Check{f.product, f.fits(), f.status, f.vacancies, travellers(f.option, f.Units), f.price}, nil
}

// lookAt tells of all offers of a cart whether they can be had: earlier ones first, where they want the same seats. What
// is held for the visitor already counts as free for him.
func (s *Service) lookAt(ctx context.Context, offers []*Quote, held []Demand) error {
	now := s.now()
	taken := map[Slot]int{}
	type stretch struct{ product, option, first, last string }
	var read []stretch
	for _, f := range offers {
		days := stretch{f.product.Slug, f.option.ID, f.Date, f.demands[len(f.demands)-1].Date}
		if slices.Contains(read, days) {
			continue
		}
		read = append(read, days)
		part, err := s.store.Read().Taken(ctx, days.product, days.option, days.first, days.last)
		if err != nil {
			return err
		}
		for slot, n := range part {
			taken[slot] = n
		}
	}
	for _, d := range held {
		taken[d.Slot] -= d.Seats
	}
	for _, f := range offers {
		f.look(taken, now)
		if f.fits() {
			for _, d := range f.demands {
				taken[d.Slot] += d.Seats
			}
		}
	}
	return nil
}

// why is the reason why an offer cannot be had; nil where it can.
func (f *Quote) why() error {
	switch {
	case !f.runs:
		return fault.New(fault.Invalid, "Nothing starts then.", fault.Field{Name: f.when(), Code: fault.Unknown})
	case f.status == Closed:
		return fault.New(fault.Invalid, "Booking has closed.", fault.Field{Name: f.when(), Code: fault.Closed})
	case !f.fits():
		return fault.New(fault.SoldOut, "Too few seats are left.")
	}
	return nil
}

// when names the field that tells the start.
func (f *Quote) when() string {
	if f.StartTime == "" || len(startsOn(nil, &f.option.Schedule, f.Date, &clocks{zone: f.product.TimeZone})) == 0 {
		return "date"
	}
	return "startTime"
}
