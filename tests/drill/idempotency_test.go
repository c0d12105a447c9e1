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
type keyResult struct {
	orders                    map[string]int // by id
	inFlight                  int
	unexpected                []string
	changedBody, otherVisitor orderResponse // the same key with another body, and from another visitor
}

const checkoutsPerKey = 20

// pressCheckout has a visitor check out with one key again and again, dealt to the servers, and pay on the page that
// came of it.
func checkOutWithOneKey(t *testing.T, servers []string, n int) keyResult {
	t.Helper()
	key := fmt.Sprintf("the-key-of-round-%d", n)
	choice := choiceOfSeats(time.Now(), instant, wide, n, 1)
	visitors := make([]*visitor, checkoutsPerKey)
	for i := range visitors {
		visitors[i] = newVisitor(servers[i%len(servers)], 1)
		visitors[i].cookie = visitors[0].cookie
	}
	if a := visitors[0].add(t.Context(), choice); !a.ok() {
		t.Fatal(a)
	}
	answers := make([]orderResponse, checkoutsPerKey, checkoutsPerKey+1)
	concurrently(checkoutsPerKey, func(i int) { answers[i] = visitors[i].checkout(t.Context(), key, seatPrice) })
	answers = append(answers, visitors[0].checkout(t.Context(), key, seatPrice))
	result := keyResult{orders: map[string]int{}}
	for _, a := range answers {
		switch {
		case a.ok():
			result.orders[a.order.Id]++
		case a.status == http.StatusConflict && a.code == "in_flight":
			result.inFlight++
		default:
			result.unexpected = append(result.unexpected, a.String())
		}
	}
	result.changedBody = visitors[0].checkout(t.Context(), key, 2*seatPrice)
	otherVisitor := newVisitor(servers[0], 2)
	if a := otherVisitor.add(t.Context(), choice); !a.ok() {
		t.Fatal(a)
	}
	result.otherVisitor = otherVisitor.checkout(t.Context(), key, seatPrice)
	if len(result.orders) == 1 {
		must(t, payOnPage(t.Context(), answers[checkoutsPerKey].order.Payment.Url, sandbox.CardSuccess))
		_, remaining := eventually(10*time.Second, func() []string {
			if a := visitors[0].order(t.Context(), answers[checkoutsPerKey].order.Id); a.order.Result != booking.Success {
				return []string{a.String() + " " + string(a.order.Result)}
			}
			return nil
		})
		result.unexpected = append(result.unexpected, remaining...)
	}
	return result
}

// contradictions returns the contradictions.
func (r keyResult) contradictions() []string {
	var f findings
	if len(r.orders) != 1 {
		f.add("%d orders were made", len(r.orders))
	}
	if len(r.unexpected) > 0 {
		f.add("answers such as %s", r.unexpected[0])
	}
	if r.changedBody.status != http.StatusUnprocessableEntity || r.changedBody.code != "key_reused" {
		f.add("a changed body was answered %v", r.changedBody)
	}
	if !r.otherVisitor.ok() || r.orders[r.otherVisitor.order.Id] > 0 {
		f.add("another visitor with the key was answered %v, order %s", r.otherVisitor, r.otherVisitor.order.Id)
	}
	return f
}

func TestAKeyMakesOneOrder(t *testing.T) {
	for _, test := range []struct {
		newDatabase func(testing.TB) database
		servers     int
	}{
		{onSQLite, 1},
		{onPostgres, 3},
	} {
		d, rounds := test.newDatabase(t), sized(5, 50)
		t.Run(d.String(), func(t *testing.T) {
			b := openBooks(t, d)
			servers, stop := startServers(t, d, test.servers, "")
			same, inFlight := 0, 0
			for n := range rounds {
				result := checkOutWithOneKey(t, servers, n)
				for _, problem := range result.contradictions() {
					t.Error(problem)
				}
				for _, times := range result.orders {
					same += times
				}
				inFlight += result.inFlight
			}
			b.mustBalance(t)
			all, err := allOrders(t.Context(), b.store)
			must(t, err)
			if len(all) != 2*rounds {
				t.Errorf("%d orders for %d visitors", len(all), 2*rounds)
			}

			stop()
			servers, _ = startServers(t, test.newDatabase(t), 1, idempotencyGuard)
			doubled := 0
			for n := range rounds {
				if result := checkOutWithOneKey(t, servers, n); len(result.orders) > 1 {
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
				checkoutsPerKey, len(all)-rounds, same, inFlight, doubled, rounds)
		})
	}
}
