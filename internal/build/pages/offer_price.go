package pages

import (
	"cmp"
	"encoding/json"
	"strconv"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/core/payload"
	"storefront/internal/core/translation"
)

// offerWords has the words of prices in a language, as the site's messages have them.
type offerWords struct {
	Unit map[string]string `json:"unit"` // the names of units without a title, and "free"
	Ages map[string]string `json:"ages"`
	Per  map[string]string `json:"per"`
}

func offerWordsOf(lib *catalog.Library, language string) *offerWords {
	data, _ := translation.JSON(translation.Pages, language)
	if own := lib.Texts[language]; own != nil && own.Messages != nil {
		data = own.Messages
	}
	words := &offerWords{}
	_ = json.Unmarshal(data, words) // without words, prices have the names and titles of content
	return words
}

// sellingPrice is a price of an option in Google's feed: the least for which it can be had with a unit.
type sellingPrice struct {
	id         string
	unit       int   // its index; -1: the price is of a whole booking
	count      int   // the fewest of the unit that can be booked
	unitAmount int64 // of one of it, in minor units
	multiplier int64 // by how many that is multiplied: the count, and the length of the shortest stay
}

// sellingPrices returns a price for each unit that a "from" price can be of, as lowestPriceOf has them: Google shows
// the lowest, and requires that it is an adult's.
func sellingPrices(d *payload.ProductDetail, o *payload.Option) []sellingPrice {
	if o.Price != nil {
		return []sellingPrice{{id: "booking", unit: -1, count: 1, unitAmount: o.Price.Amount, multiplier: 1}}
	}
	var leading, others []sellingPrice
	stay := int64(o.ShortestStay(d.Duration, d.MinimumDuration))
	for i := range o.Units {
		u := &o.Units[i]
		if u.Price == 0 {
			continue
		}
		price := sellingPrice{id: u.ID, unit: i, count: max(1, u.Min), unitAmount: u.Price, multiplier: int64(max(1,
			u.Min))}
		if u.PricedBy.IsByLength() {
			price.multiplier *= stay
		}
		if u.Type.SetsFromPrice() {
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

// title returns the words of the price of an option: "Adult (12–75) × 2".
func (p sellingPrice) title(o *payload.Option, words *offerWords) string {
	if p.unit < 0 {
		return truncateTitle(o.Title)
	}
	u := &o.Units[p.unit]
	title := cmp.Or(u.Title, words.Unit[string(u.Type)], o.Title)
	switch {
	case u.Ages != nil && u.Ages.Max > 0:
		title += " (" + strconv.Itoa(u.Ages.Min) + "–" + strconv.Itoa(u.Ages.Max) + ")"
	case u.Ages != nil && u.Ages.Min > 0:
		title += " (" + strconv.Itoa(u.Ages.Min) + "+)"
	}
	if p.count > 1 {
		title += " × " + strconv.Itoa(p.count)
	}
	return truncateTitle(title)
}

// features writes the prices of each kind of traveller, children included, unless there is only one kind. They are
// texts, since Google shows the lowest of an option's prices as its price, and requires that it is an adult's.
func (w *offerWriter) features(option int, d *payload.ProductDetail) {
	o := &d.Options[option]
	if o.Price != nil || len(o.Units) < 2 {
		return
	}
	w.raw(`"option_features":[`)
	for i := range o.Units {
		if i > 0 {
			w.raw(",")
		}
		w.raw(`{"feature_type":"TEXT_FEATURE_MUST_KNOW",`)
		w.member("value", func(v offerView) string {
			return unitPrice(&v.detail.Options[option].Units[i], v.detail.Currency, v.words)
		})
		w.raw("}")
	}
	w.raw("],")
}

// unitPrice returns the words of a unit's price: "Child (Ages 5 to 11): 275.00 AED per person".
func unitPrice(u *payload.Unit, currency string, words *offerWords) string {
	title := cmp.Or(u.Title, words.Unit[string(u.Type)])
	if u.Ages != nil {
		title += " (" + words.ages(u.Ages) + ")"
	}
	if u.Price == 0 {
		return title + ": " + words.Unit["free"]
	}
	amount := formatAmount(payload.Money{Amount: u.Price, Currency: currency})
	return title + ": " + amount + " " + words.per(u)
}

// ages returns ages in words, as formatAges of the site does.
func (w *offerWords) ages(r *payload.Range) string {
	pattern := "all"
	switch {
	case r.Min == 0 && r.Max > 0:
		pattern = "yearsUpTo"
	case r.Max > 0:
		pattern = "years"
	case r.Min > 0:
		pattern = "yearsFrom"
	}
	text := strings.ReplaceAll(w.Ages[pattern], "{{min}}", strconv.Itoa(r.Min))
	return strings.ReplaceAll(text, "{{max}}", strconv.Itoa(r.Max))
}

// per returns the words for the unit of a price, as perText of the site does.
func (w *offerWords) per(u *payload.Unit) string {
	each := w.Per[cmp.Or(string(u.Of), "ITEM")]
	switch u.PricedBy {
	case payload.ByDay:
		return strings.ReplaceAll(w.Per["eachDay"], "{{each}}", each)
	case payload.ByNight:
		return strings.ReplaceAll(w.Per["eachNight"], "{{each}}", each)
	}
	return each
}
