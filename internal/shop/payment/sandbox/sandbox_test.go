package sandbox_test

import (
	"database/sql"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"storefront/internal/shop/payment"
	"storefront/internal/shop/payment/sandbox"
)

func open(tb testing.TB, change func(*sandbox.Config)) *sandbox.Provider {
	tb.Helper()
	db, err := sandbox.OpenFile(filepath.Join(tb.TempDir(), "sandbox.db"))
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = db.Close() })
	return openWith(tb, db, sandbox.SQLite, change)
}

func openWith(tb testing.TB, db *sql.DB, dialect sandbox.Dialect, change func(*sandbox.Config)) *sandbox.Provider {
	tb.Helper()
	config := sandbox.Config{DB: db, Dialect: dialect, Log: slog.New(slog.DiscardHandler)}
	if change != nil {
		change(&config)
	}
	p, err := sandbox.Open(config)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

func request(key string) payment.Request {
	return payment.Request{
		Key: key, Order: "order-" + key, Reference: "AB12CD", Seller: "Dubai Tours", Language: "en",
		Email:    "guest@example.com",
		Currency: "AED", Exponent: 2, Total: 39550,
		Lines: []payment.Line{{Title: "Desert safari", Detail: "2 adults", Amount: 40000},
			{Title: "Promo code", Amount: -450}},
		ReturnURL: "http://shop.test/orders/1", CancelURL: "http://shop.test/checkout",
		ExpiresAt: time.Now().Add(time.Hour),
	}
}
