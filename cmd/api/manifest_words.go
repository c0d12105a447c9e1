package main

import (
	"storefront/internal/shop/wording"
)

// manifestWords has the labels of the manifest's table in one language.
type manifestWords struct{ *wording.Dictionary }

// wordsOf returns the labels for the rows of a start, which have one language.
func wordsOf(rows []manifestRow) manifestWords { return manifestWords{wording.In(rows[0].language)} }

// comma separates the parts of a line.
func (w manifestWords) comma() string { return w.Calendar.Comma + " " }

// countText returns the number of bookings and travellers of a list as text.
func (w manifestWords) countText(rows []manifestRow) string {
	travellers := 0
	for i := range rows {
		travellers += rows[i].Travellers
	}
	return w.Count(w.Manifest.Bookings, len(rows)) + w.comma() + w.Count(w.Manifest.Travellers, travellers)
}
