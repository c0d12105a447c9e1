package octo

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
)

// What every product of the shop has.
const (
	voucher    = "VOUCHER" // one ticket for all travellers of a booking
	digital    = "DIGITAL"
	qrCode     = "QRCODE"
	pdfURL     = "PDF_URL"
	defaultAge = 99 // of a unit without a maximum
)

// supplier describes the deployment, whose products the reseller sells.
func (s *Server) supplier(_ context.Context, r *request) (any, error) {
	d, language := &r.site, r.deployment.Language
	if id := r.PathValue("id"); id != "" && id != d.ID {
		return nil, &failure{status: http.StatusNotFound, code: notFound}
	}
	out := supplierShape{
		ID: d.ID, Name: cmp.Or(d.Name[language], d.ID), Endpoint: r.origin + strings.TrimSuffix(Path, "/"),
		Contact: contactPoint{
			Website: orNull(d.BaseURL), Email: orNull(d.Contact.Email), Telephone: orNull(d.Contact.Phone),
			Address: orNull(d.Contact.Address[language]),
		},
	}
	if r.content {
		out.supplierContent = &supplierContent{Media: []media{}}
	}
	return out, nil
}

// suppliers lists the one supplier that there is at a host.
func (s *Server) suppliers(ctx context.Context, r *request) (any, error) {
	one, err := s.supplier(ctx, r)
	return []any{one}, err
}

// products lists what the reseller may sell.
func (s *Server) products(_ context.Context, r *request) (any, error) {
	slugs, err := s.Catalog.Slugs(r.deployment.ID)
	if err != nil {
		return nil, err
	}
	all := []*productShape{}
	for _, slug := range slugs {
		p, err := s.resellerProduct(r, slug)
		if _, refused := errors.AsType[*failure](err); refused {
			continue // its price is negotiated, or this reseller may not sell it
		}
		if err != nil {
			return nil, err
		}
		shape, err := s.productShape(r, p)
		if err != nil {
			return nil, err
		}
		all = append(all, shape)
	}
	return all, nil
}

