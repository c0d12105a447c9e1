package drill_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"storefront/internal/core/notice"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/payment/sandbox"
	"storefront/internal/store/sqlstore"
)

// jobWork returns the functions that a server's jobs call. Without noticeGuard, the job of departures notifies buyers
// in one transaction and refunds them in the next.
func (g guard) jobWork(rules *booking.Service, store shopStore) sqlstore.Work {
	w := sqlstore.Work{Settle: rules.Settle, ContinueDepartureChange: rules.ContinueDepartureChange}
	if g == noticeGuard {
		w.ContinueDepartureChange = func(ctx context.Context, id string) (time.Time, error) {
			return time.Time{}, cancelInTwoTransactions(ctx, rules, store, id)
		}
	}
	return w
}

// cancelInTwoTransactions cancels each booking of a departure in two transactions: one notifies the buyer, the next
// refunds.
func cancelInTwoTransactions(ctx context.Context, rules *booking.Service, store shopStore, id string) error {
	slot, _, err := store.Read().DepartureChange(ctx, id)
	if err != nil {
		return err
	}
	booked, err := rules.BookedOn(ctx, slot)
	if err != nil {
		return err
	}
	for i := range booked {
		o := &booked[i]
		n := notice.Notice{Kind: notice.BookingDisrupted, Deployment: o.Deployment, To: o.Buyer.Email, Subject: o.ID}
		if err := store.Do(ctx, func(tx booking.Tx) error { return tx.NotifyLater(ctx, n) }); err != nil {
			return err
		}
		time.Sleep(10 * time.Millisecond) // as long as a request to a mail server
		b := &o.Bookings[0]
		whole, err := rules.QuoteOperatorCancellation(o, b, &b.Amount)
		if err == nil {
			_, err = rules.CancelByOperator(ctx, o.ID, b.ID, &b.Amount, whole)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// departure is a cancelled departure with its paid bookings.
type departure struct {
	t        *testing.T
	database database
	books    *books
	slot     booking.Slot
	orderIDs []string
}

// cancelledDeparture has buyers book and pay for a departure, and cancels it. The refunds are left to the jobs of a
// server.
func cancelledDeparture(t *testing.T, d database, bookings int) *departure {
	t.Helper()
	s := d.open(t, shopOptions{clock: newRealClock()})
	choice := choiceOfSeats(time.Now(), instant, wide, 5, 2)
	cancelled := &departure{t: t, database: d, books: s.books, slot: slotOf(choice)}
	for i := range bookings {
		o := s.mustOrder(t, i, choice)
		s.pay(t, o, sandbox.CardSuccess)
		_, err := s.Settle(t.Context(), o.ID)
		must(t, err)
		cancelled.orderIDs = append(cancelled.orderIDs, o.ID)
	}
	_, err := s.CancelDeparture(t.Context(), cancelled.slot,
		booking.DepartureChange{Actor: "drill", BuyerReason: booking.Weather})
	must(t, err)
	return cancelled
}

// seatsTaken returns how many seats of the departure are still taken.
func (d *departure) seatsTaken() int {
	d.t.Helper()
	use, err := d.books.store.Read().Taken(d.t.Context(), d.slot.Product, d.slot.Option, d.slot.Date, d.slot.Date)
	must(d.t, err)
	return use.Seats[d.slot]
}

// killServers starts and kills servers until the departure has no seats taken, or a number of times. It returns the
// number of kills.
func (d *departure) killServers(times int, without guard) (kills int) {
	d.t.Helper()
	for kills < times && d.seatsTaken() > 0 {
		config := serverConfig{Addr: freeAddr(d.t), Database: d.database, KillAt: 8 + rand.IntN(12), Without: without}
		if without == noticeGuard {
			config.KillAt = 0
		}
		p := config.start(d.t)
		for deadline := time.Now().Add(time.Duration(100+rand.IntN(200)) * time.Millisecond); ; {
			if p.hasExited() || config.KillAt == 0 && time.Now().After(deadline) {
				break
			}
			if d.seatsTaken() == 0 {
				return kills
			}
			time.Sleep(5 * time.Millisecond)
		}
		p.kill()
		kills++
	}
	return kills
}

// countMails returns how many buyers were sent no mail of a kind, and how many several.
func (d *departure) countMails(kind notice.Kind) (none, twice int) {
	d.t.Helper()
	store, ok := d.books.store.(interface{ Deliveries() notice.Deliveries })
	if !ok {
		d.t.Fatal("the store has no deliveries")
	}
	for _, id := range d.orderIDs {
		mails, err := store.Deliveries().DeliveriesOf(d.t.Context(), id)
		must(d.t, err)
		n := 0
		for _, m := range mails {
			if m.Kind == kind {
				n++
			}
		}
		if n == 0 {
			none++
		}
		if n > 1 {
			twice++
		}
	}
	return none, twice
}

// wrongRefunds returns the orders that were not refunded exactly once.
func (d *departure) wrongRefunds() (list []string) {
	d.t.Helper()
	refunds := map[string]int{}
	ledger, err := d.books.sandbox.Ledger(d.t.Context())
	must(d.t, err)
	for _, e := range ledger {
		if e.Kind == "refunded" {
			refunds[e.Session]++
		}
	}
	for _, id := range d.orderIDs {
		o, err := d.books.store.Read().Order(d.t.Context(), id)
		must(d.t, err)
		if n := refunds[o.Payment.SessionID]; n != 1 || o.Payment.Refunded != 2*seatPrice ||
			o.Payment.Status != booking.PaymentRefunded || o.Bookings[0].Status != booking.Cancelled {
			list = append(list, fmt.Sprintf("%s is %s, %s, %d refunded in %d parts", o.Reference, o.Bookings[0].Status,
				o.Payment.Status, o.Payment.Refunded, n))
		}
	}
	return list
}

func TestACancelledDepartureRefundsAndNotifiesEveryBuyerOnce(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, newDatabase func(testing.TB) database) {
		bookings, times := sized(24, 200), sized(4, 50)
		cancelled := cancelledDeparture(t, newDatabase(t), bookings)
		kills := cancelled.killServers(times, "")
		if kills < times {
			t.Errorf("the job was done after %d kills, too few to prove anything", kills)
		}
		serverConfig{Addr: freeAddr(t), Database: cancelled.database}.start(t)
		took, remaining := eventually(settledWithin, func() []string {
			return slices.Concat(cancelled.wrongRefunds(),
				cancelled.openSeats())
		})
		if len(remaining) > 0 {
			t.Fatalf("refunds or seats are wrong after %s:\n%s", took,
				strings.Join(remaining[:min(len(remaining), 20)], "\n"))
		}
		if none, twice := cancelled.countMails(notice.BookingCancelled); none+twice > 0 {
			t.Errorf("%d buyers have no mail, and %d have several", none, twice)
		}
		cancelled.books.mustBalance(t)
		printRow(35, "a cancelled departure on %s: %d bookings, its job killed %d times while it ran: each booking "+
			"refunded once, each buyer notified once, the seats free, %.1f s after the last start of a server",
			cancelled.database, bookings, kills, took.Seconds())
	})
}

// openSeats returns a problem if seats are still taken.
func (d *departure) openSeats() []string {
	if n := d.seatsTaken(); n > 0 {
		return []string{fmt.Sprintf("%d seats are still taken", n)}
	}
	return nil
}

func TestBuyersAreNotifiedTwiceWithoutOneTransaction(t *testing.T) {
	for range 5 {
		cancelled := cancelledDeparture(t, onSQLite(t), 30)
		cancelled.killServers(8, noticeGuard)
		if _, twice := cancelled.countMails(notice.BookingDisrupted); twice > 0 {
			printRow(35, "control (notice and refund in two transactions): %d buyers have two mails", twice)
			return
		}
	}
	t.Error("no buyer was notified twice: the drill proves nothing")
}
