package account_test

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/alexedwards/argon2id"

	"storefront/internal/account"
	"storefront/internal/fault"
	"storefront/internal/notice"
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
	hashes *counted
}

// counted counts what is hashed. cost stands for the parameters.
type counted struct {
	mu   sync.Mutex
	done int
	cost string
}

func (c *counted) count() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done++
	return c.cost
}

func (c *counted) Hash(_ context.Context, password string) (string, error) {
	return c.count() + ":" + password, nil
}

func (c *counted) Matches(_ context.Context, password, hash string) (ok, old bool, err error) {
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
	w := &world{t: t, ctx: t.Context(), now: time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC), store: store, hashes: &counted{cost: "5"}}
	w.Service = account.New(account.Config{
		Store: store.Accounts(), Log: quiet, Now: func() time.Time { return w.now }, Passwords: w.hashes,
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

func (w *world) fails(err error, code fault.Code) {
	w.t.Helper()
	if !fault.Is(err, code) {
		w.t.Errorf("error %v, want %s", err, code)
	}
}

func (w *world) pass(d time.Duration) { w.now = w.now.Add(d) }

func (w *world) create() account.User {
	w.t.Helper()
	u, err := w.Create(w.ctx, shop, "Amina@Example.com", "Amina", "Haddad", password)
	w.must(err)
	return u
}

func (w *world) signUp(firstName, password string) {
	w.t.Helper()
	w.must(w.SignUp(w.ctx, shop, "en", account.Asked{FirstName: firstName, LastName: "Haddad", Email: amina, Password: password}, home))
}

// opening is the secret in the mail that opens an account.
func (w *world) opening() string {
	w.t.Helper()
	mail, err := w.OpeningLink(w.ctx, shop, amina)
	w.must(err)
	if mail.Token == "" || mail.Known {
		w.t.Fatalf("the mail says %+v", mail)
	}
	return mail.Token
}

func (w *world) reset() string {
	w.t.Helper()
	token, known, err := w.ResetLink(w.ctx, shop, amina)
	w.must(err)
	if !known || token == "" {
		w.t.Fatal("nothing is known of her")
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

func TestALinkWorksOnceAndUntilItsTime(t *testing.T) {
	for _, link := range []struct {
		name  string
		lasts time.Duration
		make  func(w *world) string
		use   func(w *world, token string) error
	}{
		{"that opens an account", account.OpeningFor, func(w *world) string {
			w.signUp("Amina", password)
			return w.opening()
		}, func(w *world, token string) error {
			_, err := w.Open(w.ctx, shop, token)
			return err
		}},
		{"to choose a new password", account.ResetFor, func(w *world) string {
			if _, err := w.Create(w.ctx, shop, amina, "Amina", "Haddad", password); err != nil && !fault.Is(err, fault.Invalid) {
				w.t.Fatal(err)
			}
			return w.reset()
		}, func(w *world, token string) error {
			_, err := w.ResetPassword(w.ctx, shop, token, "another password")
			return err
		}},
	} {
		t.Run(link.name, func(t *testing.T) {
			w := open(t)
			late := link.make(w)
			w.pass(link.lasts)
			w.fails(link.use(w, late), fault.LinkExpired)
			replaced, token := link.make(w), link.make(w)
			w.fails(link.use(w, replaced), fault.LinkExpired)
			for _, wrong := range []string{"", "x", token[:len(token)-1], strings.ToUpper(token)} {
				w.fails(link.use(w, wrong), fault.LinkExpired)
			}
			w.pass(link.lasts - time.Microsecond)
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
						w.fails(err, fault.LinkExpired)
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

func TestOfTwoSignUpsTheLaterCounts(t *testing.T) {
	w := open(t)
	w.signUp("Sami", "the first password")
	first := w.opening()
	w.signUp("Amina", password)
	_, err := w.Open(w.ctx, shop, first)
	w.fails(err, fault.LinkExpired)
	entry, err := w.Open(w.ctx, shop, w.opening())
	w.must(err)
	if entry.User.FirstName != "Amina" || entry.User.Email != amina || entry.Device == "" {
		t.Errorf("%+v", entry)
	}
	_, err = w.SignIn(w.ctx, shop, amina, "the first password", home)
	w.fails(err, fault.WrongPassword)
	_, err = w.SignIn(w.ctx, shop, amina, password, home)
	w.must(err)
}

func TestASignUpWaitsForItsMail(t *testing.T) {
	w := open(t)
	w.signUp("Amina", password)
	w.pass(3 * 24 * time.Hour) // the mail server was down
	_, err := w.Open(w.ctx, shop, w.opening())
	w.must(err)
	w.signUp("Amina", password) // to a mail of its own
	mail, err := w.OpeningLink(w.ctx, shop, amina)
	w.must(err)
	if mail != (account.OpeningMail{FirstName: "Amina", Known: true}) {
		t.Errorf("%+v", mail)
	}
	if mail, err = w.OpeningLink(w.ctx, shop, "nobody@example.com"); err != nil || mail != (account.OpeningMail{}) {
		t.Errorf("of nobody the mail says %+v, %v", mail, err)
	}
}

func TestMailsThatAreTooManyLeaveTheEarlierLinkAsItIs(t *testing.T) {
	w := open(t)
	for range 5 {
		w.signUp("Amina", password)
	}
	token := w.opening()
	w.signUp("Sami", "of somebody else")
	if n := w.notices(notice.AccountOpening); n != 5 {
		t.Errorf("%d mails go out, want 5", n)
	}
	w.must(w.ForgotPassword(w.ctx, shop, "en", amina, home))
	if n := w.notices(notice.PasswordReset); n != 1 {
		t.Errorf("%d mails of another kind go out, want 1", n)
	}
	entry, err := w.Open(w.ctx, shop, token)
	w.must(err)
	if entry.User.FirstName != "Amina" {
		t.Errorf("the account is %s's", entry.User.FirstName)
	}
	w.pass(time.Hour)
	w.signUp("Amina", password)
	if n := w.notices(notice.AccountOpening); n != 6 {
		t.Errorf("%d mails went out, want 6", n)
	}
}

func TestAsMuchIsHashedForAStrangerAsForAUser(t *testing.T) {
	w := open(t)
	w.create()
	work := func(act func(email string)) (n [2]int) {
		for i, email := range []string{amina, "nobody@example.com"} {
			before := w.hashes.done
			act(email)
			n[i] = w.hashes.done - before
		}
		return n
	}
	for name, act := range map[string]func(email string){
		"sign in": func(email string) {
			_, err := w.SignIn(w.ctx, shop, email, "a guess", home)
			w.fails(err, fault.WrongPassword)
		},
		"sign up": func(email string) {
			w.must(w.SignUp(w.ctx, shop, "en", account.Asked{FirstName: "A", LastName: "B", Email: email, Password: password}, home))
		},
	} {
		if n := work(act); n != [2]int{1, 1} {
			t.Errorf("%s hashes %d times for a user, %d for a stranger", name, n[0], n[1])
		}
	}
	if n := work(func(email string) { w.must(w.ForgotPassword(w.ctx, shop, "en", email, home)) }); n != [2]int{} {
		t.Errorf("who forgot a password has %v hashed", n)
	}
}

func TestTooManyTriesAreRefusedBeforeAnythingIsHashed(t *testing.T) {
	w := open(t)
	w.create()
	try := func(email string, from account.Client) error {
		_, err := w.SignIn(w.ctx, shop, email, "a guess", from)
		return err
	}
	for range 10 {
		w.fails(try(amina, home), fault.WrongPassword)
	}
	before := w.hashes.done
	w.pass(5 * time.Minute)
	err := try(amina, home)
	w.fails(err, fault.TooManyTries)
	if e := fault.Of(err); e.RetryAfter != 10*time.Minute {
		t.Errorf("to be tried again after %v, want 10m", e.RetryAfter)
	}
	if w.hashes.done != before {
		t.Error("a try that is refused is hashed")
	}
	t.Run("by network, whatever the address", func(t *testing.T) {
		office := account.Client{Network: "192.0.2.2"}
		for i := range 100 {
			w.fails(try(strings.Repeat("a", i+1)+"@example.com", office), fault.WrongPassword)
		}
		w.fails(try("b@example.com", office), fault.TooManyTries)
	})
	t.Run("by address, whatever the network, and never the owner's browser", func(t *testing.T) {
		w.pass(time.Hour)
		entry, err := w.SignIn(w.ctx, shop, amina, password, home)
		w.must(err)
		own := account.Client{Network: home.Network, Device: entry.Device}
		refused := 0
		for i := range 120 {
			if fault.Is(try(amina, account.Client{Network: strings.Repeat("n", i+1)}), fault.TooManyTries) {
				refused++
			}
		}
		if refused != 21 { // her own try was the first
			t.Errorf("%d tries were refused, want 21", refused)
		}
		_, err = w.SignIn(w.ctx, shop, amina, password, account.Client{Network: "192.0.2.99"})
		w.fails(err, fault.TooManyTries)
		_, err = w.SignIn(w.ctx, shop, amina, password, own)
		w.must(err)
		// In another browser a new password makes it hers too.
		entry, err = w.ResetPassword(w.ctx, shop, w.reset(), "another password")
		w.must(err)
		_, err = w.SignIn(w.ctx, shop, amina, "another password", account.Client{Network: "192.0.2.99", Device: entry.Device})
		w.must(err)
		_, err = w.SignIn(w.ctx, shop, amina, "another password", own)
		w.fails(err, fault.TooManyTries)
	})
}

func TestABrowserThatIsKnownIsCountedToo(t *testing.T) {
	w := open(t)
	w.create()
	entry, err := w.SignIn(w.ctx, shop, amina, password, home)
	w.must(err)
	known := account.Client{Network: home.Network, Device: entry.Device}
	for range 10 {
		_, err := w.SignIn(w.ctx, shop, amina, "a guess", known)
		w.fails(err, fault.WrongPassword)
	}
	_, err = w.SignIn(w.ctx, shop, amina, password, known)
	w.fails(err, fault.TooManyTries)
	_, err = w.SignIn(w.ctx, shop, "nobody@example.com", "a guess", known)
	w.fails(err, fault.WrongPassword) // there it is a stranger
}

func TestAPasswordIsHashedAnewOnceItIsKnown(t *testing.T) {
	w := open(t)
	before := w.create()
	w.hashes.cost = "6"
	_, err := w.SignIn(w.ctx, shop, amina, "a guess", home)
	w.fails(err, fault.WrongPassword)
	entry, err := w.SignIn(w.ctx, shop, amina, password, home)
	w.must(err)
	after, err := w.store.Accounts().UserByEmail(w.ctx, shop, amina)
	w.must(err)
	if before.Password != "5:"+password || after.Password != "6:"+password || after.Epoch != before.Epoch {
		t.Errorf("%+v became %+v", before, after)
	}
	if _, err := w.SignedIn(w.ctx, shop, entry.User.ID, entry.User.Epoch); err != nil {
		t.Error(err)
	}
	w.hashes.done = 0
	_, err = w.SignIn(w.ctx, shop, amina, password, home)
	w.must(err)
	if w.hashes.done != 1 {
		t.Errorf("it is hashed %d times", w.hashes.done)
	}
}

func TestASessionIsOfOneDeploymentAndEndsWithThePassword(t *testing.T) {
	w := open(t)
	u := w.create()
	if got, err := w.SignedIn(w.ctx, shop, u.ID, u.Epoch); err != nil || got != u {
		t.Errorf("%+v, %v", got, err)
	}
	_, err := w.SignedIn(w.ctx, "trails", u.ID, u.Epoch)
	w.fails(err, fault.SignedOut)
	_, err = w.SignedIn(w.ctx, shop, "nobody", 0)
	w.fails(err, fault.SignedOut)
	w.must(w.SetPassword(w.ctx, shop, "AMINA@example.com", "another password"))
	_, err = w.SignedIn(w.ctx, shop, u.ID, u.Epoch)
	w.fails(err, fault.SignedOut)
	_, err = w.SignIn(w.ctx, shop, amina, password, home)
	w.fails(err, fault.WrongPassword)
	_, err = w.SignIn(w.ctx, shop, amina, "another password", home)
	w.must(err)
}

func TestWhatTheOperatorCannotDoIsSaid(t *testing.T) {
	w := open(t)
	w.create()
	_, err := w.Create(w.ctx, shop, amina, "Amina", "Haddad", password)
	w.fails(err, fault.Invalid)
	_, err = w.Create(w.ctx, shop, "amina", "", "", "short")
	if w.fails(err, fault.Invalid); len(fault.Of(err).Fields) != 4 {
		t.Errorf("%+v", fault.Of(err).Fields)
	}
	w.fails(w.SetPassword(w.ctx, "trails", amina, password), fault.NotFound)
	w.fails(w.SetPassword(w.ctx, shop, amina, "short"), fault.Invalid)
	w.fails(w.AskReset(w.ctx, "trails", "en", amina), fault.NotFound)
	w.must(w.AskReset(w.ctx, shop, "ar", " Amina@Example.com "))
	if n := w.notices(notice.PasswordReset); n != 1 {
		t.Errorf("%d mails go out, want 1", n)
	}
}

func TestAPasswordIsTheSameHoweverAKeyboardWritesIt(t *testing.T) {
	w := open(t)
	composed, decomposed := "caf\u00e9 noir", "cafe\u0301 noir"
	_, err := w.Create(w.ctx, shop, amina, "Amina", "Haddad", decomposed)
	w.must(err)
	for _, p := range []string{composed, decomposed} {
		if _, err := w.SignIn(w.ctx, shop, amina, p, home); err != nil {
			t.Errorf("%q: %v", p, err)
		}
	}
	_, err = w.SignIn(w.ctx, shop, amina, "cafe noir", home)
	w.fails(err, fault.WrongPassword)
}

func TestArgon2idHasTheParametersThatAreStated(t *testing.T) {
	ctx, a := t.Context(), account.NewArgon2id()
	hash, err := a.Hash(ctx, password)
	if err != nil || !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Fatalf("%q, %v", hash, err)
	}
	old, err := argon2id.CreateHash(password, &argon2id.Params{Memory: 1024, Iterations: 1, Parallelism: 1, SaltLength: 16, KeyLength: 32})
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		password, hash string
		ok, old        bool
	}{
		"the password":             {password, hash, true, false},
		"another":                  {password + " ", hash, false, false},
		"with parameters of old":   {password, old, true, true},
		"another, of old":          {"x", old, false, true},
		"of nobody":                {password, "", false, false},
		"of nobody, with a guess ": {"", "", false, false},
	} {
		if ok, old, err := a.Matches(ctx, test.password, test.hash); ok != test.ok || old != test.old || err != nil {
			t.Errorf("%s: %v, %v, %v", name, ok, old, err)
		}
	}
	if _, _, err := a.Matches(ctx, password, "plain"); err == nil {
		t.Error("what is no hash is compared")
	}
	left, leave := context.WithCancel(ctx)
	leave()
	busy := account.Busy()
	if _, err := busy.Hash(left, password); !fault.Is(err, fault.Unavailable) || errors.Is(err, context.Canceled) {
		t.Errorf("who cannot wait is told %v", err)
	}
}
