package api

import (
	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
)

// Parts of the contract that several requests or responses share.

func buyerFrom(b Buyer) booking.Buyer {
	return booking.Buyer{FirstName: b.FirstName, LastName: b.LastName, Email: b.Email, PhoneCountry: b.PhoneCountry,
		Phone: b.Phone}
}

func buyerTo(b booking.Buyer) Buyer {
	return Buyer{FirstName: b.FirstName, LastName: b.LastName, Email: b.Email, PhoneCountry: b.PhoneCountry,
		Phone: b.Phone}
}

func guestFrom(g Guest) booking.Guest {
	return booking.Guest{Name: g.Name, Email: g.Email, Phone: g.Phone, Info: g.Info}
}

func guestTo(g booking.Guest) Guest {
	return Guest{Name: g.Name, Email: g.Email, Phone: g.Phone, Info: g.Info}
}

func imageTo(i payload.Image) Image {
	return Image{Src: i.Src, Width: i.Width, Height: i.Height, Alt: i.Alt}
}

func placeTo(p booking.DetailPlace) BookedPlace {
	return BookedPlace{Title: p.Title, Time: p.Time, Address: p.Address, Latitude: p.Latitude, Longitude: p.Longitude}
}

func hoursTo(all []payload.Hours) (out []Hours) {
	for _, h := range all {
		out = append(out, Hours{h.From, h.To})
	}
	return out
}

func choiceFrom(c *Choice) booking.Choice {
	return booking.Choice{
		Product: c.Product, Option: c.Option, Date: c.Date, StartTime: c.StartTime, Length: c.Length,
		Units: quantitiesFrom(c.Units), Extras: quantitiesFrom(c.Extras),
		Pickup: placeFrom(c.Pickup), DropOff: placeFrom(c.DropOff),
	}
}

func placeFrom(p Place) booking.Place {
	return booking.Place{Point: p.Point, Address: p.Address, Time: p.Time}
}

func termsTo(t booking.CancellationTerms) CancellationTerms {
	out := CancellationTerms{FreeUntil: CancellationTermsFreeUntil(t.FreeUntil), Steps: []RefundStep{}}
	for _, s := range t.Steps {
		out.Steps = append(out.Steps, RefundStep{Percent: s.Percent, Until: s.Until.UTC(), Refund: s.Refund})
	}
	return out
}

func quantitiesFrom(list []Quantity) []booking.Quantity {
	out := make([]booking.Quantity, 0, len(list))
	for _, q := range list {
		out = append(out, booking.Quantity{ID: q.Id, Quantity: q.Quantity})
	}
	return out
}

func priceTo(p booking.PriceDetails) PriceDetails {
	out := PriceDetails{Lines: []PriceLine{}, Original: p.Original, Discount: p.Original - p.Total, Total: p.Total}
	for _, l := range p.Lines {
		out.Lines = append(out.Lines, PriceLine{
			Kind: l.Kind, Id: l.ID, Title: l.Title, Type: l.Type, PricedBy: l.PricedBy, Quantity: l.Quantity,
			Length:    l.Length,
			UnitPrice: l.UnitPrice, OriginalUnitPrice: l.OriginalUnit, Amount: l.Amount,
		})
	}
	return out
}
