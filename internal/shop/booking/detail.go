package booking

// detail keeps an offer as it is when it is ordered.
func (f *Quote) detail() Detail {
	p, o := f.product, f.option
	by, _ := lengthBy(o)
	d := Detail{
		ProductTitle: p.Title, ProductPath: p.Path, City: p.City.Name, Latitude: p.Location.Latitude, Longitude: p.Location.Longitude,
		Image:       DetailImage{p.Image.Src, p.Image.Width, p.Image.Height, p.Image.Alt},
		OptionTitle: o.Title, Supplier: Supplier{p.Supplier.ID, p.Supplier.Name}, TimeZone: p.TimeZone.String(), Length: f.Length, LengthBy: by, Travellers: travellers(o, f.Units),
		Price: f.price,
	}
	d.Meeting, d.Pickup, d.DropOff = f.places()
	if f.PickupTransfer() != nil || f.DropOffTransfer() != nil {
		d.TransfersUntil = minTime(f.startsAt, f.closesAt)
	}
	if f.Length == 0 {
		d.Minutes = p.Duration.Minutes
		if o.Duration != nil {
			d.Minutes = o.Duration.Minutes
		}
	}
	for _, h := range f.hours {
		d.Hours = append(d.Hours, DetailHours{h.From, h.To})
	}
	for _, q := range f.Units {
		u := unitOf(o, q.ID)
		d.Units = append(d.Units, DetailUnit{ID: u.ID, Type: u.Type, Title: u.Title, Quantity: q.Quantity})
	}
	for _, q := range f.Extras {
		d.Extras = append(d.Extras, DetailUnit{ID: q.ID, Title: p.extra(q.ID).Title, Quantity: q.Quantity})
	}
	for _, t := range o.Cancellation {
		d.Cancellation = append(d.Cancellation, RefundTier{t.Before, t.Refund})
	}
	return d
}

// quoted is what a booking cost in the product's own currency.
func (d *Detail) quoted() int64 {
	if d.Exchanged != nil {
		return d.Exchanged.Total
	}
	return d.Price.Total
}
