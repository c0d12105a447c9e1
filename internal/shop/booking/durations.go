package booking

import "time"

// Durations are those of the business rules.
type Durations struct {
	Hold               time.Duration // a checkout holds its seats this long
	PaymentPage        time.Duration // a payment page can be used this long; Stripe requires at least half an hour
	AfterPaymentPage   time.Duration // the hold outlives the payment page by this
	ProviderTimeout    time.Duration // the provider has this long to answer while the visitor waits
	Recheck            time.Duration // interval between checks of an open payment
	BeforeStart        time.Duration // the deadline of paying later is this long before the start,
	AfterBooking       time.Duration // or this long after booking, whichever is sooner
	ReleaseBeforeLapse time.Duration // an authorisation is released this long before it lapses
	RetryDeclined      time.Duration // the seats are kept this long after a failed payment
	RemindBefore       time.Duration // buyers are reminded to pay this long before the deadline; zero: never
	WaitingOffer       time.Duration // seats are offered to a party on a waiting list for this long
}

// DefaultDurations are those of the specification, or our own where it has none.
var DefaultDurations = Durations{
	Hold: 10 * time.Minute, PaymentPage: 41 * time.Minute, AfterPaymentPage: 2 * time.Minute,
	ProviderTimeout: 15 * time.Second,
	Recheck:         20 * time.Second, BeforeStart: 48 * time.Hour, AfterBooking: 24 * time.Hour,
	ReleaseBeforeLapse: 24 * time.Hour,
	RetryDeclined:      10 * time.Minute, RemindBefore: 6 * time.Hour, WaitingOffer: 12 * time.Hour,
}
