package booking

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"storefront/internal/core/notice"
	"storefront/internal/core/trail"
)

// save writes an order down with the notices that are due of it.
func (s *Service) save(ctx context.Context, tx Tx, o *Order) error {
	if err := s.tell(ctx, tx, o); err != nil {
		return err
	}
	return tx.SaveOrder(ctx, *o)
}

// tell asks for the notices that are due of an order and were not asked for, and has the order remember them. What is due
// follows from how the order stands, whatever has brought it there.
func (s *Service) tell(ctx context.Context, tx Tx, o *Order) error {
	ctx = trail.About(ctx, o.Deployment, o.Reference)
	for _, due := range s.due(o) {
		if slices.Contains(o.Told, due.key()) {
			continue
		}
		to := o.Buyer.Email
		if due.kind.ToShop() {
			to = o.Contact.Email
		}
		err := tx.TellLater(ctx, notice.Notice{
			Kind: due.kind, Deployment: o.Deployment, Language: o.Language, To: to, Subject: o.ID, Booking: due.booking,
		})
		if err != nil {
			return err
		}
		o.Told = append(slices.Clip(o.Told), due.key())
	}
	return nil
}

// dueNotice is what the buyer, or the shop, is to know by now.
type dueNotice struct {
	kind    notice.Kind
	booking string // the one that is meant, if not all
	about   string // what tells it from others of its kind; empty where there is one of a kind, or one of a booking
}

// key is what an order remembers of a notice.
func (d dueNotice) key() string {
	return strings.TrimSpace(string(d.kind) + " " + cmp.Or(d.booking, d.about))
}

// due returns the notices that follow from how an order stands. Those to the shop go with the buyer's, so that orders from
// before there were any stay quiet.
func (s *Service) due(o *Order) (list []dueNotice) {
	if o.Superseded {
		return nil // the order that came in its place is told of
	}
	if kind := o.news(); kind != "" {
		list = append(list, dueNotice{kind: kind})
		if (kind == notice.OrderConfirmed || kind == notice.OrderPartly) && !o.told(string(kind)) {
			list = append(list, dueNotice{kind: notice.ShopOrderConfirmed})
		}
	}
	if slices.ContainsFunc(o.Bookings, func(b Booking) bool { return Waits(o, &b) }) {
		list = append(list, dueNotice{kind: notice.OrderWaiting})
	}
	for _, b := range o.Bookings {
		if b.Status == Cancelled {
			toBuyer := dueNotice{kind: notice.BookingCancelled, booking: b.ID}
			if list = append(list, toBuyer); !o.told(toBuyer.key()) {
				list = append(list, dueNotice{kind: notice.ShopBookingCancelled, booking: b.ID})
			}
		}
	}
	if about := o.attention(); about != "" {
		list = append(list, dueNotice{kind: notice.PaymentAttention, about: about})
	}
	if at := s.remindAt(o); !at.IsZero() && !s.now().Before(at) {
		list = append(list, dueNotice{kind: notice.PaymentReminder})
	}
	return list
}

// attention identifies what the shop has to know about the money of an order; empty where nothing.
func (o *Order) attention() string {
	var about []string
	if o.RefundByHand() {
		about = append(about, fmt.Sprintf("refund:%d:%d", o.owed(), o.Payment.RefundTry))
	}
	if status := o.Payment.Dispute.Status; status != "" {
		about = append(about, "dispute:"+status)
	}
	if sum := o.GivenBackElsewhere(); sum > 0 {
		about = append(about, fmt.Sprintf("elsewhere:%d", sum))
	}
	return strings.Join(about, ",")
}

// news is what became of an order as a whole; empty while that is open, or of no interest to its buyer.
func (o *Order) news() notice.Kind {
	booked, waits := o.count(Confirmed, Redeemed), o.count(Pending)
	switch result := o.Result(); {
	case waits > 0 && o.Method == PayLater && o.Payment.Status == PaymentDue:
		return notice.OrderReceived
	case waits > 0 && (result == ResultOnHold || o.Method == PayLater):
		return notice.OrderOnHold
	case waits > 0 || o.count(OnHold) > 0:
		return "" // the page tells, and lets a payment that was declined be tried again
	case booked > 0 && result == Success:
		return notice.OrderConfirmed
	case booked > 0:
		return notice.OrderPartly
	case o.count(Expired, Rejected) > 0 && o.missed():
		return notice.OrderFailed
	}
	return ""
}

// told reports whether a notice was asked for.
func (o *Order) told(key string) bool { return slices.Contains(o.Told, key) }

// Overtaken says that what was news of an order is none any more, and that the buyer is told by another notice what is.
func (o *Order) Overtaken(kind notice.Kind) bool {
	told := func(key string) bool { return slices.Contains(o.Told, key) }
	switch now := o.news(); {
	case !told(string(kind)) || kind == notice.PaymentReminder || now == kind:
		return false
	case now != "":
		return told(string(now))
	}
	for _, b := range o.Bookings {
		if !told(dueNotice{kind: notice.BookingCancelled, booking: b.ID}.key()) {
			return false
		}
	}
	return true
}

// missed says that somebody counts on an order of which nothing came: he has tried to pay, or was told that it was
// received. A checkout that was only left is nobody's news, and what was confirmed once did not fail.
func (o *Order) missed() bool {
	told := func(kind notice.Kind) bool { return slices.Contains(o.Told, string(kind)) }
	if told(notice.OrderConfirmed) || told(notice.OrderPartly) {
		return false
	}
	return o.Tried || o.count(Rejected) > 0 || told(notice.OrderReceived) || told(notice.OrderOnHold)
}

// remindAt is when the buyer is reminded to pay what he has reserved: a while before the deadline. It is zero where
// nothing is to be paid, or where the reservation itself is hardly older.
func (s *Service) remindAt(o *Order) time.Time {
	if o.Method != PayLater || o.Payment.Status != PaymentDue || o.count(Pending) == 0 || s.terms.Remind == 0 || o.Payment.AtStart {
		return time.Time{}
	}
	at := o.Payment.PayBy.Add(-s.terms.Remind)
	if at.Sub(o.CreatedAt) < s.terms.Remind {
		return time.Time{}
	}
	return at
}
