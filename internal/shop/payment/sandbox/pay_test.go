package sandbox_test

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"storefront/internal/shop/payment"
	"storefront/internal/shop/payment/sandbox"
)

func start(t testing.TB, p *sandbox.Provider, key string) string {
	t.Helper()
	s, err := p.Start(t.Context(), request(key))
	if err != nil {
		t.Fatal(err)
	}
	return s.ID
}

func must[T any](t testing.TB) func(T, error) T {
	return func(got T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
}

// ledger is what moved in a session: "authorised 39550, captured 100".
func ledger(t testing.TB, p *sandbox.Provider, id string) string {
	t.Helper()
	var moved []string
	for _, e := range must[[]sandbox.Entry](t)(p.Ledger(t.Context())) {
		if e.Session == id {
			moved = append(moved, fmt.Sprintf("%s %d", e.Kind, e.Amount))
		}
	}
	return strings.Join(moved, ", ")
}

func TestEachTestCardHasItsDocumentedOutcome(t *testing.T) {
	p := open(t, nil)
	for i, c := range []struct {
		card     string
		outcome  sandbox.Outcome
		status   payment.Status
		declined bool
	}{
		{"4242 4242 4242 4242", sandbox.Accepted, payment.Authorised, false},
		{"4000 0000 0000 0002", sandbox.Declined, payment.Open, true},
		{"4000 0025 0000 3155", sandbox.Challenged, payment.Open, false},
		{"4000 0000 0000 0259", sandbox.Accepted, payment.Processing, false},
		{"4000 0000 0000 3055", sandbox.Accepted, payment.Authorised, false},
		{"5555 5555 5555 4444", sandbox.Declined, payment.Open, true},
		{"٤٢٤٢-٤٢٤٢-٤٢٤٢-٤٢٤٢", sandbox.Accepted, payment.Authorised, false},
	} {
		id := start(t, p, fmt.Sprint(i))
		outcome, err := p.Pay(t.Context(), id, c.card)
		state := must[payment.State](t)(p.State(t.Context(), id))
		if err != nil || outcome != c.outcome || state.Status != c.status || state.Declined != c.declined {
			t.Errorf("%s: %s, %v, %+v", c.card, outcome, err, state)
		}
	}
	if _, err := p.Pay(t.Context(), start(t, p, "luhn"), "4242 4242 4242 4241"); !errors.Is(err, sandbox.ErrCard) {
		t.Error("a number that no card has:", err)
	}
}

func TestBankAnswerCannotBeChanged(t *testing.T) {
	p := open(t, nil)
	id := start(t, p, "1")
	must[sandbox.Outcome](t)(p.Pay(t.Context(), id, sandbox.CardChallenge))
	if outcome := must[sandbox.Outcome](t)(p.Answer(t.Context(), id, false)); outcome != sandbox.Declined {
		t.Error(outcome)
	}
	if _, err := p.Answer(t.Context(), id, true); !errors.Is(err, payment.ErrRefused) {
		t.Error("the bank changed its mind:", err)
	}
	must[sandbox.Outcome](t)(p.Pay(t.Context(), id, sandbox.CardChallenge))
	must[sandbox.Outcome](t)(p.Answer(t.Context(), id, true))
	if got := ledger(t, p, id); got != "authorised 39550" {
		t.Error(got)
	}
}

func TestUncapturableCardIsNeverCaptured(t *testing.T) {
	p := open(t, nil)
	id := start(t, p, "1")
	must[sandbox.Outcome](t)(p.Pay(t.Context(), id, sandbox.CardUncapturable))
	for _, key := range []string{"a", "a", "b"} {
		if _, err := p.Capture(t.Context(), id, 100, key); !errors.Is(err, payment.ErrRefused) {
			t.Error(err)
		}
	}
	must[payment.State](t)(p.Void(t.Context(), id, "v"))
	if got := ledger(t, p, id); got != "authorised 39550, voided 39550" {
		t.Error(got)
	}
}

func TestTwentyConcurrentPaymentsAuthoriseOnce(t *testing.T) {
	all := openThree(t, nil)
	for round := range 5 {
		id := start(t, all[0], fmt.Sprint(round))
		var buyers sync.WaitGroup
		for i := range 20 {
			buyers.Go(func() {
				if outcome, err := all[i%len(all)].Pay(t.Context(), id,
					sandbox.CardSuccess); outcome != sandbox.Accepted {
					t.Error(outcome, err)
				}
			})
		}
		buyers.Wait()
		if got := ledger(t, all[0], id); got != "authorised 39550" {
			t.Error(got)
		}
	}
}

// The control: with the guards gone, the same twenty payments do authorise more than once.
func TestConcurrentPaymentsWithoutGuardsAuthoriseTwice(t *testing.T) {
	all := openThree(t, nil)
	must[sql.Result](t)(all[0].DB().Exec(`DROP TABLE sandbox_journal; CREATE TABLE sandbox_journal (session TEXT,
		number BIGINT, kind TEXT, amount BIGINT, key TEXT, at BIGINT, attempts BIGINT, next_at BIGINT)`))
	for round := range 100 {
		id := start(t, all[0], fmt.Sprint(round))
		var buyers sync.WaitGroup
		for i := range 20 {
			buyers.Go(func() { _ = sandbox.PayUnguarded(t.Context(), all[i%len(all)], id) })
		}
		buyers.Wait()
		if strings.Count(ledger(t, all[0], id), "authorised") > 1 {
			return
		}
	}
	t.Error("the race tests prove nothing")
}

func TestProcessesStartedTogetherShareASecret(t *testing.T) {
	for range 10 {
		file := filepath.Join(t.TempDir(), "sandbox.db")
		all := make([]*sandbox.Provider, 5)
		var processes sync.WaitGroup
		for i := range all {
			processes.Go(func() {
				p, err := sandbox.Open(sandbox.Config{File: file})
				if err != nil {
					t.Error(err)
					return
				}
				all[i] = p
			})
		}
		processes.Wait()
		for _, p := range all {
			if p == nil {
				return
			}
			header := http.Header{sandbox.SignatureHeader: {all[0].Signature([]byte(body), sentAt)}}
			if _, err := p.ParseEvent(t.Context(), header, []byte(body), sentAt); err != nil {
				t.Error(err)
			}
			_ = p.Close()
		}
	}
}

func TestIdempotencyKeysAreSeparatePerOperation(t *testing.T) {
	p := open(t, nil)
	id := start(t, p, "order")
	must[sandbox.Outcome](t)(p.Pay(t.Context(), id, sandbox.CardSuccess))
	must[payment.State](t)(p.Capture(t.Context(), id, 39550, "order"))
	must[payment.State](t)(p.Refund(t.Context(), id, 50, "order"))
	if got := ledger(t, p, id); got != "authorised 39550, captured 39550, refunded 50" {
		t.Error(got)
	}
	other := start(t, p, "other")
	must[sandbox.Outcome](t)(p.Pay(t.Context(), other, sandbox.CardSuccess))
	if _, err := p.Capture(t.Context(), other, 39550, "order"); !errors.Is(err, sandbox.ErrKeyReused) {
		t.Error("the key of another session:", err)
	}
}

func TestTimedChangesAreStoredAtTheirInstant(t *testing.T) {
	var at clock
	p := open(t, func(c *sandbox.Config) { c.Clock = at.now })
	began := at.now()
	slow, unpaid := start(t, p, "slow"), start(t, p, "left")
	must[sandbox.Outcome](t)(p.Pay(t.Context(), slow, sandbox.CardSlow))
	at.advance(8 * 24 * time.Hour)
	if state := must[payment.State](t)(p.State(t.Context(), slow)); state.Status != payment.Voided {
		t.Errorf("%+v", state)
	}
	if got := ledger(t, p, slow); got != "authorised 39550, lapsed 39550" {
		t.Error(got)
	}
	for _, e := range must[[]sandbox.Entry](t)(p.Ledger(t.Context())) {
		want := map[sandbox.Kind]time.Duration{sandbox.Authorised: 8 * time.Second, sandbox.Lapsed: 7*24*time.Hour +
			8*time.Second}[e.Kind]
		if deviation := e.At.Sub(began) - want; deviation.Abs() > 5*time.Second {
			t.Errorf("%s is %v off", e.Kind, deviation)
		}
	}
	for _, r := range must[[]sandbox.Record](t)(p.Sessions(t.Context())) {
		if r.Session == unpaid && (r.Status != payment.Failed || r.Order != "order-left" || r.Total != 39550 ||
			r.Currency != "AED") {
			t.Errorf("%+v", r)
		}
	}
}

func TestCardNumbersAreNotStored(t *testing.T) {
	dir := t.TempDir()
	p := openFile(t, filepath.Join(dir, "sandbox.db"), nil)
	for i, card := range []string{sandbox.CardSuccess, sandbox.CardDecline, sandbox.CardChallenge, sandbox.CardSlow,
		"5555555555554444"} {
		must[sandbox.Outcome](t)(p.Pay(t.Context(), start(t, p, fmt.Sprint(i)), card))
	}
	files := must[[]string](t)(filepath.Glob(filepath.Join(dir, "*")))
	if len(files) < 2 {
		t.Fatal("no log beside the database:", files)
	}
	for _, file := range files {
		content := must[[]byte](t)(os.ReadFile(file))
		for _, part := range []string{"42424242", "400000", "5555555"} {
			if bytes.Contains(content, []byte(part)) {
				t.Errorf("%s has %s", filepath.Base(file), part)
			}
		}
	}
}

func TestInvalidPaymentRequestsAreRejected(t *testing.T) {
	p := open(t, nil)
	for name, change := range map[string]func(*payment.Request){
		"a relative return URL":        func(r *payment.Request) { r.ReturnURL = "/orders/1" },
		"a script as return URL":       func(r *payment.Request) { r.ReturnURL = "javascript:alert(1)" },
		"a cancel URL on another host": func(r *payment.Request) { r.CancelURL = "http://elsewhere.test/" },
		"nothing to pay":               func(r *payment.Request) { r.Total, r.Lines = 0, nil },
		"lines unequal to total":       func(r *payment.Request) { r.Total++ },
		"no key":                       func(r *payment.Request) { r.Key = "" },
		"a page that has expired":      func(r *payment.Request) { r.ExpiresAt = time.Now().Add(-time.Second) },
	} {
		r := request(name)
		change(&r)
		if s, err := p.Start(t.Context(), r); err == nil {
			t.Errorf("%s: %s", name, s.URL)
		}
	}
}

func TestAKeyStillFindsItsSessionWhenThePageHasExpired(t *testing.T) {
	var at clock
	p := open(t, func(c *sandbox.Config) { c.Clock = at.now })
	r := request("1")
	first := must[payment.Session](t)(p.Start(t.Context(), r))
	at.advance(2 * time.Hour)
	if again := must[payment.Session](t)(p.Start(t.Context(), r)); again != first {
		t.Errorf("%+v, then %+v", first, again)
	}
}

// A call that fails in mid-write takes no other with it.
func TestFailedWriteDoesNotAffectOtherCallers(t *testing.T) {
	p := open(t, nil)
	ids := make([]string, 40)
	for i := range ids {
		ids[i] = start(t, p, fmt.Sprint(i))
		must[sandbox.Outcome](t)(p.Pay(t.Context(), ids[i], sandbox.CardSuccess))
	}
	must[sql.Result](t)(p.DB().Exec(`CREATE TRIGGER no_odd_amounts BEFORE INSERT ON sandbox_journal WHEN NEW.amount % 2 = 1
		BEGIN SELECT RAISE(ABORT, 'odd'); END`))
	var shops sync.WaitGroup
	for i, id := range ids {
		shops.Go(func() {
			if _, err := p.Capture(t.Context(), id, int64(100+i), id); (err != nil) != (i%2 == 1) {
				t.Errorf("capture of %d: %v", 100+i, err)
			}
		})
	}
	shops.Wait()
	for i, id := range ids {
		want := fmt.Sprintf("authorised 39550, captured %d", 100+i)
		if i%2 == 1 {
			want = "authorised 39550"
		}
		if got := ledger(t, p, id); got != want {
			t.Errorf("%s and not %s", got, want)
		}
	}
}
