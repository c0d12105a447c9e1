package document

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nyaruka/phonenumbers"
	"golang.org/x/text/feature/plural"

	"storefront/internal/core/money"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/document/typeset"
)

// phrase is text that may stand among other text: values in it are isolated, so that none turns its neighbours round.
type phrase string

// value is what visitors or editors have written, in whatever direction.
func value(text string) phrase {
	if text == "" {
		return ""
	}
	return phrase(typeset.Isolate(text))
}

// code is what runs left to right in any language: references, addresses of mail, numbers of phones.
func code(text string) phrase {
	if text == "" {
		return ""
	}
	return phrase(typeset.IsolateLTR(typeset.Clean(text)))
}

func number(n int) phrase { return phrase(strconv.Itoa(n)) }

// say fills a template of the language's words.
func say(template string, parts ...phrase) phrase {
	values := make([]any, len(parts))
	for i, p := range parts {
		values[i] = p
	}
	return phrase(fmt.Sprintf(template, values...))
}

func join(separator string, parts ...phrase) phrase {
	var out []string
	for _, p := range parts {
		if p != "" {
			out = append(out, string(p))
		}
	}
	return phrase(strings.Join(out, separator))
}

// count says a number with its noun, in the form that the number takes.
func (w *Words) count(f forms, n int) phrase {
	template, has := f[plural.Cardinal.MatchPlural(w.tag, n, 0, 0, 0, 0)]
	if !has {
		template = f[plural.Other]
	}
	return phrase(strings.ReplaceAll(template, "{n}", strconv.Itoa(n)))
}

// own keeps together what is written in the language's own direction.
func (w *Words) own(text string) phrase {
	if w.RTL {
		return phrase(typeset.IsolateRTL(text))
	}
	return phrase(typeset.IsolateLTR(text))
}

// date is "Saturday, 5 December 2026".
func (w *Words) date(day time.Time) phrase {
	return w.own(fmt.Sprintf("%s%s %s", w.Weekdays[day.Weekday()], w.Comma, w.shortDate(day)))
}

func (w *Words) shortDate(day time.Time) string {
	return fmt.Sprintf("%s %d", w.dayAndMonth(day), day.Year())
}

func (w *Words) dayAndMonth(day time.Time) string {
	return fmt.Sprintf("%d\u00a0%s", day.Day(), w.Months[day.Month()-1])
}

// clock is a local time, as its digits and, where the language has a clock of twelve hours, the half of the day.
func (w *Words) clock(at time.Time) (digits, half string) {
	if w.Halves[0] == "" {
		return at.Format("15:04"), "" // with a zero before it, 07:45 cannot be one in the evening
	}
	return strconv.Itoa((at.Hour()+11)%12+1) + at.Format(":04"), w.Halves[at.Hour()/12]
}

func (w *Words) time(at time.Time) phrase {
	digits, half := w.clock(at)
	return w.own(strings.TrimSpace(digits + "\u00a0" + half))
}

// timeOf is a time that is kept as text, "07:15".
func (w *Words) timeOf(text string) phrase {
	at, err := time.Parse("15:04", text)
	if err != nil {
		return code(text)
	}
	return w.time(at)
}

// hours are the stretches of a day that something is open, one a line.
func (w *Words) hours(d *booking.Detail) (lines []phrase) {
	for _, h := range d.Hours {
		lines = append(lines, say(w.Open, w.timeOf(h.From), w.timeOf(h.To)))
	}
	return lines
}

// zone is how far a moment's clock is from Greenwich, "GMT+3".
func (w *Words) zone(at time.Time) phrase {
	_, seconds := at.Zone()
	sign, minutes := "+", seconds/60
	if minutes < 0 {
		sign, minutes = "−", -minutes
	}
	offset := sign + strconv.Itoa(minutes/60)
	if rest := minutes % 60; rest > 0 {
		offset += fmt.Sprintf(":%02d", rest)
	}
	return say(w.Greenwich, code(offset))
}

