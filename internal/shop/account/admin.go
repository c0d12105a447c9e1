package account

import (
	"context"
	"time"

	"storefront/internal/core/fault"
)

// Create creates an account whose address the operator has verified. It returns fault.Invalid if the address has one.
func (s *Service) Create(ctx context.Context, deployment, email, firstName, lastName, password string) (User, error) {
	request := SignUpRequest{FirstName: firstName, LastName: lastName, Email: email, Password: password}
	if err := request.validate(); err != nil {
		return User{}, err
	}
	hash, err := s.Passwords.Hash(ctx, request.Password)
	if err != nil {
		return User{}, err
	}
	user := User{
		ID: newID(), Deployment: deployment, Email: request.Email, FirstName: request.FirstName,
		LastName: request.LastName, Password: hash,
		CreatedAt: s.Now(),
	}
	return user, s.Store.Do(ctx, func(tx Tx) error { return tx.SaveUser(ctx, user) })
}

// SetPassword sets the password of an account and ends its sessions, or returns fault.NotFound.
func (s *Service) SetPassword(ctx context.Context, deployment, email, password string) error {
	var w wrongs
	email, password = w.address(email), w.password(password)
	if err := w.err(); err != nil {
		return err
	}
	hash, err := s.Passwords.Hash(ctx, password)
	if err != nil {
		return err
	}
	return s.Store.Do(ctx, func(tx Tx) error {
		user, err := tx.UserByEmail(ctx, deployment, email)
		if err == nil {
			_, err = s.replacePassword(ctx, tx, user, hash)
		}
		return err
	})
}

// RequestReset mails a link to choose a new password. It returns fault.NotFound if there is no such account, and
// fault.NotPossible if it is disabled.
func (s *Service) RequestReset(ctx context.Context, deployment, language, email string) error {
	var w wrongs
	email = w.address(email)
	if err := w.err(); err != nil {
		return err
	}
	user, err := s.Store.UserByEmail(ctx, deployment, email)
	if err != nil {
		return err
	}
	if user.Disabled() {
		return fault.New(fault.NotPossible, "The account is disabled: enable it first.")
	}
	return s.Store.Do(ctx, func(tx Tx) error { return queueReset(ctx, tx, deployment, language, user.Email) })
}

// SetDisabled disables sign-in to an account and ends its sessions, or enables it again. It returns fault.NotFound if
// there is no such account.
func (s *Service) SetDisabled(ctx context.Context, deployment, email string, disabled bool) (user User, err error) {
	err = s.Store.Do(ctx, func(tx Tx) (err error) {
		if user, err = tx.UserByEmail(ctx, deployment, email); err != nil || user.Disabled() == disabled {
			return err
		}
		if user.DisabledAt = (time.Time{}); disabled {
			user.DisabledAt = s.Now()
			user.Epoch++
		}
		return tx.SaveUser(ctx, user)
	})
	return user, err
}

// Delete erases an account: names, address, password, cart and links. It returns fault.NotFound if there is none.
func (s *Service) Delete(ctx context.Context, deployment, email string) error {
	return s.Store.Do(ctx, func(tx Tx) error {
		user, err := tx.UserByEmail(ctx, deployment, email)
		if err != nil {
			return err
		}
		return tx.DeleteUser(ctx, user)
	})
}
