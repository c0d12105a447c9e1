package release

import (
	"encoding/json"
	"slices"
	"testing"
)

func TestFieldChangesShowPricesAsMoney(t *testing.T) {
	const euros = `{"from": {"amount": 2950, "currency": "EUR", "exponent": 2}}`
	for _, x := range []struct {
		before, after string
		want          []FieldChange
	}{
		{euros, euros, nil},
		{euros, `{"from": {"amount": 3100, "currency": "EUR", "exponent": 2}}`, []FieldChange{{"from", "29.50 EUR", "31.00 EUR"}}},
		{euros, `{"from": {"amount": 2950, "currency": "JPY", "exponent": 0}}`, []FieldChange{{"from", "29.50 EUR", "2950 JPY"}}},
		{euros, `{}`, []FieldChange{{"from", "29.50 EUR", ""}}},
		{`{"from": {"amount": 2950, "currency": "EUR", "per": "PERSON"}}`,
			`{"from": {"amount": 2950, "currency": "EUR", "per": "ITEM"}}`, []FieldChange{{"from.per", "PERSON", "ITEM"}}},
		{`{"n": {"amount": 1}}`, `{"n": {"amount": 2}}`, []FieldChange{{"n.amount", "1", "2"}}},
	} {
		var before, after any
		for text, v := range map[string]*any{x.before: &before, x.after: &after} {
			if err := json.Unmarshal([]byte(text), v); err != nil {
				t.Fatal(err)
			}
		}
		if x.before == x.after {
			after = before
		}
		var got []FieldChange
		if appendFieldChanges("", before, after, &got); !slices.Equal(got, x.want) {
			t.Errorf("%s to %s: got %v", x.before, x.after, got)
		}
	}
}
