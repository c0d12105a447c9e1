package account_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/alexedwards/argon2id"

	"storefront/internal/core/fault"
	"storefront/internal/shop/account"
)

func TestAPasswordIsRehashedAtSignIn(t *testing.T) {
	w := open(t)
	before := w.create()
	w.hashes.cost = "6"
	_, err := w.SignIn(w.ctx, shop, amina, "a guess", home)
	w.wantFault(err, fault.WrongPassword)
	entry, err := w.SignIn(w.ctx, shop, amina, password, home)
	w.must(err)
	after, err := w.store.Accounts().UserByEmail(w.ctx, shop, amina)
	w.must(err)
	if before.Password != "5:"+password || after.Password != "6:"+password || after.Epoch != before.Epoch {
		t.Errorf("%+v became %+v", before, after)
	}
	if w.userOf(shop, entry.User.ID, entry.User.Epoch) == nil {
		t.Error("the session has ended")
	}
	w.hashes.done = 0
	_, err = w.SignIn(w.ctx, shop, amina, password, home)
	w.must(err)
	if w.hashes.done != 1 {
		t.Errorf("it is hashed %d times", w.hashes.done)
	}
}

func TestPasswordsMatchInAnyUnicodeNormalForm(t *testing.T) {
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
	w.wantFault(err, fault.WrongPassword)
}

func TestArgon2idUsesTheStatedParametersAndDetectsOldOnes(t *testing.T) {
	ctx, a := t.Context(), account.NewArgon2id()
	hash, err := a.Hash(ctx, password)
	if err != nil || !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Fatalf("%q, %v", hash, err)
	}
	old, err := argon2id.CreateHash(password, &argon2id.Params{Memory: 1024, Iterations: 1, Parallelism: 1,
		SaltLength: 16, KeyLength: 32})
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		password, hash string
		ok, old        bool
	}{
		"the password":                 {password, hash, true, false},
		"another":                      {password + " ", hash, false, false},
		"with old parameters":          {password, old, true, true},
		"another, with old parameters": {"x", old, false, true},
		"without a hash":               {password, "", false, false},
		"without a hash or password":   {"", "", false, false},
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
		t.Errorf("without a free processor the error is %v", err)
	}
}
