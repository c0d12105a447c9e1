package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/shop/account"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/contact"
	"storefront/internal/store/sqlstore"
)

var retention = []promise{
	{"data needed for the activity only is removed from settled orders", removesNotes},
	{"the buyer is removed from settled orders, and the amounts stay", removesBuyers},
	{"open, disputed, recent or unrefunded orders keep all data", keepsUnsettled},
	{"an erased order is found by none of the words that it had at any time", losesWords},
	{"an order is found by the corrected address of its buyer, and no longer by the former one", findsCorrectedBuyer},
	{"no job keeps the address of an erased buyer, even a job being sent", erasesJobs},
	{"no job keeps the address of an erased account or waiting party", erasesJobsTo},
	{"messages and negotiations are deleted some time after their last change", purgesMessages},
}

const (
	address = "Villa 9, Street 12"
	allergy = "allergic to nuts"
)

// pastOrder returns a paid order whose only booking took place a year before noon.
func pastOrder(change ...func(*booking.Order)) booking.Order {
	o := sparseOrder("wayfare", fmt.Sprint("cart ", nextNumber()), "key")
	began := noon.AddDate(-1, 0, 0)
	o.CreatedAt, o.Open, o.Total, o.Method = began.AddDate(0, 0, -9), false, 100, booking.Card
	o.Buyer = booking.Buyer{FirstName: "Amina", LastName: "Haddad", Email: "Amina@Example.com", PhoneCountry: "AE",
		Phone: "50 123 4567"}
	o.Guest = &booking.Guest{Name: "Zoë Marchetti", Email: "zoe@example.com", Phone: "+39 333 1234567", Info: allergy}
	o.Payment = booking.Payment{Status: booking.PaymentCaptured, Captured: 100, Provider: "sandbox",
		SessionID: "session " + o.ID}
	o.Bookings[0] = booking.Booking{
		ID: o.ID + "-1", Status: booking.Redeemed, Amount: 100, StartsAt: began,
		Choice: booking.Choice{Product: "dunes", Date: began.Format(time.DateOnly),
			Pickup: booking.Place{Address: address, Time: "14:00"}, DropOff: booking.Place{Point: "mall"}},
		Detail: booking.Detail{Minutes: 360, Pickup: &booking.DetailPlace{Address: address, Time: "14:00"},
			DropOff: &booking.DetailPlace{Address: address}, Meeting: &booking.DetailPlace{Address: "Gate 2"}},
		Notes: []booking.Note{{Text: "rang twice", Actor: "omar", At: began}},
	}
	b := &o.Bookings[0]
	b.Former = []booking.FormerBooking{{Choice: b.Choice, StartsAt: began, Detail: b.Detail, Guest: o.Guest}}
	for _, change := range change {
		change(&o)
	}
	return o
}

// purgeOrders removes the data of orders whose activity ended some days before noon, and returns what it counted.
func purgeOrders(t testing.TB, s Store, notes, buyers int) sqlstore.Purged {
	t.Helper()
	e := sqlstore.Expiry{Now: noon}
	if notes > 0 {
		e.Notes = noon.AddDate(0, 0, -notes)
	}
	if buyers > 0 {
		e.Buyers = noon.AddDate(0, 0, -buyers)
	}
	return read[sqlstore.Purged](t)(s.Purge(ctx, e))
}

// foundBy reports whether an order is found by a word.
func foundBy(t testing.TB, s Store, o booking.Order, word string) bool {
	t.Helper()
	all := read[[]booking.Order](t)(s.Read().Orders(ctx,
		booking.OrderFilter{SearchWords: booking.ParseSearchWords(word)}))
	return slices.ContainsFunc(all, func(found booking.Order) bool { return found.ID == o.ID })
}

