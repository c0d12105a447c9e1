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

// sessionCookie holds the secret of a session, of which the database has the hash.
const sessionCookie = "__Host-session"

const (
	sessionLasts = 30 * 24 * time.Hour // whatever happens
	sessionIdle  = 7 * 24 * time.Hour  // where it is not used meanwhile, give or take seenEvery
	seenEvery    = 24 * time.Hour      // that it is used is written down so often, not with every request
	mostOpened   = 20                  // orders that a session has opened by mailed links; the earliest are forgotten
)

// What a session holds.
const (
	inDeployment = "deployment" // it counts at this deployment only
	inUser       = "user"       // an id; absent where nobody is signed in
	inEpoch      = "epoch"      // of the user when he signed in
	inOrders     = "orders"     // opened by mailed links
	inSeen       = "seen"       // when it was used, in seconds since 1970
)

// newSessions has no idle time of its own: scs would write every session with every request.
func newSessions(store scs.CtxStore) *scs.SessionManager {
	return &scs.SessionManager{
		Store: store, Codec: scs.GobCodec{}, Lifetime: sessionLasts, HashTokenInStore: true,
		Cookie: scs.SessionCookie{
			Name: sessionCookie, Path: "/", Secure: true, HttpOnly: true, SameSite: http.SameSiteLaxMode, Persist: true,
		},
	}
}

// withSession reads the session of a request, for handlers that want to know who asks: what everybody is told needs none. A
// secret that is not known is not taken over: who signs in gets a new one. Neither is another deployment's, whose session is
// not this one's to read, to renew or to end.
func (s *server) withSession(ctx context.Context, deployment string) (context.Context, error) {
	secret := ""
	if cookie, err := visitOf(ctx).r.Cookie(sessionCookie); err == nil {
		secret = cookie.Value
	}
	loaded, err := s.sessions.Load(ctx, secret) // once: it knows a context that has it
	if err != nil {
		return nil, err
	}
	if of := s.sessions.GetString(loaded, inDeployment); of != "" && of != deployment {
		return s.sessions.Load(ctx, "")
	}
	return loaded, nil
}

// inSession says that the request has a session that counts at a deployment, and notes that it is used.
func (s *server) inSession(ctx context.Context, deployment string) (bool, error) {
	if s.sessions.GetString(ctx, inDeployment) != deployment {
		return false, nil
	}
	idle := s.accounts.Now().Sub(time.Unix(s.sessions.GetInt64(ctx, inSeen), 0))
	if idle < seenEvery {
		return true, nil
	}
	if idle > sessionIdle {
		return false, nil
	}
	return true, s.saveSession(ctx)
}

// saveSession keeps a session and has the browser know it.
func (s *server) saveSession(ctx context.Context) error {
	s.sessions.Put(ctx, inSeen, s.accounts.Now().Unix())
	secret, expires, err := s.sessions.Commit(ctx)
	if err == nil {
		s.sessions.WriteSessionCookie(ctx, visitOf(ctx).w, secret, expires)
	}
	return err
}

// signedIn gives the user of the request's session; nil where nobody is signed in.
func (s *server) signedIn(ctx context.Context, deployment string) (*account.User, error) {
	ctx, err := s.withSession(ctx, deployment)
	if err != nil {
		return nil, err
	}
	id := s.sessions.GetString(ctx, inUser)
	if id == "" {
		return nil, nil
	}
	if live, err := s.inSession(ctx, deployment); err != nil || !live {
		return nil, err
	}
	user, err := s.accounts.SignedIn(ctx, deployment, id, s.sessions.GetInt(ctx, inEpoch))
	if fault.Is(err, fault.SignedOut) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &user, nil
}

