// Package notice has the notifications that rules request. The store keeps a notice in the transaction that causes it,
// and sends it afterwards by mail and, if there is one, by the messaging webhook.
package notice

import (
	"context"
	"time"
)

// Kind is the subject of a notice. It is permanent, since receivers of the messaging webhook depend on it.
type Kind string

// About an order.
const (
	OrderReceived        Kind = "order_received"    // reserved, to be paid later
	OrderConfirmed       Kind = "order_confirmed"   // all of it
	OrderPartlyConfirmed Kind = "order_partly"      // some is confirmed, some is not
	OrderOnHold          Kind = "order_on_hold"     // the amount is reserved on the card until suppliers have decided
	OrderFailed          Kind = "order_failed"      // nothing is confirmed; what was received is refunded
	PaymentReminder      Kind = "payment_reminder"  // the deadline of paying later comes near
	BookingCancelled     Kind = "booking_cancelled" // of the booking that is named
	BookingChanged       Kind = "booking_changed"   // another pickup or drop-off of the booking that is named
	BookingMoved         Kind = "booking_moved"     // of the booking that is named: start, party or lead traveller
	MovePayment          Kind = "move_payment"      // the difference of a move by an operator, to be paid before it
	BookingDisrupted     Kind = "booking_disrupted" // the shop has cancelled or moved its departure: a choice
	PaymentReceived      Kind = "payment_received"  // of an order that was to be paid later
	TripReminder         Kind = "trip_reminder"     // the booking that is named begins soon
	ReviewRequest        Kind = "review_request"    // the booking that is named has taken place
	OrderLink            Kind = "order_link"        // the link to an order that its buyer has asked for
)

// About an account.
const (
	AccountOpening Kind = "account_opening" // the link that opens it; where there is one already, that there is
	PasswordReset  Kind = "password_reset"  // the link to choose a new password; nothing where there is no account
)

// Notices about requests of a visitor.
const (
	NegotiationAnswered Kind = "negotiation_answered"
	ContactReceived     Kind = "contact_received" // to who has written
	ContactMessage      Kind = "contact_message"  // to the shop: what was written
)

// Notices to a party on a waiting list, the id of a
// departure's change and a supplier, "01…/sands".
const (
	WaitingJoined    Kind = "waiting_joined"    // its place is confirmed
	WaitingOffer     Kind = "waiting_offer"     // seats are held for it
	WaitingWithdrawn Kind = "waiting_withdrawn" // its offer has ended before the deadline, and it waits again
	WaitingCancelled Kind = "waiting_cancelled" // the departure does not take place
)

// To the shop.
const (
	ShopOrderConfirmed   Kind = "shop_order_confirmed"   // all of it, or some
	ShopBookingCancelled Kind = "shop_booking_cancelled" // the booking that is named
	ShopBookingMoved     Kind = "shop_booking_moved"     // likewise: another start, option, party or lead traveller

	// fewer travellers than its minimum have booked a departure at its decision time
	DepartureBelowMinimum Kind = "departure_below_minimum"
	DepartureConflict     Kind = "departure_conflict" // the live build contradicts the bookings of a departure
	ShopDeparture         Kind = "shop_departure"     // what has become of the bookings of a departure
	OrderWaiting          Kind = "order_waiting"      // a supplier has to be asked, or a later payment arranged
	NegotiationAsked      Kind = "negotiation_asked"  // somebody asks for a price
	// a refund failed or has to be made by hand, or money was claimed or given back elsewhere
	PaymentAttention Kind = "payment_attention"
)

// To the supplier of the booking that is named.
const (
	SupplierRequest          Kind = "supplier_request" // to be accepted or declined
	SupplierBooking          Kind = "supplier_booking" // a new booking, confirmed or reserved
	SupplierBookingChanged   Kind = "supplier_booking_changed"
	SupplierBookingCancelled Kind = "supplier_booking_cancelled"
	SupplierDay              Kind = "supplier_day"       // the bookings of a day
	SupplierDeparture        Kind = "supplier_departure" // the shop has cancelled a departure: its bookings
)

// IsToSupplier reports whether a kind is sent to a supplier, at its address at that time.
func (k Kind) IsToSupplier() bool {
	switch k {
	case SupplierRequest, SupplierBooking, SupplierBookingChanged, SupplierBookingCancelled, SupplierDay,
		SupplierDeparture:
		return true
	}
	return false
}

// IsToBuyer reports whether a kind is about an order and sent to its buyer.
func (k Kind) IsToBuyer() bool {
	return k.IsAboutOrder() && !k.IsToShop() && !k.IsToSupplier() && !k.IsToReseller()
}

