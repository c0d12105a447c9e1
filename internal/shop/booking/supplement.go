package booking

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
)

// Supplement is the move that an order pays for. The order has one booking, which holds the seats that the move needs
// more than the moved booking has, and costs the difference in price. Once its payment is captured, both bookings are
// exchanged in one transaction. If the moved booking has changed by then, the payment is given back in full.
type Supplement struct {
	Order    string   `json:"order"` // the ids of the order and of the booking that moves
	Booking  string   `json:"booking"`
	Before   Choice   `json:"before"` // of the booking, as it was when the move was quoted
	Amount   int64    `json:"amount"`
	Seats    []Demand `json:"seats"`    // all seats of the booking after the move
	Original int64    `json:"original"` // what the order's original price grows by
	Guest    *Guest   `json:"guest,omitempty"`
	Done     bool     `json:"done,omitempty"` // the booking has moved
	// Until is when the payment page of an operator's move ends, or Durations.PaymentPage after its opening if that is
	// later; zero: always the latter. While the provider cannot open the page, the seats are held until then.
	Until time.Time `json:"until,omitzero"`
}

// TopUp is money that an order has received for a move, by the payment of another order.
type TopUp struct {
	Order    string `json:"order"`
	Amount   int64  `json:"amount"`
	Returned int64  `json:"returned,omitempty"` // what that order refunds of it
}

// topUpSums returns the sums of the top-ups and of what is refunded of them.
func (p *Payment) topUpSums() (captured, returned int64) {
	for _, t := range p.TopUps {
		captured += t.Amount
		returned += t.Returned
	}
	return captured, returned
}

// canTakeSupplement reports whether a higher price of a booking can be paid at a payment page of its own.
func (o *Order) canTakeSupplement(b *Booking) bool {
	return b.Status == Confirmed && o.Payment.SessionID != "" && o.Payment.Captured > 0 && !o.IsRefundedByShop() &&
		o.Resale == nil
}

// payForMove holds the seats of a move and opens a payment page for its difference. A repeated request returns the same
// page; another move replaces the one that is not paid, and counts as a checkout of its network. The buyer gets a mail
// about a page that they have not opened themselves.
func (s *Service) payForMove(
	ctx context.Context, known *Order, before *Booking, m Move, rules MoveRules, quote *MoveQuote,
) (order Order, err error) {
	if err := s.countMovePayment(ctx, before, m, quote); err != nil {
		return Order{}, err
	}
	var supplement Order
	err = s.store.Do(ctx, func(tx Tx) error {
		if order, err = tx.Order(ctx, known.ID); err != nil {
			return err
		}
		b := order.booking(before.ID)
		if b == nil || !reflect.DeepEqual(b.Choice, before.Choice) || b.Amount != before.Amount ||
			b.Refunded != before.Refunded {
			return ErrBookingChanged
		}
		if err := s.checkMove(&order, b, &m, quote, rules); err != nil {
			return err
		}
		if m.PayWithin > 0 {
			if err := tx.NotifyLater(ctx, order.notice(notice.MovePayment, b.ID)); err != nil {
				return err
			}
		}
		earlier, err := unpaidOrder(ctx, tx, b.PendingMove)
		if err != nil {
			return err
		}
		if earlier != nil && earlier.paysFor(quote, m.Guest) && s.now().Before(earlier.HoldUntil) {
			supplement = *earlier
			return nil
		}
		supplement = s.newSupplement(&order, b, m, quote)
		return s.holdMove(ctx, tx, &order, b, &supplement, m.From)
	})
	if err != nil {
		return Order{}, err
	}
	providerCtx, cancel := s.withProviderTimeout(ctx)
	defer cancel()
	if supplement.Payment.SessionID == "" {
		s.openPaymentPage(ctx, providerCtx, supplement)
	}
	return order, nil
}

// countMovePayment counts a payment page for a visitor's move, unless it is open already.
func (s *Service) countMovePayment(ctx context.Context, b *Booking, m Move, quote *MoveQuote) error {
	if m.From.desk {
		return nil
	}
	earlier, err := s.pendingMove(ctx, b)
	if err != nil {
		return err
	}
	if earlier != nil && earlier.count(OnHold) > 0 && s.now().Before(earlier.HoldUntil) &&
		earlier.paysFor(quote, m.Guest) {
		return nil
	}
	return s.countCheckout(ctx, b.ID, m.From.Network)
}

