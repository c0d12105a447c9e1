package drill_test

import (
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"storefront/api"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/payment/sandbox"
)

// moveRace has buyers of a few nearly full starts at three prices move their bookings between the starts and cancel
// them, while servers are killed.
type moveRace struct {
	*lastSeatsRace
	starts []booking.Choice // the last is in less than a day: its bookings cannot be moved, and cancelling refunds half

	moveOutcomes, paymentOutcomes, cancellations map[string]int // counts by outcome
}

// moveBuyer is a buyer with a booking. Some buyers send requests from two windows at once.
type moveBuyer struct {
	*channelBuyer
	twoWindows bool
	mu         sync.Mutex
	knownSlot  booking.Slot // the booking's slot by the last response; zero if unknown
	cancelled  bool         // a response has confirmed the cancellation
}

// newMoveRace starts servers. Most of their kill points are around the payment of a move.
func newMoveRace(t *testing.T, d database, servers int, without guard) *moveRace {
	t.Helper()
	race := &moveRace{lastSeatsRace: newLastSeatsRace(t, d, servers, without)}
	race.moveOutcomes, race.paymentOutcomes, race.cancellations = map[string]int{}, map[string]int{}, map[string]int{}
	race.chooseKillPoint = func(s *serverConfig) {
		targets := []struct {
			point string
			n     int // the process kills itself at one of the next n
		}{{"", 60}, {"before a commit", 20}, {"after State", 8}, {"before Capture", 2}, {"after Capture", 2},
			{"before Capture", 1}, {"after Capture", 1}, {"after Refund", 3}, {"before Void", 2}}
		target := targets[rand.IntN(len(targets))]
		s.KillPoint, s.KillAt = target.point, 1+rand.IntN(target.n)
	}
	return race
}

// round has new buyers book the n-th starts and move between them. It then waits until the books balance, and returns
// how long that took, and the contradictions that remain.
func (r *moveRace) round(n, steps, kills int, within time.Duration) (took time.Duration, remaining []string) {
	r.t.Helper()
	dubai, err := time.LoadLocation("Asia/Dubai")
	must(r.t, err)
	soon, now := time.Now().Add(time.Duration(21-n%12)*time.Hour).In(dubai), time.Now()
	r.starts = []booking.Choice{choiceOfSeats(now, instant, four, n, 1), choiceOfSeats(now, instant, four, 100+n, 1),
		choiceOfSeats(now, instant, dear, n, 1), choiceOfSeats(now, instant, dearer, n, 1),
		choiceOfSeats(now, instant, dearer, n, 1)}
	last := &r.starts[len(r.starts)-1]
	last.Date, last.StartTime = soon.Format(time.DateOnly), soon.Format("15:00")
	buyers := make([]*moveBuyer, 16)
	concurrently(len(buyers), func(i int) {
		b := &moveBuyer{channelBuyer: r.newBuyer(i, r.starts[i%(len(r.starts)-1)]), twoWindows: i < len(buyers)/2}
		r.fillCart(b.channelBuyer)
		b.order.Id = r.checkOutCart(b.channelBuyer)
		b.setSlot(slotOf(b.choice))
		for b.order.Result != booking.Success && !r.t.Failed() {
			b.order = b.send(func() orderResponse { return b.visitor.order(r.t.Context(), b.order.Id) }).order
		}
		buyers[i] = b
	})
	done := make(chan struct{})
	go func() {
		defer close(done)
		concurrently(len(buyers)*3/2, func(i int) {
			b := buyers[i%len(buyers)]
			for range steps {
				r.moveOrCancel(b)
			}
		})
	}()
	r.killUntil(done, kills)
	return eventually(within, func() []string { return r.contradictions(buyers) })
}

// countOutcome adds one to an outcome.
func (r *moveRace) countOutcome(outcomes map[string]int, outcome string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	outcomes[outcome]++
}

// send repeats a request until it gets a response, except in the control, where a paid move may be in progress forever.
func (r *moveRace) send(b *moveBuyer, request func() orderResponse) orderResponse {
	if r.without != "" {
		return request()
	}
	return b.send(request)
}

