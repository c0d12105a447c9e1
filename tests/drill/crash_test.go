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

// settledWithin is how long a restarted server may take to settle every paid order.
const settledWithin = 30 * time.Second

// retryingVisitor is a visitor who continues after a crash: they repeat requests that got no response, with the same
// key.
type retryingVisitor struct {
	*visitor  // of the current visit
	t         *testing.T
	base      string
	books     *books
	gate      *sync.RWMutex // locked while no request may be sent; nil if requests may always be sent
	onFailure func()        // called when a request got no response
}

// send repeats a request until the response is neither in_flight nor 503, for at most a minute.
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
			v.t.Errorf("after a minute the response is still %v", a)
			return a
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// sendOnce sends a request once the gate is open.
func (v *retryingVisitor) sendOnce(request func() orderResponse) orderResponse {
	if v.gate != nil {
		v.gate.RLock()
		defer v.gate.RUnlock()
	}
	return request()
}

// visit orders two seats, one of them scarce, pays, and cancels one booking. It returns the id of the order; empty if
// the scarce seat was sold out.
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
		// The seat is sold out, or a repeated request has put the item into the cart twice.
		return ""
	}
	if !a.ok() {
		v.t.Errorf("checkout: %v", a)
		return ""
	}
	order := a.order
	waitUntil := func(wanted string, done func() bool) {
		for deadline := time.Now().Add(settledWithin); !done(); time.Sleep(10 * time.Millisecond) {
			order = v.send(func() orderResponse { return current.order(ctx, order.Id) }).order
			if time.Now().After(deadline) {
				v.t.Errorf("order %s is still not %s: %s, %+v", order.Id, wanted, order.Result, order.Payment)
				return
			}
		}
	}
	waitUntil("payable", func() bool { return order.Payment.Url != "" || order.Payment.Authorised > 0 })
	v.pay(order.Payment.Url)
	waitUntil("booked", func() bool { return order.Result == booking.Success })
	item := order.Bookings[0].Id
	a = v.send(func() orderResponse { return current.cancel(ctx, order.Id, item, seatPrice) })
	if !a.ok() && a.code != "not_possible" { // cancelled by a request whose response was lost
		v.t.Errorf("cancellation: %v", a)
	}
	waitUntil("refunded", func() bool { return order.Payment.Refunded == seatPrice })
	again := v.send(func() orderResponse { return current.checkout(ctx, key, total) })
	if again.order.Id != order.Id {
		v.t.Errorf("the idempotency key of order %s returned order %q (%v)", order.Id, again.order.Id, again)
	}
	return order.Id
}

// pay pays a payment page with the sandbox in this process, which does not crash with the servers.
func (v *retryingVisitor) pay(page string) {
	if page == "" {
		return // it is already paid
	}
	_, err := v.books.sandbox.Pay(v.t.Context(), page[strings.LastIndex(page, "/")+1:], sandbox.CardSuccess)
	if err != nil {
		v.t.Error(err)
	}
}

// waitUntilBalanced waits until the books balance without further requests. It returns how long that took, and the
// contradictions that remain.
func waitUntilBalanced(t *testing.T, b *books, within time.Duration) (took time.Duration, remaining []string) {
	t.Helper()
	return eventually(within, func() []string {
		problems, err := b.contradictions(t.Context())
		must(t, err)
		return problems
	})
}

// killedAt matches what killPoints prints before the process is killed.
var killedAt = regexp.MustCompile(`killed at (.+)`)

// killAtPoint runs a visit on a server that kills itself at its n-th kill point. The visit continues on api serve:
// withSurvivor on a process that has been running beside it, otherwise on one that is started after the kill. It
// returns the name of the point, empty if the visit ended before it, and how long the books took to balance.
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
			t.Errorf("the books do not balance %s after a kill at point %d:\n%s", took, n,
				strings.Join(remaining, "\n"))
		}
	}
	if v.visit() == "" {
		v.onFailure()
		v.visit() // the cart of the first visit had an item twice
	}
	if found := killedAt.FindStringSubmatch(victim.stderr()); found != nil {
		v.onFailure() // the kill came after the last response
		point = found[1]
	}
	victim.kill()
	if survivor != nil {
		survivor.kill()
	}
	b.mustBalance(t)
	return point, took
}

func TestKillAtAnyPointLosesAndDuplicatesNothing(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, newDatabase func(testing.TB) database) {
		d := newDatabase(t)
		b := openBooks(t, d)
		killsByPoint, kills, slowest := killAtPoints(t, d, b, sized(11, 1), sized(13, 1), false)
		betweenTransactions := crashBetweenTransactions(t, newDatabase)
		unsettled := crashWithoutJobs(t, newDatabase)
		printRow(5, "kill -9 at named points on %s: %d kills at %d points (%s): every paid order settled within %.1f "+
			"s, books balanced; control (seats taken in a separate transaction): %d contradictions; control (no "+
			"jobs): %d contradictions", d, kills, len(killsByPoint),
			strings.Join(slices.Sorted(maps.Keys(killsByPoint)), ", "), slowest.Seconds(), betweenTransactions,
			unsettled)
	})
}

// killAtPoints calls killAtPoint for every step-th point of a visit, until the visit ends before the point. It returns
// how often each point was hit, the number of kills, and the longest time until the books balanced.
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

// TestOtherProcessFinishesWorkOfKilledProcess kills one of two processes on a database and does not restart it.
func TestOtherProcessFinishesWorkOfKilledProcess(t *testing.T) {
	d := onPostgres(t)
	killsByPoint, kills, slowest := killAtPoints(t, d, openBooks(t, d), 8, sized(1000, 2), true)
	printRow(5, "kill -9 of one of 2 processes on %s: %d kill(s) at %d point(s): every paid order settled by the "+
		"other process within %.1f s, books balanced", d, kills, len(killsByPoint), slowest.Seconds())
}

// crashBetweenTransactions is the control in which seats are taken in a transaction after that of the order. It returns
// the number of contradictions after a crash between the two.
func crashBetweenTransactions(t *testing.T, newDatabase func(testing.TB) database) int {
	t.Helper()
	d := newDatabase(t)
	b := openBooks(t, d)
	for n := 5; n < 15; n++ { // the first points are of the cart
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
	t.Error("with seats taken in a separate transaction the books balance too")
	return 0
}

// crashWithoutJobs is the control in which no job settles an order after its payment. It returns the number of
// contradictions.
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
		t.Error("without jobs the order is settled too")
	}
	return len(remaining)
}

func TestRandomKillsLoseAndDuplicateNothing(t *testing.T) {
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
				t.Errorf("the books do not balance after %s:\n%s", took, strings.Join(remaining, "\n"))
				break
			}
		}
		stopped.Store(true)
		group.Wait()
		_, remaining := waitUntilBalanced(t, b, settledWithin)
		if len(remaining) > 0 {
			t.Error(strings.Join(remaining, "\n"))
		}
		printRow(5, "kill -9 at random on %s: %d kills of api serve under %d visitors: %d completed visits, %d "+
			"orders paid while the server was down, every paid order settled within %.1f s, books balanced", d, kills,
			visitors, visits.Load(), paidWhileDown, slowest.Seconds())
	})
}

// payOpenPages pays about half of the open payment pages, and returns how many.
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
