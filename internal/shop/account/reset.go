package account

import (
	"context"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/core/secret"
)

// ForgotPassword has a link mailed to choose a new password, if the address has an account: which turns out when the
// mail is written.
func (s *Service) ForgotPassword(ctx context.Context, deployment, language, email string, from Client) error {
	var w wrongs
	email = w.address(email)
	if err := w.err(); err != nil {
		return err
	}
	may, err := s.Limits.MayMail(ctx, notice.PasswordReset, deployment, email, from.Network)
	if err != nil || !may {
		return err
	}
	return s.Store.Do(ctx, func(tx Tx) error { return tellOfReset(ctx, tx, deployment, language, email) })
}

func tellOfReset(ctx context.Context, tx Tx, deployment, language, email string) error {
	return tx.NotifyLater(ctx, notice.Notice{Kind: notice.PasswordReset, Deployment: deployment, Language: language,
		To: email})
}

// ResetLink makes the secret of the link, while the mail is being written. The links before it count no more. Where no
// account is known, or it is disabled, there is nothing to write.
func (s *Service) ResetLink(ctx context.Context, deployment, email string) (token string, known bool, err error) {
	err = s.Store.Do(ctx, func(tx Tx) error {
		token, known = "", false
		user, err := tx.UserByEmail(ctx, deployment, email)
		if fault.Is(err, fault.NotFound) || user.Disabled() {
			return nil
		}
		if err != nil {
			return err
		}
		token, known = secret.New(), true
		return tx.SaveLink(ctx, Link{
			Hash: secret.HashOf(token), Purpose: Reset, Deployment: deployment, Email: email,
			ExpiresAt: s.Now().Add(ResetFor),
		})
	})
	return token, known, err
}

// ResetPassword sets a new password and ends every session. It signs nobody in, but from then on the browser is one of
// the account's. It returns fault.LinkExpired as Open does.
func (s *Service) ResetPassword(ctx context.Context, deployment, token, password string) (entry Entry, err error) {
	var w wrongs
	password = w.password(password)
	if err := w.err(); err != nil {
		return Entry{}, err
	}
	// Without a valid link no password is hashed.
	link, err := s.Store.Link(ctx, Reset, secret.HashOf(token))
	if err != nil {
		return Entry{}, linkFault(err)
	}
	if err := s.checkLink(link, deployment); err != nil {
		return Entry{}, err
	}
	hash, err := s.Passwords.Hash(ctx, password)
	if err != nil {
		return Entry{}, err
	}
	err = s.Store.Do(ctx, func(tx Tx) error {
		user, err := tx.UserByEmail(ctx, deployment, link.Email)
		if err == nil && user.Disabled() {
			err = errLinkExpired
		}
		if err != nil {
			return err
		}
		if _, err := s.take(ctx, tx, Reset, deployment, token); err != nil {
			return err
		}
		if user, err = s.change(ctx, tx, user, hash); err != nil {
			return err
		}
		entry, err = s.remember(ctx, tx, user)
		return err
	})
	if fault.Is(err, fault.NotFound) {
		err = errLinkExpired
	}
	return entry, err
}

// change sets the password of a user, ends their sessions and forgets their browsers.
func (s *Service) change(ctx context.Context, tx Tx, user User, hash string) (User, error) {
	user.Password = hash
	user.Epoch++
	return user, tx.SaveUser(ctx, user)
}
