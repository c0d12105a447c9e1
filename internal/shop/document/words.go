package document

import (
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// forms are a counted noun's, by the number that it is said with; {n} is the number.
type forms map[plural.Form]string

// Words are the documents' in one language; the site's pages say the same things in the same words. A test holds that none
// is missing. Templates name what they are filled with by place.
type Words struct {
	Code string
	RTL  bool
	tag  language.Tag

	Comma     string // between a weekday and its date
	Weekdays  [7]string
	Months    [12]string
	Halves    [2]string // of the day; empty where clocks have 24 hours
	Greenwich string
	Times     string            // a number of something
	Symbols   map[string]string // of currencies that are not written by their code
	Units     map[string]string

	Minutes, Hours, Days, Nights forms
	HoursMinutes                 string

	Ticket, Starts, LocalTime, Open, AnyTime, Travellers, Lasts, Extras string
	Pickup, DropOff, BookedBy, Guest, Note, Reference, Line             string
	ShowCode, Cancellation, LocalTimes, Questions                       string
	Meeting, OpenMap, StartsAt                                          string

	Invoice, InvoiceNumber, PurchaseDate, Buyer, Method       string
	What, Quantity, Price, Amount, PageOf, Original, Discount string
	Promo, Total, Captured, Authorised, Refunded, GoesBack    string
	OwedByShop                                                string
	Due, DueBy, Arranged, Failed, Voided, Was                 string
	Exchanged, Shown                                          string
	Reserved, WholeParty, Dropped, TaxNumber                  string
	NothingToPay, NotABill, OrderedBy, Summary, OrderDate     string

	Statuses map[string]string // of bookings
	Methods  map[string]string
}

// wordsIn are those of an order's language. Languages that have none are told in English.
func wordsIn(code string) *Words {
	if code == arabic.Code {
		return &arabic
	}
	return &english
}

var english = Words{
	Code: "en", tag: language.English,
	Comma:     ",",
	Weekdays:  [7]string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"},
	Months:    [12]string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"},
	Greenwich: "GMT%[1]s", Times: "%[1]s × %[2]s",
	Symbols: map[string]string{
		"AUD": "A$", "BRL": "R$", "CAD": "CA$", "CNY": "CN¥", "EUR": "€", "GBP": "£", "HKD": "HK$", "JPY": "JP¥", "MXN": "MX$",
		"NZD": "NZ$", "TWD": "NT$", "USD": "US$",
	},
	Units: map[string]string{
		"ADULT": "Adult", "YOUTH": "Youth", "CHILD": "Child", "INFANT": "Infant", "FAMILY": "Family", "SENIOR": "Senior",
		"STUDENT": "Student", "MILITARY": "Military", "OTHER": "Guest",
	},

	Minutes:      forms{plural.One: "{n} minute", plural.Other: "{n} minutes"},
	Hours:        forms{plural.One: "{n} hour", plural.Other: "{n} hours"},
	Days:         forms{plural.One: "{n} day", plural.Other: "{n} days"},
	Nights:       forms{plural.One: "{n} night", plural.Other: "{n} nights"},
	HoursMinutes: "%[1]s h %[2]s min",

	Ticket: "Ticket", Starts: "Starts", LocalTime: "Local time in %[1]s (%[2]s)", Open: "Open from %[1]s to %[2]s",
	AnyTime:    "Come at any time in the opening hours",
	Travellers: "Travellers", Lasts: "Duration", Extras: "Extras", Pickup: "Pickup", DropOff: "Drop-off", BookedBy: "Booked by",
	Guest: "Lead traveller", Note: "Note", Reference: "Booking reference", Line: "Booking %[1]s of %[2]s",
	ShowCode: "Show this code when you arrive. On a phone is as good as on paper.", Cancellation: "Cancellation",
	LocalTimes: "All times are local to the destination.",
	Meeting:    "Meeting point", OpenMap: "Open in a map", StartsAt: "Starts at %[1]s",
	Questions: "Questions on the way? %[1]s",

	Invoice: "Invoice", InvoiceNumber: "Invoice number", PurchaseDate: "Date of purchase", Buyer: "Billed to",
	Method: "Payment", What: "Booking", Quantity: "Quantity", Price: "Price", Amount: "Amount", PageOf: "Page %[1]s of %[2]s",
	Original: "Original price", Discount: "Discount", Promo: "Promo code %[1]s", Total: "Total",
	Captured: "Paid", Authorised: "Reserved on the card, not charged", Refunded: "Refunded", GoesBack: "On its way back to you",
	OwedByShop: "Owed to you; we give it back ourselves",
	Due:        "To be paid", DueBy: "To be paid by %[1]s", Arranged: "To be paid to the supplier, as arranged",
	Exchanged: "Prices were converted from %s: %s.", Shown: "When it was ordered, that was about %s (%s).",
	Failed: "The payment did not go through.", Voided: "The reserved amount was released; nothing was charged.",
	Was: "before: %[1]s", Reserved: "Reserved", WholeParty: "For the whole party",
	Dropped: "Not charged", TaxNumber: "Tax number %[1]s",
	NothingToPay: "Nothing to pay", NotABill: "This order came to nothing. This is not a bill.", OrderedBy: "Ordered by",
	Summary: "Booking summary", OrderDate: "Ordered on",

	Statuses: map[string]string{
		"ON_HOLD": "Seats held", "PENDING": "Waiting for confirmation", "CONFIRMED": "Confirmed",
		"REJECTED": "Not confirmed", "EXPIRED": "Expired", "CANCELLED": "Cancelled", "REDEEMED": "Used",
	},
	Methods: map[string]string{"card": "By card", "pay_later": "Reserved now, paid later"},
}
