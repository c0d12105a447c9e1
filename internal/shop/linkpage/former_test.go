package linkpage_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"storefront/internal/shop/booking"
)

func TestLinksOfAFormerSupplierShowThatTheBookingIsNoLongerTheirs(t *testing.T) {
	s := newShop(t)
	const moved, start = "This booking is no longer with you", "Saturday, 5\u00a0December 2026"
	rules, later := booking.MoveRules{IgnorePolicy: true}, booking.Move{Date: "2026-12-06"}
	for product, link := range map[string]func(string, *booking.Order, *booking.Booking) string{
		"camp": s.links.AnswerURL, "dunes": s.links.PaidURL,
	} {
		s.supplier = "sands"
		o := s.order(product, booking.PayLater)
		former := link(s.server.URL, &o, &o.Bookings[0])
		act := url.Values{"do": {"accept"}, "means": {"cash"}}
		early := s.fillForm(former, act)
		s.supplier = "camels"
		_, err := s.MoveByOperator(t.Context(), o.ID, o.Bookings[0].ID, later, rules, 0)
		s.must(err)
		for _, r := range []*http.Request{s.get(former), s.get(former + "?do=decline"), early,
			s.post(former, url.Values{"do": {"decline"}, "means": {"cash"}})} {
			s.wantPage(r, 200, moved, start)
		}
		if got := s.page(former); strings.Contains(got, "<form") || strings.Contains(got, "Noor") {
			t.Errorf("the former supplier can act, or sees who comes:\n%s", got)
		}
		o = s.reload(o)
		if b := o.Bookings[0]; b.Status != booking.Pending || len(o.Payment.Records) > 0 ||
			product == "camp" && b.Decision != booking.Undecided {
			t.Errorf("the former supplier has made it %s, %s, %+v", b.Status, b.Decision, o.Payment.Records)
		}
		s.wantPage(s.get(link(s.server.URL, &o, &o.Bookings[0])), 200, "Sunday, 6\u00a0December 2026", "<form", "Noor")
	}
}
