package drill_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"
)

// oversellRace has buyers check out the last seats of one start at the same moment, round after round.
type oversellRace struct {
	buyers, rounds int
	option         string
	linesPerCart   int   // each for one seat of the start
	capacity       int   // seats of the start
	guard          guard // the guard that the control removes
}

// raceResult counts the results of a race.
type raceResult struct {
	sold, refused   int // checkouts that made an order, and that were answered 409
	unexpected      int // other responses, or none
	oversold, short int // rounds that sold more or fewer seats than there are
	failure         string
}

// maxSales returns how many buyers of a round can get their seats.
func (r oversellRace) maxSales() int { return r.capacity / r.linesPerCart }

// run runs the rounds on servers, to which the buyers are assigned in turn.
func (r oversellRace) run(t *testing.T, b *books, servers []string) raceResult {
	t.Helper()
	var sum raceResult
	for round := range r.rounds {
		one := r.round(t, servers, round)
		sum.sold += one.sold
		sum.refused += one.refused
		sum.unexpected += one.unexpected
		if one.failure != "" {
			sum.failure = one.failure
		}
		choice := choiceOfSeats(time.Now(), instant, r.option, round, 1)
		taken, err := b.store.Read().Taken(t.Context(), choice.Product, choice.Option, choice.Date, choice.Date)
		must(t, err)
		switch n := taken.Seats[slotOf(choice)]; {
		case n > r.capacity || one.sold > r.maxSales():
			sum.oversold++
		case n != r.maxSales()*r.linesPerCart || one.sold < r.maxSales():
			sum.short++
		}
	}
	return sum
}

// round fills a cart for each buyer and then checks all of them out at once.
func (r oversellRace) round(t *testing.T, servers []string, round int) raceResult {
	t.Helper()
	choice := choiceOfSeats(time.Now(), instant, r.option, round, 1)
	visitors := make([]*visitor, r.buyers)
	added := make([]orderResponse, r.buyers)
	concurrently(r.buyers, func(i int) {
		visitors[i] = newVisitor(servers[i%len(servers)], i)
		for range r.linesPerCart {
			added[i] = visitors[i].add(t.Context(), choice)
		}
	})
	if i := slices.IndexFunc(added, func(a orderResponse) bool { return !a.ok() }); i >= 0 {
		t.Errorf("adding to the cart: %v", added[i])
	}
	responses := make([]orderResponse, r.buyers)
	concurrently(r.buyers, func(i int) {
		responses[i] = visitors[i].checkout(t.Context(), fmt.Sprintf("round-%d-buyer-%d", round, i),
			int64(r.linesPerCart)*seatPrice)
	})
	var one raceResult
	for _, a := range responses {
		switch {
		case a.ok():
			one.sold++
		case a.status == http.StatusConflict && (a.code == "sold_out" || a.code == "cart_changed"):
			one.refused++
		default:
			one.unexpected++
			one.failure = a.String()
		}
	}
	return one
}

// oversellRaces returns races for one seat and races of carts with several lines on one start, each with its guard.
func oversellRaces() []oversellRace {
	return []oversellRace{
		{buyers: sized(60, 200), rounds: sized(3, 50), option: single, linesPerCart: 1, capacity: 1,
			guard: capacityGuard},
		{buyers: sized(40, 200), rounds: sized(2, 10), option: trio, linesPerCart: 2, capacity: 3, guard: cartSumGuard},
		{buyers: sized(40, 200), rounds: sized(2, 10), option: four, linesPerCart: 3, capacity: 4, guard: cartSumGuard},
	}
}

// controlRounds returns how many rounds a control runs. Without the guard, a round oversells only if checkouts overlap,
// so there must be enough of them.
func controlRounds(r oversellRace) int { return max(r.rounds, 12) }

// runRaces runs all races, or in a control those of its guard, on new servers of a database.
func runRaces(t *testing.T, d database, servers int, without guard) (results []raceResult) {
	t.Helper()
	urls, stop := startServers(t, d, servers, without)
	defer stop() // all drills share PostgreSQL's 200 connections
	b := openBooks(t, d)
	for _, r := range oversellRaces() {
		if without != "" {
			r.rounds = controlRounds(r)
		}
		if without == "" || without == r.guard {
			results = append(results, r.run(t, b, urls))
		}
	}
	if without == "" {
		b.mustBalance(t)
	}
	return results
}

func TestTheLastSeatIsNeverSoldTwice(t *testing.T) {
	for _, test := range []struct {
		number      int
		newDatabase func(testing.TB) database
		servers     int
	}{
		{1, onSQLite, 1},
		{2, onPostgres, 3},
	} {
		d := test.newDatabase(t)
		t.Run(d.String(), func(t *testing.T) {
			guarded := runRaces(t, d, test.servers, "")
			unguarded := append(runRaces(t, test.newDatabase(t), test.servers, capacityGuard),
				runRaces(t, test.newDatabase(t), test.servers, cartSumGuard)...)
			for i, r := range oversellRaces() {
				got, control := guarded[i], unguarded[i]
				if got.sold != r.rounds*r.maxSales() || got.refused != r.rounds*(r.buyers-r.maxSales()) ||
					got.unexpected+got.oversold+got.short > 0 {
					t.Errorf("%+v", got)
				}
				if control.oversold == 0 {
					t.Errorf("without the guard %q no round was oversold either: %+v", r.guard, control)
				}
				printRow(test.number, "oversell on %s, %d API process(es): %d rounds × %d buyers, %d line(s) each "+
					"for %d seat(s): sold %d, refused %d, other responses %d, oversold %d rounds; control (no guard "+
					"%q): oversold %d of %d rounds (%d sold)", d, test.servers, r.rounds, r.buyers, r.linesPerCart,
					r.capacity, got.sold, got.refused, got.unexpected, got.oversold, r.guard, control.oversold,
					controlRounds(r), control.sold)
			}
		})
	}
}
