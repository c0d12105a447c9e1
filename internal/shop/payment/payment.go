// Package payment is the contract between orders and payment providers. A provider shows its own secure payment page,
// authorises, and later captures what was confirmed; card data never reaches this program.
//
// Every call that changes something carries a key, one for each kind of call: a repeated call with the same key and the
// same parameters changes nothing more, and returns the session's present state. A refused call has changed nothing. A
// call that fails otherwise may have had its effect: State returns it.
package payment

import (
	"context"
	"errors"
	"time"
)

// Provider moves money. Amounts are minor units of the session's currency.
type Provider interface {
	// Name is permanent: it is kept with orders and stands in the address of the provider's events.
	Name() string
	// Account returns the account that receives the money, and whether the money is real: it is the same for every key
	// of an account. It may call the provider.
	Account(ctx context.Context) (string, error)
	// Start opens a payment page. All of the request counts for its key, ExpiresAt included; the lines add up to the
	// total, and both ways back are of one origin.
	Start(ctx context.Context, request Request) (Session, error)
	// State returns the present state of a session, or ErrUnknown for a session that the provider does not know.
	State(ctx context.Context, session string) (State, error)
	// Capture takes an authorised amount, or a part of it; the rest is released. A session is captured once. It returns
	// ErrRefused where the money cannot be had.
	Capture(ctx context.Context, session string, amount int64, key string) (State, error)
	// Void ends a session that is open (it has Failed then) or authorised (Voided): nothing can be paid or captured
	// afterwards. One that has ended stays as it is. It returns ErrRefused for one that is Processing or Captured.
	Void(ctx context.Context, session string, key string) (State, error)
	// Refund gives back a part of what was captured.
	Refund(ctx context.Context, session string, amount int64, key string) (State, error)
	// Event returns the session that a notification is about, given its header as an http.Header and its body; empty if
	// it is about none. It returns ErrForged for one that is not the provider's own, or too old.
	Event(ctx context.Context, header map[string][]string, body []byte, now time.Time) (session string, err error)
	// Changed lists the sessions whose money was given back, disputed or returned by a failed refund since a time,
	// whether or not by this program.
	Changed(ctx context.Context, since time.Time) (sessions []string, err error)
}

var (
	ErrUnknown = errors.New("the payment provider does not know this payment")
	ErrRefused = errors.New("the payment provider has refused")
	// ErrUnavailable is trouble at the provider, or on the way to it, that may pass.
	ErrUnavailable = errors.New("the payment provider is not available")
	ErrForged      = errors.New("the notification is not from the payment provider")
)

// Request is a payment to be made.
type Request struct {
	Key       string // the same key opens the same session
	Order     string
	Reference string
	Seller    string // the deployment's name
	Language  string // "en" or "ar"
	Email     string
	Currency  string
	Exponent  int
	Total     int64
	Lines     []Line // what the total is made of
	// ReturnURL and CancelURL are where the page leads when it is done, and when the visitor gives up.
	ReturnURL string
	CancelURL string
	ExpiresAt time.Time // no later than this can the page be paid on
}

// Line is a part of the total.
type Line struct {
	Title  string
	Detail string
	Terms  []string // what cancelling it gives back, a sentence each
	Amount int64
}

// Session is a payment page.
type Session struct {
	ID        string
	URL       string
	ExpiresAt time.Time
}

// Status of a session.
type Status string

const (
	Open       Status = "open"       // nothing is paid yet
	Processing Status = "processing" // the visitor has paid; the outcome is not known yet
	Authorised Status = "authorised"
	Captured   Status = "captured" // Refunded tells how much of it was given back
	Failed     Status = "failed"   // ended without money: expired, given up, refused for good
	Voided     Status = "voided"   // an authorisation that was released, or has lapsed
)

// State is how a session stands.
type State struct {
	Session    string
	Status     Status
	Authorised int64 // stays once it is captured or released
	Captured   int64
	// Refunded is what was given back, or is on its way; RefundFailed is what came back since a refund failed later.
	Refunded     int64
	RefundFailed int64
	Dispute      Dispute
	LapsesAt     time.Time // when an authorisation ends by itself; zero where there is none
	Declined     bool      // the latest try on the page was declined; the page may still be open
}

// Dispute is a buyer's claim at their bank against a captured payment; zero where there is none.
type Dispute struct {
	Status string `json:"status,omitempty"` // the provider's word for it, such as "needs_response" or "lost"
	Amount int64  `json:"amount,omitempty"`
}