// moveOrCancel has a buyer move or cancel their booking.
func (r *moveRace) moveOrCancel(b *moveBuyer) {
	a := r.send(b, func() orderResponse { return b.visitor.order(r.t.Context(), b.order.Id) })
	if !a.ok() || len(a.order.Bookings) != 1 {
		r.checkResponse("fetching the order", a)
		return
	}
	now := a.order.Bookings[0]
	if now.Status != booking.Confirmed {
		return
	}
	if rand.IntN(12) == 0 {
		r.cancel(b, now)
		return
	}
	choices := len(r.starts)
	if rand.IntN(4) > 0 {
		choices--
	}
	choice := r.starts[rand.IntN(choices)]
	sent := 0
	a = r.send(b, func() orderResponse {
		sent++
		path := "/api/v1/orders/" + a.order.Id + "/bookings/" + now.Id + "/move"
		return sendOrderRequest(r.t.Context(), http.MethodPut, b.base+path, b.cookie, "", api.MoveInput{
			Option: choice.Option, Date: choice.Date, StartTime: choice.StartTime,
			Difference: priceOf(choice.Option) - now.Amount})
	})
	switch {
	case !a.ok():
		r.checkResponse("moving a booking", a, "sold_out", "price_changed", "not_possible")
		r.countOutcome(r.moveOutcomes, a.code)
		if sent > 1 { // a request without a response may have been carried out
			b.setSlot(booking.Slot{})
		}
	case a.order.Bookings[0].PendingMove.PaymentUrl != "":
		r.payFor(b, a.order)
	case a.order.Bookings[0].PendingMove.Amount == 0:
		r.countOutcome(r.moveOutcomes, "at once")
		at := slotOf(choice)
		if now.PendingMove.Amount > 0 { // an earlier move may be paid and still be made
			at = booking.Slot{}
		}
		b.setSlot(at)
	}
}

// checkResponse fails the test unless a response is a success or has one of the codes. It ignores responses in the
// control.
func (r *moveRace) checkResponse(what string, a orderResponse, codes ...string) {
	if !a.ok() && !slices.Contains(codes, a.code) && r.without == "" {
		r.t.Errorf("%s: %v", what, a)
	}
}

// setSlot records the slot of the booking, unless the buyer has two windows.
func (b *moveBuyer) setSlot(at booking.Slot) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.twoWindows {
		b.knownSlot = at
	}
}

// payFor pays for a move with a random card or leaves the page, and sometimes cancels the booking before the move is
// made.
func (r *moveRace) payFor(b *moveBuyer, o api.Order) {
	card := sandbox.CardSuccess
	switch rand.IntN(12) {
	case 0:
		r.countOutcome(r.paymentOutcomes, "left open")
		return
	case 1:
		card = sandbox.CardDecline
	case 2:
		card = sandbox.CardUncapturable
	}
	page := o.Bookings[0].PendingMove.PaymentUrl
	b.setSlot(booking.Slot{})
	outcome, err := r.books.sandbox.Pay(r.t.Context(), page[strings.LastIndex(page, "/")+1:], card)
	if err != nil {
		r.countOutcome(r.paymentOutcomes, "ended") // a move in another window has ended the page
		return
	}
	r.countOutcome(r.paymentOutcomes, string(outcome))
	switch rand.IntN(6) {
	case 0:
		r.cancel(b, o.Bookings[0])
	case 1: // cancelled by the shop
		order := r.desk.readOrder(r.t, o.Id)
		quote, err := r.desk.QuoteOperatorCancellation(&order, &order.Bookings[0], nil)
		if err == nil {
			_, err = r.desk.CancelByOperator(r.t.Context(), order.ID, order.Bookings[0].ID, nil, quote)
		}
		r.recordCancellation(b, err == nil, "by the shop")
	}
}

// cancel has a buyer cancel their booking.
func (r *moveRace) cancel(b *moveBuyer, now api.Booking) {
	if now.Status != booking.Confirmed {
		return // already cancelled, in another window or by the shop
	}
	if len(now.Cancellation.Steps) == 0 {
		r.t.Errorf("a booking of %s cannot be cancelled", now.Date)
		return
	}
	a := r.send(b, func() orderResponse {
		return b.visitor.cancel(r.t.Context(), b.order.Id, now.Id, now.Cancellation.Steps[0].Refund)
	})
	r.checkResponse("cancelling a booking", a, "price_changed", "not_possible")
	r.recordCancellation(b, a.ok(), "by the buyer")
}

// recordCancellation records whether a buyer's booking was cancelled, and who cancelled it.
func (r *moveRace) recordCancellation(b *moveBuyer, done bool, by string) {
	b.setSlot(booking.Slot{})
	if !done {
		return
	}
	r.countOutcome(r.cancellations, by)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.cancelled = true
}

// contradictions returns where the books contradict each other, or a buyer's booking contradicts payments or responses.
func (r *moveRace) contradictions(buyers []*moveBuyer) []string {
	r.t.Helper()
	ctx := r.t.Context()
	list, err := r.books.contradictions(ctx)
	must(r.t, err)
	all, err := allOrders(ctx, r.books.store)
	must(r.t, err)
	sessions, err := r.books.sandbox.Sessions(ctx)
	must(r.t, err)
	ledger, err := r.books.sandbox.Ledger(ctx)
	must(r.t, err)
	problems := findings(list)
	ledgers := ledgersByOrder(&problems, sessions, ledger)
	byID, paidMoves := map[string]*booking.Order{}, map[string][]*booking.Order{}
	for i := range all {
		o := &all[i]
		byID[o.ID] = o
		if o.Supplement != nil {
			paidMoves[o.Supplement.Order] = append(paidMoves[o.Supplement.Order], o)
		}
	}
	for _, b := range buyers {
		o := byID[b.order.Id]
		paid := ledgers[o.ID].captured - ledgers[o.ID].refunded
		for _, paidMove := range paidMoves[o.ID] {
			if moveLedger := ledgers[paidMove.ID]; moveLedger != nil {
				paid += moveLedger.captured - moveLedger.refunded
				comparePaidMove(&problems, o, paidMove, moveLedger)
			}
		}
		r.compareBuyer(&problems, b, o, paid)
	}
	return problems
}

