package table

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/importer"
	"storefront/internal/content/scaffold"
	"storefront/internal/lib/mojibake"
)

// readCells returns the cells of a row that have a value, by their columns and in the order of the row, and the first
// field beyond the last column.
func (t *table) readCells(record []field) (byColumn map[string]*cell, all []*cell, beyond *field) {
	byColumn = map[string]*cell{}
	for i, f := range record {
		if i >= len(t.columns) {
			if strings.TrimSpace(f.text) != "" {
				beyond = cmp.Or(beyond, &record[i])
			}
			continue
		}
		c := &cell{table: t, heading: t.columns[i], text: strings.TrimSpace(f.text), line: f.line, col: f.col}
		if c.isWords() {
			c.text = c.words()
		}
		if c.text == "" || c.column == nil || !t.checkCell(c, f) {
			continue
		}
		all = append(all, c)
		t.marked[c.name] = t.marked[c.name] || slices.Contains(tickMarks, importer.Word(c.text))
		if c.name != "title" || byColumn["title"] == nil || scaffold.Slug(byColumn["title"].text) == "" {
			byColumn[c.name] = c
		}
	}
	return byColumn, all, beyond
}

// checkCell reports what is wrong with the text of a cell. It returns false if the cell counts as empty.
func (t *table) checkCell(c *cell, f field) bool {
	if brokenFormula.MatchString(c.text) {
		c.wrong("the spreadsheet could not calculate this cell: %s", c.text)
		c.isBroken = true
	}
	if t.Source != exportSource && isEmptyMark(c) {
		t.remark(f, c.shown, "it means that there is no value; the cell counts as empty", "")
		return false
	}
	if strings.Contains(c.text, "\uFFFD") {
		t.remark(f, c.shown, "a letter was lost when the table was saved: \uFFFD replaces it",
			"write it again, or export the table again as UTF-8")
	}
	if _, word, meant := mojibake.Find(c.text); word != "" {
		t.remark(f, c.shown, fmt.Sprintf("%q is %q in a wrong encoding", importer.Short(word), importer.Short(meant)),
			"write it again, or export the table again as UTF-8")
	}
	return true
}

// setCells sets what the cells of a row say of its product, option and unit. Texts and amounts need the unit, so its
// cells come first.
func (t *table) setCells(p *importer.Product, all []*cell, unit *catalog.Unit) {
	rank := map[string]int{"unit": -1, "unitId": -1}
	slices.SortStableFunc(all, func(a, b *cell) int {
		return cmp.Or(cmp.Compare(a.level, b.level), cmp.Compare(rank[a.name], rank[b.name]))
	})
	for _, c := range all {
		name := strings.TrimSpace(c.name + " " + map[bool]string{true: c.language}[c.localized])
		t.firstCells[p][name] = cmp.Or(t.firstCells[p][name], c)
		switch c.level {
		case ofProduct:
			t.setOnce(c, p.Slug, func() { c.set(c, p, t.option, unit) })
		case ofOption:
			t.setOnce(c, p.Slug+" "+t.option.ID, func() { c.set(c, p, t.option, unit) })
		default:
			c.set(c, p, t.option, unit)
		}
	}
}
