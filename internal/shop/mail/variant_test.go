package mail_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"storefront/internal/core/notice"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/document/documenttest"
)

// sendText writes the letter of a notice about the world's order in English, and returns its subject and text.
func (w *world) sendText(t *testing.T, n notice.Notice) string {
	t.Helper()
	n.ID, n.Deployment, n.Language = "NOTICE7", "wayfare", "en"
	m := w.mailer(t, nil)
	m.Retryable = func(o *booking.Order) bool { return o.Payment.ByCard }
	written, err := m.Write(t.Context(), n)
	if err != nil || written == nil {
		t.Fatalf("%v, %v", written, err)
	}
	return written.Subject + " " + plainTextOf(written)
}

// wantTexts fails unless a text contains all wanted texts and none of not.
func wantTexts(t *testing.T, text string, want []string, not ...string) {
	t.Helper()
	for _, part := range want {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not in\n%s", part, text)
		}
	}
	for _, part := range not {
		if strings.Contains(text, part) {
			t.Errorf("%q is in\n%s", part, text)
		}
	}
}

func TestDisruptionMailOffersARefundOnlyAfterAPayment(t *testing.T) {
	disrupted := notice.Notice{Kind: notice.BookingDisrupted, To: "zoe@post.example", Subject: "o-1", Booking: "b-0"}
	for name, c := range map[string]struct {
		method    booking.Method
		payment   booking.Payment
		want, not string
	}{
		"paid": {booking.Card, booking.Payment{Status: booking.PaymentCaptured, Captured: total, Authorised: total},
			"all your money back", "free of charge"},
		"reserved on a card": {booking.Card, booking.Payment{Status: booking.PaymentAuthorised, Authorised: total},
			"reserved on your card for it is released", "money"},
		"not paid": {booking.PayLater, booking.Payment{Status: booking.PaymentDue}, "cancel free of charge", "card"},
	} {
		for _, moved := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				w := newWorld()
				o := order("en", booking.Pending)
				o.Method = c.method
				o.Bookings[0].Disruption = &booking.Disruption{BuyerReason: booking.Weather, Moved: moved,
					Until: o.Bookings[0].StartsAt.Add(-offset)}
				w.put(o, c.payment)
				wantTexts(t, w.sendText(t, disrupted), []string{c.want}, c.not)
			})
		}
	}
}

func TestDisruptionMailSaysWhatCountsForTheRestOfTheOrder(t *testing.T) {
	for paid, want := range map[int64]string{
		total:           "If it is cancelled, AED 1,065.00 that you paid for it counts for the rest of your order.",
		total + total/2: "counts for the rest of your order, and you get AED 532.50 back.",
	} {
		for _, moved := range []bool{false, true} {
			w := newWorld()
			o := order("en", booking.Pending, booking.Pending)
			o.Method = booking.PayLater
			o.Bookings[0].Amount += total / 2
			o.Bookings[0].Disruption = &booking.Disruption{Moved: moved, Until: o.Bookings[0].StartsAt.Add(-offset)}
			w.put(o, booking.Payment{Status: booking.PaymentDue, Records: []booking.Record{
				{Kind: booking.RecordedPayment, By: booking.InCash, Amount: paid, Booking: o.Bookings[0].ID}}})
			wantTexts(t, w.sendText(t, notice.Notice{Kind: notice.BookingDisrupted, To: "zoe@post.example",
				Subject: "o-1",
				Booking: "b-0"}), []string{"cancel free of charge", want}, "your money")
		}
	}
}

func TestMovedBookingIsNotReportedAsCancelledByTheShop(t *testing.T) {
	for _, moved := range []bool{false, true} {
		w := newWorld()
		o := order("en", booking.Cancelled)
		o.Bookings[0].Refunded = total
		o.Bookings[0].Disruption = &booking.Disruption{BuyerReason: booking.Weather, Moved: moved}
		w.put(o, booking.Payment{Status: booking.PaymentRefundPending, Captured: total})
		text := w.sendText(t, notice.Notice{Kind: notice.BookingCancelled, To: "zoe@post.example", Subject: "o-1",
			Booking: "b-0"})
		if byShop := []string{"We have to cancel your booking", "The weather does not allow it."}; moved {
			wantTexts(t, text, []string{"Your booking is cancelled"}, byShop...)
		} else {
			wantTexts(t, text, byShop, "Your booking is cancelled")
		}
	}
}

