package booking

import (
	"slices"

	"storefront/internal/core/payload"
)

// OrderIn returns an order in another language, for the people of the shop. What the live catalogue no longer has, or
// has in other words than those that were booked, stays in the language of the order; so does what visitors wrote.
func (s *Service) OrderIn(o Order, language string) Order {
	o.Bookings = slices.Clone(o.Bookings)
	for i := range o.Bookings {
		s.translate(&o, &o.Bookings[i], language)
	}
	o.Language = language
	return o
}

// NegotiationIn returns a negotiation in another language, as OrderIn does an order.
func (s *Service) NegotiationIn(n Negotiation, language string) Negotiation {
	from, to := s.productInBoth(n.Deployment, n.Language, language, n.Choice.Product)
	if from != nil {
		replace(&n.ProductTitle, from.Title, to.Title)
		replace(&n.ProductPath, from.Path, to.Path)
		replace(&n.City, from.City.Name, to.City.Name)
		if a, b := from.Option(n.Choice.Option), to.Option(n.Choice.Option); a != nil && b != nil {
			replace(&n.OptionTitle, a.Title, b.Title)
		}
	}
	n.Language = language
	return n
}

// productInBoth returns a product in two languages; nil unless the live catalogue has it in both.
func (s *Service) productInBoth(deployment, from, to, slug string) (a, b *Product) {
	a, err := s.catalog.Product(deployment, from, slug)
	if err != nil {
		return nil, nil
	}
	if b, err = s.catalog.Product(deployment, to, slug); err != nil {
		return nil, nil
	}
	return a, b
}

func (s *Service) translate(o *Order, b *Booking, language string) {
	from, to := s.productInBoth(o.Deployment, o.Language, language, b.Choice.Product)
	if from == nil {
		return
	}
	d := &b.Detail
	if d.Supplier.ID == "" || d.Supplier.ID == to.Supplier.ID {
		d.Supplier = Supplier{to.Supplier.ID, to.Supplier.Name}
	}
	replace(&d.ProductTitle, from.Title, to.Title)
	replace(&d.ProductPath, from.Path, to.Path)
	replace(&d.City, from.City.Name, to.City.Name)
	if from, to := from.Option(b.Choice.Option), to.Option(b.Choice.Option); from != nil && to != nil {
		replace(&d.OptionTitle, from.Title, to.Title)
		d.Units = slices.Clone(d.Units)
		for i := range d.Units {
			if a, b := unitOf(from, d.Units[i].ID), unitOf(to, d.Units[i].ID); a != nil && b != nil {
				replace(&d.Units[i].Title, a.Title, b.Title)
			}
		}
	}
	d.Extras = slices.Clone(d.Extras)
	for i := range d.Extras {
		if a, b := from.extra(d.Extras[i].ID), to.extra(d.Extras[i].ID); a != nil && b != nil {
			replace(&d.Extras[i].Title, a.Title, b.Title)
		}
	}
	d.translatePlaces(b.Choice, from, to)
}

func (d *Detail) translatePlaces(choice Choice, from, to *Product) {
	if d.Meeting != nil {
		d.Meeting = new(*d.Meeting)
		replace(&d.Meeting.Title, from.Location.Place, to.Location.Place)
		replace(&d.Meeting.Address, from.Location.Address, to.Location.Address)
	}
	if d.Pickup != nil && from.Pickup != nil && to.Pickup != nil {
		d.Pickup = new(*d.Pickup)
		replacePoint(d.Pickup, pointOf(from.Pickup, choice.Pickup.Point), pointOf(to.Pickup, choice.Pickup.Point))
	}
	if d.DropOff == nil {
		return
	}
	d.DropOff = new(*d.DropOff)
	if choice.DropOff.Point != "" && from.DropOff != nil && to.DropOff != nil {
		replacePoint(d.DropOff, pointOf(from.DropOff, choice.DropOff.Point), pointOf(to.DropOff, choice.DropOff.Point))
	} else if from.Pickup != nil && to.Pickup != nil { // they return to their pickup
		replacePoint(d.DropOff, pointOf(from.Pickup, choice.Pickup.Point), pointOf(to.Pickup, choice.Pickup.Point))
	}
}

// replace sets a text that is still what the catalogue has.
func replace(text *string, from, to string) {
	if *text == from {
		*text = to
	}
}

func replacePoint(place *DetailPlace, from, to *payload.Point) {
	if from != nil && to != nil {
		replace(&place.Title, from.Name, to.Name)
	}
}
