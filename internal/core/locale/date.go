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

// momentWords are how a language writes a moment: short names, and the halves of a clock of twelve hours, empty for one of 24.
type momentWords struct {
	weekdays [7]string
	months   [12]string
	comma    string
	halves   [2]string
}

var moments = map[string]momentWords{
	"en": {
		weekdays: [7]string{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"},
		months:   [12]string{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec"},
		comma:    ",",
	},
	"ar": {
		weekdays: [7]string{"الأحد", "الاثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة", "السبت"},
		months:   months["ar"],
		comma:    "،",
		halves:   [2]string{"ص", "م"},
	},
}

// FormatMoment writes an instant by the clock of its location: "Fri 27 Nov, 15:00". The year is left out, since it is for
// moments that are near.
func FormatMoment(code string, at time.Time) string {
	w, known := moments[code]
	if !known {
		w = moments["en"]
	}
	clock := at.Format("15:04")
	if w.halves[0] != "" {
		clock = strconv.Itoa((at.Hour()+11)%12+1) + at.Format(":04") + " " + w.halves[at.Hour()/12]
	}
	return w.weekdays[at.Weekday()] + " " + strconv.Itoa(at.Day()) + " " + w.months[at.Month()-1] + w.comma + " " + clock
}