// money is an amount with all of its currency's decimals, as documents have it.
func (w *Words) money(minor int64, o *booking.Order) phrase {
	return w.amount(minor, o.Currency, o.Exponent)
}

// amount is the same in any currency.
func (w *Words) amount(minor int64, currency string, exponent int) phrase {
	symbol := currency
	if own, has := w.Symbols[symbol]; has {
		symbol = own
	}
	sign := ""
	if minor < 0 {
		sign, minor = "−", -minor
	}
	digits := grouped(minor, exponent)
	if w.RTL {
		return phrase(typeset.IsolateRTL(typeset.IsolateLTR(sign+digits) + "\u00a0" + typeset.Isolate(symbol)))
	}
	return phrase(typeset.IsolateLTR(sign + symbol + "\u00a0" + digits))
}

// rates say what of an order was converted when it was made, by the rates of that moment.
func (w *Words) rates(o *booking.Order) (lines []phrase) {
	one := func(from string, rate money.Rate, to string) phrase {
		return phrase(typeset.IsolateLTR("1\u00a0" + from + " = " + rate.String() + "\u00a0" + to))
	}
	for _, b := range o.Bookings {
		if e := b.Detail.Exchanged; e != nil {
			if line := say(w.Exchanged, code(e.Currency), one(e.Currency, e.Rate, o.Currency)); !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
	}
	if s := o.Shown; s != nil {
		lines = append(lines, say(w.Shown, w.amount(s.Total, s.Currency, s.Exponent), one(o.Currency, s.Rate, s.Currency)))
	}
	return lines
}

// grouped is a decimal of main units with a comma between thousands.
func grouped(minor int64, exponent int) string {
	digits := fmt.Sprintf("%0*d", exponent+1, minor)
	whole, decimals := digits[:len(digits)-exponent], digits[len(digits)-exponent:]
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if decimals != "" {
		decimals = "." + decimals
	}
	return whole + decimals
}

// lasts is how long a booking lasts, empty where that is not known.
func (w *Words) lasts(d *booking.Detail) phrase {
	switch {
	case d.LengthBy == "NIGHT" && d.Length > 0:
		return w.count(w.Nights, d.Length)
	case d.LengthBy == "DAY" && d.Length > 0:
		return w.count(w.Days, d.Length)
	case d.Minutes <= 0:
		return ""
	}
	hours, rest := d.Minutes/60, d.Minutes%60
	switch {
	case hours == 0:
		return w.count(w.Minutes, rest)
	case rest > 0:
		return say(w.HoursMinutes, number(hours), number(rest))
	case hours%24 == 0:
		return w.count(w.Days, hours/24)
	}
	return w.count(w.Hours, hours)
}

// unit is "2 × Adult".
func (w *Words) unit(u *booking.DetailUnit) phrase {
	return say(w.Times, number(u.Quantity), w.title(u.Title, u.Type))
}

func (w *Words) units(units []booking.DetailUnit) (lines []phrase) {
	for i := range units {
		lines = append(lines, w.unit(&units[i]))
	}
	return lines
}

// title is a unit's own name, or the ordinary one of its type.
func (w *Words) title(title, kind string) phrase {
	if title == "" {
		title = w.Units[kind]
	}
	if title == "" {
		title = w.Units["OTHER"]
	}
	return value(title)
}

// phone is the buyer's number as one dials it from abroad, never broken over lines.
func phone(b *booking.Buyer) phrase {
	text := b.Phone
	if parsed, err := phonenumbers.Parse(b.Phone, b.PhoneCountry); err == nil {
		text = phonenumbers.Format(parsed, phonenumbers.INTERNATIONAL)
	}
	return unbroken(text)
}

func unbroken(text string) phrase {
	return code(strings.ReplaceAll(text, " ", "\u00a0"))
}

func fullName(b *booking.Buyer) phrase {
	return value(strings.TrimSpace(b.FirstName + " " + b.LastName))
}
