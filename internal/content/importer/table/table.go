// Package table imports tables of products, as spreadsheets and other shops write them, and writes the products of
// content as such a table. docs/importing.md has its columns.
package table

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/importer"
	"storefront/internal/content/scaffold"
	"storefront/internal/core/payload"
	"storefront/internal/lib/lazyregexp"
	"storefront/internal/lib/suggest"
)

// table reads rows of a CSV file into products; docs/importing.md has its columns.
type table struct {
	*importer.Job
	grid
	path    string
	slugs   map[*importer.Product]string // the slug that the table gives a product
	named   bool                         // products are named by a column; else their titles make their slugs
	list    []*importer.Product
	first   map[*importer.Product]int // the line of a product's first row
	seen    map[string]string
	option  *catalog.Option
	touched map[*importer.Product]map[string]bool // of products that are updated: options and units that have rows
	off     map[string][]switchedOff              // by the slug that the table gives a product
	// otherColumns has the rows of a shop's table, and the columns that the shop does not read; otherRowsOf has the
	// rows of each product, by the slug that the table gives it.
	otherColumns      grid
	otherRowsOf       map[string][][]field
	hasUnreadableRows map[*importer.Product]bool             // some of its rows cannot be read
	firstCells        map[*importer.Product]map[string]*cell // its first cell of each column, by heading
	// otherAlts is the number of alt texts that differ from those of media; otherAlt is about the first.
	otherAlts int
	otherAlt  importer.Note
	// assumesCurrency is true if the only currency of the storefronts is used and this is not reported yet.
	assumesCurrency bool
	regular         string // the heading of the price while nothing is reduced
	price           *column
	marked          map[string]bool                        // columns, by name, that have marks such as x in some cells
	partCells       map[*importer.Product]map[string]*cell // what parts reads, by column and language
	inWords         map[[2]string]string                   // words of texts that have marks of HTML, by column and text
}

// heading is a column of the file, with its language.
type heading struct {
	*column
	language string
	shown    string
	// anyLanguage: texts whose language the column does not name.
	anyLanguage bool
}

// cell is one value with its place.
type cell struct {
	*table
	heading
	text      string
	line, col int
	isBroken  bool // a formula without a result, which is reported
}

// note is one about the cell.
func (c *cell) note(why, do string) importer.Note {
	return importer.Note{Path: c.path, Line: c.line, Col: c.col, Field: c.shown, Value: c.text, Why: why, Do: do}
}

func (c *cell) wrong(format string, args ...any) {
	if c.isBroken {
		return
	}
	c.Report.Refuse(importer.Note{Path: c.path, Line: c.line, Col: c.col, Field: c.shown,
		Why: fmt.Sprintf(format, args...)})
}

// Import imports a table of products: a row for each unit of each option.
func Import(ctx context.Context, path string, o importer.Options) (*importer.Report, error) {
	j, err := importer.Begin(ctx, o, cmp.Or(o.Shop, "csv"))
	if err != nil {
		return nil, err
	}
	j.IsTable = true
	s, err := readSheet(path, j.Report)
	if err != nil {
		return nil, err
	}
	if s.removeExportMark() && o.Shop == "" {
		j.Source = cmp.Or(o.Source, exportSource)
	}
	t := &table{
		Job: j, path: s.path, first: map[*importer.Product]int{}, seen: map[string]string{},
		slugs: map[*importer.Product]string{}, touched: map[*importer.Product]map[string]bool{},
		off: map[string][]switchedOff{}, otherRowsOf: map[string][][]field{}, marked: map[string]bool{},
		hasUnreadableRows: map[*importer.Product]bool{}, firstCells: map[*importer.Product]map[string]*cell{},
		partCells: map[*importer.Product]map[string]*cell{}, inWords: map[[2]string]string{},
	}
	t.assumeCurrency()
	t.noteNameless(s)
	t.leaveOutProvinces(s)
	if o.Shop != "" {
		if shops[o.Shop] == nil {
			return nil, fmt.Errorf("there is no shop %q; there are %s%s", o.Shop, strings.Join(Shops(), ", "),
				suggest.DidYouMean(o.Shop, Shops()))
		}
		s = t.fromShop(s)
	}
	t.read(s)
	t.sameSources()
	// The first product that has a picture names and describes it. Readers learn nothing of drafts by it.
	byOrder := func(a, b *importer.Product) int { return order(a.Facts.Draft) - order(b.Facts.Draft) }
	slices.SortStableFunc(t.list, byOrder)
	for _, p := range t.list {
		if t.hasUnreadableRows[p] { // which is reported
			continue
		}
		t.noteCurrency(p)
		p.NotesBefore = len(j.Report.Unmapped)
		t.complete(p)
		if err := j.StageProduct(p); err != nil {
			return nil, err
		}
	}
	t.noteAlts()
	if j.Source != exportSource && t.has("title") { // without titles, it is no whole list of products
		j.NoteVanishedProducts()
	}
	return j.Finish()
}

