package money_test

import (
	"testing"

	"storefront/internal/core/money"
)

func TestParseUsesTheMinorUnitsOfTheCurrency(t *testing.T) {
	for _, c := range []struct {
		text, currency string
		want           int64
	}{
		{"395", "AED", 39500}, {"29.5", "AED", 2950}, {"29.50", "AED", 2950}, {"29.500", "OMR", 29500},
		{"0.005", "KWD", 5}, {"1200", "JPY", 1200}, {"0", "AED", 0},
	} {
		if got, err := money.Parse(c.text, c.currency); err != nil || got != c.want {
			t.Errorf("%s %s: %d, %v", c.text, c.currency, got, err)
		}
	}
}

func TestParseRejectsInvalidAmounts(t *testing.T) {
	for _, c := range [][2]string{{"29.555", "AED"}, {"1.5", "JPY"}, {"-1", "AED"}, {"", "AED"}, {".5", "AED"},
		{"1e3", "AED"}, {"1,000", "AED"}, {"5", "DHS"}, {"5", "aed"}, {"99999999999999999999", "AED"}} {
		if got, err := money.Parse(c[0], c[1]); err == nil {
			t.Errorf("%q %s became %d", c[0], c[1], got)
		}
	}
}

func TestParseErrorCountsDecimals(t *testing.T) {
	for text, want := range map[string]string{
		"1.5":  "1.5 has 1 decimal; JPY has at most 0",
		"1.25": "1.25 has 2 decimals; JPY has at most 0",
	} {
		if _, err := money.Parse(text, "JPY"); err == nil || err.Error() != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestFormatWritesAllDecimalsOfTheCurrency(t *testing.T) {
	for _, c := range []struct {
		minor    int64
		currency string
		want     string
	}{{39500, "AED", "395.00"}, {5, "AED", "0.05"}, {-2950, "AED", "-29.50"}, {5, "KWD", "0.005"},
		{1200, "JPY", "1200"}, {0, "OMR", "0.000"}} {
		if got := money.Format(c.minor, c.currency); got != c.want {
			t.Errorf("%d %s: %s, want %s", c.minor, c.currency, got, c.want)
		}
	}
}
