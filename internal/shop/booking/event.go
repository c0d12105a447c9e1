package booking

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"storefront/internal/core/notice"
	"storefront/internal/core/trail"
)

// EventKind names an event of an order, as in the log.
type EventKind string

const (
	OrderPlaced      EventKind = "order placed"
	OrderOutcome     EventKind = "order outcome"     // Result is the new outcome
	OrderAbandoned   EventKind = "order abandoned"   // the hold ended, and no payment was attempted
	PageOpened       EventKind = "payment page open" // the provider has opened a payment page
	MoneyAuthorised  EventKind = "payment authorised"
	MoneyCaptured    EventKind = "payment captured"
	MoneyVoided      EventKind = "payment voided"
	MoneyFailed      EventKind = "payment failed"
	RefundOwed       EventKind = "refund due"
	MoneyRefunded    EventKind = "payment refunded"
	RefundFailed     EventKind = "refund failed" // after the provider had made it
	MoneyDisputed    EventKind = "payment disputed"
	MoneyRecorded    EventKind = "payment recorded" // by an operator
	RefundRecorded   EventKind = "refund recorded"
	RefundWrittenOff EventKind = "refund written off"
	BookingConfirmed EventKind = "booking confirmed"
	BookingRejected  EventKind = "booking rejected"
	BookingExpired   EventKind = "booking expired"
	BookingCancelled EventKind = "booking cancelled"
	BookingRedeemed  EventKind = "booking redeemed"
	BookingMoved     EventKind = "booking changed" // another start, party or pickup
	BuyerCorrected   EventKind = "buyer corrected" // another e-mail address or phone number
)

// Event is a committed change of an order.
type Event struct {
	Kind       EventKind
	Deployment string
	Order      string // its id
	Reference  string
	Booking    string // as operators write it, "K7M3Q9XW/1"; empty for events of the whole order
	Method     Method
	Provider   string // of payments by a provider
	By         Means  // of money that an operator recorded
	Amount     int64  // in minor units of Currency; zero for events without an amount
	Currency   string
	Result     Result // of OrderOutcome
	Test       bool   // of a reseller's test: it is logged and not observed
}

// log writes an event to the log. It contains no personal data.
func (e *Event) log(ctx context.Context, log *slog.Logger) {
	if !log.Enabled(ctx, slog.LevelInfo) {
		return
	}
	var attrs []slog.Attr
	for _, a := range []slog.Attr{
		slog.String("deployment", e.Deployment), slog.String("reference", e.Reference), slog.String("order", e.Order),
		slog.String("booking", e.Booking), slog.String("method", string(e.Method)), slog.String("provider", e.Provider),
		slog.String("by", string(e.By)), slog.String("result", string(e.Result)),
	} {
		if a.Value.String() != "" {
			attrs = append(attrs, a)
		}
	}
	if e.Amount != 0 {
		attrs = append(attrs, slog.Int64("amount", e.Amount), slog.String("currency", e.Currency))
	}
	if e.Test {
		attrs = append(attrs, slog.Bool("test", true))
	}
	log.LogAttrs(ctx, slog.LevelInfo, string(e.Kind), attrs...)
}

// eventStore is a Store that publishes the events of each committed transaction. Events are derived from the state of
// the orders before and after it, so they do not depend on the code that changed the orders.
type eventStore struct {
	Store
	publish func(ctx context.Context, e *Event)
	// beforeCommit is the last part of each transaction.
	beforeCommit func(ctx context.Context, tx *eventTx) error
}

func (s eventStore) Do(ctx context.Context, work func(tx Tx) error) error {
	var current *eventTx
	err := s.Store.Do(ctx, func(tx Tx) error {
		// Work may run several times: only the events of its last run are published.
		current = &eventTx{Tx: tx, before: map[string]orderState{}, after: map[string]Order{}}
		if err := work(current); err != nil {
			return err
		}
		return s.beforeCommit(ctx, current)
	})
	if err != nil || current == nil {
		return err
	}
	for _, id := range current.saved {
		o := current.after[id]
		before, known := current.before[id]
		for _, e := range eventsOf(&o, before, known) {
			e.Test = o.IsTest()
			s.publish(ctx, &e)
		}
	}
	return nil
}

