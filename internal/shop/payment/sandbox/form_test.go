package sandbox_test

import (
	"net/url"
	"regexp"
	"testing"
	"time"

	"storefront/internal/shop/payment/sandbox"
	"storefront/internal/shop/wording"
)

func TestCardFormAcceptsCommonNotations(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	good := url.Values{"number": {sandbox.CardSuccess}, "expiry": {"11/26"}, "cvc": {"123"}, "holder": {"مها"}}
	for field, typed := range map[string][]string{
		"number": {"4242-4242-4242-4242", " 4242 4242 4242 4242 ", "٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢", "۴۲۴۲۴۲۴۲۴۲۴۲۴۲۴۲",
			"378282246310005"},
		"expiry": {"11/26", "1126", "11 / 26", "11-2026", "11/2026", "1/27", "١١/٢٦", "12/99"},
		"cvc":    {"123", "1234", "١٢٣"},
		"holder": {"Jo", "Anne-Marie O'Neill", "محمد"},
	} {
		for _, text := range typed {
			form := url.Values{}
			for k, v := range good {
				form[k] = v
			}
			form.Set(field, text)
			if wrong := sandbox.Mistakes(form, now); len(wrong) > 0 {
				t.Errorf("%s %q: %v", field, text, wrong)
			}
		}
	}
	for _, expired := range []string{"10/26", "11/25", "1/26"} {
		good.Set("expiry", expired)
		if wrong := sandbox.Mistakes(good, now); wrong["expiry"] != "expired" {
			t.Errorf("%s: %v", expired, wrong)
		}
	}
}

func FuzzForm(f *testing.F) {
	for _, seed := range [][4]string{
		{sandbox.CardSuccess, "12/40", "123", "A"}, {"", "", "", ""}, {"4242\x00", "1/", "\xff", "\u200f"},
		{"٤", "12/٤٠", "٠٠٠", "٤"}, {"--", "//", "  ", "\u200e"},
	} {
		f.Add(seed[0], seed[1], seed[2], seed[3])
	}
	now := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, number, expiry, cvc, holder string) {
		wrong := sandbox.Mistakes(url.Values{"number": {number}, "expiry": {expiry}, "cvc": {cvc}, "holder": {holder}},
			now)
		if wrong["number"] == "" && !regexp.MustCompile(`\d|[٠-٩۰-۹]`).MatchString(number) {
			t.Errorf("%q is a card number", number)
		}
		for field, key := range wrong {
			if wording.In("en").PaymentPage.Errors[key] == "" {
				t.Errorf("%s has no words for %q", field, key)
			}
		}
	})
}