// A departure may have more bookings that do not fit than a report has commands.
func TestDepartureReportNamesEveryBookingToCallOrStillOpen(t *testing.T) {
	r := report()
	d := &r.Deployments[0]
	d.WithoutEmail, d.Unhandled = nil, nil
	for i := range 60 {
		d.WithoutEmail = append(d.WithoutEmail, fmt.Sprintf("CALL%d/1", i))
		d.Unhandled = append(d.Unhandled, fmt.Sprintf("OPEN%d/1", i))
	}
	m := newWorld().mailer(t, nil)
	m.Departures.Report = func(context.Context, string) (booking.DepartureReport, error) { return r, nil }
	written, err := m.Write(t.Context(), notice.Notice{ID: "NOTICE7", Kind: notice.ShopDeparture, Deployment: "wayfare",
		To: "hello@wayfare.example", Subject: "change"})
	if err != nil {
		t.Fatal(err)
	}
	wantTexts(t, plainText(written.Text), append(slices.Concat(d.WithoutEmail, d.Unhandled), "60: CALL0/1, CALL1/1",
		"60: OPEN0/1"))
}

func TestDeadlinesAreInTheTimeOfTheBookedCity(t *testing.T) {
	w := newWorld()
	w.staff = "en"
	o := order("en", booking.Confirmed, booking.Pending)
	b := &o.Bookings[1]
	b.Detail.City, b.Detail.TimeZone, b.Detail.ProductTitle = "Cairo", "Africa/Cairo", "A night walk"
	b.Disruption = &booking.Disruption{Until: at("2026-12-01T09:00:00Z")}
	w.put(o, booking.Payment{Status: booking.PaymentAuthorised, Authorised: 2 * total})
	wantTexts(t, w.sendText(t, notice.Notice{Kind: notice.BookingDisrupted, To: "zoe@post.example", Subject: "o-1",
		Booking: "b-1"}), []string{"11:00 (Cairo time)"})
	wantTexts(t, w.sendText(t, notice.Notice{Kind: notice.SupplierRequest, Subject: "o-1", Booking: "b-1"}),
		[]string{"Answer by: Sunday, 29 November 2026, 09:55 (Cairo)"})
}

func TestReservationMailOffersCardPaymentOnlyIfPossible(t *testing.T) {
	for _, kind := range []notice.Kind{notice.OrderReceived, notice.PaymentReminder} {
		for _, byCard := range []bool{true, false} {
			w := newWorld()
			o := order("en", booking.Pending)
			o.Method = booking.PayLater
			w.put(o, booking.Payment{Status: booking.PaymentDue, PayBy: o.CreatedAt.Add(offset), ByCard: byCard})
			text := w.sendText(t, notice.Notice{Kind: kind, To: "zoe@post.example", Subject: "o-1"})
			if card := []string{"You can also pay by card yourself, by the link above.", "Pay by card"}; byCard {
				wantTexts(t, text, card, "See my reservation")
			} else {
				wantTexts(t, text, []string{"See my reservation"}, card...)
			}
		}
	}
}

// The deadline ends what is only reserved: what was confirmed before it was paid stays booked, and is owed.
func TestReservationMailsDoNotSayThatWhatIsConfirmedIsReleased(t *testing.T) {
	for _, kind := range []notice.Kind{notice.OrderReceived, notice.PaymentReminder} {
		w := newWorld()
		o := order("en", booking.Confirmed, booking.Pending)
		o.Method = booking.PayLater
		w.put(o, booking.Payment{Status: booking.PaymentDue, PayBy: o.CreatedAt.Add(offset)})
		wantTexts(t, w.sendText(t, notice.Notice{Kind: kind, To: "zoe@post.example", Subject: "o-1"}),
			[]string{"What is only reserved and not paid by then is released, and you owe nothing for it."},
			"What is not paid", "you owe nothing.", "Your seats are reserved until")
	}
}

