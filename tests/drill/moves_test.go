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
type movers struct {
	*lastSeatRush
	starts []booking.Choice // the last one is so soon that cancelling costs half, and a booking stays there

	moved, paid, ended map[string]int // counted by what came of them
}

// mover is a buyer with a booking. Some have two windows open, and act in both at once.
type mover struct {
	*bidder
	windows   bool
	mu        sync.Mutex
	certain   booking.Slot // where the last answer says that the booking is; zero if others act on it
	cancelled bool         // an answer says so
}

func newMovers(t *testing.T, d database, servers int, without guard) *movers {
	t.Helper()
	m := &movers{lastSeatRush: newLastSeatRush(t, d, servers, without)}
	m.moved, m.paid, m.ended = map[string]int{}, map[string]int{}, map[string]int{}
	m.aim = func(s *setup) {
		aims := []struct {
			on     string
			within int
		}{{"", 60}, {"before a commit", 20}, {"after State", 8}, {"before Capture", 2}, {"after Capture", 2},
			{"before Capture", 1}, {"after Capture", 1}, {"after Refund", 3}, {"before Void", 2}}
		aim := aims[rand.IntN(len(aims))]
		s.KillOn, s.KillAt = aim.on, 1+rand.IntN(aim.within)
	}
	return m
}

// round has new buyers book the n-th starts and move between them. It returns when the
// books balance after it, or what is still wrong after a while.
func (m *movers) round(n, steps, kills int, within time.Duration) (took time.Duration, left []string) {
	m.t.Helper()
	dubai, err := time.LoadLocation("Asia/Dubai")
	must(m.t, err)
	soon, now := time.Now().Add(time.Duration(21-n%12)*time.Hour).In(dubai), time.Now()
	m.starts = []booking.Choice{choiceOfSeats(now, instant, four, n, 1), choiceOfSeats(now, instant, four, 100+n, 1),
		choiceOfSeats(now, instant, dear, n, 1), choiceOfSeats(now, instant, dearer, n, 1),
		choiceOfSeats(now, instant, dearer, n, 1)}
	last := &m.starts[len(m.starts)-1]
	last.Date, last.StartTime = soon.Format(time.DateOnly), soon.Format("15:00")
	buyers := make([]*mover, 16)
	concurrently(len(buyers), func(i int) {
		b := &mover{bidder: m.bidder(i, m.starts[i%(len(m.starts)-1)]), windows: i < len(buyers)/2}
		m.fillCart(b.bidder)
		b.order.Id = m.checkOut(b.bidder)
		b.setSlot(slotOf(b.wish))
		for b.order.Result != booking.Success && !m.t.Failed() {
			b.order = b.send(func() answer { return b.visitor.order(m.t.Context(), b.order.Id) }).order
		}
		buyers[i] = b
	})
	done := make(chan struct{})
	go func() {
		defer close(done)
		concurrently(len(buyers)*3/2, func(i int) {
			b := buyers[i%len(buyers)]
			for range steps {
				m.act(b)
			}
		})
	}()
	m.killUntil(done, kills)
	return eventually(within, func() []string { return m.wrong(buyers) })
}

func (m *movers) count(what map[string]int, outcome string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	what[outcome]++
}

// send repeats a request, except in the control, where a paid move may be in progress for good.
func (m *movers) send(b *mover, request func() answer) answer {
	if m.without != "" {
		return request()
	}
	return b.send(request)
}

