package booking

import (
	"context"
	"reflect"
	"slices"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/form"
	"storefront/internal/core/notice"
)

// Move is a change of a booking to another start, option or party of the same product. Zero fields stay as booked.
type Move struct {
	Option, Date, StartTime string
	Length                  int
	Units                   []Quantity
	Pickup, DropOff         *Place
	Guest                   *Guest // the lead traveller of the order

	// PayWithin is how long the buyer can pay a difference that an operator has mailed to them, at least as long as any
	// payment page is open; zero: the buyer moves the booking and pays at once.
	PayWithin time.Duration

	// From is where a visitor's move comes from. Operators' moves have no limits.
	From Origin

	disruption *Disruption // the shop moves it with its departure; nil: its buyer or an operator
}

// MoveRules are the rules that an operator may override.
type MoveRules struct {
	IgnorePolicy bool // the deadlines, and the supplier's confirmation
	KeepPrice    bool // the price of the booking stays; only the start and the option may differ
}

// MoveQuote has the price of a move.
type MoveQuote struct {
	Choice     Choice // the booking after it
	Amount     int64  // its price after it
	Difference int64  // to its price before
	Payout     int64  // the part of a lower price that the buyer gets back, or that is released on their card
	LessDue    int64  // the part of a lower price that is not to be paid any more
	PaidFirst  bool   // the difference is paid at the payment page before the move
	Quote      *Quote

	keepsPrice bool // the booking's own price stays, whatever the catalogue says
}

// detailOf returns the details of a booking after the move. At the same start its supplier and time zone stay as
// booked; with its price, its cancellation policy does.
func (quote *MoveQuote) detailOf(b *Booking) Detail {
	d := quote.Quote.detail()
	if sameStart(quote.Choice, b.Choice) {
		d.keepSupplier(&b.Detail)
	}
	if quote.keepsPrice {
		d.Cancellation = slices.Clone(b.Detail.Cancellation)
	}
	return d
}

// MovableUntil returns until when the buyer can move a booking: while cancelling it is free. It is zero if they cannot.
func (o *Order) MovableUntil(b *Booking, now time.Time) time.Time {
	if !b.isComing() || !now.Before(b.StartsAt) || o.isConfirmedOnRequest(b) && !b.CanChoose(now) {
		return time.Time{}
	}
	if o.freeUntil(b) != NoFreePeriod {
		return b.StartsAt
	}
	steps := b.refundSteps(now)
	if len(steps) == 0 || steps[0].Percent < 100 {
		return time.Time{}
	}
	return steps[0].Until
}

// isConfirmedOnRequest reports whether a supplier on request has confirmed a booking, so that another start is theirs
// to decide.
func (o *Order) isConfirmedOnRequest(b *Booking) bool {
	return b.Detail.OnRequest && b.Decision == Accepted
}

// ErrBookingChanged is the failure of a change to a booking that has changed in the meantime.
var ErrBookingChanged = fault.New(fault.PriceChanged, "The booking has changed in the meantime.")

var (
	errNotMovable        = fault.New(fault.NotPossible, "The booking can no longer be changed.")
	errCostsMore         = fault.New(fault.NotPossible, "The change costs more than the booking.")
	errDifferenceChanged = fault.New(fault.PriceChanged, "The difference in price is not what was shown.")
)

// QuoteMove returns the price of moving a visitor's booking now. It returns NotPossible if the booking cannot be
// moved, and the fault of the new choice if that cannot be booked.
func (s *Service) QuoteMove(
	ctx context.Context, d Deployment, visitor Visitor, orderID, bookingID string, m Move,
) (MoveQuote, Order, error) {
	order, b, err := s.visitorBooking(ctx, d, visitor, orderID, bookingID)
	if err != nil {
		return MoveQuote{}, Order{}, err
	}
	quote, err := s.quoteMove(ctx, &order, b, m, MoveRules{})
	return quote, order, err
}

