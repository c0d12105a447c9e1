package api

import (
	"time"

	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
)

// itemTo converts an item. One that is no longer on sale has little more than its titles.
func itemTo(i *booking.CheckedItem, now time.Time) CartItem {
	out := CartItem{
		Id: i.ID, Date: i.Choice.Date, StartTime: i.Choice.StartTime, Length: i.Choice.Length, Quoted: i.SeenTotal,
		Available: i.Available, PriceChanged: i.PriceChanged, Status: booking.Closed,
		Product: ProductRef{Slug: i.Choice.Product, Title: i.ProductTitle},
		Option:  Named{Id: i.Choice.Option, Title: i.OptionTitle},
		Units:   []ItemUnit{}, Extras: []ItemExtra{}, Price: priceTo(booking.PriceDetails{}),
	}
	p := i.Product
	if p == nil {
		return out
	}
	out.TimeZone = p.TimeZone.String()
	out.Product = ProductRef{
		Slug: p.Slug, Title: p.Title, Path: p.Path, City: p.City.Name, Image: imageTo(p.Image),
		Latitude: p.Location.Latitude, Longitude: p.Location.Longitude,
	}
	f := i.Quote
	if f == nil {
		return out
	}
	o := f.Option
	out.Option = Named{o.ID, o.Title}
	out.StartsAt = f.StartsAt
	out.Status, out.Vacancies = f.Status, f.Vacancies
	out.LengthBy, out.Travellers, out.OnRequest, out.Agreed = f.LengthBy(), f.Travellers(), p.OnRequest(), f.Agreed
	out.AgreedUntil, out.AgreedEnded = f.AgreedUntil, i.Choice.Negotiation != "" && !f.Agreed
	out.Price = priceTo(f.Price)
	out.Limits.MaxTravellers = o.MaxTravellers
	out.Limits.MinLength, out.Limits.MaxLength = f.LengthLimits()
	out.OpeningHours = hoursTo(f.Hours)
	if i.Available {
		out.Cancellation = termsTo(i.Terms(now))
	}
	out.Units = unitsTo(o, i.Choice.Units)
	for _, e := range p.Extras {
		out.Extras = append(out.Extras, ItemExtra{
			Id: e.ID, Title: e.Title, Quantity: quantityOf(i.Choice.Extras, e.ID), Max: f.ExtraMax(&e),
		})
	}
	out.Pickup = transferTo(f.PickupTransfer(), i.Choice.Date, i.Choice.StartTime)
	out.DropOff = transferTo(f.DropOffTransfer(), i.Choice.Date, i.Choice.StartTime)
	out.Meeting = BookedPlace{
		Title: p.Location.Place, Address: p.Location.Address, Latitude: p.Location.Latitude,
		Longitude: p.Location.Longitude,
	}
	return out
}

func unitsTo(o *payload.Option, chosen []booking.Quantity) []ItemUnit {
	out := []ItemUnit{}
	for _, u := range o.Units {
		unit := ItemUnit{
			Id: u.ID, Type: u.Type, Title: u.Title, Quantity: quantityOf(chosen, u.ID), Min: u.Min, Max: u.Max,
			PaxCount: u.PaxCount, AccompaniedBy: u.AccompaniedBy,
		}
		if unit.Max == 0 {
			unit.Max = o.MaxTravellers / max(u.PaxCount, 1)
		}
		if u.Ages != nil {
			unit.MinAge, unit.MaxAge = u.Ages.Min, u.Ages.Max
		}
		out = append(out, unit)
	}
	return out
}

func quantityOf(list []booking.Quantity, id string) int {
	for _, q := range list {
		if q.ID == id {
			return q.Quantity
		}
	}
	return 0
}

// transferTo converts a transfer, with the times of its points for a start.
func transferTo(t *booking.Transfer, day, start string) ItemTransfer {
	if t == nil {
		return ItemTransfer{}
	}
	out := ItemTransfer{
		Included: t.Included, Optional: t.Optional, AsksAddress: t.NeedsAddress(), Points: []TransferPoint{},
		Times: t.Times,
		Point: t.Point, Address: t.Address, Time: t.Time, Missing: []TransferField{},
	}
	for i := range t.Points {
		p := &t.Points[i]
		out.Points = append(out.Points, TransferPoint{Id: p.ID, Time: t.TimeAt(p, day, start), Title: p.Name,
			AsksAddress: t.NeedsAddressAt(p)})
	}
	for _, field := range t.Missing {
		out.Missing = append(out.Missing, TransferField(field))
	}
	return out
}
