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
func (s *Service) SignIn(ctx context.Context, deployment, email, password string, from Client) (SignInResult, error) {
	var w wrongs
	email = w.address(email)
	if password == "" {
		w.Add("password", fault.Required)
	}
	if err := w.err(); err != nil {
		return SignInResult{}, err
	}
	user, err := s.Store.UserByEmail(ctx, deployment, email)
	if err != nil && !fault.Is(err, fault.NotFound) {
		return SignInResult{}, err
	}
	device := deviceHash(from.Device, &user)
	knownDevice, err := s.Store.HasDevice(ctx, device, s.Now())
	if err != nil {
		return SignInResult{}, err
	}
	counters := []limit.Counter{
		perAddressNetwork.Of("sign in", deployment, email, from.Network),
		perNetwork.Of("sign in", from.Network),
		perAddress.Of("sign in", deployment, email),
	}
	if knownDevice {
		counters = []limit.Counter{perDevice.Of("sign in", device)}
	}
	if err := s.Limits.Allow(ctx, counters...); err != nil {
		return SignInResult{}, err
	}
	ok, outdated, err := s.Passwords.Matches(ctx, normalizePassword(password), user.Password)
	if err != nil {
		return SignInResult{}, err
	}
	if !ok || user.Disabled() {
		return SignInResult{}, errWrongPassword
	}
	if outdated {
		s.rehash(ctx, user, normalizePassword(password))
	}
	entry := SignInResult{user, from.Device}
	err = s.Store.Do(ctx, func(tx Tx) error {
		if !knownDevice {
			if entry, err = s.rememberDevice(ctx, tx, user); err != nil {
				return err
			}
		}
		return tx.ResetTries(ctx, counters[0].Key)
	})
	return entry, err
}

// rehash stores the hash with the current parameters. If that fails, the next sign-in retries.
func (s *Service) rehash(ctx context.Context, user User, password string) {
	hash, err := s.Passwords.Hash(ctx, password)
	if err == nil {
		err = s.Store.Do(ctx, func(tx Tx) error {
			current, err := tx.UserByEmail(ctx, user.Deployment, user.Email)
			if err != nil || current.Password != user.Password {
				return err
			}
			current.Password = hash
			return tx.SaveUser(ctx, current)
		})
	}
	if err != nil {
		s.Log.WarnContext(ctx, "cannot rehash a password", "user", user.ID, "error", err)
	}
}

// deviceHash returns the hash of a browser of an account. A new password changes it.
func deviceHash(device string, user *User) string {
	return secret.Hash("device", device, user.ID, strconv.Itoa(user.Epoch))
}

// rememberDevice stores the browser as one of the user's, with a new secret: others may know the one that it had.
func (s *Service) rememberDevice(ctx context.Context, tx Tx, user User) (SignInResult, error) {
	device := secret.New()
	return SignInResult{user, device}, tx.SaveDevice(ctx, deviceHash(device, &user), s.Now().Add(DeviceLifetime))
}
