package table

import (
	"fmt"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/importer"
)

// grid is the rows of a table below the headings of its columns.
type grid struct {
	columns []heading
	rows    [][]field
}

// readByShop is a column that the shop reads, or that is passed over.
var readByShop = column{set: func(*cell, *importer.Product, *catalog.Option, *catalog.Unit) {}}

// findOtherColumns finds the columns beside those that a shop reads itself: those that say whether a product is public,
// also a second one of a shop's own name, and those that are left out.
func (c *shop) findOtherColumns(mapped map[int]heading) {
	c.otherColumns = grid{rows: c.sheet.rows}
	first := map[string]bool{}
	for i, f := range c.sheet.header {
		name := folded(f.text)
		h, isMapped := mapped[i]
		if !isMapped {
			h.column = publicationColumn(f.text)
		}
		isAnother := first[name] || name == "publishedononlinestore" && first["published"]
		isOwn := shopKnows[c.Shop](name) && !isAnother
		first[name] = true
		switch {
		case isMapped && !h.isOfPublication(), !isMapped && isOwn, h.column == nil && shopKnows[c.Shop](name):
			h = heading{column: &readByShop}
		case h.column == nil:
			h.column = c.otherColumns.columnWithin(i, f.text)
		}
		if h.column != nil && h.set != nil {
			each := *h.column // none is another's twin
			each.name = fmt.Sprintf("%s %d", h.name, i+1)
			h.column = &each
		}
		h.shown = strings.TrimSpace(f.text)
		c.otherColumns.columns = append(c.otherColumns.columns, h)
	}
}

// readOtherColumns reads the other columns of a shop's table that decide whether a product is public.
func (t *table) readOtherColumns(p *importer.Product) {
	for _, row := range t.otherRowsOf[t.slugs[p]] {
		for i, f := range row[:min(len(row), len(t.otherColumns.columns))] {
			h, text := t.otherColumns.columns[i], strings.TrimSpace(f.text)
			if h.column == nil || text == "" {
				continue
			}
			t.seen[cellKey(p.Slug, h.name, h.language)] = text
			t.marked[h.name] = t.marked[h.name] || slices.Contains(tickMarks, importer.Word(text))
			h.set(&cell{table: t, heading: h, text: text, line: f.line, col: f.col}, p, nil, nil)
		}
		t.withholdByOtherColumns(p, t.otherColumns, row)
	}
}
