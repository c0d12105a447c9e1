package drill_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"storefront/internal/shop/booking"
	"storefront/internal/shop/reseller"
)

// lastSeatRush wants the last seats of one start through every door of the shop at once. The desk is a process beside
// the servers, which are killed in between.
type lastSeatRush struct {
	t       *testing.T
	on      database
	books   *books
	desk    *shop
	servers []*process
	without guard
	key     string // the reseller's
	seller  string // its id
	kills   int
	aim     func(*setup)   // chooses where a server is killed
	points  map[string]int // at which servers were killed

	mu   sync.Mutex
	sold map[string][]string // by door: the orders whose buyers were answered that they have a seat
}

func newLastSeatRush(t *testing.T, d database, servers int, without guard) *lastSeatRush {
	t.Helper()
	c := &lastSeatRush{t: t, on: d, books: openBooks(t, d), without: without, sold: map[string][]string{},
		points: map[string]int{}, aim: func(s *setup) { s.KillAt = 10 + rand.IntN(60) }}
	c.desk = d.open(t, shopParts{clock: newRealClock(), store: without.wrapStore})
	r, key, err := reseller.New(c.desk.kept.Resellers(), nil).Create(t.Context(), reseller.Reseller{
		Name: "atlas", Deployments: []string{deployment}, NetRate: 80_00, Currency: "AED", CreditLimit: 1 << 50,
	})
	must(t, err)
	c.key, c.seller = key, r.ID
	for range servers {
		c.servers = append(c.servers, setup{Addr: freeAddr(t), Database: d, Without: without}.process(t))
	}
	return c
}

// round has buyers at every door bid for the seats of the n-th start of an option. Servers die at one of their next
// points, and others take their place, for a number of times.
func (c *lastSeatRush) round(option string, n, each, kills int) booking.Choice {
	c.t.Helper()
	wish := choiceOfSeats(time.Now(), instant, option, n, 1)
	all := salesChannels()
	bidders := make([]*bidder, len(all)*each)
	concurrently(len(bidders), func(i int) {
		b := c.bidder(i, wish)
		all[i%len(all)].before(c, b)
		bidders[i] = b
	})
	if slices.Contains(bidders, nil) {
		c.t.FailNow() // its error is logged
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		concurrently(len(bidders), func(i int) {
			d := all[i%len(all)]
			time.Sleep(rand.N(d.within))
			if order := d.try(c, bidders[i]); order != "" {
				c.mu.Lock()
				defer c.mu.Unlock()
				c.sold[d.name] = append(c.sold[d.name], order)
			}
		})
	}()
	c.killUntil(done, kills)
	return wish
}

func (c *lastSeatRush) bidder(i int, wish booking.Choice) *bidder {
	base, number := c.servers[i%len(c.servers)].url, int(lastNumber.Add(1))
	return &bidder{wish: wish, patientVisitor: &patientVisitor{visitor: newVisitor(base, number), t: c.t, base: base,
		books: c.books, down: func() { time.Sleep(5 * time.Millisecond) }}}
}

// killUntil kills a server after a moment, and replaces those that die by ones that kill themselves at one of their
// next points, until the bidders are done.
func (c *lastSeatRush) killUntil(done <-chan struct{}, kills int) {
	c.t.Helper()
	now := time.After(time.Duration(20+rand.IntN(60)) * time.Millisecond)
	armed := map[int]bool{}
	for over := false; !over; {
		select {
		case <-done:
			over = true
		case <-now:
			if kills > 0 {
				c.servers[rand.IntN(len(c.servers))].kill()
			}
		case <-time.After(5 * time.Millisecond):
		}
		for i, p := range c.servers {
			if over && armed[i] {
				p.kill()
			}
			if !p.killed() {
				continue
			}
			next := setup{Addr: strings.TrimPrefix(p.url, "http://"), Database: c.on, Without: c.without}
			if kills--; kills > 0 && !over {
				c.aim(&next)
			}
			armed[i] = next.KillAt > 0
			c.kills++
			if point := killedAt.FindStringSubmatch(p.stderr()); point != nil {
				c.points[point[1]]++
			}
			c.servers[i] = next.process(c.t)
		}
	}
}

