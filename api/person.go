package api

import (
	"storefront/internal/booking"
	"storefront/internal/pages"
)

func buyerFrom(b Buyer) booking.Buyer {
	return booking.Buyer{FirstName: b.FirstName, LastName: b.LastName, Email: b.Email, PhoneCountry: b.PhoneCountry, Phone: b.Phone}
}

func buyerTo(b booking.Buyer) Buyer {
	return Buyer{FirstName: b.FirstName, LastName: b.LastName, Email: b.Email, PhoneCountry: b.PhoneCountry, Phone: b.Phone}
}

func guestFrom(g Guest) booking.Guest {
	return booking.Guest{Name: g.Name, Email: g.Email, Phone: g.Phone, Info: g.Info}
}

func guestTo(g booking.Guest) Guest {
	return Guest{Name: g.Name, Email: g.Email, Phone: g.Phone, Info: g.Info}
}

func imageTo(i pages.Image) Image {
	return Image{Src: i.Src, Width: i.Width, Height: i.Height, Alt: i.Alt}
}

func placeTo(p booking.DetailPlace) BookedPlace {
	return BookedPlace{Title: p.Title, Time: p.Time, Address: p.Address}
}

func contactOf(c pages.DeploymentContact, language string) booking.Contact {
	return booking.Contact{Email: c.Email, Phone: c.Phone, Address: c.Address[language], TaxNumber: c.TaxNumber}
}
