package drill_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"
)

// rush is a number of rounds in each of which every buyer wants the last seats of one start at the same moment.
type rush struct {
	buyers, rounds int
	option         string
	lines          int   // of each buyer's cart, all on that start, of one seat each
	seats          int   // that there are
	guard          guard // that the control goes without
}

// toll counts the results of a rush.
type toll struct {
	sold, refused   int // checkouts that made an order, and 409
	broken          int // 5xx, no answer, or a failure that buyers cannot act on
	oversold, short int // rounds that sold more or less than what there was
	failure         string
}

func (r rush) fits() int { return r.seats / r.lines }

// over runs the rush against servers; buyers are dealt to them in turn.
func (r rush) over(t *testing.T, b *books, servers []string) toll {
	t.Helper()
	var sum toll
	for round := range r.rounds {
		one := r.round(t, servers, round)
		sum.sold, sum.refused, sum.broken = sum.sold+one.sold, sum.refused+one.refused, sum.broken+one.broken
		if one.failure != "" {
			sum.failure = one.failure
		}
		wish := seats(time.Now(), instant, r.option, round, 1)
		taken, err := b.store.Read().Taken(t.Context(), wish.Product, wish.Option, wish.Date, wish.Date)
		must(t, err)
		switch n := taken.Seats[slotOf(wish)]; {
		case n > r.seats || one.sold > r.fits():
			sum.oversold++
		case n != r.fits()*r.lines || one.sold < r.fits():
			sum.short++
		}
	}
	return sum
}

func (r rush) round(t *testing.T, servers []string, round int) toll {
	t.Helper()
	wish := seats(time.Now(), instant, r.option, round, 1)
	visitors := make([]*visitor, r.buyers)
	added := make([]answer, r.buyers)
	together(r.buyers, func(i int) {
		visitors[i] = newVisitor(servers[i%len(servers)], i)
		for range r.lines {
			added[i] = visitors[i].add(t.Context(), wish)
		}
	})
	if i := slices.IndexFunc(added, func(a answer) bool { return !a.ok() }); i >= 0 {
		t.Errorf("an item cannot be put into the cart: %v", added[i])
	}
	answers := make([]answer, r.buyers)
	together(r.buyers, func(i int) {
		answers[i] = visitors[i].checkout(t.Context(), fmt.Sprintf("round-%d-buyer-%d", round, i),
			int64(r.lines)*seatPrice)
	})
	var one toll
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

// rushes are those for one seat, and those of carts with several lines on one start, each with the guard that it is
// about.
func rushes() []rush {
	return []rush{
		{buyers: sized(60, 200), rounds: sized(3, 50), option: single, lines: 1, seats: 1, guard: capacity},
		{buyers: sized(40, 200), rounds: sized(2, 10), option: trio, lines: 2, seats: 3, guard: sums},
		{buyers: sized(40, 200), rounds: sized(2, 10), option: four, lines: 3, seats: 4, guard: sums},
	}
}

// controlRounds are enough rounds for a control to oversell in some of them: without the guard buyers must still meet.
func controlRounds(r rush) int { return max(r.rounds, 12) }

// runAll runs the rushes that are about a guard, or all of them, against new servers on a new database.
func runAll(t *testing.T, d database, servers int, without guard) (tolls []toll) {
	t.Helper()
	urls, stop := processes(t, d, servers, without)
	defer stop() // PostgreSQL has 200 connections for all
	b := look(t, d)
	for _, r := range rushes() {
		if without != "" {
			r.rounds = controlRounds(r)
		}
		if without == "" || without == r.guard {
			tolls = append(tolls, r.over(t, b, urls))
		}
	}
	if without == "" {
		b.balance(t)
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
			guarded := runAll(t, d, test.servers, "")
			weak := append(runAll(t, test.make(t), test.servers, capacity),
				runAll(t, test.make(t), test.servers, sums)...)
			for i, r := range rushes() {
				got, bad := guarded[i], weak[i]
				if got.sold != r.rounds*r.fits() || got.refused != r.rounds*(r.buyers-r.fits()) ||
					got.broken+got.oversold+got.short > 0 {
					t.Errorf("%+v", got)
				}
				if bad.oversold == 0 {
					t.Errorf("without the guard of %s nothing was oversold either: %+v", r.guard, bad)
				}
				figures(test.number, "oversell on %s, %d API process(es): %d rounds × %d buyers, %d line(s) each "+
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
