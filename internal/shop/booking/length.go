package booking

import (
	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
)

// maxStay bounds the length that visitors can choose, in days or nights.
const maxStay = 30

// stayLength returns the length of a booking in days or nights; 1 if no price depends on it. Visitors can choose it
// only if the product has a minimum duration; 0 means the minimum.
func (p *Product) stayLength(o *payload.Option, wanted int) (int, error) {
	if o.LengthBy() == "" {
		return 1, nil
	}
	least, most := p.StayLimits(o)
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

// StayLimits returns the shortest and the longest stay, in days or nights; 1 and 1 if no price depends on it.
func (p *Product) StayLimits(o *payload.Option) (least, most int) {
	least = o.ShortestStay(p.Duration, p.MinimumDuration)
	if p.MinimumDuration == nil {
		return least, least
	}
	return least, max(least, maxStay)
}
