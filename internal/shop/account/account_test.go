package account_test

import (
	"context"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/shop/account"
	"storefront/internal/shop/limit"
	"storefront/internal/store/sqlite"
	"storefront/internal/store/sqlstore"
)

// world is accounts on a real database, with a clock that is moved and passwords that are counted.
type world struct {
	*account.Service
	t      *testing.T
	ctx    context.Context
	now    time.Time
	store  *sqlite.Store
	hashes *countingPasswords
}

// countingPasswords counts calls, and hashes a password as its cost and its text.
type countingPasswords struct {
	mu   sync.Mutex
	done int
	cost string
}

func (c *countingPasswords) count() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done++
	return c.cost
}

func (c *countingPasswords) Hash(_ context.Context, password string) (string, error) {
	return c.count() + ":" + password, nil
}

func (c *countingPasswords) Matches(_ context.Context, password, hash string) (ok, outdated bool, err error) {
	cost := c.count()
	made, of, found := strings.Cut(hash, ":")
	return found && of == password, made != cost, nil
}

func open(t *testing.T) *world {
	t.Helper()
	quiet := slog.New(slog.DiscardHandler)
	store, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "shop.db"), quiet)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	w := &world{t: t, ctx: t.Context(), now: time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC), store: store,
		hashes: &countingPasswords{cost: "5"}}
	now := func() time.Time { return w.now }
	w.Service = account.New(account.Config{
		Store: store.Accounts(), Limits: limit.New(store.Limits(), now), Log: quiet, Now: now, Passwords: w.hashes,
	})
	return w
}

const (
	shop     = "wayfare"
	amina    = "amina@example.com"
	password = "a good password"
)

var home = account.Client{Network: "192.0.2.1"}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) wantFault(err error, code fault.Code) {
	w.t.Helper()
	if !fault.Is(err, code) {
		w.t.Errorf("error %v, want %s", err, code)
	}
}

func (w *world) advance(d time.Duration) { w.now = w.now.Add(d) }

func (w *world) create() account.User {
	w.t.Helper()
	u, err := w.Create(w.ctx, shop, "Amina@Example.com", "Amina", "Haddad", password)
	w.must(err)
	return u
}

func (w *world) signUp(firstName, password string) {
	w.t.Helper()
	w.signUpFrom(home, firstName, password)
}

// signUpFrom returns the browser with its secret.
func (w *world) signUpFrom(from account.Client, firstName, password string) account.Client {
	w.t.Helper()
	device, err := w.SignUp(w.ctx, shop, "ar", account.SignUpRequest{
		FirstName: firstName, LastName: "Haddad", Email: amina,
		Password: password}, from)
	w.must(err)
	if device == "" {
		w.t.Fatal("the browser is not known")
	}
	from.Device = device
	return from
}

// openingToken is the secret in the mail that opens an account.
func (w *world) openingToken() string {
	w.t.Helper()
	mail, err := w.OpeningLink(w.ctx, shop, amina)
	w.must(err)
	if mail.Token == "" || mail.AccountExists {
		w.t.Fatalf("the mail says %+v", mail)
	}
	return mail.Token
}

func (w *world) resetToken() string {
	w.t.Helper()
	token, known, err := w.ResetLink(w.ctx, shop, amina)
	w.must(err)
	if !known || token == "" {
		w.t.Fatal("she has no account")
	}
	return token
}

func (w *world) notices(kind notice.Kind) (n int) {
	w.t.Helper()
	jobs, err := w.store.Jobs().List(w.ctx, sqlstore.JobFilter{Kind: "tell", Limit: 1000})
	w.must(err)
	for _, j := range jobs {
		if strings.Contains(string(j.Args), string(kind)) {
			n++
		}
	}
	return n
}

