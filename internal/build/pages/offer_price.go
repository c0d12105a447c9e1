package pages

import (
	"cmp"
	"strconv"

	"storefront/internal/core/payload"
)

// sellingPrice is a price of an option in Google's feed: the least for which it can be had with a unit.
type sellingPrice struct {
	id     string
	unit   int   // its index; -1: the price is of a whole booking
	count  int   // the fewest of the unit that can be booked
	amount int64 // of so many, for the shortest stay; in minor units
}

// sellingPrices returns a price for each unit that a "from" price can be of, as lowestOf has them: Google shows the
// lowest, and asks that it be an adult's.
func sellingPrices(d *payload.ProductDetail, o *payload.Option) []sellingPrice {
	if o.Price != nil {
		return []sellingPrice{{id: "booking", unit: -1, count: 1, amount: o.Price.Amount}}
	}
	var leading, others []sellingPrice
	stay := int64(o.ShortestStay(d.Duration, d.MinimumDuration))
	for i := range o.Units {
		u := &o.Units[i]
		if u.Price == 0 {
			continue
		}
		price := sellingPrice{id: u.ID, unit: i, count: max(1, u.Min), amount: u.Price * int64(max(1, u.Min))}
		if u.PricedBy.ByLength() {
			price.amount *= stay
		}
		if u.Type.Leading() {
			leading = append(leading, price)
		} else {
			others = append(others, price)
		}
	}
	if len(leading) > 0 {
		return leading
	}
	return others
}

// unitNames name the units that content gives no title: Google has a price's title in one language.
var unitNames = map[payload.UnitType]string{
	payload.Adult: "Adult", payload.Youth: "Youth", payload.Child: "Child", payload.Infant: "Infant",
	payload.Family: "Family", payload.Senior: "Senior", payload.Student: "Student", payload.Military: "Military",
}

// title returns the words of the price of an option: "Adult (12–75) × 2".
func (p sellingPrice) title(o *payload.Option) string {
	if p.unit < 0 {
		return shortened(o.Title)
	}
	u := &o.Units[p.unit]
	title := cmp.Or(u.Title, unitNames[u.Type], o.Title)
	switch {
	case u.Ages != nil && u.Ages.Max > 0:
		title += " (" + strconv.Itoa(u.Ages.Min) + "–" + strconv.Itoa(u.Ages.Max) + ")"
	case u.Ages != nil && u.Ages.Min > 0:
		title += " (" + strconv.Itoa(u.Ages.Min) + "+)"
	}
	if p.count > 1 {
		title += " × " + strconv.Itoa(p.count)
	}
	return shortened(title)
}
