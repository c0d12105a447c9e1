package booking_test

import (
	"testing"

	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
)

// bilingualCatalog is a catalogue in two languages.
type bilingualCatalog map[string]*booking.Product

func (c bilingualCatalog) Product(_, language, slug string) (*booking.Product, error) {
	if p := c[language]; p != nil && p.Slug == slug {
		return p, nil
	}
	return nil, fault.New(fault.NotFound, "not on sale")
}

func productWithTexts(title, option, place, gate string) *booking.Product {
	p := dunes()
	p.Title, p.Options[0].Title, p.Location = title, option, payload.Location{Place: place, Address: place + " 1"}
	p.Supplier = payload.Supplier{ID: "sands", Name: title + " & Co", Confirmation: "instant"}
	p.Pickup = &payload.Transfer{Points: []payload.Point{{ID: "gate", Name: gate}}}
	p.DropOff = &payload.Transfer{}
	return p
}

func TestOrderIsTranslatedForTheShop(t *testing.T) {
	english, arabic := productWithTexts("Dunes", "Shared car", "Station", "Gate"),
		productWithTexts("كثبان", "سيارة مشتركة", "المحطة", "البوابة")
	s := booking.New(booking.Config{Catalog: bilingualCatalog{"en": english, "ar": arabic}})
	meets := booking.Booking{
		Choice: booking.Choice{Product: "dunes", Option: "shared"},
		Detail: booking.Detail{
			ProductTitle: arabic.Title, OptionTitle: arabic.Options[0].Title,
			Meeting: &booking.DetailPlace{Title: "المحطة", Address: "المحطة 1"},
		},
	}
	collected := meets
	collected.Choice.Pickup.Point = "gate"
	collected.Detail.Meeting = nil
	collected.Detail.Pickup = &booking.DetailPlace{Title: "البوابة", Time: "14:30", Address: "فندق"}
	collected.Detail.DropOff = &booking.DetailPlace{Title: "البوابة"}
	renamed := meets
	renamed.Detail.ProductTitle = "عنوان سابق"
	gone := meets
	gone.Choice.Product = "gone"
	o := booking.Order{Language: "ar", Bookings: []booking.Booking{meets, collected, renamed, gone}}
	got := s.OrderIn(o, "en")
	if d := got.Bookings[0].Detail; d.ProductTitle != "Dunes" || d.OptionTitle != "Shared car" ||
		d.Supplier.Name != "Dunes & Co" ||
		*d.Meeting != (booking.DetailPlace{Title: "Station", Address: "Station 1"}) {
		t.Errorf("it is translated as %+v, %+v", d, d.Meeting)
	}
	if d := got.Bookings[1].Detail; *d.Pickup != (booking.DetailPlace{Title: "Gate", Time: "14:30", Address: "فندق"}) ||
		d.DropOff.Title != "Gate" {
		t.Errorf("they are collected at %+v and left at %+v", d.Pickup, d.DropOff)
	}
	if d := got.Bookings[2].Detail; d.ProductTitle != "عنوان سابق" {
		t.Errorf("a product with another title is translated as %q", d.ProductTitle)
	}
	if d := got.Bookings[3].Detail; got.Language != "en" || d.ProductTitle != arabic.Title {
		t.Errorf("a product that is no longer sold is translated as %q", d.ProductTitle)
	}
	if o.Bookings[0].Detail.ProductTitle != arabic.Title || meets.Detail.Meeting.Title != "المحطة" {
		t.Error("the order itself was changed")
	}
}
