package table

import (
	"encoding"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"storefront/internal/content/catalog"
	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
	"storefront/internal/content/scaffold"
	"storefront/internal/content/source"
	"storefront/internal/core/locale"
	"storefront/internal/lib/lazyregexp"
)

// list splits a cell at | or at the ends of its lines.
func (c *cell) list() []string {
	return slices.DeleteFunc(append([]string{}, c.entries()...), func(part string) bool { return part == "" })
}

// entries splits a cell as list does, and keeps empty entries.
func (c *cell) entries() (all []string) {
	var part strings.Builder
	for i := 0; i < len(c.text); i++ {
		switch b := c.text[i]; {
		case b == '\\' && i+1 < len(c.text) && (c.text[i+1] == '|' || c.text[i+1] == '\\'):
			i++
			part.WriteByte(c.text[i])
		case b == '|' || b == '\n':
			all = append(all, prose.SingleLine(part.String()))
			part.Reset()
		default:
			part.WriteByte(b)
		}
	}
	return append(all, prose.SingleLine(part.String()))
}

// betweenItems matches separators of a list in one text.
var betweenItems = lazyregexp.New(`\s*[,;/&+،]\s*|\s+(?:and|und|et|y|e|ve)\s+`)

// betweenDays matches the sign between two days. It has no slash, since a day may have slashes.
var betweenDays = lazyregexp.New(`\s*[,;،]\s*`)

// listSplitBy returns the entries of list, each split further if its parts are values. The first separator that does so
// counts.
func (c *cell) listSplitBy(isValue func(text string) bool, between ...*lazyregexp.Regexp) (all []string) {
	for _, entry := range c.list() {
		parts := []string{entry}
		for _, sign := range between {
			found := slices.DeleteFunc(sign.Split(entry, -1), func(part string) bool { return part == "" })
			if !slices.ContainsFunc(found, func(part string) bool { return !isValue(part) }) {
				parts = found
				break
			}
		}
		all = append(all, parts...)
	}
	return all
}

// ids returns the ids of the content that the cell names. before are those that its product had at the last import.
func (c *cell) ids(kind string, before []string, names ...string) []string {
	for i, name := range names {
		id, isFormer := c.ResolveID(kind, name, before...)
		if isFormer {
			c.remark(field{name, c.line, c.col}, c.shown, "nothing has this name in content any more; it is "+
				"taken as "+id+", as in an earlier import", "write "+id+" or its title")
		}
		names[i] = id
	}
	return names
}

// read is the catalogue's own reading of a value.
func (c *cell) read(into encoding.TextUnmarshaler, text string) bool {
	if err := into.UnmarshalText([]byte(text)); err != nil {
		// The value is named as the cell has it, not as span writes it.
		c.wrong("%s", strings.Replace(err.Error(), strconv.Quote(text), strconv.Quote(importer.Short(c.text)), 1))
		return false
	}
	return true
}

// yaml reads a value that has no shorter form than that of product.yaml.
func (c *cell) yaml(into any) {
	if err := source.Value(c.text, into); err != nil {
		c.wrong("%v; it is written as in product.yaml", err)
	}
}

// readEnum reads a value of an enumeration, in capitals or not.
func readEnum[E interface {
	~string
	Check() error
}](c *cell, into *E, text string) {
	value := E(strings.ToUpper(text))
	if err := value.Check(); err != nil {
		c.wrong("%s", strings.Replace(err.Error(), strconv.Quote(string(value)), strconv.Quote(text), 1))
		return
	}
	*into = value
}

var spanPart = lazyregexp.New(`(\d+)(?:[.,](5))?\s*(\pL+)\.?`)

// spanUnits are the units of lengths of time by their names, in small letters.
var spanUnits = unitsOf(map[string]string{
	"m": "min mins minute minutes minuten minuto minutos minuti dakika دقيقة دقائق",
	"h": "h hr hrs hour hours std stunde stunden heure heures hora horas ora ore saat ساعة ساعات",
	"d": "day days tag tage jour jours día días dia dias giorno giorni gün يوم أيام",
	"n": "night nights nacht nächte nuit nuits noche noches notte notti gece ليلة ليال ليالي",
})

func unitsOf(names map[string]string) map[string]string {
	units := map[string]string{}
	for unit, all := range names {
		for _, name := range strings.Fields(all) {
			units[name] = unit
		}
	}
	return units
}

// minutesLeft matches hours with minutes that have no unit: 1h30.
var minutesLeft = lazyregexp.New(`^(\d+)\s*h\s*(\d{2})$`)

// span is a length of time with its units as letters: "3 hours" is 3h, "1.5 hours" is 1h30m.
func span(text string) string {
	text = minutesLeft.ReplaceAllString(strings.ToLower(latin(text)), "${1}h${2}m")
	return spanPart.ReplaceAllStringFunc(text, func(part string) string {
		m := spanPart.FindStringSubmatch(part)
		unit := spanUnits[m[3]]
		half := map[string]string{"h": "30m", "d": "12h"}[unit]
		switch {
		case unit == "" || m[2] != "" && half == "":
			return part
		case m[2] == "":
			half = ""
		}
		return m[1] + unit + half
	})
}

func (c *cell) wholeNumber() int {
	n, err := strconv.Atoi(latin(c.text))
	if err != nil || n < 0 {
		c.wrong("%q is not a whole number", importer.Short(c.text))
	}
	return max(n, 0)
}

// seats returns a number of seats. Any other text is reported, and -1 returned: the cell is not missing.
func (c *cell) seats() int {
	n, err := strconv.Atoi(latin(c.text))
	if err != nil || n < 1 {
		c.wrong("%q is not a number of seats: write a whole number from 1", importer.Short(c.text))
		return -1
	}
	return n
}