// A booking that was taken at a desk may have no address.
func TestMailsToTheShopDoNotClaimThatABuyerWithoutAnAddressWasMailed(t *testing.T) {
	for kind, mailed := range map[notice.Kind]string{
		notice.ShopOrderConfirmed:   "The buyer has a mail with the tickets.",
		notice.ShopBookingCancelled: "The buyer has a mail that says so.",
		notice.ShopBookingMoved:     "The buyer has a mail that says so.",
		notice.OrderWaiting:         "The buyer gets an e-mail once every booking of the order is confirmed",
	} {
		for _, address := range []string{"zoe@post.example", ""} {
			w := newWorld()
			o := order("en", booking.Confirmed)
			switch kind {
			case notice.ShopBookingCancelled:
				o.Bookings[0].Status = booking.Cancelled
			case notice.OrderWaiting:
				o.Bookings[0].Status = booking.Pending
			}
			o.Buyer.Email = address
			w.put(o, booking.Payment{Status: booking.PaymentCaptured, Captured: total})
			n := notice.Notice{Kind: kind, To: "hello@wayfare.example", Subject: "o-1"}
			if kind == notice.ShopBookingCancelled || kind == notice.ShopBookingMoved {
				n.Booking = "b-0"
			}
			text := w.sendText(t, n)
			if address != "" {
				wantTexts(t, text, []string{mailed}, "no e-mail address")
				continue
			}
			wantTexts(t, text, []string{"The buyer gave no e-mail address"}, "The buyer has a mail",
				"The buyer gets an e-mail", "writes to the buyer")
		}
	}
}

func TestReminderGivesTheMeetingPlaceOfItsOwnBooking(t *testing.T) {
	w := newWorld()
	o := order("en", booking.Confirmed, booking.Confirmed)
	o.Bookings[1].Detail.Pickup = nil
	w.put(o, booking.Payment{Status: booking.PaymentCaptured, Captured: 2 * total})
	wantTexts(t, w.sendText(t, notice.Notice{Kind: notice.TripReminder, To: "zoe@post.example", Subject: "o-1",
		Booking: "b-0"}),
		[]string{"be ready at your pickup in good time"}, "be at the meeting point")
}

func TestMailAboutOneBookingHasOnlyItsTicket(t *testing.T) {
	byShop := &booking.Disruption{BuyerReason: booking.Weather, Moved: true}
	for kind, disruption := range map[notice.Kind]*booking.Disruption{notice.BookingMoved: nil,
		notice.BookingChanged: nil, notice.TripReminder: nil, notice.BookingDisrupted: byShop} {
		for status, want := range map[booking.BookingStatus][]string{
			booking.Confirmed: {"ticket-K7M29QXT-2.pdf", "K7M29QXT-2.ics"}, booking.Pending: nil} {
			w := newWorld()
			o := order("en", booking.Confirmed, status)
			o.Bookings[1].Disruption = disruption
			w.put(o, booking.Payment{Status: booking.PaymentCaptured, Captured: 2 * total})
			written, err := w.mailer(t, nil).Write(t.Context(), notice.Notice{Kind: kind, Deployment: "wayfare",
				Language: "en", To: "zoe@post.example", Subject: "o-1", Booking: "b-1"})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, a := range written.Attachments {
				if got = append(got, a.Name); a.Type == "application/pdf" {
					wantTexts(t, documenttest.Text(t, a.Content), []string{"Booking 2 of 2"})
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s of a booking that is %s has %v, want %v", kind, status, got, want)
			}
		}
	}
}

func TestFormerSupplierIsMailedTheBookingAsTheyHadIt(t *testing.T) {
	w := newWorld()
	w.staff = "en"
	movedAway(w, "en")
	former := notice.Notice{Kind: notice.SupplierBookingCancelled, Subject: "o-1", Booking: "b-0", Supplier: 1}
	wantTexts(t, w.sendText(t, former), []string{"No longer with you: ", "Saturday, 5 December 2026", "Noor Al-Hinai",
		"Do not expect these travellers", "sands@sands.example"}, "7 December", "Omar Saleh", "Camels", "Confirmed")

	former.ID, former.Deployment = "NOTICE7", "wayfare"
	late := former
	late.Kind = notice.SupplierBooking
	if written, err := w.mailer(t, nil).Write(t.Context(), late); err != nil || written != nil {
		t.Errorf("a late notice to the former supplier is %+v, %v", written, err)
	}
	o := w.orders["o-1"]
	b := &o.Bookings[0]
	b.StartsAt, b.Choice, b.Detail = b.Former[0].StartsAt, b.Former[0].Choice, b.Former[0].Detail
	if written, err := w.mailer(t, nil).Write(t.Context(), former); err != nil || written != nil {
		t.Errorf("the supplier has the booking at the same start again, and gets %+v, %v", written, err)
	}
}
