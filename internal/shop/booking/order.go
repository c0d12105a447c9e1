package booking

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"storefront/internal/core/payload"
	"storefront/internal/shop/payment"
)

// BookingStatus is the status of a booking, in the terms of OCTO.
type BookingStatus string

const (
	OnHold    BookingStatus = "ON_HOLD" // the seats are held for the payment, until Order.HoldUntil
	Pending   BookingStatus = "PENDING" // awaits the supplier, or the payment of a pay-later order
	Confirmed BookingStatus = "CONFIRMED"
	Rejected  BookingStatus = "REJECTED"
	Expired   BookingStatus = "EXPIRED"
	Cancelled BookingStatus = "CANCELLED"
	Redeemed  BookingStatus = "REDEEMED"
)

// PaymentStatus is the status of an order's money.
type PaymentStatus string

const (
	PaymentNone          PaymentStatus = "none"
	PaymentDue           PaymentStatus = "due" // pay later
	PaymentAuthorised    PaymentStatus = "authorised"
	PaymentCaptured      PaymentStatus = "captured"
	PaymentFailed        PaymentStatus = "failed"
	PaymentVoided        PaymentStatus = "voided"
	PaymentRefundPending PaymentStatus = "refund_pending"
	PaymentRefundFailed  PaymentStatus = "refund_failed" // an operator has to refund in another way
	PaymentRefunded      PaymentStatus = "refunded"
)

// Method is how an order is paid.
type Method string

const (
	Card     Method = "card"
	PayLater Method = "pay_later"
)

// Decision is the supplier's answer to a booking. Instant suppliers accept at once.
type Decision string

const (
	Undecided Decision = ""
	Accepted  Decision = "accepted"
	Declined  Decision = "declined"
)

// Buyer orders and pays. Phone is the number without the calling code of PhoneCountry (ISO 3166).
type Buyer struct {
	FirstName    string `json:"firstName"`
	LastName     string `json:"lastName"`
	Email        string `json:"email"`
	PhoneCountry string `json:"phoneCountry"`
	Phone        string `json:"phone"`
}

// Guest is the lead traveller.
type Guest struct {
	Name  string `json:"name"`
	Email string `json:"email"`
	Phone string `json:"phone"`
	Info  string `json:"info,omitempty"`
}

// Order is one checkout.
type Order struct {
	ID               string // random; known to the buyer only
	Reference        string // short, for people
	Deployment       string
	Seller           string // the deployment's name in the order's language
	Contact          Contact
	Cart             string // the id of the cart that it was made from, whose owner may see it
	MovedToCart      string // the id of the user's cart that its items moved to; empty if they did not
	Key              string // the Idempotency-Key of its checkout, unique in its cart
	RequestHash      string // a hash of the request with that key
	Language         string
	HomeURL          string // of the storefront in that language, as the buyer saw it
	Buyer            Buyer
	FormerEmails     []string // addresses of the buyer that were corrected; empty ones once personal data is removed
	Guest            *Guest
	Currency         string
	Exponent         int
	Original         int64       // before any discount
	Total            int64       // to be paid
	Shown            *ShownTotal // the total in the currency that the buyer saw; nil if that is the order's
	PromoCode        string
	PromoBuyer       string // whose use of the code is counted, as form.CanonicalMailbox; empty in old orders
	PromoUsed        bool   // its use is counted; false once all bookings have ended
	Method           Method
	Payment          Payment
	HoldUntil        time.Time // zero once the seats are booked or released
	CreatedAt        time.Time
	Supplement       *Supplement // of an order that pays for a move; nil for all others
	Resale           *Resale     // of an order that a reseller made; nil for visitors' orders
	Superseded       bool        // another order of its cart replaced it before it was paid: it must not be paid
	PaymentAttempted bool        // the provider has taken, reserved or declined a payment
	Open             bool        // a payment, a deadline or a refund is still to be followed
	Notified         []string    // the keys of the queued notices
	UsedLinks        []string    // the ids of the suppliers' links that were used: each works once
	Removed          Removal     // the personal data that is no longer stored
	Bookings         []Booking
}

// Contact is a deployment's contact details and tax number, in one language.
type Contact struct {
	Email     string `json:"email,omitempty"`
	Phone     string `json:"phone,omitempty"`
	Address   string `json:"address,omitempty"`
	TaxNumber string `json:"taxNumber,omitempty"`
}

