package main

import (
	"testing"

	"storefront/internal/shop/booking"
)

func TestManifestListsPickupsAfterMidnightLast(t *testing.T) {
	before := 0
	for _, at := range []string{"18:00", "23:30", "00:30", "01:00"} {
		o := booking.Order{Language: "en", Currency: "AED", Bookings: []booking.Booking{{
			Status: booking.Confirmed, Choice: booking.Choice{Product: "souk", Option: "night", Date: "2026-12-05"},
			Detail: booking.Detail{TimeZone: "Asia/Dubai", Hours: []booking.DetailHours{{From: "18:00", To: "02:00"}},
				Pickup: &booking.DetailPlace{Address: "Rove", Time: at}},
		}}}
		row, err := manifestRowOf(&o, &o.Bookings[0], "en")
		if err != nil {
			t.Fatal(err)
		}
		if row.stopOrder() <= before {
			t.Errorf("%s is listed at %d, before an earlier pickup at %d", at, row.stopOrder(), before)
		}
		before = row.stopOrder()
	}
}

func TestEscapeFormulaPreventsSpreadsheetFormulas(t *testing.T) {
	for text, want := range map[string]string{
		"=HYPERLINK(1)": "'=HYPERLINK(1)", "-1": "'-1", "@x": "'@x", "\t=1": "' =1", "Amina": "Amina", "": "",
		"a=1":      "a=1",
		"\ufeff=1": "'=1", "\u200b=1": "'=1", "\u2060+1+1": "'+1+1", "\uff1d1": "'\uff1d1", "\uff0b1": "'\uff0b1",
		"\uff0d1": "'\uff0d1", "\uff20x": "'\uff20x",
		"\u22121": "'\u22121", "\ufe621": "'\ufe621", "\x00=1": "'=1", "\u00a0=1": "'\u00a0=1", "\ufeffAmina": "Amina",
		"می\u200cخواهم": "می\u200cخواهم",
		"-2+3":          "'-2+3", "+1+1": "'+1+1", "+(1)/0": "'+(1)/0", "+971501234567": "+971501234567",
		"+971 50 123": "'+971 50 123",
	} {
		if got := escapeFormula(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
