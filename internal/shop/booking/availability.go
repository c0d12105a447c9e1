package booking

import (
	"context"
	"slices"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
)

// AvailabilityStatus is the status of a slot, in the terms of OCTO.
type AvailabilityStatus string

const (
	Available AvailabilityStatus = "AVAILABLE"
	SoldOut   AvailabilityStatus = "SOLD_OUT"
	Limited   AvailabilityStatus = "LIMITED" // at most half of the capacity is left
	Closed    AvailabilityStatus = "CLOSED"
)

// Bookable reports whether seats are left.
func (s AvailabilityStatus) Bookable() bool { return s == Available || s == Limited }

// Availability is a slot that may be booked, for a stay of a given length.
type Availability struct {
	StartTime    string // local; empty with opening hours
	OpeningHours []payload.Hours
	StartsAt     time.Time
	ClosesAt     time.Time
	Status       AvailabilityStatus
	Vacancies    int // the fewest of all days of a stay
	Capacity     int // of the day with the fewest vacancies
}

// Day is a day of a calendar.
type Day struct {
	Date      string
	Status    AvailabilityStatus
	Vacancies int // of the slot with the most
}

// Month is an option's calendar. Past days are left out, but not one whose opening hours go past midnight until they
// end. It may be shared: it must not be changed.
type Month struct {
	Product *Product
	Option  *payload.Option
	Days    []Day
	cachedEncoding
}

// Calendar returns the days of a month, "2026-12". A length of 0 means the minimum.
func (s *Service) Calendar(
	ctx context.Context, d Deployment, product, option, month string, length int,
) (*Month, error) {
	p, o, length, err := s.findStay(d, product, option, length)
	if err != nil {
		return nil, err
	}
	if !isDate(month + "-01") {
		return nil, fault.New(fault.Invalid, "Month not valid.", fault.Field{Name: "month", Code: fault.Format})
	}
	now := s.now()
	first, end := month+"-01", dateOf(month+"-01").AddDate(0, 1, 0).Format(time.DateOnly)
	first = max(first, yesterday(now, p.TimeZone))
	if first >= end {
		return &Month{Product: p, Option: o}, nil
	}
	key := answerCacheKey{p, o.ID, month, length}
	last := s.months.get(key, now)
	use, version, err := s.store.Read().TakenIfChanged(ctx, p.Slug, o.ID, first, addDays(end, length-2), last.version)
	if err != nil {
		return nil, err
	}
	if version == last.version {
		return last.answer, nil
	}
	v := p.view(o, length, &use, now)
	last = cachedAnswer[*Month]{v.month(max(first, v.firstDay()), end), version, now, v.until}
	s.months.put(key, last)
	return last.answer, nil
}

// firstDay returns the first day that the clock lets visitors book: yesterday until its opening hours, which go past
// midnight, have ended, else today.
func (v *optionView) firstDay() string {
	day := yesterday(v.now, v.product.TimeZone)
	for _, a := range v.slotsOn(day) {
		if v.now.Before(a.ClosesAt) {
			return day
		}
	}
	return addDays(day, 1)
}

// month returns the days from first up to before end.
func (v *optionView) month(first, end string) *Month {
	m := &Month{Product: v.product, Option: v.option, Days: make([]Day, 0, 31)}
	for date := dateOf(first); ; date = date.AddDate(0, 0, 1) {
		day := date.Format(time.DateOnly)
		if day >= end {
			return m
		}
		best := Day{Date: day, Status: Closed}
		for _, a := range v.slotsOn(day) {
			best.Add(a)
		}
		m.Days = append(m.Days, best)
	}
}

// Add raises the day to the best status and the most vacancies of its slots.
func (d *Day) Add(a Availability) {
	if a.Status.rank() > d.Status.rank() {
		d.Status = a.Status
	}
	if a.Status.Bookable() {
		d.Vacancies = max(d.Vacancies, a.Vacancies)
	}
}

// rank returns a higher number for a better status.
func (s AvailabilityStatus) rank() int {
	return slices.Index([]AvailabilityStatus{Closed, SoldOut, Limited, Available}, s)
}

// DaySlots holds the slots of one day. It may be shared: it must not be changed.
type DaySlots struct {
	Product *Product
	Option  *payload.Option
	Slots   []Availability
	now     time.Time
	cachedEncoding
}

