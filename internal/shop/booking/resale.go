package booking

import (
	"context"
	"slices"
	"strconv"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
)

// OnAccount is how resellers pay: their account is charged, and settled outside of the shop.
const OnAccount Method = "account"

// PaymentOnAccount is the status of an order that a reseller's account is charged with.
const PaymentOnAccount PaymentStatus = "on_account"

// Resale is the part of an order that a reseller made. Such an order has one booking. Its price is what the traveller
// pays to the reseller; the reseller owes the net part of it. Orders store it: its JSON must not change.
type Resale struct {
	Channel     string        `json:"channel"` // the protocol that it was sold through, "octo"
	Reseller    string        `json:"reseller"`
	Name        string        `json:"name"`    // the reseller's, when it was sold
	NetRate     int           `json:"netRate"` // the part of the price that the reseller owes, in 1/100 of a percent
	Charged     int64         `json:"charged,omitempty"`
	Reference   string        `json:"reference,omitempty"` // the reseller's own
	Contact     ResaleContact `json:"contact,omitzero"`
	Notes       string        `json:"notes,omitempty"`
	Units       []ResaleUnit  `json:"units"`
	Test        bool          `json:"test,omitempty"`   // it takes no seats, charges nothing and admits nobody
	SavedStatus BookingStatus `json:"noted"`            // the booking's status when the order was last saved
	Changes     int           `json:"changes"`          // number of changes since it was reserved
	Reason      string        `json:"reason,omitempty"` // why it was cancelled
	// Accepted is the amount that the supplier had accepted before the reseller enlarged the party.
	Accepted    int64     `json:"accepted,omitempty"`
	UpdatedAt   time.Time `json:"updatedAt"`
	ConfirmedAt time.Time `json:"confirmedAt,omitzero"`
	CancelledAt time.Time `json:"cancelledAt,omitzero"`
	// HeldUntil is when the hold of an order has ended, which resellers are shown.
	HeldUntil time.Time `json:"last,omitzero"`
}

// ResaleContact is a traveller as the reseller names them. The shop sends them nothing.
type ResaleContact struct {
	FullName   string   `json:"fullName,omitempty"`
	FirstName  string   `json:"firstName,omitempty"`
	LastName   string   `json:"lastName,omitempty"`
	Email      string   `json:"email,omitempty"`
	Phone      string   `json:"phone,omitempty"`
	Locales    []string `json:"locales,omitempty"`
	PostalCode string   `json:"postalCode,omitempty"`
	Country    string   `json:"country,omitempty"`
	Notes      string   `json:"notes,omitempty"`
}

// ResaleUnit is one unit of a reseller's booking: a ticket, in the terms of the trade.
type ResaleUnit struct {
	ID        string        `json:"id"` // unique in the booking, a UUID
	Unit      string        `json:"unit"`
	Reference string        `json:"reference,omitempty"` // the reseller's own
	Contact   ResaleContact `json:"contact,omitzero"`
}

// QuantitiesOf counts units by their kind, in the order of their first appearance.
func QuantitiesOf(units []ResaleUnit) (all []Quantity) {
	for _, u := range units {
		i := slices.IndexFunc(all, func(q Quantity) bool { return q.ID == u.Unit })
		if i < 0 {
			all = append(all, Quantity{ID: u.Unit, Quantity: 1})
			continue
		}
		all[i].Quantity++
	}
	return all
}

// ResellerEntry is a change of a reseller's balance.
type ResellerEntry struct {
	Reseller   string
	At         time.Time
	Amount     int64  // in minor units of the account's currency; negative for a credit
	Deployment string // of the order
	Order      string // its id; empty for a payment
	Reference  string // of the order
	Note       string
}

// The failures of a resale that callers distinguish.
var (
	ErrNoCredit         = fault.New(fault.NotPossible, "The booking would exceed the reseller's credit limit.")
	ErrHoldEnded        = fault.New(fault.HoldExpired, "The reservation has expired.")
	ErrNotOnHold        = fault.New(fault.NotPossible, "The booking is not on hold.")
	ErrAlreadyConfirmed = fault.New(fault.NotPossible, "The booking is already confirmed.")
	ErrTooManyBookings  = fault.New(fault.NotPossible, "There are more bookings than a list has.")
	ErrNotChangeable    = fault.New(fault.NotPossible, "The booking can no longer be changed or cancelled.")
	ErrPolicyBypassed   = fault.New(fault.NotPossible,
		"Cancelling the booking is not free any more, and this would be.")
	ErrNoFixedPrice      = fault.New(fault.NotPossible, "The product has no fixed price.")
	ErrNoPriceInCurrency = fault.New(fault.CurrencyMismatch, "The product has no price in this currency.")
)

