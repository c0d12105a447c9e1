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

// movers are buyers of a few nearly full starts at three prices, who move their bookings from one to another and cancel
// them, while the servers are killed.
type moveRace struct {
	*lastSeatsRace
	starts []booking.Choice // the last one is so soon that cancelling costs half, and a booking stays there

	moveOutcomes, paymentOutcomes, cancellations map[string]int // counted by what came of them
}

// mover is a buyer with a booking. Some have two windows open, and act in both at once.
type moveBuyer struct {
	*channelBuyer
	twoWindows bool
	mu         sync.Mutex
	knownSlot  booking.Slot // where the last answer says that the booking is; zero if others act on it
	cancelled  bool         // an answer says so
}

func newMoveRace(t *testing.T, d database, servers int, without guard) *moveRace {
	t.Helper()
	m := &moveRace{lastSeatsRace: newLastSeatsRace(t, d, servers, without)}
	m.moveOutcomes, m.paymentOutcomes, m.cancellations = map[string]int{}, map[string]int{}, map[string]int{}
	m.chooseKillPoint = func(s *serverConfig) {
		targets := []struct {
			on     string
			within int
		}{{"", 60}, {"before a commit", 20}, {"after State", 8}, {"before Capture", 2}, {"after Capture", 2},
			{"before Capture", 1}, {"after Capture", 1}, {"after Refund", 3}, {"before Void", 2}}
		target := targets[rand.IntN(len(targets))]
		s.KillPoint, s.KillAt = target.on, 1+rand.IntN(target.within)
	}
	return m
}

// round has new buyers book the n-th starts and move between them. It returns when the
// books balance after it, or what is still wrong after a while.
func (m *moveRace) round(n, steps, kills int, within time.Duration) (took time.Duration, remaining []string) {
	m.t.Helper()
	dubai, err := time.LoadLocation("Asia/Dubai")
	must(m.t, err)
	soon, now := time.Now().Add(time.Duration(21-n%12)*time.Hour).In(dubai), time.Now()
	m.starts = []booking.Choice{choiceOfSeats(now, instant, four, n, 1), choiceOfSeats(now, instant, four, 100+n, 1),
		choiceOfSeats(now, instant, dear, n, 1), choiceOfSeats(now, instant, dearer, n, 1),
		choiceOfSeats(now, instant, dearer, n, 1)}
	last := &m.starts[len(m.starts)-1]
	last.Date, last.StartTime = soon.Format(time.DateOnly), soon.Format("15:00")
	buyers := make([]*moveBuyer, 16)
	concurrently(len(buyers), func(i int) {
		b := &moveBuyer{channelBuyer: m.newBuyer(i, m.starts[i%(len(m.starts)-1)]), twoWindows: i < len(buyers)/2}
		m.fillCart(b.channelBuyer)
		b.order.Id = m.checkOutCart(b.channelBuyer)
		b.setSlot(slotOf(b.choice))
		for b.order.Result != booking.Success && !m.t.Failed() {
			b.order = b.send(func() orderResponse { return b.visitor.order(m.t.Context(), b.order.Id) }).order
		}
		buyers[i] = b
	})
	done := make(chan struct{})
	go func() {
		defer close(done)
		concurrently(len(buyers)*3/2, func(i int) {
			b := buyers[i%len(buyers)]
			for range steps {
				m.moveOrCancel(b)
			}
		})
	}()
	m.killUntil(done, kills)
	return eventually(within, func() []string { return m.contradictions(buyers) })
}

func (m *moveRace) countOutcome(outcomes map[string]int, outcome string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	outcomes[outcome]++
}

// send repeats a request, except in the control, where a paid move may be in progress for good.
func (m *moveRace) send(b *moveBuyer, request func() orderResponse) orderResponse {
	if m.without != "" {
		return request()
	}
	return b.send(request)
}

