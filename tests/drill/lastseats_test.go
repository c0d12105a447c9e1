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

// lastSeatsRace has buyers try to get the last seats of a start through all sales channels at once, while the servers
// are killed. The desk runs in this process, which is not killed.
type lastSeatsRace struct {
	t               *testing.T
	database        database
	books           *books
	desk            *shop
	servers         []*process
	without         guard
	resellerKey     string
	resellerID      string
	kills           int
	chooseKillPoint func(*serverConfig) // sets where a replacement server kills itself
	killsByPoint    map[string]int      // the number of kills by kill point

	mu   sync.Mutex
	sold map[string][]string // order ids by sales channel, of buyers whose response confirmed a seat
}

// newLastSeatsRace opens the desk, creates a reseller and starts servers.
func newLastSeatsRace(t *testing.T, d database, servers int, without guard) *lastSeatsRace {
	t.Helper()
	race := &lastSeatsRace{t: t, database: d, books: openBooks(t, d), without: without, sold: map[string][]string{},
		killsByPoint: map[string]int{}, chooseKillPoint: func(s *serverConfig) { s.KillAt = 10 + rand.IntN(60) }}
	race.desk = d.open(t, shopOptions{clock: newRealClock(), wrapStore: without.wrapStore})
	r, key, err := reseller.New(race.desk.store.Resellers(), nil).Create(t.Context(), reseller.Reseller{
		Name: "atlas", Deployments: []string{deployment}, NetRate: 80_00, Currency: "AED", CreditLimit: 1 << 50,
	})
	must(t, err)
	race.resellerKey, race.resellerID = key, r.ID
	for range servers {
		race.servers = append(race.servers, serverConfig{Addr: freeAddr(t), Database: d, Without: without}.start(t))
	}
	return race
}

// round has buyers of every sales channel try to buy a seat of the n-th start of an option, and returns the choice.
// Meanwhile servers are killed and replaced, a number of times.
func (r *lastSeatsRace) round(option string, n, perChannel, kills int) booking.Choice {
	r.t.Helper()
	choice := choiceOfSeats(time.Now(), instant, option, n, 1)
	channels := allSalesChannels()
	buyers := make([]*channelBuyer, len(channels)*perChannel)
	concurrently(len(buyers), func(i int) {
		b := r.newBuyer(i, choice)
		channels[i%len(channels)].prepare(r, b)
		buyers[i] = b
	})
	if slices.Contains(buyers, nil) {
		r.t.FailNow() // the preparation has failed and is reported
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		concurrently(len(buyers), func(i int) {
			channel := channels[i%len(channels)]
			time.Sleep(rand.N(channel.maxDelay))
			if order := channel.buy(r, buyers[i]); order != "" {
				r.mu.Lock()
				defer r.mu.Unlock()
				r.sold[channel.name] = append(r.sold[channel.name], order)
			}
		})
	}()
	r.killUntil(done, kills)
	return choice
}

// newBuyer returns buyer i, who uses one of the servers.
func (r *lastSeatsRace) newBuyer(i int, choice booking.Choice) *channelBuyer {
	base, number := r.servers[i%len(r.servers)].url, int(lastNumber.Add(1))
	return &channelBuyer{choice: choice, retryingVisitor: &retryingVisitor{
		visitor: newVisitor(base, number), t: r.t, base: base, books: r.books,
		onFailure: func() { time.Sleep(5 * time.Millisecond) },
	}}
}

// killUntil kills a server after a moment, and replaces servers that have exited, until done is closed. As long as
// kills remain, the replacements kill themselves at a kill point.
func (r *lastSeatsRace) killUntil(done <-chan struct{}, kills int) {
	r.t.Helper()
	firstKill := time.After(time.Duration(20+rand.IntN(60)) * time.Millisecond)
	armed := map[int]bool{}
	for finished := false; !finished; {
		select {
		case <-done:
			finished = true
		case <-firstKill:
			if kills > 0 {
				r.servers[rand.IntN(len(r.servers))].kill()
			}
		case <-time.After(5 * time.Millisecond):
		}
		for i, p := range r.servers {
			if finished && armed[i] {
				p.kill()
			}
			if !p.hasExited() {
				continue
			}
			next := serverConfig{Addr: strings.TrimPrefix(p.url, "http://"), Database: r.database, Without: r.without}
			if kills--; kills > 0 && !finished {
				r.chooseKillPoint(&next)
			}
			armed[i] = next.KillAt > 0
			r.kills++
			if point := killedAt.FindStringSubmatch(p.stderr()); point != nil {
				r.killsByPoint[point[1]]++
			}
			r.servers[i] = next.start(r.t)
		}
	}
}

