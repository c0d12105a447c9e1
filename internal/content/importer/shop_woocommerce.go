package importer

import (
	"fmt"
	"html"
	"slices"
	"strings"
)

// wooRead are the columns of WooCommerce that are read, folded; numbered attributes apart.
var wooRead = []string{"id", "type", "sku", "name", "published", "shortdescription", "description", "saleprice",
	"regularprice", "categories", "tags", "images", "parent", "brands", "position", "datesalepricestarts",
	"datesalepriceends", "slug"}

// wooIgnored are those that say nothing about a tour: stock, shipping, taxes, downloads, and how the shop shows it.
var wooIgnored = []string{"isfeatured", "visibilityincatalog", "taxstatus", "taxclass", "instock", "stock",
	"lowstockamount", "backordersallowed", "soldindividually", "weightkg", "weightlbs", "weightg", "weightoz",
	"lengthcm", "widthcm", "heightcm", "lengthin", "widthin", "heightin", "lengthm", "widthm", "heightm", "lengthmm",
	"widthmm", "heightmm", "allowcustomerreviews", "shippingclass", "downloadlimit", "downloadexpirydays",
	"groupedproducts", "upsells", "crosssells", "gtinupceanorisbn", "swatchesattributes", "buttontext", "externalurl",
	"purchasenote"}

// woocommerce reads the table that WooCommerce's exporter writes.
func (c *shop) woocommerce() {
	if !c.needs("Type", "Name", "Regular price") {
		return
	}
	c.unread(func(name string) bool {
		return slices.Contains(wooRead, name) || slices.Contains(wooIgnored, name) ||
			strings.HasPrefix(name, "attribute") || strings.HasPrefix(name, "download")
	})
	var order []*shopProduct
	var rows [][]field // of order
	parents := map[string]*shopProduct{}
	for _, row := range c.sheet.rows {
		kind := strings.ToLower(c.get(row, "Type").text)
		if strings.Contains(kind, "variation") {
			continue
		}
		if strings.Contains(kind, "grouped") {
			c.remark(c.get(row, "Name"), "Type", "a group of products is none itself; it is left out", "")
			continue
		}
		p := c.wooProduct(row)
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
		p.variants = append(p.variants, v)
	}
	for i, p := range order {
		c.wooFacts(p, rows[i])
		c.add(p)
	}
}

// wooFacts takes the attributes of a product that its variations do not differ by.
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
	name.text = html.UnescapeString(name.text)
	p := c.begin(row, name, id, c.get(row, "Slug"))
	for column, f := range map[string]field{"summary": c.words(unescaped(c.get(row, "Short description"))),
		"description": c.prose(unescaped(c.get(row, "Description")))} {
		if _, own := p.cells[column]; !own && f.text != "" {
			p.cells[column] = f
		}
	}
	if published := c.get(row, "Published"); published.text != "" {
		published.text = map[bool]string{true: "no", false: "yes"}[published.text == "1"]
		p.cells["draft"] = published
	}
	c.supplierOf(p, c.get(row, "Brands"))
	c.places(p, append(parted(c.get(row, "Categories"), ",>"), parted(c.get(row, "Tags"), ",")...))
	p.pictures = parted(c.get(row, "Images"), ",")
	return p
}

func (c *shop) wooVariant(row []field) variant {
	v := variant{place: field{"", row[0].line, row[0].col}, price: c.get(row, "Regular price")}
	if sale := c.get(row, "Sale price"); sale.text != "" {
		v.price, v.original = sale, v.price
		if end := c.get(row, "Date sale price ends"); end.text != "" {
			c.remark(end, "Date sale price ends", "a lower price does not end by itself here",
				"take it away on that day")
		}
	}
	return v
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

// attribute takes a fact that a shop gives by name, where there is a column of that name.
func (c *shop) attribute(p *shopProduct, at field, a axis) {
	byName, _ := c.headings()
	h, _, known := lookUp(byName, folded(a.name), c.languages)
	place := field{strings.Join(texts(parted(field{text: a.value}, ",")), "|"), at.line, at.col}
	if known && slices.Contains(shopColumns, h.name) {
		if _, known := p.cells[h.name]; !known {
			p.cells[h.name] = place
			return
		}
	}
	f := field{a.name + ": " + a.value, at.line, at.col}
	c.remark(f, "attribute", "it is left out", "say it in the description")
}

// unescaped is a text whose line ends WooCommerce wrote as \n.
func unescaped(f field) field {
	f.text = strings.ReplaceAll(f.text, `\n`, "\n")
	return f
}

// parted is a field as its parts, each at the field's place. A backslash before a separator makes it text.
func parted(f field, separators string) (all []field) {
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
