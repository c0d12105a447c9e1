package linkpage_test

import (
	"io"
	"net/url"
	"strings"
	"testing"
	"time"

	"storefront/internal/shop/booking"
	"storefront/internal/shop/wording"
)

// wantTexts opens a link or sends a form. It fails unless the page contains all texts of want and none of not.
func (s *shop) wantTexts(link string, form url.Values, want, not []string) {
	s.t.Helper()
	r := s.get(link)
	if form != nil {
		r = s.post(link, form)
	}
	response, err := s.server.Client().Do(r)
	s.must(err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	s.must(err)
	page := strings.ReplaceAll(wording.Clean(string(body)), "\u00a0", " ")
	for _, text := range want {
		if !strings.Contains(page, text) {
			s.t.Errorf("%q is not in\n%s", text, page)
		}
	}
	for _, text := range not {
		if strings.Contains(page, text) {
			s.t.Errorf("%q is in\n%s", text, page)
		}
	}
}

// orderTwo is an order of an evening in Cairo and one in Dubai, which the supplier has to confirm.
func (s *shop) orderTwo(method booking.Method) booking.Order {
	s.t.Helper()
	s.carts++
	_, err := s.AddItem(s.t.Context(), wayfare, strings.Repeat("c", s.carts), booking.Choice{Product: "felucca",
		Option: "shared", Date: "2026-12-06", StartTime: "15:00",
		Units: []booking.Quantity{{ID: "adult", Quantity: 1}}})
	s.must(err)
	s.carts--
	return s.order("camp", method)
}

const mailedLater = "The buyer gets an e-mail once every booking of the order is confirmed or released."

func TestAnswerPageSaysWhenTheCardIsChargedAndTheBuyerMailed(t *testing.T) {
	s := newShop(t)
	o := s.orderTwo(booking.Card)
	if len(o.Bookings) != 2 {
		t.Fatalf("%d bookings", len(o.Bookings))
	}
	first, second := s.links.AnswerURL(s.server.URL, &o, &o.Bookings[0]), s.links.AnswerURL(s.server.URL, &o,
		&o.Bookings[1])
	later := []string{"is charged once all of the order is answered", mailedLater}
	at := []string{"is then charged.", "The buyer gets an e-mail."}
	s.wantTexts(first, nil, append(later, "26 November 2026, 10:00 (Cairo)"), at)
	s.wantTexts(second, nil, append(later, "26 November 2026, 12:00 (Dubai)"), at)
	s.wantTexts(first+"?do=decline", nil, []string{"Nothing is charged for it.", later[1]}, at)
	s.wantTexts(first, url.Values{"do": {"accept"}}, []string{"Accepted", later[1]}, at[1:])
	s.wantTexts(second, nil, at, later)
	s.wantTexts(second, url.Values{"do": {"decline"}}, []string{"Declined", at[1]}, later)
}

func TestDeclinePageSaysThatThePaymentIsGivenBack(t *testing.T) {
	s := newShop(t)
	o := s.order("camp", booking.PayLater)
	paidInCash := booking.Record{By: booking.InCash, Amount: o.Total}
	_, err := s.RecordPayment(t.Context(), o.ID, o.Bookings[0].ID, paidInCash, 0)
	s.must(err)
	link := s.links.AnswerURL(s.server.URL, &o, &o.Bookings[0])
	s.wantTexts(link+"?do=decline", nil, []string{"What was paid for it is given back."}, []string{"charged"})
	s.wantTexts(link, nil, []string{"The buyer gets an e-mail."}, []string{"charged"})
	paid := s.links.PaidURL(s.server.URL, &o, &o.Bookings[0])
	s.wantTexts(paid, nil, []string{"Nothing is due"}, nil)
}

func TestDeclinePageSaysThatThePaymentCountsForTheRestOfTheOrder(t *testing.T) {
	s := newShop(t)
	o := s.orderTwo(booking.PayLater)
	_, err := s.RecordPayment(t.Context(), o.ID, o.Bookings[0].ID,
		booking.Record{By: booking.InCash, Amount: o.Bookings[0].Amount}, 0)
	s.must(err)
	s.wantTexts(s.links.AnswerURL(s.server.URL, &o, &o.Bookings[0])+"?do=decline", nil,
		[]string{"What was paid for it counts for the rest of its order first; what is left is given back."},
		[]string{"charged"})
}

func TestAnswerPageSaysThatTheOrderMustBePaidFirst(t *testing.T) {
	s := newShop(t)
	o := s.orderTwo(booking.PayLater)
	first, second := &o.Bookings[0], &o.Bookings[1]
	link := s.links.AnswerURL(s.server.URL, &o, first)
	dueOf, not := "Still to be paid", "The buyer gets an e-mail."
	want := "the booking is confirmed once its order is paid"
	s.wantTexts(link, nil, []string{want, dueOf}, []string{not})
	s.wantTexts(link+"?do=decline", nil, []string{mailedLater}, []string{not})
	_, err := s.RecordPayment(t.Context(), o.ID, first.ID, booking.Record{By: booking.InCash, Amount: first.Amount}, 0)
	s.must(err)
	s.wantTexts(link, nil, []string{want}, []string{dueOf, not})
	s.wantTexts(link, url.Values{"do": {"accept"}}, []string{"Accepted", want}, []string{not})
	_, err = s.RecordPayment(t.Context(), o.ID, second.ID, booking.Record{By: booking.InCash, Amount: second.Amount},
		first.Amount)
	s.must(err)
	s.wantTexts(link, nil, []string{"Accepted", mailedLater}, []string{want})
}

func TestChoicePagePromisesNoRefundWhenTheOrderIsStillDue(t *testing.T) {
	for paid, want := range []string{"counts for the rest of your order. You pay nothing for it.",
		"You pay nothing for it."} {
		s := newShop(t)
		o := s.orderTwo(booking.PayLater)
		_, err := s.RecordPayment(t.Context(), o.ID, o.Bookings[paid].ID,
			booking.Record{By: booking.InCash, Amount: o.Bookings[paid].Amount}, 0)
		s.must(err)
		change, err := s.CancelDeparture(t.Context(), o.Bookings[0].Seats[0].Slot, booking.DepartureChange{
			Actor: "omar", BuyerReason: booking.Weather, Until: s.now.Add(20 * time.Hour)})
		s.must(err)
		_, err = s.ContinueDepartureChange(t.Context(), change.ID)
		s.must(err)
		o = s.reload(o)
		link := s.links.ChoiceURL(s.server.URL, &o, &o.Bookings[0])
		counts := []string{"that you paid for it counts for the rest", ""}[paid]
		s.wantTexts(link, nil, []string{"cancel free of charge", counts}, []string{"your money"})
		s.wantTexts(link, url.Values{"do": {"money"}}, []string{want}, []string{"your money"})
	}
}

func TestPaidPageSaysWhenTheBuyerIsMailed(t *testing.T) {
	s := newShop(t)
	waits, confirmed := s.order("camp", booking.PayLater), s.order("dunes", booking.PayLater)
	form := url.Values{"means": {"cash"}}
	s.wantTexts(s.links.PaidURL(s.server.URL, &waits, &waits.Bookings[0]), form,
		[]string{mailedLater}, nil)
	s.wantTexts(s.links.PaidURL(s.server.URL, &confirmed, &confirmed.Bookings[0]), form,
		[]string{"The buyer gets an e-mail."}, nil)
}

func TestChoicePagePromisesNoRefundToABuyerWithoutPayment(t *testing.T) {
	for method, released := range map[booking.Method]bool{booking.PayLater: false, booking.Card: true} {
		s := newShop(t)
		o := s.order("camp", method)
		change, err := s.CancelDeparture(t.Context(), o.Bookings[0].Seats[0].Slot, booking.DepartureChange{
			Actor: "omar", BuyerReason: booking.Weather, Until: s.now.Add(20 * time.Hour)})
		s.must(err)
		_, err = s.ContinueDepartureChange(t.Context(), change.ID)
		s.must(err)
		if o = s.reload(o); o.Bookings[0].Disruption == nil {
			t.Fatalf("%s: the booking is %s", method, o.Bookings[0].Status)
		}
		link := s.links.ChoiceURL(s.server.URL, &o, &o.Bookings[0])
		want := []string{"cancel free of charge", "Cancel my booking", "08:00 (Dubai time)"}
		not := []string{"your money", "reserved on your card"}
		if released {
			want, not = append(want, not[1]), not[:1]
		}
		s.wantTexts(link, nil, want, not)
		s.wantTexts(link, url.Values{"do": {"money"}}, []string{"Your booking is cancelled", "You pay nothing for it."},
			[]string{"all your money"})
	}
}
