package storetest

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/shop/account"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/limit"
	"storefront/internal/store/sqlstore"
)

var accounts = []promise{
	{"a saved account is read back unchanged, by its id and its address", func(t *testing.T, s Store) {
		want := filled[account.User]()
		saveUser(t, s, want)
		wantRead(t, want)(s.Accounts().User(ctx, want.ID))
		wantRead(t, want)(s.Accounts().UserByEmail(ctx, want.Deployment, want.Email))
	}},
	{"saving an account again replaces it", func(t *testing.T, s Store) {
		first, want := filled[account.User](), filled[account.User]()
		want.ID, want.Deployment, want.Email = first.ID, first.Deployment, first.Email
		saveUser(t, s, first)
		saveUser(t, s, want)
		wantRead(t, want)(s.Accounts().User(ctx, want.ID))
	}},
	{"an address has one account per deployment", func(t *testing.T, s Store) {
		saveUser(t, s, account.User{ID: "one", Deployment: "wayfare", Email: "a@example.com"})
		err := doAccounts(s, func(tx account.Tx) error {
			return tx.SaveUser(ctx, account.User{ID: "two", Deployment: "wayfare", Email: "a@example.com"})
		})
		wantFault(t, err, fault.Invalid)
		wantFault(t, errOf(s.Accounts().UserByEmail(ctx, "trails", "a@example.com")), fault.NotFound)
		saveUser(t, s, account.User{ID: "three", Deployment: "trails", Email: "a@example.com"})
		got, err := s.Accounts().UserByEmail(ctx, "wayfare", "a@example.com")
		if err != nil || got.ID != "one" {
			t.Errorf("the account is %q, %v", got.ID, err)
		}
	}},
	{"each deployment with an account or an order is listed once", func(t *testing.T, s Store) {
		saveUser(t, s, account.User{ID: "one", Deployment: "wayfare", Email: "a@example.com"})
		saveUser(t, s, account.User{ID: "two", Deployment: "trails", Email: "a@example.com"})
		for i, deployment := range []string{"souk", "wayfare"} {
			o := booking.Order{ID: deployment, Reference: fmt.Sprint(i), Key: deployment, Deployment: deployment}
			do(t, s, func(tx booking.Tx) error { return tx.InsertOrder(ctx, o) })
		}
		got, err := s.Deployments(ctx)
		if want := []string{"souk", "trails", "wayfare"}; err != nil || !slices.Equal(got, want) {
			t.Errorf("%v, %v, want %v", got, err, want)
		}
	}},
	{"accounts are listed in the order of their addresses", func(t *testing.T, s Store) {
		for i, email := range []string{"c@example.com", "a@example.com", "b@example.com"} {
			saveUser(t, s, account.User{ID: fmt.Sprint(i), Deployment: "wayfare", Email: email})
		}
		saveUser(t, s, account.User{ID: "other", Deployment: "trails", Email: "a@example.com"})
		for _, c := range []struct {
			deployment string
			limit      int
			want       []string
		}{{"wayfare", 9, []string{"1", "2", "0"}}, {"", 9, []string{"other", "1", "2", "0"}},
			{"wayfare", 1, []string{"1"}}, {"souk", 9, nil}} {
			users, err := s.Accounts().Users(ctx, c.deployment, c.limit)
			must(t, err)
			var ids []string
			for _, u := range users {
				ids = append(ids, u.ID)
			}
			wantEqual(t, ids, c.want)
		}
	}},
	{"an account is deleted with its cart and links, and no other is", func(t *testing.T, s Store) {
		gone := account.User{ID: "gone", Deployment: "wayfare", Email: "a@example.com"}
		stays := account.User{ID: "stays", Deployment: "trails", Email: "a@example.com"}
		for _, u := range []account.User{gone, stays} {
			saveUser(t, s, u)
			must(t, doAccounts(s, func(tx account.Tx) error {
				return tx.SaveLink(ctx, account.Link{Hash: u.ID, Purpose: account.Reset, Deployment: u.Deployment,
					Email: u.Email, ExpiresAt: noon})
			}))
			do(t, s, func(tx booking.Tx) error {
				return tx.SaveCart(ctx, booking.Cart{ID: u.CartID(), Deployment: u.Deployment})
			})
		}
		must(t, doAccounts(s, func(tx account.Tx) error { return tx.DeleteUser(ctx, gone) }))
		for _, u := range []account.User{gone, stays} {
			_, user := s.Accounts().User(ctx, u.ID)
			_, cart := s.Read().Cart(ctx, u.CartID())
			_, link := s.Accounts().Link(ctx, account.Reset, u.ID)
			for _, err := range []error{user, cart, link} {
				if deleted := fault.Is(err, fault.NotFound); deleted != (u == gone) {
					t.Errorf("of %s: %v", u.ID, err)
				}
			}
		}
		wantFault(t, doAccounts(s, func(tx account.Tx) error { return tx.DeleteUser(ctx, gone) }), fault.NotFound)
	}},
	{"an account stays locked after it is read", func(t *testing.T, s Store) {
		saveUser(t, s, account.User{ID: "one", Deployment: "wayfare", Email: "a@example.com"})
		wantLocked(t, s, s.Accounts().Do, func(tx account.Tx, u account.User) error {
			u.Epoch++
			return tx.SaveUser(ctx, u)
		}, func(tx account.Tx) (account.User, error) { return tx.UserByEmail(ctx, "wayfare", "a@example.com") })
		wantEqual(t, read[account.User](t)(s.Accounts().User(ctx, "one")).Epoch, 40)
	}},
	{"a saved link is read back unchanged and can be taken once", func(t *testing.T, s Store) {
		want := filled[account.Link]()
		saveLink(t, s, want)
		wantRead(t, want)(s.Accounts().Link(ctx, want.Purpose, want.Hash))
		wantRead(t, want)(takeLink(s, want.Purpose, want.Hash))
		wantFault(t, errOf(takeLink(s, want.Purpose, want.Hash)), fault.NotFound)
		wantFault(t, errOf(s.Accounts().Link(ctx, want.Purpose, want.Hash)), fault.NotFound)
	}},
	{"one of many concurrent visitors gets a link", func(t *testing.T, s Store) {
		for round := range Rounds() {
			hash := fmt.Sprint("hash-", round)
			saveLink(t, s, account.Link{Hash: hash, Purpose: account.Reset, Deployment: "wayfare", Email: hash})
			Race(20, fault.NotFound, warmUp(s), func(int) error {
				_, err := takeLink(s, account.Reset, hash)
				return err
			}).want(t, 1, 19)
		}
	}},
	{"a link stays if the transaction taking it fails", func(t *testing.T, s Store) {
		saveLink(t, s, account.Link{Hash: "hash", Purpose: account.Reset, Deployment: "wayfare",
			Email: "a@example.com"})
		_ = doAccounts(s, func(tx account.Tx) error {
			if _, err := tx.TakeLink(ctx, account.Reset, "hash"); err != nil {
				t.Error(err)
			}
			return errGivenUp
		})
		if _, err := takeLink(s, account.Reset, "hash"); err != nil {
			t.Error(err)
		}
	}},
	{"a new link replaces the earlier one of its purpose and address only", linksReplace},
	{"a link cannot be taken before it is mailed", func(t *testing.T, s Store) {
		saveLink(t, s, account.Link{Purpose: account.Opening, Deployment: "wayfare", Email: "a@example.com"})
		saveLink(t, s, account.Link{Purpose: account.Opening, Deployment: "wayfare", Email: "b@example.com"})
		wantFault(t, errOf(takeLink(s, account.Opening, "")), fault.NotFound)
		wantFault(t, errOf(s.Accounts().Link(ctx, account.Opening, "")), fault.NotFound)
	}},
	{"a known browser is recognised until it expires", func(t *testing.T, s Store) {
		for range 2 { // the second prolongs
			must(t, doAccounts(s, func(tx account.Tx) error { return tx.SaveDevice(ctx, "hash", noon) }))
		}
		for at, want := range map[time.Time]bool{noon.Add(-time.Microsecond): true, noon: false} {
			if got, err := s.Accounts().HasDevice(ctx, "hash", at); got != want || err != nil {
				t.Errorf("at %v: %v, %v", at, got, err)
			}
		}
		if got, err := s.Accounts().HasDevice(ctx, "another", noon.AddDate(-1, 0, 0)); got || err != nil {
			t.Errorf("another: %v, %v", got, err)
		}
	}},
	{"attempts are counted by key, in windows starting with the first", triesCount},
	{"concurrent attempts get different numbers", func(t *testing.T, s Store) {
		var mu sync.Mutex
		var numbers []int
		Race(40, "", warmUp(s), func(int) error {
			return doLimits(s, func(tx limit.Tx) error {
				tries, err := tx.CountTry(ctx, "key", noon, time.Hour)
				mu.Lock()
				defer mu.Unlock()
				numbers = append(numbers, tries.Count)
				return err
			})
		}).want(t, 40, 0)
		slices.Sort(numbers)
		for i, n := range numbers {
			if n != i+1 {
				t.Fatalf("the numbers are %v", numbers)
			}
		}
	}},
	{"purging deletes expired rows and no others", purge},
}

