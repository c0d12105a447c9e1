package account

import (
	"context"
	"slices"
	"time"

	"storefront/internal/core/fault"
)

// The limits of a session.
const (
	SessionLifetime = 30 * 24 * time.Hour // whether used or not
	maxSessionIdle  = 7 * 24 * time.Hour  // without use, to the precision of recordEvery
	recordEvery     = 24 * time.Hour      // the least time between two records of use
	maxOpenedOrders = 20                  // orders that mailed links have opened; the earliest are dropped
)

// Session is the session of a browser at a deployment.
type Session struct {
	Deployment string    // the only one at which it is valid
	User       string    // id; empty if nobody is signed in
	Epoch      int       // the user's when they signed in
	Orders     []string  // ids of orders that mailed links have opened
	UsedAt     time.Time // last recorded use; zero in a new session
}

// Resume returns a stored session, or an empty one if the stored one is of another deployment or was not used for
// maxSessionIdle.
func (s *Service) Resume(stored Session, deployment string) Session {
	if stored.Deployment != deployment || s.Now().Sub(stored.UsedAt) > maxSessionIdle {
		return Session{Deployment: deployment}
	}
	return stored
}

// RecordUse sets the time of the last use, at most once in recordEvery. It reports whether the session must be stored.
func (s *Service) RecordUse(session *Session) bool {
	if session.UsedAt.IsZero() || s.Now().Sub(session.UsedAt) < recordEvery {
		return false
	}
	session.UsedAt = s.Now()
	return true
}

// BindUser makes a session that of a user who has proved their identity. Orders that mailed links have opened stay
// open, unless another user was signed in. The session needs a new secret.
func (s *Service) BindUser(session *Session, user *User) {
	if session.User != "" && session.User != user.ID {
		session.Orders = nil
	}
	session.User, session.Epoch, session.UsedAt = user.ID, user.Epoch, s.Now()
}

// OpenOrder opens an order for the rest of a session.
func (s *Service) OpenOrder(session *Session, order string) {
	opened := slices.DeleteFunc(slices.Clone(session.Orders), func(id string) bool { return id == order })
	opened = append(opened, order)
	session.Orders, session.UsedAt = opened[max(0, len(opened)-maxOpenedOrders):], s.Now()
}

// UserOf returns the user of a session; nil if nobody is signed in. A session ends with its user, and with the password
// that it began with.
func (s *Service) UserOf(ctx context.Context, session Session) (*User, error) {
	if session.User == "" {
		return nil, nil
	}
	user, err := s.Store.User(ctx, session.User)
	if fault.Is(err, fault.NotFound) {
		return nil, nil
	}
	if err == nil && (user.Deployment != session.Deployment || user.Epoch != session.Epoch) {
		return nil, nil
	}
	return &user, err
}