// checkSoldSeats waits until the books balance, and returns how many seats of a start are taken. It fails the test if a
// buyer lacks the seat that a response confirmed, or if the reseller owes another amount than the price of its
// bookings.
func (r *lastSeatsRace) checkSoldSeats(choice booking.Choice) (taken int) {
	r.t.Helper()
	if _, remaining := waitUntilBalanced(r.t, r.books, settledWithin); len(remaining) > 0 {
		r.t.Fatalf("the books do not balance:\n%s", strings.Join(remaining, "\n"))
	}
	all, err := allOrders(r.t.Context(), r.books.store)
	must(r.t, err)
	owed, hasSeat, states := int64(0), map[string]bool{}, map[string]string{}
	for i := range all {
		o := &all[i]
		b := &o.Bookings[0]
		sold := b.Status == booking.Confirmed || b.Status == booking.Pending // a job will confirm it
		hasSeat[o.ID] = sold && slotOf(b.Choice) == slotOf(choice)
		states[o.ID] = fmt.Sprint(b.Status, " ", slotOf(b.Choice))
		if o.Resale != nil && sold {
			owed += o.Resale.Net(b.Amount)
		}
	}
	for channel, sold := range r.sold {
		for _, id := range sold {
			if !hasSeat[id] {
				r.t.Errorf("%s: the response to order %s had a seat of %v, but the order is %s", channel, id,
					slotOf(choice), states[id])
			}
		}
	}
	clear(r.sold)
	seller, err := r.desk.store.Resellers().Reseller(r.t.Context(), r.resellerID)
	must(r.t, err)
	if seller.Balance != owed {
		r.t.Errorf("the reseller owes %d, its bookings cost %d", seller.Balance, owed)
	}
	return r.seatsTaken(choice)
}

// seatsTaken returns how many seats of a start are taken.
func (r *lastSeatsRace) seatsTaken(choice booking.Choice) int {
	r.t.Helper()
	use, err := r.books.store.Read().Taken(r.t.Context(), choice.Product, choice.Option, choice.Date, choice.Date)
	must(r.t, err)
	return use.Seats[slotOf(choice)]
}

func TestTheLastSeatsAreSoldOnceThroughAllChannels(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, newDatabase func(testing.TB) database) {
		d, servers, rowNumber := newDatabase(t), 1, 1
		if d.DSN != "" {
			servers, rowNumber = 2, 2
		}
		const capacity = 12
		race := newLastSeatsRace(t, d, servers, "")
		rounds, perChannel, soldByChannel := sized(1, 40), sized(4, 20), map[string]int{}
		for n := range rounds {
			choice := race.round(dozen, n, perChannel, sized(2, 4))
			for channel, sold := range race.sold {
				soldByChannel[channel] += len(sold)
			}
			if taken := race.checkSoldSeats(choice); taken != capacity {
				t.Errorf("%d of %d seats of start %d are taken", taken, capacity, n)
			}
		}
		if race.kills == 0 || rounds > 1 && len(soldByChannel) < len(allSalesChannels()) {
			t.Errorf("%d kills, sold %v: too few to prove anything", race.kills, soldByChannel)
		}
		oversoldRound, maxSold := race.runUnguarded(t, newDatabase(t), servers, perChannel)
		printRow(rowNumber, "the last %d seats through all sales channels on %s: %d rounds of %d buyers in each of "+
			"%d channels, %d server(s), %d kills: every start sold out and none oversold, sold %v, books balanced; "+
			"control (no capacity guard): the one seat of a start sold %d times in round %d", capacity, d, rounds,
			perChannel, len(allSalesChannels()), servers, race.kills, soldByChannel, maxSold, oversoldRound)
	})
}

// runUnguarded is the control: it runs rounds without the capacity guard until one oversells. It returns the number of
// that round and the number of seats taken.
func (r *lastSeatsRace) runUnguarded(t *testing.T, d database, servers, perChannel int) (round, taken int) {
	t.Helper()
	for _, p := range r.servers {
		p.kill()
	}
	unguarded := newLastSeatsRace(t, d, servers, capacityGuard)
	for n := range 12 {
		choice := unguarded.round(single, n, perChannel, 0)
		if taken := unguarded.seatsTaken(choice); taken > 1 {
			return n + 1, taken
		}
	}
	t.Error("without the capacity guard no start was oversold either")
	return 0, 0
}
