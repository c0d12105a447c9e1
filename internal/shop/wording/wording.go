// Package wording holds the texts of mails, documents and payment pages: one dictionary a language, and the functions
// that write dates, amounts, counted nouns and cancellation terms with it.
//
// A language is a file languages/<code>.json. Templates have placeholders in braces, "{city}", which Fill replaces.
// Values that visitors or editors typed are isolated (Isolate), so that their direction does not change the text
// around them.
package wording

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"storefront/internal/core/locale"
	"storefront/internal/core/payload"
)

// Dictionary holds the texts of a language. A test ensures that no language misses one.
type Dictionary struct {
	Code         string       `json:"-"`
	RTL          bool         `json:"-"`
	tag          language.Tag // selects plural forms
	Calendar     calendar
	Durations    durations
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
		Original, Discount, PromoCode, Dropped                                        string
		Captured, Authorised, Refunded, RefundDue, RefundByShop, Due, DueBy, Arranged string
		Failed, Voided, Exchanged, Shown                                              string
	}
	ticket struct {
		Title, Starts, StartsAt, AnyTime, OpenMap, Note, Line, ShowCode, Questions string
	}
	invoice struct {
		Title, Summary, NothingToPay, NotABill, Number, TaxNumber, PurchaseDate, OrderDate string
		BilledTo, OrderedBy, Method, Booking, Quantity, Price, Amount, WholeParty, Was     string
		PageOf                                                                             string
	}
)

// Labels are names of facts that mails, documents and payment pages share.
type Labels struct {
	Reference, Travellers, Extras, Duration, MeetingPoint, Pickup, DropOff, Cancellation string
	BookedBy, LeadTraveller, Reserved, Total                                             string
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
	Disputed, GivenBackElsewhere, RefundByHand, RefundFailed, ShopRefund, ShopReleased string

	Attached, LinkHours                Forms
	CountedBookings, CountedTravellers Forms
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
	AcceptTitle, AcceptText, Accept, AcceptedTitle, AcceptedText         string
	DeclineTitle, DeclineText, Decline, DeclinedTitle, DeclinedText      string
	AnsweredTitle, AnsweredText                                          string
	PaidTitle, PaidText, Paid, How, PaidDoneTitle, PaidDoneText          string
	NothingDueTitle, NothingDueText                                      string
	ExpiredTitle, ExpiredText, BrokenTitle, BrokenText, OnceHint, Status string

	MeansOf map[string]string // by booking.Means
}

// Direction returns "ltr" or "rtl".
func (d *Dictionary) Direction() string {
	if d.RTL {
		return "rtl"
	}
	return "ltr"
}

// fallback is the language of texts in languages without a dictionary.
const fallback = "en"

// In returns the dictionary of a language, or the English one if there is none.
func In(code string) *Dictionary {
	if d, ok := dictionaries()[code]; ok {
		return d
	}
	return dictionaries()[fallback]
}

//go:embed languages
var files embed.FS

var dictionaries = sync.OnceValue(func() map[string]*Dictionary {
	all, err := load()
	if err != nil {
		panic(err) // the files are part of the program, and tested
	}
	return all
})

func load() (map[string]*Dictionary, error) {
	all := map[string]*Dictionary{}
	entries, err := files.ReadDir("languages")
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		data, err := files.ReadFile("languages/" + entry.Name())
		if err != nil {
			return nil, err
		}
		code := strings.TrimSuffix(entry.Name(), ".json")
		d := &Dictionary{Code: code, RTL: locale.Configured[code].Dir == "rtl", tag: language.Make(code)}
		decoder := json.NewDecoder(bytes.NewReader(data))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(d); err != nil {
			return nil, fmt.Errorf("%s: %w", entry.Name(), err)
		}
		all[code] = d
	}
	return all, nil
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

func nonEmpty(parts []string) (kept []string) {
	for _, part := range parts {
		if part != "" {
			kept = append(kept, part)
		}
	}
	return kept
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
