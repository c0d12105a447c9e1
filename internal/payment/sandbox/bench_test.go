package sandbox_test

import (
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"storefront/internal/payment"
	"storefront/internal/payment/sandbox"
)

func open(tb testing.TB, change func(*sandbox.Config)) *sandbox.Provider {
	tb.Helper()
	db, err := sandbox.OpenFile(filepath.Join(tb.TempDir(), "sandbox.db"))
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = db.Close() })
	config := sandbox.Config{DB: db, Dialect: sandbox.SQLite, Secret: []byte("secret of the tests")}
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
		Key: key, Order: "order-" + key, Reference: "AB12CD", Seller: "Dubai Tours", Language: "en", Email: "guest@example.com",
		Currency: "AED", Exponent: 2, Total: 39550,
		Lines:     []payment.Line{{Title: "Desert safari", Detail: "2 adults", Amount: 40000}, {Title: "Promo code", Amount: -450}},
		ReturnURL: "http://shop.test/orders/1", CancelURL: "http://shop.test/checkout", ExpiresAt: time.Now().Add(time.Hour),
	}
}

func BenchmarkStartedPaidAndCaptured(b *testing.B) {
	p := open(b, nil)
	var n atomic.Int64
	b.SetParallelism(16)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			key := fmt.Sprint("k", n.Add(1))
			s, err := p.Start(b.Context(), request(key))
			if err != nil {
				b.Error(err)
				return
			}
			if outcome, err := p.Pay(b.Context(), s.ID, sandbox.CardSuccess); outcome != sandbox.Accepted {
				b.Error(outcome, err)
				return
			}
			if _, err := p.Capture(b.Context(), s.ID, 39550, key); err != nil {
				b.Error(err)
				return
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "sessions/s")
}
