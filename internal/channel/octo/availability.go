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
	ProductID       string         `json:"productId"`
	OptionID        string         `json:"optionId"`
	LocalDate       string         `json:"localDate"`
	LocalDateStart  string         `json:"localDateStart"`
	LocalDateEnd    string         `json:"localDateEnd"`
	AvailabilityIDs []string       `json:"availabilityIds"`
	Units           []unitQuantity `json:"units"`
	Currency        string         `json:"currency"`
}

type unitQuantity struct {
	ID       string `json:"id"`
	Quantity int    `json:"quantity"`
}

// maxIDs and maxRange bound one request, as the standard requires.
const (
	maxIDs   = 100
	maxRange = 366 * 24 * time.Hour
)

// availabilityQuery is a validated availabilityRequest.
type availabilityQuery struct {
	product     *booking.Product
	option      *payload.Option
	first, last string
	ids         []string // empty: all
	units       []booking.Quantity
	seats       int // that the units take; 0 without units
}

// parseAvailability validates a request. The calendar ignores ids.
func (s *Server) parseAvailability(r *request, calendar bool) (w availabilityQuery, err error) {
	var in availabilityRequest
	if err := r.decode(&in); err != nil {
		return w, err
	}
	if w.product, w.option, err = s.resellerOption(r, in.ProductID, in.OptionID); err != nil {
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

func (w *availabilityQuery) setUnits(units []unitQuantity) error {
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
func (w *availabilityQuery) setDays(in *availabilityRequest, calendar bool) error {
	day, byIDs := dateOf(in.LocalDate), len(in.AvailabilityIDs) > 0
	first, last := dateOf(in.LocalDateStart), dateOf(in.LocalDateEnd)
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
	to, lastErr := time.Parse(time.DateOnly, last)
	switch {
	case err != nil || lastErr != nil:
		return badRequest(detailDate)
	case to.Before(from):
		return badRequest("localDateEnd is before localDateStart")
	case to.Sub(from) > maxRange:
		return badRequest(detailRangeTooLong)
	}
	w.first, w.last = first, last
	return nil
}

// setIDs sets the days of ids. Ids that are none of this option's are ignored, since ids filter the results.
func (w *availabilityQuery) setIDs(ids []string) error {
	if len(ids) > maxIDs {
		return badRequest("not more than %d availabilityIds can be requested at once", maxIDs)
	}
	w.ids = ids
	for _, id := range ids {
		day, _, ok := parseSlotID(w.product, w.option, id)
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
	from, _ := time.Parse(time.DateOnly, w.first) // parseSlotID has parsed both
	to, _ := time.Parse(time.DateOnly, w.last)
	if to.Sub(from) > maxRange {
		return badRequest(detailRangeTooLong)
	}
	return nil
}

// availability lists the availabilities of an option.
func (s *Server) availability(ctx context.Context, r *request) (any, error) {
	return s.answerAvailability(ctx, r, false, func(e *encoder, days []booking.RangeDay) any {
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
	return s.answerAvailability(ctx, r, true, func(e *encoder, days []booking.RangeDay) any {
		all := make([]calendarShape, 0, len(days))
		for i := range days {
			all = append(all, e.day(&days[i]))
		}
		return all
	})
}

// answerAvailability answers a request for availability. It returns the cached answer while all that it depends on is
// unchanged: the request, the reseller's terms, the product of the build, the seats taken, the operators' overrides,
// and the slots whose booking has closed.
func (s *Server) answerAvailability(
	ctx context.Context, r *request, calendar bool, encode func(*encoder, []booking.RangeDay) any,
) (any, error) {
	key := answerKey{r.reseller.ID, r.reseller.NetRate, strings.Join(r.reseller.Products, ","), r.deployment.ID,
		r.deployment.Language, r.deployment.Currency, r.capabilities, calendar, string(r.body)}
	cached := s.availabilityCache.get(key)
	var w availabilityQuery
	var err error
	var cachedRange *booking.Range
	if cached != nil {
		w, cachedRange = cached.availabilityQuery, cached.found
	} else if w, err = s.parseAvailability(r, calendar); err != nil {
		return nil, err
	}
	if w.first == "" { // of ids that are all unknown
		return []availabilityShape{}, nil
	}
	found, err := s.Booking.SlotsBetween(ctx, r.deployment, w.product.Slug, w.option.ID, w.first, w.last, cachedRange)
	if err == nil && cached != nil && found.SameAs(cached.found, cached.validUntil) {
		return cached.body, nil
	}
	if cached != nil { // the catalogue may have changed since it was validated
		if w, err = s.parseAvailability(r, calendar); err == nil {
			found, err = s.Booking.SlotsBetween(ctx, r.deployment, w.product.Slug, w.option.ID, w.first, w.last, nil)
		}
	}
	if err != nil {
		return nil, err
	}
	days, until := found.Days()
	body, err := encodeJSON(encode(newEncoder(r, &w), days))
	if err == nil {
		s.availabilityCache.put(key, &cachedAnswer{availabilityQuery: w, found: found, validUntil: until, body: body})
	}
	return body, err
}

// encoder encodes availabilities of one option, whose prices are the same on every day.
type encoder struct {
	*availabilityQuery
	r        *request
	maxUnits *int
	prices   []pricing
	total    *pricing
	content  *availabilityContent
}

func newEncoder(r *request, w *availabilityQuery) *encoder {
	e := &encoder{availabilityQuery: w, r: r}
	_, e.maxUnits, _ = unitLimits(w.product, w.option)
	if r.pricing {
		e.prices = unitPrices(r, w.product, w.option)
		if len(w.units) > 0 || w.product.PricingPer == payload.PerBooking {
			total := priceOf(r, w.product, w.option, w.units)
			e.total = &total
		}
	}
	if r.content {
		e.content = &availabilityContent{Title: orNull(w.option.Title), ShortDescription: w.option.Description}
	}
	return e
}

// availability encodes a slot of a day.
func (e *encoder) availability(day string, a *booking.Availability) availabilityShape {
	p := e.product
	out := availabilityShape{
		ID: slotID(p, day, a.StartTime), UTCCutoffAt: utc(a.ClosesAt), Status: string(a.Status), Vacancies: a.Vacancies,
		Capacity: a.Capacity, Available: a.Status.Bookable() && a.Vacancies >= e.seats, MaxUnits: e.maxUnitsOf(a),
		OpeningHours: hoursOf(a.OpeningHours), UnitPricing: e.prices, Pricing: e.total, availabilityContent: e.content,
	}
	out.LocalDateTimeStart, out.LocalDateTimeEnd, out.AllDay = timesOf(p, e.option, day, a)
	if e.r.pickups {
		out.pickups = pickupsOf(p, day, a.StartTime)
	}
	return out
}

// maxUnitsOf returns the most units that one booking of a slot may have.
func (e *encoder) maxUnitsOf(a *booking.Availability) *int {
	if e.product.PricingPer == payload.PerBooking || e.maxUnits == nil || a.Vacancies >= *e.maxUnits ||
		!a.Status.Bookable() {
		return e.maxUnits
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
