package booking_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/payment"
)

// The sandbox's cards whose payments have a history at the bank.
const (
	unrefundable = "4000000000005126"
	disputed     = "4000000000002685"
)

// accountProvider is a provider at one of two accounts, each knowing its own payments only.
type accountProvider struct {
	payment.Provider
	account string
	opened  map[string]string // the account of each session
}

func (p *accountProvider) Account(context.Context) (string, error) { return p.account, nil }

func (p *accountProvider) Start(ctx context.Context, r payment.Request) (payment.Session, error) {
	s, err := p.Provider.Start(ctx, r)
	p.opened[s.ID] = p.account
	return s, err
}

func (p *accountProvider) State(ctx context.Context, session string) (payment.State, error) {
	if p.opened[session] != p.account {
		return payment.State{}, payment.ErrUnknown
	}
	return p.Provider.State(ctx, session)
}

func TestOrderWaitsWhileAnotherAccountIsConfigured(t *testing.T) {
	w := newWorld(t)
	w.catalog.add(onRequest())
	bank := &accountProvider{Provider: w.sandbox, account: "acct_A (live)", opened: map[string]string{}}
	var log bytes.Buffer
	w.Service = booking.New(booking.Config{
		Store: w.store, Catalog: w.catalog, Providers: map[string]payment.Provider{bank.Name(): bank},
		Provider: bank.Name(),
		Log:      slog.New(slog.NewTextHandler(&log, nil)), Now: w.clock,
	})
	balloon := dunesChoice(day, afternoon, 1)
	balloon.Product = "balloon"
	reserved, left := w.order("cart", booking.Card, balloon), w.order("other", booking.Card,
		dunesChoice(day, afternoon, 1))
	w.pay(reserved, goodCard)
	w.wantOrder(w.settleOrder(reserved), booking.ResultOnHold, booking.PaymentAuthorised, booking.Pending)

	bank.account = "acct_B (test)"
	for range 2 {
		for _, o := range []booking.Order{reserved, left} {
			if _, err := w.Settle(w.ctx, o.ID); err == nil {
				t.Error("an order is settled by an account that does not know it")
			}
		}
		w.advance(time.Hour) // the hold has ended long ago
	}
	w.must(w.CheckAccounts(w.ctx))
	for o, want := range map[*booking.Order]booking.BookingStatus{&reserved: booking.Pending, &left: booking.OnHold} {
		stored, err := w.store.Read().Order(w.ctx, o.ID)
		w.must(err)
		if stored.Bookings[0].Status != want || len(stored.Notified) > 0 && o == &left {
			t.Errorf("%s is %s, and %q was sent", o.Reference, stored.Bookings[0].Status, stored.Notified)
		}
	}
	for _, want := range []string{"level=ERROR", "acct_A (live)", "acct_B (test)", reserved.Reference,
		"an account that is not configured"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("%q is not logged in\n%s", want, &log)
		}
	}
	if w.vacancies(day, afternoon) != 3 {
		t.Error("the seats of an order that waits were released")
	}

	bank.account = "acct_A (live)"
	w.wantOrder(w.settleOrder(reserved), booking.ResultOnHold, booking.PaymentAuthorised, booking.Pending)
	w.wantOrder(w.settleOrder(left), booking.Failed, booking.PaymentFailed, booking.Expired)
}

// paymentIssues returns the notices to the shop about the money of an order.
func paymentIssues(o booking.Order) (about []string) {
	for _, key := range o.Notified {
		if text, is := strings.CutPrefix(key, "payment_attention "); is {
			about = append(about, text)
		}
	}
	return about
}

func (w *world) paidOrderWith(card string) booking.Order {
	w.t.Helper()
	o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1))
	w.pay(o, card)
	o = w.settleOrder(o)
	w.wantOrder(o, booking.Success, booking.PaymentCaptured, booking.Confirmed)
	return o
}