// QuoteOperatorMove is QuoteMove for operators, who are authorised by the caller.
func (s *Service) QuoteOperatorMove(
	ctx context.Context, o *Order, b *Booking, m Move, rules MoveRules,
) (MoveQuote, error) {
	quote, err := s.quoteMove(ctx, o, b, m, rules)
	if now := s.now(); err == nil && quote.PaidFirst &&
		(!now.Before(b.StartsAt) || !now.Before(quote.Quote.StartsAt)) {
		err = errCostsMore // too late for a payment page
	}
	return quote, err
}

// MoveBooking moves a visitor's booking: the new seats are taken, the old ones freed, and a lower price refunded, in
// one transaction, or nothing changes. A higher price of an order that was paid by card is paid first: the booking
// stays as it is and has a PendingMove. It returns PriceChanged if the difference is not shown, and SoldOut if the
// seats are gone.
func (s *Service) MoveBooking(
	ctx context.Context, d Deployment, visitor Visitor, orderID, bookingID string, m Move, shown int64,
) (Order, error) {
	if _, err := s.visitorOrder(ctx, d, visitor, orderID); err != nil {
		return Order{}, err
	}
	return s.moveBooking(ctx, orderID, bookingID, m, MoveRules{}, shown)
}

// MoveByOperator is MoveBooking for operators, who are authorised by the caller. The buyer gets a mail about a
// difference that is paid first, and has m.PayWithin for it.
func (s *Service) MoveByOperator(
	ctx context.Context, orderID, bookingID string, m Move, rules MoveRules, shown int64,
) (Order, error) {
	m.From = Origin{desk: true}
	return s.moveBooking(ctx, orderID, bookingID, m, rules, shown)
}

// moveBooking moves a booking, or opens a payment page if a difference has to be paid first.
func (s *Service) moveBooking(
	ctx context.Context, orderID, bookingID string, m Move, rules MoveRules, shown int64,
) (Order, error) {
	known, before, err := s.readBooking(ctx, orderID, bookingID)
	if err != nil || m.changesNothing(&known, before) {
		return known, err // a repeated request changes nothing
	}
	quote, err := s.quoteMove(ctx, &known, before, m, rules)
	switch {
	case err != nil:
		return Order{}, err
	case quote.Difference != shown:
		return Order{}, errDifferenceChanged
	case quote.PaidFirst:
		return s.payForMove(ctx, &known, before, m, rules, &quote)
	}
	return s.applyMove(ctx, &known, before, m, rules, &quote)
}

// readBooking returns a booking with its order as stored.
func (s *Service) readBooking(ctx context.Context, orderID, bookingID string) (Order, *Booking, error) {
	known, err := s.store.Read().Order(ctx, orderID)
	if err != nil {
		return Order{}, nil, err
	}
	return withBooking(known, bookingID)
}

// applyMove moves a booking that is still as it was when the move was quoted.
func (s *Service) applyMove(
	ctx context.Context, known *Order, before *Booking, m Move, rules MoveRules, quote *MoveQuote,
) (Order, error) {
	return s.changeBooking(ctx, known.ID, before.ID, func(tx Tx, o *Order, b *Booking) error {
		if !reflect.DeepEqual(b.Choice, before.Choice) || b.Amount != before.Amount || b.Refunded != before.Refunded {
			return ErrBookingChanged
		}
		if err := s.checkMove(o, b, &m, quote, rules); err != nil {
			return err
		}
		return s.moveLocked(ctx, tx, o, b, m, quote)
	})
}

