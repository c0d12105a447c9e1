package api_test

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"storefront/api"
	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
)

func TestDayJSONEqualsEncodedDayAvailability(t *testing.T) {
	zone := time.FixedZone("Asia/Dubai", 4*3600)
	at := time.Date(2099, 12, 5, 15, 30, 0, 250_000_000, zone)
	tiers := []booking.RefundTier{{Before: 1440, Refund: 100}, {Before: 360, Refund: 50}}
	steps := []api.RefundStep{{Percent: 100, Until: at.Add(-24 * time.Hour).UTC()},
		{Percent: 50, Until: at.Add(-6 * time.Hour).UTC()}}
	for _, c := range []struct {
		confirmation payload.Confirmation
		tiers        []booking.RefundTier
		slots        []booking.Availability
		terms        api.CancellationTerms
	}{
		{"instant", nil, nil, api.CancellationTerms{}},
		{"instant", nil, []booking.Availability{
			{StartTime: "15:30", StartsAt: at, ClosesAt: at.Add(-time.Hour), Status: booking.Limited, Vacancies: 3,
				Capacity: 16},
		}, api.CancellationTerms{Steps: []api.RefundStep{}}},
		{"on_request", tiers, []booking.Availability{
			{StartsAt: at, ClosesAt: at, Status: booking.SoldOut, Capacity: 2,
				OpeningHours: []payload.Hours{{From: "10:00", To: "13:00"}, {From: "16:00", To: "02:00"}}},
			{StartTime: "23:00", StartsAt: at, ClosesAt: at, Status: booking.Available, Vacancies: 2, Capacity: 2},
		}, api.CancellationTerms{FreeUntil: "confirmation", Steps: steps}},
	} {
		want := api.DayAvailability{Product: "dunes", Option: "shared", Date: "2099-12-05", TimeZone: "Asia/Dubai",
			Slots: []api.Slot{}}
		for _, a := range c.slots {
			slot := api.Slot{StartTime: a.StartTime, StartsAt: a.StartsAt.UTC(), ClosesAt: a.ClosesAt.UTC(),
				Status: a.Status, Vacancies: a.Vacancies, Capacity: a.Capacity, Cancellation: c.terms}
			for _, h := range a.OpeningHours {
				slot.OpeningHours = append(slot.OpeningHours, api.Hours{From: h.From, To: h.To})
			}
			want.Slots = append(want.Slots, slot)
		}
		var expected bytes.Buffer
		if err := json.NewEncoder(&expected).Encode(want); err != nil {
			t.Fatal(err)
		}
		got := api.DayJSON(&booking.DaySlots{
			Product: &booking.Product{Slug: "dunes", TimeZone: zone,
				Supplier: payload.Supplier{Confirmation: c.confirmation}},
			Option: &payload.Option{ID: "shared", Cancellation: c.tiers}, Slots: c.slots,
		}, "2099-12-05")
		if string(got) != expected.String() {
			t.Errorf("got  %swant %s", got, &expected)
		}
	}
}
