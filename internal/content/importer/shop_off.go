package importer

import (
	"cmp"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/scaffold"
)

// switchedOff is a variant that a shop does not sell: the option that it would be, and the cell that says so.
type switchedOff struct {
	option string
	at     field
}

// optionID is the id of the option that a variant is: of what says neither who travels nor when.
func (v *variant) optionID() string {
	var values []string
	for _, a := range v.axes {
		_, _, isWho := travellerOf(a.value)
		if _, isWhen := clockOf(a.value); !isWho && !isWhen {
			values = append(values, a.value)
		}
	}
	return scaffold.Slug(strings.Join(values, ", "))
}

// withdrawn has an update withdraw a product that has nothing left to buy. Its options stay.
func (c *shop) withdrawn(p *shopProduct) {
	supplier := cmp.Or(p.cells["supplier"].text, c.Facts.Supplier)
	if len(p.variants) > 0 || len(p.off) == 0 || c.existing(p.cells["sourceId"].text, supplier) == "" {
		return
	}
	slug := p.cells["product"].text
	p.variants, p.cells["published"] = p.off, c.off[slug][0].at
	delete(c.off, slug)
}

// takeOut takes options that are switched off out of an updated product, unless they were changed here.
func (t *table) takeOut(p *product) {
	for _, off := range t.off[t.slugs[p]] {
		is := func(o catalog.Option) bool { return o.ID == off.option }
		at := slices.IndexFunc(p.facts.Options, is)
		switch {
		case !p.matched || at < 0 || t.touched[p][off.option]:
			t.remark(off.at, "Published", "this variation is switched off; it is left out", "")
		case t.Prefer != "source" && t.isChanged(p, &p.facts.Options[at]):
			t.touched[p][off.option] = true
			for _, u := range p.facts.Options[at].Units {
				t.touched[p][off.option+" "+unitID(u)] = true
			}
			t.kept(Note{Path: filepath.Join(t.Content, "products", p.slug, "product.yaml"), Line: 1, Col: 1,
				Field: "options." + off.option,
				Why:   "it was changed here, and the source has switched it off; it stays as it is here",
				Do:    "--prefer source takes it away"})
		default:
			t.remark(off.at, "Published", "this variation is switched off; its option is taken out", "")
			p.facts.Options = slices.DeleteFunc(p.facts.Options, is)
			for _, text := range p.texts {
				delete(text.Options, off.option)
			}
		}
	}
}

// isChanged reports whether content has an option otherwise than it was imported.
func (t *table) isChanged(p *product, o *catalog.Option) bool {
	ours := t.readProduct(p.slug, filepath.Join("products", p.slug))
	if ours == nil {
		return true
	}
	for language, text := range ours.texts {
		if was := p.texts[language]; was == nil || was.Options[o.ID] != text.Options[o.ID] {
			return true
		}
	}
	return !slices.ContainsFunc(ours.facts.Options, func(other catalog.Option) bool {
		return reflect.DeepEqual(*o, other)
	})
}
