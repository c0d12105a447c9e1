package money_test

import (
	"encoding/json"
	"os"
	"testing"

	"storefront/internal/core/money"
)

// table is a table of test cases that site/lib/money/exchange.test.ts reads too.
type table struct {
	Own     string                `json:"own"`
	Rates   map[string]money.Rate `json:"rates"`
	Vectors []struct {
		Name     string
		Amount   int64
		From, To string
		Want     *int64
	} `json:"vectors"`
}

func conversions(t *testing.T) (money.Exchange, table) {
	t.Helper()
	data, err := os.ReadFile("testdata/conversions.json")
	if err != nil {
		t.Fatal(err)
	}
	var all table
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	if len(all.Vectors) < 20 {
		t.Fatalf("the table has only %d vectors", len(all.Vectors))
	}
	return money.Exchange{Own: all.Own, Rates: all.Rates}, all
}

func TestConvertReturnsExactMinorUnits(t *testing.T) {
	exchange, all := conversions(t)
	for _, v := range all.Vectors {
		got, ok := exchange.Convert(v.Amount, v.From, v.To)
		if ok != (v.Want != nil) || ok && got != *v.Want {
			t.Errorf("%s: %d %s are %d %s, %t", v.Name, v.Amount, v.From, got, v.To, ok)
		}
	}
}

func TestExchangeWithoutRatesConvertsNoOtherCurrency(t *testing.T) {
	var none money.Exchange
	if got, ok := none.Convert(5, "AED", "AED"); !ok || got != 5 {
		t.Errorf("%d, %t", got, ok)
	}
	if _, ok := none.Convert(5, "AED", "USD"); ok || none.CanConvert("AED", "USD") || none.Rate("AED", "USD") != 0 {
		t.Error("a rate was made up")
	}
}

func TestParseRateKeepsRatesExactlyAndRejectsOthers(t *testing.T) {
	for _, text := range []string{"0.27229", "1", "4312.5", "0.000000001", "999999.999999999", "10"} {
		if r, err := money.ParseRate(text); err != nil || r.String() != text {
			t.Errorf("%s became %s, %v", text, r, err)
		}
	}
	for _, text := range []string{"", "0", "0.0", "-1", ".5", "1e3", "1,5", "1.2.3", "0.0000000001", "1000000", "x",
		"+1", "1 "} {
		if r, err := money.ParseRate(text); err == nil {
			t.Errorf("%q became %s", text, r)
		}
	}
}

func TestRateRoundsCrossRatesToTheLastDecimal(t *testing.T) {
	exchange, _ := conversions(t)
	for _, c := range []struct{ from, to, want string }{
		{"AED", "USD", "0.27229"}, {"USD", "AED", "3.672554997"}, {"USD", "EUR", "0.86341768"}, {"AED", "AED", "1"},
		{"OMR", "IDR", "41189.111747851"}, {"AED", "SEK", "0"},
	} {
		if got := exchange.Rate(c.from, c.to).String(); got != c.want {
			t.Errorf("%s in %s: %s, want %s", c.from, c.to, got, c.want)
		}
	}
}

// An order stores the rates of its checkout: a rate that cannot be read again makes the order unreadable.
func TestRateSurvivesJSONRoundTripEvenIfZero(t *testing.T) {
	for _, rate := range []money.Rate{0, 1, 272290000} {
		data, err := json.Marshal(rate)
		if err != nil {
			t.Fatal(err)
		}
		got := money.Rate(5)
		if err := json.Unmarshal(data, &got); err != nil || got != rate {
			t.Errorf("%s became %s, %v", data, got, err)
		}
	}
}

func TestPercentRoundsToAChargeableAmount(t *testing.T) {
	for _, c := range []struct {
		minor    int64
		percent  int
		currency string
		want     int64
	}{
		{9999, 10, "AED", 1000}, {9999, 0, "AED", 0}, {15, 50, "AED", 8}, {9999, 100, "AED", 9999}, {15, 50, "JPY", 8},
		{39290, 50, "OMR", 19650}, {39504, 100, "OMR", 39504}, {4, 99, "OMR", 0}, {6, 99, "OMR", 6},
		{1005, 99, "OMR", 990},
	} {
		if got := money.Percent(c.minor, c.percent, c.currency); got != c.want {
			t.Errorf("%d %% of %d %s: %d, want %d", c.percent, c.minor, c.currency, got, c.want)
		}
	}
}
