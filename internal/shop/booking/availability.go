package booking

import (
	"context"
	"slices"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
)

// AvailabilityStatus is OCTO's.
type AvailabilityStatus string

const (
	Available AvailabilityStatus = "AVAILABLE"
	FreeSale  AvailabilityStatus = "FREESALE"
	SoldOut   AvailabilityStatus = "SOLD_OUT"
	Limited   AvailabilityStatus = "LIMITED" // at most half of the capacity is left
	Closed    AvailabilityStatus = "CLOSED"
)

// Bookable says that something of it can be had.
func (s AvailabilityStatus) Bookable() bool { return s == Available || s == FreeSale || s == Limited }

// Availability is one slot that may be booked, for a stay of some length.
type Availability struct {
	StartTime    string // local; empty with opening hours
	OpeningHours []payload.Hours
	StartsAt     time.Time
	ClosesAt     time.Time
	Status       AvailabilityStatus
	Vacancies    int // of several days, the fewest
	Capacity     int
}

// Day is what a calendar tells of a day.
type Day struct {
	Date      string
	Status    AvailabilityStatus
	Vacancies int // the most in one slot
}

// Month is an option's calendar. Days that are past are left out.
type Month struct {
	Product *Product
	Option  *payload.Option
	Days    []Day
}

// Calendar tells a month, "2026-12", day by day. A length of 0 is the least that can be booked.
func (s *Service) Calendar(ctx context.Context, d Deployment, product, option, month string, length int) (Month, error) {
	p, o, err := s.find(d, product, option)
	if err != nil {
		return Month{}, err
	}
	if length, err = p.stay(o, length); err != nil {
		return Month{}, err
	}
	if !isDay(month + "-01") {
		return Month{}, fault.New(fault.Invalid, "The month is not one.", fault.Field{Name: "month", Code: fault.Format})
	}
	now := s.now()
	first, end := month+"-01", dateOf(month+"-01").AddDate(0, 1, 0).Format(time.DateOnly)
	first = max(first, today(now, p.TimeZone))
	m := Month{Product: p, Option: o}
	if first >= end {
		return m, nil
	}
	taken, err := s.store.Read().Taken(ctx, p.Slug, o.ID, first, addDays(end, length-2))
	if err != nil {
		return Month{}, err
	}
	v := p.view(o, length, taken, now)
	m.Days = make([]Day, 0, 31)
	for date := dateOf(first); ; date = date.AddDate(0, 0, 1) {
		day := date.Format(time.DateOnly)
		if day >= end {
			return m, nil
		}
		best := Day{Date: day, Status: Closed}
		for _, a := range v.on(day) {
			best.add(a)
		}
		m.Days = append(m.Days, best)
	}
}

// add has the day tell the best of its slots.
func (d *Day) add(a Availability) {
	if a.Status.rank() > d.Status.rank() {
		d.Status = a.Status
	}
	if a.Status.Bookable() {
		d.Vacancies = max(d.Vacancies, a.Vacancies)
	}
}

// rank is higher the better a status is.
func (s AvailabilityStatus) rank() int {
	return slices.Index([]AvailabilityStatus{Closed, SoldOut, Limited, Available, FreeSale}, s)
}

// DaySlots are the slots of one day.
type DaySlots struct {
	Product *Product
	Option  *payload.Option
	Slots   []Availability
	now     time.Time
}

// Slots tells the slots of a day in the order of their start. A length of 0 is the least that can be booked.
func (s *Service) Slots(ctx context.Context, d Deployment, product, option, day string, length int) (DaySlots, error) {
	p, o, err := s.find(d, product, option)
	if err != nil {
		return DaySlots{}, err
	}
	if length, err = p.stay(o, length); err != nil {
		return DaySlots{}, err
	}
	if !isDay(day) {
		return DaySlots{}, errNoDate
	}
	taken, err := s.store.Read().Taken(ctx, p.Slug, o.ID, day, addDays(day, length-1))
	if err != nil {
		return DaySlots{}, err
	}
	now := s.now()
	return DaySlots{p, o, p.view(o, length, taken, now).on(day), now}, nil
}

