package locale

import (
	"strconv"
	"time"
)

// months of the Gregorian calendar as the pages write them.
var months = map[string][12]string{
	"en": {"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"},
	"ar": {"يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر"},
}

// FormatDay writes a day, "2026-12-05", as people read it: "5 December 2026". What is no day stays as it is.
func FormatDay(code, day string) string {
	date, err := time.Parse(time.DateOnly, day)
	names, known := months[code]
	if err != nil || !known {
		return day
	}
	return strconv.Itoa(date.Day()) + " " + names[date.Month()-1] + " " + strconv.Itoa(date.Year())
}
