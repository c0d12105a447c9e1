package linkpage

import (
	"net/http"
	"strings"
	"time"

	"storefront/internal/shop/booking"
	"storefront/internal/shop/document/calendar"
)

// The days of a supplier's calendar.
const (
	calendarPast   = 30 * 24 * time.Hour
	calendarFuture = 365 * 24 * time.Hour
)

// serveCalendar answers with a supplier's bookings, cancelled ones included, so that calendars drop these.
func (s *pageServer) serveCalendar(w http.ResponseWriter, r *http.Request) {
	now := s.Now()
	token, _ := strings.CutSuffix(r.PathValue("file"), ".ics")
	supplier, version, err := s.Links.openCalendar(token, now)
	if err != nil {
		s.renderError(w, r, err)
		return
	}
	contact, known := s.Suppliers.Supplier(supplier)
	current, err := s.Booking.FeedVersion(r.Context(), supplier)
	switch {
	case err != nil:
		s.renderError(w, r, err)
		return
	case !known || version != current:
		s.renderError(w, r, errLinkExpired)
		return
	}
	bookings, err := s.Booking.SupplierBookings(r.Context(), "", supplier, now.Add(-calendarPast).Format(time.DateOnly),
		now.Add(calendarFuture).Format(time.DateOnly), func(b *booking.Booking) bool {
			return b.IsExpected() || b.Status == booking.Cancelled
		})
	if err != nil {
		s.renderError(w, r, err)
		return
	}
	for i, p := range bookings {
		o := s.Booking.OrderIn(*p.Order, contact.Language)
		for j := range o.Bookings {
			if o.Bookings[j].ID == p.Booking.ID {
				bookings[i] = booking.OrderBooking{Order: &o, Booking: &o.Bookings[j]}
			}
		}
	}
	data, err := calendar.Feed(contact.NameIn(contact.Language), contact.Language, bookings)
	if err != nil {
		s.renderError(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "text/calendar; charset=utf-8")
	_, _ = w.Write(data)
}