// Payment is the money of an order. Authorised, Captured, Refunded and RefundFailed are the amounts that the provider
// reports, with those of TopUps.
type Payment struct {
	Status       PaymentStatus
	Attempt      int    // number of payment pages
	Provider     string // the one that SessionID belongs to
	Account      string // the account at the provider that SessionID belongs to; empty if unknown
	SessionID    string // of the latest attempt; empty until the provider has answered
	URL          string
	RequestedAt  time.Time // when this attempt began; zero for the first, which begins with the order
	SessionEnded bool      // the session can no longer be paid
	Authorised   int64
	Captured     int64
	Refunded     int64
	// RefundFailed is the sum of refunds that failed after they were made. RefundProblem is why the latest refund was
	// refused or failed, until an operator deals with it. RefundAttempt grows with each refusal and each retry, so that
	// the key of a retried refund is new.
	RefundFailed  int64
	RefundProblem string
	RefundAttempt int
	Refunding     Refunding // zero: the provider has answered all requests for refunds
	Dispute       Dispute
	Records       []Record
	RefundShares  []RefundShare // the refunds that were made, by booking, as of the last save
	TopUps        []TopUp       // paid for moves by orders of their own; Captured and Refunded include them
	PayBy         time.Time     // the deadline of paying later
	AtStart       bool          // paid where and when it starts: the deadline releases no seats
	Where         string        // where and how it is paid at the start, in the order's language
	ByCard        bool          // a pay-later order can also be paid by card, until the deadline
	LapsesAt      time.Time     // when an authorisation lapses
}

// Refunding is the refund that is requested from the provider. It is stored before the first request. The request is
// repeated with the same key until its outcome is known, and no other refund of the payment is requested until then.
type Refunding struct {
	Key    string `json:"key"`
	Amount int64  `json:"amount"`
}

// Dispute is a buyer's claim at their bank, as the provider reports it.
type Dispute = payment.Dispute

// Booking is one item of an order.
type Booking struct {
	ID       string
	Line     int // from 0, in the order of the cart
	ItemID   string
	Status   BookingStatus
	Decision Decision
	Choice   Choice // can be added to a cart again
	Seats    []Demand
	StartsAt time.Time
	Amount   int64 // its part of the order's total, after the promo code
	Refunded int64 // its part of all refunds, made or due: never decreases, at most Amount
	Waived   int64 // the part of Refunded that the buyer does not get back: it was not paid, or is Applied
	Applied  int64 // the part of Waived that was paid, and has paid for other bookings of the order since
	// RefundedBefore is the part of Refunded that the buyer was given back before the booking was cancelled.
	RefundedBefore int64
	Detail         Detail

	// AskedAt is when its supplier was asked to decide again, or first if it was held for a reseller; zero: when the
	// order was made or paid.
	AskedAt        time.Time
	RedeemedAt     time.Time   // when the travellers were admitted
	TripNoticesFor time.Time   // the start that a job for its reminder and review request is scheduled for
	Notes          []Note      // of the staff
	PendingMove    string      // the id of the order that pays for a move of it; the order may have ended
	Disruption     *Disruption // what the shop has done to its departure; nil: nothing
	// Former is the booking as it was with each of its former suppliers, the first one first.
	Former []FormerBooking
}

// Note is a note of the staff about a booking.
type Note struct {
	Text  string    `json:"text"`
	Actor string    `json:"actor"`
	At    time.Time `json:"at"`
}

// Detail describes a booking as it was ordered, in the order's language.
type Detail struct {
	ProductTitle   string            `json:"productTitle"`
	ProductPath    string            `json:"productPath"`
	City           string            `json:"city"`
	Image          DetailImage       `json:"image"`
	Latitude       float64           `json:"latitude"`
	Longitude      float64           `json:"longitude"`
	OptionTitle    string            `json:"optionTitle"`
	Supplier       Supplier          `json:"supplier,omitzero"`   // zero in bookings from before it was stored
	OnRequest      bool              `json:"onRequest,omitempty"` // its supplier decided, or has to
	TimeZone       string            `json:"timeZone"`
	Length         int               `json:"length,omitempty"`
	LengthBy       payload.PricedBy  `json:"lengthBy,omitempty"`
	Travellers     int               `json:"travellers"`
	Units          []DetailUnit      `json:"units"`
	Extras         []DetailUnit      `json:"extras,omitempty"`
	Meeting        *DetailPlace      `json:"meeting,omitempty"` // of travellers who are not collected
	Pickup         *DetailPlace      `json:"pickup,omitempty"`
	DropOff        *DetailPlace      `json:"dropOff,omitempty"`
	TransfersUntil time.Time         `json:"transfersUntil,omitzero"` // the deadline for changing them
	Changes        int               `json:"changes,omitempty"`       // number of changes
	Price          PriceDetails      `json:"price"`
	Unconverted    *UnconvertedPrice `json:"exchanged,omitempty"` // nil if nothing was converted
	Cancellation   []RefundTier      `json:"cancellation"`
	Hours          []DetailHours     `json:"hours,omitempty"`   // of the day, if there is no start time
	Minutes        int               `json:"minutes,omitempty"` // its duration, if not in days or nights
}

// Supplier runs the product.
type Supplier struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// DetailImage is the picture of the product. Orders store it: its JSON must not change.
type DetailImage = payload.Image

// DetailHours is one period of opening, "10:00" to "22:00". Orders store it: its JSON must not change.
type DetailHours = payload.Hours

