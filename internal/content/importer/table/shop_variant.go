package table

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"storefront/internal/content/scaffold"
	"storefront/internal/core/payload"
)

// add writes the rows of a product: one for each of its variants.
func (c *shop) add(p *shopProduct) {
	if !slices.ContainsFunc(p.variants, variant.isOn) {
		c.remark(p.cells["title"], "product", "it has nothing that can be bought; it is left out", "")
		return
	}
	var names []string
	for _, f := range p.pictures {
		names = append(names, strings.ReplaceAll(f.text, "|", "%7C"))
	}
	if len(p.pictures) > 0 {
		p.cells["images"] = field{strings.Join(names, "|"), p.pictures[0].line, p.pictures[0].col}
		if strings.Join(p.alts, "") != "" {
			p.cells["imageAlts"] = field{strings.Join(p.alts, "|"), p.pictures[0].line, p.pictures[0].col}
		}
	}
	slug := p.cells["product"].text
	c.otherRowsOf[slug] = append(c.otherRowsOf[slug], p.rows...)
	c.sort(p)
	columns := c.columns()
	used := map[string]string{}
	isFirst := true
	for _, v := range p.variants {
		cells := map[string]string{"unit": string(v.unit), "unitTitle": v.unitTitle, "unitAges": v.ages}
		title := strings.Join(v.option, ", ")
		if title != "" {
			id, known := used[title]
			if !known {
				id = optionID(title, used)
				used[title] = id
			}
			cells["option"], cells["optionTitle"] = id, title
		}
		if v.unit == payload.OtherUnit {
			cells["unitId"] = scaffold.Slug(v.unitTitle)
		} else {
			cells["unitTitle"] = ""
		}
		if !v.isOn() {
			unit := cmp.Or(cells["unitId"], strings.ToLower(cells["unit"]))
			c.off[slug] = append(c.off[slug], switchedOff{cells["option"], unit, *v.off})
			continue
		}
		c.out = append(c.out, p.rowOf(v, columns, cells, isFirst))
		isFirst = false
	}
}

// rowOf returns the row of a variant. Only the first row of a product has the product's own cells.
func (p *shopProduct) rowOf(v variant, columns []string, cells map[string]string, isFirst bool) []field {
	row := make([]field, len(columns))
	for k, name := range columns {
		at := v.place
		at.text = cells[name]
		switch own, isOwn := p.cells[name]; {
		case name == "price":
			at = v.price
		case name == "originalPrice":
			at = v.original
		case isOwn && isFirst:
			at = own
		case name == "product":
			at.text = own.text
		case isOwn:
			at.text = ""
		}
		row[k] = at
	}
	return row
}

// optionID is an id for an option of a name, unlike those of others.
func optionID(title string, used map[string]string) string {
	base := scaffold.Slug(title)
	if base == "" {
		base = fmt.Sprintf("option-%d", len(used)+1)
	}
	id := base
	for n := 2; ; n++ {
		taken := false
		for _, other := range used {
			taken = taken || other == id
		}
		if !taken {
			return id
		}
		id = fmt.Sprintf("%s-%d", base, n)
	}
}

// sort determines how the variants of a product differ: by traveller, by start time, or by option.
func (c *shop) sort(p *shopProduct) {
	for n := range p.variants[0].axes {
		var values []string
		for _, v := range p.variants {
			if n < len(v.axes) {
				values = append(values, v.axes[n].value)
			}
		}
		travellers := 0
		for _, value := range values {
			if _, _, ok := travellerOf(value); ok {
				travellers++
			}
		}
		name := strings.ToLower(p.variants[0].axes[n].name)
		asked := slices.ContainsFunc([]string{"ticket", "traveller", "traveler", "guest", "person", "people", "age",
			"reisende", "teilnehmer", "gast", "alter", "voyageur", "personne", "âge", "viajero", "edad",
			"kişi", "yaş", "التذكرة", "المسافر"}, func(word string) bool { return strings.Contains(name, word) })
		isWho := travellers == len(values) || travellers > 0 && asked
		isWhen := !isWho && c.hasSamePriceAtAllTimes(p, n)
		for i := range p.variants {
			v := &p.variants[i]
			if n >= len(v.axes) {
				continue
			}
			switch value := v.axes[n].value; {
			case isWho:
				v.unit, v.ages, _ = travellerOf(value)
				v.unitTitle = value
			case isWhen:
				v.time, _ = clockOf(value)
			default:
				v.option = append(v.option, value)
			}
		}
	}
	c.startTimes(p)
	for i := range p.variants {
		if p.variants[i].unit == "" {
			p.variants[i].unit = payload.Adult
		}
	}
	c.uniqueUnits(p)
}