// moveLocked moves a booking of a locked order.
func (s *Service) moveLocked(ctx context.Context, tx Tx, o *Order, b *Booking, m Move, quote *MoveQuote) error {
	q, before := quote.Quote, *b
	release, take := netSeats(b.Seats, q.demands)
	b.Seats = q.demands
	holders, err := s.checkUnpaidLimitsOfMove(ctx, tx, o, take, m.From)
	if err != nil {
		return err
	}
	if err := exchangeSeats(ctx, tx, release, take); err != nil {
		return err
	}
	detail := quote.detailOf(b)
	detail.Changes, detail.Unconverted = b.Detail.Changes+1, q.unconvertedPrice(exchangeOf(o, b))
	if q.Price.Total == b.Detail.Price.Total && b.Detail.Unconverted != nil {
		detail.Unconverted = b.Detail.Unconverted
	}
	o.addToTotal(quote.Difference)
	o.Original += detail.Price.Original - b.Detail.Price.Original
	b.Choice, b.StartsAt, b.Amount, b.Detail = quote.Choice, q.StartsAt, quote.Amount, detail
	if err := tx.InsertSeatHolders(ctx, o, holders); err != nil {
		return err
	}
	return s.saveMoved(ctx, tx, o, b, &before, m)
}

// saveMoved saves an order with a moved booking and queues the notices. before is the booking as it was.
func (s *Service) saveMoved(ctx context.Context, tx Tx, o *Order, b, before *Booking, m Move) error {
	o.addFormer(b, before)
	if m.Guest != nil {
		o.Guest = m.Guest
	}
	if err := tx.SaveSearchWords(ctx, *o); err != nil { // the supplier may be another, too
		return err
	}
	if b.Decision == Undecided && !b.Choice.equalExceptPlaces(before.Choice) {
		s.askSupplier(o, b)
	}
	hadChoice := b.awaitsChoice()
	switch {
	case m.disruption != nil:
		b.Disruption = m.disruption
	case !b.Choice.sameSlot(&before.Choice):
		b.Disruption = b.Disruption.afterChoice()
	}
	if o.adjustPayBy(); hadChoice {
		o.extendPayBy(s.now())
	}
	notices := []notice.Notice{o.notice(notice.BookingMoved, b.ID), o.notice(notice.ShopBookingMoved, b.ID)}
	if m.disruption != nil {
		notices = []notice.Notice{o.notice(notice.BookingDisrupted, b.ID)} // the report has it for the shop
	} else if AwaitsDecision(o, b) && o.notified(string(notice.OrderWaiting)) {
		notices[1] = o.notice(notice.OrderWaiting, "") // with the new start
	}
	if r := o.Resale; r != nil { // its webhooks get the change; the reseller informs the traveller
		r.Changes, r.UpdatedAt, notices = r.Changes+1, s.now(), notices[1:]
	}
	if err := tx.NotifyLater(ctx, notices...); err != nil {
		return err
	}
	return s.saveOpen(ctx, tx, o)
}

// adjustPayBy keeps the deadline of a reservation before its first start.
func (o *Order) adjustPayBy() {
	if o.Method != PayLater {
		return
	}
	var first time.Time
	for i := range o.Bookings {
		b := &o.Bookings[i]
		at := b.ReadyAt()
		if o.Payment.AtStart {
			at = b.arrivesBy()
		}
		if b.Status == Pending && (first.IsZero() || at.Before(first)) {
			first = at
		}
	}
	if !first.IsZero() && (o.Payment.AtStart || first.Before(o.Payment.PayBy)) {
		o.Payment.PayBy = first
	}
}

// netSeats returns what a move frees and takes, each merged by slot. Seats of a slot that it keeps are in neither, so
// that a party can change within a departure that is closed or full.
func netSeats(before, after []Demand) (release, take []Demand) {
	remaining := map[Slot]int{}
	for _, d := range MergeDemands(before) {
		remaining[d.Slot] += d.Seats
	}
	for _, d := range MergeDemands(after) {
		same := min(remaining[d.Slot], d.Seats)
		remaining[d.Slot] -= same
		if d.Seats -= same; d.Seats > 0 {
			take = append(take, d)
		}
	}
	for _, d := range MergeDemands(before) {
		if d.Seats = remaining[d.Slot]; d.Seats > 0 {
			release = append(release, d)
		}
	}
	return release, take
}