// DetailUnit is a quantity of a unit or an extra.
type DetailUnit struct {
	ID       string           `json:"id"`
	Type     payload.UnitType `json:"type,omitempty"`
	Title    string           `json:"title,omitempty"`
	Quantity int              `json:"quantity"`
}

// DetailPlace is a meeting point, pickup or drop-off. An area has no position.
type DetailPlace struct {
	Title     string  `json:"title,omitempty"`
	Time      string  `json:"time,omitempty"`
	Address   string  `json:"address,omitempty"`
	Latitude  float64 `json:"latitude,omitempty"`
	Longitude float64 `json:"longitude,omitempty"`
}

// RefundTier refunds Refund percent of a booking that is cancelled at least Before minutes before the start. Orders
// store it: its JSON must not change.
type RefundTier = payload.CancellationTier

// seatsIn returns the merged seats of the bookings in some states.
func (o *Order) seatsIn(states ...BookingStatus) []Demand {
	var demands []Demand
	for _, b := range o.Bookings {
		if slices.Contains(states, b.Status) {
			demands = append(demands, b.Seats...)
		}
	}
	return MergeDemands(demands)
}

// SeatsTaken returns the merged seats that the order holds or has booked.
func (o *Order) SeatsTaken() []Demand { return o.seatsIn(OnHold, Pending, Confirmed, Redeemed) }

// PromoDiscount returns the discount of the promo code.
func (o *Order) PromoDiscount() int64 {
	var sum int64
	for _, b := range o.Bookings {
		sum += b.Detail.Price.Total
	}
	return sum - o.Total
}

// Uncharged returns the part of the total that was not charged and will not be: of bookings that failed or were
// cancelled in time, and what the shop has taken off what is due. What ends after it was charged is refunded instead.
func (o *Order) Uncharged() (sum int64) {
	if o.Payment.Captured > 0 {
		return max(o.Total-o.Payment.Captured, 0)
	}
	if o.Payment.TotalReceived() > 0 {
		return max(o.Total-o.Payment.TotalReceived()-o.Due(), 0)
	}
	for _, b := range o.Bookings {
		switch b.Status {
		case Rejected, Expired:
			sum += b.Amount
		case Cancelled, Confirmed, Redeemed: // the shop may have lowered what is due
			sum += b.Refunded
		}
	}
	return sum
}

// RefundDue returns what is still owed to the buyer. The provider is refunding it, unless the payment's status is
// refund_failed or the provider never had the money.
func (o *Order) RefundDue() int64 { return max(o.owedToBuyer(), 0) }

// IsRefundedByShop reports whether the shop itself has to refund what is owed, or what a cancellation would refund: the
// provider never had the money, could not refund it, or will not because of a dispute.
func (o *Order) IsRefundedByShop() bool {
	p := &o.Payment
	if o.owedToBuyer() <= 0 && o.count(OnHold, Pending, Confirmed) == 0 {
		return false
	}
	return p.RefundProblem != "" || p.Dispute.BlocksRefunds() || p.Captured == 0 && p.TotalReceived() > 0
}

// NeedsManualRefund reports whether an operator has to make a refund that is due: the provider's failed, or the
// provider never had the money.
func (o *Order) NeedsManualRefund() bool {
	return o.owedToBuyer() > 0 && (o.Payment.RefundProblem != "" || o.Payment.Captured == 0)
}

// count returns the number of bookings in some states.
func (o *Order) count(states ...BookingStatus) (n int) {
	for _, b := range o.Bookings {
		if slices.Contains(states, b.Status) {
			n++
		}
	}
	return n
}

// awaitsPage reports whether the provider has not opened a payment page yet.
func (o *Order) awaitsPage() bool {
	return o.Method == Card && o.Payment.SessionID == "" && o.count(OnHold) > 0
}

// Name returns the name of a booking for people: the order's reference and the booking's number.
func (o *Order) Name(b *Booking) string { return o.Reference + "/" + strconv.Itoa(b.Line+1) }

// isComing reports whether a booking's travellers are expected and not yet admitted.
func (b *Booking) isComing() bool { return b.Status == Pending || b.Status == Confirmed }

// HasTicket reports whether a booking has a ticket.
func (b *Booking) HasTicket() bool { return b.Status == Confirmed || b.Status == Redeemed }

// unrefunded returns the part of a booking's amount that is not refunded. It is never negative, so that no booking
// reduces what another one keeps.
func (b *Booking) unrefunded() int64 { return max(b.Amount-b.Refunded, 0) }

// promoBuyer returns the buyer whose use of a promo code is counted.
func (o *Order) promoBuyer() string { return cmp.Or(o.PromoBuyer, o.email()) }

// email returns the buyer's address in lower case.
func (o *Order) email() string { return strings.ToLower(o.Buyer.Email) }

// AwaitsPayment reports whether an order has reserved seats that are still to be paid.
func (o *Order) AwaitsPayment() bool { return o.Payment.Status == PaymentDue && o.count(Pending) > 0 }
