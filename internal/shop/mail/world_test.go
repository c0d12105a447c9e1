package mail_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/core/payload"
	"storefront/internal/shop/account"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/contact"
	"storefront/internal/shop/document/ticket"
	"storefront/internal/shop/mail"
	"storefront/internal/shop/payment"
)

var noon = at("2026-11-20T12:00:00Z")

func at(text string) time.Time {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return at
}

// world is all that mails are made of.
type world struct {
	orders       map[string]booking.Order
	negotiations map[string]booking.Negotiation
	messages     map[string]contact.Message
	opening      account.OpeningMail
	resets       map[string]string // tokens by address
	secrets      int               // made for links
	departure    booking.Departure
	party        booking.Waiting // on a waiting list
	staff        string          // the language of the shop's people; the deployment's first where it is empty
}

func (w *world) Order(_ context.Context, id string) (booking.Order, error) { return of(w.orders, id) }
func (w *world) NegotiationByReference(_ context.Context, _, reference string) (booking.Negotiation, error) {
	return of(w.negotiations, reference)
}
func (w *world) Message(_ context.Context, id string) (contact.Message, error) {
	return of(w.messages, id)
}

func (w *world) UserByEmail(_ context.Context, _, email string) (account.User, error) {
	_, err := of(w.resets, email)
	return account.User{Email: email}, err
}

func (w *world) OpeningLink(context.Context, string, string) (account.OpeningMail, error) {
	if w.opening.Token != "" {
		w.secrets++
	}
	return w.opening, nil
}

func (w *world) ResetLink(_ context.Context, _, email string) (string, bool, error) {
	token, known := w.resets[email]
	w.secrets++
	return token, known, nil
}

func of[T any](all map[string]T, id string) (T, error) {
	found, has := all[id]
	if !has {
		return found, fault.New(fault.NotFound, "There is none.")
	}
	return found, nil
}

func (w *world) deployments() []payload.Deployment {
	return []payload.Deployment{{
		ID: "wayfare", Name: map[string]string{"en": "Wayfare", "ar": "دروب"}, BaseURL: "https://www.wayfare.example",
		Languages: []string{"en", "ar", "fr"}, Currencies: []string{"AED"},
		Contact: payload.DeploymentContact{
			Email: "hello@wayfare.example", Language: w.staff, Phone: "+971 4 555 0142",
			ChatURL: "https://wa.me/97145550142",
			Address: map[string]string{"en": "Office 304, Al Seef Street, Dubai", "ar": "مكتب 304، شارع السيف، دبي"},
		},
	}}
}

// mailer returns a Mailer of the world with a transport.
func (w *world) mailer(t testing.TB, transport mail.Transport) *mail.Mailer {
	t.Helper()
	key, err := ticket.NewKey(bytes.Repeat([]byte{7}, 32))
	if err != nil {
		t.Fatal(err)
	}
	return mail.New(mail.Config{
		Orders: w, Negotiations: w, Messages: w, Accounts: w, Users: w, Deployments: w.deployments, Tickets: key,
		Transport: transport,
		OrderLink: func(o *booking.Order) string { return "token-of-" + o.ID },
		Suppliers: mail.Suppliers{Contact: w.supplier, DayBookings: w.day,
			CancelledBookings: func(context.Context, string, string, string) ([]booking.OrderBooking, error) {
				o := w.orders["o-1"]
				return []booking.OrderBooking{{Order: &o, Booking: &o.Bookings[0]}}, nil
			},
			AnswerURL: func(origin string, o *booking.Order,
				_ *booking.Booking) string {
				return origin + "/answer-" + o.ID
			},
			PaidURL: func(origin string, o *booking.Order,
				_ *booking.Booking) string {
				return origin + "/paid-" + o.ID
			}},
		TripInfo: func(*booking.Order, *booking.Booking) booking.TripInfo {
			return booking.TripInfo{Bring: []string{"Sunglasses", "A scarf"},
				Know: []string{"The desert is cool at night."}}
		},
		Departures: mail.Departures{
			Report: func(context.Context, string) (booking.DepartureReport, error) { return report(), nil },
			At: func(context.Context, booking.Deployment, booking.Slot) (booking.Departure, error) {
				return w.departure, nil
			},
			ChoiceURL: func(origin string, o *booking.Order, _ *booking.Booking) string {
				return origin + "/choice-" + o.ID
			},
		},
		WaitingLists: mail.WaitingLists{
			Party: func(context.Context, string) (booking.Waiting, int, error) { return w.party, 3, nil },
			URL:   func(origin string, p *booking.Waiting) string { return origin + "/waiting-" + p.ID },
		},
		ConfirmBy: confirmBy, DecideBy: decideBy, Retryable: func(*booking.Order) bool { return false },
		OrderIn: orderIn, NegotiationIn: negotiationIn,
		Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return noon },
	})
}

