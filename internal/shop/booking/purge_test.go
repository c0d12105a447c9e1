package booking_test

import (
	"database/sql"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
	"storefront/internal/store/sqlstore"
)

func TestPurgeOfAnUnpaidOrderDeletesAllPersonalData(t *testing.T) {
	c := newCrowd(t, booking.DefaultUnpaidLimits, 8)
	c.must(c.NewPromoCode(c.ctx, booking.PromoCode{Deployment: "wayfare", Code: "TEN", Percent: 10}))
	_, err := c.AddItem(c.ctx, wayfare, "cart", dunesChoice(day, afternoon, 2))
	c.must(err)
	_, err = c.SetGuest(c.ctx, wayfare, "cart", booking.Guest{Name: "Amina Haddad", Email: "amina@example.com",
		Phone: "+971501234567"})
	c.must(err)
	_, err = c.ApplyPromo(c.ctx, wayfare, "cart", "TEN")
	c.must(err)
	c.buyer = amina
	o, err := c.checkout("cart", booking.Card)
	c.must(err)
	c.pay(o, declinedCard)
	c.advance(3 * time.Hour)
	o = c.settleOrder(o)
	c.wantOrder(o, booking.Failed, booking.PaymentFailed, booking.Expired)

	if len(c.tablesWith("amina", "501234567")) == 0 {
		t.Fatal("nothing is kept of the buyer before")
	}
	c.advance(60 * 24 * time.Hour)
	got, err := c.store.Purge(c.ctx, sqlstore.Expiry{Now: c.clock(), Carts: c.clock(),
		Unpaid: c.clock().AddDate(0, 0, -30)})
	c.must(err)
	if got.Orders != 1 || got.Carts != 1 {
		t.Errorf("%+v", got)
	}
	if left := c.tablesWith("amina", "501234567"); len(left) > 0 {
		t.Errorf("the buyer is still in %v", left)
	}
}

func TestPurgeRemovesPersonalDataAndKeepsTheOrderUsable(t *testing.T) {
	c := newCrowd(t, booking.DefaultUnpaidLimits, 8)
	p := c.catalog["dunes"]
	p.Supplier.ID, p.Pickup = "sands", &payload.Transfer{Included: true, AddressRequired: true}
	c.must(c.NewPromoCode(c.ctx, booking.PromoCode{Deployment: "wayfare", Code: "TEN", Percent: 10}))
	choice := dunesChoice(day, afternoon, 2)
	choice.Pickup.Address = "Villa 9"
	_, err := c.AddItem(c.ctx, wayfare, "cart", choice)
	c.must(err)
	_, err = c.SetGuest(c.ctx, wayfare, "cart", booking.Guest{Name: "Yusuf Saleh", Email: "yusuf@example.com",
		Phone: "+971507654321", Info: "Allergic to nuts"})
	c.must(err)
	_, err = c.ApplyPromo(c.ctx, wayfare, "cart", "TEN")
	c.must(err)
	c.buyer = amina
	o, err := c.checkout("cart", booking.Card)
	c.must(err)
	c.pay(o, goodCard)
	o = c.settleOrder(o)
	_, err = c.AddNote(c.ctx, o.ID, o.Bookings[0].ID, booking.Note{Text: "Amina rang", Actor: "omar"})
	c.must(err)
	month := o.Bookings[0].StartsAt
	before, err := c.StatementOf(c.ctx, "wayfare", "sands", month)
	c.must(err)

	activity := []string{"yusuf", "saleh", "507654321", "nuts", "villa 9"}
	purge := func() sqlstore.Purged {
		got, err := c.store.Purge(c.ctx, sqlstore.Expiry{Now: c.clock(), Carts: c.clock(),
			Notes: c.clock().AddDate(0, 0, -90), Buyers: c.clock().AddDate(-3, 0, 0)})
		c.must(err)
		return got
	}
	for _, word := range activity {
		if len(c.tablesWith(word)) == 0 {
			t.Errorf("%q is not kept for the activity", word)
		}
	}
	c.advance(month.Sub(c.clock()) + 91*24*time.Hour)
	if got := purge(); got.Notes != 1 || got.Buyers != 0 {
		t.Errorf("%+v after three months", got)
	}
	if left := c.tablesWith(activity...); len(left) > 0 {
		t.Errorf("the activity's data is still in %v", left)
	}
	if len(c.tablesWith("amina", "haddad", "501234567")) == 0 {
		t.Error("nothing is kept of the buyer")
	}
	c.advance(3 * 365 * 24 * time.Hour)
	if got := purge(); got.Notes != 0 || got.Buyers != 1 {
		t.Errorf("%+v after three years", got)
	}
	if left := c.tablesWith(append(activity, "amina", "haddad", "501234567")...); len(left) > 0 {
		t.Errorf("the buyer is still in %v", left)
	}

	got, err := c.Order(c.ctx, wayfare, booking.Visitor{Cart: "cart"}, o.ID)
	c.must(err)
	if got.Total != o.Total || got.Payment.Captured != o.Total || got.PromoDiscount() != o.PromoDiscount() ||
		got.InvoiceNumber() != o.InvoiceNumber() || !got.HasInvoice() {
		t.Errorf("%+v", got)
	}
	after, err := c.StatementOf(c.ctx, "wayfare", "sands", month)
	c.must(err)
	if !reflect.DeepEqual(after, before) {
		t.Errorf("the statement was\n%+v\nand is\n%+v", before, after)
	}
	c.must(c.PaymentEvent(c.ctx, o.Payment.Provider, o.Payment.SessionID))
	give := int64(1000)
	got, err = c.cancelByOperator(got, &give)
	c.must(err)
	c.wantRefunded(c.settleOrder(got), give)
}