func TestRefundThatFailsLaterIsDetectedAndOwedAgain(t *testing.T) {
	w := newWorld(t)
	o := w.paidOrderWith(unrefundable)
	o, err := w.cancelByOperator(o, nil)
	w.must(err)
	w.wantOrder(o, booking.Success, booking.PaymentRefunded, booking.Cancelled)
	w.advance(time.Minute)
	if n, err := w.Reconcile(w.ctx, w.now.Add(-time.Hour)); err != nil || n != 1 {
		t.Fatalf("%d have changed, %v", n, err)
	}
	o = w.settleOrder(o)
	w.wantOrder(o, booking.Success, booking.PaymentRefundFailed, booking.Cancelled)
	if o.Payment.TotalRefunded() != 0 || o.RefundDue() != 39500 || o.Payment.RefundFailed != 39500 {
		t.Errorf("%+v", o.Payment)
	}
	if about := paymentIssues(o); len(about) != 1 || about[0] != "refund:39500:0" {
		t.Errorf("the shop's notices are about %q", about)
	}
	o, err = w.RetryRefund(w.ctx, o.ID)
	w.must(err)
	w.wantOrder(o, booking.Success, booking.PaymentRefunded, booking.Cancelled)
	w.advance(time.Minute)
	_, err = w.Reconcile(w.ctx, w.now.Add(-time.Hour))
	w.must(err)
	o = w.settleOrder(o)
	w.wantOrder(o, booking.Success, booking.PaymentRefundFailed, booking.Cancelled)

	// It is refunded in two other ways.
	_, err = w.RecordRefund(w.ctx, o.ID, booking.Record{By: booking.ByTransfer, Amount: 39501}, o.RefundDue())
	w.wantFault(err, fault.NotPossible)
	o, err = w.RecordRefund(w.ctx, o.ID, booking.Record{By: booking.ByTransfer, Amount: 30000, Actor: "amal"}, 39500)
	w.must(err)
	w.wantOrder(o, booking.Success, booking.PaymentRefundFailed, booking.Cancelled)
	second := booking.Record{By: booking.ByTransfer, Amount: 9500, Actor: "omar"} // who saw what amal saw
	_, err = w.RecordRefund(w.ctx, o.ID, second, 39500)
	w.wantFault(err, fault.PriceChanged)
	second.Note = "a voucher"
	_, err = w.WriteOff(w.ctx, o.ID, second, 39500)
	w.wantFault(err, fault.PriceChanged)
	_, err = w.WriteOff(w.ctx, o.ID, booking.Record{Amount: 9500}, o.RefundDue())
	w.wantFault(err, fault.Invalid)
	o, err = w.WriteOff(w.ctx, o.ID, booking.Record{Amount: 9500, Note: "The buyer asked for a voucher"}, o.RefundDue())
	w.must(err)
	w.wantOrder(o, booking.Success, booking.PaymentCaptured, booking.Cancelled)
	if o.RefundDue() != 0 || o.Payment.TotalRefunded() != 30000 || o.Payment.WrittenOff() != 9500 {
		t.Errorf("%+v", o.Payment)
	}
	_, err = w.RecordRefund(w.ctx, o.ID, booking.Record{By: booking.InCash, Amount: 1}, o.RefundDue())
	w.wantFault(err, fault.NotPossible)
}

func TestDisputeIsDetectedAndBlocksTheRefund(t *testing.T) {
	w := newWorld(t)
	o := w.paidOrderWith(disputed)
	if about := paymentIssues(o); len(about) != 1 || about[0] != "dispute:needs_response" ||
		o.Payment.Dispute.Amount != 39500 {
		t.Errorf("the shop's notices are about %q; %+v", about, o.Payment.Dispute)
	}
	o, err := w.cancelByOperator(o, nil)
	w.must(err)
	w.wantOrder(o, booking.Success, booking.PaymentRefundFailed, booking.Cancelled)
	if o.Payment.TotalRefunded() != 0 || !strings.Contains(o.Payment.RefundProblem, "disputed") {
		t.Errorf("%+v", o.Payment)
	}
}

// bankOfTheBuyer is a provider whose disputes have ended for the buyer.
type bankOfTheBuyer struct {
	payment.Provider
	amount int64
}

func (p bankOfTheBuyer) State(ctx context.Context, session string) (payment.State, error) {
	state, err := p.Provider.State(ctx, session)
	if err == nil && state.Status == payment.Captured {
		state.Dispute = payment.Dispute{Status: "lost", Amount: p.amount}
	}
	return state, err
}

func TestWhatABankHasGivenBackIsNotOwedAgain(t *testing.T) {
	for name, c := range map[string]struct{ amount, owed int64 }{
		"all of it": {39500, 0}, "with the bank's exchange": {40100, 0}, "a part": {10000, 29500},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			o := w.paidOrderWith(disputed)
			w.Service = w.serviceWith(bankOfTheBuyer{w.sandbox, c.amount})
			_, err := w.Reconcile(w.ctx, w.now.Add(-time.Hour))
			w.must(err)
			o = w.settleOrder(o)
			if o.RefundedElsewhere() != 0 || o.Bookings[0].Status != booking.Confirmed {
				t.Errorf("%d refunded elsewhere; %s", o.RefundedElsewhere(), o.Bookings[0].Status)
			}
			quote, err := w.QuoteOperatorCancellation(&o, &o.Bookings[0], nil)
			w.must(err)
			if want := (booking.CancellationQuote{Percent: 100, Refund: 39500, Payout: c.owed}); quote != want {
				t.Errorf("the quote is %+v, want %+v", quote, want)
			}
			o, err = w.CancelByOperator(w.ctx, o.ID, o.Bookings[0].ID, nil, quote)
			w.must(err)
			if b := &o.Bookings[0]; o.RefundDue() != c.owed || o.RefundDueFor(b) != c.owed || b.Applied != 0 ||
				o.Payment.TotalRefunded() != 39500-c.owed {
				t.Errorf("%d are owed, %d applied, %d refunded", o.RefundDue(), b.Applied, o.Payment.TotalRefunded())
			}
		})
	}
}

