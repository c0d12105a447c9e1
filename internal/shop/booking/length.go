package booking

import (
	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
)

// maxStay bounds the length that visitors can choose, in days or nights.
const maxStay = 30

// lengthBy returns DAY or NIGHT if a unit of the option is priced by it.
func lengthBy(o *payload.Option) (by payload.PricedBy, lasting bool) {
	for _, u := range o.Units {
		if u.PricedBy.ByLength() {
			return u.PricedBy, true
		}
	}
	return "", false
}

// stayLength returns the length of a booking in days or nights; 1 if no price depends on it. Visitors can choose it
// only if the product has a minimum duration; 0 stands for the minimum.
func (p *Product) stayLength(o *payload.Option, wanted int) (int, error) {
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

// findStay is findOption with the length of a stay, as stayLength returns it.
func (s *Service) findStay(
	d Deployment, product, option string, wanted int,
) (p *Product, o *payload.Option, length int, err error) {
	if p, o, err = s.findOption(d, product, option); err != nil {
		return nil, nil, 0, err
	}
	length, err = p.stayLength(o, wanted)
	return p, o, length, err
}

// stayLimits returns the shortest and the longest stay.
func (p *Product) stayLimits(o *payload.Option, by payload.PricedBy) (least, most int) {
	d := p.Duration
	if p.MinimumDuration != nil {
		d = *p.MinimumDuration
	} else if o.Duration != nil {
		d = *o.Duration
	}
	const dayMinutes = 24 * 60
	least = (d.Minutes + dayMinutes - 1) / dayMinutes
	if by == payload.ByNight {
		least = d.Nights
	}
	least = max(1, least)
	if p.MinimumDuration == nil {
		return least, least
	}
	return least, max(least, maxStay)
}
