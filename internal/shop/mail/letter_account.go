package mail

import (
	"context"
	"crypto/rand"
	"errors"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/shop/account"
)

// errNeedless reports that there is no secret to create, so the mail is not sent.
var errNeedless = errors.New("the mail is needless")

// openingLetter has the link that opens an account, or the news that the address has one. It is needless once the
// account is open. It does not repeat the name that was typed, since a stranger could use it to write to somebody
// else's address.
func (m *Mailer) openingLetter(l *letter, n notice.Notice) *letter {
	l.addSecret = func(ctx context.Context) error {
		opening, err := m.Accounts.OpeningLink(ctx, n.Deployment, n.To)
		switch {
		case err != nil:
			return err
		case opening.AccountExists:
			l.Action = &action{URL: l.shop.url("/invoices")}
			l.writeTexts("account_opening known")
			return nil
		case opening.Token == "":
			return errNeedless
		}
		l.setValues("hours", l.Words.Count(l.Words.Mail.LinkHours, int(account.OpeningLifetime.Hours())))
		l.Action = &action{URL: l.shop.url("/invoices", "open", opening.Token)}
		l.writeTexts("account_opening")
		return nil
	}
	return l
}

// resetLetter returns nil if the address has no account.
func (m *Mailer) resetLetter(ctx context.Context, l *letter, n notice.Notice) (*letter, error) {
	if _, err := m.Users.UserByEmail(ctx, n.Deployment, n.To); fault.Is(err, fault.NotFound) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	l.addSecret = func(ctx context.Context) error {
		token, known, err := m.Accounts.ResetLink(ctx, n.Deployment, n.To)
		if err == nil && !known {
			err = errNeedless
		}
		if err != nil {
			return err
		}
		l.setValues("hours", l.Words.Count(l.Words.Mail.LinkHours, int(account.ResetLifetime.Hours())))
		l.Action = &action{URL: l.shop.url("/auth/reset-password", "token", token)}
		l.writeTexts("password_reset")
		return nil
	}
	return l, nil
}

// finish adds the parts that are made once a server accepts the mail: a secret, which invalidates those of earlier
// mails, and tickets, which take time. Each attempt has a secret of its own, and so is a mail of its own.
func (m *Mailer) finish(ctx context.Context, l *letter) error {
	if l.addSecret != nil {
		l.attempt = rand.Text()
		if err := l.addSecret(ctx); err != nil {
			return err
		}
	}
	m.attachFiles(ctx, l)
	return nil
}