func removesNotes(t *testing.T, s Store) {
	o := pastOrder()
	insert(t, s, o)
	if got := purgeOrders(t, s, 365, 0); got != (sqlstore.Purged{}) {
		t.Errorf("%+v of an activity that ended six hours less than 365 days ago", got)
	}
	if !foundBy(t, s, o, "marchetti") {
		t.Error("the order is not found by its lead traveller before")
	}
	wantEqual(t, purgeOrders(t, s, 364, 0), sqlstore.Purged{Notes: 1})
	want := o
	want.Guest, want.Removed = nil, booking.NotesRemoved
	b := &want.Bookings[0]
	b.Choice.Pickup.Address = ""
	b.Detail.Pickup, b.Detail.DropOff = &booking.DetailPlace{Time: "14:00"}, nil
	b.Former = []booking.FormerBooking{{Choice: b.Choice, StartsAt: b.StartsAt, Detail: b.Detail}}
	wantRead(t, want)(s.Read().Order(ctx, o.ID))
	if foundBy(t, s, o, "marchetti") || !foundBy(t, s, o, "haddad") {
		t.Error("the order is found by its lead traveller, or not by its buyer")
	}
	wantEqual(t, purgeOrders(t, s, 364, 0), sqlstore.Purged{})

	resold := pastOrder(func(o *booking.Order) {
		o.Resale = new(filled[booking.Resale]())
		o.Resale.Notes = allergy
	})
	insert(t, s, resold)
	wantEqual(t, purgeOrders(t, s, 364, 0), sqlstore.Purged{Notes: 1})
	r := read[booking.Order](t)(s.Read().Order(ctx, resold.ID)).Resale
	if r.Notes+r.Contact.Notes+r.Units[0].Contact.FullName != "" || r.Contact.FullName == "" || r.Reference == "" {
		t.Errorf("%+v", r)
	}
}

func removesBuyers(t *testing.T, s Store) {
	must(t, s.Do(ctx, func(tx booking.Tx) error {
		return tx.InsertPromoCode(ctx, booking.PromoCode{Deployment: "wayfare", Code: "TEN", Percent: 10})
	}))
	o := pastOrder(func(o *booking.Order) {
		o.PromoCode, o.PromoBuyer, o.PromoUsed = "TEN", "amina@example.com", true
		o.Payment.Refunded, o.Bookings[0].Refunded, o.Bookings[0].Status = 40, 40, booking.Cancelled
		o.Payment.Records = []booking.Record{{Kind: booking.RecordedPayment, By: booking.InCash, Amount: 1, At: noon}}
		o.Resale = &booking.Resale{Reseller: "atlas", Name: "Atlas", Charged: 80, Reference: "AT-1", Reason: allergy,
			Contact: booking.ResaleContact{FullName: "Amina Haddad"}}
	})
	again := pastOrder(func(o *booking.Order) { o.PromoCode, o.PromoUsed = "TEN", true })
	for _, o := range []booking.Order{o, again} {
		do(t, s, func(tx booking.Tx) error {
			if err := tx.InsertOrder(ctx, o); err != nil {
				return err
			}
			if err := tx.UsePromoCode(ctx, booking.PromoCode{Deployment: "wayfare", Code: "TEN"},
				"amina@example.com"); err != nil {
				return err
			}
			return tx.NotifyLater(ctx, notice.Notice{Kind: notice.OrderConfirmed, Subject: o.ID, To: o.Buyer.Email})
		})
	}
	r := insertReseller(t, s, "atlas", 1000)
	must(t, charge(s, r.ID, 80, noon))
	purgeOrders(t, s, 90, 0) // one of them was without notes before
	wantEqual(t, purgeOrders(t, s, 90, 364), sqlstore.Purged{Buyers: 2})
	wantEqual(t, purgeOrders(t, s, 90, 364), sqlstore.Purged{})

	got := read[booking.Order](t)(s.Read().Order(ctx, o.ID))
	want := o
	want.Buyer, want.Guest, want.PromoBuyer, want.PromoUsed, want.Removed = booking.Buyer{}, nil, "", false,
		booking.BuyerRemoved
	want.Resale = new(*o.Resale)
	want.Resale.Contact, want.Resale.Reason = booking.ResaleContact{}, ""
	want.Bookings = slices.Clone(o.Bookings)
	b := &want.Bookings[0]
	b.Notes, b.Choice.Pickup.Address, b.Detail.DropOff = nil, "", nil
	b.Detail.Pickup = &booking.DetailPlace{Time: "14:00"}
	b.Former = []booking.FormerBooking{{Choice: b.Choice, StartsAt: b.StartsAt, Detail: b.Detail}}
	wantEqual(t, got, want)
	for _, word := range []string{"haddad", "amina@example.com", "971501234567"} {
		if foundBy(t, s, o, word) || foundBy(t, s, again, word) {
			t.Errorf("an order is found by %s", word)
		}
	}
	if !foundBy(t, s, o, o.Reference) || !foundBy(t, s, o, "AT-1") {
		t.Error("the order is not found by its references")
	}
	filter := booking.OrderFilter{Email: "amina@example.com", ListedAsInvoice: true}
	wantEqual(t, len(read[[]booking.Order](t)(s.Read().Orders(ctx, filter))), 0)
	wantEqual(t, len(read[[]notice.Delivery](t)(s.Deliveries().DeliveriesOf(ctx, o.ID))), 0)
	wantRead(t, 0)(s.Read().PromoUses(ctx, "wayfare", "TEN", "amina@example.com"))
	wantEqual(t, read[booking.PromoCode](t)(s.Read().PromoCode(ctx, "wayfare", "TEN")).Uses, 2)
	entries, _, err := s.Resellers().ResellerEntries(ctx, r.ID, noon, noon.Add(time.Hour))
	must(t, err)
	wantEqual(t, len(entries), 1)
}

