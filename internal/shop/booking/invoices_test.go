package booking_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/payment"
)

// signedIn is Amina with an account.
var signedIn = booking.Visitor{Cart: "user:amina", BrowserCart: "guest", Email: amina.Email}

// invoices returns the ids of a visitor's invoices, page by page.
func (w *world) invoices(d booking.Deployment, v booking.Visitor, limit int) (ids []string) {
	w.t.Helper()
	for before := ""; ; {
		page, next, err := w.Invoices(w.ctx, d, v, before, limit)
		w.must(err)
		for _, o := range page {
			ids = append(ids, o.ID)
		}
		if next == "" {
			return ids
		}
		if len(page) != limit || len(ids) > 100 {
			w.t.Fatalf("a page of %d and not of %d has one behind it", len(page), limit)
		}
		before = next
	}
}

func (w *world) wantInvoices(want ...string) {
	w.t.Helper()
	if got := w.invoices(wayfare, signedIn, 3); !slices.Equal(got, want) {
		w.t.Errorf("invoices %v, want %v", got, want)
	}
}

func TestAbandonedCheckoutHasNoInvoice(t *testing.T) {
	w := newWorld(t)
	o := w.order("guest", booking.Card, dunesChoice(day, afternoon, 1))
	w.wantInvoices()
	w.advance(time.Hour)
	if o = w.settleOrder(o); o.Result() != booking.Failed {
		t.Fatal(o.Result())
	}
	w.wantInvoices()
}

func TestSupersededCheckoutHasNoInvoice(t *testing.T) {
	w := newWorld(t)
	first := w.order("guest", booking.Card, dunesChoice(day, afternoon, 1))
	w.pay(first, declinedCard)
	w.advance(time.Minute)
	second := w.order("guest", booking.Card, dunesChoice(day, "16:00", 1))
	w.pay(second, goodCard)
	w.settleOrder(first)
	w.settleOrder(second)
	w.wantInvoices(second.ID)
}

func TestOrderWithADeclinedPaymentHasAnInvoice(t *testing.T) {
	w := newWorld(t)
	o := w.order("guest", booking.Card, dunesChoice(day, afternoon, 1))
	w.pay(o, declinedCard)
	w.advance(time.Hour)
	if o = w.settleOrder(o); o.Result() != booking.Failed {
		t.Fatal(o.Result())
	}
	w.wantInvoices(o.ID)
}

func TestDeclinedPaymentCountsAfterASecondAttempt(t *testing.T) {
	w := newWorld(t)
	o := w.order("guest", booking.Card, dunesChoice(day, afternoon, 1))
	w.pay(o, declinedCard)
	w.must(w.sandbox.GiveUp(w.ctx, o.Payment.SessionID))
	w.settleOrder(o)
	o, err := w.Pay(w.ctx, wayfare, visitorWithCart("guest"), o.ID, "")
	w.must(err)
	if o.Payment.Attempt != 2 {
		t.Fatal("there is no second page")
	}
	w.advance(time.Hour)
	w.settleOrder(o)
	w.wantInvoices(o.ID)
}

func TestInvoicesOfABuyerAreListedLatestFirst(t *testing.T) {
	w := newWorld(t)
	var want []string
	for i, method := range []booking.Method{booking.Card, booking.PayLater, booking.Card, booking.PayLater} {
		cart := fmt.Sprintf("guest-%d", i)
		if i == 0 {
			cart = signedIn.Cart
		}
		o := w.order(cart, method, dunesChoice(fmt.Sprintf("2026-12-0%d", i+1), afternoon, 1))
		if method == booking.Card {
			w.pay(o, goodCard)
			o = w.settleOrder(o)
		}
		want = append([]string{o.ID}, want...)
		w.advance(time.Minute)
	}
	w.wantInvoices(want...)
	for limit := 1; limit <= 5; limit++ {
		if got := w.invoices(wayfare, signedIn, limit); !slices.Equal(got, want) {
			t.Errorf("in pages of %d: %v, want %v", limit, got, want)
		}
	}
	w.advance(100 * time.Hour) // past the deadline of paying later
	for _, id := range want {
		_, err := w.Settle(w.ctx, id)
		w.must(err)
	}
	w.wantInvoices(want...)
}