// comparePaidMove adds a problem for a paid move that was neither made nor refunded, or both.
func comparePaidMove(problems *findings, o, paidMove *booking.Order, ledger *orderLedger) {
	made, returned := 0, int64(0)
	for _, topUp := range o.Payment.TopUps {
		if topUp.Order == paidMove.ID {
			made, returned = made+1, returned+topUp.Returned
		}
	}
	if done := paidMove.Supplement.Done; ledger.captures > 1 || made > 1 || done != (made == 1) ||
		done && (ledger.captured == 0 || ledger.refunded != returned) || !done && ledger.captured != ledger.refunded {
		problems.add("move %s of order %s: %d captured, %d refunded, made %d times, done %t", paidMove.ID, o.ID,
			ledger.captured, ledger.refunded, made, done)
	}
}

// compareBuyer compares a buyer's booking with what the buyer has paid, and with the responses to the buyer.
func (r *moveRace) compareBuyer(problems *findings, b *moveBuyer, o *booking.Order, paid int64) {
	booked := &o.Bookings[0]
	at, due := slotOf(booked.Choice), priceOf(booked.Choice.Option)
	switch {
	case booked.Status == booking.Confirmed:
		if len(booked.Seats) != 1 || booked.Seats[0].Slot != at || booked.Seats[0].Seats != 1 {
			problems.add("order %s: the booking is at %v, but has the seats %v", o.ID, at, booked.Seats)
		}
	case booked.Status == booking.Cancelled && at == slotOf(r.starts[len(r.starts)-1]):
		due /= 2
	case booked.Status == booking.Cancelled:
		due = 0
	default:
		problems.add("order %s is %s", o.ID, booked.Status)
	}
	if paid != due {
		problems.add("order %s, %s at %v: the buyer has paid %d, the booking costs %d", o.ID, booked.Status, at, paid,
			due)
	}
	if b.cancelled && booked.Status != booking.Cancelled || b.knownSlot.Date != "" && b.knownSlot != at {
		problems.add("order %s: by the responses it is cancelled %t, at %v; it is %s at %v", o.ID, b.cancelled,
			b.knownSlot, booked.Status, at)
	}
}

func TestMovesUnderLoadAndKillsKeepSeatsAndMoney(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, newDatabase func(testing.TB) database) {
		d, servers := newDatabase(t), 1
		if long && d.DSN != "" {
			servers = 2
		}
		race := newMoveRace(t, d, servers, "")
		rounds, slowest := sized(1, 12), time.Duration(0)
		for n := range rounds {
			took, remaining := race.round(n, sized(4, 12), sized(3, 6), settledWithin)
			if slowest = max(slowest, took); len(remaining) > 0 {
				t.Fatalf("round %d, killed at %v:\n%s", n, race.killsByPoint,
					strings.Join(remaining[:min(len(remaining), 20)], "\n"))
			}
		}
		between := race.killsByPoint["before Capture"] + race.killsByPoint["after Capture"]
		if race.kills == 0 || race.moveOutcomes["at once"] == 0 || race.paymentOutcomes["accepted"] == 0 ||
			long && between == 0 {
			t.Errorf("moves %v, payments %v, cancellations %v, %d kills at %v: too few to prove anything",
				race.moveOutcomes, race.paymentOutcomes, race.cancellations, race.kills, race.killsByPoint)
		}
		printRow(46, "moves between nearly full starts on %s: %d round(s) of 16 buyers, moves %v, payment pages %v, "+
			"cancellations %v, %d kills, %d of them between a payment and its move: each booking has one seat of one "+
			"start, no start is oversold, each buyer has paid the price of the booking, books balanced %.1f s after "+
			"the last request at most", d, rounds, race.moveOutcomes, race.paymentOutcomes, race.cancellations,
			race.kills, between, slowest.Seconds())
	})
}

func TestPaidMovesFailWithoutCheckOfBooking(t *testing.T) {
	race := newMoveRace(t, onSQLite(t), 1, moveCheckGuard)
	for n := range 12 {
		if _, remaining := race.round(n, 6, 0, time.Second); len(remaining) > 0 {
			printRow(46, "control (a paid move made without a check of its booking): %d contradictions in round %d, "+
				"such as %q", len(remaining), n+1, remaining[0])
			return
		}
	}
	t.Error("there is no contradiction: the drill proves nothing")
}
