package table

import (
	"slices"
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
)

// shopifyIgnored are columns without facts about a tour, beside those of variants and of Google.
var shopifyIgnored = []string{"giftcard", "costperitem", "sku", "barcode", "inventorytracker",
	"inventoryquantity", "continuesellingwhenoutofstock", "weightvaluegrams", "weightunitfordisplay",
	"requiresshipping", "fulfillmentservice", "chargetax", "taxcode", "imageposition", "pricetypes",
	"unitpricetotalmeasure",
	"unitpricetotalmeasureunit", "unitpricebasemeasure", "unitpricebasemeasureunit"}

// shopifyRead are the columns that are read, folded, in both generations of Shopify's table.
var shopifyRead = []string{"handle", "urlhandle", "title", "bodyhtml", "description", "vendor", "productcategory",
	"standardizedproducttype", "customproducttype", "type", "collection", "tags", "published", "publishedononlinestore",
	"status", "variantprice", "price", "variantcompareatprice", "compareatprice", "imagesrc", "productimageurl",
	"imagealttext", "seotitle", "seodescription", "variantimage", "variantimageurl", "option1name", "option1value",
	"option2name", "option2value", "option3name", "option3value"}

func shopifyKnows(name string) bool {
	return slices.Contains(shopifyRead, name) || slices.Contains(shopifyIgnored, name) ||
		strings.HasPrefix(name, "variant") || strings.HasPrefix(name, "googleshopping") ||
		strings.HasPrefix(name, "included") || strings.HasPrefix(name, "price") ||
		strings.HasPrefix(name, "compareatprice") || strings.HasPrefix(name, "option")
}

// shopify reads the table that Shopify exports: the rows of a product have its handle.
func (c *shop) shopify() {
	handle := "Handle"
	if _, ok := c.names["urlhandle"]; ok {
		handle = "URL handle"
	}
	price := "Variant Price"
	if _, ok := c.names["price"]; ok {
		price = "Price"
	}
	if !c.requireColumns(handle, "Title", price) {
		return
	}
	c.noteUnreadColumns()
	var order []*shopProduct
	var at *shopProduct
	known := map[string]*shopProduct{}
	names := map[*shopProduct][]string{}
	for _, row := range c.sheet.rows {
		id := c.get(row, handle)
		switch {
		case id.text == "" && at == nil:
			c.Report.Refuse(importer.Note{Path: c.path, Line: row[0].line, Col: 1, Field: handle,
				Why: "the row names no product"})
			return
		case id.text != "" && known[id.text] == nil:
			at = c.shopifyProduct(row, id)
			known[id.text] = at
			if isYes(c.get(row, "Gift Card").text) {
				c.remark(id, "Gift Card", "a gift card is not a product here; it is left out", "")
				names[at] = nil
			} else {
				order = append(order, at)
			}
		case id.text != "":
			at = known[id.text]
		}
		c.shopifyRow(at, row, names)
	}
	for _, p := range order {
		c.add(p)
	}
}

func isYes(text string) bool { return slices.Contains(importer.YesWords, importer.Word(text)) }

func (c *shop) shopifyProduct(row []field, handle field) *shopProduct {
	p := c.begin(row, c.get(row, "Title"), handle, handle)
	c.setUnlessMapped(p, "description", c.prose(c.get(row, "Body (HTML)", "Description")))
	c.setUnlessMapped(p, "seoTitle", c.get(row, "SEO Title"))
	c.setUnlessMapped(p, "seoDescription", c.get(row, "SEO Description"))
	c.setUnlessMapped(p, "published", c.get(row, "Published", "Published on online store"))
	c.setUnlessMapped(p, "status", c.get(row, "Status"))
	c.supplierOf(p, c.get(row, "Vendor"))
	kind := c.get(row, "Type", "Custom Product Type")
	sorts := append(splitField(c.get(row, "Collection"), ","), splitField(kind, ",")...)
	c.places(p, append(sorts, splitField(c.get(row, "Tags"), ",")...))
	return p
}

// shopifyRow adds the content of a row to its product: a variant, a picture, or both.
func (c *shop) shopifyRow(p *shopProduct, row []field, names map[*shopProduct][]string) {
	p.rows = append(p.rows, row)
	if src := c.get(row, "Image Src", "Product image URL"); src.text != "" {
		p.pictures = append(p.pictures, src)
		p.alts = append(p.alts, prose.SingleLine(c.get(row, "Image Alt Text").text))
	}
	price := c.get(row, "Variant Price", "Price")
	if price.text == "" {
		return
	}
	if src := c.get(row, "Variant Image", "Variant image URL"); src.text != "" &&
		!slices.ContainsFunc(p.pictures, func(f field) bool { return f.text == src.text }) {
		p.pictures, p.alts = append(p.pictures, src), append(p.alts, "")
	}
	v := variant{place: field{"", row[0].line, row[0].col}, price: price}
	if before := c.get(row, "Variant Compare At Price", "Compare-at price"); isGreaterAmount(before.text, price.text) {
		v.original = before
	}
	for n, number := range []string{"1", "2", "3"} {
		if name := c.get(row, "Option"+number+" Name").text; name != "" {
			for len(names[p]) <= n {
				names[p] = append(names[p], "")
			}
			names[p][n] = name
		}
		value := c.get(row, "Option"+number+" Value").text
		if value != "" && value != "Default Title" {
			v.axes = append(v.axes, axis{nth(names[p], n), value})
		}
	}
	p.variants = append(p.variants, v)
}

// isGreaterAmount reports whether an amount is greater than another, as Shopify writes them. Where nothing is reduced,
// Shopify writes the price as the price before the reduction, or 0.
func isGreaterAmount(a, b string) bool {
	a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
	whole := func(s string) (string, string) {
		before, after, _ := strings.Cut(s, ".")
		return before, strings.TrimRight(after, "0")
	}
	wholeA, restA := whole(a)
	wholeB, restB := whole(b)
	if len(wholeA) != len(wholeB) {
		return len(wholeA) > len(wholeB)
	}
	return wholeA > wholeB || wholeA == wholeB && restA > restB
}