// supplier is the one of the dunes, who reads the staff's language.
func (w *world) supplier(id string) (payload.SupplierContact, bool) {
	return payload.SupplierContact{
		ID: id, Email: "sands@sands.example", Language: w.staff,
		Name: map[string]string{"en": "Saffron Sands", "ar": "رمال الزعفران"}, Notify: payload.AllSupplierNews,
	}, id == "sands"
}

func (w *world) day(_ context.Context, _, supplier, day string) (list []booking.OrderBooking, err error) {
	for _, o := range w.orders {
		for i := range o.Bookings {
			if b := &o.Bookings[i]; b.Detail.Supplier.ID == supplier && b.Choice.Date == day && b.IsExpected() {
				list = append(list, booking.OrderBooking{Order: &o, Booking: b})
			}
		}
	}
	return list, nil
}

// confirmBy is a booking's rule, as far as mails are concerned.
func confirmBy(o *booking.Order) time.Time {
	if o.Payment.Status != booking.PaymentAuthorised {
		return time.Time{}
	}
	return at("2026-11-29T07:55:40Z")
}

func decideBy(o *booking.Order) time.Time {
	if o.Method == booking.PayLater {
		return o.Payment.PayBy
	}
	return confirmBy(o)
}

// orderIn returns an order with the texts of the dunes in a language.
func orderIn(o booking.Order, language string) booking.Order {
	from := o.Language
	o.Language, o.Bookings = language, slices.Clone(o.Bookings)
	for i := range o.Bookings {
		if d := &o.Bookings[i].Detail; d.ProductTitle == dunesBooking(from, 0, "").Detail.ProductTitle {
			*d = dunesBooking(language, 0, "").Detail
		}
	}
	return o
}

func negotiationIn(n booking.Negotiation, language string) booking.Negotiation {
	if n.ProductTitle == negotiation(n.Language).ProductTitle {
		n.ProductTitle, n.OptionTitle = negotiation(language).ProductTitle, negotiation(language).OptionTitle
	}
	n.Language = language
	return n
}

func newWorld() *world {
	return &world{
		orders: map[string]booking.Order{}, negotiations: map[string]booking.Negotiation{},
		messages: map[string]contact.Message{},
		resets:   map[string]string{}, departure: dunesDeparture(),
	}
}

// dunesBooking is a booking of an evening in the desert.
func dunesBooking(language string, line int, status booking.BookingStatus) booking.Booking {
	d := booking.Detail{
		ProductTitle: "Sunset dunes by vintage Land Rover", ProductPath: "/things-to-do-in-dubai/sunset-dunes",
		City: "Dubai", OptionTitle: "Shared car", Supplier: booking.Supplier{ID: "sands", Name: "Saffron Sands"},
		TimeZone: "Asia/Dubai", Minutes: 360, Travellers: 3,
		Units: []booking.DetailUnit{{ID: "adult", Type: "ADULT", Quantity: 2},
			{ID: "child", Type: "CHILD", Quantity: 1}},
		Extras:       []booking.DetailUnit{{ID: "cake", Title: "A cake", Quantity: 1}},
		Pickup:       &booking.DetailPlace{Title: "Al Seef, main gate", Time: "14:30", Address: "Hotel Creek, room 12"},
		Cancellation: []booking.RefundTier{{Before: 1440, Refund: 100}, {Before: 360, Refund: 50}},
	}
	if language == "ar" {
		d.ProductTitle, d.City = "غروب الكثبان في سيارة Land Rover عتيقة", "دبي"
		d.OptionTitle, d.Extras[0].Title, d.Supplier.Name = "سيارة مشتركة", "كعكة", "رمال الزعفران"
		d.Pickup = &booking.DetailPlace{Title: "السيف، البوابة الرئيسية", Time: "14:30",
			Address: "فندق Creek، الغرفة 12"}
	}
	return booking.Booking{
		ID: fmt.Sprintf("b-%d", line), Line: line, Status: status,
		StartsAt: at("2026-12-05T11:00:00Z").AddDate(0, 0, line), Amount: 106_500,
		Choice: booking.Choice{Product: "dunes", Option: "shared", Date: fmt.Sprintf("2026-12-%02d", 5+line),
			StartTime: "15:00"},
		Detail: d,
	}
}

