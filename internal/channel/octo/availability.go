package octo

import (
	"context"
	"slices"
	"strings"
	"time"

	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
)

// availabilityRequest asks for the availabilities of an option, or for its calendar.
type availabilityRequest struct {
	ProductID       string     `json:"productId"`
	OptionID        string     `json:"optionId"`
	LocalDate       string     `json:"localDate"`
	LocalDateStart  string     `json:"localDateStart"`
	LocalDateEnd    string     `json:"localDateEnd"`
	AvailabilityIDs []string   `json:"availabilityIds"`
	Units           []unitWish `json:"units"`
	Currency        string     `json:"currency"`
}

type unitWish struct {
	ID       string `json:"id"`
	Quantity int    `json:"quantity"`
}

// mostIDs and longestRange bound one request, as the standard has it.
const (
	mostIDs      = 100
	longestRange = 366 * 24 * time.Hour
)

// wished is an availabilityRequest that is valid.
type wished struct {
	product     *booking.Product
	option      *payload.Option
	first, last string
	ids         []string // empty: all
	units       []booking.Quantity
	seats       int // that the units take; 0 without units
}

// wish validates a request. The calendar knows no ids.
func (s *Server) wish(r *request, calendar bool) (w wished, err error) {
	var in availabilityRequest
	if err := r.decode(&in); err != nil {
		return w, err
	}
	if w.product, w.option, err = s.option(r, in.ProductID, in.OptionID); err != nil {
		return w, err
	}
	if err := r.checkCurrency(in.Currency); err != nil {
		return w, err
	}
	if err := w.setUnits(in.Units); err != nil {
		return w, err
	}
	return w, w.setDays(&in, calendar)
}

// checkCurrency refuses any currency but that of the reseller's account.
func (r *request) checkCurrency(currency string) error {
	if currency != "" && !strings.EqualFold(currency, r.deployment.Currency) {
		return badRequest(detailCurrency)
	}
	return nil
}

func (w *wished) setUnits(units []unitWish) error {
	for _, u := range units {
		if !slices.ContainsFunc(w.option.Units, func(known payload.Unit) bool { return known.ID == u.ID }) {
			return &failure{code: invalidUnit, id: u.ID}
		}
		if u.Quantity < 0 || u.Quantity > 10_000 {
			return badRequest("the quantity of a unit is not valid")
		}
		if u.Quantity > 0 {
			w.units = append(w.units, booking.Quantity{ID: u.ID, Quantity: u.Quantity})
		}
	}
	if len(w.units) > 0 {
		w.seats = w.product.Seats(w.option, w.units)
	}
	return nil
}

// setDays sets the days from exactly one of a day, a first and a last day, and ids.
func (w *wished) setDays(in *availabilityRequest, calendar bool) error {
	day, byIDs := dayOf(in.LocalDate), len(in.AvailabilityIDs) > 0
	first, last := dayOf(in.LocalDateStart), dayOf(in.LocalDateEnd)
	switch {
	case day != "" && (first != "" || last != "" || byIDs), byIDs && (first != "" || last != ""):
		return badRequest("give either localDate, or localDateStart and localDateEnd, or availabilityIds")
	case day != "":
		first, last = day, day
	case byIDs && !calendar:
		return w.setIDs(in.AvailabilityIDs)
	case first == "" || last == "":
		return badRequest("localDateStart and localDateEnd are required")
	}
	from, err := time.Parse(time.DateOnly, first)
	to, also := time.Parse(time.DateOnly, last)
	switch {
	case err != nil || also != nil:
		return badRequest(detailDate)
	case to.Before(from):
		return badRequest("localDateEnd is before localDateStart")
	case to.Sub(from) > longestRange:
		return badRequest(detailYear)
	}
	w.first, w.last = first, last
	return nil
}

// setIDs sets the days of ids. Ids that are none of this option's are ignored, since ids filter the results.
func (w *wished) setIDs(ids []string) error {
	if len(ids) > mostIDs {
		return badRequest("not more than %d availabilityIds can be requested at once", mostIDs)
	}
	w.ids = ids
	for _, id := range ids {
		day, _, ok := slotOf(w.product, w.option, id)
		if !ok {
			continue
		}
		if w.first == "" || day < w.first {
			w.first = day
		}
		w.last = max(w.last, day)
	}
	if w.first == "" {
		return nil
	}
	from, _ := time.Parse(time.DateOnly, w.first) // slotOf has parsed both
	to, _ := time.Parse(time.DateOnly, w.last)
	if to.Sub(from) > longestRange {
		return badRequest(detailYear)
	}
	return nil
}

// availability lists the availabilities of an option.
func (s *Server) availability(ctx context.Context, r *request) (any, error) {
	return s.answered(ctx, r, false, func(e *encoder, days []booking.RangeDay) any {
		all := []availabilityShape{}
		for i := range days {
			for j := range days[i].Slots {
				a := e.availability(days[i].Date, &days[i].Slots[j])
				if len(e.ids) == 0 || slices.Contains(e.ids, a.ID) {
					all = append(all, a)
				}
			}
		}
		return all
	})
}

