package booking

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"storefront/internal/shop/payment"
)

// BookingStatus is OCTO's.
type BookingStatus string

const (
	OnHold    BookingStatus = "ON_HOLD" // seats held, not paid, expires
	Pending   BookingStatus = "PENDING" // waits for the supplier, or for the payment of a pay-later order
	Confirmed BookingStatus = "CONFIRMED"
	Rejected  BookingStatus = "REJECTED"
	Expired   BookingStatus = "EXPIRED"
	Cancelled BookingStatus = "CANCELLED"
	Redeemed  BookingStatus = "REDEEMED"
)

// PaymentStatus tells of an order's money, apart from its bookings.
type PaymentStatus string

const (
	PaymentNone          PaymentStatus = "none"
	PaymentDue           PaymentStatus = "due" // pay later
	PaymentAuthorised    PaymentStatus = "authorised"
	PaymentCaptured      PaymentStatus = "captured"
	PaymentFailed        PaymentStatus = "failed"
	PaymentVoided        PaymentStatus = "voided"
	PaymentRefundPending PaymentStatus = "refund_pending"
	PaymentRefundFailed  PaymentStatus = "refund_failed" // an operator has to give the money back in another way
	PaymentRefunded      PaymentStatus = "refunded"
)

// Method is how an order is paid.
type Method string

const (
	Card     Method = "card"
	PayLater Method = "pay_later"
)

// Decision is what is known of a booking before its money is taken. Instant suppliers accept at once.
type Decision string

const (
	Undecided Decision = ""
	Accepted  Decision = "accepted"
	Declined  Decision = "declined"
)

// Buyer is who orders and pays. Phone is the number without the calling code of PhoneCountry (ISO 3166).
type Buyer struct {
	FirstName    string `json:"firstName"`
	LastName     string `json:"lastName"`
	Email        string `json:"email"`
	PhoneCountry string `json:"phoneCountry"`
	Phone        string `json:"phone"`
}

// Guest is who travels.
type Guest struct {
	Name  string `json:"name"`
	Email string `json:"email"`
	Phone string `json:"phone"`
	Info  string `json:"info,omitempty"`
}

// Order is one checkout.
type Order struct {
	ID         string // random; known to its buyer only
	Reference  string // short, for people
	Deployment string
	Seller     string // the deployment's name in the order's language
	Contact    Contact
	Cart       string // the id of the cart that it was made from, which is also who may see it
	MovedTo    string // the id of the user's cart that its items went to; empty where they stayed
	Key        string // the Idempotency-Key of its checkout, unique in its cart
	Request    string // a hash of what was asked with that key
	Language   string
	Prefix     string // of the paths in that language: "" or "/ar"
	Buyer      Buyer
	Guest      *Guest
	Currency   string
	Exponent   int
	Original   int64  // before any discount
	Total      int64  // what is to be paid
	Shown      *Shown // what that was in the currency that the buyer saw; nil where he saw the order's
	PromoCode  string
	PromoBuyer string // whose use of the code is counted, as form.Mailbox; empty in orders from before it was kept
	PromoUsed  bool   // its use is counted; false again once the order comes to nothing
	Method     Method
	Payment    Payment
	HoldUntil  time.Time // zero once the seats are booked or given up
	CreatedAt  time.Time
	Superseded bool     // its cart was ordered anew before it was paid: it is not to be paid any more
	Tried      bool     // the provider has taken, reserved or declined a payment of it: it is no checkout that was only left
	Open       bool     // something may still happen by itself: a payment, a deadline, a refund
	Told       []string // the notices that were asked for: the kind of each, and the booking where one is meant
	Bookings   []Booking
}

// Contact is how a seller is reached, and registered, in one language.
type Contact struct {
	Email     string `json:"email,omitempty"`
	Phone     string `json:"phone,omitempty"`
	Address   string `json:"address,omitempty"`
	TaxNumber string `json:"taxNumber,omitempty"`
}

