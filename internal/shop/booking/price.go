package booking

import "storefront/internal/core/payload"

// PriceDetails is a total with its lines.
type PriceDetails struct {
	Lines    []PriceLine `json:"lines"`
	Original int64       `json:"original"` // before any discount
	Total    int64       `json:"total"`    // the sum of the lines
}

// LineKind is the kind of a price line.
type LineKind string

const (
	UnitLine    LineKind = "unit"
	BookingLine LineKind = "booking" // one price for all travellers
	ExtraLine   LineKind = "extra"
)

// PriceLine is a part of a total.
type PriceLine struct {
	Kind         LineKind         `json:"kind"`
	ID           string           `json:"id"`
	Type         payload.UnitType `json:"type,omitempty"` // of a unit
	Title        string           `json:"title,omitempty"`
	PricedBy     payload.PricedBy `json:"pricedBy,omitempty"`
	Quantity     int              `json:"quantity"`
	Length       int              `json:"length,omitempty"` // days or nights that the amount is multiplied by
	UnitPrice    int64            `json:"unitPrice"`
	OriginalUnit int64            `json:"originalUnitPrice,omitempty"` // before a discount
	Amount       int64            `json:"amount"`
}

// price returns the price of a valid choice by the catalogue.
func (p *Product) price(o *payload.Option, c *Choice) PriceDetails {
	var d PriceDetails
	if p.PricingPer == payload.PerBooking && o.Price != nil {
		d.add(PriceLine{
			Kind: BookingLine, ID: o.ID, Title: o.Title, Quantity: 1, UnitPrice: o.Price.Amount,
			OriginalUnit: o.Price.Original,
		})
	} else {
		for _, q := range c.Units {
			d.add(unitLine(unitOf(o, q.ID), q.Quantity, c.Length))
		}
	}
	for _, q := range c.Extras {
		e := p.extra(q.ID)
		d.add(PriceLine{Kind: ExtraLine, ID: e.ID, Title: e.Title, Quantity: q.Quantity, UnitPrice: e.Price})
	}
	return d
}

// priceOf is price for the option of the choice.
func (p *Product) priceOf(c *Choice) PriceDetails { return p.price(p.Option(c.Option), c) }

func unitLine(u *payload.Unit, quantity, length int) PriceLine {
	line := PriceLine{
		Kind: UnitLine, ID: u.ID, Type: u.Type, Title: u.Title, PricedBy: u.PricedBy, Quantity: quantity,
		UnitPrice: u.Price, OriginalUnit: u.OriginalPrice,
	}
	if u.PricedBy.IsByLength() {
		line.Length = length
	}
	return line
}

func (d *PriceDetails) add(line PriceLine) {
	times := int64(line.Quantity) * int64(max(line.Length, 1))
	line.Amount = line.UnitPrice * times
	if line.OriginalUnit <= line.UnitPrice {
		line.OriginalUnit = 0
	}
	d.Lines = append(d.Lines, line)
	d.Total += line.Amount
	d.Original += max(line.OriginalUnit, line.UnitPrice) * times
}

// LowestPrice returns the lowest price of an option that is not zero, and the price before its discount, 0 without one.
// As on the pages, prices of adults and whole parties have priority over others.
func (p *Product) LowestPrice(o *payload.Option) (price, original int64) {
	if p.PricingPer == payload.PerBooking && o.Price != nil {
		return o.Price.Amount, o.Price.Original
	}
	for _, leading := range []bool{true, false} {
		for _, u := range o.Units {
			if (!leading || u.Type.SetsFromPrice()) && u.Price > 0 && (price == 0 || u.Price < price) {
				price, original = u.Price, u.OriginalPrice
			}
		}
		if price > 0 {
			break
		}
	}
	return price, original
}
