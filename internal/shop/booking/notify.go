package booking

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"storefront/internal/core/notice"
)

// save saves an order and queues its due notices.
func (s *Service) save(ctx context.Context, tx Tx, o *Order) error {
	if err := s.chargeResale(ctx, tx, o); err != nil {
		return err
	}
	if err := s.notify(ctx, tx, o); err != nil {
		return err
	}
	o.Payment.RefundShares = o.refundShares()
	return tx.SaveOrder(ctx, *o)
}

// notify queues the due notices of an order that were not queued before, and notes them in the order. Which are due
// follows from the state of the order alone.
func (s *Service) notify(ctx context.Context, tx Tx, o *Order) error {
	if err := s.scheduleTripNotices(ctx, tx, o); err != nil {
		return err
	}
	var notices []notice.Notice
	keys := slices.Clip(o.Notified)
	for _, due := range s.dueNotices(o) {
		if slices.Contains(keys, due.key()) {
			continue
		}
		if keys = append(keys, due.key()); s.shouldSend(o, &due) {
			n := o.notice(due.kind, due.booking)
			n.Supplier = due.supplier
			notices = append(notices, n)
		}
	}
	if len(keys) == len(o.Notified) {
		return nil
	}
	o.Notified = keys
	if len(notices) == 0 {
		return nil
	}
	return tx.NotifyLater(ctx, notices...)
}

// NotifyLater queues notices.
func (s *Service) NotifyLater(ctx context.Context, notices ...notice.Notice) error {
	return s.store.Do(ctx, func(tx Tx) error { return tx.NotifyLater(ctx, notices...) })
}

// notice returns a notice about an order, or about one of its bookings, to the buyer, the shop, a supplier or the
// reseller.
func (o *Order) notice(kind notice.Kind, bookingID string) notice.Notice {
	to := o.Buyer.Email
	switch {
	case kind.IsToShop():
		to = o.Contact.Email
	case kind.IsToSupplier():
		to = "" // the supplier's address of the moment when it is sent
	case kind.IsToReseller():
		to = o.Resale.Reseller
	}
	return notice.Notice{
		Kind: kind, Deployment: o.Deployment, Language: o.Language, To: to, Subject: o.ID, Booking: bookingID,
	}
}

// dueNotice is a notice to the buyer, the shop, a supplier or the reseller.
type dueNotice struct {
	kind     notice.Kind
	booking  string // its id; empty for notices of the whole order
	supplier int    // as in notice.Notice
	about    string // distinguishes notices of one kind; empty if there is one of the kind, or one a booking
	silent   bool   // it is only noted, since another notice has its news
}

// key returns what Order.Notified holds of a notice.
func (d dueNotice) key() string {
	return strings.Join(nonEmpty(string(d.kind), d.booking, d.about), " ")
}

func nonEmpty(parts ...string) []string {
	return slices.DeleteFunc(parts, func(part string) bool { return part == "" })
}

// dueNotices returns the notices that follow from the state of an order. The shop's notices of a confirmation and of a
// cancellation are due only together with the buyer's: stored orders whose buyer has theirs get no other.
func (s *Service) dueNotices(o *Order) (list []dueNotice) {
	if o.Resale != nil {
		return s.dueToReseller(o)
	}
	if o.Superseded {
		return nil // the order that replaced it has notices
	}
	if o.Supplement != nil { // the moved order has notices
		if about := o.paymentIssues(); about != "" {
			list = append(list, dueNotice{kind: notice.PaymentAttention, about: about})
		}
		return list
	}
	if kind := o.outcomeNotice(); kind != "" {
		list = append(list, dueNotice{kind: kind})
		if (kind == notice.OrderConfirmed || kind == notice.OrderPartlyConfirmed) && !o.notified(string(kind)) {
			list = append(list, dueNotice{kind: notice.ShopOrderConfirmed})
		}
	}
	if slices.ContainsFunc(o.Bookings, func(b Booking) bool { return AwaitsDecision(o, &b) }) {
		list = append(list, dueNotice{kind: notice.OrderWaiting})
	}
	for _, b := range o.Bookings {
		if b.Status == Cancelled {
			toBuyer := dueNotice{kind: notice.BookingCancelled, booking: b.ID}
			if list = append(list, toBuyer); !o.notified(toBuyer.key()) {
				list = append(list, dueNotice{kind: notice.ShopBookingCancelled, booking: b.ID,
					silent: b.OfCancelledDeparture()}) // the report of the departure has it
			}
		}
	}
	if about := o.paymentIssues(); about != "" {
		list = append(list, dueNotice{kind: notice.PaymentAttention, about: about})
	}
	if at := s.reminderAt(o); !at.IsZero() && !s.now().Before(at) {
		list = append(list, dueNotice{kind: notice.PaymentReminder})
	}
	return append(list, s.dueToSuppliers(o)...)
}

