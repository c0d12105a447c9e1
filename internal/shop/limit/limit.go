// Package limit bounds how often something is tried under a key in a window of time: passwords, mails, carts,
// checkouts. Tries are counted in the database, so that they count at every server.
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

// Limit is the most tries in a window of time. A Most of 0 is no limit.
type Limit struct {
	Most   int
	Window time.Duration
}

// The limits on mails. A mail beyond the second limit is not sent, and no error says so.
var (
	mailsPerNetwork = Limit{30, time.Hour}
	mailsPerAddress = Limit{5, time.Hour} // and kind of mail
)

// Counter counts tries under a key. Keys are hashed to one length. That hides little: a reader of the table can try out
// addresses and networks while their windows last.
type Counter struct {
	Key string
	Limit
}

// Of returns the counter of what the parts name.
func (l Limit) Of(parts ...string) Counter { return Counter{secret.HashOf(parts...), l} }

// Tries counts what was tried under a key since its window began.
type Tries struct {
	Count int       // this one included
	Until time.Time // when the window ends and counting begins anew
}

// Store keeps the tries. Implementations have to pass storetest.
type Store interface {
	// Do runs work in one transaction, as booking.Store's does.
	Do(ctx context.Context, work func(tx Tx) error) error
}

// Tx is a transaction on tries. Tries are counted in transactions of their own, a network's before an address's.
type Tx interface {
	// CountTry counts a try under a key, in the window that runs or in one of this length that begins now.
	CountTry(ctx context.Context, key string, now time.Time, window time.Duration) (Tries, error)
}

// Limiter counts tries. A nil Limiter limits nothing.
type Limiter struct {
	store Store
	now   func() time.Time
}

// New makes a Limiter. Its clock is time.Now where now is nil.
func New(store Store, now func() time.Time) *Limiter { return &Limiter{store, clock.Of(now)} }

// Count counts a try in each, until one is passed: that one it returns with when its window ends.
func (l *Limiter) Count(ctx context.Context, counters ...Counter) (passed *Counter, until time.Time, err error) {
	if l == nil {
		return nil, time.Time{}, nil
	}
	now := l.now()
	err = l.store.Do(ctx, func(tx Tx) error {
		passed = nil
		for i, c := range counters {
			if c.Most == 0 {
				continue
			}
			tries, err := tx.CountTry(ctx, c.Key, now, c.Window)
			if err != nil {
				return err
			}
			if tries.Count > c.Most {
				passed, until = &counters[i], tries.Until
				return nil
			}
		}
		return nil
	})
	return passed, until, err
}

// Allow counts a try in each. It returns fault.TooManyTries where one is passed.
func (l *Limiter) Allow(ctx context.Context, counters ...Counter) error {
	passed, until, err := l.Count(ctx, counters...)
	if err == nil && passed != nil {
		err = l.TooMany(until)
	}
	return err
}

// TooMany is fault.TooManyTries until an instant.
func (l *Limiter) TooMany(until time.Time) error {
	e := fault.New(fault.TooManyTries, "There were too many tries.")
	e.RetryAfter = max(until.Sub(l.now()), time.Second)
	return e
}

// MayWrite counts a visitor's message to the shop as a mail of their network. It returns fault.TooManyTries if the
// network has sent too many.
func (l *Limiter) MayWrite(ctx context.Context, network string) error {
	return l.Allow(ctx, mailsPerNetwork.Of("mail", network))
}

// MayMail counts a mail that a visitor requests, and reports whether it may be sent. The response to the visitor must
// not depend on that. to is the address, after the secret that the mail needs: a visitor who does not know the secret
// must not use up the tries of others. It returns fault.TooManyTries if the visitor's network has requested too many.
func (l *Limiter) MayMail(ctx context.Context, kind notice.Kind, deployment, to, network string) (bool, error) {
	ofNetwork := mailsPerNetwork.Of("mail", network)
	to = strings.Join(strings.Fields(strings.ToLower(to)), " ")
	passed, until, err := l.Count(ctx, ofNetwork, mailsPerAddress.Of("mail", string(kind), deployment, to))
	switch {
	case err != nil:
		return false, err
	case passed == nil:
		return true, nil
	case passed.Key == ofNetwork.Key:
		return false, l.TooMany(until)
	}
	return false, nil
}