func TestAccountLinksWorkOnceAndUntilTheyExpire(t *testing.T) {
	for _, link := range []struct {
		name     string
		lifetime time.Duration
		make     func(w *world) string
		use      func(w *world, token string) error
	}{
		{"the link that opens an account", account.OpeningLifetime, func(w *world) string {
			w.signUp("Amina", password)
			return w.openingToken()
		}, func(w *world, token string) error {
			_, err := w.Open(w.ctx, shop, token, home)
			return err
		}},
		{"the link to choose a new password", account.ResetLifetime, func(w *world) string {
			if _, err := w.Create(w.ctx, shop, amina, "Amina", "Haddad", password); err != nil &&
				!fault.Is(err, fault.Invalid) {
				w.t.Fatal(err)
			}
			return w.resetToken()
		}, func(w *world, token string) error {
			_, err := w.ResetPassword(w.ctx, shop, token, "another password")
			return err
		}},
	} {
		t.Run(link.name, func(t *testing.T) {
			w := open(t)
			expired := link.make(w)
			w.advance(link.lifetime)
			w.wantFault(link.use(w, expired), fault.LinkExpired)
			replaced, token := link.make(w), link.make(w)
			w.wantFault(link.use(w, replaced), fault.LinkExpired)
			for _, invalid := range []string{"", "x", token[:len(token)-1], strings.ToUpper(token)} {
				w.wantFault(link.use(w, invalid), fault.LinkExpired)
			}
			w.advance(link.lifetime - time.Microsecond)
			var (
				group sync.WaitGroup
				mu    sync.Mutex
				won   int
			)
			for range 20 {
				group.Go(func() {
					err := link.use(w, token)
					mu.Lock()
					defer mu.Unlock()
					if err == nil {
						won++
					} else {
						w.wantFault(err, fault.LinkExpired)
					}
				})
			}
			group.Wait()
			if won != 1 {
				t.Errorf("of 20 who used it at once it worked for %d", won)
			}
		})
	}
}

func TestLaterSignUpReplacesTheEarlierOne(t *testing.T) {
	w := open(t)
	w.signUp("Sami", "the first password")
	first := w.openingToken()
	browser := w.signUpFrom(home, "Amina", password)
	_, err := w.Open(w.ctx, shop, first, browser)
	w.wantFault(err, fault.LinkExpired)
	entry, err := w.Open(w.ctx, shop, w.openingToken(), browser)
	w.must(err)
	if entry.User.FirstName != "Amina" || entry.User.Email != amina || entry.Device == "" {
		t.Errorf("%+v", entry)
	}
	_, err = w.SignIn(w.ctx, shop, amina, "the first password", home)
	w.wantFault(err, fault.WrongPassword)
	_, err = w.SignIn(w.ctx, shop, amina, password, home)
	w.must(err)
}

// An attacker who requests an account for another person's address cannot use the chosen password or name, and cannot
// sign others in by forwarding their own link.
func TestSignUpDetailsApplyOnlyInTheBrowserThatSentThem(t *testing.T) {
	w := open(t)
	thief := w.signUpFrom(account.Client{Network: "198.51.100.1"}, "Call this number", "known to the thief")
	entry, err := w.Open(w.ctx, shop, w.openingToken(), account.Client{Network: "192.0.2.1", Device: "her own"})
	w.must(err)
	if entry != nil {
		t.Errorf("in another browser %+v is let in", entry)
	}
	user, err := w.store.Accounts().UserByEmail(w.ctx, shop, amina)
	w.must(err)
	if user.FirstName != "" || user.LastName != "" || user.Password != "" {
		t.Errorf("of what the thief has said there is left %+v", user)
	}
	for _, guess := range []string{"known to the thief", ""} {
		if _, err := w.SignIn(w.ctx, shop, amina, guess, thief); err == nil {
			t.Errorf("%q lets the thief in", guess)
		}
	}
	if n := w.notices(notice.PasswordReset); n != 1 {
		t.Errorf("%d links to choose a password are mailed, want 1", n)
	}
	_, err = w.ResetPassword(w.ctx, shop, w.resetToken(), password)
	w.must(err)
	_, err = w.SignIn(w.ctx, shop, amina, password, home)
	w.must(err)
}

func TestExpiredResetLinkHashesNoPassword(t *testing.T) {
	w := open(t)
	w.create()
	token := w.resetToken()
	w.advance(account.ResetLifetime)
	before := w.hashes.done
	_, err := w.ResetPassword(w.ctx, shop, token, "another password")
	w.wantFault(err, fault.LinkExpired)
	if w.hashes.done != before {
		t.Error("a password is hashed for it")
	}
}

func TestDelayedMailStillOpensTheAccount(t *testing.T) {
	w := open(t)
	browser := w.signUpFrom(home, "Amina", password)
	w.advance(3 * 24 * time.Hour) // the mail server was down
	_, err := w.Open(w.ctx, shop, w.openingToken(), browser)
	w.must(err)
	w.signUp("Amina", password) // to a mail of its own
	mail, err := w.OpeningLink(w.ctx, shop, amina)
	w.must(err)
	if mail != (account.OpeningMail{FirstName: "Amina", AccountExists: true}) {
		t.Errorf("%+v", mail)
	}
	if mail, err = w.OpeningLink(w.ctx, shop, "nobody@example.com"); err != nil || mail != (account.OpeningMail{}) {
		t.Errorf("for an unknown address the mail has %+v, %v", mail, err)
	}
}

