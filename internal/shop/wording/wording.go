// Package wording holds the texts of mails, documents and payment pages: one dictionary a language, and the functions
// that write dates, amounts, counted nouns and cancellation terms with it.
//
// English and Arabic come with the program (package translation), other languages with builds (LoadDictionaries).
// Templates have placeholders in braces, "{city}", which Fill replaces. Values that visitors or editors typed are
// isolated (Isolate), so that their direction does not change the text around them.
package wording

import (
	"strconv"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"storefront/internal/core/payload"
)

// Dictionary holds the texts of a language. A test ensures that no language misses one.
type Dictionary struct {
	Code         string       `json:"-"`
	RTL          bool         `json:"-"`
	tag          language.Tag // selects plural forms
	Calendar     calendar
	Durations    durations
	Numbers      numbers
	Colon        string            // with the spaces around it
	Currencies   map[string]string // the symbols of currencies that are not written as their code
	Units        map[payload.UnitType]string
	Statuses     map[string]string // by the booking's status
	Methods      map[string]string // by the order's payment method
	Cancellation cancellation
	Labels       Labels
	Booking      bookingTexts
	Sums         sums
	Ticket       ticket
	Invoice      invoice
	Manifest     Manifest
	Mail         Mail
	PaymentPage  PaymentPage
	LinkPage     LinkPage
}

// Forms are the plural forms of a counted noun: "one", "two", "few", "many", "other". {n} is the number.
type Forms map[string]string

type (
	calendar struct {
		Weekdays, ShortWeekdays [7]string  // short names are empty in languages that do not abbreviate them
		Months, ShortMonths     [12]string // as above
		Halves                  [2]string  // of the day; empty in languages with a clock of 24 hours
		Comma, GMT              string
		First                   string // the first day of a month, "1er"; empty if it is a number like any other

		// How dates are put together: Day is without the year, Date with it, FullDate with the weekday too;
		// WeekdayYear is the rest of what Day leaves out, and Moment is a near day with its time.
		Day, Date, FullDate, WeekdayYear, Moment string
	}
	numbers struct {
		Decimal, Group string
		Amount         string // of an amount and the symbol of its currency
	}
	durations struct {
		Minutes, Hours, Days, Nights Forms
		HoursMinutes                 string
	}
	cancellation struct {
		UntilConfirmation, UntilPayment, Free, Part, Nothing, NothingAfter string
	}
	bookingTexts struct {
		Quantity, LocalTime, LocalTimes, OpenHours string
	}
	sums struct {
		Original, Discount, PromoCode, Dropped                                                    string
		Captured, Authorised, Refunded, WrittenOff, RefundDue, RefundByShop, Due, DueBy, Arranged string
		Failed, Voided, Exchanged, Shown                                                          string
	}
	ticket struct {
		Title, Starts, StartsAt, AnyTime, OpenMap, RunBy, Note, Line, ShowCode, Questions string
	}
	invoice struct {
		Title, Summary, NothingToPay, NotABill, Number, TaxNumber, PurchaseDate, OrderDate string
		BilledTo, OrderedBy, Method, Booking, Quantity, Price, Amount, WholeParty, Was     string
		PageOf                                                                             string
	}
)

// Manifest has the labels of a day's travellers. A column's label is one word, because the table's header is separated
// by spaces; a trailing > aligns the column to the end.
type Manifest struct {
	Columns, DropOffs                                  string
	AnyTime, NoSupplier, Meeting, Pickup, TheirAddress string
	Bookings, Travellers                               Forms
}

// Labels are names of facts that mails, documents and payment pages share.
type Labels struct {
	Reference, Travellers, Extras, Duration, MeetingPoint, Pickup, DropOff, Cancellation string
	BookedBy, LeadTraveller, NameRemoved, Reserved, Total                                string
}

// Mail holds the texts of mails.
type Mail struct {
	Greeting, Next, Help, HelpOrder, LinkHint, Reason, ShopReason                    string
	Activities, Bookings, Payment                                                    string
	Activity, Address, AnswerBy, Chat, ChatText, Date, Email, NeverExpires, Offer    string
	OnMap, OpeningHours, Option, Phone, Price, RequestReference, Sender, Sent, Start string
	Supplier, Topic, UTC, ValidUntil                                                 string
	Bring, OnTheDay, ToPay                                                           string
	Booking, Collect, Decline, Note, SupplierHelp, SupplierReason                    string
	ArriveMeeting, ArrivePickup, ArriveBoth, ConfirmBy, NewTicket, RestStands        string

	// The money of an order that failed, of a booking that was cancelled, and of an order that the shop must look at.
	NothingCharged, NothingOwed, OwedByShop, RefundComes, Released                     string
	CancelByShop, CancelFree, CancelKept, CancelNothing, CancelRefund, CancelReleased  string
	CancelApplied, CancelDue, CancelReturned                                           string
	Disputed, GivenBackElsewhere, RefundByHand, RefundFailed, ShopRefund, ShopReleased string

	Departure, CountCancelled, CountReturned, CountMoved, CountChoosing, CountOpen string
	CountUnmailed                                                                  string
	OrAnother, OrAnotherUnpaid                                                     string
	ReleasedIfCancelled, AppliedIfCancelled, PartAppliedIfCancelled                string

	ByCardYourself, PayByCard, Undecided                                   string // of a reservation
	BuyerMailed, BuyerTickets, BuyerMailedLater, BuyerReply, BuyerUnmailed string // for the shop and suppliers

	Attached, LinkHours                Forms
	CountedBookings, CountedTravellers Forms
	Because                            map[string]string // by booking.DisruptionReason
	Conflicts                          map[string]string // by booking.Conflict
	Topics                             map[string]string // by the topic of a contact message
	Letters                            map[string]Letter // by the notice's kind, and the variant after a space
}

