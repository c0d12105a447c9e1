package sandbox_test

import (
	"net/url"
	"reflect"
	"regexp"
	"testing"
	"time"

	"storefront/internal/shop/payment/sandbox"
)

func TestEveryWordIsThereInEveryLanguage(t *testing.T) {
	arabic, latin := regexp.MustCompile(`\p{Arabic}`), regexp.MustCompile(`[a-zA-Z]`)
	for language, words := range sandbox.AllWords() {
		all := reflect.ValueOf(*words)
		for i := range all.NumField() {
			name, text := all.Type().Field(i).Name, all.Field(i).String()
			if name == "Dir" || name == "ExpiryHint" {
				continue
			}
			if own := language == "ar"; arabic.MatchString(text) != own || latin.MatchString(text) == own {
				t.Errorf("%s in %s: %q", name, language, text)
			}
		}
	}
}

func TestAmountsHaveTheirCurrencysDecimals(t *testing.T) {
	for want, c := range map[string]struct {
		minor    int64
		exponent int
	}{
		"AED\u00a00.05": {5, 2}, "AED\u00a0395.50": {39550, 2}, "AED\u00a01,234,567.00": {123456700, 2}, "−AED\u00a089.50": {-8950, 2},
		"AED\u00a00.005": {5, 3}, "AED\u00a029.500": {29500, 3}, "AED\u00a01,200": {1200, 0}, "AED\u00a00": {0, 0}, "AED\u00a0999.99": {99999, 2},
	} {
		if got := sandbox.Amount(c.minor, "AED", c.exponent); got != want {
			t.Errorf("%d: %q and not %q", c.minor, got, want)
		}
	}
}

func TestFormsAreReadAsPeopleType(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	good := url.Values{"number": {sandbox.CardSuccess}, "expiry": {"11/26"}, "cvc": {"123"}, "holder": {"مها"}}
	for field, typed := range map[string][]string{
		"number": {"4242-4242-4242-4242", " 4242 4242 4242 4242 ", "٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢", "۴۲۴۲۴۲۴۲۴۲۴۲۴۲۴۲", "378282246310005"},
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
		if wrong := sandbox.Mistakes(good, now); wrong["expiry"] != "ErrorExpired" {
			t.Errorf("%s: %v", expired, wrong)
		}
	}
}

func FuzzForm(f *testing.F) {
	for _, seed := range [][4]string{
		{sandbox.CardSuccess, "12/40", "123", "A"}, {"", "", "", ""}, {"4242\x00", "1/", "\xff", "\u200f"}, {"٤", "12/٤٠", "٠٠٠", "٤"}, {"--", "//", "  ", "\u200e"},
	} {
		f.Add(seed[0], seed[1], seed[2], seed[3])
	}
	now := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, number, expiry, cvc, holder string) {
		wrong := sandbox.Mistakes(url.Values{"number": {number}, "expiry": {expiry}, "cvc": {cvc}, "holder": {holder}}, now)
		if wrong["number"] == "" && !regexp.MustCompile(`\d|[٠-٩۰-۹]`).MatchString(number) {
			t.Errorf("%q is a card number", number)
		}
		for field, key := range wrong {
			if reflect.ValueOf(sandbox.Words{}).FieldByName(key).IsValid() == false {
				t.Errorf("%s has no words for %q", field, key)
			}
		}
	})
}