// uniqueUnits parts travellers of one type that differ by their name, such as two classes of adults.
func (c *shop) uniqueUnits(p *shopProduct) {
	units := map[string]payload.UnitType{} // by the first variant of a type, and by name
	isOn := map[string]bool{}
	kept := p.variants[:0]
	for _, v := range p.variants {
		key := strings.Join(v.option, "\x00") + "\x00" + string(v.unit)
		name := key + v.unitTitle
		if isOn[name] && v.isOn() {
			c.remark(v.place, "variant", "another variant is the same; this one is left out", "")
			continue
		}
		if unit, known := units[name]; known {
			v.unit = unit
		} else if _, known := units[key]; known {
			v.unit = payload.OtherUnit
		}
		units[key], units[name] = cmp.Or(units[key], v.unit), v.unit
		isOn[name] = isOn[name] || v.isOn()
		kept = append(kept, v)
	}
	p.variants = kept
}

// hasSamePriceAtAllTimes reports whether an axis is times of day that make no difference in price.
func (c *shop) hasSamePriceAtAllTimes(p *shopProduct, n int) bool {
	prices := map[string]string{}
	for _, v := range p.variants {
		if n >= len(v.axes) {
			return false
		}
		if _, ok := clockOf(v.axes[n].value); !ok {
			return false
		}
		var others []string
		for i, a := range v.axes {
			if i != n {
				others = append(others, a.value)
			}
		}
		if !v.isOn() {
			continue
		}
		key := strings.Join(others, "\x00")
		if before, seen := prices[key]; seen && before != v.price.text {
			return false
		}
		prices[key] = v.price.text
	}
	return true
}

// startTimes gives the times of variants to the product, and leaves one variant for all of them. Times at which not
// all is sold that is sold at others are left out.
func (c *shop) startTimes(p *shopProduct) {
	var times []string
	sold := map[string][]string{} // start times, by the thing that is sold
	for _, v := range p.variants {
		if v.time != "" && v.isOn() {
			sold[v.idWithoutTime()] = append(sold[v.idWithoutTime()], v.time)
			times = append(times, v.time)
		}
	}
	slices.Sort(times)
	times = slices.Compact(times)
	whole := slices.DeleteFunc(slices.Clone(times), func(at string) bool {
		for _, all := range sold {
			if !slices.Contains(all, at) {
				return true
			}
		}
		return false
	})
	c.partTimes(p, times, whole)
	if len(whole) == 0 {
		whole = times
	}
	seen := map[string]bool{}
	kept := p.variants[:0]
	for _, v := range p.variants {
		key := v.idWithoutTime()
		isOffAtTimes := !v.isOn() && len(sold[key]) > 0 && slices.Contains(times, v.time) // which is reported
		if isOffAtTimes || v.time != "" && seen[key] && v.isOn() {
			continue
		}
		seen[key] = seen[key] || v.isOn()
		kept = append(kept, v)
	}
	p.variants = kept
	if len(times) > 0 {
		p.cells["startTimes"] = field{strings.Join(whole, "|"), kept[0].place.line, kept[0].place.col}
	}
}

// idWithoutTime identifies a variant without its start time.
func (v variant) idWithoutTime() string { return fmt.Sprint(v.option, v.unit, v.unitTitle) }

// partTimes reports the times at which not everything is sold. A product without any other becomes a draft.
func (c *shop) partTimes(p *shopProduct, times, whole []string) {
	for _, at := range times {
		if slices.Contains(whole, at) {
			continue
		}
		place := p.variants[0].place
		for _, v := range p.variants {
			if v.time == at {
				place = v.place
			}
			if v.time == at && !v.isOn() {
				place = *v.off
				break
			}
		}
		place.text = at
		if len(whole) == 0 {
			c.remark(place, "startTimes", "no time is that of all variants, and start times apply to all options "+
				"and travellers; the product becomes a draft", "give options a schedule of their own")
			p.cells["published"] = field{"no", place.line, place.col}
			return
		}
		c.remark(place, "startTimes", "not all variants have this time, and start times apply to all options and "+
			"travellers; it is left out", "give options a schedule of their own to import it")
	}
}

// clockOf reads a time of day: 9:00, 17:30, 9 AM, 5:30 pm, 8 Uhr, 17h30, 9.30, 22:00:00.
func clockOf(value string) (string, bool) {
	value = strings.ToUpper(strings.Join(strings.Fields(latin(value)), ""))
	if m := clockForm.FindStringSubmatch(value); m != nil {
		value = m[1] + ":" + cmp.Or(m[2], m[3], m[4], m[5], "00")
	}
	for _, form := range []string{"15:04", "3:04PM", "3PM"} {
		if at, err := time.Parse(form, value); err == nil {
			return at.Format("15:04"), true
		}
	}
	return "", false
}
