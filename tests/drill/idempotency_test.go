package drill_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"storefront/internal/shop/booking"
	"storefront/internal/shop/payment/sandbox"
)

// keyResult counts the responses to checkouts with one idempotency key, many at once and one afterwards.
type keyResult struct {
	orders                    map[string]int // by id
	inFlight                  int
	unexpected                []string
	changedBody, otherVisitor orderResponse // the same key with another body, and from another visitor
}

const checkoutsPerKey = 20

// checkOutWithOneKey has a visitor check out many times with one key on all servers. It then sends the key with another
// body and as another visitor, and pays the order.
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
	responses := make([]orderResponse, checkoutsPerKey, checkoutsPerKey+1)
	concurrently(checkoutsPerKey, func(i int) { responses[i] = visitors[i].checkout(t.Context(), key, seatPrice) })
	responses = append(responses, visitors[0].checkout(t.Context(), key, seatPrice))
	result := keyResult{orders: map[string]int{}}
	for _, a := range responses {
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
		must(t, payOnPage(t.Context(), responses[checkoutsPerKey].order.Payment.Url, sandbox.CardSuccess))
		_, remaining := eventually(10*time.Second, func() []string {
			a := visitors[0].order(t.Context(), responses[checkoutsPerKey].order.Id)
			if a.order.Result != booking.Success {
				return []string{a.String() + " " + string(a.order.Result)}
			}
			return nil
		})
		result.unexpected = append(result.unexpected, remaining...)
	}
	return result
}

// contradictions returns which of the responses are wrong.
func (r keyResult) contradictions() []string {
	var f findings
	if len(r.orders) != 1 {
		f.add("the key made %d orders", len(r.orders))
	}
	if len(r.unexpected) > 0 {
		f.add("responses such as %s", r.unexpected[0])
	}
	if r.changedBody.status != http.StatusUnprocessableEntity || r.changedBody.code != "key_reused" {
		f.add("another body with the key: %v", r.changedBody)
	}
	if !r.otherVisitor.ok() || r.orders[r.otherVisitor.order.Id] > 0 {
		f.add("another visitor with the key: %v, order %s", r.otherVisitor, r.otherVisitor.order.Id)
	}
	return f
}

func TestAnIdempotencyKeyMakesOneOrder(t *testing.T) {
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
			withOrder, inFlight := 0, 0
			for n := range rounds {
				result := checkOutWithOneKey(t, servers, n)
				for _, problem := range result.contradictions() {
					t.Error(problem)
				}
				for _, times := range result.orders {
					withOrder += times
				}
				inFlight += result.inFlight
			}
			b.mustBalance(t)
			all, err := allOrders(t.Context(), b.store)
			must(t, err)
			if len(all) != 2*rounds {
				t.Errorf("%d orders, want %d", len(all), 2*rounds)
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
				t.Error("without idempotency keys no order was doubled either")
			}
			printRow(6, "one key on %s, %d API process(es): %d rounds of %d checkouts at once and one more: %d "+
				"orders, %d responses with them, %d in_flight; another body 422, another visitor isolated; control "+
				"(keys not recognised): %d of %d rounds with several orders", d, test.servers, rounds, checkoutsPerKey,
				len(all)-rounds, withOrder, inFlight, doubled, rounds)
		})
	}
}