// act has a buyer move or cancel their booking in one of their windows.
func (m *movers) act(b *mover) {
	a := m.send(b, func() answer { return b.visitor.order(m.t.Context(), b.order.Id) })
	if !a.ok() || len(a.order.Bookings) != 1 {
		m.wantRefusal("the order", a)
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
	wish := m.starts[rand.IntN(choices)]
	sent := 0
	a = m.send(b, func() answer {
		sent++
		return send(m.t.Context(), http.MethodPut, b.base+"/api/v1/orders/"+a.order.Id+"/bookings/"+now.Id+"/move",
			b.cookie, "", api.MoveInput{Option: wish.Option, Date: wish.Date, StartTime: wish.StartTime,
				Difference: priceOf(wish.Option) - now.Amount})
	})
	switch {
	case !a.ok():
		m.wantRefusal("a move", a, "sold_out", "price_changed", "not_possible")
		m.count(m.moved, a.code)
		if sent > 1 { // one that got no answer may have been done
			b.setSlot(booking.Slot{})
		}
	case a.order.Bookings[0].PendingMove.PaymentUrl != "":
		m.payFor(b, a.order)
	case a.order.Bookings[0].PendingMove.Amount == 0:
		m.count(m.moved, "at once")
		at := slotOf(wish)
		if now.PendingMove.Amount > 0 { // it may be paid, and still be made
			at = booking.Slot{}
		}
		b.setSlot(at)
	}
}

// wantRefusal fails on an answer that is neither right nor a refusal by one of some codes. The control may break.
func (m *movers) wantRefusal(what string, a answer, codes ...string) {
	if !a.ok() && !slices.Contains(codes, a.code) && m.without == "" {
		m.t.Errorf("%s: %v", what, a)
	}
}

func (b *mover) setSlot(at booking.Slot) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.windows {
		b.certain = at
	}
}

// payFor pays for a move, or does not, and sometimes cancels the booking before the move is made.
func (m *movers) payFor(b *mover, o api.Order) {
	card := sandbox.CardSuccess
	switch rand.IntN(12) {
	case 0:
		m.count(m.paid, "left open")
		return
	case 1:
		card = sandbox.CardDecline
	case 2:
		card = sandbox.CardUncapturable
	}
	page := o.Bookings[0].PendingMove.PaymentUrl
	b.setSlot(booking.Slot{})
	outcome, err := m.books.bank.Pay(m.t.Context(), page[strings.LastIndex(page, "/")+1:], card)
	if err != nil {
		m.count(m.paid, "ended") // by a move in another window
		return
	}
	m.count(m.paid, string(outcome))
	switch rand.IntN(6) {
	case 0:
		m.cancel(b, o.Bookings[0])
	case 1: // the shop
		known := m.desk.readOrder(m.t, o.Id)
		quote, err := m.desk.QuoteOperatorCancellation(&known, &known.Bookings[0], nil)
		if err == nil {
			_, err = m.desk.CancelByOperator(m.t.Context(), known.ID, known.Bookings[0].ID, nil, quote)
		}
		m.recordEnd(b, err == nil, "by the shop")
	}
}

func (m *movers) cancel(b *mover, now api.Booking) {
	if now.Status != booking.Confirmed {
		return // cancelled in another window, or by the shop
	}
	if len(now.Cancellation.Steps) == 0 {
		m.t.Errorf("a booking of %s cannot be cancelled", now.Date)
		return
	}
	a := m.send(b, func() answer {
		return b.visitor.cancel(m.t.Context(), b.order.Id, now.Id, now.Cancellation.Steps[0].Refund)
	})
	m.wantRefusal("a cancellation", a, "price_changed", "not_possible")
	m.recordEnd(b, a.ok(), "by the buyer")
}

func (m *movers) recordEnd(b *mover, done bool, by string) {
	b.setSlot(booking.Slot{})
	if !done {
		return
	}
	m.count(m.ended, by)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.cancelled = true
}

// wrong reports where the books do not balance, and buyers who do not have what they paid for.
func (m *movers) wrong(buyers []*mover) []string {
	m.t.Helper()
	ctx := m.t.Context()
	list, err := m.books.contradictions(ctx)
	must(m.t, err)
	all, err := allOrders(ctx, m.books.store)
	must(m.t, err)
	sessions, err := m.books.bank.Sessions(ctx)
	must(m.t, err)
	ledger, err := m.books.bank.Ledger(ctx)
	must(m.t, err)
	wrong := findings(list)
	stated := ledgersByOrder(&wrong, sessions, ledger)
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
		kept := stated[o.ID].captured - stated[o.ID].refunded
		for _, extra := range extras[o.ID] {
			if s := stated[extra.ID]; s != nil {
				kept += s.captured - s.refunded
				compareSupplement(&wrong, o, extra, s)
			}
		}
		m.compareMover(&wrong, b, o, kept)
	}
	return wrong
}

