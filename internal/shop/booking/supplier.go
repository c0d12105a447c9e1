package booking

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/core/payload"
)

// Suppliers returns how the suppliers of the live build are reached.
type Suppliers interface {
	// Supplier reports false for an unknown supplier.
	Supplier(id string) (payload.SupplierContact, bool)
	// Suppliers returns all of them, sorted by id.
	Suppliers() []payload.SupplierContact
}

// dueToSuppliers returns the notices to the suppliers of an order that follow from its state. They cover bookings whose
// travellers can still come, and changes and cancellations of bookings about which the supplier was notified. A former
// supplier is notified that the booking is cancelled.
func (s *Service) dueToSuppliers(o *Order) (list []dueNotice) {
	for i := range o.Bookings {
		b := &o.Bookings[i]
		for j := range b.Former {
			list = append(list, dueNotice{kind: notice.SupplierBookingCancelled, booking: b.ID,
				about: "former:" + strconv.Itoa(j+1), supplier: j + 1})
		}
		if b.Detail.Supplier.ID == "" {
			continue
		}
		confirmed, request := b.firstNotices()
		changed := b.toSupplier(notice.SupplierBookingChanged, strconv.Itoa(b.Detail.Changes))
		wasNotified := o.supplierNotified(b)
		isUpcoming := s.now().Before(b.LastEntry())
		needsAnswer := b.Status == Pending && b.Decision == Undecided && AwaitsDecision(o, b) && isUpcoming
		if needsAnswer && b.Detail.Changes > 0 && wasNotified && !o.notified(changed.key()) {
			// What was changed has to be accepted as it is now: another request has its news, with new links.
			request.about, changed.silent = changed.about, true
		}
		if b.Detail.Changes > 0 && (isUpcoming || wasNotified) {
			// The first notice about a booking that has changed already includes the change.
			changed.silent = changed.silent || !wasNotified
			list = append(list, changed)
		}
		switch {
		case needsAnswer:
			list = append(list, request)
		case b.HasTicket() && isUpcoming, o.isReserved(b) && isUpcoming:
			list = append(list, confirmed)
		case (b.Status == Cancelled || b.Status == Expired) && wasNotified, b.Status == Rejected &&
			o.notified(confirmed.key()):
			cancelled := b.toSupplier(notice.SupplierBookingCancelled, b.supplierRound())
			// the mail about a departure lists its bookings
			cancelled.silent = b.Status == Cancelled && b.OfCancelledDeparture()
			list = append(list, cancelled)
		}
	}
	return list
}

// firstNotices returns the first notices about a booking to its present supplier: that it is confirmed or reserved, and
// the request for it.
func (b *Booking) firstNotices() (confirmed, request dueNotice) {
	return b.toSupplier(notice.SupplierBooking, b.supplierRound()),
		b.toSupplier(notice.SupplierRequest, b.supplierRound())
}

// toSupplier returns a notice to the present supplier of a booking.
func (b *Booking) toSupplier(kind notice.Kind, about string) dueNotice {
	return dueNotice{kind: kind, booking: b.ID, supplier: len(b.Former) + 1, about: about}
}

// isReserved reports whether the seats of a booking are kept although it is paid later, so that its supplier expects
// it.
func (o *Order) isReserved(b *Booking) bool {
	return b.Status == Pending && o.Method == PayLater && b.Decision == Accepted
}

// supplierNews are the news that suppliers choose, by the kind of notice. Requests are sent to all.
var supplierNews = map[notice.Kind]payload.SupplierNews{
	notice.SupplierBooking: payload.NewBookings, notice.SupplierBookingChanged: payload.ChangedBookings,
	notice.SupplierBookingCancelled: payload.CancelledBookings, notice.SupplierDay: payload.DayLists,
	notice.SupplierDeparture: payload.CancelledBookings,
}

