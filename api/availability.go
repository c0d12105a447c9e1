package api

import (
	"context"
	"net/http"
	"strconv"
	"time"

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

// monthResponse is a Calendar that is encoded without reflection: every booking form requests one, and encoding it by
// reflection takes a seventh of the time of the request.
type monthResponse struct {
	*booking.Month
	month string
}

// VisitGetCalendarResponse writes the Calendar of openapi.yaml.
func (m monthResponse) VisitGetCalendarResponse(w http.ResponseWriter) error {
	return writeJSON(w, m.Encoded(m.json))
}

// writeJSON answers with a body and its length. Without the length a long body would go out in chunks.
func writeJSON(w http.ResponseWriter, body []byte) error {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(http.StatusOK)
	_, err := w.Write(body)
	return err
}

func (m monthResponse) json() []byte {
	price, original := m.Product.LowestPrice(m.Option)
	out := make(jsonBuffer, 0, 4096)
	out.text(`{"product":`, m.Product.Slug)
	out.text(`,"option":`, m.Option.ID)
	out.text(`,"month":`, m.month)
	out.text(`,"timeZone":`, m.Product.TimeZone.String())
	out.text(`,"currency":`, m.Product.Currency)
	out.number(`,"exponent":`, int64(m.Product.Exponent))
	out = append(out, `,"days":[`...)
	for i, d := range m.Days {
		if i > 0 {
			out = append(out, ',')
		}
		out.text(`{"date":`, d.Date)
		out.text(`,"status":`, string(d.Status))
		out.number(`,"vacancies":`, int64(d.Vacancies))
		if d.Status.Bookable() && price > 0 {
			out.number(`,"price":`, price)
		}
		if d.Status.Bookable() && original > 0 {
			out.number(`,"originalPrice":`, original)
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
	return dayResponse{day, r.Params.Date}, nil
}

// dayResponse is a DayAvailability that is encoded without reflection, as monthResponse is.
type dayResponse struct {
	*booking.DaySlots
	date string
}

// VisitGetAvailabilityResponse writes the DayAvailability of openapi.yaml.
func (d dayResponse) VisitGetAvailabilityResponse(w http.ResponseWriter) error {
	return writeJSON(w, d.Encoded(d.json))
}

func (d dayResponse) json() []byte {
	out := make(jsonBuffer, 0, 2048)
	out.text(`{"date":`, d.date)
	out.text(`,"option":`, d.Option.ID)
	out.text(`,"product":`, d.Product.Slug)
	out = append(out, `,"slots":[`...)
	for i := range d.Slots {
		if i > 0 {
			out = append(out, ',')
		}
		out.slot(&d.Slots[i], d.TermsOf(&d.Slots[i]))
	}
	out.text(`],"timeZone":`, d.Product.TimeZone.String())
	return append(out, "}\n"...)
}

// jsonBuffer is a part of a response as JSON. Its texts need no escapes: they are slugs, dates, times, time zones and
// names of the contract.
type jsonBuffer []byte

func (o *jsonBuffer) text(name, value string) { *o = strconv.AppendQuote(append(*o, name...), value) }

func (o *jsonBuffer) number(name string, value int64) {
	*o = strconv.AppendInt(append(*o, name...), value, 10)
}

func (o *jsonBuffer) instant(name string, at time.Time) {
	*o = append(at.UTC().AppendFormat(append(append(*o, name...), '"'), time.RFC3339Nano), '"')
}

// slot appends the Slot of openapi.yaml.
func (o *jsonBuffer) slot(a *booking.Availability, terms booking.CancellationTerms) {
	*o = append(*o, `{"cancellation":{`...)
	if terms.FreeUntil != booking.NoFreePeriod {
		o.text(`"freeUntil":`, string(terms.FreeUntil))
		*o = append(*o, ',')
	}
	*o = append(*o, `"steps":[`...)
	for i, s := range terms.Steps {
		if i > 0 {
			*o = append(*o, ',')
		}
		o.number(`{"percent":`, int64(s.Percent))
		o.instant(`,"until":`, s.Until)
		*o = append(*o, '}')
	}
	o.number(`]},"capacity":`, int64(a.Capacity))
	o.instant(`,"closesAt":`, a.ClosesAt)
	for i, h := range a.OpeningHours {
		name := `,{"from":`
		if i == 0 {
			name = `,"openingHours":[{"from":`
		}
		o.text(name, h.From)
		o.text(`,"to":`, h.To)
		*o = append(*o, '}')
	}
	if len(a.OpeningHours) > 0 {
		*o = append(*o, ']')
	}
	if a.StartTime != "" {
		o.text(`,"startTime":`, a.StartTime)
	}
	o.instant(`,"startsAt":`, a.StartsAt)
	o.text(`,"status":`, string(a.Status))
	o.number(`,"vacancies":`, int64(a.Vacancies))
	*o = append(*o, '}')
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
		Available: c.Unavailable == nil, Status: c.Status, Vacancies: c.Vacancies, Travellers: c.Travellers,
		Currency: c.Product.Currency, Exponent: c.Product.Exponent, Price: priceTo(c.Price),
	}, nil
}
