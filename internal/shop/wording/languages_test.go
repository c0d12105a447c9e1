package wording_test

import (
	"encoding/json"
	"testing"
	"time"

	"storefront/internal/core/payload"
	"storefront/internal/shop/wording"
)

func TestDictionariesOfABuildAreLoaded(t *testing.T) {
	t.Cleanup(func() { _ = wording.LoadDictionaries(nil) })
	words := `{"numbers": {"decimal": ",", "group": "\u202f", "amount": "{amount}\u00a0{symbol}"},
		"currencies": {"EUR": "€"}, "colon": "\u00a0: ",
		"calendar": {"first": "1er", "months": ["janvier", "", "", "", "", "", "", "", "", "", "", "décembre"],
			"weekdays": ["", "", "mardi", "", "", "", ""], "fullDate": "{weekday} {day}\u00a0{month} {year}"},
		"durations": {"hours": {"one": "{n} heure", "other": "{n} heures"}}}`
	err := wording.LoadDictionaries([]payload.Deployment{{Words: map[string]payload.Words{
		"fr": {Dir: payload.LeftToRight, Texts: json.RawMessage(words)}}}})
	if err != nil {
		t.Fatal(err)
	}
	w := wording.In("fr")
	for got, want := range map[string]string{
		w.Money(123450, "EUR", 2):                                     "1\u202f234,50\u00a0€",
		w.Money(-5, "AED", 2):                                         "−0,05\u00a0AED",
		w.Date(time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)):          "mardi 1er\u00a0décembre 2026",
		w.ShortDateTime(time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)): "mardi 1 décembre, 09:00", // not English's "Tue"
		w.Count(w.Durations.Hours, 0):                                 "0 heure",
		w.Count(w.Durations.Hours, 2):                                 "2 heures",
		w.Labels.Total:                                                "Total", // what the words lack is English
	} {
		if wording.WithoutIsolates(got) != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if err := wording.LoadDictionaries([]payload.Deployment{{Words: map[string]payload.Words{
		"fr": {Texts: json.RawMessage(`[]`)}}}}); err == nil || wording.In("fr") != w {
		t.Errorf("words that cannot be read take the place of others: %v", err)
	}
	if _ = wording.LoadDictionaries(nil); wording.Has("fr") {
		t.Error("words stay after their build")
	}
}
