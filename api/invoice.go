package api

import (
	"context"
	"slices"
	"strings"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/shop/booking"
)

// ListInvoices returns the orders of the signed-in user.
func (s *server) ListInvoices(ctx context.Context, r ListInvoicesRequestObject) (ListInvoicesResponseObject, error) {
	d, visitor, err := s.identify(ctx)
	if err != nil {
		return nil, err
	}
	orders, next, err := s.Booking.Invoices(ctx, d, visitor, r.Params.Before, booking.InvoicesPerPage)
	if err != nil {
		return nil, err
	}
	out := ListInvoices200JSONResponse{Invoices: []Order{}, Next: next}
	for i := range orders {
		out.Invoices = append(out.Invoices, Order(s.orderTo(&orders[i])))
	}
	return out, nil
}

// FindOrder mails the link to an order to its buyer.
func (s *server) FindOrder(ctx context.Context, r FindOrderRequestObject) (FindOrderResponseObject, error) {
	d := visitOf(ctx).deployment
	reference := booking.ParseReference(r.Body.Reference)
	may, err := s.Limits.CountMail(ctx, notice.OrderLink, d.ID, reference+" "+r.Body.Email, s.client(ctx).Network)
	if err == nil && may {
		err = s.Booking.MailOrderLink(ctx, d, reference, r.Body.Email)
	}
	if err != nil {
		return nil, err
	}
	return FindOrder202Response{}, nil
}

// OpenOrder lets the visitor see the order of a link.
func (s *server) OpenOrder(ctx context.Context, r OpenOrderRequestObject) (OpenOrderResponseObject, error) {
	d, visitor, err := s.identify(ctx)
	if err != nil {
		return nil, err
	}
	subject, err := s.Links.Open(r.Body.Token, s.Booking.Now())
	if err != nil {
		return nil, err
	}
	visitor.Orders = slices.Concat(visitor.Orders, []string{subject})
	id, _, _ := strings.Cut(subject, " ")
	order, err := s.Booking.Order(ctx, d, visitor, id)
	if fault.Is(err, fault.NotFound) {
		return nil, fault.New(fault.LinkExpired,
			"The link belongs to another storefront, or was mailed to an address that was corrected.")
	}
	if err != nil {
		return nil, err
	}
	out, err := s.orderWithMoves(ctx, &order)
	if err != nil {
		return nil, err
	}
	return OpenOrder200JSONResponse{out}, s.openOrder(ctx, d, subject)
}
