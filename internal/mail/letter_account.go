package mail

import (
	"context"

	"storefront/internal/account"
	"storefront/internal/notice"
)

// openingLetter has the link that opens an account, or says that there is one. Where nothing waits to be opened any more
// there is nothing to say. It does not repeat the name that was given: anybody can give any address, and would have us
// write to it whatever he likes.
func (m *Mailer) openingLetter(ctx context.Context, l *letter, n notice.Notice) (*letter, error) {
	opening, err := m.Accounts.OpeningLink(ctx, n.Deployment, n.To)
	if err != nil || opening.Token == "" && !opening.Known {
		return nil, err
	}
	if opening.Known {
		l.Action = &action{URL: l.shop.at("/invoices")}
		l.write("account_opening known")
		return l, nil
	}
	l.withSaid("hours", l.words.count(l.words.hours, int(account.OpeningFor.Hours())))
	l.Action = &action{URL: l.shop.at("/invoices", "open", opening.Token)}
	l.write("account_opening")
	return l, nil
}

func (m *Mailer) resetLetter(ctx context.Context, l *letter, n notice.Notice) (*letter, error) {
	token, known, err := m.Accounts.ResetLink(ctx, n.Deployment, n.To)
	if err != nil || !known {
		return nil, err
	}
	l.withSaid("hours", l.words.count(l.words.hours, int(account.ResetFor.Hours())))
	l.Action = &action{URL: l.shop.at("/auth/reset-password", "token", token)}
	l.write("password_reset")
	return l, nil
}
