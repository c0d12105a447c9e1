package table

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"

	encoding "golang.org/x/text/encoding/unicode"

	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/content/font"
	"storefront/internal/content/importer/prose"
	"storefront/internal/content/media"
	"storefront/internal/content/scaffold"
	"storefront/internal/content/source"
	"storefront/internal/lib/lazyregexp"
	"storefront/internal/lib/misuse"
	"storefront/internal/lib/suggest"
)

// Export has the options of an export.
type Export struct {
	Content    string
	Deployment string // the deployment of the products; empty means all products
	Excel      bool   // as Excel reads it in each country
}

// exportMark is the heading of an empty column by which an import recognises a table of the export. Such a table
// says what content had: it is a source of its own, exportSource, and no product is vanished from it.
const (
	exportMark   = "generate export csv"
	exportSource = "export"
)

// WriteExport writes products as the table that CSV reads back without a difference, and returns how many there are.
// Reviews are no part of it. Content with mistakes is refused.
func WriteExport(out io.Writer, o Export) (int, error) {
	r := source.NewReader(o.Content)
	lib, mistakes := r.Library(media.Read, media.ReadDrawing, font.Read)
	var chosen *catalog.Deployment
	var ids []string
	for _, d := range lib.Deployments {
		if ids = append(ids, d.ID); d.ID == o.Deployment {
			chosen = d
		}
	}
	if o.Deployment != "" && chosen == nil {
		return 0, misuse.Errorf("there is no deployment %q%s", o.Deployment, suggest.DidYouMean(o.Deployment, ids))
	}
	known, slugs := map[string]bool{}, r.ProductSlugs(&mistakes)
	for _, slug := range slugs {
		known[slug] = true
	}
	e := &exportWriter{lib: lib}
	for _, slug := range slugs {
		p, wrong := r.Product(slug, lib, known)
		mistakes = append(mistakes, wrong...)
		if chosen == nil || chosen.SellsProduct(p.Slug, p.City, p.Supplier, p.Currency, p.Categories) {
			e.products = append(e.products, p)
		}
	}
	if slices.ContainsFunc(mistakes, func(d diag.Diagnostic) bool { return !d.Warning }) {
		return 0, &InvalidContentError{mistakes}
	}
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	if o.Excel {
		w.Comma = '\t'
	}
	if err := e.write(w, o.Excel); err != nil {
		return 0, err
	}
	if o.Excel {
		out = encoding.UTF16(encoding.LittleEndian, encoding.UseBOM).NewEncoder().Writer(out)
	}
	_, err := out.Write(b.Bytes())
	return len(e.products), err
}

// Excel opens UTF-16 with tabs alike in each country; commas and the signs of UTF-8 depend on it. It makes numbers and
// dates of texts that look like ones, 4-11 or 38.711, except formulas that are a text.
var (
	likeNumber  = lazyregexp.New(`^[-+]?\d[\d .,:/+eE-]*$`)
	wholeNumber = lazyregexp.New(`^(?:0|[1-9]\d{0,14})$`)
	formulaText = lazyregexp.New(`^="([^"]*)"$`)
)

// excelText returns a text as a cell that Excel leaves as it is.
func excelText(text string) string {
	if likeNumber.MatchString(text) && !wholeNumber.MatchString(text) {
		return `="` + text + `"`
	}
	return notFormula(text)
}

// InvalidContentError has the mistakes of content, which is not exported.
type InvalidContentError struct{ Diagnostics []diag.Diagnostic }

func (e *InvalidContentError) Error() string { return "content has mistakes; nothing was written" }

// exportWriter writes an export.
type exportWriter struct {
	lib      *catalog.Library
	products []*catalog.Product
}

// exported is one row of a table: a unit, with its option and its product where the row is their first.
type exported struct {
	lib      *catalog.Library
	p        *catalog.Product
	t        *catalog.ProductText // in the column's language
	language string
	o        *catalog.Option
	u        *catalog.Unit
	first    bool // of the unit's id
}

