package api

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"storefront/internal/shop/document/calendar"
	"storefront/internal/shop/document/invoice"
	"storefront/internal/shop/document/ticket"
)

// GetInvoiceDocument returns the invoice of an order, or its summary while it has none.
func (s *server) GetInvoiceDocument(ctx context.Context,
	r GetInvoiceDocumentRequestObject) (GetInvoiceDocumentResponseObject, error) {
	d, visitor, err := s.identify(ctx)
	if err != nil {
		return nil, err
	}
	order, err := s.Booking.Order(ctx, d, visitor, r.OrderId)
	if err != nil {
		return nil, err
	}
	data, err := s.drawWhenFree(ctx, func() ([]byte, error) { return invoice.PDF(&order, visitOf(ctx).site.BaseURL) })
	if err != nil {
		return nil, err
	}
	name := "booking-" + order.Reference
	if order.HasInvoice() {
		name = order.InvoiceNumber()
	}
	return GetInvoiceDocument200ApplicationpdfResponse{
		Body: bytes.NewReader(data), ContentLength: int64(len(data)),
		Headers: GetInvoiceDocument200ResponseHeaders{ContentDisposition: attachment("%s-%s.pdf", order.Deployment,
			name)},
	}, nil
}

// GetTicketDocument returns the ticket of a booking.
func (s *server) GetTicketDocument(ctx context.Context,
	r GetTicketDocumentRequestObject) (GetTicketDocumentResponseObject, error) {
	d, visitor, err := s.identify(ctx)
	if err != nil {
		return nil, err
	}
	order, b, err := s.Booking.Booking(ctx, d, visitor, r.OrderId, r.BookingId)
	if err != nil {
		return nil, err
	}
	data, err := s.drawWhenFree(ctx, func() ([]byte, error) { return ticket.PDF(&order, b, s.TicketKey) })
	if err != nil {
		return nil, err
	}
	return GetTicketDocument200ApplicationpdfResponse{
		Body: bytes.NewReader(data), ContentLength: int64(len(data)),
		Headers: GetTicketDocument200ResponseHeaders{ContentDisposition: attachment("%s-ticket-%s-%d.pdf",
			order.Deployment, order.Reference, b.Line+1)},
	}, nil
}

// GetCalendarEvent returns the calendar file of a booking.
func (s *server) GetCalendarEvent(ctx context.Context,
	r GetCalendarEventRequestObject) (GetCalendarEventResponseObject, error) {
	d, visitor, err := s.identify(ctx)
	if err != nil {
		return nil, err
	}
	order, b, err := s.Booking.Booking(ctx, d, visitor, r.OrderId, r.BookingId)
	if err != nil {
		return nil, err
	}
	data, err := calendar.UpcomingFile(&order, b, visitOf(ctx).site.BaseURL)
	if err != nil {
		return nil, err
	}
	return GetCalendarEvent200TextcalendarResponse{
		Body: bytes.NewReader(data), ContentLength: int64(len(data)),
		Headers: GetCalendarEvent200ResponseHeaders{ContentDisposition: attachment("%s-%s-%d.ics", order.Deployment,
			order.Reference, b.Line+1)},
	}, nil
}

// drawWhenFree draws a document when a place is free. Drawing takes some tens of milliseconds of a processor, and one
// client that requests many documents must not take all processors.
func (s *server) drawWhenFree(ctx context.Context, draw func() ([]byte, error)) ([]byte, error) {
	select {
	case s.drawSlots <- struct{}{}:
		defer func() { <-s.drawSlots }()
		return draw()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// attachment makes a browser save the response, under a name with letters that every system supports.
func attachment(format string, values ...any) string {
	name := strings.Map(func(r rune) rune {
		plain := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '-'
		if !plain {
			return '-'
		}
		return r
	}, fmt.Sprintf(format, values...))
	return `attachment; filename="` + name + `"`
}
