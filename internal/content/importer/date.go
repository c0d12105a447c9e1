package importer

import (
	"cmp"
	"strings"
	"time"

	"storefront/internal/lib/lazyregexp"
)

// dateLayouts are the layouts that Hugo and Jekyll accept, with zones as timeWithOffset spells them.
var dateLayouts = []string{
	time.DateOnly, time.RFC3339, "2006-1-2 15:04:05 -07:00", "2006-1-2 15:04 -07:00",
	"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02 15:04:05Z07:00",
	"2006-01-02 15:04:05 MST", "2006-1-2", "2006/01/02", "2006-1-2 15:04:05", "2006-1-2 15:04",
	"2006/01/02 15:04:05", "2006/1/2", "2006/01/02 15:04", "January 2, 2006", "Jan 2, 2006", "2 January 2006",
	"2 Jan 2006", "Jan 2 2006", "January 2 2006", "Mon Jan 2 2006", "2006.1.2", "02 Jan 2006 15:04 MST",
	time.RFC1123, time.RFC1123Z, time.RFC850, time.ANSIC, time.UnixDate,
}

// timeWithOffset matches a date and a time with an offset from UTC: "-0500", "+4" and " +04:00" are the same.
var timeWithOffset = lazyregexp.New(`^([\d-]{8,10})[T ]([\d:.]{4,}) ?([+-])(\d?\d)(?::?(\d\d))?$`)

// ReadDate parses a date, or a date with a time, in any layout that Hugo and Jekyll accept.
func ReadDate(text string) (time.Time, bool) {
	text = strings.Join(strings.Fields(text), " ")
	if m := timeWithOffset.FindStringSubmatch(text); m != nil {
		text = m[1] + " " + m[2] + " " + m[3] + ("0" + m[4])[len(m[4])-1:] + ":" + cmp.Or(m[5], "00")
	}
	for _, form := range dateLayouts {
		if at, err := time.Parse(form, text); err == nil {
			if strings.Contains(form, "MST") && !strings.HasSuffix(text, "UTC") && !strings.HasSuffix(text, "GMT") &&
				at.Location() != time.UTC {
				return time.Time{}, false // the letters of a time zone do not say which it is
			}
			return at, true
		}
	}
	return time.Time{}, false
}
