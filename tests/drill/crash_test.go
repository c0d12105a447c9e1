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
type patientVisitor struct {
	*visitor // of the present visit
	t        *testing.T
	base     string
	books    *books
	gate     *sync.RWMutex // locked while no request may be sent; nil for never
	down     func()        // called when no server answers
}

// send repeats a request until the response is other than "in progress".
func (p *patientVisitor) send(request func() answer) answer {
	for deadline := time.Now().Add(time.Minute); ; {
		a := p.once(request)
		switch {
		case a.err != nil:
			p.down()
		case a.code != "in_flight" && a.status != http.StatusServiceUnavailable:
			return a
		}
		if time.Now().After(deadline) {
			p.t.Errorf("after a minute the answer is still %v", a)
			return a
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func (p *patientVisitor) once(request func() answer) answer {
	if p.gate != nil {
		p.gate.RLock()
		defer p.gate.RUnlock()
	}
	return request()
}

// visit buys two seats, one of them scarce, pays, and cancels one of them. It returns the order, which has no id
// where the scarce one was gone.
func (p *patientVisitor) visit() (id string) {
	ctx := p.t.Context()
	n := int(lastNumber.Add(1))
	v := newVisitor(p.base, n)
	p.visitor = v
	for _, wish := range []booking.Choice{choiceOfSeats(time.Now(), instant, wide, n%200, 1),
		choiceOfSeats(time.Now(), instant, trio, n/4%200, 1)} {
		a := p.send(func() answer { return v.add(ctx, wish) })
		if a.code == "sold_out" {
			return ""
		}
	}
	key := fmt.Sprint("key-of-visit-", n)
	total := int64(2 * seatPrice)
	a := p.send(func() answer { return v.checkout(ctx, key, total) })
	if a.code == "cart_changed" || a.code == "sold_out" {
		// The seat is gone, or an addition that was not answered was made all the same, and once more.
		return ""
	}
	if !a.ok() {
		p.t.Errorf("checkout was answered %v", a)
		return ""
	}
	order := a.order
	until := func(what string, done func() bool) {
		for deadline := time.Now().Add(settledWithin); !done(); time.Sleep(10 * time.Millisecond) {
			if order = p.send(func() answer { return v.order(ctx, order.Id) }).order; time.Now().After(deadline) {
				p.t.Errorf("order %s is still not %s: %s, %+v", order.Id, what, order.Result, order.Payment)
				return
			}
		}
	}
	until("to be paid", func() bool { return order.Payment.Url != "" || order.Payment.Authorised > 0 })
	p.pay(order.Payment.Url)
	until("booked", func() bool { return order.Result == booking.Success })
	item := order.Bookings[0].Id
	a = p.send(func() answer { return v.cancel(ctx, order.Id, item, seatPrice) })
	if !a.ok() && a.code != "not_possible" { // it was done, and the answer lost
		p.t.Errorf("cancelling was answered %v", a)
	}
	until("given back", func() bool { return order.Payment.Refunded == seatPrice })
	again := p.send(func() answer { return v.checkout(ctx, key, total) })
	if again.order.Id != order.Id {
		p.t.Errorf("the key of order %s gave %q (%v)", order.Id, again.order.Id, again)
	}
	return order.Id
}

// pay is done on the provider's own server, which does not crash with ours.
func (p *patientVisitor) pay(page string) {
	if page == "" {
		return // it is paid
	}
	_, err := p.books.bank.Pay(p.t.Context(), page[strings.LastIndex(page, "/")+1:], sandbox.CardSuccess)
	if err != nil {
		p.t.Error(err)
	}
}

// waitUntilBalanced waits until the books balance without further requests.
func waitUntilBalanced(t *testing.T, b *books, within time.Duration) (took time.Duration, left []string) {
	t.Helper()
	return eventually(within, func() []string {
		wrong, err := b.contradictions(t.Context())
		must(t, err)
		return wrong
	})
}

var killedAt = regexp.MustCompile(`killed at (.+)`)

// killAtPoint has a visit made on a server that kills itself at its n-th point, and the rest of it on api serve: one
// that is started then, or one that already ran. It returns the point, empty if the visit ended before.
func killAtPoint(t *testing.T, d database, b *books, n int, beside bool) (point string, took time.Duration) {
	t.Helper()
	addr := freeAddr(t)
	var survivor *process
	if beside {
		survivor = apiProcess(t, d, freeAddr(t))
	}
	doomed := setup{Addr: addr, Database: d, KillAt: n}.process(t)
	p := &patientVisitor{t: t, base: doomed.url, books: b}
	recovered := false
	p.down = func() {
		if recovered || !doomed.killed() {
			return
		}
		if recovered = true; !beside {
			survivor = apiProcess(t, d, addr)
		}
		p.base, p.visitor.base = survivor.url, survivor.url
		var left []string
		if took, left = waitUntilBalanced(t, b, settledWithin); len(left) > 0 {
			t.Errorf("%s after a kill at point %d:\n%s", took, n, strings.Join(left, "\n"))
		}
	}
	if p.visit() == "" {
		p.down()
		p.visit() // a cart that was filled twice
	}
	if found := killedAt.FindStringSubmatch(doomed.stderr()); found != nil {
		p.down() // it came after the last answer
		point = found[1]
	}
	doomed.kill()
	if survivor != nil {
		survivor.kill()
	}
	b.mustBalance(t)
	return point, took
}

func TestAKillAtAnyPointLosesAndDoublesNothing(t *testing.T) {
	onEach(t, func(t *testing.T, make func(testing.TB) database) {
		d := make(t)
		b := openBooks(t, d)
		named, kills, slowest := killAtPoints(t, d, b, sized(11, 1), sized(13, 1), false)
		halves := crashBetweenHalves(t, make)
		forgotten := crashWithoutJobs(t, make)
		printRow(5, "kill -9 at named points on %s: %d kills at %d points (%s): every paid order settled within "+
			"%.1f s, books balanced; control "+
			"(seats in a transaction of their own) %d contradictions; control (no settling) %d contradictions", d,
			kills, len(named),
			strings.Join(slices.Sorted(maps.Keys(named)), ", "), slowest.Seconds(), halves, forgotten)
	})
}

// killAtPoints kills at every step-th point of a visit, from one on until there are no more.
func killAtPoints(t *testing.T, d database, b *books, from, step int,
	beside bool) (named map[string]int, kills int, slowest time.Duration) {
	t.Helper()
	named = map[string]int{}
	for n := from; !t.Failed(); n += step {
		point, took := killAtPoint(t, d, b, n, beside)
		if point == "" {
			break
		}
		named[point]++
		kills++
		slowest = max(slowest, took)
	}
	return named, kills, slowest
}

// One of two processes on one database is killed and not restarted.
func TestOthersFinishTheWorkOfAKilledProcess(t *testing.T) {
	d := onPostgres(t)
	named, kills, slowest := killAtPoints(t, d, openBooks(t, d), 8, sized(1000, 2), true)
	printRow(5, "kill -9 of one of 2 processes on %s: %d kill(s) at %d point(s): every paid order settled by the "+
		"other within %.1f s, books balanced", d,
		kills, len(named), slowest.Seconds())
}

// crashBetweenHalves is the control whose seats are not taken in the transaction of the order.
func crashBetweenHalves(t *testing.T, make func(testing.TB) database) int {
	t.Helper()
	d := make(t)
	b := openBooks(t, d)
	for n := 5; n < 15; n++ { // the first are of the cart
		addr := freeAddr(t)
		doomed := setup{Addr: addr, Database: d, KillAt: n, Without: transactionGuard}.process(t)
		v := newVisitor(doomed.url, n)
		if v.add(t.Context(), choiceOfSeats(time.Now(), instant, wide, n, 1)).ok() {
			v.checkout(t.Context(), "the-key-of-this", seatPrice)
		}
		doomed.kill()
		restarted := apiProcess(t, d, addr)
		_, left := waitUntilBalanced(t, b, time.Second)
		restarted.kill()
		if len(left) > 0 {
			return len(left)
		}
	}
	t.Error("with seats in a transaction of their own none is lost either")
	return 0
}

// crashWithoutJobs is the control in which nothing follows a payment.
func crashWithoutJobs(t *testing.T, make func(testing.TB) database) int {
	t.Helper()
	d := make(t)
	b := openBooks(t, d)
	addr := freeAddr(t)
	p := setup{Addr: addr, Database: d, Without: jobGuard}.process(t)
	v := newVisitor(p.url, 1)
	if a := v.add(t.Context(), choiceOfSeats(time.Now(), instant, wide, 1, 1)); !a.ok() {
		t.Fatal(a)
	}
	a := v.checkout(t.Context(), "the-key-of-this", seatPrice)
	(&patientVisitor{t: t, books: b}).pay(a.order.Payment.Url)
	p.kill()
	setup{Addr: addr, Database: d, Without: jobGuard}.process(t)
	_, left := waitUntilBalanced(t, b, min(settledWithin, time.Duration(sized(1, 30))*time.Second))
	if len(left) == 0 {
		t.Error("without jobs the order is settled all the same")
	}
	return len(left)
}

func TestKillsAtRandomLoseAndDoubleNothing(t *testing.T) {
	onEach(t, func(t *testing.T, make func(testing.TB) database) {
		const visitors = 6
		d, kills := make(t), sized(4, 60)
		b := openBooks(t, d)
		addr := freeAddr(t)
		server := apiProcess(t, d, addr)
		base := server.url
		var (
			gate   sync.RWMutex
			enough atomic.Bool
			visits atomic.Int64
			group  sync.WaitGroup
		)
		for range visitors {
			group.Go(func() {
				p := &patientVisitor{t: t, base: base, books: b, gate: &gate, down: func() {}}
				for !enough.Load() && !t.Failed() {
					if p.visit() != "" {
						visits.Add(1)
					}
				}
			})
		}
		var slowest time.Duration
		paidMeanwhile := 0
		for range kills {
			time.Sleep(time.Duration(20+rand.IntN(400)) * time.Millisecond)
			server.kill()
			gate.Lock()
			paidMeanwhile += payOpenPages(t, b)
			server = apiProcess(t, d, addr)
			took, left := waitUntilBalanced(t, b, settledWithin)
			gate.Unlock()
			slowest = max(slowest, took)
			if len(left) > 0 {
				t.Errorf("after %s:\n%s", took, strings.Join(left, "\n"))
				break
			}
		}
		enough.Store(true)
		group.Wait()
		_, left := waitUntilBalanced(t, b, settledWithin)
		if len(left) > 0 {
			t.Error(strings.Join(left, "\n"))
		}
		printRow(5, "kill -9 at random on %s: %d kills of api serve under %d visitors: %d visits to their end, %d "+
			"orders paid while it was down, "+
			"every paid order settled within %.1f s, books balanced", d, kills, visitors, visits.Load(), paidMeanwhile,
			slowest.Seconds())
	})
}

// payOpenPages has half of the visitors who are on the payment page pay.
func payOpenPages(t *testing.T, b *books) (paid int) {
	t.Helper()
	sessions, err := b.bank.Sessions(t.Context())
	must(t, err)
	for _, s := range sessions {
		if s.Status == payment.Open && rand.IntN(2) == 0 {
			_, err := b.bank.Pay(t.Context(), s.Session, sandbox.CardSuccess)
			must(t, err)
			paid++
		}
	}
	return paid
}