// act has a buyer move or cancel their booking in one of their windows.
func (m *moveRace) moveOrCancel(b *moveBuyer) {
	a := m.send(b, func() orderResponse { return b.visitor.order(m.t.Context(), b.order.Id) })
	if !a.ok() || len(a.order.Bookings) != 1 {
		m.checkResponse("the order", a)
		return
	}
	now := a.order.Bookings[0]
	if now.Status != booking.Confirmed {
		return
	}
	if rand.IntN(12) == 0 {
		m.cancel(b, now)
		return
	}
	choices := len(m.starts)
	if rand.IntN(4) > 0 {
		choices--
	}
	choice := m.starts[rand.IntN(choices)]
	sent := 0
	a = m.send(b, func() orderResponse {
		sent++
		return send(m.t.Context(), http.MethodPut, b.base+"/api/v1/orders/"+a.order.Id+"/bookings/"+now.Id+"/move",
			b.cookie, "", api.MoveInput{Option: choice.Option, Date: choice.Date, StartTime: choice.StartTime,
				Difference: priceOf(choice.Option) - now.Amount})
	})
	switch {
	case !a.ok():
		m.checkResponse("a move", a, "sold_out", "price_changed", "not_possible")
		m.countOutcome(m.moveOutcomes, a.code)
		if sent > 1 { // one that got no answer may have been done
			b.setSlot(booking.Slot{})
		}
	case a.order.Bookings[0].PendingMove.PaymentUrl != "":
		m.payFor(b, a.order)
	case a.order.Bookings[0].PendingMove.Amount == 0:
		m.countOutcome(m.moveOutcomes, "at once")
		at := slotOf(choice)
		if now.PendingMove.Amount > 0 { // it may be paid, and still be made
			at = booking.Slot{}
		}
		b.setSlot(at)
	}
}

// wantRefusal fails on an answer that is neither right nor a refusal by one of some codes. The control may break.
func (m *moveRace) checkResponse(what string, a orderResponse, codes ...string) {
	if !a.ok() && !slices.Contains(codes, a.code) && m.without == "" {
		m.t.Errorf("%s: %v", what, a)
	}
}

func (b *moveBuyer) setSlot(at booking.Slot) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.twoWindows {
		b.knownSlot = at
	}
}

// payFor pays for a move, or does not, and sometimes cancels the booking before the move is made.
func (m *moveRace) payFor(b *moveBuyer, o api.Order) {
	card := sandbox.CardSuccess
	switch rand.IntN(12) {
	case 0:
		m.countOutcome(m.paymentOutcomes, "left open")
		return
	case 1:
		card = sandbox.CardDecline
	case 2:
		card = sandbox.CardUncapturable
	}
	page := o.Bookings[0].PendingMove.PaymentUrl
	b.setSlot(booking.Slot{})
	outcome, err := m.books.sandbox.Pay(m.t.Context(), page[strings.LastIndex(page, "/")+1:], card)
	if err != nil {
		m.countOutcome(m.paymentOutcomes, "ended") // by a move in another window
		return
	}
	m.countOutcome(m.paymentOutcomes, string(outcome))
	switch rand.IntN(6) {
	case 0:
		m.cancel(b, o.Bookings[0])
	case 1: // the shop
		known := m.desk.readOrder(m.t, o.Id)
		quote, err := m.desk.QuoteOperatorCancellation(&known, &known.Bookings[0], nil)
		if err == nil {
			_, err = m.desk.CancelByOperator(m.t.Context(), known.ID, known.Bookings[0].ID, nil, quote)
		}
		m.recordCancellation(b, err == nil, "by the shop")
	}
}

func (m *moveRace) cancel(b *moveBuyer, now api.Booking) {
	if now.Status != booking.Confirmed {
		return // cancelled in another window, or by the shop
	}
	if len(now.Cancellation.Steps) == 0 {
		m.t.Errorf("a booking of %s cannot be cancelled", now.Date)
		return
	}
	a := m.send(b, func() orderResponse {
		return b.visitor.cancel(m.t.Context(), b.order.Id, now.Id, now.Cancellation.Steps[0].Refund)
	})
	m.checkResponse("a cancellation", a, "price_changed", "not_possible")
	m.recordCancellation(b, a.ok(), "by the buyer")
}

func (m *moveRace) recordCancellation(b *moveBuyer, done bool, by string) {
	b.setSlot(booking.Slot{})
	if !done {
		return
	}
	m.countOutcome(m.cancellations, by)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.cancelled = true
}

// wrong reports where the books do not balance, and buyers who do not have what they paid for.
func (m *moveRace) contradictions(buyers []*moveBuyer) []string {
	m.t.Helper()
	ctx := m.t.Context()
	list, err := m.books.contradictions(ctx)
	must(m.t, err)
	all, err := allOrders(ctx, m.books.store)
	must(m.t, err)
	sessions, err := m.books.sandbox.Sessions(ctx)
	must(m.t, err)
	ledger, err := m.books.sandbox.Ledger(ctx)
	must(m.t, err)
	problems := findings(list)
	ledgers := ledgersByOrder(&problems, sessions, ledger)
	byID, extras := map[string]*booking.Order{}, map[string][]*booking.Order{}
	for i := range all {
		o := &all[i]
		byID[o.ID] = o
		if o.Supplement != nil {
			extras[o.Supplement.Order] = append(extras[o.Supplement.Order], o)
		}
	}
	for _, b := range buyers {
		o := byID[b.order.Id]
		paid := ledgers[o.ID].captured - ledgers[o.ID].refunded
		for _, extra := range extras[o.ID] {
			if ledger2 := ledgers[extra.ID]; ledger2 != nil {
				paid += ledger2.captured - ledger2.refunded
				compareSupplement(&problems, o, extra, ledger2)
			}
		}
		m.compareMover(&problems, b, o, paid)
	}
	return problems
}