// eventTx records the orders that are read and saved in a transaction.
type eventTx struct {
	Tx
	before     map[string]orderState
	after      map[string]Order
	saved      []string // ids, in the order in which they were first saved
	freedSlots []Slot   // that may have more seats
}

// orderState is the part of an order that events are derived from.
type orderState struct {
	deployment, reference string

	buyer    Buyer
	payment  Payment
	outcome  Result
	bookings []BookingStatus
	changes  []int
}

func stateOf(o *Order) orderState {
	s := orderState{deployment: o.Deployment, reference: o.Reference, buyer: o.Buyer, payment: o.Payment,
		outcome: o.outcome()}
	for _, b := range o.Bookings {
		s.bookings = append(s.bookings, b.Status)
		s.changes = append(s.changes, b.Detail.Changes)
	}
	return s
}

// outcome returns the order's result, or InProgress while another payment can be attempted.
func (o *Order) outcome() Result {
	if o.count(OnHold) > 0 {
		return InProgress
	}
	return o.Result()
}

func (t *eventTx) recordRead(o *Order, err error) {
	if err != nil {
		return
	}
	if _, known := t.before[o.ID]; !known {
		t.before[o.ID] = stateOf(o)
	}
}

func (t *eventTx) recordSaved(o Order) {
	if !slices.Contains(t.saved, o.ID) {
		t.saved = append(t.saved, o.ID)
	}
	o.Bookings = slices.Clone(o.Bookings)
	t.after[o.ID] = o
}

func (t *eventTx) Order(ctx context.Context, id string) (Order, error) {
	o, err := t.Tx.Order(ctx, id)
	t.recordRead(&o, err)
	return o, err
}

func (t *eventTx) InsertOrder(ctx context.Context, order Order) error {
	err := t.Tx.InsertOrder(ctx, order)
	if err == nil {
		t.recordSaved(order)
	}
	return err
}

func (t *eventTx) SaveOrder(ctx context.Context, order Order) error {
	err := t.Tx.SaveOrder(ctx, order)
	_, read := t.before[order.ID]
	_, inserted := t.after[order.ID]
	if err == nil && (read || inserted) {
		t.recordSaved(order)
	}
	return err
}

// SettleLater adds the order to the job's trail.
func (t *eventTx) SettleLater(ctx context.Context, order string, at time.Time) error {
	return t.Tx.SettleLater(t.withTrail(ctx, order), order, at)
}

// NotifyLater adds the order to the job's trail.
func (t *eventTx) NotifyLater(ctx context.Context, notices ...notice.Notice) error {
	if len(notices) > 0 {
		ctx = t.withTrail(ctx, notices[0].Subject)
	}
	return t.Tx.NotifyLater(ctx, notices...)
}

func (t *eventTx) withTrail(ctx context.Context, id string) context.Context {
	if o, saved := t.after[id]; saved {
		return trail.WithOrder(ctx, o.Deployment, o.Reference)
	}
	if s, read := t.before[id]; read {
		return trail.WithOrder(ctx, s.deployment, s.reference)
	}
	return ctx // of a new order, whose trail placeHold has set
}

// event returns an event of the whole order or its payment.
func (o *Order) event(kind EventKind, amount int64) Event {
	return Event{
		Kind: kind, Deployment: o.Deployment, Order: o.ID, Reference: o.Reference, Provider: o.Payment.Provider,
		Amount: amount, Currency: o.Currency,
	}
}

