package api

import (
	"context"
	"net/http"
	"strconv"

	"storefront/internal/shop/booking"
)

// GetCalendar returns a month of an option.
func (s *server) GetCalendar(ctx context.Context, r GetCalendarRequestObject) (GetCalendarResponseObject, error) {
	d := visitOf(ctx).deployment
	m, err := s.Booking.Calendar(ctx, d, r.Params.Product, r.Params.Option, r.Params.Month, orElse(r.Params.Length, 0))
	if err != nil {
		return nil, err
	}
	return monthResponse{m, r.Params.Month}, nil
}

// monthResponse is a Calendar that is encoded without reflection: every visitor's ticket requests one, and encoding it
// was a seventh of its cost.
type monthResponse struct {
	*booking.Month
	month string
}

// VisitGetCalendarResponse writes the Calendar of openapi.yaml.
func (m monthResponse) VisitGetCalendarResponse(w http.ResponseWriter) error {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusOK)
	_, err := w.Write(m.Encoded(m.json))
	return err
}

func (m monthResponse) json() []byte {
	price, original := m.Product.From(m.Option)
	out := make([]byte, 0, 4096)
	text := func(name, value string) {
		// Slugs, dates and time zones need no escapes in JSON.
		out = strconv.AppendQuote(append(out, name...), value)
	}
	number := func(name string, value int64) { out = strconv.AppendInt(append(out, name...), value, 10) }
	text(`{"product":`, m.Product.Slug)
	text(`,"option":`, m.Option.ID)
	text(`,"month":`, m.month)
	text(`,"timeZone":`, m.Product.TimeZone.String())
	text(`,"currency":`, m.Product.Currency)
	number(`,"exponent":`, int64(m.Product.Exponent))
	out = append(out, `,"days":[`...)
	for i, d := range m.Days {
		if i > 0 {
			out = append(out, ',')
		}
		text(`{"date":`, d.Date)
		text(`,"status":`, string(d.Status))
		number(`,"vacancies":`, int64(d.Vacancies))
		if d.Status.Bookable() && price > 0 {
			number(`,"price":`, price)
		}
		if d.Status.Bookable() && original > 0 {
			number(`,"originalPrice":`, original)
		}
		out = append(out, '}')
	}
	return append(out, "]}\n"...)
}

// GetAvailability returns the slots of a day.
func (s *server) GetAvailability(ctx context.Context,
	r GetAvailabilityRequestObject) (GetAvailabilityResponseObject, error) {
	d := visitOf(ctx).deployment
	day, err := s.Booking.Slots(ctx, d, r.Params.Product, r.Params.Option, r.Params.Date, orElse(r.Params.Length, 0))
	if err != nil {
		return nil, err
	}
	out := DayAvailability{
		Product: day.Product.Slug, Option: day.Option.ID, Date: r.Params.Date, TimeZone: day.Product.TimeZone.String(),
		Slots: make([]Slot, 0, len(day.Slots)),
	}
	for _, a := range day.Slots {
		slot := Slot{
			StartTime: a.StartTime, StartsAt: a.StartsAt.UTC(), ClosesAt: a.ClosesAt.UTC(), Status: a.Status,
			Vacancies: a.Vacancies,
			Capacity:  a.Capacity, Cancellation: termsTo(day.TermsOf(&a)),
		}
		slot.OpeningHours = hoursTo(a.OpeningHours)
		out.Slots = append(out.Slots, slot)
	}
	return GetAvailability200JSONResponse(out), nil
}

// CheckAvailability reports whether a choice can be booked.
func (s *server) CheckAvailability(ctx context.Context,
	r CheckAvailabilityRequestObject) (CheckAvailabilityResponseObject, error) {
	d := visitOf(ctx).deployment
	c, err := s.Booking.CheckChoice(ctx, d, choiceFrom(r.Body))
	if err != nil {
		return nil, err
	}
	return CheckAvailability200JSONResponse{
		Available: c.Available, Status: c.Status, Vacancies: c.Vacancies, Travellers: c.Travellers,
		Currency: c.Product.Currency, Exponent: c.Product.Exponent, Price: priceTo(c.Price),
	}, nil
}
