package booking

// detail returns the details that an order keeps of a quote.
func (q *Quote) detail() Detail {
	p, o := q.product, q.Option
	d := Detail{
		ProductTitle: p.Title, ProductPath: p.Path, City: p.City.Name,
		Latitude: p.Location.Latitude, Longitude: p.Location.Longitude,
		Image:       p.Image,
		OptionTitle: o.Title, Supplier: Supplier{p.Supplier.ID, p.Supplier.Name}, OnRequest: p.OnRequest(),
		TimeZone: p.TimeZone.String(),
		Length:   q.Length, LengthBy: o.LengthBy(), Travellers: q.Travellers(), Price: q.Price,
	}
	d.Meeting, d.Pickup, d.DropOff = q.places()
	if q.PickupTransfer() != nil || q.DropOffTransfer() != nil {
		d.TransfersUntil = minTime(q.StartsAt, q.closesAt)
	}
	if q.Length == 0 {
		d.Minutes = p.Duration.Minutes
		if o.Duration != nil {
			d.Minutes = o.Duration.Minutes
		}
	}
	d.Hours = append(d.Hours, q.Hours...)
	for _, chosen := range q.Units {
		u := unitOf(o, chosen.ID)
		d.Units = append(d.Units, DetailUnit{ID: u.ID, Type: u.Type, Title: u.Title, Quantity: chosen.Quantity})
	}
	for _, e := range q.Extras {
		d.Extras = append(d.Extras, DetailUnit{ID: e.ID, Title: p.extra(e.ID).Title, Quantity: e.Quantity})
	}
	d.Cancellation = append(d.Cancellation, o.Cancellation...)
	return d
}

// ownCurrency returns the own currency of a booking's product.
func (o *Order) ownCurrency(b *Booking) string {
	if b.Detail.Unconverted != nil {
		return b.Detail.Unconverted.Currency
	}
	return o.Currency
}

// totalInOwnCurrency returns the price of a booking in the product's own currency.
func (d *Detail) totalInOwnCurrency() int64 {
	if d.Unconverted != nil {
		return d.Unconverted.Total
	}
	return d.Price.Total
}