// tablesWith returns the tables that contain one of some words, except those of jobs, which are deleted later.
func (w *world) tablesWith(words ...string) (found []string) {
	w.t.Helper()
	db := w.store.Pools()["readers"]
	const tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'river%'"
	for _, table := range w.texts(db, tables) {
		for _, column := range w.texts(db, "SELECT name FROM pragma_table_info('"+table+"')") {
			values := w.texts(db, "SELECT CAST("+column+" AS TEXT) FROM "+table+" WHERE "+column+" IS NOT NULL")
			for _, word := range words {
				if slices.ContainsFunc(values, func(v string) bool {
					return strings.Contains(strings.ToLower(v),
						word)
				}) {
					found = append(found, table+"."+column)
				}
			}
		}
	}
	return found
}

func (w *world) texts(db *sql.DB, query string) (all []string) {
	w.t.Helper()
	rows, err := db.QueryContext(w.ctx, query)
	w.must(err)
	defer rows.Close()
	for rows.Next() {
		var text string
		w.must(rows.Scan(&text))
		all = append(all, text)
	}
	w.must(rows.Err())
	return all
}

func TestPastOrderCanBeErasedOnce(t *testing.T) {
	c := newCrowd(t, booking.DefaultUnpaidLimits, 8)
	c.must(c.NewPromoCode(c.ctx, booking.PromoCode{Deployment: "wayfare", Code: "TEN", Percent: 10}))
	_, err := c.AddItem(c.ctx, wayfare, "cart", dunesChoice(day, afternoon, 2))
	c.must(err)
	_, err = c.ApplyPromo(c.ctx, wayfare, "cart", "TEN")
	c.must(err)
	_, err = c.SetGuest(c.ctx, wayfare, "cart", booking.Guest{Name: "Yusuf Saleh", Email: "yusuf@example.com",
		Phone: "+971507654321", Info: "Allergic to nuts"})
	c.must(err)
	c.buyer = amina
	o, err := c.checkout("cart", booking.Card)
	c.must(err)
	c.pay(o, goodCard)
	o = c.settleOrder(o)
	_, err = c.Erase(c.ctx, o.ID)
	c.wantFault(err, fault.NotPossible)
	if len(c.tablesWith("amina", "yusuf", "nuts")) == 0 {
		t.Error("it is erased before its activity")
	}
	c.advance(o.Bookings[0].StartsAt.Sub(c.clock()) + 24*time.Hour)
	got, err := c.Erase(c.ctx, o.ID)
	c.must(err)
	if got.Removed != booking.BuyerRemoved || got.Total != o.Total || got.Payment.Captured != o.Payment.Captured {
		t.Errorf("%+v", got)
	}
	if left := c.tablesWith("amina", "haddad", "501234567", "yusuf", "saleh", "nuts"); len(left) > 0 {
		t.Errorf("personal data is still in %v", left)
	}
	_, err = c.Erase(c.ctx, o.ID)
	c.wantFault(err, fault.NotPossible)
}

func TestCancelledOrderCanBeErasedBeforeItsStart(t *testing.T) {
	w := newWorld(t)
	o := w.paidOrder("a", dunesChoice(day, afternoon, 2))
	w.cancelOrder(o)
	got, err := w.Erase(w.ctx, w.settleOrder(o).ID)
	w.must(err)
	if got.Removed != booking.BuyerRemoved || got.Payment.Refunded != 79000 {
		t.Errorf("%+v", got)
	}
}

func TestOrderWithOutstandingMoneyCannotBeErased(t *testing.T) {
	w := newWorld(t)
	due, err := w.reserve(payAtStartShop(), "cart", dunesChoice(day, afternoon, 2))
	w.must(err)
	due, err = w.Decide(w.ctx, due.ID, due.Bookings[0].ID, true)
	w.must(err)
	w.advance(due.Bookings[0].StartsAt.Sub(w.clock()) + 24*time.Hour)
	_, err = w.Erase(w.ctx, due.ID)
	w.wantFault(err, fault.NotPossible)
	due = w.recordDeposit(due, 0, due.Due())
	due, err = w.Refund(w.ctx, due.ID, due.Bookings[0].ID, 10000, 0) // in cash: the shop owes it
	w.must(err)
	_, err = w.Erase(w.ctx, due.ID)
	w.wantFault(err, fault.NotPossible)
	due, err = w.RecordRefund(w.ctx, due.ID, booking.Record{By: booking.InCash, Amount: 10000}, due.RefundDue())
	w.must(err)
	_, err = w.Erase(w.ctx, w.settleOrder(due).ID)
	w.must(err)
}
