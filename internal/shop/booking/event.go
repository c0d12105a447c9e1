package booking

import (
	"context"
	"log/slog"
	"slices"
	"strconv"
	"time"

	"storefront/internal/core/notice"
	"storefront/internal/core/trail"
)

// EventKind names what has happened to an order, as the log writes it.
type EventKind string

const (
	OrderPlaced      EventKind = "order placed"
	OrderOutcome     EventKind = "order outcome"     // Result is what its buyer is told from now on
	OrderAbandoned   EventKind = "order abandoned"   // its seats were given up, and nobody had tried to pay
	PageOpened       EventKind = "payment page open" // the provider has a page for it
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
)

// Event is something that has happened to an order, and is stored.
type Event struct {
	Kind       EventKind
	Deployment string
	Order      string // its id
	Reference  string
	Booking    string // as operators call it, "K7M3Q9XW/1"; empty where the order is meant
	Method     Method
	Provider   string // of payments; empty where none takes part
	By         Means  // of money that an operator has recorded
	Amount     int64  // in minor units of Currency; zero where it says nothing
	Currency   string
	Result     Result // of OrderOutcome
}

// logged writes an event to the log. It has no personal data.
func (e *Event) logged(ctx context.Context, log *slog.Logger) {
	if !log.Enabled(ctx, slog.LevelInfo) {
		return
	}
	attrs := []slog.Attr{slog.String("deployment", e.Deployment), slog.String("reference", e.Reference), slog.String("order", e.Order)}
	for _, a := range []slog.Attr{
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
	log.LogAttrs(ctx, slog.LevelInfo, string(e.Kind), attrs...)
}

// eventful is a Store that notes what each transaction has done to orders, once it is kept. What has happened is derived
// from how the orders stood before and after, whatever has brought them there.
type eventful struct {
	Store
	note func(ctx context.Context, e *Event)
}

func (s eventful) Do(ctx context.Context, work func(tx Tx) error) error {
	var last *eventfulTx
	err := s.Store.Do(ctx, func(tx Tx) error {
		last = &eventfulTx{Tx: tx, before: map[string]standing{}, after: map[string]Order{}} // of this run of work alone
		return work(last)
	})
	if err != nil || last == nil {
		return err
	}
	for _, id := range last.saved {
		o := last.after[id]
		before, known := last.before[id]
		for _, e := range eventsOf(&o, before, known) {
			s.note(ctx, &e)
		}
	}
	return nil
}

// eventfulTx remembers how orders stood when they were read, and how they were saved.
type eventfulTx struct {
	Tx
	before map[string]standing
	after  map[string]Order
	saved  []string // ids, in the order of the first saving
}

// standing is the part of an order that events follow from.
type standing struct {
	deployment, reference string

	payment  Payment
	outcome  Result
	bookings []BookingStatus
}

func standingOf(o *Order) standing {
	s := standing{deployment: o.Deployment, reference: o.Reference, payment: o.Payment, outcome: o.outcome()}
	for _, b := range o.Bookings {
		s.bookings = append(s.bookings, b.Status)
	}
	return s
}

// outcome is the order's result, or InProgress for as long as another payment can be tried.
func (o *Order) outcome() Result {
	if o.count(OnHold) > 0 {
		return InProgress
	}
	return o.Result()
}

func (t *eventfulTx) seen(o *Order, err error) {
	if err != nil {
		return
	}
	if _, again := t.before[o.ID]; !again {
		t.before[o.ID] = standingOf(o)
	}
}

func (t *eventfulTx) keeps(o Order) {
	if !slices.Contains(t.saved, o.ID) {
		t.saved = append(t.saved, o.ID)
	}
	o.Bookings = slices.Clone(o.Bookings)
	t.after[o.ID] = o
}

func (t *eventfulTx) Order(ctx context.Context, id string) (Order, error) {
	o, err := t.Tx.Order(ctx, id)
	t.seen(&o, err)
	return o, err
}

func (t *eventfulTx) InsertOrder(ctx context.Context, order Order) error {
	err := t.Tx.InsertOrder(ctx, order)
	if err == nil {
		t.keeps(order)
	}
	return err
}

func (t *eventfulTx) SaveOrder(ctx context.Context, order Order) error {
	err := t.Tx.SaveOrder(ctx, order)
	if _, read := t.before[order.ID]; err == nil && (read || t.inserted(order.ID)) {
		t.keeps(order)
	}
	return err
}

func (t *eventfulTx) inserted(id string) bool {
	_, ok := t.after[id]
	return ok
}

// SettleLater names the order in the job.
func (t *eventfulTx) SettleLater(ctx context.Context, order string, at time.Time) error {
	return t.Tx.SettleLater(t.about(ctx, order), order, at)
}

// TellLater names the order in the job.
func (t *eventfulTx) TellLater(ctx context.Context, n notice.Notice) error {
	return t.Tx.TellLater(t.about(ctx, n.Subject), n)
}

func (t *eventfulTx) about(ctx context.Context, id string) context.Context {
	if o, saved := t.after[id]; saved {
		return trail.About(ctx, o.Deployment, o.Reference)
	}
	if s, read := t.before[id]; read {
		return trail.About(ctx, s.deployment, s.reference)
	}
	return ctx // the caller may have said already
}

// event is an event of the order's payment, or of the order as a whole.
func (o *Order) event(kind EventKind, amount int64) Event {
	return Event{
		Kind: kind, Deployment: o.Deployment, Order: o.ID, Reference: o.Reference, Provider: o.Payment.Provider,
		Amount: amount, Currency: o.Currency,
	}
}

// eventsOf lists what has happened to an order since it stood as before; known is false for one that is new.
func eventsOf(o *Order, before standing, known bool) (list []Event) {
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
	}
	list = append(list, paymentEvents(o, &before.payment, known)...)
	list = append(list, bookingEvents(o, before.bookings)...)
	switch now := o.outcome(); {
	case now == before.outcome || now == InProgress || o.Superseded:
	case now == Failed && !o.missed():
		add(OrderAbandoned, 0)
	default:
		add(OrderOutcome, 0)
	}
	return list
}

