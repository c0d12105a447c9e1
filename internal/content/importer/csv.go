package importer

import (
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"storefront/internal/content/catalog"
	"storefront/internal/content/scaffold"
	"storefront/internal/core/payload"
	"storefront/internal/lib/suggest"
)

// largestTable is how large a CSV file may be.
const largestTable = 64 << 20

// table reads rows of a CSV file into products; docs/importing.md has its columns.
type table struct {
	*job
	path    string
	reader  *csv.Reader
	lines   []string
	columns []heading
	list    []*product
	first   map[*product]int // the line of a product's first row
	seen    map[string]string
	option  *catalog.Option
	later   map[*product]map[string]*cell // what parts reads, by column and language
}

// heading is a column of the file: what it is, and in which language.
type heading struct {
	*column
	language string
	shown    string
}

// cell is one value with its place.
type cell struct {
	*table
	heading
	text      string
	line, col int
}

func (c *cell) wrong(format string, args ...any) {
	c.report.wrong(Note{Path: c.path, Line: c.line, Col: c.col, Field: c.shown, Why: fmt.Sprintf(format, args...)})
}

// CSV brings in a table of products: a row for each unit of each option.
func CSV(ctx context.Context, path string, o Options) (*Report, error) {
	j, err := begin(ctx, o)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(path)
	if err == nil && info.Size() > largestTable {
		err = fmt.Errorf("%s is larger than %d MB", path, largestTable>>20)
	}
	var data []byte
	if err == nil {
		data, err = os.ReadFile(path)
	}
	if err != nil {
		return nil, fmt.Errorf("read the table: %w", err)
	}
	t := &table{job: j, path: filepath.Clean(path), first: map[*product]int{}, seen: map[string]string{},
		later: map[*product]map[string]*cell{}}
	t.read(strings.TrimPrefix(string(data), "\uFEFF"))
	for _, p := range t.list {
		t.complete(p)
		if err := j.sell(p); err != nil {
			return nil, err
		}
	}
	return j.finish()
}

func (t *table) read(text string) {
	t.lines = strings.Split(text, "\n")
	for i, line := range t.lines {
		if at := strings.IndexFunc(line, func(r rune) bool { return r == utf8.RuneError || r == 0 }); at >= 0 &&
			(!utf8.ValidString(line) || line[at] == 0) {
			t.report.wrong(Note{Path: t.path, Line: i + 1, Col: utf8.RuneCountInString(line[:at]) + 1,
				Why: "this is not text in UTF-8", Do: "save the table as CSV UTF-8"})
			return
		}
	}
	t.reader = csv.NewReader(strings.NewReader(text))
	t.reader.FieldsPerRecord = -1
	t.reader.Comma = separator(t.lines[0])
	t.reader.TrimLeadingSpace = t.reader.Comma != '\t' // it would take an empty field for space
	if header, err := t.reader.Read(); err != nil {
		t.malformed(err)
		return
	} else if !t.header(header) {
		return
	}
	for {
		record, err := t.reader.Read()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.malformed(err)
			return
		}
		if strings.TrimSpace(strings.Join(record, "")) != "" {
			t.row(record)
		}
	}
}

// separator is what the header is parted by: spreadsheets write what their country's decimals leave free.
func separator(header string) rune {
	best := ','
	for _, r := range ";\t" {
		if strings.Count(header, string(r)) > strings.Count(header, string(best)) {
			best = r
		}
	}
	return best
}

func (t *table) malformed(err error) {
	n := Note{Path: t.path, Line: 1, Col: 1, Why: err.Error()}
	if errors.Is(err, io.EOF) {
		n.Why = "the table is empty"
	}
	if at, ok := errors.AsType[*csv.ParseError](err); ok {
		n.Line, n.Col, n.Why = at.Line, t.character(at.Line, at.Column), at.Err.Error()
	}
	t.report.wrong(n)
}

// character is a column in characters, of one in bytes.
func (t *table) character(line, column int) int {
	if line < 1 || line > len(t.lines) {
		return column
	}
	return utf8.RuneCountInString(t.lines[line-1][:min(max(column-1, 0), len(t.lines[line-1]))]) + 1
}

// folded is a heading without what people write differently: "Option title (EN)" is optiontitleen.
func folded(heading string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
}

func (t *table) header(record []string) bool {
	var names []string
	byName := map[string]heading{}
	for i := range columns {
		c := &columns[i]
		names = append(names, c.name)
		byName[folded(c.name)] = heading{c, t.Language, c.name}
		for _, language := range t.languages {
			if c.localized {
				byName[folded(c.name)+language] = heading{c, language, c.name + " " + language}
			}
		}
	}
	seen := map[string]bool{}
	for i, shown := range record {
		line, column := t.reader.FieldPos(i)
		at := Note{Path: t.path, Line: line, Col: t.character(line, column), Field: shown}
		h, known := byName[folded(shown)]
		switch {
		case strings.TrimSpace(shown) == "":
		case !known:
			at.Why = "there is no such column" + suggest.DidYouMean(strings.TrimSpace(shown), names)
			t.report.wrong(at)
		case seen[h.name+" "+h.language]:
			at.Why = "this column stands twice"
			t.report.wrong(at)
		default:
			seen[h.name+" "+h.language] = true
		}
		if known {
			h.shown = strings.TrimSpace(shown)
		}
		t.columns = append(t.columns, h)
	}
	if !slices.ContainsFunc(t.columns, func(h heading) bool { return h.column != nil && h.name == "product" }) {
		t.report.wrong(Note{Path: t.path, Line: 1, Col: 1, Field: "product", Why: "this column is missing",
			Do: "each row names its product's slug, or continues the one above"})
		return false
	}
	return len(t.report.Wrong) == 0
}