// Slots returns the slots of a day in the order of their start. A length of 0 means the minimum.
func (s *Service) Slots(
	ctx context.Context, d Deployment, product, option, day string, length int,
) (*DaySlots, error) {
	p, o, length, err := s.findStay(d, product, option, length)
	if err != nil {
		return nil, err
	}
	if !isDate(day) {
		return nil, errInvalidDate
	}
	now, key := s.now(), answerCacheKey{p, o.ID, day, length}
	last := s.days.get(key, now)
	use, version, err := s.store.Read().TakenIfChanged(ctx, p.Slug, o.ID, day, addDays(day, length-1), last.version)
	if err != nil {
		return nil, err
	}
	if version == last.version {
		return last.answer, nil
	}
	v := p.view(o, length, &use, now)
	found := &DaySlots{Product: p, Option: o, Slots: v.slotsOn(day), now: now}
	s.days.put(key, cachedAnswer[*DaySlots]{found, version, now, minTime(v.until, found.termsUntil())})
	return found, nil
}

var errInvalidDate = fault.New(fault.Invalid, "Date not valid.", fault.Field{Name: "date", Code: fault.Format})

// optionView computes the slots of an option at one instant, for stays of one length.
type optionView struct {
	product       *Product
	option        *payload.Option
	length        int
	use           *SlotUse
	now           time.Time
	clocks        clocks
	slots         []Availability
	closesAtStart bool      // booking closes at the start, for operators
	until         time.Time // until when the slots so far depend only on the catalogue and use
}

func (p *Product) view(o *payload.Option, length int, use *SlotUse, now time.Time) *optionView {
	year, month, day := now.In(p.TimeZone).Date()
	midnight := time.Date(year, month, day+1, 0, 0, 0, 0, p.TimeZone)
	return &optionView{product: p, option: o, length: length, use: use, now: now, clocks: clocks{zone: p.TimeZone},
		until: minTime(midnight, now.Add(time.Hour))}
}

// slotsOn returns the slots of a day in the order of the schedule. The next call overwrites them.
func (v *optionView) slotsOn(day string) []Availability {
	v.slots = v.slots[:0]
	if opens := dateOf(day).Add(-horizon); v.now.Before(opens) {
		v.until = minTime(v.until, opens)
		return nil
	}
	v.slots = startsOn(v.slots, &v.option.Schedule, day, &v.clocks)
	v.addOpened(day)
	for i := range v.slots {
		v.product.closeBeforeLastPickup(v.option, &v.slots[i], day, &v.clocks)
		v.setVacancies(&v.slots[i], day)
		if closes := v.slots[i].ClosesAt; v.now.Before(closes) {
			v.until = minTime(v.until, closes)
		}
	}
	return v.slots
}

// setVacancies sets the vacancies and the status of a slot.
func (v *optionView) setVacancies(a *Availability, day string) {
	stopped := false
	for n := range v.length {
		slot := v.product.slot(v.option, day, a.StartTime, n)
		override := v.use.Overrides[slot]
		capacity := override.capacity(v.option.Capacity)
		if left := capacity - v.use.Seats[slot]; n == 0 || left < a.Vacancies {
			a.Capacity, a.Vacancies = capacity, left
		}
		stopped = stopped || override.endsSale()
	}
	a.Vacancies = max(a.Vacancies, 0)
	if a.Status = v.status(a); stopped {
		a.Status = Closed
	}
	if !a.Status.Bookable() {
		a.Vacancies = 0
	}
}

// slot returns the key that counts the seats of the n-th day of a stay. Options priced by day or night are counted by
// the day, whatever the start time: the bed is the same.
func (p *Product) slot(o *payload.Option, day, startTime string, n int) Slot {
	if o.LengthBy() != "" {
		startTime = ""
	}
	if n > 0 {
		day = addDays(day, n)
	}
	return Slot{Product: p.Slug, Option: o.ID, Date: day, StartTime: startTime}
}

func (v *optionView) status(a *Availability) AvailabilityStatus {
	p, closes := v.product, a.ClosesAt
	if v.closesAtStart && a.StartsAt.After(closes) {
		closes = a.StartsAt
	}
	switch {
	case p.Status == payload.Closed || !v.now.Before(closes):
		return Closed
	case p.Status == payload.SoldOut || a.Vacancies < p.fewestSeats(v.option):
		return SoldOut
	case 2*a.Vacancies <= a.Capacity:
		return Limited
	}
	return Available
}

// fewestSeats returns the smallest number of seats that one booking takes.
func (p *Product) fewestSeats(o *payload.Option) int {
	if p.PricingPer == payload.PerBooking {
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

// seats returns the number of seats that a party takes. A product priced by booking takes all seats of its option,
// however many travellers come.
func (p *Product) seats(o *payload.Option, units []Quantity) int {
	if p.PricingPer == payload.PerBooking {
		if o.MaxTravellers > 0 {
			return o.MaxTravellers
		}
		return o.Capacity
	}
	return travellers(o, units)
}

// travellers returns the number of people in the units.
func travellers(o *payload.Option, units []Quantity) int {
	sum := 0
	for _, q := range units {
		if u := unitOf(o, q.ID); u != nil {
			sum += q.Quantity * u.PaxCount
		}
	}
	return sum
}