func erasesJobs(t *testing.T, s Store) {
	s.Jobs().SetChannels(notice.Mail, notice.Messaging, notice.Reseller)
	o, other := pastOrder(), pastOrder()
	insert(t, s, o, other)
	for _, n := range []notice.Notice{
		{Kind: notice.OrderConfirmed, Deployment: "wayfare", To: "amina@example.com", Subject: o.ID},
		{Kind: notice.OrderConfirmed, Deployment: "wayfare", To: "amina@example.com", Subject: other.ID},
		{Kind: notice.ResellerUpdate, Deployment: "wayfare", To: "atlas", Subject: o.ID},
	} {
		notifyLater(t, s, n)
	}
	sending, fail := make(calls[string], 9), make(chan struct{})
	startSending(t, s, func(_ context.Context, n notice.Notice) error {
		sending <- n.Subject
		<-fail
		return errors.New("550 there is no amina@example.com")
	}, nil)
	sending.next(t)
	sending.next(t) // the mails of both orders; no process has the other channels
	erase(t, s, o)
	close(fail)
	waitForJob(t, s, sqlstore.JobFilter{State: sqlstore.JobRetrying}, func(j sqlstore.Job) bool {
		return strings.Contains(string(j.Args), other.ID)
	})
	var left []string
	for _, j := range read[[]sqlstore.Job](t)(s.Jobs().List(ctx, sqlstore.JobFilter{Kind: "tell"})) {
		if strings.Contains(string(j.Args), o.ID) {
			left = append(left, string(j.Args))
		}
	}
	if len(left) != 1 || !strings.Contains(left[0], "atlas") {
		t.Errorf("of the erased order there are %q, want the notice to the reseller alone", left)
	}
	must(t, s.Jobs().Stop(ctx))
}

func erasesJobsTo(t *testing.T, s Store) {
	user := account.User{ID: "gone", Deployment: "wayfare", Email: "amina@example.com"}
	saveUser(t, s, user)
	for _, n := range []notice.Notice{
		{Kind: notice.PasswordReset, Deployment: "wayfare", To: user.Email},
		{Kind: notice.WaitingJoined, Deployment: "wayfare", To: user.Email, Subject: "party"},
		{Kind: notice.OrderLink, Deployment: "wayfare", To: user.Email, Subject: "order"},
		{Kind: notice.PasswordReset, Deployment: "trails", To: user.Email},
		{Kind: notice.PasswordReset, Deployment: "wayfare", To: "omar@example.com"},
	} {
		notifyLater(t, s, n)
	}
	kinds := func(want ...notice.Kind) {
		t.Helper()
		var got []notice.Kind
		for _, j := range read[[]sqlstore.Job](t)(s.Jobs().List(ctx, sqlstore.JobFilter{})) {
			var args struct{ Notice notice.Notice }
			must(t, json.Unmarshal(j.Args, &args))
			got = append(got, args.Notice.Kind)
		}
		wantEqual(t, got, want) // the latest first
	}
	must(t, doAccounts(s, func(tx account.Tx) error { return tx.DeleteUser(ctx, user) }))
	kinds(notice.PasswordReset, notice.PasswordReset, notice.OrderLink, notice.WaitingJoined)
	do(t, s, func(tx booking.Tx) error { return tx.DeleteWaiting(ctx, "wayfare", user.Email) })
	kinds(notice.PasswordReset, notice.PasswordReset, notice.OrderLink)
}

