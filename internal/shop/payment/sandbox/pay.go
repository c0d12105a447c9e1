package sandbox

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"storefront/internal/shop/payment"
)

// Outcome is the outcome of a card payment.
type Outcome string

const (
	Accepted   Outcome = "accepted" // authorised, or soon
	Declined   Outcome = "declined" // the page stays open for another attempt
	Challenged Outcome = "challenged"
)

// Test cards. Any other number is declined.
const (
	CardSuccess      = "4242424242424242"
	CardDecline      = "4000000000000002"
	CardChallenge    = "4000002500003155"
	CardSlow         = "4000000000000259"
	CardUncapturable = "4000000000003055"
	CardRefundFails  = "4000000000005126"
	CardDisputed     = "4000000000002685"
)

// The last four digits of cards with special behaviour after the payment.
const (
	cardUncapturable = "3055"
	cardRefundFails  = "5126"
	cardDisputed     = "2685"
)

// ErrCard is returned for an invalid card number.
var ErrCard = errors.New("invalid card number")

// Pay pays a session with a card, as the payment page does. A paid session stays as it is, and the outcome is Accepted;
// for one that has ended Pay returns payment.ErrRefused.
func (p *Provider) Pay(ctx context.Context, id, number string) (Outcome, error) {
	digits, ok := cardDigits(number)
	if !ok {
		return "", fmt.Errorf("pay: %w", ErrCard)
	}
	return p.actOnPage(ctx, id, func(s *session) (Outcome, error) { return p.charge(s, digits), nil })
}

// Answer is the response of the visitor's bank after Challenged.
func (p *Provider) Answer(ctx context.Context, id string, approved bool) (Outcome, error) {
	return p.actOnPage(ctx, id, func(s *session) (Outcome, error) {
		if !s.challenged {
			return "", s.refusal("the bank asked for no confirmation")
		}
		if approved {
			s.authorise(s.now, p.config.LapseAfter)
			return Accepted, nil
		}
		return s.decline(), nil
	})
}

// GiveUp ends an open page without money: the visitor has left it. It returns payment.ErrRefused for a paid one.
func (p *Provider) GiveUp(ctx context.Context, id string) error {
	_, err := p.change(ctx, id, func(_ *sql.Tx, s *session) error {
		switch {
		case s.isPaid():
			return s.refusal("it is paid")
		case s.status == payment.Open:
			s.setStatus(payment.Failed, Entry{Kind: cancelled, Key: s.id})
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("give a payment up: %w", err)
	}
	return nil
}

// actOnPage applies an action of the visitor on an open page.
func (p *Provider) actOnPage(ctx context.Context, id string,
	do func(*session) (Outcome, error)) (outcome Outcome, err error) {
	_, err = p.change(ctx, id, func(_ *sql.Tx, s *session) (err error) {
		switch {
		case s.isPaid():
			outcome = Accepted
		case s.status != payment.Open:
			err = s.refusal("it is " + string(s.status))
		default:
			outcome, err = do(s)
		}
		return err
	})
	if err != nil {
		return "", fmt.Errorf("pay: %w", err)
	}
	return outcome, nil
}

func (p *Provider) charge(s *session, digits string) Outcome {
	s.card = digits[len(digits)-4:]
	switch digits {
	case CardSuccess, CardUncapturable, CardRefundFails, CardDisputed:
		s.authorise(s.now, p.config.LapseAfter)
	case CardSlow:
		s.declined = false
		s.setStatus(payment.Processing, Entry{Kind: processing, Key: s.id})
		s.dueAt = s.now.Add(p.config.SlowFor)
	case CardChallenge:
		s.dirty, s.challenged = true, true
		return Challenged
	default:
		return s.decline()
	}
	return Accepted
}

func (s *session) decline() Outcome {
	s.declined, s.challenged = true, false
	s.addEntry(Entry{Kind: declined, Key: fmt.Sprintf("%s %d", s.id, s.changes)})
	return Declined
}
