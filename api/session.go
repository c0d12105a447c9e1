package api

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/alexedwards/scs/v2"

	"storefront/internal/core/fault"
	"storefront/internal/shop/account"
	"storefront/internal/shop/booking"
)

// sessionCookie holds the secret of a session; the database has its hash.
const sessionCookie = "__Host-session"

const (
	sessionLasts = 30 * 24 * time.Hour // at most
	sessionIdle  = 7 * 24 * time.Hour  // unused, give or take seenEvery
	seenEvery    = 24 * time.Hour      // use is recorded this often, not with every request
	mostOpened   = 20                  // orders opened by mailed links; the earliest are dropped
)

// Keys of a session's data.
const (
	inDeployment = "deployment" // id of the only deployment at which the session is valid
	inUser       = "user"       // id; absent if nobody is signed in
	inEpoch      = "epoch"      // the user's when they signed in
	inOrders     = "orders"     // ids of orders that mailed links have opened
	inSeen       = "seen"       // last recorded use, in seconds since 1970
)

// newSessions returns the manager of sessions. It has no idle timeout: with one, scs would write every session at every
// request.
func newSessions(store scs.CtxStore) *scs.SessionManager {
	return &scs.SessionManager{
		Store: store, Codec: scs.GobCodec{}, Lifetime: sessionLasts, HashTokenInStore: true,
		Cookie: scs.SessionCookie{
			Name: sessionCookie, Path: "/", Secure: true, HttpOnly: true, SameSite: http.SameSiteLaxMode, Persist: true,
		},
	}
}

// session is the session of a request at a deployment.
type session struct {
	ctx  context.Context // carries the data, for sessions
	live bool            // it is of this deployment and was used lately
}

// loadSession loads the session of a request. An unknown secret is not accepted: signing in creates a new one. A
// session of another deployment is neither read, renewed nor ended here.
func (s *server) loadSession(ctx context.Context, deployment string) (session, error) {
	secret := ""
	if cookie, err := visitOf(ctx).r.Cookie(sessionCookie); err == nil {
		secret = cookie.Value
	}
	loaded, err := s.sessions.Load(ctx, secret)
	if err != nil {
		return session{}, err
	}
	of := s.sessions.GetString(loaded, inDeployment)
	if of != "" && of != deployment {
		loaded, err = s.sessions.Load(ctx, "")
		return session{ctx: loaded}, err
	}
	return session{loaded, of == deployment && s.idleTime(loaded) <= sessionIdle}, nil
}

// idleTime returns how long ago a session was last used, to the precision of seenEvery.
func (s *server) idleTime(ctx context.Context) time.Duration {
	return s.Accounts.Now().Sub(time.Unix(s.sessions.GetInt64(ctx, inSeen), 0))
}

// useSession loads the session of a request and records once in seenEvery that it is used.
func (s *server) useSession(ctx context.Context, deployment string) (session, error) {
	loaded, err := s.loadSession(ctx, deployment)
	if err != nil || !loaded.live || s.idleTime(loaded.ctx) < seenEvery {
		return loaded, err
	}
	return loaded, s.saveSession(loaded.ctx)
}

// saveSession stores a session and sets its cookie.
func (s *server) saveSession(ctx context.Context) error {
	s.sessions.Put(ctx, inSeen, s.Accounts.Now().Unix())
	secret, expires, err := s.sessions.Commit(ctx)
	if err == nil {
		s.sessions.WriteSessionCookie(ctx, visitOf(ctx).w, secret, expires)
	}
	return err
}

// userOf returns the user of a session; nil if nobody is signed in.
func (s *server) userOf(in session, deployment string) (*account.User, error) {
	id := s.sessions.GetString(in.ctx, inUser)
	if !in.live || id == "" {
		return nil, nil
	}
	user, err := s.Accounts.SignedIn(in.ctx, deployment, id, s.sessions.GetInt(in.ctx, inEpoch))
	if fault.Is(err, fault.SignedOut) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &user, nil
}

