package account

import (
	"context"
	"slices"
	"time"

	"storefront/internal/core/fault"
)

// The bounds of a session.
const (
	SessionFor  = 30 * 24 * time.Hour // at most
	sessionIdle = 7 * 24 * time.Hour  // unused, give or take recordEvery
	recordEvery = 24 * time.Hour      // use is recorded this often, not with every request
	mostOpened  = 20                  // orders opened by mailed links; the earliest are dropped
)

// Session is the session of a browser at a deployment.
type Session struct {
	Deployment string    // the only one at which it is valid
	User       string    // id; empty if nobody is signed in
	Epoch      int       // the user's when they signed in
	Orders     []string  // ids of orders that mailed links have opened
	UsedAt     time.Time // last recorded use; zero in a new session
}

// Resume returns a stored session, or a new one if that is of another deployment or was not used lately. The new one
// has nothing of the old one.
func (s *Service) Resume(stored Session, deployment string) Session {
	if stored.Deployment != deployment || s.Now().Sub(stored.UsedAt) > sessionIdle {
		return Session{Deployment: deployment}
	}
	return stored
}

// Use records the use of a session, once in recordEvery. It reports whether the session is to be stored.
func (s *Service) Use(in *Session) bool {
	if in.UsedAt.IsZero() || s.Now().Sub(in.UsedAt) < recordEvery {
		return false
	}
	in.UsedAt = s.Now()
	return true
}

// Enter signs a user in who has proved their identity. Orders that the browser has opened by mailed links stay open,
// but those of another user do not. The session needs a new secret.
func (s *Service) Enter(in *Session, user *User) {
	if in.User != "" && in.User != user.ID {
		in.Orders = nil
	}
	in.User, in.Epoch, in.UsedAt = user.ID, user.Epoch, s.Now()
}

// OpenOrder opens an order for the rest of a session.
func (s *Service) OpenOrder(in *Session, order string) {
	opened := slices.DeleteFunc(slices.Clone(in.Orders), func(id string) bool { return id == order })
	opened = append(opened, order)
	in.Orders, in.UsedAt = opened[max(0, len(opened)-mostOpened):], s.Now()
}

// UserOf returns the user of a session; nil if nobody is signed in. A session ends with its user, and with the password
// that it began with.
func (s *Service) UserOf(ctx context.Context, in Session) (*User, error) {
	if in.User == "" {
		return nil, nil
	}
	user, err := s.Store.User(ctx, in.User)
	if fault.Is(err, fault.NotFound) || err == nil && (user.Deployment != in.Deployment || user.Epoch != in.Epoch) {
		return nil, nil
	}
	return &user, err
}
