package api

import (
	"context"
	"time"

	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/wording"
	"storefront/internal/shop/wording/ordertext"
)

// Checkout orders the cart.
func (s *server) Checkout(ctx context.Context, r CheckoutRequestObject) (CheckoutResponseObject, error) {
	d, visitor, err := s.identify(ctx)
	if err != nil {
		return nil, err
	}
	order, err := s.Booking.Checkout(ctx, d, booking.Checkout{
		Key: r.Params.IdempotencyKey, Cart: visitor.Cart, Buyer: buyerFrom(r.Body.Buyer), Method: r.Body.Method,
		Total: r.Body.Total, Currency: r.Body.Currency,
		From: s.originOf(ctx, visitor),
	})
	if err != nil {
		return nil, err
	}
	return Checkout200JSONResponse{s.orderTo(&order)}, nil
}

// GetOrder returns an order.
func (s *server) GetOrder(ctx context.Context, r GetOrderRequestObject) (GetOrderResponseObject, error) {
	d, visitor, err := s.identify(ctx)
	if err != nil {
		return nil, err
	}
	order, err := s.Booking.Order(ctx, d, visitor, r.OrderId)
	if err != nil {
		return nil, err
	}
	out, err := s.orderWithMoves(ctx, &order)
	return GetOrder200JSONResponse{out}, err
}

// PayOrder returns a payment page for an order that is not paid.
func (s *server) PayOrder(ctx context.Context, r PayOrderRequestObject) (PayOrderResponseObject, error) {
	d, visitor, err := s.identify(ctx)
	if err != nil {
		return nil, err
	}
	order, err := s.Booking.Pay(ctx, d, visitor, r.OrderId, s.client(ctx).Network)
	if err != nil {
		return nil, err
	}
	out, err := s.orderWithMoves(ctx, &order)
	return PayOrder200JSONResponse{out}, err
}

// RetryOrder puts unbooked items back into the cart.
func (s *server) RetryOrder(ctx context.Context, r RetryOrderRequestObject) (RetryOrderResponseObject, error) {
	cart, err := withCart(ctx, s, func(d booking.Deployment, visitor booking.Visitor) (*booking.CheckedCart, error) {
		return s.Booking.Retry(ctx, d, visitor, r.OrderId)
	})
	return RetryOrder200JSONResponse{cartTo(cart)}, err
}

// QuoteCancellation returns the refund of a cancellation.
func (s *server) QuoteCancellation(ctx context.Context,
	r QuoteCancellationRequestObject) (QuoteCancellationResponseObject, error) {
	d, visitor, err := s.identify(ctx)
	if err != nil {
		return nil, err
	}
	quote, order, err := s.Booking.QuoteCancellation(ctx, d, visitor, r.OrderId, r.BookingId)
	if err != nil {
		return nil, err
	}
	return QuoteCancellation200JSONResponse{
		Refund: quote.Refund, Back: quote.Payout, Due: quote.Due, Applied: quote.Applied, Percent: quote.Percent,
		Currency: order.Currency, Exponent: order.Exponent, FreeUntil: CancellationQuoteFreeUntil(quote.FreeUntil),
	}, nil
}

// quoteFrom returns the quote that a visitor was shown.
func quoteFrom(q *CancellationQuote) booking.CancellationQuote {
	return booking.CancellationQuote{Percent: q.Percent, Refund: q.Refund, Payout: q.Back, Due: q.Due,
		Applied: q.Applied, FreeUntil: booking.FreeUntil(q.FreeUntil)}
}

// GetTransfers returns the pickup and drop-off of a booking that can still be changed.
func (s *server) GetTransfers(ctx context.Context, r GetTransfersRequestObject) (GetTransfersResponseObject, error) {
	d, visitor, err := s.identify(ctx)
	if err != nil {
		return nil, err
	}
	p, err := s.Booking.TransfersOf(ctx, d, visitor, r.OrderId, r.BookingId)
	if err != nil {
		return nil, err
	}
	return GetTransfers200JSONResponse{
		Pickup: transferTo(p.Pickup, p.Day, p.StartTime), DropOff: transferTo(p.DropOff, p.Day, p.StartTime),
		Until: p.Until.UTC(),
	}, nil
}

// ChangeTransfers changes the pickup and drop-off of a booking.
func (s *server) ChangeTransfers(ctx context.Context,
	r ChangeTransfersRequestObject) (ChangeTransfersResponseObject, error) {
	d, visitor, err := s.identify(ctx)
	if err != nil {
		return nil, err
	}
	order, err := s.Booking.ChangeTransfers(ctx, d, visitor, r.OrderId, r.BookingId, placeFrom(r.Body.Pickup),
		placeFrom(r.Body.DropOff))
	if err != nil {
		return nil, err
	}
	return ChangeTransfers200JSONResponse{s.orderTo(&order)}, nil
}

// CancelBooking cancels a booking.
func (s *server) CancelBooking(ctx context.Context, r CancelBookingRequestObject) (CancelBookingResponseObject, error) {
	d, visitor, err := s.identify(ctx)
	if err != nil {
		return nil, err
	}
	var order booking.Order
	if shown := &r.Body.Quote; shown.Currency != "" {
		order, err = s.Booking.CancelAsShown(ctx, d, visitor, r.OrderId, r.BookingId, quoteFrom(shown))
	} else {
		order, err = s.Booking.Cancel(ctx, d, visitor, r.OrderId, r.BookingId, r.Body.Refund)
	}
	if err != nil {
		return nil, err
	}
	return CancelBooking200JSONResponse{s.orderTo(&order)}, nil
}

