package linkpage

import (
	"net/http"
	"slices"
	"strings"

	"storefront/internal/core/fault"
	"storefront/internal/core/trail"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/wording"
	"storefront/internal/shop/wording/ordertext"
)

// openChoice returns the booking whose buyer chooses another start or their money.
func (s *pageServer) openChoice(r *http.Request) (*linkedBooking, error) {
	by, orderSubject, err := s.Links.openChoice(r.PathValue("token"), s.Now())
	if err != nil {
		return nil, err
	}
	o, err := s.Orders.Order(r.Context(), by.Order)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(o.Bookings, func(b booking.Booking) bool { return b.ID == by.Booking })
	if i < 0 || orderSubject != o.LinkSubject() {
		return nil, errLinkExpired
	}
	l := &linkedBooking{link: by, order: o, booking: &o.Bookings[i], view: viewIn(o.Language)}
	l.view.Seller = o.Seller
	return l, nil
}

// showChoice offers other starts and the money. It changes nothing.
func (s *pageServer) showChoice(w http.ResponseWriter, r *http.Request) {
	l, err := s.openChoice(r)
	if err == nil {
		err = l.addBuyerFacts()
	}
	if err != nil {
		s.renderError(w, r, err)
		return
	}
	v := l.view
	switch {
	case l.booking.Status == booking.Cancelled:
		v.Title, v.Text = v.MoneyTitle, l.cancelledText()
	case !l.booking.CanChoose(s.Now()):
		v.Title, v.Text = v.ChosenTitle, v.ChosenText
	default:
		if v, err = s.startsPage(r, l); err != nil {
			s.renderError(w, r, err)
			return
		}
	}
	s.render(w, r, http.StatusOK, v)
}

// cancelledText returns the sentence on the money of the cancelled booking.
func (l *linkedBooking) cancelledText() string {
	v, b := &l.view, l.booking
	refund, text := b.Refunded-b.Waived, v.CancelledUnpaidText
	switch {
	case b.Refunded < b.Amount, refund > 0 && b.Applied > 0:
		text = v.CancelledText
	case refund > 0 && l.order.Payment.TotalReceived() > 0:
		text = v.MoneyText
	}
	if b.Applied == 0 {
		return text
	}
	counts := wording.In(v.Language).Mail.CancelApplied
	return wording.Join(" ", wording.Fill(counts, "applied", ordertext.Money(&l.order, b.Applied)), text)
}

// addBuyerFacts adds the facts of the buyer's booking.
func (l *linkedBooking) addBuyerFacts() error {
	text, err := ordertext.OfBooking(&l.order, l.booking)
	if err != nil {
		return err
	}
	w := wording.In(l.view.Language)
	for _, f := range []fact{
		{w.Labels.Reference, wording.IsolateLTR(l.order.Reference)},
		{w.Mail.Activity, w.List(text.Product, text.Option)}, {w.Mail.Start, text.When},
		{w.Labels.Travellers, w.List(text.Travellers...)}, {w.Mail.Price, text.Amount},
	} {
		if f.Text != "" {
			l.view.Facts = append(l.view.Facts, f)
		}
	}
	return nil
}

// maxStarts bounds the starts that a buyer can choose from.
const maxStarts = 12

// choiceTexts are the texts of a choice, by the state of the buyer's money.
type choiceTexts struct{ title, text, movedText, cancel string }

func (v *view) choiceTextsFor(money ordertext.MoneyState) choiceTexts {
	if money == ordertext.Paid {
		return choiceTexts{v.ChoiceTitle, v.ChoiceText, v.ChoiceMovedText, v.TakeMoney}
	}
	return choiceTexts{v.ChoiceUnpaidTitle, v.ChoiceUnpaidText, v.ChoiceMovedUnpaidText, v.CancelBooking}
}

// startsPage returns the page with the other starts that the buyer can choose.
func (s *pageServer) startsPage(r *http.Request, l *linkedBooking) (view, error) {
	v, w := l.view, wording.In(l.view.Language)
	starts, err := s.Booking.OtherStarts(r.Context(), &l.order, l.booking, maxStarts)
	if err != nil {
		return v, err
	}
	until, err := l.localTime(l.booking.Disruption.Until)
	if err != nil {
		return v, err
	}
	d, texts := l.booking.Disruption, v.choiceTextsFor(ordertext.MoneyStateOf(&l.order, l.booking))
	v.Title, v.Text = texts.title, texts.text
	if d.Moved {
		v.Text = texts.movedText
	}
	v.Text = wording.Join(" ", wording.Fill(v.Text, "until", until, "place", wording.Isolate(l.booking.Detail.City)),
		w.Mail.Because[string(d.BuyerReason)], ordertext.IfCancelledText(&l.order, l.booking))
	if r.URL.Query().Has("full") {
		v.Text, v.IsError = v.ChoiceFull, true
	}
	for i, start := range starts {
		label := w.StartOf(start.Date, start.StartTime)
		v.Starts = append(v.Starts, choice{start.Date + " " + start.StartTime, label, i == 0})
	}
	if len(v.Starts) > 0 {
		v.Buttons = append(v.Buttons, choice{"move", v.ChooseStart, true})
	}
	v.Buttons = append(v.Buttons, choice{"money", texts.cancel, len(v.Starts) == 0})
	return v, nil
}

// choose moves a booking, or refunds it, and shows the outcome.
func (s *pageServer) choose(w http.ResponseWriter, r *http.Request) {
	l, err := s.openChoice(r)
	if err != nil {
		s.renderError(w, r, err)
		return
	}
	ctx := trail.WithActor(trail.WithOrder(r.Context(), l.order.Deployment, l.order.Reference), trail.Visitor)
	switch r.PostFormValue("do") {
	case "move":
		date, start, _ := strings.Cut(r.PostFormValue("start"), " ")
		_, err = s.Booking.MoveByOperator(ctx, l.order.ID, l.booking.ID, booking.Move{Date: date, StartTime: start},
			booking.MoveRules{}, 0)
	case "money":
		var quote booking.CancellationQuote
		if quote, err = s.Booking.QuoteOperatorCancellation(&l.order, l.booking, nil); err == nil &&
			!l.booking.CanChoose(s.Now()) {
			err = errLinkExpired
		}
		if err == nil {
			_, err = s.Booking.CancelByOperator(ctx, l.order.ID, l.booking.ID, nil, quote)
		}
	}
	switch {
	case fault.Is(err, fault.SoldOut), fault.Is(err, fault.Invalid):
		http.Redirect(w, r, r.URL.Path+"?full", http.StatusSeeOther)
	case fault.Is(err, fault.PriceChanged):
		s.redirectToPage(w, r) // another tab was faster
	default:
		s.redirectAfterChange(w, r, err)
	}
}
