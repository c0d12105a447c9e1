package ordertext_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"reflect"
	"strings"
	"testing"

	"storefront/internal/shop/booking"
	"storefront/internal/shop/document/documenttest"
	"storefront/internal/shop/wording/ordertext"
)

// site reads the texts of the site in a language.
func site(t *testing.T, language string) func(key string) string {
	t.Helper()
	data, err := os.ReadFile("../../../../site/locales/" + language + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var groups map[string]any
	if err := json.Unmarshal(data, &groups); err != nil {
		t.Fatal(err)
	}
	return func(key string) string {
		group, name, _ := strings.Cut(key, ".")
		words, _ := groups[group].(map[string]any)
		text, has := words[name].(string)
		if !has {
			t.Fatalf("the site has no %s", key)
		}
		return text
	}
}

// fill puts values into the site's template.
func fill(template string, values ...string) string {
	for i := 0; i+1 < len(values); i += 2 {
		template = strings.ReplaceAll(template, "{{"+values[i]+"}}", values[i+1])
	}
	return template
}

func durationText(t *testing.T, language string, d booking.Detail) string {
	t.Helper()
	d.TimeZone = "Asia/Dubai"
	text, err := ordertext.OfBooking(&booking.Order{Language: language}, &booking.Booking{Detail: d})
	if err != nil {
		t.Fatal(err)
	}
	return text.Duration
}

func TestDurationsUseTheWordsOfTheSite(t *testing.T) {
	for language, forms := range map[string]map[int]string{
		"en": {1: "one", 2: "other", 3: "other", 11: "other", 100: "other"},
		"ar": {1: "one", 2: "two", 3: "few", 11: "many", 100: "other"},
	} {
		s := site(t, language)
		for n, form := range forms {
			count := fmt.Sprint(n)
			for key, d := range map[string]booking.Detail{
				"nights": {Length: n, LengthBy: "NIGHT"}, "days": {Length: n, LengthBy: "DAY", Minutes: 480},
			} {
				want := fill(s("duration."+key+"_"+form), "count", count)
				if got := durationText(t, language, d); got != want {
					t.Errorf("%s: %q, the site says %q", language, got, want)
				}
			}
			if n < 24 {
				if got, want := durationText(t, language, booking.Detail{Minutes: n * 60}),
					fill(s("duration.hours_"+form), "count", count); got != want {
					t.Errorf("%s: %q, the site says %q", language, got, want)
				}
				if got, want := durationText(t, language, booking.Detail{Minutes: n}),
					fill(s("duration.minutes_"+form), "count", count); got != want {
					t.Errorf("%s: %q, the site says %q", language, got, want)
				}
			}
		}
		if got, want := durationText(t, language, booking.Detail{Minutes: 90}),
			fill(s("duration.hoursMinutes"), "hours", "1", "minutes", "30"); got != want {
			t.Errorf("%s: %q, the site says %q", language, got, want)
		}
	}
}

// amountsOf returns the totals of an order by name. Those that are 0 are left out.
func amountsOf(o *booking.Order) map[string]int64 {
	amounts := map[string]int64{}
	v := reflect.ValueOf(ordertext.TotalsOf(o))
	for i := range v.NumField() {
		if n := v.Field(i).Int(); n != 0 {
			amounts[v.Type().Field(i).Name] = n
		}
	}
	return amounts
}

func TestTotalsMatchTheStateOfThePayment(t *testing.T) {
	for name, c := range documenttest.States {
		order := documenttest.EnglishOrder()
		c.Change(&order)
		want := maps.Clone(c.Totals)
		want["Discount"], want["Promo"] = 3_000, 8_050
		got := amountsOf(&order)
		if !maps.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
		if sum := order.Original - got["Discount"] - got["Promo"] - got["Dropped"]; sum != got["Total"] {
			t.Errorf("%s: the lines come to %d and not to the total %d", name, sum, got["Total"])
		}
	}
}