// order has one booking of each status.
func order(language string, statuses ...booking.BookingStatus) booking.Order {
	o := booking.Order{
		ID: "o-1", Reference: "K7M29QXT", Deployment: "wayfare", Seller: "Wayfare", Language: language, Currency: "AED",
		Exponent: 2,
		Buyer: booking.Buyer{FirstName: "Zoë", LastName: "Marchetti-Şahin", Email: "zoe@post.example",
			PhoneCountry: "AE", Phone: "0501234567"},
		Method: booking.Card, CreatedAt: at("2026-11-20T09:30:00Z"),
		Payment: booking.Payment{Status: booking.PaymentNone},
	}
	if language == "ar" {
		o.Seller = "دروب"
		o.Buyer.FirstName, o.Buyer.LastName = "ليلى", "الهنائية"
	}
	for line, status := range statuses {
		o.Bookings = append(o.Bookings, dunesBooking(language, line, status))
		o.Total += o.Bookings[line].Amount
	}
	o.Original = o.Total
	return o
}

func (w *world) put(o booking.Order, payment booking.Payment) {
	o.Payment = payment
	w.orders[o.ID] = o
}

// scene is a letter: its subject, and the notice for it.
type scene struct {
	letter string // its name in the dictionary
	set    func(w *world, language string)
	notice notice.Notice // except its language
}

func orderScene(letter string, kind notice.Kind, set func(w *world, language string)) scene {
	return scene{letter, set, notice.Notice{Kind: kind, To: "zoe@post.example", Subject: "o-1"}}
}

const (
	total  = 106_500
	offset = 24 * time.Hour
)

func payLater(w *world, language string, status booking.BookingStatus, money booking.PaymentStatus) {
	o := order(language, status)
	o.Method = booking.PayLater
	w.put(o, booking.Payment{Status: money, PayBy: o.CreatedAt.Add(offset)})
}

// paidAtDesk puts an order that was paid in cash and waits for its supplier.
func paidAtDesk(w *world, language string) {
	o := order(language, booking.Pending)
	o.Method = booking.PayLater
	w.put(o, booking.Payment{Status: booking.PaymentCaptured, Records: []booking.Record{
		{Kind: booking.RecordedPayment, By: booking.InCash, Amount: total},
	}})
}

func negotiation(language string) booking.Negotiation {
	g := booking.Negotiation{
		ID: "n-1", Reference: "B4X7", Deployment: "wayfare", Language: language,
		Choice: booking.Choice{Date: "2026-12-05"},
		City:   "Fez", TimeZone: "Africa/Casablanca", Currency: "AED", Exponent: 2, ProductTitle: "Sufi music evening",
		OptionTitle: "The whole house",
		Name:        "Zoë", Phone: "+971 50 123 4567", Status: booking.NegotiationAnswered, Price: 480_000,
		ExpiresAt: at("2026-11-30T20:00:00Z"),
		Answer:    "We can do that.\nTea & dates are included.",
	}
	if language == "ar" {
		g.City, g.ProductTitle, g.OptionTitle, g.Name = "فاس", "أمسية موسيقى صوفية", "البيت كله", "ليلى"
		g.Answer = "يمكننا ذلك.\nالشاي والتمر ضمن السعر."
	}
	return g
}