// eventsOf returns the events between two states of an order; known is false for a new order.
func eventsOf(o *Order, before orderState, known bool) (list []Event) {
	add := func(kind EventKind, amount int64) {
		e := o.event(kind, amount)
		switch kind {
		case OrderPlaced:
			e.Method = o.Method
		case OrderOutcome:
			e.Result = o.Result()
		}
		list = append(list, e)
	}
	if !known {
		add(OrderPlaced, o.Total)
	} else if o.Buyer != before.buyer && o.Removed != BuyerRemoved {
		add(BuyerCorrected, 0)
	}
	list = append(list, paymentEvents(o, &before.payment, known)...)
	list = append(list, bookingEvents(o, before)...)
	switch now := o.outcome(); {
	case now == before.outcome || now == InProgress || o.Superseded:
	case now == Failed && !o.shouldReportFailure():
		add(OrderAbandoned, 0)
	default:
		add(OrderOutcome, 0)
	}
	return list
}

// paymentEvents returns the events of an order's payment since an earlier state.
func paymentEvents(o *Order, was *Payment, known bool) (list []Event) {
	p := &o.Payment
	add := func(kind EventKind, amount int64) { list = append(list, o.event(kind, amount)) }
	if p.SessionID != "" && p.SessionID != was.SessionID {
		add(PageOpened, o.Total)
	}
	if p.Authorised > was.Authorised {
		add(MoneyAuthorised, p.Authorised)
	}
	toppedUp, _ := p.topUpSums()
	toppedUpBefore, _ := was.topUpSums()
	if captured := p.Captured - toppedUp - was.Captured + toppedUpBefore; captured > 0 {
		add(MoneyCaptured, captured)
	}
	if p.Refunded > was.Refunded {
		add(MoneyRefunded, p.Refunded-was.Refunded)
	}
	if p.Status != was.Status && known {
		switch {
		case p.Status == PaymentVoided:
			add(MoneyVoided, p.Authorised)
		case p.Status == PaymentRefundPending:
			add(RefundOwed, o.RefundDue())
		case p.Status == PaymentFailed && o.PaymentAttempted:
			add(MoneyFailed, 0)
		}
	}
	if p.RefundFailed > was.RefundFailed {
		add(RefundFailed, p.RefundFailed-was.RefundFailed)
	}
	if p.Dispute.Status != was.Dispute.Status && p.Dispute.Status != "" {
		add(MoneyDisputed, p.Dispute.Amount)
	}
	for _, r := range p.Records[min(len(was.Records), len(p.Records)):] {
		e := o.event(recordEvents[r.Kind], r.Amount)
		e.Provider, e.By = "", r.By
		list = append(list, e)
	}
	return list
}

var recordEvents = map[RecordKind]EventKind{
	RecordedPayment: MoneyRecorded, RecordedRefund: RefundRecorded, WrittenOff: RefundWrittenOff,
}

// bookingEventKinds holds the kinds of event for those states of a booking that are events.
var bookingEventKinds = map[BookingStatus]EventKind{
	Confirmed: BookingConfirmed, Rejected: BookingRejected, Expired: BookingExpired, Cancelled: BookingCancelled,
	Redeemed: BookingRedeemed,
}

func bookingEvents(o *Order, before orderState) (list []Event) {
	for i, b := range o.Bookings {
		kind := bookingEventKinds[b.Status]
		if i < len(before.bookings) && before.bookings[i] == b.Status {
			if kind = ""; before.changes[i] < b.Detail.Changes {
				kind = BookingMoved
			}
		}
		if kind == "" {
			continue
		}
		list = append(list, Event{
			Kind: kind, Deployment: o.Deployment, Order: o.ID, Reference: o.Reference, Booking: o.Name(&b),
		})
	}
	return list
}

// Observe sets a function that receives each event but those of tests. Several goroutines may call it. Observe must be
// called before the service is used.
func (s *Service) Observe(observe func(Event)) { s.observe = observe }

// publish logs an event and passes it to the observer.
func (s *Service) publish(ctx context.Context, e *Event) {
	e.log(ctx, s.log)
	if s.observe != nil && !e.Test {
		s.observe(*e)
	}
}