// apply returns the choice after a move.
func (m *Move) apply(c Choice) Choice {
	for _, set := range []struct {
		to   *string
		from string
	}{{&c.Option, m.Option}, {&c.Date, m.Date}, {&c.StartTime, m.StartTime}} {
		if set.from != "" {
			*set.to = set.from
		}
	}
	if m.Length > 0 {
		c.Length = m.Length
	}
	if m.Units != nil {
		c.Units = slices.Clone(m.Units)
	}
	if m.Pickup != nil {
		c.Pickup = *m.Pickup
	}
	if m.DropOff != nil {
		c.DropOff = *m.DropOff
	}
	return c
}

// changesNothing reports whether an order is as it would be after the move.
func (m *Move) changesNothing(o *Order, b *Booking) bool {
	return reflect.DeepEqual(m.apply(b.Choice), b.Choice) && !m.changesGuest(o)
}

// samePrice reports whether the price of two choices is the same whatever the catalogue says: all that it depends on is
// equal.
func samePrice(a, b Choice) bool { return a.equalExceptPlaces(b) }

// quoteMove returns the price of a move, and whether it is possible now.
func (s *Service) quoteMove(
	ctx context.Context, o *Order, b *Booking, m Move, rules MoveRules,
) (MoveQuote, error) {
	choice := m.apply(b.Choice)
	choice.Negotiation = ""
	d := Deployment{ID: o.Deployment, Language: o.Language, Currency: o.Currency, Exchange: exchangeOf(o, b)}
	q, err := s.quoteChoice(d, choice)
	if err != nil {
		return MoveQuote{}, err
	}
	if q.product.Currency != o.Currency {
		return MoveQuote{}, errNotMovable // the shop no longer has the rate
	}
	if err := m.check(q); err != nil {
		return MoveQuote{}, err
	}
	rules = rules.relaxedFor(b, q.Choice, s.now())
	q.Negotiation, q.Agreed = b.Choice.Negotiation, b.Choice.Negotiation != ""
	keepsPrice := samePrice(q.Choice, b.Choice) || rules.KeepPrice || q.Agreed
	if keepsPrice {
		q.Price = b.Detail.Price
	}
	held, err := s.heldForMove(ctx, b)
	if err != nil {
		return MoveQuote{}, err
	}
	if err := s.checkAvailability(ctx, []*Quote{q}, append(held, b.Seats...)); err != nil {
		return MoveQuote{}, err
	}
	quote := MoveQuote{Choice: q.Choice, Amount: o.amountAfter(b, q.Price.Total), Quote: q, keepsPrice: keepsPrice}
	quote.Difference = quote.Amount - b.Amount
	quote.PaidFirst = quote.Difference > 0 && o.Method == Card
	quote.Payout, quote.LessDue = o.moneyOfLowerPrice(b, quote.Amount)
	if !sameStart(q.Choice, b.Choice) || len(seatsToTake(b, q)) > 0 {
		if err := q.unavailable(); err != nil {
			return MoveQuote{}, err
		}
	} else {
		q.keepStart(b)
	}
	if !sameStart(q.Choice, b.Choice) || m.changesPlaces(b) {
		if err := m.check(q); err != nil { // again: pickup times depend on the hours of the day
			return MoveQuote{}, err
		}
	}
	return quote, s.checkMove(o, b, &m, &quote, rules)
}

// keepStart gives a quote the start of a booking as it was booked, even if the build no longer has it.
func (q *Quote) keepStart(b *Booking) {
	if q.StartsAt, q.Hours = b.StartsAt, b.Detail.Hours; !q.startExists {
		q.closesAt = b.Detail.TransfersUntil
	}
}

func seatsToTake(b *Booking, q *Quote) []Demand {
	_, take := netSeats(b.Seats, q.demands)
	return take
}

func sameStart(a, b Choice) bool {
	return a.Option == b.Option && a.Date == b.Date && a.StartTime == b.StartTime && a.Length == b.Length
}

// check returns an error for missing values of a quote, and for a guest of the move that is not valid.
func (m *Move) check(q *Quote) error {
	var w form.FieldErrors
	q.reportMissing("", &w)
	if m.Guest != nil {
		m.Guest.check(&w)
	}
	return w.Err("Details of the change are missing or not valid.")
}