func message(w *world, language string) {
	m := contact.Message{
		ID: "c-1", Name: "Zoë <b>", Email: "zoe@post.example", Topic: contact.OnBooking, Order: "K7M29QXT",
		CreatedAt: noon,
		Text:      "Is it cold at night?\nWe come with <children>.",
	}
	if language == "ar" {
		m.Name, m.Text = "ليلى", "هل الليل بارد؟\nمعنا أطفال."
	}
	w.messages[m.ID] = m
}

// scenes have every letter at least once.
var scenes = []scene{
	orderScene("order_received", notice.OrderReceived, func(w *world, language string) {
		payLater(w, language, booking.Pending, booking.PaymentDue)
	}),
	orderScene("order_received at start", notice.OrderReceived, func(w *world, language string) {
		o := order(language, booking.Pending)
		o.Method = booking.PayLater
		w.put(o, booking.Payment{
			Status: booking.PaymentDue, PayBy: o.Bookings[0].StartsAt, AtStart: true,
			Where: "At our desk in the lobby, cash or card",
		})
	}),
	orderScene("order_confirmed", notice.OrderConfirmed, func(w *world, language string) {
		o := order(language, booking.Confirmed, booking.Confirmed)
		o.PromoCode, o.Total, o.Original = "DESERT10", o.Total-21_300, o.Total+10_000
		for i := range o.Bookings {
			o.Bookings[i].Detail.Price.Total, o.Bookings[i].Amount = o.Bookings[i].Amount, o.Bookings[i].Amount-10_650
		}
		w.put(o, booking.Payment{Status: booking.PaymentCaptured, Captured: o.Total, Authorised: o.Total})
	}),
	orderScene("order_partly", notice.OrderPartlyConfirmed, func(w *world, language string) {
		paid := booking.Payment{Status: booking.PaymentCaptured, Captured: total, Authorised: 2 * total}
		w.put(order(language, booking.Confirmed, booking.Rejected), paid)
	}),
	orderScene("order_on_hold", notice.OrderOnHold, func(w *world, language string) {
		w.put(order(language, booking.Pending), booking.Payment{Status: booking.PaymentAuthorised, Authorised: total})
	}),
	orderScene("order_on_hold free", notice.OrderOnHold, func(w *world, language string) {
		o := order(language, booking.Pending)
		o.Total, o.Bookings[0].Amount = 0, 0
		w.put(o, booking.Payment{Status: booking.PaymentCaptured})
	}),
	orderScene("order_on_hold paid", notice.OrderOnHold, paidAtDesk),
	orderScene("order_failed", notice.OrderFailed, func(w *world, language string) {
		w.put(order(language, booking.Expired), booking.Payment{Status: booking.PaymentRefundPending, Captured: total,
			Authorised: total})
	}),
	orderScene("order_failed lapsed", notice.OrderFailed, func(w *world, language string) {
		payLater(w, language, booking.Expired, booking.PaymentFailed)
	}),
	orderScene("payment_reminder", notice.PaymentReminder, func(w *world, language string) {
		payLater(w, language, booking.Pending, booking.PaymentDue)
	}),
	{"booking_cancelled", func(w *world, language string) {
		o := order(language, booking.Confirmed, booking.Cancelled)
		o.Bookings[1].Refunded = total / 2
		w.put(o, booking.Payment{Status: booking.PaymentRefundPending, Captured: 2 * total, Authorised: 2 * total})
	}, notice.Notice{Kind: notice.BookingCancelled, To: "zoe@post.example", Subject: "o-1", Booking: "b-1"}},
	{"booking_changed", func(w *world, language string) {
		w.put(order(language, booking.Confirmed), booking.Payment{Status: booking.PaymentCaptured, Captured: total,
			Authorised: total})
	}, notice.Notice{Kind: notice.BookingChanged, To: "zoe@post.example", Subject: "o-1", Booking: "b-0"}},
	{"booking_cancelled departure", func(w *world, language string) {
		o := order(language, booking.Cancelled)
		o.Bookings[0].Refunded, o.Bookings[0].Disruption = total, &booking.Disruption{BuyerReason: booking.Weather}
		w.put(o, booking.Payment{Status: booking.PaymentRefundPending, Captured: total, Authorised: total})
	}, notice.Notice{Kind: notice.BookingCancelled, To: "zoe@post.example", Subject: "o-1", Booking: "b-0"}},
	{"booking_disrupted", func(w *world, language string) {
		offered(w, language, &booking.Disruption{BuyerReason: booking.GuideMissing})
	}, notice.Notice{Kind: notice.BookingDisrupted, To: "zoe@post.example", Subject: "o-1", Booking: "b-0"}},
	{"booking_disrupted unpaid", func(w *world, language string) {
		payLater(w, language, booking.Pending, booking.PaymentDue)
		o := w.orders["o-1"]
		o.Bookings[0].Disruption = &booking.Disruption{BuyerReason: booking.GuideMissing, Until: o.Payment.PayBy}
		w.put(o, o.Payment)
	}, notice.Notice{Kind: notice.BookingDisrupted, To: "zoe@post.example", Subject: "o-1", Booking: "b-0"}},
	{"booking_disrupted moved", func(w *world, language string) {
		offered(w, language, &booking.Disruption{BuyerReason: booking.Rescheduled, Moved: true})
	}, notice.Notice{Kind: notice.BookingDisrupted, To: "zoe@post.example", Subject: "o-1", Booking: "b-0"}},
	{"shop_departure", func(w *world, _ string) {}, notice.Notice{Kind: notice.ShopDeparture,
		To: "hello@wayfare.example", Subject: "change"}},
	{"departure_below_minimum", func(w *world, _ string) {
		w.departure.Minimum, w.departure.Conflict = booking.BelowMinimum, booking.NoConflict
	}, notice.Notice{Kind: notice.DepartureBelowMinimum, To: "hello@wayfare.example", Subject: dunesName}},
	{"departure_conflict", func(w *world, _ string) {}, notice.Notice{Kind: notice.DepartureConflict,
		To: "hello@wayfare.example", Subject: dunesName}},
	{"booking_moved", func(w *world, language string) {
		w.put(order(language, booking.Confirmed), booking.Payment{Status: booking.PaymentRefundPending,
			Captured: 2 * total, Authorised: 2 * total})
	}, notice.Notice{Kind: notice.BookingMoved, To: "zoe@post.example", Subject: "o-1", Booking: "b-0"}},
	{"move_payment", func(w *world, language string) {
		o, extra := order(language, booking.Confirmed), order(language, booking.OnHold)
		o.Bookings[0].PendingMove, extra.ID = "o-2", "o-2"
		extra.Bookings[0].StartsAt, extra.Bookings[0].Choice.StartTime = at("2026-12-05T13:00:00Z"), "17:00"
		extra.HoldUntil = noon.Add(12 * time.Hour)
		w.put(extra, booking.Payment{SessionID: "session"})
		w.put(o, booking.Payment{Status: booking.PaymentCaptured, Captured: total, Authorised: total})
	}, notice.Notice{Kind: notice.MovePayment, To: "zoe@post.example", Subject: "o-1", Booking: "b-0"}},
	orderScene("order_link", notice.OrderLink, func(w *world, language string) {
		w.put(order(language, booking.Confirmed), booking.Payment{Status: booking.PaymentCaptured, Captured: total,
			Authorised: total})
	}),
	{"account_opening", func(w *world, _ string) {
		w.opening = account.OpeningMail{FirstName: "Zoë", Token: "opens"}
	}, notice.Notice{Kind: notice.AccountOpening, To: "zoe@post.example"}},
	{"account_opening known", func(w *world, _ string) {
		w.opening = account.OpeningMail{FirstName: "Zoë", AccountExists: true}
	}, notice.Notice{Kind: notice.AccountOpening, To: "zoe@post.example"}},
	{"password_reset", func(w *world, _ string) {
		w.resets["zoe@post.example"] = "resets"
	}, notice.Notice{Kind: notice.PasswordReset, To: "zoe@post.example"}},
	{"negotiation_answered", func(w *world, language string) {
		w.negotiations["B4X7"] = negotiation(language)
	}, notice.Notice{Kind: notice.NegotiationAnswered, To: "zoe@post.example", Subject: "B4X7"}},
	{"negotiation_answered declined", func(w *world, language string) {
		g := negotiation(language)
		g.Status, g.Price, g.ExpiresAt, g.Answer = booking.NegotiationDeclined, 0, time.Time{}, ""
		w.negotiations["B4X7"] = g
	}, notice.Notice{Kind: notice.NegotiationAnswered, To: "zoe@post.example", Subject: "B4X7"}},
	waitingScene(notice.WaitingJoined, booking.WaitingOpen),
	waitingScene(notice.WaitingOffer, booking.WaitingOffered),
	waitingScene(notice.WaitingWithdrawn, booking.WaitingOpen),
	waitingScene(notice.WaitingCancelled, booking.WaitingCancelled),
	{"negotiation_asked", func(w *world, language string) {
		g := negotiation(language)
		g.Status, g.Price, g.ExpiresAt, g.Answer, g.Offer = booking.NegotiationOpen, 0, time.Time{}, "", 400_000
		g.Choice.StartTime, g.Choice.Units = "20:00", []booking.Quantity{{ID: "adult", Quantity: 12}}
		g.Email, g.Message = "zoe@post.example", "Could it be later?"
		w.negotiations["B4X7"] = g
	}, notice.Notice{Kind: notice.NegotiationAsked, To: "hello@wayfare.example", Subject: "B4X7"}},
	{"order_waiting", func(w *world, language string) {
		paid := booking.Payment{Status: booking.PaymentAuthorised, Authorised: 2 * total}
		w.put(order(language, booking.Confirmed, booking.Pending), paid)
	}, notice.Notice{Kind: notice.OrderWaiting, To: "hello@wayfare.example", Subject: "o-1"}},
	{"order_waiting later", func(w *world, language string) {
		payLater(w, language, booking.Pending, booking.PaymentDue)
	}, notice.Notice{Kind: notice.OrderWaiting, To: "hello@wayfare.example", Subject: "o-1"}},
	{"order_waiting paid", paidAtDesk,
		notice.Notice{Kind: notice.OrderWaiting, To: "hello@wayfare.example", Subject: "o-1"}},
	orderScene("payment_received", notice.PaymentReceived, func(w *world, language string) {
		o := order(language, booking.Confirmed)
		o.Method = booking.PayLater
		w.put(o, booking.Payment{Status: booking.PaymentCaptured, Records: []booking.Record{
			{Kind: booking.RecordedPayment, By: booking.InCash, Amount: total},
		}})
	}),
	{"payment_attention", func(w *world, language string) {
		o := order(language, booking.Cancelled)
		o.Bookings[0].Refunded = total
		w.put(o, booking.Payment{
			Status: booking.PaymentRefundFailed, Captured: total, Authorised: total,
			RefundProblem: "the card is closed",
			Dispute:       payment.Dispute{Status: "needs_response", Amount: total},
		})
	}, notice.Notice{Kind: notice.PaymentAttention, To: "hello@wayfare.example", Subject: "o-1"}},
	{"shop_order_confirmed", func(w *world, language string) {
		o := order(language, booking.Confirmed, booking.Rejected)
		o.Guest = &booking.Guest{Name: "Noor Al-Hinai", Phone: "+968 9123 4567", Info: "A wheelchair that folds."}
		w.put(o, booking.Payment{Status: booking.PaymentCaptured, Captured: total, Authorised: 2 * total})
	}, notice.Notice{Kind: notice.ShopOrderConfirmed, To: "hello@wayfare.example", Subject: "o-1"}},
	{"shop_booking_cancelled", func(w *world, language string) {
		o := order(language, booking.Confirmed, booking.Cancelled)
		o.Bookings[1].Refunded = total / 2
		w.put(o, booking.Payment{Status: booking.PaymentRefundPending, Captured: 2 * total, Authorised: 2 * total})
	}, notice.Notice{Kind: notice.ShopBookingCancelled, To: "hello@wayfare.example", Subject: "o-1", Booking: "b-1"}},
	{"shop_booking_moved", func(w *world, language string) {
		w.put(order(language, booking.Confirmed, booking.Confirmed), booking.Payment{Status: booking.PaymentCaptured,
			Captured: 2 * total, Authorised: 2 * total})
	}, notice.Notice{Kind: notice.ShopBookingMoved, To: "hello@wayfare.example", Subject: "o-1", Booking: "b-1"}},
	{"contact_received", message, notice.Notice{Kind: notice.ContactReceived, To: "zoe@post.example", Subject: "c-1"}},
	{"contact_message", message, notice.Notice{Kind: notice.ContactMessage, To: "hello@wayfare.example",
		Subject: "c-1"}},
}

