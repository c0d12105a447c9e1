package booking

import (
	"time"

	"storefront/internal/core/payload"
)

// Catalog returns the products of the live build.
type Catalog interface {
	// Product returns a product that a deployment sells, with its text in a language, and fault.NotFound for any other.
	// The result is shared: callers must not change it.
	Product(deployment, language, slug string) (*Product, error)
}

// Product is the part of a product's page that determines the bookable choices and their prices. Schedules, units and
// prices have the shapes of the pages' payloads.
type Product struct {
	Slug             string
	Path             string // of its page, without a language prefix
	Title            string
	Image            payload.Image
	City             payload.Named
	Categories       []string
	Location         payload.Location
	Status           payload.ProductStatus
	AvailabilityType payload.AvailabilityType
	PricingPer       payload.PricingPer
	Currency         string
	Exponent         int
	NoFixedPrice     bool
	Duration         payload.Duration
	MinimumDuration  *payload.Duration
	TimeZone         *time.Location
	Pickup           *payload.Transfer
	DropOff          *payload.Transfer
	Supplier         payload.Supplier
	PayLater         *payload.PayLaterTerms // nil: the deployment's terms apply
	Options          []payload.Option
	Extras           []payload.Extra
	WhatToBring      []string
	KnowBeforeYouGo  []string

	unconverted *Product // with the prices of the catalogue; nil if they are not converted
}

// Option returns an option by its id; nil if there is none.
func (p *Product) Option(id string) *payload.Option {
	return find(p.Options, func(o *payload.Option) bool { return o.ID == id })
}

// extra returns an extra by its id; nil if there is none.
func (p *Product) extra(id string) *payload.Extra {
	return find(p.Extras, func(e *payload.Extra) bool { return e.ID == id })
}

func unitOf(o *payload.Option, id string) *payload.Unit {
	return find(o.Units, func(u *payload.Unit) bool { return u.ID == id })
}

func pointOf(t *payload.Transfer, id string) *payload.Point {
	return find(t.Points, func(p *payload.Point) bool { return p.ID == id })
}

// find returns the first element of a list that matches; nil if none does.
func find[T any](list []T, matches func(*T) bool) *T {
	for i := range list {
		if matches(&list[i]) {
			return &list[i]
		}
	}
	return nil
}

// OnRequest reports whether the supplier confirms each booking.
func (p *Product) OnRequest() bool { return p.Supplier.Confirmation == payload.OnRequest }
