package account

import (
	"context"
	"strings"
	"time"

	"storefront/internal/fault"
	"storefront/internal/notice"
	"storefront/internal/secret"
)

// limit bounds what is tried under one key in a window of time.
type limit struct {
	most   int
	window time.Duration
}

// The limits on tries. The first that is passed refuses, and the later ones do not count: one network can use up little of
// what an address has, and so cannot keep its owner out. Nor can many, since a browser that the owner has signed in with is
// counted by itself, and choosing a new password makes any browser such a one.
var (
	perDevice         = limit{10, 15 * time.Minute} // of a browser that the account was signed in with
	perAddressNetwork = limit{10, 15 * time.Minute}
	perNetwork        = limit{100, 15 * time.Minute} // an office or a telephone company may stand behind it
	perAddress        = limit{100, time.Hour}
)

// The limits on mails. What passes the second is not sent, and nobody is told.
var (
	mailsPerNetwork = limit{30, time.Hour}
	mailsPerAddress = limit{5, time.Hour} // and kind of mail
)

// counter counts under a key. Keys are hashed to be of one length. That hides little: whoever has the table of tries can try
// out which addresses and networks they are of, as long as their windows last.
type counter struct {
	key string
	limit
}

func (l limit) of(parts ...string) counter { return counter{secret.HashOf(parts...), l} }

// count counts a try in each, until one is passed: that one it gives with when its window ends.
func (s *Service) count(ctx context.Context, counters ...counter) (passed *counter, until time.Time, err error) {
	s.purge(ctx)
	now := s.now()
	err = s.store.Do(ctx, func(tx Tx) error {
		passed = nil
		for i := range counters {
			tries, err := tx.CountTry(ctx, counters[i].key, now, counters[i].window)
			if err != nil {
				return err
			}
			if tries.Count > counters[i].most {
				passed, until = &counters[i], tries.Until
				return nil
			}
		}
		return nil
	})
	return passed, until, err
}

func (s *Service) tooMany(until time.Time) error {
	e := fault.New(fault.TooManyTries, "There were too many tries.")
	e.RetryAfter = max(until.Sub(s.now()), time.Second)
	return e
}

// MayWrite counts what somebody writes to the shop as a mail of his network's. It returns fault.TooManyTries where that has
// asked for too many.
func (s *Service) MayWrite(ctx context.Context, from Client) error {
	passed, until, err := s.count(ctx, mailsPerNetwork.of("mail", from.Network))
	if err == nil && passed != nil {
		err = s.tooMany(until)
	}
	return err
}

// MayMail counts a mail that somebody asks to be sent, and says whether it may go. He is to be answered alike. to is the
// address, after what else has to be known for a mail to go out: who does not know that must not use up what others may.
// It returns fault.TooManyTries where his network has asked for too many.
func (s *Service) MayMail(ctx context.Context, kind notice.Kind, deployment, to string, from Client) (bool, error) {
	network := mailsPerNetwork.of("mail", from.Network)
	to = strings.Join(strings.Fields(strings.ToLower(to)), " ")
	passed, until, err := s.count(ctx, network, mailsPerAddress.of("mail", string(kind), deployment, to))
	switch {
	case err != nil:
		return false, err
	case passed == nil:
		return true, nil
	case passed.key == network.key:
		return false, s.tooMany(until)
	}
	return false, nil
}