// doLimits runs work on limits.
func doLimits(s Store, work func(limit.Tx) error) error { return s.Limits().Do(ctx, work) }

func linksReplace(t *testing.T, s Store) {
	link := func(hash string, purpose account.Purpose, deployment, email string) account.Link {
		return account.Link{Hash: hash, Purpose: purpose, Deployment: deployment, Email: email}
	}
	for _, l := range []account.Link{
		link("first", account.Reset, "wayfare", "a@example.com"),
		link("purpose", account.Opening, "wayfare", "a@example.com"),
		link("deployment", account.Reset, "trails", "a@example.com"),
		link("address", account.Reset, "wayfare", "b@example.com"),
		link("second", account.Reset, "wayfare", "a@example.com"),
	} {
		saveLink(t, s, l)
	}
	wantFault(t, errOf(takeLink(s, account.Reset, "first")), fault.NotFound)
	wantFault(t, errOf(takeLink(s, account.Reset, "purpose")), fault.NotFound)
	must(t, doAccounts(s, func(tx account.Tx) error {
		got, err := tx.LinkTo(ctx, account.Reset, "wayfare", "a@example.com")
		if got.Hash != "second" {
			t.Errorf("the link is %q", got.Hash)
		}
		return err
	}))
	for hash, purpose := range map[string]account.Purpose{
		"purpose": account.Opening, "deployment": account.Reset, "address": account.Reset, "second": account.Reset,
	} {
		if _, err := takeLink(s, purpose, hash); err != nil {
			t.Errorf("%s: %v", hash, err)
		}
	}
}

