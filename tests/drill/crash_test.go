package drill_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"storefront/internal/shop/booking"
	"storefront/internal/shop/payment"
	"storefront/internal/shop/payment/sandbox"
)

// settledWithin is how long a restarted server may take until every paid order is where it belongs.
const settledWithin = 30 * time.Second

// patientVisitor is a visitor who continues after every crash: they repeat unanswered requests with the same key.
type retryingVisitor struct {
	*visitor  // of the present visit
	t         *testing.T
	base      string
	books     *books
	gate      *sync.RWMutex // locked while no request may be sent; nil for never
	onFailure func()        // called when no server answers
}

// send repeats a request until the response is other than "in progress".
func (v *retryingVisitor) send(request func() orderResponse) orderResponse {
	for deadline := time.Now().Add(time.Minute); ; {
		a := v.sendOnce(request)
		switch {
		case a.err != nil:
			v.onFailure()
		case a.code != "in_flight" && a.status != http.StatusServiceUnavailable:
			return a
		}
		if time.Now().After(deadline) {
			v.t.Errorf("after a minute the answer is still %v", a)
			return a
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func (v *retryingVisitor) sendOnce(request func() orderResponse) orderResponse {
	if v.gate != nil {
		v.gate.RLock()
		defer v.gate.RUnlock()
	}
	return request()
}

// visit buys two seats, one of them scarce, pays, and cancels one of them. It returns the order, which has no id
// where the scarce one was gone.
func (v *retryingVisitor) visit() (id string) {
	ctx := v.t.Context()
	n := int(lastNumber.Add(1))
	current := newVisitor(v.base, n)
	v.visitor = current
	for _, choice := range []booking.Choice{choiceOfSeats(time.Now(), instant, wide, n%200, 1),
		choiceOfSeats(time.Now(), instant, trio, n/4%200, 1)} {
		a := v.send(func() orderResponse { return current.add(ctx, choice) })
		if a.code == "sold_out" {
			return ""
		}
	}
	key := fmt.Sprint("key-of-visit-", n)
	total := int64(2 * seatPrice)
	a := v.send(func() orderResponse { return current.checkout(ctx, key, total) })
	if a.code == "cart_changed" || a.code == "sold_out" {
		// The seat is gone, or an addition that was not answered was made all the same, and once more.
		return ""
	}
	if !a.ok() {
		v.t.Errorf("checkout was answered %v", a)
		return ""
	}
	order := a.order
	waitUntil := func(wanted string, done func() bool) {
		for deadline := time.Now().Add(settledWithin); !done(); time.Sleep(10 * time.Millisecond) {
			if order = v.send(func() orderResponse { return current.order(ctx, order.Id) }).order; time.Now().After(deadline) {
				v.t.Errorf("order %s is still not %s: %s, %+v", order.Id, wanted, order.Result, order.Payment)
				return
			}
		}
	}
	waitUntil("to be paid", func() bool { return order.Payment.Url != "" || order.Payment.Authorised > 0 })
	v.pay(order.Payment.Url)
	waitUntil("booked", func() bool { return order.Result == booking.Success })
	item := order.Bookings[0].Id
	a = v.send(func() orderResponse { return current.cancel(ctx, order.Id, item, seatPrice) })
	if !a.ok() && a.code != "not_possible" { // it was done, and the answer lost
		v.t.Errorf("cancelling was answered %v", a)
	}
	waitUntil("given back", func() bool { return order.Payment.Refunded == seatPrice })
	again := v.send(func() orderResponse { return current.checkout(ctx, key, total) })
	if again.order.Id != order.Id {
		v.t.Errorf("the key of order %s gave %q (%v)", order.Id, again.order.Id, again)
	}
	return order.Id
}

// pay is done on the provider's own server, which does not crash with ours.
func (v *retryingVisitor) pay(page string) {
	if page == "" {
		return // it is paid
	}
	_, err := v.books.sandbox.Pay(v.t.Context(), page[strings.LastIndex(page, "/")+1:], sandbox.CardSuccess)
	if err != nil {
		v.t.Error(err)
	}
}

// waitUntilBalanced waits until the books balance without further requests.
func waitUntilBalanced(t *testing.T, b *books, within time.Duration) (took time.Duration, remaining []string) {
	t.Helper()
	return eventually(within, func() []string {
		problems, err := b.contradictions(t.Context())
		must(t, err)
		return problems
	})
}

var killedAt = regexp.MustCompile(`killed at (.+)`)

// killAtPoint has a visit made on a server that kills itself at its n-th point, and the rest of it on api serve: one
// that is started then, or one that already ran. It returns the point, empty if the visit ended before.
func killAtPoint(t *testing.T, d database, b *books, n int, withSurvivor bool) (point string, took time.Duration) {
	t.Helper()
	addr := freeAddr(t)
	var survivor *process
	if withSurvivor {
		survivor = startAPI(t, d, freeAddr(t))
	}
	victim := serverConfig{Addr: addr, Database: d, KillAt: n}.start(t)
	v := &retryingVisitor{t: t, base: victim.url, books: b}
	recovered := false
	v.onFailure = func() {
		if recovered || !victim.hasExited() {
			return
		}
		if recovered = true; !withSurvivor {
			survivor = startAPI(t, d, addr)
		}
		v.base, v.visitor.base = survivor.url, survivor.url
		var remaining []string
		if took, remaining = waitUntilBalanced(t, b, settledWithin); len(remaining) > 0 {
			t.Errorf("%s after a kill at point %d:\n%s", took, n, strings.Join(remaining, "\n"))
		}
	}
	if v.visit() == "" {
		v.onFailure()
		v.visit() // a cart that was filled twice
	}
	if found := killedAt.FindStringSubmatch(victim.stderr()); found != nil {
		v.onFailure() // it came after the last answer
		point = found[1]
	}
	victim.kill()
	if survivor != nil {
		survivor.kill()
	}
	b.mustBalance(t)
	return point, took
}

func TestAKillAtAnyPointLosesAndDoublesNothing(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, newDatabase func(testing.TB) database) {
		d := newDatabase(t)
		b := openBooks(t, d)
		killsByPoint, kills, slowest := killAtPoints(t, d, b, sized(11, 1), sized(13, 1), false)
		betweenTransactions := crashBetweenTransactions(t, newDatabase)
		unsettled := crashWithoutJobs(t, newDatabase)
		printRow(5, "kill -9 at named points on %s: %d kills at %d points (%s): every paid order settled within "+
			"%.1f s, books balanced; control "+
			"(seats in a transaction of their own) %d contradictions; control (no settling) %d contradictions", d,
			kills, len(killsByPoint),
			strings.Join(slices.Sorted(maps.Keys(killsByPoint)), ", "), slowest.Seconds(), betweenTransactions, unsettled)
	})
}

// killAtPoints kills at every step-th point of a visit, from one on until there are no more.
func killAtPoints(t *testing.T, d database, b *books, first, step int,
	withSurvivor bool) (killsByPoint map[string]int, kills int, slowest time.Duration) {
	t.Helper()
	killsByPoint = map[string]int{}
	for n := first; !t.Failed(); n += step {
		point, took := killAtPoint(t, d, b, n, withSurvivor)
		if point == "" {
			break
		}
		killsByPoint[point]++
		kills++
		slowest = max(slowest, took)
	}
	return killsByPoint, kills, slowest
}

// One of two processes on one database is killed and not restarted.
func TestOthersFinishTheWorkOfAKilledProcess(t *testing.T) {
	d := onPostgres(t)
	killsByPoint, kills, slowest := killAtPoints(t, d, openBooks(t, d), 8, sized(1000, 2), true)
	printRow(5, "kill -9 of one of 2 processes on %s: %d kill(s) at %d point(s): every paid order settled by the "+
		"other within %.1f s, books balanced", d,
		kills, len(killsByPoint), slowest.Seconds())
}

// crashBetweenHalves is the control whose seats are not taken in the transaction of the order.
func crashBetweenTransactions(t *testing.T, newDatabase func(testing.TB) database) int {
	t.Helper()
	d := newDatabase(t)
	b := openBooks(t, d)
	for n := 5; n < 15; n++ { // the first are of the cart
		addr := freeAddr(t)
		victim := serverConfig{Addr: addr, Database: d, KillAt: n, Without: oneTransactionGuard}.start(t)
		v := newVisitor(victim.url, n)
		if v.add(t.Context(), choiceOfSeats(time.Now(), instant, wide, n, 1)).ok() {
			v.checkout(t.Context(), "the-key-of-this", seatPrice)
		}
		victim.kill()
		restarted := startAPI(t, d, addr)
		_, remaining := waitUntilBalanced(t, b, time.Second)
		restarted.kill()
		if len(remaining) > 0 {
			return len(remaining)
		}
	}
	t.Error("with seats in a transaction of their own none is lost either")
	return 0
}

// crashWithoutJobs is the control in which nothing follows a payment.
func crashWithoutJobs(t *testing.T, newDatabase func(testing.TB) database) int {
	t.Helper()
	d := newDatabase(t)
	b := openBooks(t, d)
	addr := freeAddr(t)
	p := serverConfig{Addr: addr, Database: d, Without: jobGuard}.start(t)
	v := newVisitor(p.url, 1)
	if a := v.add(t.Context(), choiceOfSeats(time.Now(), instant, wide, 1, 1)); !a.ok() {
		t.Fatal(a)
	}
	a := v.checkout(t.Context(), "the-key-of-this", seatPrice)
	(&retryingVisitor{t: t, books: b}).pay(a.order.Payment.Url)
	p.kill()
	serverConfig{Addr: addr, Database: d, Without: jobGuard}.start(t)
	_, remaining := waitUntilBalanced(t, b, min(settledWithin, time.Duration(sized(1, 30))*time.Second))
	if len(remaining) == 0 {
		t.Error("without jobs the order is settled all the same")
	}
	return len(remaining)
}

func TestKillsAtRandomLoseAndDoubleNothing(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, newDatabase func(testing.TB) database) {
		const visitors = 6
		d, kills := newDatabase(t), sized(4, 60)
		b := openBooks(t, d)
		addr := freeAddr(t)
		server := startAPI(t, d, addr)
		base := server.url
		var (
			gate    sync.RWMutex
			stopped atomic.Bool
			visits  atomic.Int64
			group   sync.WaitGroup
		)
		for range visitors {
			group.Go(func() {
				v := &retryingVisitor{t: t, base: base, books: b, gate: &gate, onFailure: func() {}}
				for !stopped.Load() && !t.Failed() {
					if v.visit() != "" {
						visits.Add(1)
					}
				}
			})
		}
		var slowest time.Duration
		paidWhileDown := 0
		for range kills {
			time.Sleep(time.Duration(20+rand.IntN(400)) * time.Millisecond)
			server.kill()
			gate.Lock()
			paidWhileDown += payOpenPages(t, b)
			server = startAPI(t, d, addr)
			took, remaining := waitUntilBalanced(t, b, settledWithin)
			gate.Unlock()
			slowest = max(slowest, took)
			if len(remaining) > 0 {
				t.Errorf("after %s:\n%s", took, strings.Join(remaining, "\n"))
				break
			}
		}
		stopped.Store(true)
		group.Wait()
		_, remaining := waitUntilBalanced(t, b, settledWithin)
		if len(remaining) > 0 {
			t.Error(strings.Join(remaining, "\n"))
		}
		printRow(5, "kill -9 at random on %s: %d kills of api serve under %d visitors: %d visits to their end, %d "+
			"orders paid while it was down, "+
			"every paid order settled within %.1f s, books balanced", d, kills, visitors, visits.Load(), paidWhileDown,
			slowest.Seconds())
	})
}

// payOpenPages has half of the visitors who are on the payment page pay.
func payOpenPages(t *testing.T, b *books) (paid int) {
	t.Helper()
	sessions, err := b.sandbox.Sessions(t.Context())
	must(t, err)
	for _, s := range sessions {
		if s.Status == payment.Open && rand.IntN(2) == 0 {
			_, err := b.sandbox.Pay(t.Context(), s.Session, sandbox.CardSuccess)
			must(t, err)
			paid++
		}
	}
	return paid
}