// shouldSend reports whether a notice is sent: to suppliers only if they have an address and want the news.
func (s *Service) shouldSend(o *Order, due *dueNotice) bool {
	if due.silent || !due.kind.IsToSupplier() {
		return !due.silent
	}
	b := o.booking(due.booking)
	if s.suppliers == nil || b == nil {
		return false
	}
	return SupplierWants(s.suppliers, b.SupplierID(due.supplier), due.kind)
}

// SupplierWants reports whether a supplier gets notices of a kind.
func SupplierWants(all Suppliers, id string, kind notice.Kind) bool {
	contact, known := all.Supplier(id)
	if news, chosen := supplierNews[kind]; chosen {
		return known && contact.ReceivesMail(news)
	}
	return known && contact.Email != ""
}

// LinkAction is an act of a supplier by a link, which works once.
type LinkAction struct {
	Order, Booking string // ids
	Link           string // the link's id
	Changes        int    // how often the booking had changed when the link was made
	Shown          string // ShownVersion of the booking as the supplier saw it; empty: unknown
}

var errLinkUsed = fault.New(fault.LinkExpired, "The link was used already.")

// ErrNotAsShown is the failure of an act on a booking that has changed since the supplier or operator saw it, or that
// is with another supplier by now.
var ErrNotAsShown = fault.New(fault.NotPossible, "The booking has changed in the meantime.")

// ShownVersion identifies the state on which a supplier decides: that of a booking, and the amount due for it.
func (o *Order) ShownVersion(b *Booking) string {
	return fmt.Sprintf("%d/%d", b.Detail.Changes, o.DueFor(b.ID))
}

// LinkUsed reports whether a supplier's link was used.
func (o *Order) LinkUsed(link string) bool { return slices.Contains(o.UsedLinks, link) }

// DecideByLink records the decision that a supplier made by a link. It returns LinkExpired if the link was used, and
// ErrNotAsShown if the booking is not as it was shown.
func (s *Service) DecideByLink(ctx context.Context, by LinkAction, accept bool) (Order, error) {
	return s.changeByLink(ctx, by, func(tx Tx, o *Order, b *Booking) error {
		if b.Decision != Undecided {
			return errNoDecision // an unpaid reservation, which only the shop can decide
		}
		return s.decide(ctx, tx, o, b, accept)
	})
}

// RecordPaymentByLink records that a supplier was paid what is due for a booking. It fails as DecideByLink does.
func (s *Service) RecordPaymentByLink(ctx context.Context, by LinkAction, means Means) (Order, error) {
	return s.changeByLink(ctx, by, func(tx Tx, o *Order, b *Booking) error {
		due := o.DueFor(b.ID)
		return s.recordPayment(ctx, tx, o, b, Record{By: means, Amount: due, Actor: b.Detail.Supplier.Actor()})
	})
}

// Actor returns the supplier's name in logs and records.
func (s Supplier) Actor() string { return "supplier:" + s.ID }

func (s *Service) changeByLink(
	ctx context.Context, by LinkAction, act func(Tx, *Order, *Booking) error,
) (Order, error) {
	return s.changeBooking(ctx, by.Order, by.Booking, func(tx Tx, o *Order, b *Booking) error {
		if o.LinkUsed(by.Link) {
			return errLinkUsed
		}
		if b.FormerOf(by.Changes) != nil || by.Shown != "" && by.Shown != o.ShownVersion(b) {
			return ErrNotAsShown
		}
		o.UsedLinks = append(slices.Clip(o.UsedLinks), by.Link)
		return act(tx, o, b)
	})
}

// RequestExpiresAt returns when the link to answer a request stops working: with its deadline.
func (s *Service) RequestExpiresAt(o *Order, b *Booking) time.Time {
	return minTime(s.DecisionDeadline(o), b.LastEntry())
}

// PaidLinkValidity is how long after the start a supplier can record a payment by a link.
const PaidLinkValidity = 72 * time.Hour