// Payment is an order's money. Amounts are what the provider has told.
type Payment struct {
	Status     PaymentStatus
	Attempt    int    // counts the payment pages, from 1
	Provider   string // the one that SessionID belongs to
	Account    string // the account at the provider that SessionID belongs to; empty where it was not known
	SessionID  string // of the latest attempt; empty until the provider has answered
	URL        string
	AskedAt    time.Time // when this attempt was begun; zero for the first, which begins with the order
	ReturnTo   string    // the deployment's address that the payment page comes back to
	Ended      bool      // the session cannot be paid any more
	Authorised int64
	Captured   int64
	Refunded   int64
	// RefundFailed is what came back of refunds that failed after they were made. RefundProblem is why the latest one was
	// refused or failed, until an operator deals with it; RefundTry counts how often it was asked for again.
	RefundFailed  int64
	RefundProblem string
	RefundTry     int
	Dispute       Dispute
	Records       []Record
	PayBy         time.Time // the deadline of paying later
	AtStart       bool      // what is paid later is paid where and when it starts: the deadline releases no seats
	Where         string    // where and how it is paid then, in the order's language
	ByCard        bool      // what is paid later can be paid by card too, until the deadline
	LapsesAt      time.Time // when an authorisation that is not captured ends
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
	Wish     Choice // what was asked for, so that it can be put into a cart again
	Seats    []Demand
	StartsAt time.Time
	Amount   int64 // its part of the order's total, promo code included
	Refunded int64 // its part of what was or is being given back: never less than before, never more than Amount
	Detail   Detail

	RedeemedAt time.Time // when its travellers were let in
}

// Detail is what a booking was when it was ordered, in the words of the order's language.
type Detail struct {
	ProductTitle   string        `json:"productTitle"`
	ProductPath    string        `json:"productPath"`
	City           string        `json:"city"`
	Image          DetailImage   `json:"image"`
	Latitude       float64       `json:"latitude"`
	Longitude      float64       `json:"longitude"`
	OptionTitle    string        `json:"optionTitle"`
	Supplier       Supplier      `json:"supplier,omitzero"` // zero in bookings from before it was kept
	TimeZone       string        `json:"timeZone"`
	Length         int           `json:"length,omitempty"`
	LengthBy       string        `json:"lengthBy,omitempty"`
	Travellers     int           `json:"travellers"`
	Units          []DetailUnit  `json:"units"`
	Extras         []DetailUnit  `json:"extras,omitempty"`
	Meeting        *DetailPlace  `json:"meeting,omitempty"` // where they come to who are not collected
	Pickup         *DetailPlace  `json:"pickup,omitempty"`
	DropOff        *DetailPlace  `json:"dropOff,omitempty"`
	TransfersUntil time.Time     `json:"transfersUntil,omitzero"` // when the pickup can be changed no more; zero where there is none
	Changes        int           `json:"changes,omitempty"`       // how often it was changed
	Price          PriceDetails  `json:"price"`
	Exchanged      *Exchanged    `json:"exchanged,omitempty"` // nil where the order is in the product's own currency
	Cancellation   []RefundTier  `json:"cancellation"`
	Hours          []DetailHours `json:"hours,omitempty"`   // of the day, where it has no start time
	Minutes        int           `json:"minutes,omitempty"` // how long it lasts, where that is not told in days or nights
}

