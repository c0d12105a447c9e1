package mail

import (
	"context"
	"crypto/rand"
	"errors"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/shop/account"
)

// errNothingToSay ends a mail that turns out to be needless when its secret is asked for.
var errNothingToSay = errors.New("there is nothing to say")

// openingLetter has the link that opens an account, or says that there is one. Where nothing waits to be opened any more
// there is nothing to say. It does not repeat the name that was given: anybody can give any address, and would have us
// write to it whatever he likes.
func (m *Mailer) openingLetter(l *letter, n notice.Notice) *letter {
	l.secret = func(ctx context.Context) error {
		opening, err := m.Accounts.OpeningLink(ctx, n.Deployment, n.To)
		switch {
		case err != nil:
			return err
		case opening.Known:
			l.Action = &action{URL: l.shop.at("/invoices")}
			l.write("account_opening known")
			return nil
		case opening.Token == "":
			return errNothingToSay
		}
		l.withSaid("hours", l.words.count(l.words.hours, int(account.OpeningFor.Hours())))
		l.Action = &action{URL: l.shop.at("/invoices", "open", opening.Token)}
		l.write("account_opening")
		return nil
	}
	return l
}

// resetLetter is nil where the address has no account.
func (m *Mailer) resetLetter(ctx context.Context, l *letter, n notice.Notice) (*letter, error) {
	if _, err := m.Users.UserByEmail(ctx, n.Deployment, n.To); fault.Is(err, fault.NotFound) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	l.secret = func(ctx context.Context) error {
		token, known, err := m.Accounts.ResetLink(ctx, n.Deployment, n.To)
		if err == nil && !known {
			err = errNothingToSay
		}
		if err != nil {
			return err
		}
		l.withSaid("hours", l.words.count(l.words.hours, int(account.ResetFor.Hours())))
		l.Action = &action{URL: l.shop.at("/auth/reset-password", "token", token)}
		l.write("password_reset")
		return nil
	}
	return l, nil
}

// finish adds what is made only once somebody takes the mail over: a secret, with which those in earlier mails count no
// more, and tickets, which are work. Each try has a secret of its own, and so is a mail of its own.
func (m *Mailer) finish(ctx context.Context, l *letter) error {
	if l.secret != nil {
		l.try = rand.Text()
		if err := l.secret(ctx); err != nil {
			return err
		}
	}
	m.attach(ctx, l)
	return nil
}
