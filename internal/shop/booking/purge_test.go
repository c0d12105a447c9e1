package booking_test

import (
	"database/sql"
	"slices"
	"strings"
	"testing"
	"time"

	"storefront/internal/shop/booking"
	"storefront/internal/store/sqlstore"
)

func TestPurgingAnOrderDeletesAllPersonalData(t *testing.T) {
	c := newCrowd(t, booking.DefaultUnpaidLimits, 8)
	c.must(c.NewPromoCode(c.ctx, booking.PromoCode{Deployment: "wayfare", Code: "TEN", Percent: 10}))
	_, err := c.AddItem(c.ctx, wayfare, "cart", on(day, three, 2))
	c.must(err)
	_, err = c.SetGuest(c.ctx, wayfare, "cart", booking.Guest{Name: "Amina Haddad", Email: "amina@example.com",
		Phone: "+971501234567"})
	c.must(err)
	_, err = c.ApplyPromo(c.ctx, wayfare, "cart", "TEN")
	c.must(err)
	c.buyer = amina
	o, err := c.checkout("cart", booking.Card)
	c.must(err)
	c.pay(o, declined)
	c.pass(3 * time.Hour)
	o = c.settled(o)
	c.is(o, booking.Failed, booking.PaymentFailed, booking.Expired)

	if len(c.tablesWith("amina", "501234567")) == 0 {
		t.Fatal("nothing is kept of the buyer before")
	}
	c.pass(60 * 24 * time.Hour)
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
