package sandbox_test

import (
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"storefront/internal/shop/payment"
	"storefront/internal/shop/payment/sandbox"
)

func open(tb testing.TB, change func(*sandbox.Config)) *sandbox.Provider {
	tb.Helper()
	return openFile(tb, filepath.Join(tb.TempDir(), "sandbox.db"), change)
}

// openFile opens a file as a process of its own does.
func openFile(tb testing.TB, file string, change func(*sandbox.Config)) *sandbox.Provider {
	tb.Helper()
	config := sandbox.Config{File: file, Log: slog.New(slog.DiscardHandler)}
	if change != nil {
		change(&config)
	}
	p := must[*sandbox.Provider](tb)(sandbox.Open(config))
	tb.Cleanup(func() { _ = p.Close() })
	return p
}

// openThree opens one file as three processes do.
func openThree(tb testing.TB, change func(*sandbox.Config)) (all []*sandbox.Provider) {
	for file := filepath.Join(tb.TempDir(), "sandbox.db"); len(all) < 3; {
		all = append(all, openFile(tb, file, change))
	}
	return all
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
