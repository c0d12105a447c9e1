package drill_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"
)

// oversellRace is a number of rounds; in each, every buyer wants the last seats of one start at the same moment.
type oversellRace struct {
	buyers, rounds int
	option         string
	lines          int   // of each buyer's cart, all on that start, of one seat each
	seats          int   // that there are
	guard          guard // that the control goes without
}

// raceResult counts the results of a rush.
type raceResult struct {
	sold, refused   int // checkouts that made an order, and 409
	broken          int // 5xx, no answer, or a failure that buyers cannot act on
	oversold, short int // rounds that sold more or less than what there was
	failure         string
}

func (r oversellRace) maxSales() int { return r.seats / r.lines }

// run runs the rush against servers; buyers are dealt to them in turn.
func (r oversellRace) run(t *testing.T, b *books, servers []string) raceResult {
	t.Helper()
	var sum raceResult
	for round := range r.rounds {
		one := r.round(t, servers, round)
		sum.sold, sum.refused, sum.broken = sum.sold+one.sold, sum.refused+one.refused, sum.broken+one.broken
		if one.failure != "" {
			sum.failure = one.failure
		}
		choice := choiceOfSeats(time.Now(), instant, r.option, round, 1)
		taken, err := b.store.Read().Taken(t.Context(), choice.Product, choice.Option, choice.Date, choice.Date)
		must(t, err)
		switch n := taken.Seats[slotOf(choice)]; {
		case n > r.seats || one.sold > r.maxSales():
			sum.oversold++
		case n != r.maxSales()*r.lines || one.sold < r.maxSales():
			sum.short++
		}
	}
	return sum
}

func (r oversellRace) round(t *testing.T, servers []string, round int) raceResult {
	t.Helper()
	choice := choiceOfSeats(time.Now(), instant, r.option, round, 1)
	visitors := make([]*visitor, r.buyers)
	added := make([]orderResponse, r.buyers)
	concurrently(r.buyers, func(i int) {
		visitors[i] = newVisitor(servers[i%len(servers)], i)
		for range r.lines {
			added[i] = visitors[i].add(t.Context(), choice)
		}
	})
	if i := slices.IndexFunc(added, func(a orderResponse) bool { return !a.ok() }); i >= 0 {
		t.Errorf("an item cannot be put into the cart: %v", added[i])
	}
	answers := make([]orderResponse, r.buyers)
	concurrently(r.buyers, func(i int) {
		answers[i] = visitors[i].checkout(t.Context(), fmt.Sprintf("round-%d-buyer-%d", round, i),
			int64(r.lines)*seatPrice)
	})
	var one raceResult
	for _, a := range answers {
		switch {
		case a.ok():
			one.sold++
		case a.status == http.StatusConflict && (a.code == "sold_out" || a.code == "cart_changed"):
			one.refused++
		default:
			one.broken++
			one.failure = a.String()
		}
	}
	return one
}

// oversellRaces are those for one seat, and those of carts with several lines on one start, each with the guard that it
// is about.
func oversellRaces() []oversellRace {
	return []oversellRace{
		{buyers: sized(60, 200), rounds: sized(3, 50), option: single, lines: 1, seats: 1, guard: capacityGuard},
		{buyers: sized(40, 200), rounds: sized(2, 10), option: trio, lines: 2, seats: 3, guard: cartSumGuard},
		{buyers: sized(40, 200), rounds: sized(2, 10), option: four, lines: 3, seats: 4, guard: cartSumGuard},
	}
}

// controlRounds are enough rounds for a control to oversell in some of them: without the guard buyers must still meet.
func controlRounds(r oversellRace) int { return max(r.rounds, 12) }

// runRaces runs the rushes that are about a guard, or all of them, against new servers on a new database.
func runRaces(t *testing.T, d database, servers int, without guard) (results []raceResult) {
	t.Helper()
	urls, stop := startServers(t, d, servers, without)
	defer stop() // PostgreSQL has 200 connections for all
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
					got.broken+got.oversold+got.short > 0 {
					t.Errorf("%+v", got)
				}
				if control.oversold == 0 {
					t.Errorf("without the guard of %s nothing was oversold either: %+v", r.guard, control)
				}
				printRow(test.number, "oversell on %s, %d API process(es): %d rounds × %d buyers, %d line(s) each "+
					"for %d seat(s): sold %d, refused %d, 5xx and others %d, oversold %d rounds; control (no guard "+
					"of %s) oversold %d of %d rounds (%d sold)", d, test.servers, r.rounds, r.buyers, r.lines, r.seats,
					got.sold, got.refused, got.broken, got.oversold, r.guard, control.oversold, controlRounds(r),
					control.sold)
			}
		})
	}
}