// check returns how many seats of a start are taken, once the books balance: every buyer who was answered that they
// have a seat has one, and the reseller owes for what it has sold.
func (c *lastSeatRush) check(wish booking.Choice) (taken int) {
	c.t.Helper()
	if _, left := waitUntilBalanced(c.t, c.books, settledWithin); len(left) > 0 {
		c.t.Fatalf("the books do not balance:\n%s", strings.Join(left, "\n"))
	}
	all, err := allOrders(c.t.Context(), c.books.store)
	must(c.t, err)
	owed, has, found := int64(0), map[string]bool{}, map[string]string{}
	for i := range all {
		o := &all[i]
		b := &o.Bookings[0]
		sold := b.Status == booking.Confirmed || b.Status == booking.Pending // to be confirmed by the next job
		has[o.ID] = sold && slotOf(b.Choice) == slotOf(wish)
		found[o.ID] = fmt.Sprint(b.Status, " ", slotOf(b.Choice))
		if o.Resale != nil && sold {
			owed += o.Resale.Net(b.Amount)
		}
	}
	for door, sold := range c.sold {
		for _, id := range sold {
			if !has[id] {
				c.t.Errorf("%s: order %s was answered with a seat of %v, and is %s", door, id, slotOf(wish), found[id])
			}
		}
	}
	clear(c.sold)
	r, err := c.desk.kept.Resellers().Reseller(c.t.Context(), c.seller)
	must(c.t, err)
	if r.Balance != owed {
		c.t.Errorf("the reseller owes %d, and has sold for %d", r.Balance, owed)
	}
	return c.seatsTaken(wish)
}

func (c *lastSeatRush) seatsTaken(wish booking.Choice) int {
	c.t.Helper()
	use, err := c.books.store.Read().Taken(c.t.Context(), wish.Product, wish.Option, wish.Date, wish.Date)
	must(c.t, err)
	return use.Seats[slotOf(wish)]
}

func TestTheLastSeatsAreSoldOnceThroughAllDoors(t *testing.T) {
	onEach(t, func(t *testing.T, make func(testing.TB) database) {
		d, servers, number := make(t), 1, 1
		if d.DSN != "" {
			servers, number = 2, 2
		}
		const capacity = 12
		c := newLastSeatRush(t, d, servers, "")
		rounds, each, byDoor := sized(1, 40), sized(4, 20), map[string]int{}
		for n := range rounds {
			wish := c.round(dozen, n, each, sized(2, 4))
			for door, sold := range c.sold {
				byDoor[door] += len(sold)
			}
			if taken := c.check(wish); taken != capacity {
				t.Errorf("%d of %d seats of start %d are taken", taken, capacity, n)
			}
		}
		if c.kills == 0 || rounds > 1 && len(byDoor) < len(salesChannels()) {
			t.Errorf("%d kills, sold %v", c.kills, byDoor)
		}
		oversold, most := c.runUnguarded(t, make(t), servers, each)
		printRow(number, "all doors at the last %d seats on %s: %d rounds of %d buyers at each of %d doors, "+
			"%d server(s), %d kills: every start sold out and none oversold, sold %v, books balanced; control (no "+
			"guard of capacity) sold the one seat of a start %d times in round %d", capacity, d, rounds, each,
			len(salesChannels()), servers, c.kills, byDoor, most, oversold)
	})
}

// runUnguarded runs rounds without the guard until one oversells.
func (c *lastSeatRush) runUnguarded(t *testing.T, d database, servers, each int) (round, taken int) {
	t.Helper()
	for _, p := range c.servers {
		p.kill()
	}
	weak := newLastSeatRush(t, d, servers, capacityGuard)
	for n := range 12 {
		wish := weak.round(single, n, each, 0)
		if taken := weak.seatsTaken(wish); taken > 1 {
			return n + 1, taken
		}
	}
	t.Error("without the guard of capacity nothing was oversold either")
	return 0, 0
}
