package document_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"storefront/internal/shop/booking"
	"storefront/internal/shop/document"
)

func invoice(t *testing.T, o booking.Order) (data []byte, text string) {
	t.Helper()
	data, err := document.Invoice(&o)
	if err != nil {
		t.Fatal(err)
	}
	return data, strings.Join(strings.Fields(words(t, data)), " ")
}

func TestAnInvoiceTellsEveryAmount(t *testing.T) {
	_, text := invoice(t, englishOrder())
	for _, want := range []string{
		"Invoice", "INV-K7M29QXT", "2 November 2026", "By card", "www.wayfare.example", "Zoë Marchetti-Şahin", "zoe.marchetti@post.example",
		"Hegra's tombs by morning light", "Confirmed", "Coach with a rawi · AlUla · 5 December 2026, 07:45",
		"Adult 2 AED 135.00 AED 270.00", "before: AED 150.00", "Field notebook and pencils 1 AED 45.00 AED 45.00",
		"Two nights under Wadi Rum's stars", "Cancelled", "Tent for two 1 × 2 nights AED 1,180.00 AED 2,360.00",
		"Original price AED 2,885.00", "Discount −AED 30.00", "Promo code DESERT10 −AED 80.50", "Total AED 2,774.50",
		"Paid AED 2,774.50", "Refunded −AED 1,180.00", "Page 1 of 1",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

func TestALongOrderGoesOnOverPagesThatRepeatTheirHead(t *testing.T) {
	for _, o := range []booking.Order{englishOrder(), arabicOrder()} {
		first := o.Bookings[0]
		for n := range 14 {
			b := first
			b.Line = n + 2
			b.Detail.ProductTitle = fmt.Sprintf("%s N%02d", first.Detail.ProductTitle, b.Line)
			o.Bookings = append(o.Bookings, b)
		}
		data, text := invoice(t, o)
		n := pages(data)
		if n < 3 {
			t.Fatalf("%d pages", n)
		}
		if heads := strings.Count(text, "INV-K7M29QXT"); heads != n {
			t.Errorf("%d of %d pages have the invoice's number", heads, n)
		}
		for line := 2; line < 16; line++ {
			if !strings.Contains(text, fmt.Sprintf("N%02d", line)) {
				t.Errorf("booking %d is missing", line)
			}
		}
		rows := strings.Count(text, "Quantity") // the totals may have a page to themselves
		if o.Language == "en" && (rows < n-1 || !strings.Contains(text, fmt.Sprintf("Page %d of %d", n, n))) {
			t.Error(text)
		}
	}
}

// states are what can become of an order's money, each made of the order that is paid and partly given back.
var states = map[string]struct {
	change func(*booking.Order)
	told   map[string]int64
	bill   bool
	says   [2]string // in English and in Arabic; empty where nothing is to be said
}{
	"paid and partly given back": {
		func(*booking.Order) {}, map[string]int64{"total": 277_450, "captured": 277_450, "refunded": 118_000}, true, [2]string{},
	},
	"on its way back": {
		func(o *booking.Order) { o.Payment.Status, o.Payment.Refunded = booking.PaymentRefundPending, 0 },
		map[string]int64{"total": 277_450, "captured": 277_450, "goesBack": 118_000}, true, [2]string{},
	},
	"partly booked": {
		func(o *booking.Order) {
			o.Payment = booking.Payment{Status: booking.PaymentCaptured, Authorised: 277_450, Captured: 41_450}
			o.Bookings[1].Status, o.Bookings[1].Refunded = booking.Rejected, 0
		},
		map[string]int64{"dropped": 236_000, "total": 41_450, "captured": 41_450}, true, [2]string{},
	},
	"paid and all given back": {
		func(o *booking.Order) {
			o.Payment.Status, o.Payment.Refunded = booking.PaymentRefunded, 277_450
			o.Bookings[0].Status, o.Bookings[1].Status = booking.Rejected, booking.Rejected
		},
		map[string]int64{"total": 277_450, "captured": 277_450, "refunded": 277_450}, true, [2]string{},
	},
	"reserved on the card": {
		func(o *booking.Order) {
			o.Payment = booking.Payment{Status: booking.PaymentAuthorised, Authorised: 277_450}
			o.Bookings[0].Status, o.Bookings[1].Status = booking.Pending, booking.Pending
		},
		map[string]int64{"total": 277_450, "authorised": 277_450}, true, [2]string{},
	},
	"reserved on the card, one rejected": {
		func(o *booking.Order) {
			o.Payment = booking.Payment{Status: booking.PaymentAuthorised, Authorised: 277_450}
			o.Bookings[0].Status, o.Bookings[1].Status = booking.Pending, booking.Rejected
		},
		map[string]int64{"dropped": 236_000, "total": 41_450, "authorised": 277_450}, true, [2]string{},
	},
	"to be paid later, one arranged": {
		func(o *booking.Order) {
			o.Method, o.Payment = booking.PayLater, booking.Payment{Status: booking.PaymentDue, PayBy: at("2026-11-03T09:30:00Z")}
			o.Bookings[1].Status, o.Bookings[1].Refunded = booking.Pending, 0
		},
		map[string]int64{"total": 277_450, "due": 236_000, "arranged": 41_450}, true, [2]string{},
	},
	"to be paid later, one cancelled": {
		func(o *booking.Order) {
			o.Method, o.Payment = booking.PayLater, booking.Payment{Status: booking.PaymentDue}
			o.Bookings[0].Status, o.Bookings[1].Refunded = booking.Pending, 236_000
		},
		map[string]int64{"dropped": 236_000, "total": 41_450, "due": 41_450}, true, [2]string{},
	},
	"never paid later": {
		func(o *booking.Order) {
			o.Method, o.Payment = booking.PayLater, booking.Payment{Status: booking.PaymentFailed}
			o.Bookings[0].Status, o.Bookings[1].Status = booking.Expired, booking.Expired
		},
		map[string]int64{"dropped": 277_450}, false, [2]string{},
	},
	"not paid yet": {
		func(o *booking.Order) {
			o.Payment = booking.Payment{Status: booking.PaymentNone}
			o.Bookings[0].Status, o.Bookings[1].Status = booking.OnHold, booking.OnHold
		},
		map[string]int64{"total": 277_450, "due": 277_450}, true, [2]string{},
	},
	"declined": {
		func(o *booking.Order) {
			o.Payment = booking.Payment{Status: booking.PaymentFailed}
			o.Bookings[0].Status, o.Bookings[1].Status = booking.Expired, booking.Expired
		},
		map[string]int64{"dropped": 277_450}, false, [2]string{"The payment did not go through.", "لم تتم عملية الدفع."},
	},
	"released": {
		func(o *booking.Order) {
			o.Payment = booking.Payment{Status: booking.PaymentVoided, Authorised: 277_450}
			o.Bookings[0].Status, o.Bookings[1].Status = booking.Rejected, booking.Rejected
		},
		map[string]int64{"dropped": 277_450}, false,
		[2]string{"The reserved amount was released; nothing was charged.", "أُلغي حجز المبلغ على البطاقة ولم يُخصم شيء."},
	},
}

func TestAnInvoiceSaysWhatBecameOfTheMoney(t *testing.T) {
	for name, c := range states {
		order := englishOrder()
		c.change(&order)
		want := maps.Clone(c.told)
		want["discount"], want["promo"] = 3_000, 8_050
		got := document.Told(&order)
		if !maps.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
		if sum := order.Original - got["discount"] - got["promo"] - got["dropped"]; sum != got["total"] {
			t.Errorf("%s: the lines come to %d and not to the total %d", name, sum, got["total"])
		}
	}
}

func TestOnlyWhatIsOrWasToBePaidLooksLikeABill(t *testing.T) {
	for name, c := range states {
		for i, o := range []booking.Order{englishOrder(), arabicOrder()} {
			t.Run(name+" "+o.Language, func(t *testing.T) {
				t.Parallel()
				c.change(&o)
				_, text := invoice(t, o)
				title := [2]string{"Nothing to pay", "لا مبلغ مستحق"}[i]
				if strings.Contains(text, title) == c.bill {
					t.Errorf("that it is a bill ought to be %t:\n%s", c.bill, text)
				}
				for _, other := range states {
					if says := other.says[i]; says != "" && strings.Contains(text, says) != (says == c.says[i]) {
						t.Errorf("%q ought to be said %t:\n%s", says, says == c.says[i], text)
					}
				}
			})
		}
	}
}

func TestOnlyWhatIsPaidOrConfirmedHasAnInvoice(t *testing.T) {
	for name, c := range states {
		for i, o := range []booking.Order{englishOrder(), arabicOrder()} {
			t.Run(name+" "+o.Language, func(t *testing.T) {
				t.Parallel()
				c.change(&o)
				invoiced := c.told["captured"] > 0 || c.told["arranged"] > 0
				_, text := invoice(t, o)
				if strings.Contains(text, "INV-") != invoiced {
					t.Errorf("that it has an invoice ought to be %t:\n%s", invoiced, text)
				}
				summary := [2]string{"Booking summary", "ملخص الحجز"}[i]
				if strings.Contains(text, summary) != (c.bill && !invoiced) {
					t.Errorf("that it is a summary ought to be %t:\n%s", c.bill && !invoiced, text)
				}
			})
		}
	}
}

func TestAnInvoiceTellsWhoSells(t *testing.T) {
	_, text := invoice(t, englishOrder())
	for _, want := range []string{"Wayfare", "Office 1204, Al Safa Tower", "+971 4 555 0146", "hello@wayfare.example", "Tax number 100245678900003"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	o := englishOrder()
	o.Contact = booking.Contact{}
	if _, text := invoice(t, o); strings.Contains(text, "Tax number") {
		t.Error("a tax number is told of who has none")
	}
}

func TestAmountsAreWrittenAsTheLanguageWritesThem(t *testing.T) {
	for _, c := range []struct {
		language, currency string
		exponent           int
		minor              int64
		want               string
	}{
		{"en", "AED", 2, 123_450, "AED\u00a01,234.50"}, {"en", "KWD", 3, 5, "KWD\u00a00.005"}, {"en", "JPY", 0, 1_234_567, "JP¥\u00a01,234,567"},
		{"en", "AED", 2, -5, "−AED\u00a00.05"}, {"ar", "AED", 2, 123_450, "1,234.50\u00a0د.إ."}, {"ar", "OMR", 3, -29_500, "−29.500\u00a0ر.ع."},
		{"ar", "USD", 2, 0, "0.00\u00a0US$"},
	} {
		if got := document.Money(c.language, c.minor, booking.Order{Currency: c.currency, Exponent: c.exponent}); got != c.want {
			t.Errorf("%d %s in %s: %q, want %q", c.minor, c.currency, c.language, got, c.want)
		}
	}
}
