package table

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// wooRead are the columns of WooCommerce that are read, folded; numbered attributes apart.
var wooRead = []string{"id", "type", "sku", "name", "published", "shortdescription", "description", "saleprice",
	"regularprice", "categories", "tags", "images", "parent", "brands", "position", "datesalepricestarts",
	"datesalepriceends", "slug", "visibilityincatalog"}

// wooIgnored are columns without facts about a tour: stock, shipping, taxes, downloads, and how the shop shows it.
var wooIgnored = []string{"isfeatured", "taxstatus", "taxclass", "instock", "stock",
	"lowstockamount", "backordersallowed", "soldindividually", "weightkg", "weightlbs", "weightg", "weightoz",
	"lengthcm", "widthcm", "heightcm", "lengthin", "widthin", "heightin", "lengthm", "widthm", "heightm", "lengthmm",
	"widthmm", "heightmm", "allowcustomerreviews", "shippingclass", "downloadlimit", "downloadexpirydays",
	"groupedproducts", "upsells", "crosssells", "gtinupceanorisbn", "swatchesattributes"}

func wooKnows(name string) bool {
	return slices.Contains(wooRead, name) || slices.Contains(wooIgnored, name) ||
		strings.HasPrefix(name, "attribute") || strings.HasPrefix(name, "download") ||
		wooIgnoredElsewhere.MatchString(name)
}

// woocommerce reads the table that WooCommerce's exporter writes.
func (c *shop) woocommerce() {
	if !c.requireColumns("Type", "Name", "Regular price") {
		return
	}
	c.noteUnreadColumns()
	var order []*shopProduct
	var rows [][]field // of order
	parents := map[string]*shopProduct{}
	for _, row := range c.sheet.rows {
		kind := strings.ToLower(c.get(row, "Type").text)
		if strings.Contains(kind, "variation") {
			continue
		}
		if strings.Contains(kind, "grouped") {
			c.remark(c.get(row, "Name"), "Type", "a group of products is not a product; it is left out", "")
			continue
		}
		p := c.wooProduct(row)
		p.rows = [][]field{row}
		rows = append(rows, row)
		if order = append(order, p); !strings.Contains(kind, "variable") {
			p.variants = []variant{c.wooVariant(row)}
		}
		for _, key := range []string{"id:" + c.get(row, "ID").text, c.get(row, "SKU").text} {
			if key != "id:" && key != "" {
				parents[key] = p
			}
		}
	}
	for _, row := range c.sheet.rows {
		if !strings.Contains(strings.ToLower(c.get(row, "Type").text), "variation") {
			continue
		}
		parent := c.get(row, "Parent")
		p := parents[strings.ReplaceAll(parent.text, "id: ", "id:")]
		if p == nil {
			c.remark(field{parent.text, row[0].line, row[0].col}, "Parent",
				"this variation's product is not in the table; it is left out", "")
			continue
		}
		v := c.wooVariant(row)
		v.axes = c.wooAttributes(row)
		if published := c.get(row, "Published"); published.text != "" && !meansPublic(published.text) {
			v.off = &published
		} else {
			p.rows = append(p.rows, row)
		}
		p.variants = append(p.variants, v)
	}
	for i, p := range order {
		c.wooFacts(p, rows[i])
		c.withdrawSwitchedOff(p)
		c.add(p)
	}
}

// wooFacts reads the attributes of a product in which its variations do not differ.
func (c *shop) wooFacts(p *shopProduct, row []field) {
	for _, a := range c.wooAttributes(row) {
		if !slices.ContainsFunc(p.variants, func(v variant) bool {
			return slices.ContainsFunc(v.axes, func(own axis) bool { return strings.EqualFold(own.name, a.name) })
		}) {
			c.attribute(p, row[0], a)
		}
	}
}

func (c *shop) wooProduct(row []field) *shopProduct {
	name, id := c.get(row, "Name"), c.get(row, "ID", "SKU")
	p := c.begin(row, name, id, c.get(row, "Slug"))
	c.setUnlessMapped(p, "summary", c.prose(unescaped(c.get(row, "Short description"))))
	c.setUnlessMapped(p, "description", c.prose(unescaped(c.get(row, "Description"))))
	c.setUnlessMapped(p, "published", c.get(row, "Published"))
	c.setUnlessMapped(p, "Visibility in catalog", c.get(row, "Visibility in catalog"))
	c.supplierOf(p, c.get(row, "Brands"))
	c.places(p, append(splitField(c.get(row, "Categories"), ",>"), splitField(c.get(row, "Tags"), ",")...))
	p.pictures = splitField(c.get(row, "Images"), ",")
	return p
}

