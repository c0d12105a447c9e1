package booking

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"storefront/internal/core/clock"
	"storefront/internal/core/fault"
	"storefront/internal/core/form"
	"storefront/internal/core/notice"
)

// Negotiation is a visitor's request for a price of something without a fixed one, and the operator's answer, which can be
// used for one order.
type Negotiation struct {
	ID           string // not to be guessed: who has it from the mailed answer can use the price
	Reference    string // short, for people
	Deployment   string
	Language     string
	Prefix       string // of the paths in that language
	Wish         Choice
	ProductTitle string
	OptionTitle  string
	ProductPath  string
	City         string // of the product, whose clock tells until when its price holds
	TimeZone     string
	Currency     string
	Exponent     int
	Offer        int64 // what the visitor would pay; 0 where he names nothing
	Name         string
	Email        string
	Phone        string
	Message      string
	Status       NegotiationStatus
	Price        int64     // of the whole wish without extras
	ExpiresAt    time.Time // when the price ends; zero: never
	Answer       string    // the operator's words beside it
	Order        string    // the id of the order that uses the price; empty where none does
	CreatedAt    time.Time
	AnsweredAt   time.Time
}

// NegotiationStatus is how far a negotiation has come.
type NegotiationStatus string

const (
	NegotiationOpen     NegotiationStatus = "open"
	NegotiationAnswered NegotiationStatus = "answered"
	NegotiationDeclined NegotiationStatus = "declined"
)

// Expired says that the answered price has ended.
func (n *Negotiation) Expired(now time.Time) bool {
	return !n.ExpiresAt.IsZero() && !now.Before(n.ExpiresAt)
}

var errNoNegotiation = fault.New(fault.NotFound, "There is no such negotiation.")

// AskForPrice stores a visitor's request from a network and notifies the shop. Of n it needs the wish, the offer, the visitor's
// name, address and phone, and their message. It returns fault.Invalid with the fields that are wrong, fault.NotPossible for a
// product that has a price, and fault.TooManyTries if the network has sent too much.
func (s *Service) AskForPrice(ctx context.Context, d Deployment, n Negotiation, network string) (Negotiation, error) {
	n.Wish.Extras, n.Wish.Negotiation = nil, ""
	f, err := s.offerFor(d, n.Wish)
	if err != nil {
		return Negotiation{}, err
	}
	if !f.product.NoFixedPrice {
		return Negotiation{}, fault.New(fault.NotPossible, "The product has a price.")
	}
	f.agreed = true
	if err := s.lookAt(ctx, []*Quote{f}, nil); err != nil {
		return Negotiation{}, err
	}
	if why := f.why(); why != nil {
		return Negotiation{}, why
	}
	var w form.Wrongs
	w.Text("name", &n.Name, 200)
	w.Email("email", &n.Email)
	checkPhone(&w, "phone", &n.Phone)
	w.Short("message", &n.Message, longestInfo)
	if n.Offer < 0 {
		w.Note("offer", fault.Min)
	} else if n.Offer > mostAgreed {
		w.Note("offer", fault.Max)
	}
	if err := w.Err("The request cannot be taken as it stands."); err != nil {
		return Negotiation{}, err
	}
	if err := s.limits.MayWrite(ctx, network); err != nil {
		return Negotiation{}, err
	}
	n.ID, n.Reference, n.Wish = uuid.NewString(), newReference(), f.Choice
	n.Deployment, n.Language, n.Prefix = d.ID, d.Language, d.Prefix
	n.ProductTitle, n.OptionTitle, n.ProductPath = f.product.Title, f.option.Title, f.product.Path
	n.City, n.TimeZone = f.product.City.Name, f.product.TimeZone.String()
	n.Currency, n.Exponent, n.Status, n.CreatedAt = f.own.Currency, f.own.Exponent, NegotiationOpen, s.now()
	return n, s.store.Do(ctx, func(tx Tx) error {
		if err := tx.SaveNegotiation(ctx, n); err != nil {
			return err
		}
		return tx.TellLater(ctx, notice.Notice{
			Kind: notice.NegotiationAsked, Deployment: n.Deployment, Language: n.Language, To: d.Contact.Email, Subject: n.Reference,
		})
	})
}

// mostAgreed bounds a price, in minor units, far below where sums would overflow.
const mostAgreed = 1_000_000_000_00

// AnswerNegotiation gives a price and tells the visitor of it. An answer that no order uses can be given anew; it returns
// NotPossible otherwise. A zero expiresAt is never.
func (s *Service) AnswerNegotiation(ctx context.Context, id string, price int64, expiresAt time.Time, words string) (Negotiation, error) {
	now := s.now()
	var w form.Wrongs
	if price < 1 {
		w.Note("price", fault.Min)
	} else if price > mostAgreed {
		w.Note("price", fault.Max)
	}
	if !expiresAt.IsZero() && !expiresAt.After(now) {
		w.Note("expiresAt", fault.Min)
	}
	if err := w.Err("The answer cannot be given as it stands."); err != nil {
		return Negotiation{}, err
	}
	return s.decideNegotiation(ctx, id, func(n *Negotiation) {
		n.Status, n.Price, n.ExpiresAt = NegotiationAnswered, price, clock.Stored(expiresAt)
		n.Answer = strings.TrimSpace(words)
	})
}

// DeclineNegotiation refuses and tells the visitor so.
func (s *Service) DeclineNegotiation(ctx context.Context, id, words string) (Negotiation, error) {
	return s.decideNegotiation(ctx, id, func(n *Negotiation) {
		n.Status, n.Price, n.ExpiresAt, n.Answer = NegotiationDeclined, 0, time.Time{}, strings.TrimSpace(words)
	})
}

func (s *Service) decideNegotiation(ctx context.Context, id string, decide func(*Negotiation)) (Negotiation, error) {
	var n Negotiation
	err := s.store.Do(ctx, func(tx Tx) error {
		var err error
		if n, err = tx.Negotiation(ctx, id); err != nil {
			return err
		}
		if n.Order != "" {
			return fault.New(fault.NotPossible, "An order uses the price already.")
		}
		decide(&n)
		n.AnsweredAt = s.now()
		if err := tx.SaveNegotiation(ctx, n); err != nil {
			return err
		}
		return tx.TellLater(ctx, notice.Notice{
			Kind: notice.NegotiationAnswered, Deployment: n.Deployment, Language: n.Language, To: n.Email, Subject: n.Reference,
		})
	})
	return n, err
}

// TakeAgreed puts what was agreed on into the cart, at the agreed price; where it is in there already, nothing happens. It
// returns NotFound for an id that nobody was given, LinkExpired for a price that has ended, was used or taken back.
func (s *Service) TakeAgreed(ctx context.Context, d Deployment, cartID, id string) (*CheckedCart, error) {
	n, err := s.store.Read().Negotiation(ctx, id)
	if err == nil && n.Deployment != d.ID {
		err = errNoNegotiation
	}
	if err != nil {
		return nil, err
	}
	cart, err := cartOr(s.store.Read().Cart(ctx, cartID))(d, cartID)
	if err != nil {
		return nil, err
	}
	for _, item := range cart.Items {
		if item.Choice.Negotiation == id {
			return s.check(ctx, d, cart)
		}
	}
	if !n.usableBy("", s.now()) {
		return nil, fault.New(fault.LinkExpired, "The price cannot be had any more.")
	}
	wish := n.Wish
	wish.Negotiation = id
	return s.AddItem(ctx, d, cartID, wish)
}
