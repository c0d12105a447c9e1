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

func (r oversellRace) maxBuyers() int { return r.seats / r.lines }

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
		wish := choiceOfSeats(time.Now(), instant, r.option, round, 1)
		taken, err := b.store.Read().Taken(t.Context(), wish.Product, wish.Option, wish.Date, wish.Date)
		must(t, err)
		switch n := taken.Seats[slotOf(wish)]; {
		case n > r.seats || one.sold > r.maxBuyers():
			sum.oversold++
		case n != r.maxBuyers()*r.lines || one.sold < r.maxBuyers():
			sum.short++
		}
	}
	return sum
}

func (r oversellRace) round(t *testing.T, servers []string, round int) raceResult {
	t.Helper()
	wish := choiceOfSeats(time.Now(), instant, r.option, round, 1)
	visitors := make([]*visitor, r.buyers)
	added := make([]answer, r.buyers)
	concurrently(r.buyers, func(i int) {
		visitors[i] = newVisitor(servers[i%len(servers)], i)
		for range r.lines {
			added[i] = visitors[i].add(t.Context(), wish)
		}
	})
	if i := slices.IndexFunc(added, func(a answer) bool { return !a.ok() }); i >= 0 {
		t.Errorf("an item cannot be put into the cart: %v", added[i])
	}
	answers := make([]answer, r.buyers)
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
		{buyers: sized(40, 200), rounds: sized(2, 10), option: trio, lines: 2, seats: 3, guard: sumGuard},
		{buyers: sized(40, 200), rounds: sized(2, 10), option: four, lines: 3, seats: 4, guard: sumGuard},
	}
}

// controlRounds are enough rounds for a control to oversell in some of them: without the guard buyers must still meet.
func controlRounds(r oversellRace) int { return max(r.rounds, 12) }

// runRaces runs the rushes that are about a guard, or all of them, against new servers on a new database.
func runRaces(t *testing.T, d database, servers int, without guard) (tolls []raceResult) {
	t.Helper()
	urls, stop := processes(t, d, servers, without)
	defer stop() // PostgreSQL has 200 connections for all
	b := openBooks(t, d)
	for _, r := range oversellRaces() {
		if without != "" {
			r.rounds = controlRounds(r)
		}
		if without == "" || without == r.guard {
			tolls = append(tolls, r.run(t, b, urls))
		}
	}
	if without == "" {
		b.mustBalance(t)
	}
	return tolls
}

func TestTheLastSeatIsNeverSoldTwice(t *testing.T) {
	for _, test := range []struct {
		number  int
		make    func(testing.TB) database
		servers int
	}{
		{1, onSQLite, 1},
		{2, onPostgres, 3},
	} {
		d := test.make(t)
		t.Run(d.String(), func(t *testing.T) {
			guarded := runRaces(t, d, test.servers, "")
			weak := append(runRaces(t, test.make(t), test.servers, capacityGuard),
				runRaces(t, test.make(t), test.servers, sumGuard)...)
			for i, r := range oversellRaces() {
				got, bad := guarded[i], weak[i]
				if got.sold != r.rounds*r.maxBuyers() || got.refused != r.rounds*(r.buyers-r.maxBuyers()) ||
					got.broken+got.oversold+got.short > 0 {
					t.Errorf("%+v", got)
				}
				if bad.oversold == 0 {
					t.Errorf("without the guard of %s nothing was oversold either: %+v", r.guard, bad)
				}
				printRow(test.number, "oversell on %s, %d API process(es): %d rounds × %d buyers, %d line(s) each "+
					"for %d seat(s): sold %d, refused %d, "+
					"5xx and others %d, oversold %d rounds; control (no guard of %s) oversold %d of %d rounds "+
					"(%d sold)",
					d, test.servers, r.rounds,
					r.buyers, r.lines, r.seats, got.sold, got.refused, got.broken, got.oversold, r.guard, bad.oversold,
					controlRounds(r), bad.sold)
			}
		})
	}
}