func TestInvoicesAreListedForTheirBuyerOnly(t *testing.T) {
	w := newWorld(t)
	o := w.order("guest", booking.PayLater, dunesChoice(day, afternoon, 1))
	elsewhere := wayfare
	elsewhere.ID = "souk"
	for name, c := range map[string]struct {
		shop    booking.Deployment
		visitor booking.Visitor
		want    []string
	}{
		"the e-mail address": {wayfare, booking.Visitor{Cart: "user:1", Email: amina.Email}, []string{o.ID}},
		"the cart": {wayfare, booking.Visitor{Cart: "guest", Email: "other@example.com"},
			[]string{o.ID}},
		"another cart and address": {wayfare, booking.Visitor{Cart: "user:1", Email: "other@example.com"}, nil},
		"a browser that others used": {wayfare, booking.Visitor{Cart: "user:1", BrowserCart: "guest",
			Email: "other@example.com"}, nil},
		"a link to the order": {wayfare, booking.Visitor{Cart: "user:1", Email: "other@example.com",
			Orders: []string{o.ID}}, nil},
		"the e-mail address in another shop": {elsewhere, signedIn, nil},
	} {
		if got := w.invoices(c.shop, c.visitor, 20); !slices.Equal(got, c.want) {
			t.Errorf("by %s: %v, want %v", name, got, c.want)
		}
	}
	_, _, err := w.Invoices(w.ctx, wayfare, visitorWithCart("guest"), "", 20)
	w.wantFault(err, fault.SignedOut)
}

func TestInvoicesRejectAnUnknownCursor(t *testing.T) {
	w := newWorld(t)
	for _, before := range []string{"?", "AAAA", "MTIz!", strings.Repeat("A", 200)} {
		_, _, err := w.Invoices(w.ctx, wayfare, signedIn, before, 20)
		w.wantFault(err, fault.Invalid, "before format")
	}
}

// noticeRecorder is a store that records notices.
type noticeRecorder struct {
	booking.Store
	sent []notice.Notice
}

type noticeRecorderTx struct {
	booking.Tx
	store *noticeRecorder
}

func (h *noticeRecorder) Do(ctx context.Context, work func(booking.Tx) error) error {
	return h.Store.Do(ctx, func(tx booking.Tx) error { return work(noticeRecorderTx{tx, h}) })
}

func (t noticeRecorderTx) NotifyLater(ctx context.Context, notices ...notice.Notice) error {
	t.store.sent = append(t.store.sent, notices...)
	return t.Tx.NotifyLater(ctx, notices...)
}

func (w *world) withNotices() (*booking.Service, *noticeRecorder) {
	h := &noticeRecorder{Store: w.store}
	return booking.New(booking.Config{
		Store: h, Catalog: w.catalog, Providers: map[string]payment.Provider{w.sandbox.Name(): w.sandbox},
		Provider: w.sandbox.Name(),
		Log:      slog.New(slog.DiscardHandler), Now: w.clock,
	}), h
}

func TestOrderLinkIsMailedToTheAddressOfTheOrderOnly(t *testing.T) {
	w := newWorld(t)
	s, h := w.withNotices()
	o := w.order("guest", booking.PayLater, dunesChoice(day, afternoon, 1))
	elsewhere := wayfare
	elsewhere.ID = "souk"
	for _, c := range []struct {
		shop             booking.Deployment
		reference, email string
		found            bool
	}{
		{wayfare, o.Reference, amina.Email, true},
		{wayfare, " inv-" + strings.ToLower(o.Reference) + " ", " AMINA@Example.COM ", true},
		{wayfare, o.Reference, "other@example.com", false},
		{wayfare, "AAAAAAAA", amina.Email, false},
		{wayfare, o.ID[:20], amina.Email, false},
		{elsewhere, o.Reference, amina.Email, false},
	} {
		h.sent = nil
		w.must(s.MailOrderLink(w.ctx, c.shop, c.reference, c.email))
		if len(h.sent) != 1 {
			t.Fatalf("%q, %q: %d jobs; that there is one or none can be seen by the time it takes", c.reference,
				c.email, len(h.sent))
		}
		want := notice.Notice{Kind: notice.OrderLink, Deployment: c.shop.ID, Language: "en"}
		if c.found {
			want.To, want.Subject = amina.Email, o.ID
		}
		if h.sent[0] != want {
			t.Errorf("%q, %q: %+v, want %+v", c.reference, c.email, h.sent[0], want)
		}
	}
}

func TestOrderLinkNeedsAReferenceAndAnEmailAddress(t *testing.T) {
	w := newWorld(t)
	w.wantFault(w.MailOrderLink(w.ctx, wayfare, " INV- ", ""), fault.Invalid, "reference required", "email required")
	w.wantFault(w.MailOrderLink(w.ctx, wayfare, "A", "amina"), fault.Invalid, "email format")
}
