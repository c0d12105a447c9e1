package table

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
	"storefront/internal/content/scaffold"
	"storefront/internal/core/payload"
	"storefront/internal/lib/lazyregexp"
)

// shops read the tables that other shops export.
var shops = map[string]func(*shop){"woocommerce": (*shop).woocommerce, "shopify": (*shop).shopify}

// shopKnows report whether a folded heading is one of a shop's own; shopReads are those that are read.
var (
	shopKnows = map[string]func(string) bool{"woocommerce": wooKnows, "shopify": shopifyKnows}
	shopReads = map[string][]string{"woocommerce": wooRead, "shopify": shopifyRead}
)

// Shops returns the names of the supported shops.
func Shops() []string { return slices.Sorted(maps.Keys(shops)) }

// shop rewrites a table that another shop has exported into the columns that table reads. Places stay those of the
// file, so that notes point there.
type shop struct {
	*table
	sheet *sheet
	names map[string]int // of the sheet's columns, folded
	own   map[int]string // columns that --map names, by place
	slugs map[string]bool
	out   [][]field
	given map[string]bool // notes that are given once
}

// shopProduct is a product of another shop.
type shopProduct struct {
	cells    map[string]field // by column of ours
	pictures []field
	alts     []string
	variants []variant
	rows     [][]field // of the shop's table
}

// variant is one thing that is bought.
type variant struct {
	place                 field
	price, original       field
	axes                  []axis
	unit                  payload.UnitType
	unitTitle, ages, time string
	option                []string
	off                   *field // the cell that switches it off
}

// axis is one of the things by which variants differ.
type axis struct{ name, value string }

// shopColumns are the columns that a shop's products become.
var shopColumns = []string{"product", "sourceId", "title", "summary", "description", "seoTitle", "seoDescription",
	"supplier", "city", "categories", "labels", "occasions", "published", "Visibility in catalog", "status",
	"images", "imageAlts", "startTimes", "duration", "guideLanguages",
	"option", "optionTitle", "unit", "unitId", "unitTitle",
	"unitAges", "price", "originalPrice"}

// fromShop rewrites the sheet of a shop.
func (t *table) fromShop(s *sheet) *sheet {
	c := &shop{table: t, sheet: s, names: map[string]int{}, own: map[int]string{}, slugs: map[string]bool{},
		given: map[string]bool{}}
	byName, _ := t.headings()
	if t.Shop == "woocommerce" {
		c.renameToEnglish()
	}
	c.rename(byName)
	for i, f := range s.header {
		name := folded(f.text)
		if _, twice := c.names[name]; name != "" && !twice {
			c.names[name] = i
		}
	}
	mapped := t.mapped(s.header, byName)
	for at, h := range mapped {
		switch {
		case h.isOfPublication(): // beside the shop's own
		case h.localized:
			c.own[at] = h.name + " " + h.language
		default:
			c.own[at] = h.name
		}
	}
	c.findOtherColumns(mapped)
	t.Columns = nil // they are read here
	if len(t.Report.Wrong) > 0 {
		return &sheet{path: s.path}
	}
	shops[t.Shop](c)
	out := &sheet{path: s.path, rows: c.out}
	for _, name := range c.columns() {
		out.header = append(out.header, field{text: name, line: 1, col: 1})
	}
	return out
}

// rename gives columns of the table the shop's headings that --map names: a shop in another language translates them.
// A heading that is one of ours too is the shop's if the table has no such column.
func (c *shop) rename(byName map[string]heading) {
	own := maps.Clone(c.Columns)
	for i, f := range c.sheet.header {
		for heading, usual := range own {
			name := folded(usual)
			_, _, isOurs := lookUp(byName, name, c.Languages)
			isTheirs := slices.Contains(shopReads[c.Shop], name) || !isOurs && shopKnows[c.Shop](name)
			if folded(heading) == folded(f.text) && isTheirs && !slices.ContainsFunc(c.sheet.header,
				func(other field) bool { return folded(other.text) == name }) {
				c.sheet.header[i].text = usual
				delete(own, heading)
			}
		}
	}
	c.Columns = own
}

// columns are those of the rewritten table: the usual ones, but those that --map names take their place.
func (c *shop) columns() []string {
	own := slices.Sorted(maps.Values(c.own))
	_, isWoo := c.names["saleprice"]
	_, isShopify := c.names["variantcompareatprice"]
	_, isNewShopify := c.names["compareatprice"]
	return append(slices.DeleteFunc(slices.Clone(shopColumns), func(name string) bool {
		if name == "originalPrice" && !isWoo && !isShopify && !isNewShopify {
			return true // an empty cell would end a reduction
		}
		return slices.Contains(own, name) || slices.Contains(own, name+" "+c.Language)
	}), own...)
}

// requireColumns reports columns that the table of a shop has, and this one has not.
func (c *shop) requireColumns(names ...string) bool {
	for _, name := range names {
		if _, ok := c.names[folded(name)]; !ok {
			c.Report.Refuse(importer.Note{Path: c.path, Line: 1, Col: 1, Field: name,
				Why: "this column is missing; a table that " + c.Shop + " exports has it",
				Do: fmt.Sprintf("if the shop has another name for it, as in another language, give --map %q",
					"…="+name)})
		}
	}
	return len(c.Report.Wrong) == 0
}

// get returns a field by the first of the names that has one with a text.
func (c *shop) get(row []field, names ...string) field {
	for _, name := range names {
		if i, ok := c.names[folded(name)]; ok && i < len(row) && strings.TrimSpace(row[i].text) != "" {
			f := row[i]
			f.text = strings.TrimSpace(f.text)
			return f
		}
	}
	return field{}
}