// holdMove takes the seats of a move and stores the order that pays for it, in place of an earlier one.
func (s *Service) holdMove(ctx context.Context, tx Tx, o *Order, b *Booking, supplement *Order, from Origin) error {
	if err := checkNoPaidMove(ctx, tx, b.PendingMove); err != nil {
		return err
	}
	freed, err := s.supersede(ctx, tx, b.PendingMove)
	if err != nil {
		return err
	}
	holders, err := s.checkUnpaidLimits(ctx, tx, supplement, supplement.SeatsTaken(), from)
	if err != nil {
		return err
	}
	if err := exchangeSeats(ctx, tx, freed.seats, MergeDemands(supplement.Bookings[0].Seats)); err != nil {
		return err
	}
	if err := tx.InsertOrder(ctx, *supplement); err != nil {
		return err
	}
	if err := tx.InsertSeatHolders(ctx, supplement, holders); err != nil {
		return err
	}
	if err := tx.SettleLater(ctx, supplement.ID, s.nextCheck(supplement, s.now())); err != nil {
		return err
	}
	b.PendingMove = supplement.ID
	return s.save(ctx, tx, o)
}

// checkNoPaidMove returns fault.InFlight if an earlier move has been paid and not been made yet.
func checkNoPaidMove(ctx context.Context, tx Tx, id string) error {
	if id == "" {
		return nil
	}
	earlier, err := tx.Order(ctx, id)
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	if err == nil && earlier.count(Pending) > 0 {
		return fault.New(fault.InFlight, "An earlier change of the booking is being paid.")
	}
	return err
}

// paysFor reports whether an order pays for a move.
func (o *Order) paysFor(quote *MoveQuote, guest *Guest) bool {
	b := &o.Bookings[0]
	return reflect.DeepEqual(b.Choice, quote.Choice) && b.Amount == quote.Difference &&
		reflect.DeepEqual(o.Supplement.Guest, guest)
}

// newSupplement returns the order that pays for a move.
func (s *Service) newSupplement(o *Order, b *Booking, m Move, quote *MoveQuote) Order {
	q, now := quote.Quote, s.now()
	_, take := netSeats(b.Seats, q.demands)
	detail := quote.detailOf(b)
	detail.Unconverted = q.unconvertedPrice(exchangeOf(o, b))
	id := newID()
	until := time.Time{}
	if m.PayWithin > s.durations.PaymentPage { // as long as the booking can be exchanged
		until = minTime(now.Add(m.PayWithin), minTime(b.StartsAt, q.StartsAt))
	}
	if until.Before(now.Add(s.durations.PaymentPage)) {
		until = time.Time{}
	}
	return Order{
		ID: id, Reference: newReference(), Deployment: o.Deployment, Seller: o.Seller, Contact: o.Contact, Cart: o.Cart,
		Key: "move:" + id, Language: o.Language, HomeURL: o.HomeURL, Buyer: o.Buyer, Currency: o.Currency,
		Exponent: o.Exponent, Original: quote.Difference, Total: quote.Difference, Method: Card, CreatedAt: now,
		HoldUntil: maxTime(now.Add(s.durations.Hold), until), Open: true,
		Payment: Payment{Status: PaymentNone, Provider: s.providerFor(o.Deployment), Attempt: 1},
		Bookings: []Booking{{
			ID: newID(), Status: OnHold, Decision: Accepted, Choice: quote.Choice, Seats: take, StartsAt: q.StartsAt,
			Amount: quote.Difference, Detail: detail,
		}},
		Supplement: &Supplement{
			Order: o.ID, Booking: b.ID, Before: b.Choice, Amount: b.Amount, Seats: q.demands,
			Original: detail.Price.Original - b.Detail.Price.Original, Guest: m.Guest,
			Until: until,
		},
	}
}

// lockMovedOrder returns the locked order whose booking an order pays to move; nil if there is none.
func (o *Order) lockMovedOrder(ctx context.Context, tx Tx) (*Order, error) {
	if o.Supplement == nil {
		return nil, nil
	}
	parent, err := tx.Order(ctx, o.Supplement.Order)
	if fault.Is(err, fault.NotFound) {
		return nil, nil
	}
	return &parent, err
}

// applySupplement moves the booking that an order has paid for, or ends the order if that is no longer possible.
func (s *Service) applySupplement(ctx context.Context, tx Tx, o, parent *Order) error {
	b := &o.Bookings[0]
	if o.Supplement.Done || o.count(OnHold, Pending, Confirmed) == 0 {
		return nil
	}
	if !s.canCompleteMove(o, parent) {
		to := Rejected
		if b.Status == OnHold {
			to, o.Payment.Status = Expired, PaymentFailed
		}
		captured := b.Status == Confirmed
		if err := s.releaseBookings(ctx, tx, o, func(*Booking) bool { return true }, to); err != nil {
			return err
		}
		if captured {
			s.applyCaptured(o)
		}
		return nil
	}
	if b.Status != Confirmed {
		return nil
	}
	return s.completeMove(ctx, tx, o, parent)
}