// enter signs somebody in who has shown who he is: the browser gets a new session, and what is in its cart becomes his. The
// orders that its visitor has opened as a guest stay open.
func (s *server) enter(ctx context.Context, d booking.Deployment, entry account.Entry) (SessionJSONResponse, error) {
	ctx, err := s.withSession(ctx, d.ID)
	if err != nil {
		return SessionJSONResponse{}, err
	}
	user := &entry.User
	if guest := visitOf(ctx).cartID(); guest != "" {
		if err := s.booking.MoveCart(ctx, d, guest, user.CartID()); err != nil {
			return SessionJSONResponse{}, err
		}
	}
	live, err := s.inSession(ctx, d.ID)
	if err != nil {
		return SessionJSONResponse{}, err
	}
	if before := s.sessions.GetString(ctx, inUser); !live || before != "" && before != user.ID {
		err = s.sessions.Clear(ctx)
	}
	if err := errors.Join(err, s.sessions.RenewToken(ctx)); err != nil {
		return SessionJSONResponse{}, err
	}
	s.sessions.Put(ctx, inDeployment, d.ID)
	s.sessions.Put(ctx, inUser, user.ID)
	s.sessions.Put(ctx, inEpoch, user.Epoch)
	visitOf(ctx).knowDevice(entry.Device)
	return sessionTo(user), s.saveSession(ctx)
}

// grantOrder has the visitor see an order for the rest of his session.
func (s *server) grantOrder(ctx context.Context, orderID string) error {
	d, err := s.deployment(ctx)
	if err != nil {
		return err
	}
	if ctx, err = s.withSession(ctx, d.ID); err != nil {
		return err
	}
	live, err := s.inSession(ctx, d.ID)
	if err == nil && !live {
		err = s.sessions.Destroy(ctx) // of what was there a new secret tells nothing
	}
	if err != nil {
		return err
	}
	opened := slices.DeleteFunc(s.opened(ctx), func(id string) bool { return id == orderID })
	opened = append(opened, orderID)
	s.sessions.Put(ctx, inDeployment, d.ID)
	s.sessions.Put(ctx, inOrders, opened[max(0, len(opened)-mostOpened):])
	return s.saveSession(ctx)
}

func (s *server) opened(ctx context.Context) []string {
	ids, _ := s.sessions.Get(ctx, inOrders).([]string)
	return slices.Clone(ids)
}

// GetSession tells who is signed in.
func (s *server) GetSession(ctx context.Context, _ GetSessionRequestObject) (GetSessionResponseObject, error) {
	d, err := s.deployment(ctx)
	if err != nil {
		return nil, err
	}
	user, err := s.signedIn(ctx, d.ID)
	if err != nil {
		return nil, err
	}
	return GetSession200JSONResponse{sessionTo(user)}, nil
}

// SignIn signs a user in.
func (s *server) SignIn(ctx context.Context, r SignInRequestObject) (SignInResponseObject, error) {
	d, err := s.deployment(ctx)
	if err != nil {
		return nil, err
	}
	entry, err := s.accounts.SignIn(ctx, d.ID, r.Body.Email, r.Body.Password, s.client(ctx))
	if err != nil {
		return nil, err
	}
	session, err := s.enter(ctx, d, entry)
	if err != nil {
		return nil, err
	}
	return SignIn200JSONResponse{session}, nil
}

// SignOut ends the session, and with it what was opened by mailed links.
func (s *server) SignOut(ctx context.Context, _ SignOutRequestObject) (SignOutResponseObject, error) {
	d, err := s.deployment(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := visitOf(ctx).r.Cookie(sessionCookie); err != nil {
		return SignOut204Response{}, nil
	}
	ctx, err = s.withSession(ctx, d.ID)
	if err == nil {
		err = s.sessions.Destroy(ctx)
	}
	if err != nil {
		return nil, err
	}
	s.sessions.WriteSessionCookie(ctx, visitOf(ctx).w, "", time.Time{})
	return SignOut204Response{}, nil
}

func sessionTo(user *account.User) SessionJSONResponse {
	if user == nil {
		return SessionJSONResponse{}
	}
	return SessionJSONResponse{User: User{Email: user.Email, FirstName: user.FirstName, LastName: user.LastName}}
}