func (c *cell) yesOrNo() bool {
	switch text := importer.Word(c.text); {
	case text == "x", slices.Contains(importer.YesWords, text):
		return true
	case slices.Contains(importer.NoWords, text):
		return false
	}
	c.wrong("%q is neither yes nor no", importer.Short(c.text))
	return false
}

func (c *cell) degrees(most float64) float64 {
	x, err := strconv.ParseFloat(strings.Replace(latin(c.text), ",", ".", 1), 64)
	switch {
	case err != nil || math.IsNaN(x):
		c.wrong("%q is not in degrees, such as 25.0342", importer.Short(c.text))
		return 0
	case math.Abs(x) > most && math.Abs(x) <= 180:
		c.wrong("%q is beyond %v degrees; are latitude and longitude swapped?", importer.Short(c.text), most)
		return 0
	case math.Abs(x) > most:
		c.wrong("%q is beyond %v degrees", importer.Short(c.text), most)
		return 0
	}
	return x
}

var spanForm = lazyregexp.New(`^(?:(\d+)\s*\+|(\d+)?\s*(?:[-–]|to)\s*(\d+)?)$`)

// span reads ages: 5-11, 12+, -4.
func (c *cell) span() *catalog.Range {
	m := spanForm.FindStringSubmatch(latin(c.text))
	if m == nil || m[1]+m[2]+m[3] == "" {
		c.wrong("%q is not a range such as 5-11, 12+ or, under 18, 0-17", importer.Short(c.text))
		return nil
	}
	if m[1]+m[2] == "" {
		c.remark(field{c.text, c.line, c.col}, c.shown, "it is read as up to and including "+m[3]+" years",
			"write both ages, such as 0-"+m[3])
	}
	r := &catalog.Range{}
	r.Min, _ = strconv.Atoi(m[1] + m[2])
	r.Max, _ = strconv.Atoi(m[3])
	return r
}

// clockForm is a time with a word for it, seconds or a point: 8 Uhr, 9.30 Uhr, 6 Uhr 30, 17h30, 22:00:00, 9.30.
var clockForm = lazyregexp.New(
	`(?i)^(\d{1,2})(?:(?:[:.](\d{2}))?\s*(?:uhr|h)|\s*(?:uhr|h)\s*(\d{2})|:(\d{2}):00|\.(\d{2}))$`)

func (c *cell) clock(text string) (at catalog.Clock) {
	read, ok := clockOf(text)
	if !ok || at.UnmarshalText([]byte(read)) != nil {
		c.wrong("%q is not a time such as 09:30", importer.Short(text))
	}
	return at
}

// isClock reports whether a text is one time.
func isClock(text string) bool {
	_, ok := clockOf(text)
	return ok
}

// dayForms are those that mean one day only: 3/4/2026 does not.
var dayForms = []string{time.DateOnly, "2.1.2006", "2 January 2006", "2 Jan 2006", "January 2, 2006", "Jan 2, 2006",
	"2006/01/02"}

func (c *cell) day(text string) catalog.Date {
	day, err := dayOf(text)
	if err != nil {
		c.wrong("%v", err)
	}
	return day
}

func isDate(text string) bool {
	_, err := dayOf(text)
	return err == nil
}

func dayOf(text string) (day catalog.Date, err error) {
	text = strings.TrimSpace(latin(text))
	for _, form := range dayForms {
		if at, err := time.Parse(form, text); err == nil {
			return catalog.Date(at.Format(time.DateOnly)), nil
		}
	}
	return day, day.UnmarshalText([]byte(text))
}

var tierForm = lazyregexp.New(`^(\S+?)\s*[=:]\s*(\d+)\s*%?$`)

// tiers reads 24h=100 | 6h=50, or none.
func (c *cell) tiers() []catalog.Tier {
	all := []catalog.Tier{}
	if strings.EqualFold(c.text, "none") || strings.EqualFold(c.text, "non-refundable") {
		return all
	}
	for _, text := range c.list() {
		m := tierForm.FindStringSubmatch(latin(text))
		if m == nil {
			c.wrong("%q is not a tier such as 24h=100: how long before, and percent refunded", text)
			continue
		}
		tier := catalog.Tier{}
		c.read(&tier.Before, strings.ToLower(m[1]))
		tier.Refund, _ = strconv.Atoi(m[2])
		all = append(all, tier)
	}
	return all
}

// latin writes Arabic-Indic digits, and the marks that go with them, as ours.
func latin(text string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case '٫':
			return '.'
		case '٬':
			return ','
		}
		return locale.LatinDigit(r)
	}, text)
}

// noText matches what a cell of a text has where there is none yet. naming are the columns that begin a product, an
// option or a unit.
var (
	noText = lazyregexp.New(`(?i)^(?:\?+|\.{3}|…|n\s?[/.]\s?a\.?|t\.?b\.?[adc]\.?|todo|xxx+|pendiente|` +
		`por definir|à définir|da definire)$`)
	naming = strings.Fields("product title option optionTitle unit unitId unitTitle")
)

// isEmptyMark reports whether a cell has a dash or the like. In a column of publication that is no word for
// public.
func isEmptyMark(c *cell) bool {
	isDash := strings.Trim(c.text, "-–—") == ""
	hasWords := c.localized || c.name == "images"
	return c.name != "status" && publicationColumn(c.name) == nil && meaningOfHeadingPart(c.name) == meansNothing &&
		!slices.Contains(naming, c.name) && (isDash || hasWords && noText.MatchString(c.text))
}

// slugHint returns the end of a message about a text that is no slug: the one that would be.
func slugHint(text string) string {
	if slug := scaffold.Slug(text); slug != "" {
		return "; " + slug + " would be"
	}
	return ""
}