// keepsUnsettled has more orders that are passed over than a transaction looks at, and one after them that is not.
func keepsUnsettled(t *testing.T, s Store) {
	status := func(p booking.PaymentStatus) func(*booking.Order) {
		return func(o *booking.Order) {
			o.Payment.Status, o.Bookings[0].Status, o.Bookings[0].Refunded = p, booking.Cancelled, 100
		}
	}
	ended := func(days int) func(*booking.Order) {
		return func(o *booking.Order) { o.Bookings[0].StartsAt = noon.AddDate(0, 0, -days) }
	}
	kept := map[string]booking.Order{
		"open":             pastOrder(func(o *booking.Order) { o.Open = true }),
		"to be refunded":   pastOrder(status(booking.PaymentRefundPending)),
		"not refunded":     pastOrder(status(booking.PaymentRefundFailed)),
		"being refunded":   pastOrder(func(o *booking.Order) { o.Payment.Refunding.Key = "1" }),
		"disputed":         pastOrder(func(o *booking.Order) { o.Payment.Dispute.Status = "needs_response" }),
		"under inquiry":    pastOrder(func(o *booking.Order) { o.Payment.Dispute.Status = "warning_under_review" }),
		"of last month":    pastOrder(ended(30)),
		"of tomorrow":      pastOrder(ended(-1)),
		"of a long stay":   pastOrder(ended(100), func(o *booking.Order) { o.Bookings[0].Detail.Length = 30 }),
		"of two, one late": pastOrder(func(o *booking.Order) { o.Bookings = append(o.Bookings, laterBooking(o)) }),
	}
	for i := range 120 {
		kept[fmt.Sprint("disputed, ", i)] = pastOrder(func(o *booking.Order) {
			o.Payment.Dispute.Status = "under_review"
			o.CreatedAt = o.CreatedAt.AddDate(0, 0, -1)
		})
	}
	gone := map[string]booking.Order{
		"paid":                pastOrder(),
		"lost":                pastOrder(func(o *booking.Order) { o.Payment.Dispute.Status = "lost" }),
		"paid at the start":   pastOrder(unpaidAtStart),
		"without any booking": pastOrder(func(o *booking.Order) { o.Bookings, o.Payment = nil, booking.Payment{} }),
		"refunded": pastOrder(status(booking.PaymentRefunded), func(o *booking.Order) {
			o.Payment.Refunded = 100
		}),
	}
	for _, all := range []map[string]booking.Order{kept, gone} {
		for _, o := range all {
			insert(t, s, o)
		}
	}
	wantEqual(t, purgeOrders(t, s, 90, 0), sqlstore.Purged{Notes: int64(len(gone))})
	wantEqual(t, purgeOrders(t, s, 90, 90), sqlstore.Purged{Buyers: int64(len(gone))})
	for name, o := range kept {
		if got := read[booking.Order](t)(s.Read().Order(ctx, o.ID)); got.Removed != "" || got.Guest == nil {
			t.Errorf("the order that is %s: %q", name, got.Removed)
		}
	}
	for name, o := range gone {
		if got := read[booking.Order](t)(s.Read().Order(ctx, o.ID)); got.Removed != booking.BuyerRemoved {
			t.Errorf("the order that is %s: %q", name, got.Removed)
		}
	}
}

// laterBooking returns a second booking of an order, which ended a week before noon.
func laterBooking(o *booking.Order) booking.Booking {
	b := o.Bookings[0]
	b.ID, b.Line, b.StartsAt = o.ID+"-2", 1, noon.AddDate(0, 0, -7)
	return b
}

