package api

import (
	"context"
	"net/http"
	"time"

	"github.com/alexedwards/scs/v2"

	"storefront/internal/shop/account"
	"storefront/internal/shop/booking"
)

// sessionCookie holds the secret of a session; the database has its hash.
const sessionCookie = "__Host-session"

// Keys of a session's data.
const (
	deploymentKey = "deployment" // id of the only deployment at which the session is valid
	userKey       = "user"       // id; absent if nobody is signed in
	epochKey      = "epoch"      // the user's when they signed in
	ordersKey     = "orders"     // ids of orders that mailed links have opened
	usedKey       = "seen"       // last recorded use, in seconds since 1970
)

// newSessions returns the manager of sessions. It has no idle timeout: with one, scs would write every session at every
// request.
func newSessions(store scs.CtxStore) *scs.SessionManager {
	return &scs.SessionManager{
		Store: store, Codec: scs.GobCodec{}, Lifetime: account.SessionLifetime, HashTokenInStore: true,
		Cookie: scs.SessionCookie{
			Name: sessionCookie, Path: "/", Secure: true, HttpOnly: true, SameSite: http.SameSiteLaxMode, Persist: true,
		},
	}
}

// session is the session of a request at a deployment.
type session struct {
	account.Session
	ctx context.Context // carries the stored data, for sessions
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
	orders, _ := s.sessions.Get(loaded, ordersKey).([]string)
	stored := account.Session{
		Deployment: s.sessions.GetString(loaded, deploymentKey), User: s.sessions.GetString(loaded, userKey),
		Epoch: s.sessions.GetInt(loaded, epochKey), Orders: orders,
		UsedAt: time.Unix(s.sessions.GetInt64(loaded, usedKey), 0),
	}
	if stored.Deployment != "" && stored.Deployment != deployment {
		loaded, err = s.sessions.Load(ctx, "")
	}
	return session{s.Accounts.Resume(stored, deployment), loaded}, err
}

// useSession loads the session of a request and records its use.
func (s *server) useSession(ctx context.Context, deployment string) (session, error) {
	current, err := s.loadSession(ctx, deployment)
	if err == nil && s.Accounts.RecordUse(&current.Session) {
		err = s.saveSession(current)
	}
	return current, err
}

// saveSession stores a session and sets its cookie.
func (s *server) saveSession(current session) error {
	s.sessions.Put(current.ctx, deploymentKey, current.Deployment)
	s.sessions.Put(current.ctx, userKey, current.User)
	s.sessions.Put(current.ctx, epochKey, current.Epoch)
	s.sessions.Put(current.ctx, ordersKey, current.Orders)
	s.sessions.Put(current.ctx, usedKey, current.UsedAt.Unix())
	secret, expires, err := s.sessions.Commit(current.ctx)
	if err == nil {
		s.sessions.WriteSessionCookie(current.ctx, visitOf(current.ctx).w, secret, expires)
	}
	return err
}

// startSession signs in a user who has proved their identity: the browser gets a new secret, and its cart becomes the
// user's.
func (s *server) startSession(ctx context.Context, d booking.Deployment,
	entry account.SignInResult) (SessionJSONResponse, error) {
	user := &entry.User
	current, err := s.loadSession(ctx, d.ID)
	if cart := visitOf(ctx).cartID(); err == nil && cart != "" {
		err = s.Booking.MoveCart(ctx, d, cart, user.CartID())
	}
	if err == nil {
		err = s.sessions.RenewToken(current.ctx)
	}
	if err != nil {
		return SessionJSONResponse{}, err
	}
	s.Accounts.BindUser(&current.Session, user)
	visitOf(ctx).setDeviceCookie(entry.Device)
	return sessionTo(user), s.saveSession(current)
}

// openOrder lets the visitor see an order for the rest of their session.
func (s *server) openOrder(ctx context.Context, d booking.Deployment, orderID string) error {
	current, err := s.loadSession(ctx, d.ID)
	if err == nil && current.UsedAt.IsZero() {
		err = s.sessions.Destroy(current.ctx) // the secret of an old session does not open the new one
	}
	if err != nil {
		return err
	}
	s.Accounts.OpenOrder(&current.Session, orderID)
	return s.saveSession(current)
}

// GetSession returns the user who is signed in, if any.
func (s *server) GetSession(ctx context.Context, _ GetSessionRequestObject) (GetSessionResponseObject, error) {
	d := visitOf(ctx).deployment
	current, err := s.useSession(ctx, d.ID)
	if err != nil {
		return nil, err
	}
	user, err := s.Accounts.UserOf(ctx, current.Session)
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
	current, err := s.loadSession(ctx, d.ID)
	if err == nil {
		err = s.sessions.Destroy(current.ctx)
	}
	if err != nil {
		return nil, err
	}
	s.sessions.WriteSessionCookie(current.ctx, visitOf(ctx).w, "", time.Time{})
	return SignOut204Response{}, nil
}

func sessionTo(user *account.User) SessionJSONResponse {
	if user == nil {
		return SessionJSONResponse{}
	}
	return SessionJSONResponse{User: User{Email: user.Email, FirstName: user.FirstName, LastName: user.LastName}}
}
