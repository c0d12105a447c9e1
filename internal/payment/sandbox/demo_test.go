package sandbox_test

import (
	"fmt"
	"net/http"
	"os"
	"testing"
	"time"

	"storefront/internal/payment"
)

func TestDemo(t *testing.T) {
	if os.Getenv("DEMO") == "" {
		t.Skip()
	}
	p := open(t, nil)
	go p.Run(t.Context())
	for _, l := range []string{"en", "ar"} {
		r := request(l)
		r.Language = l
		r.ReturnURL, r.CancelURL = "http://127.0.0.1:8765/done", "http://127.0.0.1:8765/cancelled"
		r.Lines = []payment.Line{{Title: "Evening desert safari with dinner", Detail: "12 December 2026, 15:30 · 2 adults, 1 child", Amount: 59700}, {Title: "Museum of the Future", Detail: "13 December 2026 · 2 adults", Amount: 29800}, {Title: "Promo code WELCOME10", Amount: -8950}}
		r.Total = 80550
		if l == "ar" {
			r.Seller = "رحلات دبي"
			r.Lines = []payment.Line{{Title: "سفاري صحراوي مسائي مع عشاء", Detail: "12 ديسمبر 2026، 15:30 · بالغان وطفل", Amount: 59700}, {Title: "متحف المستقبل", Detail: "13 ديسمبر 2026 · بالغان", Amount: 29800}, {Title: "رمز ترويجي WELCOME10", Amount: -8950}}
		}
		s, err := p.Start(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		_ = os.WriteFile("/tmp/sbdemo/"+l, []byte(s.URL), 0o644)
		fmt.Println(s.URL)
	}
	mux := http.NewServeMux()
	mux.Handle("/sandbox/", p.Handler())
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, r.URL.Path) })
	server := &http.Server{Addr: "127.0.0.1:8765", Handler: mux}
	time.AfterFunc(20*time.Minute, func() { _ = server.Close() })
	_ = server.ListenAndServe()
}