// Supplier is who runs what was booked.
type Supplier struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// DetailImage is the picture that stood for the product.
type DetailImage struct {
	Src    string `json:"src"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Alt    string `json:"alt"`
}

// DetailHours is one stretch of opening, "10:00" to "22:00".
type DetailHours struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// DetailUnit is a number of travellers, items or extras.
type DetailUnit struct {
	ID       string `json:"id"`
	Type     string `json:"type,omitempty"`
	Title    string `json:"title,omitempty"`
	Quantity int    `json:"quantity"`
}

// DetailPlace is where travellers are collected or left, or where they come to. What is an area has no position.
type DetailPlace struct {
	Title     string  `json:"title,omitempty"`
	Time      string  `json:"time,omitempty"`
	Address   string  `json:"address,omitempty"`
	Latitude  float64 `json:"latitude,omitempty"`
	Longitude float64 `json:"longitude,omitempty"`
}

// RefundTier gives back Refund percent to who cancels at least Before minutes before the start.
type RefundTier struct {
	Before int `json:"before"`
	Refund int `json:"refund"`
}

// seatsIn are the seats of the bookings in some states, gathered.
func (o *Order) seatsIn(states ...BookingStatus) []Demand {
	var demands []Demand
	for _, b := range o.Bookings {
		if slices.Contains(states, b.Status) {
			demands = append(demands, b.Seats...)
		}
	}
	return Gather(demands)
}

// SeatsTaken are the seats that the order holds or has booked, gathered.
func (o *Order) SeatsTaken() []Demand { return o.seatsIn(OnHold, Pending, Confirmed, Redeemed) }

// PromoDiscount is the promo code's part of what the buyer saves.
func (o *Order) PromoDiscount() int64 {
	var sum int64
	for _, b := range o.Bookings {
		sum += b.Detail.Price.Total
	}
	return sum - o.Total
}

// Dropped is the part of the total that was never charged and will not be: what was not booked, or was cancelled in time.
// What comes to nothing after it was charged is refunded instead.
func (o *Order) Dropped() (sum int64) {
	if o.Payment.Captured > 0 {
		return max(o.Total-o.Payment.Captured, 0)
	}
	if o.Payment.Taken() > 0 {
		return max(o.Total-o.Payment.Taken()-o.Due(), 0)
	}
	for _, b := range o.Bookings {
		switch b.Status {
		case Rejected, Expired:
			sum += b.Amount
		case Cancelled:
			sum += b.Amount - b.kept()
		}
	}
	return sum
}

// GivenBack returns the refunds of a booking that are made or on their way. A reserved amount that was released before it was
// charged is no refund, and neither is what an operator has yet to give back.
func (o *Order) GivenBack(b *Booking) int64 {
	sum := o.Payment.Returned()
	if !o.RefundByHand() {
		sum += o.RefundDue()
	}
	return min(b.Refunded, sum)
}

// RefundDue returns what is owed to the buyer still. It is on its way, unless the payment's status is refund_failed or the
// provider never had the money.
func (o *Order) RefundDue() int64 { return max(o.owed(), 0) }

// RefundByShop reports whether the shop itself gives back what is or comes to be owed, and not the payment provider: the
// provider never had the money, could not give it back, or will not while it is disputed.
func (o *Order) RefundByShop() bool {
	p := &o.Payment
	return p.RefundProblem != "" || p.Dispute.Status != "" || p.Captured == 0 && p.Taken() > 0
}

// RefundByHand reports whether an operator has to give back what is owed: a refund failed, or the money was not taken by the
// provider.
func (o *Order) RefundByHand() bool {
	return o.owed() > 0 && (o.Payment.RefundProblem != "" || o.Payment.Captured == 0)
}

// count tells how many bookings are in one of some states.
func (o *Order) count(states ...BookingStatus) (n int) {
	for _, b := range o.Bookings {
		if slices.Contains(states, b.Status) {
			n++
		}
	}
	return n
}

// awaitsPage says that the provider has not yet told where to pay.
func (o *Order) awaitsPage() bool {
	return o.Method == Card && o.Payment.SessionID == "" && o.count(OnHold) > 0
}

// ReadyAt returns when the travellers have to be ready: at their pickup if it has a time, else at the start.
func (b *Booking) ReadyAt() time.Time {
	zone, err := time.LoadLocation(b.Detail.TimeZone)
	if err != nil {
		return b.StartsAt
	}
	return readyAt(b.Detail.Pickup, b.Wish.Date, b.StartsAt, zone)
}

// readyAt returns the time of a pickup on a day; the start without such a time.
func readyAt(pickup *DetailPlace, day string, startsAt time.Time, zone *time.Location) time.Time {
	if pickup == nil || pickup.Time == "" {
		return startsAt
	}
	return (&clocks{zone: zone}).instant(dateOf(day), pickup.Time)
}

// HasTicket says that a booking can be gone to.
func (b *Booking) HasTicket() bool { return b.Status == Confirmed || b.Status == Redeemed }

// kept is what of a booking's amount is not given back. Whatever a row says, it is not taken from another booking.
func (b *Booking) kept() int64 { return max(b.Amount-b.Refunded, 0) }

// promoBuyer is whose use of a promo code is counted.
func (o *Order) promoBuyer() string { return cmp.Or(o.PromoBuyer, o.email()) }

// email is the buyer's as addresses are compared.
func (o *Order) email() string { return strings.ToLower(o.Buyer.Email) }