func confirmedTrip(w *world, language string) {
	w.put(order(language, booking.Confirmed), booking.Payment{Status: booking.PaymentCaptured, Captured: total,
		Authorised: total})
}

func supplierScene(letter string, kind notice.Kind, set func(w *world, language string)) scene {
	return scene{letter, set, notice.Notice{Kind: kind, To: "sands@sands.example", Subject: "o-1",
		Booking: "b-0"}}
}

func init() { scenes = append(scenes, supplierScenes...) }

// movedAway is an order that another supplier has on another day.
func movedAway(w *world, language string) {
	o := withNote(language, booking.Confirmed)
	b := &o.Bookings[0]
	b.Former = []booking.FormerBooking{{Choice: b.Choice, StartsAt: b.StartsAt, Amount: b.Amount, Detail: b.Detail,
		Guest: o.Guest}}
	b.StartsAt, b.Choice.Date = b.StartsAt.AddDate(0, 0, 2), "2026-12-07"
	b.Detail.Supplier, b.Detail.Changes = booking.Supplier{ID: "camels", Name: "Camels"}, 1
	o.Guest = &booking.Guest{Name: "Omar Saleh"}
	w.put(o, booking.Payment{Status: booking.PaymentCaptured, Captured: total})
}

// withNote is an order whose lead traveller is not the buyer.
func withNote(language string, statuses ...booking.BookingStatus) booking.Order {
	o := order(language, statuses...)
	o.Guest = &booking.Guest{Name: "Noor Al-Hinai", Phone: "+968 9123 4567", Info: "A wheelchair that folds."}
	return o
}