// ResellerUpdate is to a reseller, by its webhooks alone: a booking that it has made was changed.
const ResellerUpdate Kind = "reseller_update"

// IsToReseller reports whether a kind is sent by the webhooks of resellers, and by nothing else.
func (k Kind) IsToReseller() bool { return k == ResellerUpdate }

// IsPrivate reports whether a kind is only for the reader of the address: it is sent by mail alone.
func (k Kind) IsPrivate() bool {
	return k == AccountOpening || k == PasswordReset || k == OrderLink || k == BookingDisrupted ||
		k.isAboutWaitingList() ||
		k.IsToShop() || k.IsToSupplier()
}

func (k Kind) isAboutWaitingList() bool {
	return k == WaitingJoined || k == WaitingOffer || k == WaitingWithdrawn || k == WaitingCancelled
}

// IsToShop reports whether a kind is sent to the shop, at its address at that time.
func (k Kind) IsToShop() bool {
	switch k {
	case ShopDeparture, DepartureBelowMinimum, DepartureConflict, ContactMessage, OrderWaiting,
		NegotiationAsked, ShopOrderConfirmed, ShopBookingCancelled, ShopBookingMoved,
		PaymentAttention:
		return true
	}
	return false
}

// IsAboutOrder reports whether the subject of a kind is an order.
func (k Kind) IsAboutOrder() bool {
	switch k {
	case AccountOpening, PasswordReset, NegotiationAnswered, NegotiationAsked, ContactReceived, ContactMessage,
		SupplierDay, SupplierDeparture, ShopDeparture, DepartureBelowMinimum, DepartureConflict, WaitingJoined,
		WaitingOffer, WaitingWithdrawn, WaitingCancelled:
		return false
	}
	return true
}

// Channel is a way in which notices go out.
type Channel string

const (
	Mail      Channel = "mail"
	Messaging Channel = "messaging" // the operator's webhook
	Reseller  Channel = "reseller"  // the webhooks of resellers
)

// Channels are all of them.
var Channels = []Channel{Mail, Messaging, Reseller}

// Carries reports whether notices of a kind go out by a channel, if it is enabled.
func (c Channel) Carries(k Kind) bool { return k.IsToReseller() == (c == Reseller) }

// Notice is a notification to one person. The details of an order or an account are read when it is sent.
type Notice struct {
	ID         string `json:"id"` // random, the store's to give; receivers know by it what they have had already
	Kind       Kind   `json:"kind"`
	Deployment string `json:"deployment"`
	Language   string `json:"language"`
	// an e-mail address; empty if there is nobody to notify
	To string `json:"to"`
	// the id of the order or contact message, the negotiation's reference, whose id is a secret, a supplier and a
	// day, "sands/2026-12-05", a departure's name, the id of its change, or a party on a waiting list
	Subject string `json:"subject,omitempty"`
	Booking string `json:"booking,omitempty"` // the id of the order's booking, where one is meant
	// Supplier is the number of the supplier who gets a notice about the booking: 1 is its first supplier, 2 the one
	// after it moved to another, and so on; 0 is the present one
	Supplier int `json:"supplier,omitempty"`
	// Webhook is the id of a reseller's webhook, of a notice to one of them; empty for all of them
	Webhook string `json:"webhook,omitempty"`
	// an operator has it sent again: by mail alone, and to To even where it is the shop's
	Resent bool `json:"resent,omitempty"`
}

// DeliveryState is how far a mail has come.
type DeliveryState string

const (
	Unsent   DeliveryState = "unsent"   // it waits, or its tries have failed so far
	Sent     DeliveryState = "sent"     // a server has taken it over
	Refused  DeliveryState = "refused"  // its address is refused for good
	Needless DeliveryState = "needless" // its news were overtaken before it was sent
)

// Delivery is a notice about an order as it is mailed.
type Delivery struct {
	Notice
	State     DeliveryState
	CreatedAt time.Time
	SentAt    time.Time // of the latest sending; zero where there was none
	MessageID string    // likewise, without angle brackets
	Attempts  int
	Error     string // of the latest attempt; empty where it succeeded
}

// Deliveries keeps what becomes of the mails about orders.
type Deliveries interface {
	// Record counts an attempt and keeps its recipient, state, time, Message-ID and error. A notice that is not kept,
	// since it is about no order, is left alone.
	Record(ctx context.Context, attempt Delivery) error
	// DeliveriesOf returns the mails about an order, the oldest request first.
	DeliveriesOf(ctx context.Context, order string) ([]Delivery, error)
	// SendAgain has a mail sent once more, as another mail.
	SendAgain(ctx context.Context, n Notice) error
}
