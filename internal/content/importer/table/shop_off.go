package table

import (
	"cmp"
	"path/filepath"
	"reflect"
	"slices"

	"storefront/internal/content/catalog"
	"storefront/internal/content/importer"
)

// switchedOff is a variant that a shop does not sell: the option and the unit that it would be, and the cell that says
// so.
type switchedOff struct {
	option, unit string
	at           field
}

// removal is the reason why an update removes an option or a unit of a product, or keeps it since it was changed here.
type removal struct {
	at          field
	name        string // of the field in remarks
	taken, kept string
	isDraft     bool // the product becomes a draft if it is kept
}

// removal returns the removal of an option or a unit.
func (off switchedOff) removal(what string) removal {
	return removal{off.at, "Published", "this variation is switched off; its " + what + " is removed",
		"it was edited here, and the source has switched it off; the edited one is kept", false}
}

func (v variant) isOn() bool { return v.off == nil }

// withdrawSwitchedOff makes an update withdraw a product whose variants are all switched off. Its options stay.
func (c *shop) withdrawSwitchedOff(p *shopProduct) {
	supplier := cmp.Or(p.cells["supplier"].text, c.Facts.Supplier)
	if len(p.variants) == 0 || slices.ContainsFunc(p.variants, variant.isOn) ||
		c.ExistingSlug(p.cells["sourceId"].text, supplier) == "" {
		return
	}
	p.cells["published"] = *p.variants[0].off
	for i := range p.variants {
		p.variants[i].off = nil
	}
}

// removeSwitchedOff removes switched-off variants from an updated product, unless they were changed here: units of
// options that have others, else whole options.
func (t *table) removeSwitchedOff(p *importer.Product) {
	for _, off := range t.off[t.slugs[p]] {
		id := off.option
		if id == "" && len(p.Facts.Options) == 1 {
			id = p.Facts.Options[0].ID
		}
		at := slices.IndexFunc(p.Facts.Options, func(o catalog.Option) bool { return o.ID == id })
		switch {
		case p.Matched && at >= 0 && !t.touched[p][id]:
			t.removeOption(p, &p.Facts.Options[at], off.removal("option"))
		case p.Matched && at >= 0 && !t.touched[p][id+" "+off.unit] && unitOf(p, id, off.unit) != nil:
			t.removeUnit(p, &p.Facts.Options[at], off.unit, off.removal("unit"))
		default:
			t.remark(off.at, "Published", "this variation is switched off; it is left out", "")
		}
	}
}

func (t *table) removeOption(p *importer.Product, o *catalog.Option, r removal) {
	isKnown := t.IsRemembered(t.MemoryKey("products", cmp.Or(p.Facts.SourceID, p.Slug)))
	if t.Prefer != "source" && (!isKnown || t.isOptionChanged(p, o)) {
		t.touched[p][o.ID] = true
		for _, u := range o.Units {
			t.touched[p][o.ID+" "+unitID(u)] = true
		}
		t.keepDespite(p, "options."+o.ID, r)
		return
	}
	t.remark(r.at, r.name, r.taken, "")
	for _, text := range p.Texts {
		delete(text.Options, o.ID)
	}
	p.Facts.Options = slices.DeleteFunc(p.Facts.Options, func(other catalog.Option) bool { return other.ID == o.ID })
}

func (t *table) removeUnit(p *importer.Product, o *catalog.Option, unit string, r removal) {
	ours := t.ReadProduct(p.Slug, filepath.Join("products", p.Slug))
	isKnown := t.IsRemembered(t.MemoryKey("products", cmp.Or(p.Facts.SourceID, p.Slug)))
	if t.Prefer != "source" && (!isKnown || ours == nil ||
		!reflect.DeepEqual(unitOf(p, o.ID, unit), unitOf(ours, o.ID, unit))) {
		t.touched[p][o.ID+" "+unit] = true
		t.keepDespite(p, "options."+o.ID+".units."+unit, r)
		return
	}
	t.remark(r.at, r.name, r.taken, "")
	o.Units = slices.DeleteFunc(o.Units, func(u catalog.Unit) bool { return unitID(u) == unit })
	if !slices.ContainsFunc(p.Facts.Options, func(o catalog.Option) bool {
		return unitOf(p, o.ID, unit) != nil
	}) {
		for _, text := range p.Texts {
			delete(text.Units, unit)
		}
	}
}

// unitOf returns a unit of an option of a product, nil if there is none.
func unitOf(p *importer.Product, option, unit string) *catalog.Unit {
	for _, o := range p.Facts.Options {
		for i := range o.Units {
			if o.ID == option && unitID(o.Units[i]) == unit {
				return &o.Units[i]
			}
		}
	}
	return nil
}

func (t *table) keepDespite(p *importer.Product, path string, r removal) {
	t.NoteKept(importer.Note{Path: filepath.Join(t.Content, "products", p.Slug, "product.yaml"), Line: 1, Col: 1,
		Field: path, Why: r.kept, Do: "--prefer source removes it"})
	if r.isDraft {
		at := &cell{table: t, heading: heading{shown: r.name}, text: r.at.text, line: r.at.line, col: r.at.col}
		p.SetPublication(at.note("", ""), true)
	}
}

// isOptionChanged reports whether an option was changed in content since its import.
func (t *table) isOptionChanged(p *importer.Product, o *catalog.Option) bool {
	ours := t.ReadProduct(p.Slug, filepath.Join("products", p.Slug))
	if ours == nil {
		return true
	}
	for language, text := range ours.Texts {
		if was := p.Texts[language]; was == nil || was.Options[o.ID] != text.Options[o.ID] {
			return true
		}
	}
	return !slices.ContainsFunc(ours.Facts.Options, func(other catalog.Option) bool {
		return reflect.DeepEqual(*o, other)
	})
}