var errNoDate = fault.New(fault.Invalid, "The date is not one.", fault.Field{Name: "date", Code: fault.Format})

// view is an option as it stands at a moment, for stays of a length.
type view struct {
	product *Product
	option  *payload.Option
	length  int
	taken   map[Slot]int
	now     time.Time
	clocks  clocks
	slots   []Availability
}

func (p *Product) view(o *payload.Option, length int, taken map[Slot]int, now time.Time) *view {
	return &view{product: p, option: o, length: length, taken: taken, now: now, clocks: clocks{zone: p.TimeZone}}
}

// on gives what the option offers on a day, in the order of its schedule. The next call overwrites it.
func (v *view) on(day string) []Availability {
	v.slots = v.slots[:0]
	if dateOf(day).Sub(v.now) > horizon {
		return nil
	}
	v.slots = startsOn(v.slots, &v.option.Schedule, day, &v.clocks)
	for i := range v.slots {
		v.product.closeWithPickup(v.option, &v.slots[i], day, &v.clocks)
		v.count(&v.slots[i], day)
	}
	return v.slots
}

// count tells what is left of a slot.
func (v *view) count(a *Availability, day string) {
	a.Capacity, a.Vacancies = v.option.Capacity, v.option.Capacity
	for n := range v.length {
		a.Vacancies = min(a.Vacancies, a.Capacity-v.taken[v.product.slot(v.option, day, a.StartTime, n)])
	}
	a.Vacancies = max(a.Vacancies, 0)
	a.Status = v.status(a)
	if !a.Status.Bookable() {
		a.Vacancies = 0
	}
}

// slot is what seats are counted by on the n-th day of a stay. What is priced by day or night is counted by the day,
// whenever it starts: the bed is the same.
func (p *Product) slot(o *payload.Option, day, startTime string, n int) Slot {
	if _, lasting := lengthBy(o); lasting {
		startTime = ""
	}
	if n > 0 {
		day = addDays(day, n)
	}
	return Slot{Product: p.Slug, Option: o.ID, Date: day, StartTime: startTime}
}

func (v *view) status(a *Availability) AvailabilityStatus {
	p := v.product
	switch {
	case p.Status == "CLOSED" || !v.now.Before(a.ClosesAt):
		return Closed
	case p.Status == "SOLD_OUT" || a.Vacancies < p.fewest(v.option):
		return SoldOut
	case 2*a.Vacancies <= a.Capacity:
		return Limited
	}
	return Available
}

// fewest is the smallest number of seats that one booking takes.
func (p *Product) fewest(o *payload.Option) int {
	if p.PricingPer == "BOOKING" {
		return p.seats(o, nil)
	}
	fewest := 0
	for _, u := range o.Units {
		if fewest == 0 || u.PaxCount < fewest {
			fewest = u.PaxCount
		}
	}
	return max(fewest, 1)
}

// seats is how many seats of a slot a party takes. One that pays for the whole booking takes what its option is for,
// however few come.
func (p *Product) seats(o *payload.Option, units []Quantity) int {
	if p.PricingPer == "BOOKING" {
		if o.MaxTravellers > 0 {
			return o.MaxTravellers
		}
		return o.Capacity
	}
	return travellers(o, units)
}

// travellers is how many people the units stand for.
func travellers(o *payload.Option, units []Quantity) int {
	sum := 0
	for _, q := range units {
		if u := unitOf(o, q.ID); u != nil {
			sum += q.Quantity * u.PaxCount
		}
	}
	return sum
}

func unitOf(o *payload.Option, id string) *payload.Unit {
	for i := range o.Units {
		if o.Units[i].ID == id {
			return &o.Units[i]
		}
	}
	return nil
}