// calendar lists the days of an option.
func (s *Server) calendar(ctx context.Context, r *request) (any, error) {
	return s.answered(ctx, r, true, func(e *encoder, days []booking.RangeDay) any {
		all := make([]calendarShape, 0, len(days))
		for i := range days {
			all = append(all, e.day(&days[i]))
		}
		return all
	})
}

// answered answers a request for availability. An answer is used again while nothing that it depends on has changed:
// the request, the reseller's terms, the product of the build, what is taken and decided, and what time has closed.
func (s *Server) answered(
	ctx context.Context, r *request, calendar bool, encode func(*encoder, []booking.RangeDay) any,
) (any, error) {
	key := answerKey{r.reseller.ID, r.reseller.NetRate, strings.Join(r.reseller.Products, ","), r.deployment.ID,
		r.deployment.Language, r.deployment.Currency, r.capabilities, calendar, string(r.body)}
	last := s.answers.get(key)
	var w wished
	var err error
	var earlier *booking.Range
	if last != nil {
		w, earlier = last.wished, last.found
	} else if w, err = s.wish(r, calendar); err != nil {
		return nil, err
	}
	if w.first == "" { // of ids that are all unknown
		return []availabilityShape{}, nil
	}
	found, err := s.Booking.SlotsBetween(ctx, r.deployment, w.product.Slug, w.option.ID, w.first, w.last, earlier)
	if err == nil && last != nil && found.SameAs(last.found, last.until) {
		return last.body, nil
	}
	if last != nil { // the catalogue may have changed since it was validated
		if w, err = s.wish(r, calendar); err == nil {
			found, err = s.Booking.SlotsBetween(ctx, r.deployment, w.product.Slug, w.option.ID, w.first, w.last, nil)
		}
	}
	if err != nil {
		return nil, err
	}
	days, until := found.Days()
	body, err := encoded(encode(newEncoder(r, &w), days))
	if err == nil {
		s.answers.put(key, &lastAnswer{wished: w, found: found, until: until, body: body})
	}
	return body, err
}

// encoder encodes availabilities of one option, whose prices are the same on every day.
type encoder struct {
	*wished
	r      *request
	most   *int
	prices []pricing
	total  *pricing
	text   *availabilityContent
}

func newEncoder(r *request, w *wished) *encoder {
	e := &encoder{wished: w, r: r}
	_, e.most, _ = unitLimits(w.product, w.option)
	if r.pricing {
		e.prices = unitPrices(r, w.product, w.option)
		if len(w.units) > 0 || w.product.PricingPer == payload.PerBooking {
			total := priceOf(r, w.product, w.option, w.units)
			e.total = &total
		}
	}
	if r.content {
		e.text = &availabilityContent{Title: orNull(w.option.Title), ShortDescription: w.option.Description}
	}
	return e
}

// availability encodes a slot of a day.
func (e *encoder) availability(day string, a *booking.Availability) availabilityShape {
	p := e.product
	out := availabilityShape{
		ID: slotID(p, day, a.StartTime), UTCCutoffAt: utc(a.ClosesAt), Status: string(a.Status), Vacancies: a.Vacancies,
		Capacity: a.Capacity, Available: a.Status.Bookable() && a.Vacancies >= e.seats, MaxUnits: e.mostOf(a),
		OpeningHours: hoursOf(a.OpeningHours), UnitPricing: e.prices, Pricing: e.total, availabilityContent: e.text,
	}
	out.LocalDateTimeStart, out.LocalDateTimeEnd, out.AllDay = timesOf(p, e.option, day, a)
	if e.r.pickups {
		out.pickups = pickupsOf(p, day, a.StartTime)
	}
	return out
}

// mostOf returns the most units that one booking of a slot may have.
func (e *encoder) mostOf(a *booking.Availability) *int {
	if e.product.PricingPer == payload.PerBooking || e.most == nil || a.Vacancies >= *e.most || !a.Status.Bookable() {
		return e.most
	}
	return &a.Vacancies
}

// day encodes a day of the calendar: the best status and the most vacancies of its slots.
func (e *encoder) day(d *booking.RangeDay) calendarShape {
	out := calendarShape{LocalDate: d.Date, OpeningHours: []hoursShape{}, UnitPricingFrom: e.prices,
		PricingFrom: e.total}
	day := booking.Day{Status: booking.Closed}
	for i := range d.Slots {
		a := &d.Slots[i]
		day.Add(*a)
		out.Capacity = max(out.Capacity, a.Capacity)
		out.Available = out.Available || a.Status.Bookable() && a.Vacancies >= e.seats
		out.OpeningHours = append(out.OpeningHours, hoursOf(a.OpeningHours)...)
	}
	out.Status, out.Vacancies = string(day.Status), day.Vacancies
	return out
}

func hoursOf(hours []payload.Hours) []hoursShape {
	all := make([]hoursShape, len(hours))
	for i, h := range hours {
		all[i] = hoursShape{h.From, h.To}
	}
	return all
}