// orderWithMoves is orderTo with the moves that await their payment.
func (s *server) orderWithMoves(ctx context.Context, o *booking.Order) (OrderJSONResponse, error) {
	out := s.orderTo(o)
	pending, err := s.Booking.PendingMoves(ctx, o)
	for i := range out.Bookings {
		if extra := pending[out.Bookings[i].Id]; extra != nil {
			to, p := &extra.Bookings[0], &out.Bookings[i].PendingMove
			p.Date, p.StartTime, p.Travellers = to.Choice.Date, to.Choice.StartTime, to.Detail.Travellers
			p.Amount, p.HoldExpiresAt = extra.Total, extra.HoldUntil
			if s.Booking.IsPaymentPageOpen(extra) {
				p.PaymentUrl = extra.Payment.URL
			}
			p.Retryable = s.Booking.CanPayMove(extra)
		}
	}
	return out, err
}

func (s *server) orderTo(o *booking.Order) OrderJSONResponse {
	out := Order{
		Id: o.ID, Reference: o.Reference, HasInvoice: o.HasInvoice(), InvoiceNumber: o.InvoiceNumber(),
		CreatedAt: o.CreatedAt, Result: o.Result(), Currency: o.Currency, Exponent: o.Exponent,
		Original: o.Original, Discount: o.Original - o.Total, PromoDiscount: o.PromoDiscount(), Total: o.Total,
		Dropped: o.Uncharged(), PromoCode: o.PromoCode, HoldExpiresAt: o.HoldUntil,
		ConfirmBy: s.Booking.ConfirmationDeadline(o),
		Buyer:     buyerTo(o.Buyer), Bookings: []Booking{},
		Payment: OrderPayment{
			Method: o.Method, Status: o.Payment.Status, PayBy: o.PaymentDeadline(), AtStart: o.Payment.AtStart,
			Where: o.Payment.Where, Authorised: o.Payment.Authorised,
			Captured: o.Payment.TotalReceived(), Refunded: o.Payment.TotalRefunded(), Due: o.Due(),
			RefundDue: o.RefundDue(), WrittenOff: o.Payment.WrittenOff(),
			RefundByShop: o.IsRefundedByShop(), Retryable: s.Booking.CanPay(o),
		},
	}
	if s.Booking.IsPaymentPageOpen(o) {
		out.Payment.Url = o.Payment.URL
	}
	if o.Buyer.Phone != "" {
		out.BuyerPhone = wording.WithoutIsolates(ordertext.BuyerPhone(&o.Buyer))
	}
	if o.Guest != nil {
		out.Guest = guestTo(*o.Guest)
	}
	if o.Shown != nil {
		out.Shown = ShownTotal{Currency: o.Shown.Currency, Exponent: o.Shown.Exponent, Total: o.Shown.Total,
			Rate: o.Shown.Rate.String()}
	}
	for i := range o.Bookings {
		out.Bookings = append(out.Bookings, bookingTo(o, &o.Bookings[i], s.Booking.Now()))
	}
	return OrderJSONResponse(out)
}

func bookingTo(o *booking.Order, b *booking.Booking, now time.Time) Booking {
	d := &b.Detail
	out := Booking{
		Id: b.ID, Status: b.Status, Date: b.Choice.Date, StartTime: b.Choice.StartTime, StartsAt: b.StartsAt,
		TimeZone: d.TimeZone,
		Length:   d.Length, LengthBy: d.LengthBy, Minutes: d.Minutes, Travellers: d.Travellers, Units: []BookedUnit{},
		Extras: []BookedExtra{},
		Price:  priceTo(d.Price), Amount: b.Amount, Cancellable: o.Cancellable(b, now), HasTicket: b.HasTicket(),
		Option: Named{b.Choice.Option, d.OptionTitle},
		Product: ProductRef{
			Slug: b.Choice.Product, Title: d.ProductTitle, Path: d.ProductPath, City: d.City,
			Image:    imageTo(payload.Image(d.Image)),
			Latitude: d.Latitude, Longitude: d.Longitude,
		},
	}
	out.Refunded, out.Applied, out.AwaitsSupplier = o.RefundsFor(b), b.Applied, b.AwaitsSupplier()
	out.MovableUntil, out.MoveEnded = o.MovableUntil(b, now), o.MoveEndedAt(b, now)
	if out.Cancellable {
		out.Cancellation = termsTo(o.Terms(b, now))
	}
	if e := d.Unconverted; e != nil {
		out.Exchanged = Exchanged{Currency: e.Currency, Exponent: e.Exponent, Total: e.Total, Rate: e.Rate.String()}
	}
	for _, h := range d.Hours {
		out.OpeningHours = append(out.OpeningHours, Hours(h))
	}
	for _, u := range d.Units {
		out.Units = append(out.Units, BookedUnit{Id: u.ID, Type: u.Type, Title: u.Title, Quantity: u.Quantity})
	}
	for _, e := range d.Extras {
		out.Extras = append(out.Extras, BookedExtra{Id: e.ID, Title: e.Title, Quantity: e.Quantity})
	}
	if b.TransfersChangeable(now) {
		out.TransfersUntil = d.TransfersUntil.UTC()
	}
	if d.Meeting != nil {
		out.Meeting = placeTo(*d.Meeting)
	}
	if d.Pickup != nil {
		out.Pickup = placeTo(*d.Pickup)
	}
	if d.DropOff != nil {
		out.DropOff = placeTo(*d.DropOff)
	}
	return out
}
