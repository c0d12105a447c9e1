package linkpage

import (
	"net/http"
	"slices"
	"strings"

	"storefront/internal/core/fault"
	"storefront/internal/core/trail"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/orderlink"
	"storefront/internal/shop/wording"
	"storefront/internal/shop/wording/ordertext"
)

// openChoice returns the booking whose buyer chooses another start or their money.
func (s *pageServer) openChoice(r *http.Request) (*asked, error) {
	by, err := s.Links.openBooking(orderlink.DepartureGone, r.PathValue("token"), s.Now())
	if err != nil {
		return nil, err
	}
	o, err := s.Orders.Order(r.Context(), by.Order)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(o.Bookings, func(b booking.Booking) bool { return b.ID == by.Booking })
	if i < 0 {
		return nil, errNoLink
	}
	a := &asked{by: by, order: o, booking: &o.Bookings[i], view: viewIn(o.Language)}
	a.view.Seller = o.Seller
	return a, nil
}

// showChoice offers other starts and the money. It changes nothing.
func (s *pageServer) showChoice(w http.ResponseWriter, r *http.Request) {
	a, err := s.openChoice(r)
	if err == nil {
		err = a.addChosen()
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	v := a.view
	switch {
	case a.booking.Status == booking.Cancelled:
		v.Title, v.Text = v.MoneyTitle, a.cancelledText()
	case !a.booking.Offered(s.Now()):
		v.Title, v.Text = v.ChosenTitle, v.ChosenText
	default:
		if v, err = s.offer(r, a); err != nil {
			s.fail(w, r, err)
			return
		}
	}
	s.render(w, r, http.StatusOK, v)
}

// cancelledText returns the sentence on the money of the cancelled booking.
func (a *asked) cancelledText() string {
	v, p, b := &a.view, &a.order.Payment, a.booking
	back := b.Refunded - b.Waived
	switch {
	case b.Refunded < b.Amount, back == 0 && p.RecordedFor(b.ID) > 0:
		return v.CancelledText
	case back > 0 && p.Taken() > 0:
		return v.MoneyText
	}
	return v.CancelledUnpaidText
}

// addChosen adds what the buyer has booked.
func (a *asked) addChosen() error {
	text, err := ordertext.OfBooking(&a.order, a.booking)
	if err != nil {
		return err
	}
	w := wording.In(a.view.Language)
	for _, f := range []fact{
		{w.Labels.Reference, wording.IsolateLTR(a.order.Reference)},
		{w.Mail.Activity, w.List(text.Product, text.Option)}, {w.Mail.Start, text.When},
		{w.Labels.Travellers, w.List(text.Travellers...)}, {w.Mail.Price, text.Amount},
	} {
		if f.Text != "" {
			a.view.Facts = append(a.view.Facts, f)
		}
	}
	return nil
}

// mostStarts bounds the starts that a buyer can choose from.
const mostStarts = 12

// choices are the texts of a choice, by what its buyer has given for the booking.
type choices struct{ title, text, movedText, cancel string }

func (v *view) choicesOf(stake ordertext.Stake) choices {
	if stake == ordertext.Paid {
		return choices{v.ChoiceTitle, v.ChoiceText, v.ChoiceMovedText, v.TakeMoney}
	}
	return choices{v.ChoiceUnpaidTitle, v.ChoiceUnpaidText, v.ChoiceMovedUnpaidText, v.CancelBooking}
}

// offer returns the page with the starts to choose from.
func (s *pageServer) offer(r *http.Request, a *asked) (view, error) {
	v, w := a.view, wording.In(a.view.Language)
	starts, err := s.Booking.OtherStarts(r.Context(), &a.order, a.booking, mostStarts)
	if err != nil {
		return v, err
	}
	until, err := a.localTime(a.booking.Disruption.Until)
	if err != nil {
		return v, err
	}
	d, stake := a.booking.Disruption, ordertext.StakeOf(&a.order, a.booking)
	texts := v.choicesOf(stake)
	v.Title, v.Text = texts.title, texts.text
	if d.Moved {
		v.Text = texts.movedText
	}
	released := ""
	if stake == ordertext.OnCard {
		released = w.Mail.ReleasedIfCancelled
	}
	v.Text = wording.Join(" ", wording.Fill(v.Text, "until", until, "place", wording.Isolate(a.booking.Detail.City)),
		w.Mail.Because[string(d.Because)], released)
	if r.URL.Query().Has("full") {
		v.Text, v.Wrong = v.ChoiceFull, true
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

// choose moves a booking, or gives the money back, and shows what has become of it.
func (s *pageServer) choose(w http.ResponseWriter, r *http.Request) {
	a, err := s.openChoice(r)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	ctx := trail.As(trail.About(r.Context(), a.order.Deployment, a.order.Reference), trail.Visitor)
	switch r.PostFormValue("do") {
	case "move":
		date, start, _ := strings.Cut(r.PostFormValue("start"), " ")
		_, err = s.Booking.MoveBookingFor(ctx, a.order.ID, a.booking.ID, booking.Move{Date: date, StartTime: start},
			booking.MoveRules{}, 0)
	case "money":
		var quote booking.CancellationQuote
		if quote, err = s.Booking.QuoteFor(&a.order, a.booking, nil); err == nil && !a.booking.Offered(s.Now()) {
			err = errNoLink
		}
		if err == nil {
			_, err = s.Booking.CancelFor(ctx, a.order.ID, a.booking.ID, nil, quote)
		}
	}
	switch {
	case fault.Is(err, fault.SoldOut), fault.Is(err, fault.Invalid):
		http.Redirect(w, r, r.URL.Path+"?full", http.StatusSeeOther)
	case fault.Is(err, fault.PriceChanged):
		s.again(w, r) // another tab was faster
	default:
		s.done(w, r, err)
	}
}