// paymentIssues identifies what the shop has to know about the money of an order; empty if nothing.
func (o *Order) paymentIssues() string {
	var about []string
	if o.NeedsManualRefund() {
		about = append(about, fmt.Sprintf("refund:%d:%d", o.owedToBuyer(), o.Payment.RefundAttempt))
	}
	if status := o.Payment.Dispute.Status; status != "" {
		about = append(about, "dispute:"+status)
	}
	if sum := o.RefundedElsewhere(); sum > 0 {
		about = append(about, fmt.Sprintf("elsewhere:%d", sum))
	}
	return strings.Join(about, ",")
}

// outcomeNotice returns the notice of an order's outcome; empty while it is open, or if it does not matter to the
// buyer.
func (o *Order) outcomeNotice() notice.Kind {
	booked, pending := o.count(Confirmed, Redeemed), o.count(Pending)
	switch result := o.Result(); {
	case pending > 0 && o.Method == PayLater && o.Payment.Status == PaymentDue:
		return notice.OrderReceived
	case pending > 0 && (result == ResultOnHold || o.Method == PayLater):
		return notice.OrderOnHold
	case pending > 0 || o.count(OnHold) > 0:
		return "" // the page shows it, and a declined payment can be retried there
	case booked > 0 && result == Success:
		return notice.OrderConfirmed
	case booked > 0:
		return notice.OrderPartlyConfirmed
	case o.count(Expired, Rejected) > 0 && o.shouldReportFailure():
		return notice.OrderFailed
	}
	return ""
}

// notified reports whether a notice was queued.
func (o *Order) notified(key string) bool { return slices.Contains(o.Notified, key) }

// wasConfirmed reports whether the buyer was notified that the order is confirmed, if only in part.
func (o *Order) wasConfirmed() bool {
	return o.notified(string(notice.OrderConfirmed)) || o.notified(string(notice.OrderPartlyConfirmed))
}

// Outdated reports whether a queued notice no longer holds because a later one has replaced it.
func (o *Order) Outdated(kind notice.Kind) bool {
	switch now := o.outcomeNotice(); {
	case !o.notified(string(kind)) || kind == notice.PaymentReminder || now == kind:
		return false
	case now != "":
		return o.notified(string(now))
	}
	for _, b := range o.Bookings {
		if !o.notified(dueNotice{kind: notice.BookingCancelled, booking: b.ID}.key()) {
			return false
		}
	}
	return true
}

// shouldReportFailure reports whether the buyer should learn that an order failed: they attempted a payment, or were
// notified that it was received. An abandoned checkout does not matter, and an order that was confirmed did not fail.
func (o *Order) shouldReportFailure() bool {
	if o.wasConfirmed() {
		return false
	}
	return o.PaymentAttempted || o.count(Rejected) > 0 ||
		o.notified(string(notice.OrderReceived)) || o.notified(string(notice.OrderOnHold))
}

// reminderAt returns when the buyer of a reservation is reminded to pay: Durations.RemindBefore before the deadline. It
// is zero if nothing has to be paid, or if the reservation is hardly older than that.
func (s *Service) reminderAt(o *Order) time.Time {
	if o.Method != PayLater || o.Payment.Status != PaymentDue || o.count(Pending) == 0 ||
		s.durations.RemindBefore == 0 || o.Payment.AtStart || o.awaitsChoice() {
		return time.Time{}
	}
	at := o.Payment.PayBy.Add(-s.durations.RemindBefore)
	if at.Sub(o.CreatedAt) < s.durations.RemindBefore {
		return time.Time{}
	}
	return at
}
