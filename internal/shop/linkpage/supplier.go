package linkpage

import (
	"errors"
	"net/http"
	"slices"
	"time"

	"storefront/internal/core/clock"
	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/orderlink"
	"storefront/internal/shop/wording"
	"storefront/internal/shop/wording/ordertext"
)

// linkedBooking is the booking that a link is about, in the language of the link's reader.
type linkedBooking struct {
	link    booking.LinkAction
	order   booking.Order
	booking *booking.Booking
	former  bool // the booking has moved to another supplier since the link was made: order has it as it was
	view    view
}

// openSupplierLink returns the booking of a supplier's link.
func (s *pageServer) openSupplierLink(r *http.Request, purpose orderlink.Purpose) (*linkedBooking, error) {
	by, err := s.Links.openBooking(purpose, r.PathValue("token"), s.Now())
	if err != nil {
		return nil, err
	}
	o, err := s.Orders.Order(r.Context(), by.Order)
	if err != nil {
		return nil, err
	}
	return s.newLinkedBooking(by, o)
}

// newLinkedBooking returns the booking of a supplier's link in the supplier's language.
func (s *pageServer) newLinkedBooking(by booking.LinkAction, o booking.Order) (*linkedBooking, error) {
	i := slices.IndexFunc(o.Bookings, func(b booking.Booking) bool { return b.ID == by.Booking })
	if i < 0 {
		return nil, errLinkExpired
	}
	former := o.Bookings[i].FormerOf(by.Changes)
	if former != nil {
		o = o.AtFormer(by.Booking, former)
	}
	contact, known := s.Suppliers.Supplier(o.Bookings[i].Detail.Supplier.ID)
	if !known {
		return nil, errLinkExpired
	}
	l := &linkedBooking{link: by, former: former != nil, order: s.Booking.OrderIn(o, contact.Language),
		view: viewIn(contact.Language)}
	l.booking = &l.order.Bookings[i]
	l.view.Seller = l.sellerIn(s, contact.Language)
	return l, l.addSupplierFacts()
}

// localTime returns an instant in words, by the clock of the booking's city.
func (l *linkedBooking) localTime(at time.Time) (string, error) {
	zone, err := clock.Zone(l.booking.Detail.TimeZone)
	if err != nil {
		return "", err
	}
	return wording.In(l.view.Language).DateTime(at.In(zone)), nil
}

// sellerIn returns the name of the storefront in a language.
func (l *linkedBooking) sellerIn(s *pageServer, language string) string {
	for _, d := range s.Deployments() {
		if name := d.Name[language]; d.ID == l.order.Deployment && name != "" {
			return name
		}
	}
	return l.order.Seller
}

// addSupplierFacts adds the facts of the booking for its supplier.
func (l *linkedBooking) addSupplierFacts() error {
	text, err := ordertext.OfBooking(&l.order, l.booking)
	if err != nil {
		return err
	}
	w := wording.In(l.view.Language)
	if l.former {
		l.view.Title, l.view.Text, l.view.IsError = l.view.FormerTitle, l.view.FormerText, true
		l.view.Facts = []fact{{w.Labels.Reference, wording.IsolateLTR(l.order.Reference)},
			{w.Mail.Activity, w.List(text.Product, text.Option)}, {w.Mail.Start, text.When}}
		return nil
	}
	lead, toPay := ordertext.LeadOf(&l.order), ""
	if due := l.order.DueFor(l.booking.ID); due > 0 {
		toPay = ordertext.Money(&l.order, due)
	}
	for _, f := range []fact{
		{w.Labels.Reference, wording.IsolateLTR(l.order.Reference)},
		{w.Mail.Activity, w.List(text.Product, text.Option)}, {w.Mail.Start, text.When},
		{w.Labels.Travellers, w.List(text.Travellers...)}, {w.Labels.Extras, w.List(text.Extras...)},
		{w.Labels.LeadTraveller, w.List(wording.Isolate(wording.Clean(lead.Name)),
			wording.IsolateLTR(wording.Clean(lead.Phone)))},
		{w.Labels.MeetingPoint, w.List(text.Meeting...)}, {w.Labels.Pickup, w.List(text.Pickup...)},
		{w.Labels.DropOff, w.List(text.DropOff...)}, {w.Mail.Note, wording.Isolate(wording.Clean(lead.Note))},
		{w.Mail.Price, text.Amount}, {w.Mail.ToPay, toPay}, {w.LinkPage.Status, text.Status},
	} {
		if f.Text != "" {
			l.view.Facts = append(l.view.Facts, f)
		}
	}
	return nil
}