// canCompleteMove reports whether the booking is as it was when the move was quoted.
func (s *Service) canCompleteMove(o, parent *Order) bool {
	sup := o.Supplement
	if parent == nil {
		return false
	}
	b, now := parent.booking(sup.Booking), s.now()
	return b != nil && b.PendingMove == o.ID && b.Status == Confirmed && b.Refunded == 0 && b.Amount == sup.Amount &&
		reflect.DeepEqual(b.Choice, sup.Before) && now.Before(b.StartsAt) && now.Before(o.Bookings[0].StartsAt)
}

// completeMove gives the seats and the money of a paid supplement to the booking that it moves.
func (s *Service) completeMove(ctx context.Context, tx Tx, o, parent *Order) error {
	paid, b := &o.Bookings[0], parent.booking(o.Supplement.Booking)
	if release, _ := netSeats(b.Seats, o.Supplement.Seats); len(release) > 0 {
		if err := tx.ReleaseSeats(ctx, release); err != nil {
			return err
		}
	}
	detail := paid.Detail
	detail.Changes = b.Detail.Changes + 1
	parent.addToTotal(paid.Amount)
	parent.Original += o.Supplement.Original
	p := &parent.Payment
	p.Captured += paid.Amount
	p.TopUps = append(slices.Clip(p.TopUps), TopUp{Order: o.ID, Amount: paid.Amount})
	before := *b
	b.Choice, b.Seats, b.StartsAt, b.Detail = paid.Choice, o.Supplement.Seats, paid.StartsAt, detail
	b.Amount, b.PendingMove = b.Amount+paid.Amount, ""
	// The booking that paid is no journey of its own: no list of a day, a product or a supplier has it.
	paid.Choice, paid.Seats, paid.Detail.Supplier = Choice{}, nil, Supplier{}
	o.Supplement.Done = true
	if err := s.transferSeatHolders(ctx, tx, o, parent); err != nil {
		return err
	}
	return s.saveMoved(ctx, tx, parent, b, &before, Move{Guest: o.Supplement.Guest})
}

// transferSeatHolders counts the seats of a moved booking for the holders of its order, and no longer for those of the
// order that paid for the move.
func (s *Service) transferSeatHolders(ctx context.Context, tx Tx, o, parent *Order) error {
	if _, err := tx.DeleteSeatHolders(ctx, o.ID); err != nil {
		return err
	}
	holders, err := tx.DeleteSeatHolders(ctx, parent.ID)
	if err != nil {
		return err
	}
	return tx.InsertSeatHolders(ctx, parent, holders)
}

// refundTopUps lets the orders that paid for moves refund what is owed to the buyer, as far as they have it; the rest
// is refunded by the order's own payment.
func (s *Service) refundTopUps(ctx context.Context, tx Tx, o *Order) error {
	left := o.owedToBuyer() - o.Payment.Refunding.Amount
	if left <= 0 || len(o.Payment.TopUps) == 0 {
		return nil
	}
	o.Payment.TopUps = slices.Clone(o.Payment.TopUps)
	for i := range o.Payment.TopUps {
		t := &o.Payment.TopUps[i]
		part := min(left, t.Amount-t.Returned)
		if part <= 0 {
			continue
		}
		supplement, err := tx.Order(ctx, t.Order)
		if err != nil {
			return err
		}
		supplement.Bookings[0].Refunded += part
		supplement.Open = true
		if err := s.save(ctx, tx, &supplement); err != nil {
			return err
		}
		if err := tx.SettleLater(ctx, supplement.ID, s.now()); err != nil {
			return err
		}
		t.Returned += part
		o.Payment.Refunded += part
		left -= part
	}
	s.applyCaptured(o)
	return nil
}

// withTopUpRefunds returns an order for its buyer. What the orders that paid for its moves have not refunded yet, or
// cannot refund, is still owed; the stored order counts it as refunded, since those orders follow it.
func (s *Service) withTopUpRefunds(ctx context.Context, o Order) (Order, error) {
	p, differs := &o.Payment, false
	for _, t := range p.TopUps {
		if t.Returned == 0 {
			continue
		}
		supplement, err := s.store.Read().Order(ctx, t.Order)
		if fault.Is(err, fault.NotFound) {
			continue
		}
		if err != nil {
			return o, err
		}
		owed, writtenOff := supplement.RefundDue(), supplement.Payment.WrittenOff()
		if owed+writtenOff == 0 {
			continue
		}
		differs = true
		p.Refunded -= owed + writtenOff
		p.RefundProblem = cmp.Or(p.RefundProblem, supplement.Payment.RefundProblem)
		if writtenOff > 0 {
			p.Records = append(slices.Clip(p.Records), Record{Kind: WrittenOff, Amount: writtenOff})
		}
	}
	if differs {
		s.applyCaptured(&o)
	}
	return o, nil
}