// compareSupplement notes a paid move that was neither made nor refunded, or both.
func compareSupplement(problems *findings, o, extra *booking.Order, ledger *orderLedger) {
	made, returned := 0, int64(0)
	for _, t := range o.Payment.TopUps {
		if t.Order == extra.ID {
			made, returned = made+1, returned+t.Returned
		}
	}
	if done := extra.Supplement.Done; ledger.captures > 1 || made > 1 || done != (made == 1) ||
		done && (ledger.captured == 0 || ledger.refunded != returned) || !done && ledger.captured != ledger.refunded {
		problems.add("move %s of order %s: %d captured, %d refunded, made %d times, done %t", extra.ID, o.ID, ledger.captured,
			ledger.refunded, made, done)
	}
}

// compareMover holds a buyer's booking against the price of what they hold, and against what they were answered.
func (m *moveRace) compareMover(problems *findings, b *moveBuyer, o *booking.Order, paid int64) {
	has := &o.Bookings[0]
	at, due := slotOf(has.Choice), priceOf(has.Choice.Option)
	switch {
	case has.Status == booking.Confirmed:
		if len(has.Seats) != 1 || has.Seats[0].Slot != at || has.Seats[0].Seats != 1 {
			problems.add("order %s: a seat of %v is booked, and taken are %v", o.ID, at, has.Seats)
		}
	case has.Status == booking.Cancelled && at == slotOf(m.starts[len(m.starts)-1]):
		due /= 2
	case has.Status == booking.Cancelled:
		due = 0
	default:
		problems.add("order %s is %s", o.ID, has.Status)
	}
	if paid != due {
		problems.add("order %s, %s at %v: the buyer has paid %d, and it costs %d", o.ID, has.Status, at, paid, due)
	}
	if b.cancelled && has.Status != booking.Cancelled || b.knownSlot.Date != "" && b.knownSlot != at {
		problems.add("order %s: the answers were cancelled %t, or %v; it is %s at %v", o.ID, b.cancelled, b.knownSlot,
			has.Status, at)
	}
}

func TestMovesUnderLoadAndKillsKeepSeatsAndMoney(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, newDatabase func(testing.TB) database) {
		d, servers := newDatabase(t), 1
		if long && d.DSN != "" {
			servers = 2
		}
		m := newMoveRace(t, d, servers, "")
		rounds, slowest := sized(1, 12), time.Duration(0)
		for n := range rounds {
			took, remaining := m.round(n, sized(4, 12), sized(3, 6), settledWithin)
			if slowest = max(slowest, took); len(remaining) > 0 {
				t.Fatalf("round %d, killed at %v:\n%s", n, m.killsByPoint, strings.Join(remaining[:min(len(remaining), 20)], "\n"))
			}
		}
		between := m.killsByPoint["before Capture"] + m.killsByPoint["after Capture"]
		if m.kills == 0 || m.moveOutcomes["at once"] == 0 || m.paymentOutcomes["accepted"] == 0 || long && between == 0 {
			t.Errorf("moved %v, paid %v, cancelled %v, killed %d times, at %v: the drill proves little", m.moveOutcomes,
				m.paymentOutcomes, m.cancellations, m.kills, m.killsByPoint)
		}
		printRow(46, "moves between nearly full starts on %s: %d round(s) of 16 buyers, moves %v, payment pages %v, "+
			"cancelled %v, %d kills, %d of them between a payment and its move: each booking has one seat of one "+
			"start, none is oversold, each buyer has paid what it costs, %.1f s after the last act at most", d, rounds,
			m.moveOutcomes, m.paymentOutcomes, m.cancellations, m.kills, between, slowest.Seconds())
	})
}

func TestWithoutTheCheckOfABookingPaidMovesGoWrong(t *testing.T) {
	m := newMoveRace(t, onSQLite(t), 1, moveCheckGuard)
	for n := range 12 {
		if _, remaining := m.round(n, 6, 0, time.Second); len(remaining) > 0 {
			printRow(46, "the control, which makes a paid move whatever its booking is by then: %d contradictions in "+
				"round %d, such as %q", len(remaining), n+1, remaining[0])
			return
		}
	}
	t.Error("every move was right: the drill proves nothing")
}