// showAnswer asks whether the supplier accepts a booking. It changes nothing.
func (s *pageServer) showAnswer(w http.ResponseWriter, r *http.Request) {
	l, err := s.openSupplierLink(r, orderlink.SupplierAnswer)
	if err != nil {
		s.renderError(w, r, err)
		return
	}
	if l.former {
		s.render(w, r, http.StatusOK, l.view)
		return
	}
	v := l.view
	acceptText := wording.Join(" ", v.AcceptText, l.acceptMoneyText(), l.mailText())
	acceptedText := wording.Join(" ", v.AcceptedText, l.mailText())
	if l.order.Due() > 0 && l.booking.Status == booking.Pending {
		acceptText, acceptedText = v.AcceptUnpaidText, v.AcceptedUnpaidText
	}
	awaits := l.booking.Decision == booking.Undecided && booking.AwaitsDecision(&l.order, l.booking)
	switch {
	case l.booking.Decision == booking.Accepted && l.order.LinkUsed(l.link.Link):
		v.Title, v.Text = v.AcceptedTitle, acceptedText
	case l.booking.Decision == booking.Declined && l.order.LinkUsed(l.link.Link):
		v.Title, v.Text = v.DeclinedTitle, wording.Join(" ", v.DeclinedText, l.mailText())
	case !awaits || l.order.LinkUsed(l.link.Link):
		v.Title, v.Text, v.IsError = v.AnsweredTitle, v.AnsweredText, true
	case r.URL.Query().Get("do") == "decline":
		v.Title, v.Text = v.DeclineTitle, wording.Join(" ", v.DeclineText, l.declineMoneyText(), l.mailText())
		v.Buttons = []choice{{"decline", v.Decline, true}, {"accept", v.Accept, false}}
	default:
		v.Title, v.Text = v.AcceptTitle, acceptText
		v.Buttons = []choice{{"accept", v.Accept, true}, {"decline", v.Decline, false}}
	}
	l.addShownState(r, &v)
	if by := s.Booking.DecisionDeadline(&l.order); len(v.Buttons) > 0 {
		deadline, err := l.localTime(by)
		if err != nil {
			s.renderError(w, r, err)
			return
		}
		deadline += " (" + wording.Isolate(l.booking.Detail.City) + ")"
		v.Facts = append([]fact{{wording.In(v.Language).Mail.AnswerBy, deadline}}, v.Facts...)
	}
	s.render(w, r, http.StatusOK, v)
}

// addShownState adds the state that the buttons act on, and a notice if the supplier has acted on an earlier state.
func (l *linkedBooking) addShownState(r *http.Request, v *view) {
	v.ShownState = l.order.ShownVersion(l.booking)
	if r.URL.Query().Has("changed") && len(v.Buttons) > 0 {
		v.Text, v.IsError = v.ChangedText+" "+v.Text, true
	}
}

// recordAnswer records the supplier's answer, once, and shows the outcome.
func (s *pageServer) recordAnswer(w http.ResponseWriter, r *http.Request) {
	l, err := s.openSupplierLink(r, orderlink.SupplierAnswer)
	if err != nil {
		s.renderError(w, r, err)
		return
	}
	answer := r.PostFormValue("do")
	if answer != "accept" && answer != "decline" {
		s.redirectToPage(w, r)
		return
	}
	l.link.Shown = r.PostFormValue("shown")
	_, err = s.Booking.DecideByLink(asSupplier(r, &l.order, l.booking), l.link, answer == "accept")
	s.redirectAfterChange(w, r, err)
}

// showPaid asks how a booking was paid. It changes nothing.
func (s *pageServer) showPaid(w http.ResponseWriter, r *http.Request) {
	l, err := s.openSupplierLink(r, orderlink.SupplierPaid)
	if err != nil {
		s.renderError(w, r, err)
		return
	}
	if l.former {
		s.render(w, r, http.StatusOK, l.view)
		return
	}
	v, due := l.view, l.order.DueFor(l.booking.ID)
	fill := func(text string) string { return wording.Fill(text, "due", ordertext.Money(&l.order, due)) }
	switch {
	case l.order.LinkUsed(l.link.Link):
		v.Title, v.Text = v.PaidDoneTitle, wording.Join(" ", v.PaidDoneText, l.paymentMailText())
	case due == 0:
		v.Title, v.Text, v.IsError = v.NothingDueTitle, v.NothingDueText, true
	default:
		v.Title, v.Text = v.PaidTitle, fill(v.PaidText)
		for _, means := range booking.AllMeans {
			v.Means = append(v.Means, choice{string(means), v.MeansOf[string(means)], means == booking.InCash})
		}
		v.Buttons = []choice{{"paid", v.Paid, true}}
	}
	l.addShownState(r, &v)
	s.render(w, r, http.StatusOK, v)
}

// recordPayment records the payment of the amount due for a booking, once.
func (s *pageServer) recordPayment(w http.ResponseWriter, r *http.Request) {
	l, err := s.openSupplierLink(r, orderlink.SupplierPaid)
	if err != nil {
		s.renderError(w, r, err)
		return
	}
	means := booking.Means(r.PostFormValue("means"))
	if !slices.Contains(booking.AllMeans, means) {
		s.redirectToPage(w, r)
		return
	}
	l.link.Shown = r.PostFormValue("shown")
	_, err = s.Booking.RecordPaymentByLink(asSupplier(r, &l.order, l.booking), l.link, means)
	s.redirectAfterChange(w, r, err)
}

// redirectAfterChange redirects to the page, which shows the state of the booking, also if the change came too late.
func (s *pageServer) redirectAfterChange(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, booking.ErrNotAsShown) {
		http.Redirect(w, r, r.URL.Path+"?changed", http.StatusSeeOther)
		return
	}
	if err != nil && !fault.Is(err, fault.LinkExpired) && !fault.Is(err, fault.NotPossible) {
		s.renderError(w, r, err)
		return
	}
	s.redirectToPage(w, r)
}

func (s *pageServer) redirectToPage(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, r.URL.Path, http.StatusSeeOther)
}