// paymentEvents lists what has happened to an order's money since its payment was as before.
func paymentEvents(o *Order, was *Payment, known bool) (list []Event) {
	p := &o.Payment
	add := func(kind EventKind, amount int64) { list = append(list, o.event(kind, amount)) }
	if p.SessionID != "" && p.SessionID != was.SessionID {
		add(PageOpened, o.Total)
	}
	if p.Authorised > was.Authorised {
		add(MoneyAuthorised, p.Authorised)
	}
	if p.Captured > was.Captured {
		add(MoneyCaptured, p.Captured-was.Captured)
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
		case p.Status == PaymentFailed && o.Tried:
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

// endings are the states of a booking that are events.
var endings = map[BookingStatus]EventKind{
	Confirmed: BookingConfirmed, Rejected: BookingRejected, Expired: BookingExpired, Cancelled: BookingCancelled, Redeemed: BookingRedeemed,
}

func bookingEvents(o *Order, before []BookingStatus) (list []Event) {
	for i, b := range o.Bookings {
		if i < len(before) && before[i] == b.Status || endings[b.Status] == "" {
			continue
		}
		list = append(list, Event{
			Kind: endings[b.Status], Deployment: o.Deployment, Order: o.ID, Reference: o.Reference,
			Booking: o.Reference + "/" + strconv.Itoa(b.Line+1),
		})
	}
	return list
}

// Observe has what happens to orders observed, by a function that several goroutines may call. It is to be called before the
// service is used.
func (s *Service) Observe(observe func(Event)) { s.observe = observe }

// noted logs an event and hands it on.
func (s *Service) noted(ctx context.Context, e *Event) {
	e.logged(ctx, s.log)
	if s.observe != nil {
		s.observe(*e)
	}
}
