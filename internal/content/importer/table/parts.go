package table

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/importer"
	"storefront/internal/content/scaffold"
	"storefront/internal/lib/lazyregexp"
)

// parts are lists of a product, whose elements have an id and a name in every language: pickup points, extras, the
// steps of the itinerary. One column has the elements, others their names in the same order. They are read with the
// product's rows, since amounts need its currency and names the ids.
func (t *table) parts(p *importer.Product) {
	t.images(p)
	t.pickup(p)
	t.extras(p)
	t.itinerary(p)
}

// partsColumn returns a column that parts reads.
func partsColumn(name string, localized bool) column {
	return column{name, ofProduct, localized, func(c *cell, p *importer.Product, _ *catalog.Option, _ *catalog.Unit) {
		if c.table.partCells[p] == nil {
			c.table.partCells[p] = map[string]*cell{}
		}
		key := name
		if localized {
			key = name + " " + c.language
		}
		if localized && name != "imageAlts" { // a picture's text makes no translation
			p.Text(c.language)
		}
		c.table.partCells[p][key] = c
	}}
}

// beforeForm is 30m: so long before the start.
var beforeForm = lazyregexp.New(`(?i)^\s*(\d{1,3})\s*m(?:in)?\s*$`)

// pickup reads the columns of pickup and drop-off.
func (t *table) pickup(p *importer.Product) {
	cells := t.partCells[p]
	kind, address, points := cells["pickup"], cells["pickupAddressRequired"], cells["pickupPoints"]
	transfer := t.transfer(kind)
	if kind == nil && p.Facts.Pickup != nil { // as it was
		transfer = p.Facts.Pickup
	}
	if points != nil {
		transfer.Points = nil
		for _, text := range points.list() {
			id, at, _ := strings.Cut(text, "=")
			point := catalog.Point{ID: points.id(id)}
			if minutes := beforeForm.FindStringSubmatch(latin(at)); minutes != nil {
				before, _ := strconv.Atoi(minutes[1])
				point.MinutesBefore = &before
			} else if at != "" {
				point.Time = points.clock(at)
			}
			transfer.Points = append(transfer.Points, point)
		}
	}
	if address != nil {
		transfer.AddressRequired = address.yesOrNo()
	}
	if kind != nil {
		p.Facts.Pickup = transfer
	} else if p.Facts.Pickup == nil && (address != nil || points != nil) {
		t.NoteMissing(p, "pickup", "", "it is not clear whether pickup is included", "write included or available")
	}
	t.pointTexts(p, "pickupPoints", "pickupPointTitles", transfer, func(text *catalog.ProductText) *map[string]string {
		return &text.PickupPoints
	})
	if kind = t.partCells[p]["dropOff"]; kind != nil {
		p.Facts.DropOff = t.transfer(kind)
	}
	if p.Facts.DropOff != nil {
		t.pointTexts(p, "dropOff", "dropOffPointTitles", p.Facts.DropOff,
			func(text *catalog.ProductText) *map[string]string { return &text.DropOffPoints })
	}
}

// transfer reads included or available, or all of a pickup or drop-off as product.yaml has it.
func (t *table) transfer(kind *cell) *catalog.Transfer {
	transfer := &catalog.Transfer{}
	switch {
	case kind == nil, strings.EqualFold(kind.text, "available"):
	case strings.EqualFold(kind.text, "included"):
		transfer.Included = true
	case strings.Contains(kind.text, ":"):
		kind.yaml(transfer)
	default:
		kind.wrong("%q is neither included nor available", importer.Short(kind.text))
	}
	return transfer
}

// pointTexts gives the points of a transfer their names.
func (t *table) pointTexts(p *importer.Product, of, column string, transfer *catalog.Transfer,
	field func(*catalog.ProductText) *map[string]string) {
	var ids []string
	for _, point := range transfer.Points {
		ids = append(ids, point.ID)
	}
	for language, names := range t.textsOf(p, of, column, ids, true) {
		all := field(p.Text(language))
		*all = map[string]string{}
		for i, id := range ids {
			(*all)[id] = names[i]
		}
	}
}

// extraForm is quad-bike=150, with what follows the amount: per booking, max 4.
var extraForm = lazyregexp.New(`(?i)^([^=]+?)\s*=\s*(.+?)(?:\s+per\s+(\w+))?(?:\s+max\s+(\d+))?$`)