// remark reports something about a place of the table.
func (t *table) remark(at field, name, why, do string) {
	t.Report.Note(importer.Note{Path: t.path, Line: max(at.line, 1), Col: max(at.col, 1), Field: name,
		Value: at.text, Why: why,
		Do: do})
}

// noteUnreadColumns reports once each column that has texts and is not read.
func (c *shop) noteUnreadColumns() {
	for i, f := range c.sheet.header {
		if c.otherColumns.columns[i].column != nil || f.text == "" { // without a heading, which is reported
			continue
		}
		if slices.ContainsFunc(c.sheet.rows, func(row []field) bool {
			return i < len(row) && strings.TrimSpace(row[i].text) != ""
		}) {
			c.remark(field{line: f.line, col: f.col}, strings.TrimSpace(f.text), "this column is left out",
				"name its column with --map")
		}
	}
}

// begin makes a product of its first row.
func (c *shop) begin(row []field, title, id, slug field) *shopProduct {
	p := &shopProduct{cells: map[string]field{}}
	at := row[0]
	name := &cell{table: c.table, heading: heading{column: &column{name: "title"}, shown: "title"}, text: title.text,
		line: title.line, col: title.col}
	title.text = name.words()
	named := scaffold.Slug(slug.text)
	if named == "" {
		named = c.SlugOf(title.text, c.languageOf(&cell{text: title.text}))
	}
	if named == "" || named == "page" {
		named = strings.Trim("product-"+scaffold.Slug(id.text), "-")
		c.remark(title, "product", "addresses need Latin letters, and its name has none; it becomes "+named, "")
	}
	named = importer.UniqueID(named, named, c.slugs)
	p.cells["product"] = field{named, at.line, at.col}
	if id.text == "" {
		id = p.cells["product"]
	}
	p.cells["sourceId"], p.cells["title"] = id, title
	for i, column := range c.own {
		if i < len(row) {
			p.cells[column] = row[i]
		}
	}
	return p
}

// setUnlessMapped fills a column of a product that --map does not fill.
func (c *shop) setUnlessMapped(p *shopProduct, column string, f field) {
	if _, own := p.cells[column]; !own && f.text != "" {
		p.cells[column] = f
	}
}

// bracketCode matches shortcodes of WordPress: its own and those of its page builders, and any with attributes or an
// end.
var bracketCode = lazyregexp.New(
	`\[/?(?:gallery|caption|embed|audio|video|playlist|products?|(?:vc|et_pb|fusion)_\w+)(?:[ /][^\[\]]*)?\]|` +
		`\[[a-zA-Z][\w-]*(?:\s+[\w-]+=(?:"[^"]*"|'[^']*'|[^\s\]"']+))+\s*/?\]|\[/[a-zA-Z][\w-]*\]`)

// prose is the text of a cell without shortcodes. One that is HTML begins so, and the column reads it as that.
func (c *shop) prose(f field) field {
	f.text = bracketCode.ReplaceAllStringFunc(strings.ReplaceAll(f.text, "\r\n", "\n"), func(code string) string {
		c.remark(field{code, f.line, f.col}, "shortcode", "it is not supported here; it is left out", "")
		return ""
	})
	if prose.HTMLMarkup.MatchString(f.text) {
		f.text = "<div>" + strings.ReplaceAll(f.text, "\n\n", "\n\n<p>") + "</div>"
	}
	return f
}

// links leaves out pictures of prose, and links to the other shop's pages; the words stay.
func (t *table) links(at field, text string) string {
	return prose.InlineLink.ReplaceAllStringFunc(text, func(link string) string {
		m := prose.InlineLink.FindStringSubmatch(link)
		switch {
		case m[1] == "!":
			t.remark(field{m[3], at.line, at.col}, "picture", "a picture within the description is left out",
				"put it into media and add it to the text")
			return ""
		case strings.HasPrefix(m[3], "https://") || strings.HasPrefix(m[3], "http://") ||
			strings.HasPrefix(m[3], "mailto:") || strings.HasPrefix(m[3], "tel:"):
			return link
		}
		t.remark(field{m[3], at.line, at.col}, "link", "there is no such page here; its text stays", "")
		return m[2]
	})
}

// places finds the cities, categories, labels and occasions of content with the names by which a shop sorts products.
func (c *shop) places(p *shopProduct, names []field) {
	found := map[string][]string{}
	for _, f := range names {
		name := strings.TrimSpace(f.text)
		if name == "" {
			continue
		}
		kind, id := c.FindID(name, "city", "categories", "labels", "occasions")
		if kind == "" {
			if !c.given[name] {
				c.remark(field{name, f.line, f.col}, "category or tag",
					"content has no city, category, label or occasion of this name; it is left out", "")
			}
			c.given[name] = true
			continue
		}
		if !slices.Contains(found[kind], id) {
			found[kind] = append(found[kind], id)
			at := f
			at.text = strings.Join(found[kind], "|")
			p.cells[kind] = at
		}
	}
	if all := found["city"]; len(all) > 1 {
		at := p.cells["city"]
		c.remark(at, "city", "it is in several cities; the first is used", "")
		at.text = all[0]
		p.cells["city"] = at
	}
}

// supplierOf finds the supplier of a brand's name.
func (c *shop) supplierOf(p *shopProduct, vendor field) {
	if vendor.text == "" {
		return
	}
	if _, id := c.FindID(vendor.text, "supplier"); id != "" {
		vendor.text = id
		p.cells["supplier"] = vendor
		return
	}
	if c.Facts.Supplier == "" && !c.given["supplier "+vendor.text] {
		c.given["supplier "+vendor.text] = true
		c.remark(vendor, "supplier", "content has no such supplier", "write suppliers/"+scaffold.Slug(vendor.text)+
			".yaml, or give --supplier")
	}
}