// Letter holds the texts of one kind of mail.
type Letter struct {
	Subject, Stamp, Heading string
	Lead                    []string // the news
	Next                    []string // the next steps
	Action                  string   // the button's label
	Reason                  string   // why the reader receives it; empty: the usual reason
}

// PaymentPage holds the texts of the payment sandbox.
type PaymentPage struct {
	Provider, TestOnly, NoMoney, PayTo, Summary, TimeLeft                            string
	CardDetails, Number, Expiry, ExpiryHint, CVC, Holder, Pay, Back, BackHint        string
	TestCards, TestCardsHint, CardNumber, CardEffect                                 string
	EffectSuccess, EffectDecline, EffectChallenge, EffectSlow                        string
	EffectUncapturable, EffectRefundFails, EffectDisputed, EffectOther               string
	Declined, Mistaken                                                               string
	Bank, BankTitle, BankAsk, CardEnding, Approve, Refuse                            string
	EndedTitle, EndedText, PaidTitle, PaidText, Return                               string
	UnknownTitle, UnknownText, StaleTitle, StaleText, BrokenTitle, BrokenText, Again string

	Errors map[string]string // by the mistake's name in package sandbox
}

// LinkPage holds the texts of the pages that mailed links lead to.
type LinkPage struct {
	AcceptTitle, AcceptText, Accept, AcceptedTitle, AcceptedText string
	AcceptUnpaidText, AcceptedUnpaidText                         string // of reservations to be paid later
	// What an answer leads to, as far as it does.
	Mailed, Charged, ChargedLater, NotCharged, GivenBack, Counted string

	DeclineTitle, DeclineText, Decline, DeclinedTitle, DeclinedText      string
	AnsweredTitle, AnsweredText, FormerTitle, FormerText                 string
	PaidTitle, PaidText, Paid, How, PaidDoneTitle, PaidDoneText          string
	NothingDueTitle, NothingDueText, ChangedText                         string
	ExpiredTitle, ExpiredText, BrokenTitle, BrokenText, OnceHint, Status string

	ChoiceTitle, ChoiceText, ChoiceMovedText, ChoiceFull, WhichStart string
	ChooseStart, TakeMoney, ChosenTitle, ChosenText                  string
	MoneyTitle, MoneyText                                            string
	// of a booking that its buyer has not paid
	ChoiceUnpaidTitle, ChoiceUnpaidText, ChoiceMovedUnpaidText string
	CancelBooking, CancelledUnpaidText, CancelledText          string

	WaitTitle, WaitText, LeaveList, LeftTitle, LeftText                     string // of a waiting list
	OfferTitle, OfferText, TakeSeats, RefuseSeats, LapsedTitle, LapsedText  string
	ToExperience                                                            string
	OrderedTitle, OrderedText, GoneTitle, GoneText, ClosedTitle, ClosedText string

	MeansOf map[string]string // by booking.Means
}

// Direction returns "ltr" or "rtl".
func (d *Dictionary) Direction() string {
	if d.RTL {
		return "rtl"
	}
	return "ltr"
}

// Fill replaces the placeholders of a template. Pairs are the names of placeholders and their values.
func Fill(template string, pairs ...string) string {
	for i := 0; i < len(pairs); i += 2 {
		pairs[i] = "{" + pairs[i] + "}"
	}
	return strings.NewReplacer(pairs...).Replace(template)
}

// Join joins the parts that are not empty.
func Join(separator string, parts ...string) string {
	return strings.Join(nonEmpty(parts), separator)
}

// List joins the parts that are not empty with the language's comma.
func (d *Dictionary) List(parts ...string) string { return Join(d.Calendar.Comma+" ", parts...) }

func nonEmpty(parts []string) (result []string) {
	for _, part := range parts {
		if part != "" {
			result = append(result, part)
		}
	}
	return result
}

// pluralNames are the names of plural forms by their constants in package plural.
var pluralNames = [...]string{
	plural.Other: "other", plural.Zero: "zero", plural.One: "one",
	plural.Two: "two", plural.Few: "few", plural.Many: "many",
}

// Count returns a number with its noun, in the plural form that the number takes.
func (d *Dictionary) Count(forms Forms, n int) string {
	template, ok := forms[pluralNames[plural.Cardinal.MatchPlural(d.tag, n, 0, 0, 0, 0)]]
	if !ok {
		template = forms["other"]
	}
	return Fill(template, "n", strconv.Itoa(n))
}
