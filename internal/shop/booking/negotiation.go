package booking

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"storefront/internal/core/clock"
	"storefront/internal/core/fault"
	"storefront/internal/core/form"
	"storefront/internal/core/notice"
	"storefront/internal/core/plaintext"
)

// Negotiation is a visitor's request for the price of a product without a fixed price, and the operator's answer. One
// order can use the answered price.
type Negotiation struct {
	ID           string // random: the mailed answer contains it, and it is enough to use the price
	Reference    string // short, for people
	Deployment   string
	Language     string
	Choice       Choice
	ProductTitle string
	OptionTitle  string
	ProductPath  string
	City         string // of the product
	TimeZone     string // of the city, for the date until which the price is valid
	Currency     string
	Exponent     int
	Offer        int64 // the amount that the visitor offers; 0 without an offer
	Name         string
	Email        string
	Phone        string
	Message      string
	Status       NegotiationStatus
	Price        int64     // of the choice without extras
	ExpiresAt    time.Time // when the price expires; zero: never
	Answer       string    // the operator's message
	Order        string    // the id of the order that uses the price; empty if none does
	CreatedAt    time.Time
	AnsweredAt   time.Time
}

// NegotiationStatus is the progress of a negotiation.
type NegotiationStatus string

const (
	NegotiationOpen     NegotiationStatus = "open"
	NegotiationAnswered NegotiationStatus = "answered"
	NegotiationDeclined NegotiationStatus = "declined"
)

// Expired reports whether the answered price has expired.
func (n *Negotiation) Expired(now time.Time) bool {
	return !n.ExpiresAt.IsZero() && !now.Before(n.ExpiresAt)
}

var errNoNegotiation = fault.New(fault.NotFound, "There is no such negotiation.")

// RequestPrice stores a visitor's request from a network and notifies the shop. Of n it needs the choice, the offer,
// the visitor's name, address and phone, and their message. It returns fault.Invalid with the fields that are wrong,
// fault.NotPossible for a product that has a price, and fault.TooManyTries if the network has sent too much.
func (s *Service) RequestPrice(ctx context.Context, d Deployment, n Negotiation, network string) (Negotiation, error) {
	n.Choice.Extras, n.Choice.Negotiation = nil, ""
	q, err := s.quoteChoice(d, n.Choice)
	if err != nil {
		return Negotiation{}, err
	}
	if !q.product.NoFixedPrice {
		return Negotiation{}, fault.New(fault.NotPossible, "The product has a fixed price.")
	}
	q.Agreed = true
	if err := s.checkAvailability(ctx, []*Quote{q}, nil); err != nil {
		return Negotiation{}, err
	}
	if why := q.unavailable(); why != nil {
		return Negotiation{}, why
	}
	var w form.FieldErrors
	w.RequireText("name", &n.Name)
	w.RequireEmail("email", &n.Email)
	checkPhone(&w, "phone", &n.Phone)
	n.Message = plaintext.CleanLines(n.Message)
	if err := w.Err("The request is not valid."); err != nil {
		return Negotiation{}, err
	}
	if err := s.limits.CountMessage(ctx, network); err != nil {
		return Negotiation{}, err
	}
	n.ID, n.Reference, n.Choice = uuid.NewString(), newReference(), q.Choice
	n.Deployment, n.Language = d.ID, d.Language
	n.ProductTitle, n.OptionTitle, n.ProductPath = q.product.Title, q.Option.Title, q.product.Path
	n.City, n.TimeZone = q.product.City.Name, q.product.TimeZone.String()
	own := q.product.inOwnCurrency()
	n.Currency, n.Exponent, n.Status, n.CreatedAt = own.Currency, own.Exponent, NegotiationOpen, s.now()
	return n, s.store.Do(ctx, func(tx Tx) error {
		if err := tx.SaveNegotiation(ctx, n); err != nil {
			return err
		}
		return tx.NotifyLater(ctx, notice.Notice{
			Kind: notice.NegotiationAsked, Deployment: n.Deployment, Language: n.Language, To: d.Contact.Email,
			Subject: n.Reference,
		})
	})
}

// maxAgreedPrice bounds a price, in minor units, far below what would overflow sums.
const maxAgreedPrice = 1_000_000_000_00

// AnswerNegotiation sets a price that cards can be charged with, and notifies the visitor. An answer that no order uses
// can be replaced; it returns NotPossible otherwise, and once the requested day is past. A zero expiresAt means never.
func (s *Service) AnswerNegotiation(
	ctx context.Context, id string, price int64, expiresAt time.Time, message string,
) (Negotiation, error) {
	now := s.now()
	var w form.FieldErrors
	if price < 1 {
		w.Add("price", fault.Min)
	} else if price > maxAgreedPrice {
		w.Add("price", fault.Max)
	}
	if !expiresAt.IsZero() && !expiresAt.After(now) {
		w.Add("expiresAt", fault.Min)
	}
	if err := w.Err("The answer is not valid."); err != nil {
		return Negotiation{}, err
	}
	return s.decideNegotiation(ctx, id, func(n *Negotiation) error {
		if err := n.checkRequestedDay(now); err != nil {
			return err
		}
		n.Status, n.Price, n.ExpiresAt = NegotiationAnswered, price, clock.Normalize(expiresAt)
		n.Answer = strings.TrimSpace(message)
		return checkCardAmount("price", price, n.Currency)
	})
}

