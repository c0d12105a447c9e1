package account

import (
	"context"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/core/secret"
)

// ForgotPassword queues a mail with a link to choose a new password. Whether the address has an account is looked up
// only when the mail is written.
func (s *Service) ForgotPassword(ctx context.Context, deployment, language, email string, from Client) error {
	var w wrongs
	email = w.address(email)
	if err := w.err(); err != nil {
		return err
	}
	allowed, err := s.Limits.CountMail(ctx, notice.PasswordReset, deployment, email, from.Network)
	if err != nil || !allowed {
		return err
	}
	return s.Store.Do(ctx, func(tx Tx) error { return queueReset(ctx, tx, deployment, language, email) })
}

func queueReset(ctx context.Context, tx Tx, deployment, language, email string) error {
	return tx.NotifyLater(ctx, notice.Notice{Kind: notice.PasswordReset, Deployment: deployment, Language: language,
		To: email})
}

// ResetLink creates the secret of the link while the mail is written, and invalidates earlier links. known is false if
// there is no such account or it is disabled.
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
			Hash: secret.Hash(token), Purpose: Reset, Deployment: deployment, Email: email,
			ExpiresAt: s.Now().Add(ResetLifetime),
		})
	})
	return token, known, err
}

// ResetPassword sets a new password and ends all sessions. It does not sign in, but returns a secret that identifies
// the browser as one of the account's. It returns fault.LinkExpired as Open does.
func (s *Service) ResetPassword(ctx context.Context, deployment, token, password string) (result SignInResult,
	err error) {
	var w wrongs
	password = w.password(password)
	if err := w.err(); err != nil {
		return SignInResult{}, err
	}
	// The link is checked before the password is hashed, which is costly.
	link, err := s.Store.Link(ctx, Reset, secret.Hash(token))
	if err != nil {
		return SignInResult{}, linkFault(err)
	}
	if err := s.checkLink(link, deployment); err != nil {
		return SignInResult{}, err
	}
	hash, err := s.Passwords.Hash(ctx, password)
	if err != nil {
		return SignInResult{}, err
	}
	err = s.Store.Do(ctx, func(tx Tx) error {
		user, err := tx.UserByEmail(ctx, deployment, link.Email)
		if err == nil && user.Disabled() {
			err = errLinkExpired
		}
		if err != nil {
			return err
		}
		if _, err := s.takeLink(ctx, tx, Reset, deployment, token); err != nil {
			return err
		}
		if user, err = s.replacePassword(ctx, tx, user, hash); err != nil {
			return err
		}
		result, err = s.rememberDevice(ctx, tx, user)
		return err
	})
	if fault.Is(err, fault.NotFound) {
		err = errLinkExpired
	}
	return result, err
}

// replacePassword sets the password of a user, ends their sessions and forgets their browsers.
func (s *Service) replacePassword(ctx context.Context, tx Tx, user User, hash string) (User, error) {
	user.Password = hash
	user.Epoch++
	return user, tx.SaveUser(ctx, user)
}
