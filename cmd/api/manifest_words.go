package main

import (
	"strconv"
	"strings"
)

// manifestWords has the labels of the manifest's table in one language. A column's label is one word, because the
// table's header is separated by spaces; a trailing > aligns the column to the end.
type manifestWords struct {
	columns, dropOffs                   string
	anyTime, noSupplier, meeting        string
	pickup, theirAddress                string
	booking, bookings, traveller, heads string
	comma                               string
}

var manifestLanguages = map[string]manifestWords{
	"en": {
		columns:  "BOOKING STATUS LEAD PHONE E-MAIL BUYER PARTY EXTRAS ADDRESS DROP-OFF DUE> NOTE",
		dropOffs: "DROP-OFF TRAVELLERS> BOOKINGS",
		anyTime:  "any time", noSupplier: "supplier not known", meeting: "Meeting point", pickup: "Pickup",
		theirAddress: "at their address",
		booking:      "1 booking", bookings: "% bookings", traveller: "1 traveller", heads: "% travellers", comma: ", ",
	},
	"ar": {
		columns:  "الحجز الحالة المسافر الهاتف البريد المشتري المجموعة الإضافات العنوان الإنزال المستحق> ملاحظة",
		dropOffs: "الإنزال المسافرون> الحجوزات",
		anyTime:  "أي وقت", noSupplier: "الجهة المنظِّمة غير معروفة", meeting: "نقطة اللقاء", pickup: "الاستقبال",
		theirAddress: "من عنوانهم",
		booking:      "الحجوزات: 1", bookings: "الحجوزات: %", traveller: "المسافرون: 1", heads: "المسافرون: %",
		comma: "، ",
	},
}

// wordsOf returns the labels for the rows of a start, which have one language.
func wordsOf(rows []manifestRow) manifestWords { return manifestLanguages[rows[0].language] }

// counted returns the number of bookings and travellers of a list as text.
func (w *manifestWords) counted(rows []manifestRow) string {
	travellers := 0
	for i := range rows {
		travellers += rows[i].Travellers
	}
	number := func(n int, one, many string) string {
		if n == 1 {
			return one
		}
		return strings.Replace(many, "%", strconv.Itoa(n), 1)
	}
	return number(len(rows), w.booking, w.bookings) + w.comma + number(travellers, w.traveller, w.heads)
}