// write writes the columns that some product has a value in.
func (e *exportWriter) write(w *csv.Writer, isExcel bool) error {
	escape := notFormula
	if isExcel {
		escape = excelText
	}
	head := e.headings()
	rows, used := e.rows(head, escape)
	names := []string{}
	for k, h := range head {
		if used[k] {
			names = append(names, h.shown)
		}
	}
	if err := w.Write(append(names, exportMark)); err != nil {
		return err
	}
	for _, row := range rows {
		line := []string{}
		for k := range row {
			if used[k] {
				line = append(line, row[k])
			}
		}
		if err := w.Write(append(line, "")); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// headings returns all columns in their order, those of texts once for each language.
func (e *exportWriter) headings() []heading {
	var head []heading
	for i := range columns {
		if !columns[i].localized {
			head = append(head, heading{column: &columns[i], shown: columns[i].name})
			continue
		}
		for _, language := range e.lib.Languages {
			head = append(head, heading{column: &columns[i], language: language,
				shown: columns[i].name + " (" + language + ")"})
		}
	}
	slices.SortStableFunc(head, func(a, b heading) int { return rank(a.name) - rank(b.name) })
	return head
}

// rows returns a row for each unit of each option, and which columns have values.
func (e *exportWriter) rows(head []heading, escape func(string) string) (rows [][]string, used []bool) {
	used = make([]bool, len(head))
	for _, p := range e.products {
		seen := map[string]bool{}
		for i := range p.Options {
			o := &p.Options[i]
			for j := range o.Units {
				u := &o.Units[j]
				row := make([]string, len(head))
				for k, h := range head {
					shown := h.level == ofUnit || h.name == "product" || h.name == "option" ||
						j == 0 && (h.level == ofOption || i == 0)
					if shown && (h.language == "" || p.Texts[h.language] != nil) {
						text := cells[h.name](&exported{e.lib, p, p.Texts[h.language], h.language, o, u, !seen[u.ID]})
						if h.isWords() {
							text = withoutMarks(text)
						}
						row[k] = escape(text)
					}
					used[k] = used[k] || row[k] != ""
				}
				seen[u.ID] = true
				rows = append(rows, row)
			}
		}
	}
	return rows, used
}

// leading are the first columns: the identifiers of a row, and the values that are edited most.
var leading = []string{"product", "title", "option", "optionTitle", "unit", "price", "originalPrice", "optionPrice",
	"optionOriginalPrice", "capacity"}

func rank(name string) int {
	if i := slices.Index(leading, name); i >= 0 {
		return i
	}
	return len(leading)
}

// notFormula returns a text that no spreadsheet reads as a formula: with a space before it, which an import ignores.
func notFormula(text string) string {
	if text != "" && strings.ContainsRune("=+-@", rune(text[0])) {
		return " " + text
	}
	return text
}

// listText returns a list as the text of a cell.
func listText(all []string) string {
	escaped := make([]string, len(all))
	for i, text := range all {
		escaped[i] = strings.NewReplacer(`\`, `\\`, "|", `\|`).Replace(prose.SingleLine(text))
	}
	return strings.Join(escaped, "|")
}

// each is a list of values as a cell has it.
func each[T any](all []T, text func(T) string) string {
	var parts []string
	for _, one := range all {
		parts = append(parts, text(one))
	}
	return listText(parts)
}

// unless is a text of a value that is not the usual one.
func unless[T comparable](value, usual T) string {
	if value == usual {
		return ""
	}
	return fmt.Sprint(value)
}

func yesText(b bool) string { return map[bool]string{true: "yes"}[b] }

func spanOf(r *catalog.Range) string {
	switch {
	case r == nil:
		return ""
	case r.Max == 0:
		return strconv.Itoa(r.Min) + "+"
	}
	return fmt.Sprintf("%d-%d", r.Min, r.Max)
}

func durationOf(d catalog.Duration) string {
	if d.IsZero() {
		return ""
	}
	return scaffold.FormatDuration(d)
}

func tiersOf(all []catalog.Tier) string {
	if all != nil && len(all) == 0 {
		return "none"
	}
	return each(all, func(t catalog.Tier) string {
		return fmt.Sprintf("%s=%d", scaffold.FormatDuration(t.Before),
			t.Refund)
	})
}

func yamlOf(v any) string {
	if reflect.ValueOf(v).IsNil() {
		return ""
	}
	if text := strings.TrimSpace(string(scaffold.YAML(v))); text != "" {
		return text
	}
	return "{}"
}

// simpleSchedule is a schedule that has columns of its own; the zero one if it needs YAML.
func (x *exported) simpleSchedule() *catalog.Schedule {
	s := x.p.Schedule
	if s == nil || slices.ContainsFunc(s.Seasons, func(s catalog.Season) bool {
		return s.Weekdays != nil || s.StartTimes != nil || s.OpeningHours != nil
	}) || isZero(s) {
		return &catalog.Schedule{}
	}
	return s
}

// simplePickup is a pickup that has columns of its own; nil if it needs YAML.
func (x *exported) simplePickup() *catalog.Transfer {
	t := x.p.Pickup
	if t == nil || t.Extra != "" || slices.ContainsFunc(t.Points, func(p catalog.Point) bool {
		return p.Times != nil || p.Exact || p.Latitude != 0 || p.Longitude != 0 ||
			p.MinutesBefore != nil && p.Time != ""
	}) {
		return nil
	}
	return t
}

func pointsOf(t *catalog.Transfer, names map[string]string) string {
	if t == nil {
		return ""
	}
	return each(t.Points, func(p catalog.Point) string { return names[p.ID] })
}

func kindOf(t *catalog.Transfer) string {
	if t.Included {
		return "included"
	}
	return "available"
}

func degrees(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// listUnlessEmpty returns a list of texts, or nothing if all are empty.
func listUnlessEmpty(all []string) string {
	if strings.Join(all, "") == "" {
		return ""
	}
	return listText(all)
}

func stepTexts(x *exported, text func(catalog.StepText) string) []string {
	var all []string
	for _, s := range x.p.Itinerary {
		all = append(all, text(x.t.Itinerary[s.ID]))
	}
	return all
}

func extraTexts(x *exported, text func(catalog.ItemText) string) []string {
	var all []string
	for _, e := range x.p.Extras {
		all = append(all, text(x.t.Extras[e.ID]))
	}
	return all
}

// altsOf are the alt texts of a product's pictures in a language.
func (x *exported) altsOf() []string {
	var all []string
	for _, name := range x.p.Images {
		alt := ""
		if picture := x.lib.Pictures[name]; picture != nil {
			alt = picture.Alt[x.language]
		}
		all = append(all, alt)
	}
	return all
}
