package ticket_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/document/documenttest"
	"storefront/internal/shop/document/ticket"
)

func TestOnlyConfirmedBookingsHaveATicket(t *testing.T) {
	for status, want := range map[booking.BookingStatus]bool{
		booking.Confirmed: true, booking.Redeemed: true, booking.OnHold: false, booking.Pending: false,
		booking.Rejected: false,
		booking.Expired:  false, booking.Cancelled: false,
	} {
		o := documenttest.EnglishOrder()
		o.Bookings[0].Status = status
		data, err := ticket.PDF(&o, &o.Bookings[0], key(t))
		if want && err != nil || !want && (!fault.Is(err, fault.NotPossible) || data != nil) {
			t.Errorf("%s: %d bytes, %v", status, len(data), err)
		}
	}
}

// key is the same in every run, so that pictures are.
func key(t *testing.T) ticket.Key {
	t.Helper()
	key, err := ticket.NewKey(bytes.Repeat([]byte{7}, 32))
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func TestRenderedTicketsEqualTheirPictures(t *testing.T) {
	for name, o := range map[string]booking.Order{"ticket-en": documenttest.EnglishOrder(),
		"ticket-ar": documenttest.ArabicOrder()} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data, err := ticket.PDF(&o, &o.Bookings[0], key(t))
			if err != nil {
				t.Fatal(err)
			}
			documenttest.SamePicture(t, filepath.Join("testdata", name+".png"), data)
		})
	}
}

func TestSameOrderGivesTheSameTicket(t *testing.T) {
	var first []byte
	for range 8 {
		o := documenttest.ArabicOrder()
		data, err := ticket.PDF(&o, &o.Bookings[0], key(t))
		if err != nil || first != nil && !bytes.Equal(data, first) {
			t.Fatalf("other bytes the second time: %v", err)
		}
		first = data
	}
}

func TestTicketsCanBeRenderedConcurrently(t *testing.T) {
	for range 4 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			o := documenttest.ArabicOrder()
			if _, err := ticket.PDF(&o, &o.Bookings[0], key(t)); err != nil {
				t.Error(err)
			}
		})
	}
}

func pages(document []byte) int { return bytes.Count(document, []byte("/Type /Page\n")) }

func TestTicketWithLongTextsFitsOnePage(t *testing.T) {
	for _, o := range []booking.Order{documenttest.EnglishOrder(), documenttest.ArabicOrder()} {
		b := &o.Bookings[0]
		b.Detail.ProductTitle = strings.Repeat(b.Detail.ProductTitle+" ", 6)
		b.Detail.OptionTitle = strings.Repeat(b.Detail.OptionTitle+" ", 8)
		b.Detail.Pickup.Address = strings.Repeat(b.Detail.Pickup.Address+" ", 5)
		b.Detail.DropOff.Address = b.Detail.Pickup.Address
		for range 8 {
			b.Detail.Extras = append(b.Detail.Extras, b.Detail.Extras[0])
			b.Detail.Cancellation = append(b.Detail.Cancellation, booking.RefundTier{Before: 60, Refund: 10})
		}
		o.Buyer.Email = strings.Repeat("longaddress", 20) + "@post.example"
		o.Guest.Info = strings.Repeat("Nothing with nuts, please. ", 100)
		data, err := ticket.PDF(&o, b, key(t))
		if err != nil {
			t.Fatal(err)
		}
		if n := pages(data); n != 1 {
			t.Errorf("%s: %d pages", o.Language, n)
		}
		if text := documenttest.Text(t, data); !strings.Contains(text, o.Reference) || !strings.Contains(text, "10%") &&
			!strings.Contains(text, "%10") && !strings.Contains(text, "6:45") {
			t.Errorf("%s: something fell off the page:\n%s", o.Language, text)
		}
	}
}

