package pages

import (
	"slices"
	"testing"

	"storefront/internal/content/catalog"
	"storefront/internal/core/payload"
)

func TestTopRatedLabelRequiresFourReviewsAbove45(t *testing.T) {
	summarizer := &Summarizer{lib: &catalog.Library{Labels: map[string]catalog.Localized{catalog.TopRated: {},
		"private": {}}}}
	for _, test := range []struct {
		name    string
		ratings []int
		want    []string
	}{
		{"four reviews of 4.75", []int{5, 5, 5, 4}, []string{"top-rated", "private"}},
		{"four reviews of 4.5", []int{5, 5, 4, 4}, []string{"private"}},
		{"three reviews of 5", []int{5, 5, 5}, []string{"private"}},
		{"no reviews", nil, []string{"private"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := &catalog.Product{Labels: []string{"private"}}
			for _, rating := range test.ratings {
				p.Reviews = append(p.Reviews, catalog.Review{Rating: rating})
			}
			if got := summarizer.labelsOf(p); !slices.Equal(got, test.want) {
				t.Errorf("labels %v, want %v", got, test.want)
			}
		})
	}
}

func TestItemOfNamesThePricedItemOfAUnit(t *testing.T) {
	for _, test := range []struct {
		unit catalog.Unit
		want payload.Item
	}{
		{catalog.Unit{Type: "ADULT", PaxCount: 1}, "PERSON"},
		{catalog.Unit{Type: "FAMILY", PaxCount: 4}, "FAMILY"},
		{catalog.Unit{Type: "OTHER", Item: "KAYAK", PaxCount: 1}, "KAYAK"},
		{catalog.Unit{Type: "OTHER", PaxCount: 6}, "GROUP"},
		{catalog.Unit{Type: "OTHER", PaxCount: 1}, "ITEM"},
	} {
		if got := itemOf(test.unit); got != test.want {
			t.Errorf("%v is counted as %s, want %s", test.unit, got, test.want)
		}
	}
}
