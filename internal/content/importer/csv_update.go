package importer

import (
	"cmp"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/core/money"
)

// match finds the product of content that a row is about. Its cells change what was last imported: what a table does
// not tell stays.
func (t *table) match(p *product, cells map[string]*cell) {
	if !t.Update {
		return
	}
	id, supplier := "", t.Facts.Supplier
	if c := cells["sourceId"]; c != nil {
		id = c.text
	}
	if c := cells["supplier"]; c != nil {
		supplier = t.ids("supplier", c.text)[0]
	}
	slug := t.existing(id, supplier)
	if slug == "" && t.stage.Exists("products/"+p.slug+"/product.yaml") {
		slug = p.slug
	}
	if slug == "" {
		return
	}
	key := cmp.Or(id, t.earlier.ids[slug], p.slug)
	if before := t.prior(slug, t.key("products", key)); before != nil {
		p.slug, p.matched, p.facts, p.texts = slug, true, before.facts, before.texts
		t.touched[p] = map[string]bool{}
	}
}

// unitOf is the unit that a row is about: a new one, or one of a product that is updated.
func (t *table) unitOf(p *product, cells map[string]*cell) *catalog.Unit {
	units := &t.option.Units
	if p.matched {
		id := "adult"
		if c := cells["unitId"]; c != nil {
			id = c.text
		} else if c := cells["unit"]; c != nil {
			id = strings.ToLower(c.text)
		} else if len(*units) == 1 {
			id = unitID((*units)[0])
		}
		t.touched[p][t.option.ID], t.touched[p][t.option.ID+" "+id] = true, true
		for i := range *units {
			if unitID((*units)[i]) == id {
				return &(*units)[i]
			}
		}
	}
	*units = append(*units, catalog.Unit{})
	return &(*units)[len(*units)-1]
}

// endReductions takes original prices away where a row has a price and its cell of the original price is empty.
func (t *table) endReductions(p *product, cells map[string]*cell, unit *catalog.Unit) {
	ends := func(price, original string) bool {
		return p.matched && cells[price] != nil && cells[original] == nil && t.has(original)
	}
	if ends("price", "originalPrice") {
		unit.OriginalPrice = ""
	}
	above := cellKey(p.slug+" "+t.option.ID, "optionPrice", t.Language) // its first row says it
	if _, said := t.seen[above]; !said && ends("optionPrice", "optionOriginalPrice") {
		t.option.OriginalPrice = ""
	}
}

// noReductions takes original prices away that are the price itself.
func (t *table) noReductions(f *catalog.Product) {
	same := func(price, original catalog.Decimal) bool {
		is, err := money.Parse(string(price), cmp.Or(f.Currency, t.Facts.Currency))
		was, errWas := money.Parse(string(original), cmp.Or(f.Currency, t.Facts.Currency))
		return err == nil && errWas == nil && is == was
	}
	for i := range f.Options {
		o := &f.Options[i]
		if same(o.Price, o.OriginalPrice) {
			o.OriginalPrice = ""
		}
		for k := range o.Units {
			if u := &o.Units[k]; same(u.Price, u.OriginalPrice) {
				u.OriginalPrice = ""
			}
		}
	}
}

func unitID(u catalog.Unit) string {
	if u.ID != "" {
		return u.ID
	}
	return strings.ToLower(string(u.Type))
}

// untouched reports options and units of an updated product that the table has no row for.
func (t *table) untouched(p *product) {
	if !p.matched {
		return
	}
	for _, o := range p.facts.Options {
		if !t.touched[p][o.ID] {
			t.stays(p, "option", o.ID)
			continue
		}
		for _, u := range o.Units {
			if !t.touched[p][o.ID+" "+unitID(u)] {
				t.stays(p, "unit", o.ID+" "+unitID(u))
			}
		}
	}
}

func (t *table) stays(p *product, field, value string) {
	n := p.place(field)
	n.Value, n.Why, n.Do = value, "the table has no row for it; it stays", "take it away by hand"
	t.report.note(n)
}