// checkRequestedDay returns NotPossible once the requested day is past at the destination: nothing can be booked on it.
func (n *Negotiation) checkRequestedDay(now time.Time) error {
	zone, err := clock.Zone(cmp.Or(n.TimeZone, "UTC"))
	if err != nil {
		return err
	}
	if n.Choice.Date < now.In(zone).Format(time.DateOnly) {
		return fault.New(fault.NotPossible,
			fmt.Sprintf("The requested day, %s, is past: the request can only be declined.", n.Choice.Date))
	}
	return nil
}

// DeclineNegotiation declines a request and notifies the visitor.
func (s *Service) DeclineNegotiation(ctx context.Context, id, message string) (Negotiation, error) {
	return s.decideNegotiation(ctx, id, func(n *Negotiation) error {
		n.Status, n.Price, n.ExpiresAt, n.Answer = NegotiationDeclined, 0, time.Time{}, strings.TrimSpace(message)
		return nil
	})
}

func (s *Service) decideNegotiation(
	ctx context.Context, id string, decide func(*Negotiation) error,
) (Negotiation, error) {
	var n Negotiation
	err := s.store.Do(ctx, func(tx Tx) error {
		var err error
		if n, err = tx.Negotiation(ctx, id); err != nil {
			return err
		}
		if n.Order != "" {
			return fault.New(fault.NotPossible, "An order already uses the price.")
		}
		if err := decide(&n); err != nil {
			return err
		}
		n.AnsweredAt = s.now()
		if err := tx.SaveNegotiation(ctx, n); err != nil {
			return err
		}
		return tx.NotifyLater(ctx, notice.Notice{
			Kind: notice.NegotiationAnswered, Deployment: n.Deployment, Language: n.Language, To: n.Email,
			Subject: n.Reference,
		})
	})
	return n, err
}

// AddNegotiated adds the negotiated choice to the cart at its negotiated price, unless it is there already. The cart's
// own order does not count as a use until it is paid. It returns NotFound for an unknown id, and LinkExpired for a
// price that has expired, was used or was withdrawn.
func (s *Service) AddNegotiated(ctx context.Context, d Deployment, cartID, id string) (*CheckedCart, error) {
	n, err := s.store.Read().Negotiation(ctx, id)
	if err == nil && n.Deployment != d.ID {
		err = errNoNegotiation
	}
	if err != nil {
		return nil, err
	}
	cart, err := readCart(ctx, s.store.Read(), d, cartID)
	if err != nil {
		return nil, err
	}
	hasPrice := func(i CartItem) bool { return i.Choice.Negotiation == id }
	if slices.ContainsFunc(cart.Items, hasPrice) {
		return s.checkCart(ctx, d, cart)
	}
	order, own, err := s.unpaidUse(ctx, cart.Order, &n)
	if err != nil {
		return nil, err
	}
	if !n.usableBy(order, s.now()) {
		return nil, fault.New(fault.LinkExpired, "The price is no longer available.")
	}
	choice := n.Choice
	choice.Negotiation = id
	return s.addItem(ctx, d, cartID, choice, order, own.Seats, func(cart *Cart, item *CartItem, _ *Quote) bool {
		item.ID = cmp.Or(own.ItemID, item.ID) // once that order is paid, the item leaves the cart
		return !slices.ContainsFunc(cart.Items, hasPrice)
	})
}

// unpaidUse returns the booking that has the price in a visitor's own order, with the id of that order; both are zero
// if the order has been paid, or does not use the price.
func (s *Service) unpaidUse(ctx context.Context, own string, n *Negotiation) (order string, use Booking, err error) {
	if n.Order == "" || n.Order != own {
		return "", Booking{}, nil
	}
	o, err := s.store.Read().Order(ctx, n.Order)
	if fault.Is(err, fault.NotFound) {
		return "", Booking{}, nil // its retention has ended
	}
	if err != nil {
		return "", Booking{}, err
	}
	for _, b := range o.Bookings {
		if b.Choice.Negotiation == n.ID && b.Status == OnHold {
			return o.ID, b, nil
		}
	}
	return "", Booking{}, nil
}

// DeleteNegotiation removes a negotiation for good, as its visitor can ask for. An order that uses its price keeps it.
func (s *Service) DeleteNegotiation(ctx context.Context, n Negotiation) error {
	return s.store.Do(ctx, func(tx Tx) error { return tx.DeleteNegotiation(ctx, n) })
}
