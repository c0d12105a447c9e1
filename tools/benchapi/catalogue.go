package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
)

// The builds are synthetic: they have only what the API reads.

const (
	deploymentID = "bench"
	host         = "bench.localhost"
	language     = "en"
	productCount = 60
	optionID     = "shared"
	capacity     = 16
	price        = 39500
	// bookableDays is the number of days that can be booked at any hour of today.
	bookableDays = 360
)

var (
	startTimes = []string{"09:00", "15:30"}
	zones      = []string{"Asia/Dubai", "Africa/Cairo", "Europe/Istanbul", "Africa/Casablanca"}
)

// pageBody is a page as large as one of a product.
var pageBody = []byte("<!doctype html><title>Experience</title>" +
	strings.Repeat("<p>An evening in the dunes.</p>\n", 1200))

func pathOf(i int) string { return "/things-to-do-in-" + cityOf(i).ID + "/" + productSlug(i) }

func productSlug(i int) string { return fmt.Sprintf("experience-%03d", i%productCount) }

// dateFrom returns the i-th bookable date from tomorrow on.
func dateFrom(now time.Time, i int) string {
	return now.UTC().AddDate(0, 0, 2+i%bookableDays).Format(time.DateOnly)
}

func writeBuilds(root string) error {
	deployments := []payload.Deployment{{
		ID: deploymentID, Hosts: []string{host}, Name: map[string]string{language: "Bench"},
		Languages:  []string{language, "ar"},
		Currencies: []string{"AED"}, Card: true, PayLater: true, CSP: []string{},
	}}
	public := filepath.Join(root, "public", deploymentID)
	if err := writeJSON(filepath.Join(root, "meta", "deployments.json"), deployments); err != nil {
		return err
	}
	for i := range productCount {
		path := pathOf(i)
		if err := writeJSON(filepath.Join(public, path, "_payload.json"), productPage(i, path)); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(public, path, "index.html"), pageBody, 0o644); err != nil {
			return err
		}
	}
	return writeJSON(filepath.Join(public, "builds", "meta", "latest.json"), map[string]string{"build": "bench"})
}

func writeJSON(path string, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o644)
}

func cityOf(i int) payload.Named {
	return []payload.Named{{ID: "dubai", Name: "Dubai"}, {ID: "cairo", Name: "Cairo"},
		{ID: "istanbul", Name: "Istanbul"}, {ID: "marrakech", Name: "Marrakech"}}[i%4]
}

// page is the part of a product's payload that the API reads.
type page struct {
	payload.Page
	Slug       string                `json:"slug"`
	City       payload.Named         `json:"city"`
	Categories []payload.Named       `json:"categories"`
	Product    payload.ProductDetail `json:"product"`
}

func productPage(i int, path string) page {
	everyDay := []int{0, 1, 2, 3, 4, 5, 6}
	return page{
		Page: payload.Page{Kind: payload.KindProduct, Locale: language, Path: path,
			Title: "An evening in the dunes with dinner at the camp"},
		Slug: productSlug(i), City: cityOf(i), Categories: []payload.Named{{ID: "desert", Name: "Desert"}},
		Product: payload.ProductDetail{
			Images: []payload.Image{{Src: "/media/dunes.0123456789abcdef.webp", Width: 1600, Height: 1067,
				Alt: "Dunes at sunset"}},
			Status: "AVAILABLE", AvailabilityType: "START_TIME", PricingPer: "UNIT", Currency: "AED",
			CurrencyExponent: 2,
			Duration:         payload.Duration{Minutes: 360}, TimeZone: zones[i%len(zones)],
			Location: payload.Location{Place: "Dubai Desert", Latitude: 25.0342, Longitude: 55.5971},
			Pickup: &payload.Transfer{Included: true, Points: []payload.Point{
				{ID: "marina-hotels", Name: "Hotels in the Marina", Time: "15:00"},
				{ID: "downtown-hotels", Name: "Hotels downtown", Time: "15:20"},
			}},
			Supplier: payload.Supplier{Name: "Local guides", Confirmation: "instant"},
			Options: []payload.Option{{
				ID: optionID, Title: "A seat in a shared car", Capacity: capacity, MaxTravellers: 8,
				Units: []payload.Unit{
					{ID: "adult", Type: "ADULT", PricedBy: "PERSON", Price: price, OriginalPrice: 45000, Min: 1, Max: 8,
						PaxCount: 1},
					{ID: "child", Type: "CHILD", PricedBy: "PERSON", Price: 27500, Max: 6, PaxCount: 1},
				},
				Schedule: payload.Schedule{
					Seasons: []payload.Season{
						{From: "10-01", To: "04-30", Weekdays: everyDay, StartTimes: startTimes},
						{From: "05-01", To: "09-30", Weekdays: everyDay, StartTimes: startTimes},
					},
					ClosedDays: []string{"02-29"}, LeadMinutes: 240,
				},
				Cancellation: []payload.CancellationTier{{Before: 1440, Refund: 100}, {Before: 360, Refund: 50}},
			}},
			Extras: []payload.Extra{{ID: "cake", Title: "Cake at the campfire", PricingPer: "BOOKING", Price: 12000,
				Max: 1}},
		},
	}
}

// occupySeats takes seats of every third slot, of some of them all seats.
func occupySeats(ctx context.Context, store booking.Store, now time.Time) error {
	for p := range productCount {
		var demands []booking.Demand
		for day := range bookableDays {
			for i, start := range startTimes {
				if n := p + 2*day + i; n%3 == 0 {
					slot := booking.Slot{Product: productSlug(p), Option: optionID, Date: dateFrom(now, day),
						StartTime: start}
					demands = append(demands, booking.Demand{Slot: slot, Seats: 1 + n*7%capacity, Capacity: capacity})
				}
			}
		}
		if err := store.Do(ctx, func(tx booking.Tx) error { return tx.TakeSeats(ctx, demands) }); err != nil {
			return err
		}
	}
	return nil
}