func TestRefundMadeAtTheProviderIsDetected(t *testing.T) {
	w := newWorld(t)
	o := w.paidOrderWith(goodCard)
	_, err := w.sandbox.Refund(w.ctx, o.Payment.SessionID, 10000, "by hand, in the dashboard")
	w.must(err)
	_, err = w.Reconcile(w.ctx, w.now.Add(-time.Hour))
	w.must(err)
	o, err = w.store.Read().Order(w.ctx, o.ID)
	w.must(err)
	w.wantOrder(o, booking.Success, booking.PaymentCaptured, booking.Confirmed)
	if o.Payment.TotalRefunded() != 10000 || o.RefundedElsewhere() != 10000 || len(paymentIssues(o)) != 1 {
		t.Errorf("%+v, notified %q", o.Payment, o.Notified)
	}
	// The cancellation refunds only the rest.
	o, err = w.cancelByOperator(o, nil)
	w.must(err)
	w.wantOrder(o, booking.Success, booking.PaymentRefunded, booking.Cancelled)
	if o.Payment.Refunded != 39500 {
		t.Errorf("%+v", o.Payment)
	}
}

func TestOperatorRecordsPaymentsAndRefundsOfPayLaterOrders(t *testing.T) {
	w := newWorld(t)
	log, _ := w.recordEvents()
	o, err := w.reserve(payAtStartShop(), "cart", dunesChoice(day, afternoon, 2))
	w.must(err)
	pay := func(amount, known int64) error {
		t.Helper()
		paid, err := w.RecordPayment(w.ctx, o.ID, o.Bookings[0].ID, booking.Record{By: booking.InCash, Amount: amount},
			known)
		if err == nil {
			o = paid
		}
		return err
	}
	w.wantFault(pay(79001, 0), fault.NotPossible)
	w.must(pay(20000, 0))
	w.wantOrder(o, booking.Success, booking.PaymentDue, booking.Pending)
	if o.Due() != 59000 {
		t.Errorf("%d are due", o.Due())
	}
	// The same payment, recorded by an operator who had not seen the other.
	w.wantFault(pay(59000, 0), fault.PriceChanged)
	w.must(pay(59000, 20000))
	w.wantOrder(o, booking.Success, booking.PaymentCaptured, booking.Confirmed)
	if o.Due() != 0 || o.Payment.TotalReceived() != 79000 || !o.HasInvoice() {
		t.Errorf("%+v", o.Payment)
	}
	w.wantFault(pay(1, 79000), fault.NotPossible)

	w.advance(o.Bookings[0].StartsAt.Sub(w.clock()) - 12*time.Hour)
	o, err = w.cancelByOperator(o, nil)
	w.must(err)
	w.wantOrder(o, booking.Success, booking.PaymentRefundPending, booking.Cancelled)
	if o.RefundDue() != 39500 || !o.NeedsManualRefund() || len(paymentIssues(o)) != 1 {
		t.Errorf("%d are owed; notified %q", o.RefundDue(), o.Notified)
	}
	o, err = w.RecordRefund(w.ctx, o.ID, booking.Record{By: booking.InCash, Amount: 39500}, o.RefundDue())
	w.must(err)
	w.wantOrder(o, booking.Success, booking.PaymentCaptured, booking.Cancelled)
	if o.RefundDue() != 0 || o.Payment.TotalRefunded() != 39500 || o.Payment.Dispute != (payment.Dispute{}) {
		t.Errorf("%+v", o.Payment)
	}
	for event, amounts := range map[string][]string{"payment recorded": {"20000", "59000"},
		"refund recorded": {"39500"}} {
		for _, amount := range amounts {
			line := regexp.MustCompile(fmt.Sprintf(`msg=%q .*reference=%s .*by=cash amount=%s currency=AED`, event,
				o.Reference, amount))
			if len(line.FindAllString(log.String(), -1)) != 1 {
				t.Errorf("%s is not once in\n%s", line, log)
			}
		}
	}
}

