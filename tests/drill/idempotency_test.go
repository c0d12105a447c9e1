package drill_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"storefront/internal/shop/booking"
	"storefront/internal/shop/payment/sandbox"
)

// pressResult is what came of one button pressed many times at once, and once more afterwards.
type pressResult struct {
	orders            map[string]int // by id
	inFlight          int
	broken            []string
	changed, stranger answer // the same key with another body, and from another visitor
}

const pressCount = 20

// pressCheckout has a visitor check out with one key again and again, dealt to the servers, and pay on the page that
// came of it.
func pressCheckout(t *testing.T, servers []string, n int) pressResult {
	t.Helper()
	key := fmt.Sprintf("the-key-of-round-%d", n)
	wish := choiceOfSeats(time.Now(), instant, wide, n, 1)
	visitors := make([]*visitor, pressCount)
	for i := range visitors {
		visitors[i] = newVisitor(servers[i%len(servers)], 1)
		visitors[i].cookie = visitors[0].cookie
	}
	if a := visitors[0].add(t.Context(), wish); !a.ok() {
		t.Fatal(a)
	}
	answers := make([]answer, pressCount, pressCount+1)
	concurrently(pressCount, func(i int) { answers[i] = visitors[i].checkout(t.Context(), key, seatPrice) })
	answers = append(answers, visitors[0].checkout(t.Context(), key, seatPrice))
	p := pressResult{orders: map[string]int{}}
	for _, a := range answers {
		switch {
		case a.ok():
			p.orders[a.order.Id]++
		case a.status == http.StatusConflict && a.code == "in_flight":
			p.inFlight++
		default:
			p.broken = append(p.broken, a.String())
		}
	}
	p.changed = visitors[0].checkout(t.Context(), key, 2*seatPrice)
	stranger := newVisitor(servers[0], 2)
	if a := stranger.add(t.Context(), wish); !a.ok() {
		t.Fatal(a)
	}
	p.stranger = stranger.checkout(t.Context(), key, seatPrice)
	if len(p.orders) == 1 {
		must(t, pay(t.Context(), answers[pressCount].order.Payment.Url, sandbox.CardSuccess))
		_, left := eventually(10*time.Second, func() []string {
			if a := visitors[0].order(t.Context(), answers[pressCount].order.Id); a.order.Result != booking.Success {
				return []string{a.String() + " " + string(a.order.Result)}
			}
			return nil
		})
		p.broken = append(p.broken, left...)
	}
	return p
}

// contradictions returns the contradictions.
func (p pressResult) contradictions() []string {
	var f findings
	if len(p.orders) != 1 {
		f.add("%d orders were made", len(p.orders))
	}
	if len(p.broken) > 0 {
		f.add("answers such as %s", p.broken[0])
	}
	if p.changed.status != http.StatusUnprocessableEntity || p.changed.code != "key_reused" {
		f.add("a changed body was answered %v", p.changed)
	}
	if !p.stranger.ok() || p.orders[p.stranger.order.Id] > 0 {
		f.add("another visitor with the key was answered %v, order %s", p.stranger, p.stranger.order.Id)
	}
	return f
}

func TestAKeyMakesOneOrder(t *testing.T) {
	for _, test := range []struct {
		make    func(testing.TB) database
		servers int
	}{
		{onSQLite, 1},
		{onPostgres, 3},
	} {
		d, rounds := test.make(t), sized(5, 50)
		t.Run(d.String(), func(t *testing.T) {
			b := openBooks(t, d)
			servers, stop := processes(t, d, test.servers, "")
			same, inFlight := 0, 0
			for n := range rounds {
				p := pressCheckout(t, servers, n)
				for _, wrong := range p.contradictions() {
					t.Error(wrong)
				}
				for _, times := range p.orders {
					same += times
				}
				inFlight += p.inFlight
			}
			b.mustBalance(t)
			all, err := allOrders(t.Context(), b.store)
			must(t, err)
			if len(all) != 2*rounds {
				t.Errorf("%d orders for %d visitors", len(all), 2*rounds)
			}

			stop()
			servers, _ = processes(t, test.make(t), 1, keyGuard)
			doubled := 0
			for n := range rounds {
				if p := pressCheckout(t, servers, n); len(p.orders) > 1 {
					doubled++
				}
			}
			if doubled == 0 {
				t.Error("without keys no order was doubled either")
			}
			printRow(6, "one key on %s, %d API process(es): %d rounds of %d presses and one more: %d orders, %d "+
				"answers with them, %d in flight; "+
				"changed body 422, another visitor isolated; control (keys not noticed) doubled %d of %d rounds", d,
				test.servers, rounds,
				pressCount, len(all)-rounds, same, inFlight, doubled, rounds)
		})
	}
}
