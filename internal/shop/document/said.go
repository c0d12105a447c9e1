package document

import (
	"cmp"
	"time"

	"storefront/internal/shop/booking"
)

// Said is a booking in words, as its documents have them, for who writes of it elsewhere. Values are isolated: each line
// can stand among other text.
type Said struct {
	Product, Option, City, Status string
	When                          string   // the day, and the time where there is one, by the clock of the city
	Clock                         string   // whose clock that is
	Hours                         []string // of the day, where there is no time
	Lasts                         string   // empty where that is not known
	Travellers, Extras            []string
	Meeting, Pickup, DropOff      []string // time, place and address, as far as there are any; there is either a meeting point or a pickup
	Map                           string   // the address of where to come to, or to be collected, on a map; empty where that is an area
	Cancellation                  []string
	Amount                        string
}

// Say puts one of an order's bookings into the words of the order's language, with the cancellation terms that hold at now.
func Say(o *booking.Order, b *booking.Booking, now time.Time) (Said, error) {
	starts, err := localStart(b)
	if err != nil {
		return Said{}, err
	}
	w, d := wordsIn(o.Language), &b.Detail
	said := Said{
		Product: string(value(d.ProductTitle)), Option: string(value(d.OptionTitle)), City: string(value(d.City)),
		Status: w.Statuses[string(b.Status)], When: string(w.when(b, starts)), Hours: texts(w.hours(d)),
		Clock: string(say(w.LocalTime, value(d.City), w.zone(starts))), Lasts: string(w.lasts(d)),
		Travellers: texts(w.units(d.Units)), Extras: texts(w.units(d.Extras)), Meeting: w.stop(d.Meeting), Pickup: w.stop(d.Pickup),
		DropOff: w.stop(d.DropOff), Map: cmp.Or(mapOf(d.Meeting), mapOf(d.Pickup)),
		Amount: string(w.money(b.Amount, o)),
	}
	if o.Cancellable(b, now) {
		for _, line := range o.Terms(b, now).Lines(o.Language, starts.Location()) {
			said.Cancellation = append(said.Cancellation, string(w.own(line.Text)))
		}
	}
	return said, nil
}

// SayMoney is an amount in an order's currency and the words of its language.
func SayMoney(o *booking.Order, minor int64) string {
	return string(wordsIn(o.Language).money(minor, o))
}

// SayMoment is a day and a time, by the clock that the moment comes with.
func SayMoment(language string, at time.Time) string {
	w := wordsIn(language)
	return string(join(w.Comma+" ", w.date(at), w.time(at)))
}

// SayUntil is until when something holds: a last day where it ends with that day by the clock that it comes with, and otherwise
// a moment.
func SayUntil(language string, end time.Time) string {
	if last := end.Add(-time.Second); last.Day() != end.Day() {
		return string(wordsIn(language).date(last))
	}
	return SayMoment(language, end)
}

func (w *Words) when(b *booking.Booking, starts time.Time) phrase {
	if b.Wish.StartTime == "" {
		return w.date(starts)
	}
	return join(w.Comma+" ", w.date(starts), w.time(starts))
}

func (w *Words) stop(p *booking.DetailPlace) []string {
	if p == nil {
		return nil
	}
	var parts []phrase
	if p.Time != "" {
		parts = append(parts, w.timeOf(p.Time))
	}
	return texts(append(parts, value(p.Title), value(p.Address)))
}

// texts are the lines that say something.
func texts(lines []phrase) (list []string) {
	for _, line := range lines {
		if line != "" {
			list = append(list, string(line))
		}
	}
	return list
}

// Sum is a line of an order's totals.
type Sum struct {
	Label, Amount string
	Main          bool // what all of it comes to
}

// SayTotals is how an order's prices became what is to be paid, and what became of that; outcome is said of a payment that
// came to nothing.
func SayTotals(o *booking.Order) (sums []Sum, outcome string) {
	w := wordsIn(o.Language)
	p := printedInvoice{words: w, order: o, account: accountOf(o), zone: time.UTC}
	if len(o.Bookings) > 0 {
		if starts, err := localStart(&o.Bookings[0]); err == nil {
			p.zone = starts.Location()
		}
	}
	add := func(main bool, lines ...sum) {
		for _, s := range lines {
			sums = append(sums, Sum{s.label, string(w.money(s.amount, o)), main})
		}
	}
	add(false, p.reductions()...)
	add(true, sum{w.Total, p.account.total})
	add(false, p.payments()...)
	return sums, string(join(" ", append([]phrase{phrase(w.outcome(o))}, w.rates(o)...)...))
}
