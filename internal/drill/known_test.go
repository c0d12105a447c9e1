package drill_test

import (
	"os"
	"sync/atomic"
	"testing"
	"time"

	"storefront/internal/payment"
	"storefront/internal/payment/sandbox"
)

// known skips what is known not to hold yet; KNOWN=1 shows it.
func known(t *testing.T, why string) {
	t.Helper()
	if os.Getenv("KNOWN") == "" {
		t.Skip(why)
	}
}

// Pay reads its clock, and commits later. State meanwhile ends the page by the clock alone, without the session's lock,
// and so tells what is undone a moment later.
func TestAPageThatHasEndedIsNotPaidAfterwards(t *testing.T) {
	known(t, "sandbox.State tells by the clock, without the session's lock, that a page has ended which is just being paid")
	d := onPostgres(t)
	var (
		bank  *sandbox.Provider
		calls atomic.Int64
		told  payment.State
		end   time.Time
		id    string
	)
	bank, closeBank, err := d.openBank(sandbox.Config{Clock: func() time.Time {
		if id == "" {
			return end.Add(-time.Minute)
		}
		if calls.Add(1) == 1 { // Pay asks for the time; what follows until it goes on is somebody else's
			told, _ = bank.State(t.Context(), id)
			return end.Add(-time.Second)
		}
		return end.Add(time.Second)
	}})
	must(t, err)
	defer closeBank()
	end = time.Now().Add(time.Hour)
	session, err := bank.Start(t.Context(), payment.Request{
		Key: "key", Order: "order", Currency: "AED", Exponent: 2, Total: seatPrice, ReturnURL: "http://drills.test", CancelURL: "http://drills.test",
		ExpiresAt: end,
	})
	must(t, err)
	id = session.ID
	outcome, err := bank.Pay(t.Context(), id, sandbox.CardSuccess)
	if told.Status == payment.Failed && outcome == sandbox.Accepted {
		t.Errorf("State told %s, and then the page was paid (%v)", told.Status, err)
	}
}