// openedOrders returns the ids of the orders that a session has opened by mailed links.
func (s *server) openedOrders(in session) []string {
	if !in.live {
		return nil
	}
	ids, _ := s.sessions.Get(in.ctx, inOrders).([]string)
	return slices.Clone(ids)
}

// startSession signs in a user who has proved their identity: the browser gets a new session, and its cart becomes the
// user's. Orders that the browser has opened by mailed links stay open.
func (s *server) startSession(ctx context.Context, d booking.Deployment,
	entry account.Entry) (SessionJSONResponse, error) {
	in, err := s.loadSession(ctx, d.ID)
	if err != nil {
		return SessionJSONResponse{}, err
	}
	user := &entry.User
	if cart := visitOf(ctx).cartID(); cart != "" {
		if err := s.Booking.MoveCart(ctx, d, cart, user.CartID()); err != nil {
			return SessionJSONResponse{}, err
		}
	}
	if before := s.sessions.GetString(in.ctx, inUser); !in.live || before != "" && before != user.ID {
		err = s.sessions.Clear(in.ctx)
	}
	if err := errors.Join(err, s.sessions.RenewToken(in.ctx)); err != nil {
		return SessionJSONResponse{}, err
	}
	s.sessions.Put(in.ctx, inDeployment, d.ID)
	s.sessions.Put(in.ctx, inUser, user.ID)
	s.sessions.Put(in.ctx, inEpoch, user.Epoch)
	visitOf(ctx).knowDevice(entry.Device)
	return sessionTo(user), s.saveSession(in.ctx)
}

// openOrder lets the visitor see an order for the rest of their session.
func (s *server) openOrder(ctx context.Context, d booking.Deployment, orderID string) error {
	in, err := s.loadSession(ctx, d.ID)
	if err == nil && !in.live {
		err = s.sessions.Destroy(in.ctx) // the new session reveals nothing of an old one
	}
	if err != nil {
		return err
	}
	opened := slices.DeleteFunc(s.openedOrders(in), func(id string) bool { return id == orderID })
	opened = append(opened, orderID)
	s.sessions.Put(in.ctx, inDeployment, d.ID)
	s.sessions.Put(in.ctx, inOrders, opened[max(0, len(opened)-mostOpened):])
	return s.saveSession(in.ctx)
}

// GetSession returns the user who is signed in, if any.
func (s *server) GetSession(ctx context.Context, _ GetSessionRequestObject) (GetSessionResponseObject, error) {
	d := visitOf(ctx).deployment
	in, err := s.useSession(ctx, d.ID)
	if err != nil {
		return nil, err
	}
	user, err := s.userOf(in, d.ID)
	if err != nil {
		return nil, err
	}
	return GetSession200JSONResponse{sessionTo(user)}, nil
}

// SignIn signs a user in.
func (s *server) SignIn(ctx context.Context, r SignInRequestObject) (SignInResponseObject, error) {
	d := visitOf(ctx).deployment
	entry, err := s.Accounts.SignIn(ctx, d.ID, r.Body.Email, r.Body.Password, s.client(ctx))
	if err != nil {
		return nil, err
	}
	session, err := s.startSession(ctx, d, entry)
	if err != nil {
		return nil, err
	}
	return SignIn200JSONResponse{session}, nil
}

// SignOut ends the session, and with it access to orders that mailed links have opened.
func (s *server) SignOut(ctx context.Context, _ SignOutRequestObject) (SignOutResponseObject, error) {
	d := visitOf(ctx).deployment
	if _, err := visitOf(ctx).r.Cookie(sessionCookie); err != nil {
		return SignOut204Response{}, nil
	}
	in, err := s.loadSession(ctx, d.ID)
	if err == nil {
		err = s.sessions.Destroy(in.ctx)
	}
	if err != nil {
		return nil, err
	}
	s.sessions.WriteSessionCookie(in.ctx, visitOf(ctx).w, "", time.Time{})
	return SignOut204Response{}, nil
}

func sessionTo(user *account.User) SessionJSONResponse {
	if user == nil {
		return SessionJSONResponse{}
	}
	return SessionJSONResponse{User: User{Email: user.Email, FirstName: user.FirstName, LastName: user.LastName}}
}