var supplierScenes = []scene{
	{"trip_reminder", confirmedTrip, notice.Notice{Kind: notice.TripReminder, To: "zoe@post.example", Subject: "o-1",
		Booking: "b-0"}},
	{"review_request", confirmedTrip, notice.Notice{Kind: notice.ReviewRequest, To: "zoe@post.example", Subject: "o-1",
		Booking: "b-0"}},
	supplierScene("supplier_request", notice.SupplierRequest, func(w *world, language string) {
		w.put(withNote(language, booking.Pending), booking.Payment{Status: booking.PaymentAuthorised,
			Authorised: total})
	}),
	supplierScene("supplier_booking", notice.SupplierBooking, func(w *world, language string) {
		w.put(withNote(language, booking.Confirmed), booking.Payment{Status: booking.PaymentCaptured, Captured: total})
	}),
	supplierScene("supplier_booking due", notice.SupplierBooking, func(w *world, language string) {
		o := withNote(language, booking.Pending)
		o.Method, o.Bookings[0].Decision = booking.PayLater, booking.Accepted
		w.put(o, booking.Payment{Status: booking.PaymentDue, AtStart: true, PayBy: o.Bookings[0].StartsAt})
	}),
	supplierScene("supplier_booking_changed", notice.SupplierBookingChanged, func(w *world, language string) {
		w.put(withNote(language, booking.Confirmed), booking.Payment{Status: booking.PaymentCaptured, Captured: total})
	}),
	supplierScene("supplier_booking_cancelled", notice.SupplierBookingCancelled, func(w *world, language string) {
		w.put(withNote(language, booking.Cancelled), booking.Payment{Status: booking.PaymentCaptured, Captured: total})
	}),
	{"supplier_booking_cancelled moved", movedAway, notice.Notice{Kind: notice.SupplierBookingCancelled,
		To: "sands@sands.example", Subject: "o-1", Booking: "b-0", Supplier: 1}},
	{"supplier_departure", func(w *world, language string) { // its buyer has a choice
		o := withNote(language, booking.Confirmed)
		o.Bookings[0].Disruption = &booking.Disruption{BuyerReason: booking.Weather, Until: noon.Add(time.Hour)}
		w.put(o, booking.Payment{Status: booking.PaymentCaptured, Captured: total})
	}, notice.Notice{Kind: notice.SupplierDeparture, To: "sands@sands.example", Subject: "change/sands"}},
	{"supplier_day", func(w *world, language string) {
		w.put(withNote(language, booking.Confirmed), booking.Payment{Status: booking.PaymentCaptured, Captured: total})
	}, notice.Notice{Kind: notice.SupplierDay, To: "sands@sands.example", Subject: "sands/2026-12-05"}},
}