// compareSupplement notes a paid move that was neither made nor refunded, or both.
func compareSupplement(wrong *findings, o, extra *booking.Order, s *orderLedger) {
	made, returned := 0, int64(0)
	for _, t := range o.Payment.TopUps {
		if t.Order == extra.ID {
			made, returned = made+1, returned+t.Returned
		}
	}
	if done := extra.Supplement.Done; s.captures > 1 || made > 1 || done != (made == 1) ||
		done && (s.captured == 0 || s.refunded != returned) || !done && s.captured != s.refunded {
		wrong.add("move %s of order %s: %d captured, %d refunded, made %d times, done %t", extra.ID, o.ID, s.captured,
			s.refunded, made, done)
	}
}

// compareMover holds a buyer's booking against the price of what they hold, and against what they were answered.
func (m *movers) compareMover(wrong *findings, b *mover, o *booking.Order, kept int64) {
	has := &o.Bookings[0]
	at, due := slotOf(has.Choice), priceOf(has.Choice.Option)
	switch {
	case has.Status == booking.Confirmed:
		if len(has.Seats) != 1 || has.Seats[0].Slot != at || has.Seats[0].Seats != 1 {
			wrong.add("order %s: a seat of %v is booked, and taken are %v", o.ID, at, has.Seats)
		}
	case has.Status == booking.Cancelled && at == slotOf(m.starts[len(m.starts)-1]):
		due /= 2
	case has.Status == booking.Cancelled:
		due = 0
	default:
		wrong.add("order %s is %s", o.ID, has.Status)
	}
	if kept != due {
		wrong.add("order %s, %s at %v: the buyer has paid %d, and it costs %d", o.ID, has.Status, at, kept, due)
	}
	if b.cancelled && has.Status != booking.Cancelled || b.certain.Date != "" && b.certain != at {
		wrong.add("order %s: the answers were cancelled %t, or %v; it is %s at %v", o.ID, b.cancelled, b.certain,
			has.Status, at)
	}
}

func TestMovesUnderLoadAndKillsKeepSeatsAndMoney(t *testing.T) {
	onEach(t, func(t *testing.T, make func(testing.TB) database) {
		d, servers := make(t), 1
		if long && d.DSN != "" {
			servers = 2
		}
		m := newMovers(t, d, servers, "")
		rounds, slowest := sized(1, 12), time.Duration(0)
		for n := range rounds {
			took, left := m.round(n, sized(4, 12), sized(3, 6), settledWithin)
			if slowest = max(slowest, took); len(left) > 0 {
				t.Fatalf("round %d, killed at %v:\n%s", n, m.points, strings.Join(left[:min(len(left), 20)], "\n"))
			}
		}
		between := m.points["before Capture"] + m.points["after Capture"]
		if m.kills == 0 || m.moved["at once"] == 0 || m.paid["accepted"] == 0 || long && between == 0 {
			t.Errorf("moved %v, paid %v, cancelled %v, killed %d times, at %v: the drill proves little", m.moved,
				m.paid, m.ended, m.kills, m.points)
		}
		printRow(46, "moves between nearly full starts on %s: %d round(s) of 16 buyers, moves %v, payment pages %v, "+
			"cancelled %v, %d kills, %d of them between a payment and its move: each booking has one seat of one "+
			"start, none is oversold, each buyer has paid what it costs, %.1f s after the last act at most", d, rounds,
			m.moved, m.paid, m.ended, m.kills, between, slowest.Seconds())
	})
}

func TestWithoutTheCheckOfABookingPaidMovesGoWrong(t *testing.T) {
	m := newMovers(t, onSQLite(t), 1, moveGuard)
	for n := range 12 {
		if _, left := m.round(n, 6, 0, time.Second); len(left) > 0 {
			printRow(46, "the control, which makes a paid move whatever its booking is by then: %d contradictions in "+
				"round %d, such as %q", len(left), n+1, left[0])
			return
		}
	}
	t.Error("every move was right: the drill proves nothing")
}
