package catalog

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"storefront/internal/lib/lazyregexp"
)

// Duration is a length of time as editors write it: "45m", "1h30m", "2d", "3n". Days are 24 hours; nights are counted
// apart.
type Duration struct {
	Minutes int
	Nights  int
}

// IsZero reports whether the duration was left out.
func (d Duration) IsZero() bool { return d == Duration{} }

var durationUnits = map[byte]int{'m': 1, 'h': 60, 'd': 1440}

// UnmarshalText reads the editors' form.
func (d *Duration) UnmarshalText(text []byte) error {
	bad := func() error { return fmt.Errorf("%q is not a duration such as 45m, 6h, 1h30m, 2d or 3n", text) }
	var out Duration
	rest := strings.ReplaceAll(string(text), " ", "")
	if rest == "" {
		return bad()
	}
	for rest != "" {
		i := 0
		for i < len(rest) && rest[i] >= '0' && rest[i] <= '9' {
			i++
		}
		n, err := strconv.Atoi(rest[:i])
		if err != nil || i == len(rest) || n > 100_000 {
			return bad()
		}
		if rest[i] == 'n' {
			out.Nights += n
		} else if unit, ok := durationUnits[rest[i]]; ok {
			out.Minutes += n * unit
		} else {
			return bad()
		}
		rest = rest[i+1:]
	}
	if out.Nights > 0 && out.Minutes > 0 {
		return errors.New("a duration is either nights or days, hours and minutes")
	}
	*d = out
	return nil
}

// Clock is a local time of day, "15:30".
type Clock string

// UnmarshalText accepts 24-hour times with two digits each.
func (c *Clock) UnmarshalText(text []byte) error {
	if _, err := time.Parse("15:04", string(text)); err != nil || len(text) != 5 {
		return fmt.Errorf("%q is not a time such as 09:30", text)
	}
	*c = Clock(text)
	return nil
}

// Minutes returns the minutes since midnight.
func (c Clock) Minutes() int {
	at, _ := time.Parse("15:04", string(c))
	return at.Hour()*60 + at.Minute()
}

// Date is a date, "2026-12-02", or a day of every year, "12-02".
type Date string

// UnmarshalText accepts only days that exist; 02-29 exists.
func (d *Date) UnmarshalText(text []byte) error {
	full := string(text)
	if len(full) == len("01-02") {
		full = "2024-" + full
	}
	if _, err := time.Parse(time.DateOnly, full); err != nil {
		return dateError(string(text))
	}
	*d = Date(text)
	return nil
}

// otherDateForm matches a day in another form: 2/12/2026, 2.12., 2026/12/02, with or without a time behind it.
var otherDateForm = lazyregexp.New(`^(?:(\d{4})[-/.])?(\d{1,2})([-/.])(\d{1,2})(?:[-/.](\d{4})?)?(?:[T ].*)?$`)

var yearDigits = lazyregexp.New(`\d{4}`)

// dateError returns the error about a text that is not a day in the form of a Date. It suggests days that may be meant.
func dateError(text string) error {
	m := otherDateForm.FindStringSubmatch(text)
	if m == nil || m[1] != "" && m[5] != "" {
		hint := " or, every year, 12-02"
		if yearDigits.MatchString(text) {
			hint = ""
		}
		return fmt.Errorf("%q is not a day such as 2026-12-02%s", text, hint)
	}
	var meant []string
	for _, form := range []string{"2006-1-2", "2006-2-1"} {
		at, err := time.Parse(form, cmp.Or(m[1], m[5], "2024")+"-"+m[2]+"-"+m[4])
		day := at.Format(time.DateOnly)
		if m[1]+m[5] == "" {
			day = at.Format("01-02")
		}
		isForm := form == "2006-1-2" && m[3] != "." || form == "2006-2-1" && m[1] == ""
		if err == nil && isForm && !slices.Contains(meant, day) {
			meant = append(meant, day)
		}
	}
	switch {
	case len(meant) == 0:
		return fmt.Errorf("%q is not a day such as 2026-12-02", text)
	case len(meant) > 1:
		return fmt.Errorf("%q can be read in two ways: write %s", text, strings.Join(meant, " or "))
	}
	return fmt.Errorf("%q is not a day as it is written here: write %s", text, meant[0])
}

// IsYearly reports whether the day returns every year.
func (d Date) IsYearly() bool { return len(d) == len("01-02") }

// Weekday is 0 (Sunday) to 6.
type Weekday int

var weekdays = []string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}

// Weekdays returns the names of all days.
func Weekdays() []string { return weekdays }

// UnmarshalText accepts three-letter English names.
func (w *Weekday) UnmarshalText(text []byte) error {
	for i, name := range weekdays {
		if name == string(text) {
			*w = Weekday(i)
			return nil
		}
	}
	return fmt.Errorf("%q is not a weekday; weekdays are %s", text, strings.Join(weekdays, " "))
}

// Decimal is an amount in main units as written. It is converted to minor units with its currency.
type Decimal string

// UnmarshalText accepts digits with at most one point.
func (d *Decimal) UnmarshalText(text []byte) error {
	whole, decimals, _ := strings.Cut(string(text), ".")
	if whole == "" || strings.Trim(whole+decimals, "0123456789") != "" {
		return fmt.Errorf("%q is not an amount such as 395 or 29.50", text)
	}
	*d = Decimal(text)
	return nil
}

// Localized is a short text in every language, by language code.
type Localized map[string]string

var timestampLayouts = []string{time.DateOnly, time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05",
	"2006-01-02 15:04:05 -0700", "2006-01-02 15:04"}

// UnmarshalText accepts the forms that Hugo and Jekyll write.
func (t *Timestamp) UnmarshalText(text []byte) error {
	for _, layout := range timestampLayouts {
		if at, err := time.Parse(layout, string(text)); err == nil {
			t.Time = at
			return nil
		}
	}
	return fmt.Errorf("%q is not a date such as 2026-11-20 or 2026-11-20T09:00:00Z", text)
}