func (t *table) extras(p *importer.Product) {
	var ids []string
	if c := t.partCells[p]["extras"]; c != nil {
		p.Facts.Extras = nil
		for _, text := range c.list() {
			m := extraForm.FindStringSubmatch(latin(text))
			if m == nil {
				c.wrong("%q is not an extra such as quad-bike=150, photos=80 per booking or helmet=20 max 4",
					importer.Short(text))
				ids = append(ids, "")
				continue
			}
			amount := *c
			amount.text = m[2]
			extra := catalog.Extra{ID: c.id(m[1]), Price: amount.money(p)}
			if m[3] != "" {
				readEnum(c, &extra.PricingPer, m[3])
			}
			extra.Max, _ = strconv.Atoi(m[4])
			ids, p.Facts.Extras = append(ids, extra.ID), append(p.Facts.Extras, extra)
		}
	}
	if len(ids) == 0 {
		for _, e := range p.Facts.Extras {
			ids = append(ids, e.ID)
		}
	}
	descriptions := t.textsOf(p, "extras", "extraDescriptions", ids, false)
	for language, names := range t.textsOf(p, "extras", "extraTitles", ids, true) {
		before := p.Text(language).Extras
		p.Text(language).Extras = map[string]catalog.ItemText{}
		for i, id := range ids {
			p.Text(language).Extras[id] = catalog.ItemText{Title: names[i],
				Description: cmp.Or(nth(descriptions[language], i), before[id].Description)}
		}
	}
}

func (t *table) itinerary(p *importer.Product) {
	var ids []string
	if c := t.partCells[p]["itinerary"]; c != nil {
		p.Facts.Itinerary = nil
		for _, text := range c.list() {
			id, when, _ := strings.Cut(text, "=")
			step := catalog.Step{ID: c.id(id)}
			for _, word := range strings.Fields(when) {
				switch isTime := strings.Contains(word, ":"); {
				case isTime && step.At != "", !isTime && !step.Duration.IsZero():
					c.wrong("%q has two %s", importer.Short(text),
						map[bool]string{true: "times", false: "durations"}[isTime])
				case isTime:
					step.At = c.clock(word)
				default:
					c.read(&step.Duration, strings.ToLower(latin(word)))
				}
			}
			ids, p.Facts.Itinerary = append(ids, step.ID), append(p.Facts.Itinerary, step)
		}
	}
	if len(ids) == 0 {
		for _, s := range p.Facts.Itinerary {
			ids = append(ids, s.ID)
		}
	}
	texts := t.textsOf(p, "itinerary", "itineraryTexts", ids, false)
	for language, names := range t.textsOf(p, "itinerary", "itineraryTitles", ids, true) {
		before := p.Text(language).Itinerary
		p.Text(language).Itinerary = map[string]catalog.StepText{}
		for i, id := range ids {
			p.Text(language).Itinerary[id] = catalog.StepText{Title: names[i],
				Text: cmp.Or(nth(texts[language], i), before[id].Text)}
		}
	}
}

// textsOf returns the texts of a column, one for each id, in every language of the product. A missing language takes
// those of another.
func (t *table) textsOf(p *importer.Product, of, column string, ids []string, needed bool) map[string][]string {
	all, from := map[string][]string{}, ""
	for _, language := range t.Languages {
		c := t.partCells[p][column+" "+language]
		if c == nil {
			continue
		}
		names := c.entries()
		switch {
		case len(names) != len(ids):
			c.wrong("there are %d of these for %d in %s; write one for each, in the same order", len(names), len(ids),
				of)
			return nil
		case needed && slices.Contains(names, ""):
			c.wrong("the %s of these is empty", ordinal(slices.Index(names, "")+1))
		}
		if all[language] = names; from == "" {
			from = language
		}
	}
	if from == "" {
		if needed && len(ids) > 0 && !p.Matched {
			t.NoteMissing(p, column, strings.Join(ids, "|"), "they have no names",
				"write one for each, in the same order")
		}
		return nil
	}
	for _, language := range t.Languages {
		if p.Texts[language] != nil && all[language] == nil {
			all[language] = all[from]
			t.Assume(p, column+" "+language, "", "it is missing; that in "+from+" is used")
		}
	}
	return all
}

func (c *cell) id(text string) string {
	text = strings.TrimSpace(text)
	if !scaffold.IsSlug(text) {
		c.wrong("%q is not an id: lower-case a-z, 0-9 and single hyphens%s", importer.Short(text), slugHint(text))
	}
	return text
}

func nth(all []string, i int) string {
	if i < len(all) {
		return all[i]
	}
	return ""
}

func ordinal(n int) string {
	if n <= 3 {
		return []string{"first", "second", "third"}[n-1]
	}
	return fmt.Sprintf("%dth", n)
}