const dunesName = "dunes/shared/2026-12-05/15:00"

// offered is a paid order whose buyer has a choice until the day before.
func offered(w *world, language string, d *booking.Disruption) {
	o := order(language, booking.Confirmed)
	d.Until = o.Bookings[0].StartsAt.Add(-24 * time.Hour)
	o.Bookings[0].Disruption = d
	w.put(o, booking.Payment{Status: booking.PaymentCaptured, Captured: total, Authorised: total})
}

// dunesDeparture is a departure that the build no longer has, below its minimum.
func dunesDeparture() booking.Departure {
	slot, _, _ := booking.ParseSlot(dunesName)
	return booking.Departure{
		Slot: slot, Product: &booking.Product{Title: "Dunes"}, Taken: 3, Conflict: booking.StartMissing,
		Option: &payload.Option{MinimumParticipants: 4},
	}
}

// report is what has become of a departure.
func report() booking.DepartureReport {
	return booking.DepartureReport{
		Slot: dunesDeparture().Slot,
		Deployments: []booking.DeploymentReport{
			{Deployment: "wayfare", Title: "الكثبان", Cancelled: 12, Moved: 3, Choosing: 2,
				WithoutEmail: []string{"B7C4D2FH/1"}, Unhandled: []string{"K7M29QXT/2"}, Refunded: 12 * total,
				Currency: "AED",
				Exponent: 2},
			{Deployment: "layl", Title: "Dunes", Moved: 1, Currency: "AED", Exponent: 2,
				WithoutEmail: []string{"D3F6G8HJ/1"}, Unhandled: []string{"N4P7R9SV/1"}}, // another shop's
		},
	}
}