// order is that of products: those that are public first.
func order(isDraft bool) int {
	if isDraft {
		return 1
	}
	return 0
}

func (t *table) read(s *sheet) {
	t.rows = s.rows
	if len(s.header) == 0 || !t.header(s.header) {
		return
	}
	for _, row := range s.rows {
		t.row(row)
	}
}

// brokenFormula matches errors that spreadsheets show in place of a result, in any language: #REF!, #NAAM?, #N/D.
var brokenFormula = lazyregexp.New(
	`^#(?:[\p{Lu}/0]+[!?]|N/A|NV|N/D|N/B|Н/Д|YOK|BRAK|I/T)$`)

// row adds a unit, and before it its option and its product where they are new.
func (t *table) row(record []field) {
	cells, all, beyond := t.readCells(record)
	if total := totalOf(all); total != nil {
		total.wrong("this is a row of totals, not of a product; remove it")
		return
	}
	t.atRegularPrice(cells)
	p := t.productOf(cells, record)
	if beyond != nil {
		t.Report.Refuse(importer.Note{Path: t.path, Line: beyond.line, Col: beyond.col, Value: beyond.text,
			Why: fmt.Sprintf("this row has %d cells, and the table %d columns", len(record), len(t.columns)),
			Do:  "put quotation marks around a text that contains the separator"})
		t.hasUnreadableRows[p] = true
	}
	if p == nil || t.hasUnreadableRows[p] {
		return
	}
	t.withholdByOtherColumns(p, t.grid, record)
	t.withholdByTitle(p, all)
	t.setLanguages(p, all)
	t.optionOf(p, cells)
	unit := t.unitOf(p, cells)
	t.endReductions(p, cells, unit)
	t.setCells(p, all, unit)
	if unit.Type == "" {
		unit.Type = payload.Adult
	}
}

// totals are the words of rows below a table that sum it up.
var totals = strings.Fields("total totals totale totaux totaal sum summe gesamt insgesamt suma somma toplam المجموع " +
	"الإجمالي الاجمالي סהכ סה\"כ")

// totalOf returns the cell that marks a row of totals, if all other cells have numbers.
func totalOf(row []*cell) (total *cell) {
	for _, c := range row {
		switch letters := strings.Count(folded(c.text), "") - 1; {
		case slices.Contains(totals, strings.TrimSuffix(importer.Word(c.text), ":")):
			total = cmp.Or(total, c)
		case !strings.ContainsAny(latin(c.text), "0123456789") || letters > len("AED 100000000"):
			return nil
		}
	}
	return total
}

// key identifies a cell's value of a product or of an option.
func (c *cell) key(of string) string { return cellKey(of, c.name, c.language) }

func cellKey(of, column, language string) string { return of + "\x00" + column + "\x00" + language }

// setOnce sets a value that may be repeated on every row of a product or an option, as long as it is the same.
func (t *table) setOnce(c *cell, of string, set func()) {
	key := c.key(of)
	before, seen := t.seen[key]
	if seen && before != c.text {
		do := ""
		if c.name == "sourceId" && !t.named {
			do = "; two products of one title need a column called product, with the slug of each"
		}
		c.wrong("this cell is %q, but a row above has %q for the same %s%s", importer.Short(c.text),
			importer.Short(before),
			map[level]string{ofProduct: "product", ofOption: "option"}[c.level], do)
	}
	if !seen {
		t.seen[key] = c.text
		set()
	}
}

