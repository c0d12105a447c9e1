package linkpage

import (
	"net/http"
	"strconv"

	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
	"storefront/internal/core/route"
	"storefront/internal/core/trail"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/orderlink"
	"storefront/internal/shop/wording"
	"storefront/internal/shop/wording/ordertext"
)

// openWaiting returns the party of a link with its place.
func (s *pageServer) openWaiting(r *http.Request) (w booking.Waiting, place int, err error) {
	id, err := s.Links.Key.OpenAs(orderlink.WaitingPlace, r.PathValue("token"), s.Now())
	if err != nil {
		return w, 0, err
	}
	return s.Booking.Waiting(r.Context(), id)
}

// showWaiting shows a party its place on a waiting list, or its offer. It changes nothing.
func (s *pageServer) showWaiting(w http.ResponseWriter, r *http.Request) {
	party, place, err := s.openWaiting(r)
	if err != nil {
		s.renderError(w, r, err)
		return
	}
	v := viewIn(party.Language)
	v.Hint, v.Seller = "", s.sellerOf(&party)
	text, err := ordertext.OfWaiting(&party)
	if err != nil {
		s.renderError(w, r, err)
		return
	}
	switch party.State {
	case booking.WaitingOpen:
		v.Title, v.Text = v.WaitTitle, wording.Fill(v.WaitText, "place", strconv.Itoa(place))
		v.Buttons = []choice{{"leave", v.LeaveList, false}}
	case booking.WaitingOrdered:
		v.Title, v.Text = v.OrderedTitle, v.OrderedText
	case booking.WaitingLeft:
		v.Title, v.Text = v.LeftTitle, v.LeftText
	case booking.WaitingCancelled:
		v.Title, v.Text, v.IsError = v.GoneTitle, v.GoneText, true
	case booking.WaitingClosed:
		v.Title, v.Text, v.IsError = v.ClosedTitle, v.ClosedText, true
	default:
		v.Title, v.Text, v.IsError = v.LapsedTitle, v.LapsedText, true
	}
	if party.HoldsSeats(s.Now()) {
		v.Title, v.IsError = v.OfferTitle, false
		v.Text = wording.Fill(v.OfferText, "until", text.Until, "place", wording.Isolate(party.City))
		v.Buttons = []choice{{"take", v.TakeSeats, true}, {"leave", v.RefuseSeats, false}}
	}
	v.addParty(&text)
	v.ProductPath = s.productPath(&party)
	s.render(w, r, http.StatusOK, v)
}

// changeWaiting puts the seats of an offer into the cart, or removes the party from the list.
func (s *pageServer) changeWaiting(w http.ResponseWriter, r *http.Request) {
	party, _, err := s.openWaiting(r)
	if err == nil && r.PostFormValue("do") == "leave" {
		_, err = s.Booking.LeaveWaiting(trail.WithActor(r.Context(), trail.Visitor), party.ID)
	}
	if err != nil && !fault.Is(err, fault.LinkExpired) {
		s.renderError(w, r, err)
		return
	}
	if err == nil && r.PostFormValue("do") == "take" && party.HoldsSeats(s.Now()) {
		http.Redirect(w, r, route.JoinPrefix(s.prefixOf(&party), s.Links.offerPath(&party)), http.StatusSeeOther)
		return
	}
	s.redirectToPage(w, r)
}

// addParty adds the departure for which a party waits.
func (v *view) addParty(text *ordertext.Party) {
	words := wording.In(v.Language)
	v.Facts = []fact{
		{words.Mail.Activity, words.List(text.Activity, text.Option)}, {words.Mail.Start, text.When},
		{words.Labels.Travellers, words.List(text.Travellers...)},
	}
}

// storefrontOf returns a party's storefront; nil if the live build does not have it.
func (s *pageServer) storefrontOf(party *booking.Waiting) *payload.Deployment {
	for _, d := range s.Deployments() {
		if d.ID == party.Deployment {
			return &d
		}
	}
	return nil
}

// sellerOf returns the name of a party's storefront; empty without one.
func (s *pageServer) sellerOf(party *booking.Waiting) string {
	if d := s.storefrontOf(party); d != nil {
		return d.Name[party.Language]
	}
	return ""
}

// productPath returns the path of the page of a party's product; empty without a storefront.
func (s *pageServer) productPath(party *booking.Waiting) string {
	if d := s.storefrontOf(party); d != nil {
		return route.JoinPrefix(d.PathPrefix(party.Language), party.ProductPath)
	}
	return ""
}

// prefixOf returns the prefix of paths in the party's language.
func (s *pageServer) prefixOf(party *booking.Waiting) string {
	if d := s.storefrontOf(party); d != nil {
		return d.PathPrefix(party.Language)
	}
	return ""
}
