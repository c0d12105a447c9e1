// Package payment is the contract between orders and payment providers. A provider shows a payment page of its own,
// authorises, and later captures the confirmed amount; card data never reaches this program.
//
// Each call that changes something has a key, unique for the kind of call: a repeated call with the same key and
// parameters changes nothing more and returns the session's current state. A refused call has changed nothing. After
// any other error a call may have had its effect; State returns the outcome.
package payment

import (
	"context"
	"errors"
	"time"
)

// Provider moves money. Amounts are in minor units of the session's currency.
type Provider interface {
	// Name is permanent: orders store it, and the address of the provider's events contains it.
	Name() string
	// Account returns the account that receives the money, and whether the money is real: it is the same for all keys
	// of an account. It may call the provider.
	Account(ctx context.Context) (string, error)
	// Start opens a payment page. The key covers the whole request, ExpiresAt included; the lines must add up to the
	// total, and both return URLs must have one origin.
	Start(ctx context.Context, request Request) (Session, error)
	// State returns the current state of a session, or ErrUnknown if the provider does not know it.
	State(ctx context.Context, session string) (State, error)
	// Capture captures an authorised amount or a part of it, and releases the rest. A session is captured once. It
	// returns ErrRefused if the money is not available.
	Capture(ctx context.Context, session string, amount int64, key string) (State, error)
	// Void ends an open session (which becomes Failed) or an authorised one (Voided): nothing can be paid or captured
	// afterwards. An ended session stays as it is. It returns ErrRefused for one that is Processing or Captured.
	Void(ctx context.Context, session string, key string) (State, error)
	// Refund refunds a part of the captured amount.
	Refund(ctx context.Context, session string, amount int64, key string) (State, error)
	// ParseEvent returns the session that a notification is about, given its header as an http.Header and its body;
	// empty if it is about none. It returns ErrForged for one that the provider did not send, or that is too old.
	ParseEvent(ctx context.Context, header map[string][]string, body []byte, now time.Time) (session string, err error)
	// ChangedSessions lists the sessions that were refunded, disputed or credited for a failed refund since a time, by
	// this program or otherwise.
	ChangedSessions(ctx context.Context, since time.Time) (sessions []string, err error)
}

var (
	ErrUnknown = errors.New("the payment provider does not know this payment")
	ErrRefused = errors.New("the payment provider refused")
	// ErrUnavailable is a temporary failure of the provider or the connection.
	ErrUnavailable = errors.New("the payment provider is not available")
	ErrForged      = errors.New("the notification is not from the payment provider")
)

// Request is a request for a payment.
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
	Lines     []Line // of the total
	// ReturnURL and CancelURL are where the page leads after a payment, and when the visitor gives up.
	ReturnURL string
	CancelURL string
	ExpiresAt time.Time // the page cannot be used for a payment after it
}

// Line is a part of the total.
type Line struct {
	Title  string
	Detail string
	Terms  []string // the refunds if it is cancelled, a sentence each
	Amount int64
}

// Session is a payment page.
type Session struct {
	ID        string
	URL       string
	ExpiresAt time.Time
}

// Status is the status of a session.
type Status string

const (
	Open       Status = "open"       // nothing is paid yet
	Processing Status = "processing" // the visitor has paid; the outcome is not known yet
	Authorised Status = "authorised"
	Captured   Status = "captured" // Refunded is the refunded part of it
	Failed     Status = "failed"   // ended without money: expired, given up, or refused for good
	Voided     Status = "voided"   // an authorisation that was released or has lapsed
)

// State is the state of a session.
type State struct {
	Session    string
	Status     Status
	Authorised int64 // also after it was captured or released
	Captured   int64
	// Refunded is the sum of refunds that are made or pending; RefundFailed is that of refunds that failed later, whose
	// money came back.
	Refunded     int64
	RefundFailed int64
	Dispute      Dispute
	LapsesAt     time.Time // when an authorisation ends by itself; zero if there is none
	Declined     bool      // the latest attempt on the page was declined; the page may still be open
}

// Dispute is a buyer's claim at their bank against a captured payment; zero if there is none.
type Dispute struct {
	Status string `json:"status,omitempty"` // the provider's name for it, such as "needs_response" or "lost"
	Amount int64  `json:"amount,omitempty"`
	// Refundable is whether the provider refunds the payment all the same, as during an inquiry.
	Refundable bool `json:"refundable,omitempty"`
}

// BlocksRefunds reports whether the provider refuses to refund the payment because of the dispute.
func (d Dispute) BlocksRefunds() bool { return d.Status != "" && !d.Refundable }

// Lost reports whether the bank has given the amount back to the buyer for good.
func (d Dispute) Lost() bool { return d.Status == "lost" }

// Closed reports whether the banks have decided. A status that is not known is not closed.
func (d Dispute) Closed() bool {
	switch d.Status {
	case "won", "lost", "prevented", "warning_closed":
		return true
	}
	return false
}