func (t *table) productOf(cells map[string]*cell, record []field) *importer.Product {
	c := cells["product"]
	if c == nil && !t.named {
		if c = t.knownByID(cells); c == nil && t.isByID() {
			c = cells["sourceId"]
		} else if c == nil {
			c = t.cellWithSlug(cells["title"])
		}
	}
	if c == nil {
		return t.productAbove(cells, record)
	}
	for _, p := range t.list {
		if t.slugs[p] == c.text {
			if p != t.list[len(t.list)-1] {
				c.wrong("the rows of %s are not next to each other", c.text)
			}
			return p
		}
	}
	if !scaffold.IsSlug(c.text) && !t.isByID() {
		c.wrong("%q is not a slug: lower-case a-z, 0-9 and single hyphens%s", c.text, slugHint(c.text))
	}
	p := &importer.Product{Slug: c.text, Texts: map[string]*catalog.ProductText{}}
	t.match(p, cells)
	t.firstCells[p] = map[string]*cell{}
	p.NoteFor = func(field string) importer.Note {
		at := cmp.Or(t.firstCells[p][field], t.firstCells[p][aliases[field]], c)
		return importer.Note{Path: t.path, Line: at.line, Col: at.col, Item: p.Slug, Field: field}
	}
	t.list, t.option, t.slugs[p] = append(t.list, p), nil, c.text
	t.readOtherColumns(p)
	return p
}

// productAbove returns the product above, to which a row without a product belongs.
func (t *table) productAbove(cells map[string]*cell, record []field) *importer.Product {
	name := map[bool]string{true: "product", false: "title"}[t.named]
	if t.isByID() {
		name = "sourceId"
	}
	n := importer.Note{Path: t.path, Line: record[0].line, Col: record[0].col, Field: name}
	for i, h := range t.columns {
		if h.column != nil && h.name == name && i < len(record) {
			n.Line, n.Col, n.Field = record[i].line, record[i].col, h.shown
			break
		}
	}
	if len(t.list) == 0 {
		n.Why, n.Do = "it is empty, and there is no row above to continue", "name the product of the first row"
		t.Report.Refuse(n)
		return nil
	}
	p := t.list[len(t.list)-1]
	if c := cells["title"]; c != nil {
		if title, seen := t.seen[c.key(p.Slug)]; seen && title != c.text {
			n.Why = fmt.Sprintf("it is empty, which continues %s, but the title is %q and not %q", p.Slug,
				importer.Short(c.text), importer.Short(title))
			n.Do = "write the product's slug, or leave its title out"
			t.Report.Refuse(n)
			return nil
		}
	}
	return p
}

// cellWithSlug returns a cell that has the slug of a title as its text.
func (t *table) cellWithSlug(title *cell) *cell {
	if title == nil {
		return nil
	}
	named := *title
	if named.text = t.SlugOf(title.text, t.languageOf(title)); named.text == "" {
		title.wrong("no slug can be made of this title; write one in a column called product")
		named.text = "product"
	}
	return &named
}

// sameSources reports a sourceId that two products of a supplier have.
func (t *table) sameSources() {
	first := map[[2]string]*cell{}
	for _, p := range t.list {
		c := t.firstCells[p]["sourceId"]
		if c == nil {
			continue
		}
		key := [2]string{c.text, cmp.Or(p.Facts.Supplier, t.Facts.Supplier)}
		if before := first[key]; before != nil {
			c.wrong("%q is the id of another product too, at %d:%d; give each product its own, and the rows of one "+
				"product the same title", importer.Short(c.text), before.line, before.col)
		}
		first[key] = cmp.Or(first[key], c)
	}
}

// standard is the id of an option that has no other.
const standard = "standard"

func (t *table) optionOf(p *importer.Product, cells map[string]*cell) {
	id := standard
	if c := cells["option"]; c != nil {
		id = c.id(c.text)
	} else if t.option != nil {
		return
	} else if p.Matched {
		id = t.onlyOption(p)
	}
	for i := range p.Facts.Options {
		if p.Facts.Options[i].ID == id {
			t.option = &p.Facts.Options[i]
			return
		}
	}
	p.Facts.Options = append(p.Facts.Options, catalog.Option{ID: id})
	t.option = &p.Facts.Options[len(p.Facts.Options)-1]
}
