package account

import (
	"context"
	"strconv"

	"storefront/internal/core/fault"
	"storefront/internal/core/secret"
	"storefront/internal/shop/limit"
)

var errWrongPassword = fault.New(fault.WrongPassword, "The address or the password is wrong.")

// SignIn signs a user in. It returns fault.WrongPassword for an unknown address and for a wrong password, after the
// same work, and fault.TooManyTries without any.
func (s *Service) SignIn(ctx context.Context, deployment, email, password string, from Client) (Entry, error) {
	var w wrongs
	email = w.address(email)
	if password == "" {
		w.Note("password", fault.Required)
	}
	if err := w.err(); err != nil {
		return Entry{}, err
	}
	user, err := s.Store.UserByEmail(ctx, deployment, email)
	if err != nil && !fault.Is(err, fault.NotFound) {
		return Entry{}, err
	}
	device := deviceOf(from.Device, &user)
	known, err := s.Store.HasDevice(ctx, device, s.Now())
	if err != nil {
		return Entry{}, err
	}
	counters := []limit.Counter{
		perAddressNetwork.Of("sign in", deployment, email, from.Network),
		perNetwork.Of("sign in", from.Network),
		perAddress.Of("sign in", deployment, email),
	}
	if known {
		counters = []limit.Counter{perDevice.Of("sign in", device)}
	}
	if err := s.Limits.Allow(ctx, counters...); err != nil {
		return Entry{}, err
	}
	ok, old, err := s.Passwords.Matches(ctx, typed(password), user.Password)
	if err != nil {
		return Entry{}, err
	}
	if !ok || user.Disabled() {
		return Entry{}, errWrongPassword
	}
	if old {
		s.rehash(ctx, user, typed(password))
	}
	entry := Entry{user, from.Device}
	err = s.Store.Do(ctx, func(tx Tx) error {
		if !known {
			if entry, err = s.remember(ctx, tx, user); err != nil {
				return err
			}
		}
		return tx.ForgetTries(ctx, counters[0].Key)
	})
	return entry, err
}

// rehash stores the hash with the current parameters. If that fails, the next sign-in retries.
func (s *Service) rehash(ctx context.Context, user User, password string) {
	hash, err := s.Passwords.Hash(ctx, password)
	if err == nil {
		err = s.Store.Do(ctx, func(tx Tx) error {
			now, err := tx.UserByEmail(ctx, user.Deployment, user.Email)
			if err != nil || now.Password != user.Password {
				return err
			}
			now.Password = hash
			return tx.SaveUser(ctx, now)
		})
	}
	if err != nil {
		s.Log.WarnContext(ctx, "cannot rehash a password", "user", user.ID, "error", err)
	}
}

// deviceOf returns the hash of a browser of an account. A new password changes it.
func deviceOf(device string, user *User) string {
	return secret.HashOf("device", device, user.ID, strconv.Itoa(user.Epoch))
}

// remember stores the browser as one of the user's, with a new secret: others may know the one that it had.
func (s *Service) remember(ctx context.Context, tx Tx, user User) (Entry, error) {
	device := secret.New()
	return Entry{user, device}, tx.SaveDevice(ctx, deviceOf(device, &user), s.Now().Add(DeviceFor))
}
