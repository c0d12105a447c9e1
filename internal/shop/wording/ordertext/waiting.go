package ordertext

import (
	"storefront/internal/core/clock"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/wording"
)

// Party is a party on a waiting list, in words.
type Party struct {
	Activity, Option string
	When             string // the date and the start
	Travellers       []string
	Until            string // the deadline of its offer, by the clock of its city; empty without an offer
}

// OfWaiting returns a party in words of its own language.
func OfWaiting(p *booking.Waiting) (Party, error) {
	w := wording.In(p.Language)
	zone, err := clock.Zone(p.TimeZone)
	if err != nil {
		return Party{}, err
	}
	out := Party{
		Activity: wording.Isolate(p.ProductTitle),
		Option:   wording.Isolate(wording.OptionTitle(p.OptionTitle, p.ProductTitle)),
		When:     w.StartOf(p.Choice.Date, p.Choice.StartTime), Travellers: quantityLines(w, p.Units),
	}
	if !p.Until.IsZero() {
		out.Until = w.DateTime(p.Until.In(zone))
	}
	return out, nil
}
