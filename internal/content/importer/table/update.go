package table

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/importer"
	"storefront/internal/content/scaffold"
	"storefront/internal/core/money"
)

// match finds the product of content that a row is about. Its cells change the last imported values; other
// values stay.
func (t *table) match(p *importer.Product, cells map[string]*cell) {
	if !t.Update {
		return
	}
	id, slug := t.productByID(cells)
	if slug == "" && t.isByID() {
		t.Report.Note(cells["sourceId"].note("content has no product of this id; it is left out",
			"give it a title to import it"))
		t.hasUnreadableRows[p] = true
		return
	}
	if slug == "" && t.Stage.Exists("products/"+p.Slug+"/product.yaml") {
		slug = p.Slug
	}
	if slug == "" {
		return
	}
	if of := t.Earlier.SourceIDs[slug]; id != "" && of != "" && of != id {
		c := cells["sourceId"]
		t.Report.Note(importer.Note{Path: t.path, Line: c.line, Col: c.col, Item: p.Slug, Field: c.shown, Value: id,
			Why: fmt.Sprintf("content has %q of this slug, which is another product; the row is left out", of),
			Do: "give it another slug, or if it is the same product, write this sourceId in " +
				filepath.Join(t.Content, "products", slug, "product.yaml")})
		t.hasUnreadableRows[p] = true
		return
	}
	key := cmp.Or(id, t.Earlier.SourceIDs[slug], p.Slug)
	if before := t.LastImported(slug, t.MemoryKey("products", key)); before != nil {
		p.Slug, p.Matched, p.Facts, p.Texts = slug, true, before.Facts, before.Texts
		t.touched[p] = map[string]bool{}
		p.ClearAssumedTexts(t.ReadProduct(slug, filepath.Join("products", slug)))
	}
}

// productByID returns the id that the source gives the product of a row, and the slug of the product that content has
// of it.
func (t *table) productByID(cells map[string]*cell) (id, slug string) {
	supplier := t.Facts.Supplier
	if c := cells["sourceId"]; c != nil {
		id = c.text
	}
	if c := cells["supplier"]; c != nil {
		supplier, _ = t.ResolveID("supplier", c.text)
	}
	return id, t.ExistingSlug(id, supplier)
}

// knownByID is the cell of the source's id as if it held the slug of the product that content has of it, where the
// title makes none, such as a Chinese one, or there are no titles.
func (t *table) knownByID(cells map[string]*cell) *cell {
	title := cells["title"]
	if !t.Update || title == nil && !t.isByID() || title != nil && scaffold.Slug(title.text) != "" {
		return nil
	}
	id, slug := t.productByID(cells)
	if id == "" || slug == "" {
		return nil
	}
	named := *cells["sourceId"]
	named.text = slug
	return &named
}

// onlyOption returns the option of an updated product that a row is about which names none.
func (t *table) onlyOption(p *importer.Product) string {
	var ids []string
	for _, o := range p.Facts.Options {
		ids = append(ids, o.ID)
	}
	if len(ids) == 1 {
		return ids[0]
	}
	if !slices.Contains(ids, standard) && !t.has("option") {
		t.NoteMissing(p, "option", "", fmt.Sprintf("it has several options (%s); name it in a column option",
			strings.Join(ids, ", ")), "")
		t.hasUnreadableRows[p] = true
	}
	return standard
}

// unitOf is the unit that a row is about: a new one, or one of a product that is updated.
func (t *table) unitOf(p *importer.Product, cells map[string]*cell) *catalog.Unit {
	units := &t.option.Units
	if p.Matched {
		id := "adult"
		if c := cells["unitId"]; c != nil {
			id = c.text
		} else if c := cells["unit"]; c != nil {
			id = strings.ToLower(string(unitType(c.text)))
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

// endReductions removes original prices if a row has a price and its cell of the original price is empty.
func (t *table) endReductions(p *importer.Product, cells map[string]*cell, unit *catalog.Unit) {
	ends := func(price, original string) bool {
		return p.Matched && cells[price] != nil && cells[original] == nil && t.has(original)
	}
	if ends("price", "originalPrice") {
		unit.OriginalPrice = ""
	}
	above := cellKey(p.Slug+" "+t.option.ID, "optionPrice", t.Language) // its first row says it
	if _, said := t.seen[above]; !said && ends("optionPrice", "optionOriginalPrice") {
		t.option.OriginalPrice = ""
	}
}

// removeEqualOriginalPrices removes original prices that equal the price.
func (t *table) removeEqualOriginalPrices(f *catalog.Product) {
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

// noteWithoutRows reports options and units of an updated product that the table has no row for. Those of a shop, whose
// table has all that it sells, are taken out; without a memory, when they may be an editor's, only with --prefer.
func (t *table) noteWithoutRows(p *importer.Product) {
	if !p.Matched {
		return
	}
	isWhole := t.Shop != ""
	for _, o := range slices.Clone(p.Facts.Options) {
		switch {
		case !t.touched[p][o.ID] && isWhole:
			t.removeOption(p, &o, t.removalWithoutRow(p, "option", o.ID))
			continue
		case !t.touched[p][o.ID]:
			t.noteKept(p, "option", o.ID)
			continue
		}
		for _, u := range slices.Clone(o.Units) {
			switch id := unitID(u); {
			case t.touched[p][o.ID+" "+id]:
			case isWhole:
				at := slices.IndexFunc(p.Facts.Options, func(other catalog.Option) bool { return other.ID == o.ID })
				t.removeUnit(p, &p.Facts.Options[at], id, t.removalWithoutRow(p, "unit", id))
			default:
				t.noteKept(p, "unit", o.ID+" "+id)
			}
		}
	}
}

// removalWithoutRow returns the removal of options and units without a row in a shop's table. An option that is
// kept nevertheless may be sold under another name too.
func (t *table) removalWithoutRow(p *importer.Product, name, id string) removal {
	n := p.NoteFor(name)
	return removal{field{id, n.Line, n.Col}, name, "the shop no longer has it; it is removed",
		"it was edited here, and the source no longer has it; the edited one is kept", name == "option"}
}

func (t *table) noteKept(p *importer.Product, field, value string) {
	n := p.NoteFor(field)
	n.Value, n.Why, n.Do = value, "the table has no row for it; it is kept", "remove it by hand"
	t.Report.Note(n)
}
