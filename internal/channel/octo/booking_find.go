package octo

import (
	"context"
	"slices"
	"strings"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/plaintext"
	"storefront/internal/shop/booking"
)

// findBooking returns the booking that a path names by its uuid, or by its id, if it is the reseller's. A test finds no
// other bookings than those of tests, so that it changes none.
func (s *Server) findBooking(ctx context.Context, r *request) (booking.Order, error) {
	id, err := parseBookingID(r.PathValue("uuid"))
	if err != nil {
		return booking.Order{}, err
	}
	order, err := s.Booking.Resale(ctx, r.deployment, r.reseller.ID, id)
	if fault.Is(err, fault.NotFound) {
		if order, err = s.Booking.ResaleByID(ctx, r.reseller.ID, r.deployment.ID, id); err == nil {
			order, err = s.Booking.Resale(ctx, r.deployment, r.reseller.ID, order.Key)
		}
	}
	if fault.Is(err, fault.NotFound) || err == nil && r.test && !order.Resale.Test {
		return booking.Order{}, &failure{code: invalidBooking, id: r.PathValue("uuid")}
	}
	return order, err
}

// booking returns a booking.
func (s *Server) booking(ctx context.Context, r *request) (any, error) {
	order, err := s.findBooking(ctx, r)
	if err != nil {
		return nil, err
	}
	return s.bookingBody(ctx, r, &order)
}

// listCost is how many requests a list of bookings counts as: it may be megabytes.
const listCost = 10

// bookings lists bookings by a reference, or by the days on which they begin.
func (s *Server) bookings(ctx context.Context, r *request) (any, error) {
	q := r.URL.Query()
	for _, values := range q {
		if slices.ContainsFunc(values, func(v string) bool { return !plaintext.IsValid(v) }) {
			return nil, badRequest("the query is not valid UTF-8, or has a NUL")
		}
	}
	f := booking.ResaleFilter{
		Reference: strings.ToUpper(strings.TrimSpace(q.Get("supplierReference"))),
		FirstDay:  dateOf(q.Get("localDateStart")), LastDay: dateOf(q.Get("localDateEnd")),
	}
	if reference := q.Get("resellerReference"); reference != "" {
		f.ResellerReference = singleLine(&reference) // as it was stored
	}
	if day := dateOf(q.Get("localDate")); day != "" {
		f.FirstDay, f.LastDay = day, day
	}
	for _, day := range []string{f.FirstDay, f.LastDay} {
		if _, err := time.Parse(time.DateOnly, day); day != "" && err != nil {
			return nil, badRequest(detailDate)
		}
	}
	if (f.FirstDay == "") != (f.LastDay == "") || f == (booking.ResaleFilter{}) {
		return nil, badRequest(
			"give resellerReference, supplierReference, localDate, or localDateStart and localDateEnd")
	}
	if f.Reference == "" {
		if err := s.limits.allow(r.reseller, listCost-1); err != nil {
			return nil, err
		}
	}
	f.Product, f.Option = q.Get("productId"), q.Get("optionId")
	orders, err := s.Booking.Resales(ctx, r.deployment, r.reseller.ID, f)
	if err != nil {
		return nil, err
	}
	all := []*bookingShape{}
	for i := range orders {
		if r.test && !orders[i].Resale.Test {
			continue
		}
		shape, err := s.bookingBody(ctx, r, &orders[i])
		if err != nil {
			return nil, err
		}
		all = append(all, shape)
	}
	return all, nil
}

// dateOf returns the day of a date, or of a date with a time.
func dateOf(text string) string {
	if _, err := time.Parse(time.RFC3339, text); err == nil {
		return text[:len(time.DateOnly)]
	}
	return text
}