// row adds a unit, and before it its option and its product where they are new.
func (t *table) row(record []string) {
	cells := map[string]*cell{}
	var all []*cell
	for i, text := range record {
		line, column := t.reader.FieldPos(i)
		if i >= len(t.columns) {
			if strings.TrimSpace(text) != "" {
				t.report.wrong(Note{Path: t.path, Line: line, Col: t.character(line, column), Value: text,
					Why: "this stands outside the table's columns"})
			}
			continue
		}
		if text = strings.TrimSpace(text); t.columns[i].column == nil || text == "" {
			continue
		}
		c := &cell{t, t.columns[i], text, line, t.character(line, column)}
		all = append(all, c)
		cells[c.name] = c
	}
	line, _ := t.reader.FieldPos(0)
	p := t.productOf(cells, line)
	if p == nil {
		return
	}
	t.optionOf(p, cells)
	unit := &catalog.Unit{}
	slices.SortStableFunc(all, func(a, b *cell) int { // what amounts are in comes before them
		return cmp.Compare(a.level, b.level)
	})
	for _, c := range all {
		switch c.level {
		case ofProduct:
			t.once(c, p.slug, func() { c.set(c, p, t.option, unit) })
		case ofOption:
			t.once(c, p.slug+" "+t.option.ID, func() { c.set(c, p, t.option, unit) })
		default:
			c.set(c, p, t.option, unit)
		}
	}
	if unit.Type == "" {
		unit.Type = payload.Adult
	}
	t.option.Units = append(t.option.Units, *unit)
}

// once sets what may stand on every row of a product or an option, as long as it is the same.
func (t *table) once(c *cell, of string, set func()) {
	key := of + "\x00" + c.name + "\x00" + c.language
	before, seen := t.seen[key]
	if seen && before != c.text {
		c.wrong("%q stands here, but %q on a row above of the same %s", short(c.text), short(before),
			map[level]string{ofProduct: "product", ofOption: "option"}[c.level])
	}
	if !seen {
		t.seen[key] = c.text
		set()
	}
}

func (t *table) productOf(cells map[string]*cell, line int) *product {
	c := cells["product"]
	if c == nil {
		if len(t.list) == 0 {
			t.report.wrong(Note{Path: t.path, Line: line, Col: 1, Field: "product",
				Why: "the first row names its product"})
			return nil
		}
		return t.list[len(t.list)-1]
	}
	for _, p := range t.list {
		if p.slug == c.text {
			if p != t.list[len(t.list)-1] {
				c.wrong("the rows of %s do not stand together", c.text)
			}
			return p
		}
	}
	if !scaffold.IsSlug(c.text) {
		c.wrong("%q is not a slug: lower-case a-z, 0-9 and single hyphens%s", c.text, instead(c.text))
	}
	p := &product{slug: c.text, texts: map[string]*catalog.ProductText{}}
	p.place = func(field string) Note {
		return Note{Path: t.path, Line: c.line, Col: c.col, Item: p.slug, Field: field}
	}
	t.list, t.option = append(t.list, p), nil
	return p
}

func instead(text string) string {
	if slug := scaffold.Slug(text); slug != "" {
		return "; " + slug + " would be"
	}
	return ""
}

func (t *table) optionOf(p *product, cells map[string]*cell) {
	id := "standard"
	if c := cells["option"]; c != nil {
		id = c.id(c.text)
	} else if t.option != nil {
		return
	}
	for i := range p.facts.Options {
		if p.facts.Options[i].ID == id {
			t.option = &p.facts.Options[i]
			return
		}
	}
	p.facts.Options = append(p.facts.Options, catalog.Option{ID: id})
	t.option = &p.facts.Options[len(p.facts.Options)-1]
}

// complete derives and checks what depends on several rows.
func (t *table) complete(p *product) {
	t.parts(p)
	f := &p.facts
	if f.AvailabilityType == "" {
		f.AvailabilityType = payload.StartTime
		if f.Schedule != nil && len(f.Schedule.OpeningHours) > 0 {
			f.AvailabilityType = payload.OpeningHours
		}
	}
	if f.Schedule == nil || len(f.Schedule.StartTimes)+len(f.Schedule.OpeningHours) == 0 {
		t.lacks(p, "startTimes", "", "it has neither startTimes nor openingHours", "say when it takes place")
	}
	for _, language := range slices.Sorted(maps.Keys(p.texts)) {
		if p.texts[language].Title == "" {
			t.lacks(p, "title "+language, "", "it has texts in this language, but no title", "write one")
		}
	}
	for _, o := range f.Options {
		if o.Capacity == 0 {
			t.lacks(p, "capacity", o.ID, "the option has none: seats in one slot", "write one on its first row")
		}
		if f.NoFixedPrice {
			continue
		}
		if f.PricingPer == payload.PerBooking && o.Price == "" {
			t.lacks(p, "optionPrice", o.ID, "the option of a product priced per BOOKING has none",
				"write one on its first row")
		}
		for _, u := range o.Units {
			if f.PricingPer != payload.PerBooking && u.Price == "" {
				t.lacks(p, "price", o.ID+" "+string(u.Type), "the unit has none",
					"write one on its row, or noFixedPrice")
			}
		}
	}
}
