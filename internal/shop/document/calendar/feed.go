package calendar

import (
	"strconv"

	ics "github.com/arran4/golang-ical"

	"storefront/internal/shop/booking"
	"storefront/internal/shop/wording"
	"storefront/internal/shop/wording/ordertext"
)

// refreshEvery is the interval at which calendar programs should read a feed again.
const refreshEvery = "PT1H"

// Feed returns a calendar of a supplier's bookings, whose orders are in a language. An event has the party and the lead
// traveller, and the UID and SEQUENCE of File.
func Feed(name, language string, bookings []booking.OrderBooking) ([]byte, error) {
	file := ics.NewCalendarFor("storefront")
	file.SetMethod(ics.MethodPublish)
	file.SetXWRCalName(wording.Clean(name))
	file.SetRefreshInterval(refreshEvery)
	w := wording.In(language)
	for _, p := range bookings {
		o, b := p.Order, p.Booking
		text, err := ordertext.OfBooking(o, b)
		if err != nil {
			return nil, err
		}
		lead := ordertext.LeadOf(o)
		event := addEvent(file, o, b, &text)
		event.SetSummary(strconv.Itoa(b.Detail.Travellers) + " × " + wording.Clean(b.Detail.ProductTitle) + w.Colon +
			wording.Clean(lead.Name))
		due := ""
		if sum := o.DueFor(b.ID); sum > 0 {
			due = w.Mail.Collect + w.Colon + ordertext.Money(o, sum)
		}
		event.SetDescription(wording.Join("\n", w.Labels.LeadTraveller+w.Colon+
			w.List(wording.Isolate(wording.Clean(lead.Name)), wording.IsolateLTR(wording.Clean(lead.Phone))),
			wording.Isolate(wording.Clean(lead.Note)), due, description(o, b, &text)))
	}
	return serialize(file)
}