func TestTicketTextCanBeSearchedAndCopied(t *testing.T) {
	for _, c := range []struct {
		order booking.Order
		want  []string
	}{
		{documenttest.EnglishOrder(), []string{
			"Wayfare", "Confirmed", "Hegra's tombs by morning light", "Coach with a rawi", "07:45",
			"Saturday, 5 December 2026",
			"Local time in AlUla (GMT+3)", "2 × Adult", "1 × Senior", "1 × Child", "3 hours",
			"1 × Field notebook and pencils", "07:15",
			"Winter Park bus bays, AlUla", "10:40", "Zoë Marchetti-Şahin", "+971 50 123 4567",
			"zoe.marchetti@post.example",
			"يوسف الحارثي", "+968 9212 3456", "One of us walks with a stick.", "K7M29QXT", "Booking 1 of 2",
			"Free cancellation until Thu 3 Dec, 07:45", "50% back until Fri 4 Dec, 07:45",
			"Not refundable after that", "Questions on the way? +971 4 555 0146 · hello@wayfare.example",
		}},
		{documenttest.ArabicOrder(), []string{
			// Where directions meet, the tool puts spaces and commas on either side; text in one direction is whole.
			"دروب", "مؤكَّد", "مدافن الحِجر في ضوء الصباح", "حافلة مع راوٍ", "7:45", "السبت", "ديسمبر 2026", "بالغ",
			"ساعات",
			"ليلى بنت سالم الهنائية", "+968 9212 3456", "layla.h@post.example", "Zoë Marchetti-Şahin",
			"+971 50 123 4567", "K7M29QXT",
			"الحجز", "البلدة القديمة في العُلا", "الموقف الجنوبي", "10:40", "Shaden Resort", "إلغاء مجاني حتى الخميس",
		}},
	} {
		data, err := ticket.PDF(&c.order, &c.order.Bookings[0], key(t))
		if err != nil {
			t.Fatal(err)
		}
		text := documenttest.Text(t, data)
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is not found", c.order.Language, want)
			}
		}
		if t.Failed() {
			t.Log(text)
		}
	}
}

func TestTicketWithoutPickupShowsTheMeetingPoint(t *testing.T) {
	o := documenttest.EnglishOrder()
	b := &o.Bookings[0]
	b.Detail.Pickup, b.Detail.DropOff = nil, nil
	b.Detail.Meeting = &booking.DetailPlace{Title: "Winter Park", Address: "Gate 2, AlUla", Latitude: 26.6147,
		Longitude: 37.9174}
	data, err := ticket.PDF(&o, b, key(t))
	if err != nil {
		t.Fatal(err)
	}
	text := documenttest.Text(t, data)
	for _, want := range []string{"Starts", "07:45", "Meeting point", "Winter Park", "Gate 2, AlUla", "Open in a map"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if link := "https://www.google.com/maps/search/?api=1&query=26.6147%2C37.9174"; !bytes.Contains(data,
		[]byte(link)) {
		t.Errorf("there is no link to %s", link)
	}
}

func TestTicketForOpeningHoursShowsDateAndHours(t *testing.T) {
	o := documenttest.EnglishOrder()
	b := &o.Bookings[0]
	b.Choice.StartTime, b.Detail.Hours = "", []booking.DetailHours{{From: "08:00", To: "12:30"},
		{From: "16:00", To: "22:00"}}
	b.Detail.Pickup = nil
	data, err := ticket.PDF(&o, b, key(t))
	if err != nil {
		t.Fatal(err)
	}
	text := documenttest.Text(t, data)
	for _, want := range []string{
		"5 December", "Saturday, 2026", "Open from 08:00 to 12:30", "Open from 16:00 to 22:00",
		"Come at any time in the opening hours",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if before, _, _ := strings.Cut(text, "Cancellation"); strings.Contains(before, "07:45") {
		t.Error("it has a start")
	}
}

func TestTicketInAnUntranslatedLanguageIsRendered(t *testing.T) {
	o := documenttest.EnglishOrder()
	o.Language = "fr"
	if _, err := ticket.PDF(&o, &o.Bookings[0], key(t)); err != nil {
		t.Error(err)
	}
}

func TestTicketOfAnUnknownTimeZoneIsAnError(t *testing.T) {
	o := documenttest.EnglishOrder()
	o.Bookings[0].Detail.TimeZone = "Asia/Atlantis"
	if _, err := ticket.PDF(&o, &o.Bookings[0], key(t)); err == nil || !strings.Contains(err.Error(), "Atlantis") {
		t.Errorf("%v", err)
	}
}

func TestTicketShowsTheNameOfTheSupplier(t *testing.T) {
	for _, o := range []booking.Order{documenttest.EnglishOrder(), documenttest.ArabicOrder()} {
		b := &o.Bookings[0]
		b.Detail.Supplier = booking.Supplier{ID: "hegra-rawis", Name: "Rawis of Hegra"}
		data, err := ticket.PDF(&o, b, key(t))
		if err != nil {
			t.Fatal(err)
		}
		if text := documenttest.Text(t, data); !strings.Contains(text, "Rawis of Hegra") {
			t.Errorf("%s: the supplier is not in\n%s", o.Language, text)
		}
	}
}
