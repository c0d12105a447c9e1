package table

import (
	"fmt"
	"slices"
	"strings"
)

// Headings, folded, of the price while it is reduced, and of the price otherwise.
var (
	salePrice = strings.Fields(`saleprice discountprice discountedprice specialprice
		angebotspreis aktionspreis sonderpreis tarifpromo prixpromo prixpromotionnel prixsoldé
		preciorebajado preciodeoferta preciooferta سعرالتخفيض سعرالعرض السعربعدالتخفيض السعربعدالخصم`)
	regularPrice = strings.Fields(`regularprice normalprice listprice
		regulärerpreis normalpreis normalerpreis tarifrégulier prixrégulier prixnormal tarifnormal
		precionormal precioregular precioanterior
		السعرالافتراضي السعرالإفتراضي السعرالعادي السعرالأصلي
		السعرقبلالتخفيض السعرقبلالخصم`)
)

// isReduction reports whether a heading is of a reduced or of a regular price.
func isReduction(heading string) bool {
	return slices.Contains(salePrice, folded(heading)) || slices.Contains(regularPrice, folded(heading))
}

// salePrices finds the columns of a reduced and of a regular price. The regular one is the original price of rows with
// a reduced one, and the price of the others.
func (t *table) salePrices(record []field, mapped map[int]heading, byName map[string]heading) {
	find := func(names ...string) int {
		return slices.IndexFunc(record, func(f field) bool {
			name := folded(f.text)
			for own, usual := range t.Columns {
				if folded(own) == name && isReduction(usual) {
					name = folded(usual)
				}
			}
			return slices.Contains(names, name)
		})
	}
	t.price = byName["price"].column
	price, original := find("price"), find("originalprice")
	sale, regular := find(salePrice...), find(regularPrice...)
	for at, h := range mapped {
		switch h.name {
		case "originalPrice":
			original = at
		case "price":
			price = at
		}
	}
	if sale == price {
		sale = -1
	}
	if regular == price {
		regular = -1
	}
	if sale >= 0 && price >= 0 && regular < 0 {
		regular, price = price, -1
	}
	if price >= 0 || original >= 0 && regular >= 0 && sale >= 0 {
		sale = -1
	}
	if sale >= 0 {
		mapped[sale] = byName["price"]
	}
	if regular >= 0 && original < 0 {
		mapped[regular] = byName["originalprice"]
		t.regular = strings.TrimSpace(record[regular].text)
	}
}

// atRegularPrice has the regular price of a row without another one count as its price.
func (t *table) atRegularPrice(cells map[string]*cell) {
	if c := cells["originalPrice"]; c != nil && c.shown == t.regular && cells["price"] == nil {
		c.column = t.price
		delete(cells, "originalPrice")
		cells["price"] = c
	}
}

// priceColumnsText returns in words from which columns the prices are read.
func (t *table) priceColumnsText() string {
	var all []string
	for _, h := range t.columns {
		if h.column != nil && (h.name == "price" || h.name == "originalPrice") {
			all = append(all, fmt.Sprintf("%s is read from %q", h.name, h.shown))
		}
	}
	return strings.Join(all, ", ")
}