// product returns a product that the reseller may sell.
func (s *Server) product(_ context.Context, r *request) (any, error) {
	p, err := s.resellerProduct(r, r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	return s.productShape(r, p)
}

// productShape describes a product as it is offered.
func (s *Server) productShape(r *request, p *booking.Product) (*productShape, error) {
	out := &productShape{
		ID: p.Slug, InternalName: p.Title, Locale: r.deployment.Language, TimeZone: p.TimeZone.String(),
		InstantConfirmation: !p.OnRequest(), InstantDelivery: !p.OnRequest(), AvailabilityRequired: true,
		AvailabilityType: string(p.AvailabilityType), DeliveryFormats: []string{qrCode, pdfURL},
		DeliveryMethods: []string{voucher}, RedemptionMethod: digital,
	}
	if r.pricing {
		out.productPricing = &productPricing{
			DefaultCurrency: p.Currency, AvailableCurrencies: []string{p.Currency}, PricingPer: string(p.PricingPer),
		}
	}
	var described *productContent
	if r.content {
		var err error
		if described, err = s.describe(r, p); err != nil {
			return nil, err
		}
		out.content = described.product
	}
	for i := range p.Options {
		out.Options = append(out.Options, optionOf(r, p, &p.Options[i], described, false))
	}
	return out, nil
}

// optionOf describes an option; booked is true for that of a booking. described is nil without the capability content.
func optionOf(
	r *request, p *booking.Product, o *payload.Option, described *productContent, booked bool,
) optionShape {
	amount, unit := cancellationCutoff(o.Cancellation)
	fewest, most, maxPax := unitLimits(p, o)
	out := optionShape{
		ID: o.ID, Default: o.ID == p.Options[0].ID, InternalName: o.Title,
		AvailabilityLocalStartTimes: startTimes(p, o),
		CancellationCutoff:          policyText(r.deployment.Language, o.Cancellation),
		CancellationCutoffAmount:    amount, CancellationCutoffUnit: unit,
		RequiredContactFields: []string{"firstName", "lastName"},
		Restrictions:          optionRestrictions{MinUnits: fewest, MaxUnits: most, MaxPaxCount: maxPax},
		Units:                 []unitShape{},
	}
	for i := range o.Units {
		out.Units = append(out.Units, unitOf(r, p, o, &o.Units[i], booked))
	}
	if r.pricing && p.PricingPer == payload.PerBooking {
		setPricing(&out.PricingFrom, &out.Pricing, priceOf(r, p, o, nil), booked)
	}
	if r.pickups {
		out.pickups = pickupsOf(p, "", "")
	}
	if described != nil {
		out.content = described.options[o.ID]
	}
	return out
}

func unitOf(r *request, p *booking.Product, o *payload.Option, u *payload.Unit, booked bool) unitShape {
	title := cmp.Or(u.Title, unitTitles[u.Type].in(r.deployment.Language))
	out := unitShape{
		ID: u.ID, InternalName: title, Type: string(u.Type), RequiredContactFields: []string{},
		Restrictions: unitRestrictions{MaxAge: defaultAge, PaxCount: u.PaxCount, AccompaniedBy: []string{}},
	}
	if u.Ages != nil {
		out.Restrictions.MinAge, out.Restrictions.MaxAge = u.Ages.Min, cmp.Or(u.Ages.Max, defaultAge)
	}
	if u.Min > 0 {
		out.Restrictions.MinQuantity = &u.Min
	}
	if u.Max > 0 {
		out.Restrictions.MaxQuantity = &u.Max
	}
	out.Restrictions.AccompaniedBy = append(out.Restrictions.AccompaniedBy, u.AccompaniedBy...)
	if r.pricing && p.PricingPer == payload.PerUnit {
		one := []booking.Quantity{{ID: u.ID, Quantity: 1}}
		setPricing(&out.PricingFrom, &out.Pricing, priceOf(r, p, o, one), booked)
	}
	if r.content {
		out.unitContent = &unitContent{Title: title, Features: []feature{}}
	}
	return out
}

// setPricing sets the price of what is offered, or of what is booked.
func setPricing(offered, bought *[]pricing, p pricing, booked bool) {
	if booked {
		offered = bought
	}
	*offered = []pricing{p}
}

// priceOf returns the price of units of an option for its minimum stay; that of a whole party for no units.
func priceOf(r *request, p *booking.Product, o *payload.Option, units []booking.Quantity) pricing {
	price := p.PriceOf(o, units)
	return r.price(price.Original, price.Total, p.Currency, p.Exponent)
}

// price returns a price with the part of it that the reseller owes.
func (r *request) price(original, retail int64, currency string, exponent int) pricing {
	terms := booking.Resale{NetRate: r.reseller.NetRate}
	return pricing{
		Original: max(original, retail), Retail: retail, Net: terms.Net(retail), Currency: currency,
		CurrencyPrecision: exponent, IncludedTaxes: []struct{}{},
	}
}

// unitPrices returns the price of one of each unit, with its id.
func unitPrices(r *request, p *booking.Product, o *payload.Option) (all []pricing) {
	if p.PricingPer != payload.PerUnit {
		return nil
	}
	for i := range o.Units {
		one := priceOf(r, p, o, []booking.Quantity{{ID: o.Units[i].ID, Quantity: 1}})
		one.UnitID = o.Units[i].ID
		all = append(all, one)
	}
	return all
}

// startTimes returns the local times at which an option may start, in order. That of opening hours is midnight, as the
// ids of their availabilities have it.
func startTimes(p *booking.Product, o *payload.Option) (all []string) {
	if p.AvailabilityType == payload.OpeningHours {
		return []string{midnight}
	}
	for _, season := range o.Schedule.Seasons {
		all = append(all, season.StartTimes...)
	}
	slices.Sort(all)
	if all = slices.Compact(all); len(all) == 0 {
		return []string{midnight}
	}
	return all
}

const midnight = "00:00"

// unitLimits returns the fewest and the most units of a booking, and the most people.
func unitLimits(p *booking.Product, o *payload.Option) (fewest int, most *int, maxPax int) {
	smallest, sum, bounded := 0, 0, true
	maxPax = p.Seats(o, nil)
	if p.PricingPer == payload.PerUnit {
		maxPax = o.Capacity
		if o.MaxTravellers > 0 {
			maxPax = min(maxPax, o.MaxTravellers)
		}
	}
	for _, u := range o.Units {
		fewest += u.Min
		sum += u.Max
		bounded = bounded && u.Max > 0
		if u.PaxCount > 0 && (smallest == 0 || u.PaxCount < smallest) {
			smallest = u.PaxCount
		}
	}
	limit := maxPax / max(smallest, 1)
	if bounded && len(o.Units) > 0 {
		limit = min(limit, sum)
	}
	return max(fewest, 1), &limit, maxPax
}

// cancellationCutoff returns how long before the start a booking can be cancelled with a full refund, or else with the
// largest that there is. Without any refund it is a year: such a booking cannot be cancelled by its reseller.
func cancellationCutoff(tiers []payload.CancellationTier) (amount int, unit string) {
	best := payload.CancellationTier{}
	for _, t := range tiers {
		if t.Refund > best.Refund || t.Refund == best.Refund && t.Before < best.Before {
			best = t
		}
	}
	const hour, day, year = 60, 24 * 60, 365
	switch {
	case best.Refund == 0:
		return year, "day"
	case best.Before%day == 0 && best.Before > 0:
		return best.Before / day, "day"
	case best.Before%hour == 0:
		return best.Before / hour, "hour"
	}
	return best.Before, "minute"
}

// requiresPickupPoint reports whether a booking names the point where its travellers are collected. Without points,
// they are at the hotel that it may name.
func requiresPickupPoint(p *booking.Product) bool {
	return p.Pickup != nil && p.Pickup.Included && len(p.Pickup.Points) > 0
}

// pickupsOf describes where travellers are collected for a start on a day, or for any. A pickup that an extra pays for
// is not sold through this API.
func pickupsOf(p *booking.Product, day, start string) *pickups {
	out := &pickups{PickupPoints: []pickupPoint{}}
	if p.Pickup == nil || p.Pickup.Extra != "" {
		return out
	}
	out.PickupAvailable, out.PickupRequired = true, requiresPickupPoint(p)
	for i := range p.Pickup.Points {
		out.PickupPoints = append(out.PickupPoints, pointOf(p, &p.Pickup.Points[i], day, start))
	}
	return out
}

func pointOf(p *booking.Product, point *payload.Point, day, start string) pickupPoint {
	out := pickupPoint{ID: point.ID, Name: point.Name, Address: point.Name, Locality: orNull(p.City.Name)}
	if point.Exact {
		out.Latitude, out.Longitude = &point.Latitude, &point.Longitude
	}
	if day == "" {
		return out
	}
	if pickupTime := point.PickupTimeFor(day, start); pickupTime != "" {
		out.LocalDateTime = orNull(localTime(p.TimeZone, day, pickupTime))
	}
	return out
}
