package sandbox

import (
	"fmt"
	"time"

	"storefront/internal/shop/payment"
)

// Kind is a kind of change of a session.
type Kind string

const (
	Authorised Kind = "authorised"
	Captured   Kind = "captured" // the rest of the authorised amount is released
	Voided     Kind = "voided"   // with the authorised amount
	Lapsed     Kind = "lapsed"   // an authorisation that ended by itself
	Refunded   Kind = "refunded"
	// RefundFailed is a refund whose money came back some time after it was made.
	RefundFailed Kind = "refund_failed"

	// These move no money.
	processing Kind = "processing"
	declined   Kind = "declined"
	expired    Kind = "expired"
	cancelled  Kind = "cancelled"
	disputed   Kind = "disputed"
)

// Entry is a line of the ledger. Number counts the changes of a session. Changes that happen once to a session and
// without a call of the shop have the session's id as key, so that the database rejects a second one.
type Entry struct {
	Session string
	Number  int64
	Kind    Kind
	Amount  int64
	Key     string
	At      time.Time
}

// session implements the rules without the database: it collects the entries to be written.
type session struct {
	id, key, fingerprint        string
	order, reference, currency  string
	total                       int64
	status                      payment.Status
	authorised                  int64
	captured, refunded, changes int64
	refundFailed                int64
	declined, challenged        bool
	card                        string
	expiresAt, dueAt            time.Time

	now     time.Time
	dirty   bool
	entries []Entry
}

func (s *session) state() payment.State {
	state := payment.State{
		Session: s.id, Status: s.status, Authorised: s.authorised, Captured: s.captured, Refunded: s.refunded,
		RefundFailed: s.refundFailed, Declined: s.declined,
	}
	if s.status == payment.Captured && s.card == cardDisputed {
		state.Dispute = payment.Dispute{Status: "needs_response", Amount: s.captured}
	}
	if s.status == payment.Authorised {
		state.LapsesAt = s.dueAt
	}
	return state
}

// settle applies the changes that time causes: pages expire, slow cards are authorised, authorisations lapse. It is
// called before any other change.
func (s *session) settle(now time.Time, lapseAfter time.Duration) {
	s.now = now
	for !s.dueAt.IsZero() && !now.Before(s.dueAt) {
		at := s.dueAt
		switch s.status {
		case payment.Open:
			s.setStatus(payment.Failed, Entry{Kind: expired, Key: s.id, At: at})
		case payment.Processing:
			s.authorise(at, lapseAfter)
		case payment.Authorised:
			s.setStatus(payment.Voided, Entry{Kind: Lapsed, Amount: s.authorised, Key: s.id, At: at})
		case payment.Captured:
			returned := s.refunded
			s.refunded, s.refundFailed = 0, s.refundFailed+returned
			s.setStatus(payment.Captured, Entry{Kind: RefundFailed, Amount: returned,
				Key: fmt.Sprintf("%s %d", s.id, s.changes), At: at})
		default:
			s.dueAt = time.Time{}
		}
	}
}

// setStatus changes the status, without a time at which it ends by itself.
func (s *session) setStatus(status payment.Status, e Entry) {
	s.status, s.dueAt, s.challenged = status, time.Time{}, false
	s.addEntry(e)
}

func (s *session) addEntry(e Entry) {
	s.dirty = true
	s.changes++
	e.Session, e.Number = s.id, s.changes
	if e.At.IsZero() {
		e.At = s.now
	}
	s.entries = append(s.entries, e)
}

func (s *session) authorise(at time.Time, lapseAfter time.Duration) {
	s.authorised, s.declined = s.total, false
	s.setStatus(payment.Authorised, Entry{Kind: Authorised, Amount: s.total, Key: s.id, At: at})
	s.dueAt = at.Add(lapseAfter)
}

func (s *session) refusal(why string) error { return fmt.Errorf("%w: %s", payment.ErrRefused, why) }

func (s *session) capture(e Entry) error {
	switch {
	case s.status != payment.Authorised:
		return s.refusal("it is " + string(s.status))
	case e.Amount <= 0 || e.Amount > s.authorised:
		return s.refusal("the amount exceeds the authorised amount")
	case s.card == cardUncapturable:
		return s.refusal("the card's bank no longer grants the money")
	}
	s.captured = e.Amount
	s.setStatus(payment.Captured, e)
	if s.card == cardDisputed {
		s.addEntry(Entry{Kind: disputed, Amount: e.Amount, Key: s.id})
	}
	return nil
}

func (s *session) void(e Entry) error {
	switch s.status {
	case payment.Open:
		s.setStatus(payment.Failed, e)
	case payment.Authorised:
		e.Amount = s.authorised
		s.setStatus(payment.Voided, e)
	case payment.Processing, payment.Captured:
		return s.refusal("it is " + string(s.status))
	}
	return nil
}

// refund refunds money. With a card whose refunds fail, it comes back after failAfter.
func (s *session) refund(e Entry, failAfter time.Duration) error {
	switch {
	case s.status != payment.Captured:
		return s.refusal("it is " + string(s.status))
	case s.card == cardDisputed:
		return s.refusal("the payment is disputed")
	}
	if e.Amount <= 0 || e.Amount > s.captured-s.refunded {
		return s.refusal("the amount exceeds the rest of the captured amount")
	}
	s.refunded += e.Amount
	s.addEntry(e)
	if s.card == cardRefundFails {
		s.dueAt = s.now.Add(failAfter)
	}
	return nil
}

// isPaid reports whether the visitor has paid, even if the outcome is not known yet.
func (s *session) isPaid() bool {
	return s.status == payment.Processing || s.status == payment.Authorised || s.status == payment.Captured
}
