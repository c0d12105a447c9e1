package calendar_test

import (
	"bytes"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	ics "github.com/arran4/golang-ical"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/document/calendar"
	"storefront/internal/shop/document/documenttest"
)

func event(t *testing.T, o *booking.Order, b *booking.Booking) (*ics.VEvent, []byte) {
	t.Helper()
	data, err := calendar.File(o, b, "https://www.wayfare.example/")
	if err != nil {
		t.Fatal(err)
	}
	cal, err := ics.ParseCalendar(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	if n := len(cal.Events()); n != 1 {
		t.Fatalf("%d events", n)
	}
	return cal.Events()[0], data
}

func property(e *ics.VEvent, name ics.ComponentProperty) string {
	if p := e.GetProperty(name); p != nil {
		return p.Value
	}
	return ""
}

func TestAnEventHasAllDetailsOfItsBooking(t *testing.T) {
	o := documenttest.EnglishOrder()
	e, _ := event(t, &o, &o.Bookings[0])
	for name, want := range map[ics.ComponentProperty]string{
		ics.ComponentPropertyUniqueId: "b-tombs@wayfare",
		ics.ComponentPropertyDtStart:  "20261205T041500Z",
		ics.ComponentPropertyDtEnd:    "20261205T074500Z",
		ics.ComponentPropertyDtstamp:  "20261102T093000Z",
		ics.ComponentPropertySummary:  "Hegra's tombs by morning light",
		ics.ComponentPropertyLocation: "Winter Park bus bays, AlUla, Shaden Resort, villa 12; ask for " +
			"Amina at the gate",
		ics.ComponentPropertyGeo:      "",
		ics.ComponentPropertyStatus:   "CONFIRMED",
		ics.ComponentPropertySequence: "1",
		ics.ComponentPropertyUrl:      "https://www.wayfare.example/things-to-do-in-alula/hegra-tombs-by-morning-light",
	} {
		if got := property(e, name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	description := property(e, ics.ComponentPropertyDescription)
	for _, want := range []string{"Coach with a rawi", "December 2026", "07:45", "AlUla", "Adult", "Field notebook",
		"07:15", "Winter Park", "K7M29QXT", "\n"} {
		if !strings.Contains(description, want) {
			t.Errorf("%q is not in %q", want, description)
		}
	}
}

func TestEventWithoutPickupHasTheLocationOfItsProduct(t *testing.T) {
	o := documenttest.ArabicOrder()
	b := &o.Bookings[0]
	b.Detail.Pickup = nil
	e, _ := event(t, &o, b)
	if place, geo := property(e, ics.ComponentPropertyLocation),
		property(e, ics.ComponentPropertyGeo); place != "العُلا" || geo != "26.7918;37.9528" {
		t.Errorf("%q, %q", place, geo)
	}
}

func TestEventEndsAfterTheDurationOfItsBooking(t *testing.T) {
	cairo := func(d booking.Detail) booking.Detail { d.TimeZone = "Africa/Cairo"; return d }
	for name, c := range map[string]struct {
		starts string
		detail booking.Detail
		want   string
	}{
		"in minutes": {"2026-12-05T04:45:00Z", booking.Detail{Minutes: 150}, "20261205T071500Z"},
		"of days, each with hours": {"2026-12-05T04:00:00Z", booking.Detail{Minutes: 600, Length: 3, LengthBy: "DAY"},
			"20261207T140000Z"},
		"of whole days": {"2026-12-05T04:00:00Z", booking.Detail{Minutes: 2880, Length: 2, LengthBy: "DAY"},
			"20261207T040000Z"},
		"of nights": {"2026-12-05T13:00:00Z", booking.Detail{Length: 2, LengthBy: "NIGHT"},
			"20261207T130000Z"},
		"of nights over a clock change": {"2026-04-23T13:00:00Z", cairo(booking.Detail{Length: 2, LengthBy: "NIGHT"}),
			"20260425T120000Z"},
		"unknown": {"2026-12-05T04:45:00Z", booking.Detail{}, ""},
	} {
		o := documenttest.EnglishOrder()
		b := &o.Bookings[0]
		b.StartsAt, b.Detail = documenttest.At(c.starts), c.detail
		e, _ := event(t, &o, b)
		if got := property(e, ics.ComponentPropertyDtEnd); got != c.want {
			t.Errorf("%s: ends %q, want %q", name, got, c.want)
		}
	}
}

func TestBookingForOpeningHoursIsAnAllDayEvent(t *testing.T) {
	o := documenttest.EnglishOrder()
	b := &o.Bookings[0]
	b.Detail.Pickup = nil
	b.Choice.StartTime, b.StartsAt, b.Detail.TimeZone = "", documenttest.At("2026-12-04T21:30:00Z"), "Asia/Riyadh"
	e, _ := event(t, &o, b)
	start, err := e.GetAllDayStartAt()
	if err != nil || start.Format(time.DateOnly) != "2026-12-05" {
		t.Errorf("%v, %v: not the day at the destination", start, err)
	}
	if got := property(e, ics.ComponentPropertyDtEnd); got != "20261206" {
		t.Errorf("ends %q", got)
	}
}

func TestEventHasTheStatusAndSequenceOfItsBooking(t *testing.T) {
	for status, want := range map[booking.BookingStatus][2]string{
		booking.OnHold: {"TENTATIVE", "0"}, booking.Pending: {"TENTATIVE", "0"}, booking.Confirmed: {"CONFIRMED", "1"},
		booking.Redeemed: {"CONFIRMED", "1"}, booking.Cancelled: {"CANCELLED", "2"},
		booking.Rejected: {"CANCELLED", "2"},
		booking.Expired:  {"CANCELLED", "2"},
	} {
		o := documenttest.EnglishOrder()
		o.Bookings[0].Status = status
		e, _ := event(t, &o, &o.Bookings[0])
		if got := [2]string{property(e, ics.ComponentPropertyStatus),
			property(e, ics.ComponentPropertySequence)}; got != want || e.Id() != "b-tombs@wayfare" {
			t.Errorf("%s: %v of %s, want %v", status, got, e.Id(), want)
		}
		_, err := calendar.UpcomingFile(&o, &o.Bookings[0], "https://www.wayfare.example/")
		upcoming := status == booking.Pending || status == booking.Confirmed || status == booking.Redeemed
		if upcoming != (err == nil) || !upcoming && !fault.Is(err, fault.NotPossible) {
			t.Errorf("%s: as an upcoming booking it is %v", status, err)
		}
	}
}

func TestLinesAreFoldedAsTheStandardRequires(t *testing.T) {
	o := documenttest.ArabicOrder()
	b := &o.Bookings[0]
	title := strings.Repeat("مدافن؛ الحِجر, \\ ", 20) + "\r\nEND:VEVENT"
	b.Detail.ProductTitle = title
	e, data := event(t, &o, b)
	if strings.Contains(strings.ReplaceAll(string(data), "\r\n", ""), "\n") ||
		!bytes.HasSuffix(data, []byte("END:VCALENDAR\r\n")) {
		t.Error("a line does not end with CRLF")
	}
	for _, line := range strings.Split(string(data), "\r\n") {
		if len(line) > 75 || !utf8.ValidString(line) {
			t.Errorf("%d bytes: %q", len(line), line)
		}
	}
	if got, want := property(e, ics.ComponentPropertySummary), strings.ReplaceAll(title, "\r\n", "  "); got != want {
		t.Errorf("%q\nwas read as\n%q", want, got)
	}
}

func TestSameOrderGivesTheSameCalendarFile(t *testing.T) {
	o := documenttest.ArabicOrder()
	_, first := event(t, &o, &o.Bookings[0])
	for range 8 {
		again := documenttest.ArabicOrder()
		if _, data := event(t, &again, &again.Bookings[0]); !bytes.Equal(data, first) {
			t.Fatal("other bytes the second time")
		}
	}
}

func TestEventWithAMeetingPointHasItsLocation(t *testing.T) {
	o := documenttest.EnglishOrder()
	b := &o.Bookings[0]
	b.Detail.Pickup, b.Detail.DropOff = nil, nil
	b.Detail.Meeting = &booking.DetailPlace{Title: "Winter Park", Address: "Gate 2, AlUla", Latitude: 26.6147,
		Longitude: 37.9174}
	_, data := event(t, &o, b)
	for _, want := range []string{`LOCATION:Winter Park\, Gate 2\, AlUla`, "maps/search"} {
		if !strings.Contains(strings.ReplaceAll(string(data), "\r\n ", ""), want) {
			t.Errorf("%q is not in\n%s", want, data)
		}
	}
}

func TestEventDescriptionHasTheStatusOfMailsAndInvoices(t *testing.T) {
	o := documenttest.EnglishOrder()
	o.Method, o.Bookings[0].Status = booking.PayLater, booking.Pending
	paid := o.Payment
	for status, payment := range map[string]booking.Payment{"Reserved": {}, "Waiting for confirmation": paid} {
		o.Payment = payment
		e, _ := event(t, &o, &o.Bookings[0])
		if text := property(e, ics.ComponentPropertyDescription); !strings.Contains(text, status) {
			t.Errorf("%q is not in %s", status, text)
		}
	}
}

func TestEventOfAnUnknownTimeZoneIsAnError(t *testing.T) {
	o := documenttest.EnglishOrder()
	o.Bookings[0].Detail.TimeZone = "Asia/Atlantis"
	if _, err := calendar.File(&o, &o.Bookings[0], ""); err == nil || !strings.Contains(err.Error(), "Atlantis") {
		t.Errorf("%v", err)
	}
}
