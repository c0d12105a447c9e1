package booking

import (
	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
)

// longestStay bounds what visitors may choose, in days or nights.
const longestStay = 30

// lengthBy is DAY or NIGHT where a unit of the option is priced by it.
func lengthBy(o *payload.Option) (by string, lasting bool) {
	for _, u := range o.Units {
		if u.PricedBy == "DAY" || u.PricedBy == "NIGHT" {
			return u.PricedBy, true
		}
	}
	return "", false
}

// stay settles how many days or nights a booking lasts, 1 where nothing is priced by them. Visitors choose only where the
// product tells a minimum; 0 stands for the least.
func (p *Product) stay(o *payload.Option, wanted int) (int, error) {
	by, lasting := lengthBy(o)
	if !lasting {
		return 1, nil
	}
	least, most := p.stayLimits(o, by)
	switch {
	case wanted == 0:
		return least, nil
	case wanted < least:
		return 0, fault.New(fault.Invalid, "The stay is too short.", fault.Field{Name: "length", Code: fault.Min})
	case wanted > most:
		return 0, fault.New(fault.Invalid, "The stay is too long.", fault.Field{Name: "length", Code: fault.Max})
	}
	return wanted, nil
}

func (p *Product) stayLimits(o *payload.Option, by string) (least, most int) {
	d := p.Duration
	if p.MinimumDuration != nil {
		d = *p.MinimumDuration
	} else if o.Duration != nil {
		d = *o.Duration
	}
	const dayMinutes = 24 * 60
	least = (d.Minutes + dayMinutes - 1) / dayMinutes
	if by == "NIGHT" {
		least = d.Nights
	}
	least = max(1, least)
	if p.MinimumDuration == nil {
		return least, least
	}
	return least, max(least, longestStay)
}