// CheckFixedPriceIn returns nil for a product that resellers can sell in a currency: ErrNoFixedPrice if its price is
// negotiated, and ErrNoPriceInCurrency if its prices are in another currency.
func (p *Product) CheckFixedPriceIn(currency string) error {
	switch {
	case p.NoFixedPrice:
		return ErrNoFixedPrice
	case p.Currency != currency:
		return ErrNoPriceInCurrency
	}
	return nil
}

// resaleCart returns the id that replaces the cart's in a reseller's orders: idempotency keys are unique per reseller.
func resaleCart(reseller, deployment string) string { return "reseller:" + reseller + ":" + deployment }

// Net returns the part of an amount that the reseller owes.
func (r *Resale) Net(amount int64) int64 {
	const whole = 100_00
	return (amount*int64(r.NetRate) + whole/2) / whole
}

// IsTest reports whether an order is a reseller's test: nobody comes, and nothing is paid.
func (o *Order) IsTest() bool { return o.Resale != nil && o.Resale.Test }

// isReleasedHold reports whether a reseller has released the hold of a booking.
func (o *Order) isReleasedHold(b *Booking) bool {
	return o.Resale != nil && b.Status == Cancelled && o.Payment.Status == PaymentFailed
}

// netDue returns what the reseller owes for the order.
func (o *Order) netDue() (sum int64) {
	if o.Resale == nil || o.Resale.Test {
		return 0
	}
	for i := range o.Bookings {
		switch b := &o.Bookings[i]; b.Status {
		case Pending, Confirmed, Redeemed, Cancelled:
			sum += o.Resale.Net(b.unrefunded())
		}
	}
	return sum
}

// chargeResale charges or credits the reseller's account with what the order has changed since it was last saved, and
// notes the change. It returns ErrNoCredit if that would exceed the reseller's credit limit.
func (s *Service) chargeResale(ctx context.Context, tx Tx, o *Order) error {
	r := o.Resale
	if r == nil {
		return nil
	}
	now := s.now()
	if b := &o.Bookings[0]; b.Status != r.SavedStatus {
		r.SavedStatus, r.UpdatedAt = b.Status, now
		r.Changes++
		switch {
		case b.Status == Confirmed && r.ConfirmedAt.IsZero():
			r.ConfirmedAt = now
		case b.Status == Cancelled:
			r.CancelledAt = now
		}
	}
	due := o.netDue()
	if due == r.Charged {
		return nil
	}
	err := tx.ChargeReseller(ctx, ResellerEntry{
		Reseller: r.Reseller, At: now, Amount: due - r.Charged, Deployment: o.Deployment, Order: o.ID,
		Reference: o.Reference,
	})
	r.Charged = due
	return err
}

// applyResale changes a reseller's order by the time.
func (s *Service) applyResale(ctx context.Context, tx Tx, o *Order) error {
	now := s.now()
	if o.count(OnHold) > 0 && !now.Before(o.HoldUntil) {
		o.Resale.HeldUntil = o.HoldUntil
		o.Payment.Status = PaymentFailed
		return s.expireBookings(ctx, tx, o, OnHold)
	}
	if o.count(Pending) > 0 && !now.Before(s.supplierDeadline(o)) {
		o.Payment.Status = PaymentFailed
		return s.expireBookings(ctx, tx, o, Pending)
	}
	return nil
}

// nextResaleCheck is nextCheck for a reseller's order.
func (s *Service) nextResaleCheck(o *Order) time.Time {
	switch {
	case o.count(OnHold) > 0:
		return o.HoldUntil
	case o.count(Pending) > 0:
		return s.supplierDeadline(o)
	}
	return time.Time{}
}

// dueToReseller returns the notices that follow from the state of a reseller's order. Its traveller gets none: the
// reseller writes to them.
func (s *Service) dueToReseller(o *Order) (list []dueNotice) {
	r := o.Resale
	if r.Changes > 0 {
		list = append(list, dueNotice{kind: notice.ResellerUpdate, about: strconv.Itoa(r.Changes)})
	}
	if r.Test {
		return list
	}
	if o.count(Confirmed, Redeemed) > 0 {
		list = append(list, dueNotice{kind: notice.ShopOrderConfirmed})
	}
	for i := range o.Bookings {
		b := &o.Bookings[i]
		if AwaitsDecision(o, b) {
			waiting := dueNotice{kind: notice.OrderWaiting}
			if b.Detail.Changes > 0 {
				waiting.about = strconv.Itoa(b.Detail.Changes)
			}
			list = append(list, waiting)
		}
		if b.Status == Cancelled && o.notified(string(notice.ShopOrderConfirmed)) {
			list = append(list, dueNotice{kind: notice.ShopBookingCancelled, booking: b.ID})
		}
	}
	return append(list, s.dueToSuppliers(o)...)
}
