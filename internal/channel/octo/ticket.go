package octo

import (
	"context"
	"net/http"
	"strings"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/document/ticket"
)

// ticketValidity is how long after the start the address of a ticket works.
const ticketValidity = 60 * 24 * time.Hour

// ticketToken returns the part of a ticket's address that identifies its order. Anybody who has it can read the ticket.
func (s *Server) ticketToken(o *booking.Order) string {
	return s.Links.Sign(o.ID, o.Bookings[0].StartsAt.Add(ticketValidity)) + ".pdf"
}

// ticket prints the ticket of a booking. Travellers open it by its address alone, without the reseller's key.
func (s *Server) ticket(w http.ResponseWriter, r *http.Request) {
	o, err := s.ticketOrder(r)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	document, err := s.drawTicket(r.Context(), o)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/pdf")
	h.Set("Cache-Control", "private, no-store")
	h.Set("Content-Disposition", `inline; filename="ticket-`+o.Reference+`.pdf"`)
	h.Set("X-Robots-Tag", "noindex")
	_, _ = w.Write(document) // it fails if the client has gone
}

// drawTicket draws a ticket when a place is free. Drawing takes some tens of milliseconds of a processor, and one
// client that requests many tickets must not take all processors.
func (s *Server) drawTicket(ctx context.Context, o *booking.Order) ([]byte, error) {
	select {
	case s.ticketSlots <- struct{}{}:
		defer func() { <-s.ticketSlots }()
		return ticket.PDF(o, &o.Bookings[0], s.Tickets)
	case <-ctx.Done():
		return nil, fault.New(fault.Unavailable, "The client has gone.")
	}
}

// ticketOrder returns the order of a ticket's address, if its booking is confirmed.
func (s *Server) ticketOrder(r *http.Request) (*booking.Order, error) {
	notFoundFailure := &failure{status: http.StatusNotFound, code: notFound}
	token, isPDF := strings.CutSuffix(r.PathValue("token"), ".pdf")
	id, err := s.Links.Open(token, s.Now())
	if !isPDF || err != nil {
		return nil, notFoundFailure
	}
	site, err := s.Site.Deployment(r.Host)
	if err != nil {
		return nil, err
	}
	o, err := s.Booking.ResaleWithTicket(r.Context(), site.ID, id)
	if fault.Is(err, fault.NotFound) {
		return nil, notFoundFailure
	}
	return &o, err
}