// unpaidAtStart is a reservation whose payment at the start was never recorded.
func unpaidAtStart(o *booking.Order) {
	o.Method, o.Payment, o.Bookings[0].Status = booking.PayLater, booking.Payment{Status: booking.PaymentDue,
		AtStart: true}, booking.Pending
}

func purgesMessages(t *testing.T, s Store) {
	before, after := noon.Add(-time.Hour), noon.Add(time.Hour)
	var messages []contact.Message
	for _, at := range []time.Time{before, after} {
		m := filled[contact.Message]()
		m.CreatedAt = at
		must(t, s.Messages().InsertMessage(ctx, m))
		messages = append(messages, m)
	}
	var asked []booking.Negotiation
	for _, at := range [][2]time.Time{{before, {}}, {before.Add(-time.Hour), before}, {before, after}, {after, {}}} {
		n := filled[booking.Negotiation]()
		n.CreatedAt = at[0]
		n.AnsweredAt = time.Time{}
		do(t, s, func(tx booking.Tx) error { return tx.SaveNegotiation(ctx, n) })
		if n.AnsweredAt = at[1]; !n.AnsweredAt.IsZero() {
			do(t, s, func(tx booking.Tx) error { return tx.SaveNegotiation(ctx, n) })
		}
		asked = append(asked, n)
	}
	expiry := sqlstore.Expiry{Now: noon, Messages: noon}
	wantRead(t, sqlstore.Purged{Messages: 3})(s.Purge(ctx, expiry))
	wantRead(t, sqlstore.Purged{})(s.Purge(ctx, expiry))
	wantFault(t, errOf(s.Messages().Message(ctx, messages[0].ID)), fault.NotFound)
	wantRead(t, messages[1])(s.Messages().Message(ctx, messages[1].ID))
	for i, n := range asked {
		got, err := s.Read().Negotiation(ctx, n.ID)
		if i < 2 {
			wantFault(t, err, fault.NotFound)
		} else {
			wantEqual(t, got, n)
		}
	}
}

// processesRemove has several processes purge one database while operators note something about its orders.
func processesRemove(t *testing.T, open Open) {
	stores := []Store{open(t), open(t), open(t)}
	var made []booking.Order
	for range 250 {
		made = append(made, pastOrder())
	}
	insert(t, stores[0], made...)
	var mu sync.Mutex
	var sum sqlstore.Purged
	Race(6, "", func() {}, func(i int) error {
		s := stores[i%len(stores)]
		if i < len(stores) {
			got, err := s.Purge(ctx, sqlstore.Expiry{Now: noon, Notes: noon.AddDate(0, 0, -90),
				Buyers: noon.AddDate(0, 0, -364)})
			mu.Lock()
			defer mu.Unlock()
			sum.Notes, sum.Buyers = sum.Notes+got.Notes, sum.Buyers+got.Buyers
			return err
		}
		for _, o := range made[:20] {
			if err := s.Do(ctx, func(tx booking.Tx) error {
				o, err := tx.Order(ctx, o.ID)
				if err != nil {
					return err
				}
				o.Payment.Records = append(o.Payment.Records, booking.Record{Kind: booking.WrittenOff, At: noon})
				return tx.SaveOrder(ctx, o)
			}); err != nil {
				return err
			}
		}
		return nil
	}).want(t, 6, 0)
	if sum.Buyers > 250 || sum.Notes != 0 {
		t.Errorf("%+v of 250 orders", sum)
	}
	purgeOrders(t, stores[0], 90, 364) // a process that lost a race leaves the rest to the next run
	for i, o := range made {
		got := read[booking.Order](t)(stores[0].Read().Order(ctx, o.ID))
		want := 0
		if i < 20 {
			want = 3
		}
		if got.Removed != booking.BuyerRemoved || got.Buyer != (booking.Buyer{}) || got.Guest != nil ||
			len(got.Payment.Records) != want || strings.Contains(fmt.Sprint(got.Bookings), address) {
			t.Fatalf("order %d: %+v", i, got)
		}
	}
	if foundBy(t, stores[0], made[249], "haddad") {
		t.Error("an order is found by the name of its buyer")
	}
}