func (s *scene) in(language string) notice.Notice {
	n := s.notice
	n.ID, n.Deployment, n.Language = "NOTICE7", "wayfare", language
	return n
}

// write renders the letter of a scene.
func (s *scene) write(t testing.TB, language string) *mail.RenderedLetter {
	t.Helper()
	w := newWorld()
	w.staff = language
	s.set(w, language)
	written, err := w.mailer(t, nil).Write(t.Context(), s.in(language))
	if err != nil || written == nil {
		t.Fatalf("%s in %s: %v, %v", s.letter, language, written, err)
	}
	return written
}

func sceneOf(letter string) *scene {
	for i := range scenes {
		if scenes[i].letter == letter {
			return &scenes[i]
		}
	}
	panic("no scene " + letter)
}

func waitingScene(kind notice.Kind, state booking.WaitingState) scene {
	return scene{string(kind), func(w *world, language string) {
		d := order(language, booking.Pending).Bookings[0].Detail
		w.party = booking.Waiting{
			ID: "w-1", Language: language, State: state, Until: at("2026-11-21T06:00:00Z"), Units: d.Units,
			ProductTitle: d.ProductTitle, OptionTitle: d.OptionTitle, ProductPath: d.ProductPath, City: d.City,
			TimeZone: d.TimeZone, Choice: booking.Choice{Product: "dunes", Date: "2026-12-05", StartTime: "15:30"},
		}
	}, notice.Notice{Kind: kind, To: "zoe@post.example", Subject: "w-1"}}
}