func TestShopOwesNothingAfterRefundingAFailedOrder(t *testing.T) {
	w := newWorld(t)
	o, _ := w.reservationOnRequest(wayfare)
	o = w.recordPaid(o)
	if !o.IsRefundedByShop() {
		t.Error("the refund of a cancellation would not be the shop's")
	}
	o, err := w.Decide(w.ctx, o.ID, o.Bookings[0].ID, false)
	w.must(err)
	o = w.settleOrder(o)
	w.wantOrder(o, booking.Failed, booking.PaymentRefundPending, booking.Rejected)
	back := func(amount int64, owes bool) {
		t.Helper()
		o, err = w.RecordRefund(w.ctx, o.ID, booking.Record{By: booking.InCash, Amount: amount}, o.RefundDue())
		w.must(err)
		if o.IsRefundedByShop() != owes {
			t.Errorf("%d are owed, and that the shop owes something is %v", o.RefundDue(), !owes)
		}
	}
	back(10000, true)
	back(29500, false)
	w.wantOrder(w.settleOrder(o), booking.Failed, booking.PaymentRefunded, booking.Rejected)
}

func TestShopOwesARefundIfADisputeBlocksIt(t *testing.T) {
	for dispute, byShop := range map[payment.Dispute]bool{
		{}: false, {Status: "needs_response"}: true, {Status: "lost"}: true,
		{Status: "warning_under_review", Refundable: true}: false, {Status: "won", Refundable: true}: false,
	} {
		o := booking.Order{Total: 100, Payment: booking.Payment{Captured: 100, Dispute: dispute},
			Bookings: []booking.Booking{{Status: booking.Confirmed, Amount: 100}}}
		if o.IsRefundedByShop() != byShop {
			t.Errorf("%+v: that the shop makes the refund is %v", dispute, !byShop)
		}
	}
}

func TestPaymentAtTheDeskVoidsTheCardPayment(t *testing.T) {
	w := newWorld(t)
	o, err := w.reserve(wayfare, "cart", dunesChoice(day, afternoon, 1))
	w.must(err)
	o, err = w.Pay(w.ctx, wayfare, visitorWithCart("cart"), o.ID, "")
	w.must(err)
	w.pay(o, goodCard) // at the same moment
	o, err = w.RecordPayment(w.ctx, o.ID, o.Bookings[0].ID, booking.Record{By: booking.AtTerminal, Amount: 39500}, 0)
	w.must(err)
	o = w.settleOrder(o)
	w.wantOrder(o, booking.Success, booking.PaymentCaptured, booking.Confirmed)
	state, err := w.sandbox.State(w.ctx, o.Payment.SessionID)
	w.must(err)
	if state.Status != payment.Voided || o.Payment.TotalReceived() != 39500 {
		t.Errorf("the page's payment is %s, and %d was taken", state.Status, o.Payment.TotalReceived())
	}
}

func TestDeploymentsOwnAccountKeepsItsOrders(t *testing.T) {
	w := newWorld(t)
	own := &namedProvider{w.sandbox, "stripe-wayfare"}
	providers := map[string]payment.Provider{w.sandbox.Name(): w.sandbox, own.Name(): own}
	with := func(ownProviders map[string]string) *booking.Service {
		return booking.New(booking.Config{
			Store: w.store, Catalog: w.catalog, Providers: providers, Provider: w.sandbox.Name(),
			OwnProviders: ownProviders,
			Log:          slog.New(slog.DiscardHandler), Now: w.clock,
		})
	}
	w.Service = with(map[string]string{"wayfare": own.name, "trails": "another"})
	o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1))
	if o.Payment.Provider != own.name || o.Payment.Account != "of stripe-wayfare" {
		t.Errorf("%+v", o.Payment)
	}
	w.Service = with(nil) // new orders go to the shared account, and this one stays
	w.pay(o, goodCard)
	o = w.settleOrder(o)
	w.wantOrder(o, booking.Success, booking.PaymentCaptured, booking.Confirmed)
	if other := w.order("other", booking.Card, dunesChoice(day, afternoon, 1)); o.Payment.Provider != own.name ||
		other.Payment.Provider != w.sandbox.Name() {
		t.Errorf("%s, %s", o.Payment.Provider, other.Payment.Provider)
	}
}

// namedProvider is a provider by another name.
type namedProvider struct {
	payment.Provider
	name string
}

func (p *namedProvider) Name() string                            { return p.name }
func (p *namedProvider) Account(context.Context) (string, error) { return "of " + p.name, nil }
