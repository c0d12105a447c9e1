// Package notice has the words in which the rules ask for somebody to be told something. Whoever stores the rules' work
// stores the notice with it, in the same transaction, and has it sent afterwards by mail and, where there is one, by the
// messaging webhook.
package notice

// Kind is what is told; it is permanent, since the messaging webhook's receivers know it.
type Kind string

// About an order.
const (
	OrderReceived    Kind = "order_received"    // reserved, to be paid later
	OrderConfirmed   Kind = "order_confirmed"   // all of it
	OrderPartly      Kind = "order_partly"      // some is confirmed, some is not
	OrderOnHold      Kind = "order_on_hold"     // the amount is reserved on the card until suppliers have decided
	OrderFailed      Kind = "order_failed"      // nothing is confirmed; what was received is refunded
	PaymentReminder  Kind = "payment_reminder"  // the deadline of paying later comes near
	BookingCancelled Kind = "booking_cancelled" // of the booking that is named
	BookingChanged   Kind = "booking_changed"   // another pickup or drop-off of the booking that is named
	PaymentReceived  Kind = "payment_received"  // of an order that was to be paid later
	OrderLink        Kind = "order_link"        // the link to an order that its buyer has asked for
)

// About an account.
const (
	AccountOpening Kind = "account_opening" // the link that opens it; where there is one already, that there is
	PasswordReset  Kind = "password_reset"  // the link to choose a new password; nothing where there is no account
)

// About what was asked.
const (
	NegotiationAnswered Kind = "negotiation_answered"
	ContactReceived     Kind = "contact_received" // to who has written
	ContactMessage      Kind = "contact_message"  // to the shop: what was written
)

// To the shop.
const (
	ShopOrderConfirmed   Kind = "shop_order_confirmed"   // all of it, or some
	ShopBookingCancelled Kind = "shop_booking_cancelled" // the booking that is named

	OrderWaiting     Kind = "order_waiting"     // a supplier has to be asked, or a later payment arranged
	NegotiationAsked Kind = "negotiation_asked" // somebody asks for a price
	PaymentAttention Kind = "payment_attention" // a refund failed or has to be made by hand, or money was claimed or given back elsewhere
)

// Private says that a kind carries what is only for who reads the address: it goes by mail alone.
func (k Kind) Private() bool {
	return k == AccountOpening || k == PasswordReset || k == OrderLink || k.ToShop()
}

// ToShop says that a kind is told to the shop, at the address that it has when it is told.
func (k Kind) ToShop() bool {
	switch k {
	case ContactMessage, OrderWaiting, NegotiationAsked, ShopOrderConfirmed, ShopBookingCancelled, PaymentAttention:
		return true
	}
	return false
}

// OfOrder reports whether the subject of a kind is an order.
func (k Kind) OfOrder() bool {
	switch k {
	case AccountOpening, PasswordReset, NegotiationAnswered, NegotiationAsked, ContactReceived, ContactMessage:
		return false
	}
	return true
}

// Channel is a way in which notices go out.
type Channel string

const (
	Mail      Channel = "mail"
	Messaging Channel = "messaging" // the operator's webhook
)

// Channels are all of them.
var Channels = []Channel{Mail, Messaging}

// Notice is something to be told to somebody. What is told of an order or an account is looked up when it is sent.
type Notice struct {
	ID         string `json:"id"` // random, the store's to give; receivers know by it what they have had already
	Kind       Kind   `json:"kind"`
	Deployment string `json:"deployment"`
	Language   string `json:"language"`
	To         string `json:"to"`                // an e-mail address; empty where somebody asked in vain, and nobody is told
	Subject    string `json:"subject,omitempty"` // the id of the order or contact message, or the negotiation's reference: its id is a secret
	Booking    string `json:"booking,omitempty"` // the id of the order's booking, where one is meant
	Resent     bool   `json:"resent,omitempty"`  // an operator has it sent again: by mail alone, and to To even where it is the shop's
}