func (c *shop) wooVariant(row []field) variant {
	v := variant{place: field{"", row[0].line, row[0].col}, price: c.get(row, "Regular price")}
	if sale := c.get(row, "Sale price"); sale.text != "" && c.onSale(row) {
		v.price, v.original = sale, v.price
	}
	return v
}

// onSale reports whether a row's sale price counts on the day of the import. It reports the days that the price has.
func (c *shop) onSale(row []field) bool {
	starts, ends := c.get(row, "Date sale price starts"), c.get(row, "Date sale price ends")
	today := c.Now.UTC().Format(time.DateOnly)
	day := func(f field, otherwise string) string {
		if f.text == "" {
			return today
		}
		at, ok := publicationDay(f.text)
		if !ok {
			return otherwise
		}
		return at.Format(time.DateOnly)
	}
	if day(starts, "9999") > today || day(ends, "") < today {
		at, name := starts, "Date sale price starts"
		if at.text == "" {
			at, name = ends, "Date sale price ends"
		}
		at.text = cmp.Or(starts.text, "…") + " – " + cmp.Or(ends.text, "…")
		c.remark(at, name, "the sale price does not apply on the day of the import; the regular price is used",
			"write the lower price during these days")
		return false
	}
	if ends.text != "" {
		c.remark(ends, "Date sale price ends", "a lower price does not end by itself here", "remove it on that day")
	}
	return true
}

// wooAttributes are the attributes of a row that have a value.
func (c *shop) wooAttributes(row []field) (all []axis) {
	for n := 1; ; n++ {
		if _, ok := c.names[folded(fmt.Sprintf("Attribute %d name", n))]; !ok {
			return all
		}
		name := c.get(row, fmt.Sprintf("Attribute %d name", n)).text
		if value := c.get(row, fmt.Sprintf("Attribute %d value(s)", n)).text; value != "" {
			all = append(all, axis{name, value})
		}
	}
}

// attributeNames are columns that attributes are; a table's column of such a name may be of its texts' language.
var attributeNames = foldedKeys(map[string]string{"guideLanguages": "Sprache|Langue|Idioma|Lingua|Dil|اللغة"})

// attribute reads an attribute of a shop if a column has its name.
func (c *shop) attribute(p *shopProduct, at field, a axis) {
	byName, _ := c.headings()
	h, _, known := lookUp(byName, cmp.Or(attributeNames[folded(a.name)], a.name), c.Languages)
	place := field{strings.Join(texts(splitField(field{text: a.value}, ",")), "|"), at.line, at.col}
	if known && slices.Contains(shopColumns, h.name) {
		if _, known := p.cells[h.name]; !known {
			p.cells[h.name] = place
			return
		}
	}
	f := field{a.name + ": " + a.value, at.line, at.col}
	c.remark(f, "attribute", "it is left out", "mention it in the description")
}

// unescaped is a text whose line ends WooCommerce wrote as \n.
func unescaped(f field) field {
	f.text = strings.ReplaceAll(f.text, `\n`, "\n")
	return f
}

// splitField returns the parts of a field, each at the field's place. A backslash before a separator makes it text.
func splitField(f field, separators string) (all []field) {
	var part strings.Builder
	end := func() {
		if text := strings.TrimSpace(part.String()); text != "" {
			all = append(all, field{text, f.line, f.col})
		}
		part.Reset()
	}
	runes := []rune(f.text)
	for i := 0; i < len(runes); i++ {
		switch {
		case runes[i] == '\\' && i+1 < len(runes) && strings.ContainsRune(separators, runes[i+1]):
			i++
			part.WriteRune(runes[i])
		case strings.ContainsRune(separators, runes[i]):
			end()
		default:
			part.WriteRune(runes[i])
		}
	}
	end()
	return all
}

func texts(fields []field) (all []string) {
	for _, f := range fields {
		all = append(all, f.text)
	}
	return all
}