func triesCount(t *testing.T, s Store) {
	want := func(key string, at time.Duration, count int, until time.Duration) {
		t.Helper()
		must(t, doLimits(s, func(tx limit.Tx) error {
			got, err := tx.CountTry(ctx, key, noon.Add(at), time.Hour)
			wantEqual(t, got, limit.Tries{Count: count, Until: noon.Add(until)})
			return err
		}))
	}
	want("key", 0, 1, time.Hour)
	want("key", 40*time.Minute, 2, time.Hour)
	want("another", 40*time.Minute, 1, 100*time.Minute)
	want("key", time.Hour-time.Microsecond, 3, time.Hour)
	want("key", time.Hour, 1, 2*time.Hour)
	want("key", time.Hour, 2, 2*time.Hour)
	must(t, doAccounts(s, func(tx account.Tx) error { return tx.ResetTries(ctx, "key") }))
	want("key", time.Hour, 1, 2*time.Hour)
	want("another", time.Hour, 2, 100*time.Minute)
}

func purge(t *testing.T, s Store) {
	sessions := s.Sessions()
	for i, at := range []time.Time{noon.Add(-time.Second), noon.Add(time.Second).AddDate(100, 0, 0)} {
		name := fmt.Sprint(i)
		saveLink(t, s, account.Link{Hash: name, Purpose: account.Reset, Deployment: "wayfare", Email: name,
			ExpiresAt: at})
		must(t, doAccounts(s, func(tx account.Tx) error {
			return tx.SaveDevice(ctx, name, at)
		}))
		must(t, doLimits(s, func(tx limit.Tx) error {
			_, err := tx.CountTry(ctx, name, at, 0)
			return err
		}))
		must(t, sessions.CommitCtx(ctx, name, []byte("data"), at))
	}
	if _, err := s.Purge(ctx, sqlstore.Expiry{Now: noon}); err != nil {
		t.Fatal(err)
	}
	for name, kept := range map[string]bool{"0": false, "1": true} {
		_, err := s.Accounts().Link(ctx, account.Reset, name)
		if (err == nil) != kept {
			t.Errorf("link %s: %v", name, err)
		}
		if known, err := s.Accounts().HasDevice(ctx, name, noon.AddDate(-100, 0, 0)); known != kept || err != nil {
			t.Errorf("device %s: %v, %v", name, known, err)
		}
		must(t, doLimits(s, func(tx limit.Tx) error {
			tries, err := tx.CountTry(ctx, name, noon.AddDate(-100, 0, 0), time.Hour)
			if (tries.Count == 2) != kept {
				t.Errorf("tries %s: %d", name, tries.Count)
			}
			return err
		}))
	}
	if _, found, err := sessions.FindCtx(ctx, "1"); !found || err != nil {
		t.Errorf("session: %v, %v", found, err)
	}
}

// doAccounts runs work on accounts.
func doAccounts(s Store, work func(tx account.Tx) error) error { return s.Accounts().Do(ctx, work) }

func saveUser(t testing.TB, s Store, u account.User) {
	t.Helper()
	must(t, doAccounts(s, func(tx account.Tx) error { return tx.SaveUser(ctx, u) }))
}

func saveLink(t testing.TB, s Store, l account.Link) {
	t.Helper()
	must(t, doAccounts(s, func(tx account.Tx) error { return tx.SaveLink(ctx, l) }))
}

func takeLink(s Store, purpose account.Purpose, hash string) (link account.Link, err error) {
	err = doAccounts(s, func(tx account.Tx) error {
		link, err = tx.TakeLink(ctx, purpose, hash)
		return err
	})
	return link, err
}