// userOf returns the user of a session that began with an epoch.
func (w *world) userOf(deployment, id string, epoch int) *account.User {
	w.t.Helper()
	user, err := w.UserOf(w.ctx, account.Session{Deployment: deployment, User: id, Epoch: epoch})
	w.must(err)
	return user
}

func TestSessionBelongsToOneDeploymentAndEndsWithANewPassword(t *testing.T) {
	w := open(t)
	u := w.create()
	if got := w.userOf(shop, u.ID, u.Epoch); got == nil || *got != u {
		t.Errorf("the session is of %+v", got)
	}
	for why, got := range map[string]*account.User{
		"of another deployment": w.userOf("trails", u.ID, u.Epoch), "of a missing user": w.userOf(shop, "nobody", 0),
		"without a user": w.userOf(shop, "", 0),
	} {
		if got != nil {
			t.Errorf("a session %s is of %+v", why, got)
		}
	}
	w.must(w.SetPassword(w.ctx, shop, "AMINA@example.com", "another password"))
	if got := w.userOf(shop, u.ID, u.Epoch); got != nil {
		t.Errorf("after a new password the session is of %+v", got)
	}
	_, err := w.SignIn(w.ctx, shop, amina, password, home)
	w.wantFault(err, fault.WrongPassword)
	_, err = w.SignIn(w.ctx, shop, amina, "another password", home)
	w.must(err)
}

func TestOperatorChangesToAccountsAreValidated(t *testing.T) {
	w := open(t)
	w.create()
	_, err := w.Create(w.ctx, shop, amina, "Amina", "Haddad", password)
	w.wantFault(err, fault.Invalid)
	_, err = w.Create(w.ctx, shop, "amina", "", "", "short")
	if w.wantFault(err, fault.Invalid); len(fault.Of(err).Fields) != 4 {
		t.Errorf("%+v", fault.Of(err).Fields)
	}
	w.wantFault(w.SetPassword(w.ctx, "trails", amina, password), fault.NotFound)
	w.wantFault(w.SetPassword(w.ctx, shop, amina, "short"), fault.Invalid)
	w.wantFault(w.RequestReset(w.ctx, "trails", "en", amina), fault.NotFound)
	w.must(w.RequestReset(w.ctx, shop, "ar", " Amina@Example.com "))
	if n := w.notices(notice.PasswordReset); n != 1 {
		t.Errorf("%d mails go out, want 1", n)
	}
}

func TestADisabledAccountCannotSignIn(t *testing.T) {
	w := open(t)
	user, err := w.Create(w.ctx, shop, amina, "Amina", "Haddad", "correct horse")
	if err != nil {
		t.Fatal(err)
	}
	mailed, _, err := w.ResetLink(w.ctx, shop, amina)
	if err != nil || mailed == "" {
		t.Fatalf("%q, %v", mailed, err)
	}
	if _, err := w.SetDisabled(w.ctx, shop, amina, true); err != nil {
		t.Fatal(err)
	}
	if got := w.userOf(shop, user.ID, user.Epoch); got != nil {
		t.Errorf("a session goes on, of %+v", got)
	}
	if _, err := w.SignIn(w.ctx, shop, amina, "correct horse", account.Client{Network: "one"}); !fault.Is(err,
		fault.WrongPassword) {
		t.Errorf("the password lets in: %v", err)
	}
	if _, err := w.ResetPassword(w.ctx, shop, mailed, "battery staple"); !fault.Is(err, fault.LinkExpired) {
		t.Errorf("an earlier link gives another password: %v", err)
	}
	if token, known, err := w.ResetLink(w.ctx, shop, amina); token != "" || known || err != nil {
		t.Errorf("a new link is mailed: %q, %v", token, err)
	}
	if _, err := w.SetDisabled(w.ctx, shop, amina, false); err != nil {
		t.Fatal(err)
	}
	if _, err := w.SignIn(w.ctx, shop, amina, "correct horse", account.Client{Network: "two"}); err != nil {
		t.Errorf("once it is enabled: %v", err)
	}
}
