package account_test

import (
	"strings"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/shop/account"
)

func TestRateLimitedMailsDoNotInvalidateEarlierLinks(t *testing.T) {
	w := open(t)
	browser := home
	for range 5 {
		browser = w.signUpFrom(browser, "Amina", password)
	}
	token := w.openingToken()
	w.signUp("Sami", "of somebody else")
	if n := w.notices(notice.AccountOpening); n != 5 {
		t.Errorf("%d mails go out, want 5", n)
	}
	w.must(w.ForgotPassword(w.ctx, shop, "en", amina, home))
	if n := w.notices(notice.PasswordReset); n != 1 {
		t.Errorf("%d mails of another kind go out, want 1", n)
	}
	entry, err := w.Open(w.ctx, shop, token, browser)
	w.must(err)
	if entry.User.FirstName != "Amina" {
		t.Errorf("the account is %s's", entry.User.FirstName)
	}
	w.advance(time.Hour)
	w.signUp("Amina", password)
	if n := w.notices(notice.AccountOpening); n != 6 {
		t.Errorf("%d mails went out, want 6", n)
	}
}

func TestUnknownAddressesCostTheSameHashingAsKnownOnes(t *testing.T) {
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
	for name, call := range map[string]func(email string){
		"sign in": func(email string) {
			_, err := w.SignIn(w.ctx, shop, email, "a guess", home)
			w.wantFault(err, fault.WrongPassword)
		},
		"sign up": func(email string) {
			_, err := w.SignUp(w.ctx, shop, "en", account.SignUpRequest{FirstName: "A", LastName: "B", Email: email,
				Password: password}, home)
			w.must(err)
		},
	} {
		if n := work(call); n != [2]int{1, 1} {
			t.Errorf("%s hashes %d times for a user, %d for a stranger", name, n[0], n[1])
		}
	}
	if n := work(func(email string) { w.must(w.ForgotPassword(w.ctx, shop, "en", email, home)) }); n != [2]int{} {
		t.Errorf("who forgot a password has %v hashed", n)
	}
}

func TestTooManySignInAttemptsAreRejectedBeforeHashing(t *testing.T) {
	w := open(t)
	w.create()
	try := func(email string, from account.Client) error {
		_, err := w.SignIn(w.ctx, shop, email, "a guess", from)
		return err
	}
	for range 10 {
		w.wantFault(try(amina, home), fault.WrongPassword)
	}
	before := w.hashes.done
	w.advance(5 * time.Minute)
	err := try(amina, home)
	w.wantFault(err, fault.TooManyTries)
	if e := fault.Of(err); e.RetryAfter != 10*time.Minute {
		t.Errorf("to be tried again after %v, want 10m", e.RetryAfter)
	}
	if w.hashes.done != before {
		t.Error("a try that is refused is hashed")
	}
	t.Run("by network, for any address", func(t *testing.T) {
		office := account.Client{Network: "192.0.2.2"}
		for i := range 100 {
			w.wantFault(try(strings.Repeat("a", i+1)+"@example.com", office), fault.WrongPassword)
		}
		w.wantFault(try("b@example.com", office), fault.TooManyTries)
	})
	t.Run("by address, for any network, except the owner's browser", func(t *testing.T) {
		w.advance(time.Hour)
		entry, err := w.SignIn(w.ctx, shop, amina, password, home)
		w.must(err)
		own := account.Client{Network: home.Network, Device: entry.Device}
		refused := 0
		for i := range 120 {
			if fault.Is(try(amina, account.Client{Network: strings.Repeat("n", i+1)}), fault.TooManyTries) {
				refused++
			}
		}
		if refused != 21 { // the owner's own try was the first
			t.Errorf("%d tries were refused, want 21", refused)
		}
		_, err = w.SignIn(w.ctx, shop, amina, password, account.Client{Network: "192.0.2.99"})
		w.wantFault(err, fault.TooManyTries)
		_, err = w.SignIn(w.ctx, shop, amina, password, own)
		w.must(err)
		// In another browser a new password makes it hers too.
		entry, err = w.ResetPassword(w.ctx, shop, w.resetToken(), "another password")
		w.must(err)
		_, err = w.SignIn(w.ctx, shop, amina, "another password",
			account.Client{Network: "192.0.2.99", Device: entry.Device})
		w.must(err)
		_, err = w.SignIn(w.ctx, shop, amina, "another password", own)
		w.wantFault(err, fault.TooManyTries)
	})
}

func TestSignInAttemptsFromAKnownBrowserAreLimited(t *testing.T) {
	w := open(t)
	w.create()
	entry, err := w.SignIn(w.ctx, shop, amina, password, home)
	w.must(err)
	known := account.Client{Network: home.Network, Device: entry.Device}
	for range 10 {
		_, err := w.SignIn(w.ctx, shop, amina, "a guess", known)
		w.wantFault(err, fault.WrongPassword)
	}
	_, err = w.SignIn(w.ctx, shop, amina, password, known)
	w.wantFault(err, fault.TooManyTries)
	_, err = w.SignIn(w.ctx, shop, "nobody@example.com", "a guess", known)
	w.wantFault(err, fault.WrongPassword) // there it is a stranger
}
