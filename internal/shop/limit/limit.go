// Package limit bounds how often something is tried under a key in a window of time: passwords, mails, carts,
// checkouts. Tries are counted in the database, so that all servers share the counts.
package limit

import (
	"context"
	"strings"
	"time"

	"storefront/internal/core/clock"
	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/core/secret"
)

// Limit is the maximum number of tries in a window of time. A Max of 0 is no limit.
type Limit struct {
	Max    int
	Window time.Duration
}

// The limits on mails. A mail beyond the second limit is silently not sent.
var (
	mailsPerNetwork = Limit{30, time.Hour}
	mailsPerAddress = Limit{5, time.Hour} // and kind of mail
)

// Counter counts tries under a key. Keys are hashed to one length, which hides little: with the table one can test
// addresses and networks while their windows last.
type Counter struct {
	Key string
	Limit
}

// Of returns the counter of the key that consists of the parts.
func (l Limit) Of(parts ...string) Counter { return Counter{secret.Hash(parts...), l} }

// Tries is the count of tries under a key since its window began.
type Tries struct {
	Count int       // including this one
	Until time.Time // the end of the window
}

// Store stores the counts of tries. Implementations must pass storetest.
type Store interface {
	// Do runs work in one transaction, like booking.Store's Do.
	Do(ctx context.Context, work func(tx Tx) error) error
}

// Tx is a transaction on tries. Tries are counted in transactions of their own, a network's before an address's.
type Tx interface {
	// CountTry counts a try under a key, in the current window or in one of this length that begins now.
	CountTry(ctx context.Context, key string, now time.Time, window time.Duration) (Tries, error)
}

// Limiter counts tries. A nil Limiter has no limits.
type Limiter struct {
	store Store
	now   func() time.Time
}

// New returns a Limiter. A nil now is time.Now.
func New(store Store, now func() time.Time) *Limiter { return &Limiter{store, clock.New(now)} }

// Count counts a try in each counter until one exceeds its limit. It returns that one with the end of its window.
func (l *Limiter) Count(ctx context.Context, counters ...Counter) (exceeded *Counter, until time.Time, err error) {
	if l == nil {
		return nil, time.Time{}, nil
	}
	now := l.now()
	err = l.store.Do(ctx, func(tx Tx) error {
		exceeded = nil
		for i, c := range counters {
			if c.Max == 0 {
				continue
			}
			tries, err := tx.CountTry(ctx, c.Key, now, c.Window)
			if err != nil {
				return err
			}
			if tries.Count > c.Max {
				exceeded, until = &counters[i], tries.Until
				return nil
			}
		}
		return nil
	})
	return exceeded, until, err
}

// Allow counts a try in each counter. It returns fault.TooManyTries if one exceeds its limit.
func (l *Limiter) Allow(ctx context.Context, counters ...Counter) error {
	exceeded, until, err := l.Count(ctx, counters...)
	if err == nil && exceeded != nil {
		err = l.TooMany(until)
	}
	return err
}

// TooMany returns fault.TooManyTries until an instant.
func (l *Limiter) TooMany(until time.Time) error {
	e := fault.New(fault.TooManyTries, "Too many tries.")
	e.RetryAfter = max(until.Sub(l.now()), time.Second)
	return e
}

// CountMessage counts a visitor's message to the shop against the mails of their network. It returns
// fault.TooManyTries if the network has sent too many.
func (l *Limiter) CountMessage(ctx context.Context, network string) error {
	return l.Allow(ctx, mailsPerNetwork.Of("mail", network))
}

// CountMail counts a mail that a visitor requests, and reports whether it may be sent. The response to the visitor must
// not depend on that. to is the address, after the secret that the mail needs: a visitor who does not know the secret
// must not use up the tries of others. It returns fault.TooManyTries if the visitor's network has requested too many.
func (l *Limiter) CountMail(ctx context.Context, kind notice.Kind, deployment, to, network string) (bool, error) {
	networkCounter := mailsPerNetwork.Of("mail", network)
	to = strings.Join(strings.Fields(strings.ToLower(to)), " ")
	exceeded, until, err := l.Count(ctx, networkCounter, mailsPerAddress.Of("mail", string(kind), deployment, to))
	switch {
	case err != nil:
		return false, err
	case exceeded == nil:
		return true, nil
	case exceeded.Key == networkCounter.Key:
		return false, l.TooMany(until)
	}
	return false, nil
}
