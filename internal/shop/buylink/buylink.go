// Package buylink writes and reads the links that other doors hand to visitors: each opens a cart with one choice in
// it.
//
//	/buy/dunes?option=shared&date=2026-12-01&start=15:30&units=adult:2,child:1&total=117000&currency=AED
//
// Such a link only fills a cart. It orders, holds and charges nothing, and its total is not a price: it is the
// price that the visitor was quoted, so that the cart can report a different price.
package buylink

import (
	"net/url"
	"strconv"
	"strings"

	"storefront/internal/core/fault"
	"storefront/internal/core/form"
	"storefront/internal/shop/booking"
)

// Path is the beginning of the links of every deployment, after the prefix of the language.
const Path = "/buy/"

// Link is a choice and the total that was quoted for it.
type Link struct {
	Choice booking.Choice
	// Total is in minor units of Currency; 0 if none was quoted.
	Total    int64
	Currency string
}

// OfferPath returns the path and query, without a language, that put the seats of an offer to a waiting list into the
// cart. The token is of orderlink.WaitingOffer.
func OfferPath(product, token string) string {
	return Path + url.PathEscape(product) + "?" + url.Values{offerKey: {token}}.Encode()
}

// OfferToken returns the token of OfferPath; empty for other links.
func OfferToken(q url.Values) string { return q.Get(offerKey) }

const offerKey = "offer"

// Bounds of a link: no choice has more.
const (
	maxQuantities = 50
	maxQuantity   = 10_000
	maxLength     = 3_660
)

// String returns the path and query of the link, without a language.
func (l *Link) String() string {
	c := &l.Choice
	q := url.Values{"option": {c.Option}, "date": {c.Date}, "units": {formatQuantities(c.Units)}}
	set := func(name, value string) {
		if value != "" && value != "0" {
			q.Set(name, value)
		}
	}
	set("start", c.StartTime)
	set("length", strconv.Itoa(c.Length))
	set("extras", formatQuantities(c.Extras))
	set("total", strconv.FormatInt(l.Total, 10))
	set("currency", l.Currency)
	return Path + url.PathEscape(c.Product) + "?" + q.Encode()
}

func formatQuantities(list []booking.Quantity) string {
	var parts []string
	for _, q := range list {
		parts = append(parts, q.ID+":"+strconv.Itoa(q.Quantity))
	}
	return strings.Join(parts, ",")
}

// Parse returns the link of a product and a query. It returns fault.Invalid with the fields that cannot be read;
// package booking decides whether the choice can be booked.
func Parse(product string, q url.Values) (Link, error) {
	var w form.FieldErrors
	number := func(name string, max int64) int64 {
		text := q.Get(name)
		if text == "" {
			return 0
		}
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < 0 || n > max {
			w.Add(name, fault.Format)
		}
		return n
	}
	l := Link{Currency: q.Get("currency"), Choice: booking.Choice{
		Product: product, Option: q.Get("option"), Date: q.Get("date"), StartTime: q.Get("start"),
	}}
	l.Total = number("total", 1<<53)
	l.Choice.Length = int(number("length", maxLength))
	l.Choice.Units = parseQuantities(q.Get("units"), "units", &w)
	l.Choice.Extras = parseQuantities(q.Get("extras"), "extras", &w)
	if l.Choice.Option == "" {
		w.Add("option", fault.Required)
	}
	return l, w.Err("The link cannot be read.")
}

func parseQuantities(text, field string, w *form.FieldErrors) (list []booking.Quantity) {
	if text == "" {
		return nil
	}
	for part := range strings.SplitSeq(text, ",") {
		id, count, _ := strings.Cut(part, ":")
		n, err := strconv.Atoi(count)
		if err != nil || id == "" || n < 0 || n > maxQuantity || len(list) == maxQuantities {
			w.Add(field, fault.Format)
			return nil
		}
		list = append(list, booking.Quantity{ID: id, Quantity: n})
	}
	return list
}
