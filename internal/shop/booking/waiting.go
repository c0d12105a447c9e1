package booking

import (
	"context"
	"slices"
	"strings"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/form"
	"storefront/internal/core/notice"
	"storefront/internal/core/payload"
	"storefront/internal/core/secret"
)

// Waiting is a party on the waiting list of a departure. Transactions that change it have locked its slot.
type Waiting struct {
	ID         string
	Deployment string
	Language   string
	Email      string // in lower case
	Choice     Choice // of one slot, without extras and places
	Seats      int
	Network    string // a hash, for the limit of one network
	State      WaitingState
	Until      time.Time // the deadline of an offer
	Order      string    // the id of the order that uses an offer
	CreatedAt  time.Time
	EndedAt    time.Time // when it left the list, or when its offer ends; zero while it waits
	// The texts of the product in Language, for mails after the product was removed.
	ProductTitle, OptionTitle, ProductPath, City, TimeZone string
	Units                                                  []DetailUnit
	StartsAt                                               time.Time
}

// WaitingState is how far a party on a waiting list has come.
type WaitingState string

const (
	WaitingOpen      WaitingState = "waiting"
	WaitingOffered   WaitingState = "offered"   // seats are held for it until Waiting.Until
	WaitingOrdered   WaitingState = "ordered"   // an order has the seats
	WaitingLapsed    WaitingState = "lapsed"    // the offer was not used in time
	WaitingLeft      WaitingState = "left"      // the party has left the list, or an operator has removed it
	WaitingCancelled WaitingState = "cancelled" // the departure does not take place
	WaitingClosed    WaitingState = "closed"    // booking has closed
)

// Slot returns the departure that the party waits for: as Product.slot, the day of what is priced by day or night.
func (w *Waiting) Slot() Slot { return w.slotOf(&w.Choice) }

// slotOf returns the slot of a choice of the option that the party waits for.
func (w *Waiting) slotOf(c *Choice) Slot {
	slot := Slot{c.Product, c.Option, c.Date, c.StartTime}
	if w.Choice.Length > 0 {
		slot.StartTime = ""
	}
	return slot
}

// HoldsSeats reports whether seats are held for the party at an instant.
func (w *Waiting) HoldsSeats(now time.Time) bool {
	return w.State == WaitingOffered && now.Before(w.Until)
}

// HasEnded reports whether the party neither waits nor has an offer.
func (w *Waiting) HasEnded() bool { return w.State != WaitingOpen && w.State != WaitingOffered }

// WaitingFilter selects parties on waiting lists. Zero fields do not restrict.
type WaitingFilter struct {
	Slot              Slot // of this slot, if it has a date; of this product otherwise
	Deployment, Email string
	ActiveAt          time.Time // that wait, have an offer, or an offer that an order uses and that ends later
	Limit             int       // 0: 1000
}

// The limits of a list.
const (
	maxParties           = 100 // parties of one departure
	maxPartiesPerNetwork = 5   // of one network
)

var (
	errNotFull     = fault.New(fault.NotFull, "The departure has enough seats.")
	errWaitingFull = fault.New(fault.WaitingListFull, "The waiting list is full.")
	errNoWaiting   = fault.New(fault.NotFound, "There is no such place on a waiting list.")
)

// WaitingPlace is the place of an address on a waiting list.
type WaitingPlace struct {
	Place             int  // 1 is the first; 0 if it has an offer
	KeepsEarlierParty bool // it was on the list with another party, which it keeps
}

// JoinWaiting puts a party on the waiting list of a departure that has too few seats for it, mails it a confirmation,
// and returns its place. An address that waits for the departure or has an offer is mailed again, and keeps its party
// and its place: anyone can enter the address of somebody else. It returns fault.Invalid for a choice that is not
// possible, fault.NotFull if there are enough seats, fault.NotPossible for a stay of several days and for a product
// without prices or seats, fault.WaitingListFull, and fault.TooManyTries if the network or the address has joined too
// many lists.
func (s *Service) JoinWaiting(
	ctx context.Context, d Deployment, c Choice, email, network string,
) (place WaitingPlace, err error) {
	var wrongs form.FieldErrors
	wrongs.RequireEmail("email", &email)
	if err := wrongs.Err("The address is not valid."); err != nil {
		return place, err
	}
	w, err := s.newWaiting(ctx, d, c, email)
	if err != nil {
		return place, err
	}
	may, err := s.limits.CountMail(ctx, notice.WaitingJoined, d.ID, w.Email, network)
	if err == nil && !may {
		err = tooManyLists()
	}
	if err != nil {
		return place, err
	}
	if network != "" {
		w.Network = secret.Hash("waiting", network)
	}
	err = s.store.Do(ctx, func(tx Tx) (err error) {
		place, err = s.joinList(ctx, tx, &w)
		return err
	})
	return place, err
}

// newWaiting returns a party that may wait for a departure.
func (s *Service) newWaiting(ctx context.Context, d Deployment, c Choice, email string) (Waiting, error) {
	c.Extras, c.Pickup, c.DropOff, c.Negotiation, c.Offer = nil, Place{}, Place{}, "", ""
	q, err := s.quoteChoice(d, c)
	if err != nil {
		return Waiting{}, err
	}
	if err := s.checkAvailability(ctx, []*Quote{q}, nil); err != nil {
		return Waiting{}, err
	}
	if !q.canHaveWaitingList() {
		return Waiting{}, fault.New(fault.NotPossible, "The product has no waiting list.")
	}
	switch why := q.unavailable(); {
	case why == nil:
		return Waiting{}, errNotFull
	case !fault.Is(why, fault.SoldOut):
		return Waiting{}, why
	}
	about := q.detail()
	return Waiting{
		ID: newID(), Deployment: d.ID, Language: d.Language, Email: strings.ToLower(email), Choice: q.Choice,
		Seats: q.demands[0].Seats, State: WaitingOpen, CreatedAt: s.now(), StartsAt: q.StartsAt,
		ProductTitle: about.ProductTitle, OptionTitle: about.OptionTitle, ProductPath: about.ProductPath,
		City: about.City, TimeZone: about.TimeZone, Units: about.Units,
	}, nil
}

// joinList inserts a party, unless its address is on the list.
func (s *Service) joinList(ctx context.Context, tx Tx, w *Waiting) (place WaitingPlace, err error) {
	if _, _, err := tx.Departure(ctx, w.Slot()); err != nil {
		return place, err
	}
	list, err := tx.Waitings(ctx, WaitingFilter{Slot: w.Slot(), ActiveAt: s.now()})
	if err != nil {
		return place, err
	}
	list = slices.DeleteFunc(list, func(other Waiting) bool {
		return other.State != WaitingOpen && !other.HoldsSeats(s.now())
	})
	if same := slices.IndexFunc(list, w.sameAddress); same >= 0 {
		old := &list[same]
		place.KeepsEarlierParty = !old.Choice.equalExceptPlaces(w.Choice)
		if old.State == WaitingOffered {
			return place, tx.NotifyLater(ctx, old.notice(notice.WaitingOffer))
		}
		place.Place = countWaiting(list[:same]) + 1
		return place, tx.NotifyLater(ctx, old.notice(notice.WaitingJoined))
	}
	switch {
	case len(list) >= maxParties:
		return place, errWaitingFull
	case w.Network != "" && w.countNetwork(list) >= maxPartiesPerNetwork:
		return place, tooManyLists()
	}
	if err := tx.SaveWaiting(ctx, *w); err != nil {
		return place, err
	}
	recordFreed(tx, w.Slot()) // seats may have become free since they were counted
	place.Place = countWaiting(list) + 1
	return place, tx.NotifyLater(ctx, w.notice(notice.WaitingJoined))
}

// countWaiting returns how many parties of a list wait.
func countWaiting(list []Waiting) (n int) {
	for i := range list {
		if list[i].State == WaitingOpen {
			n++
		}
	}
	return n
}

// countNetwork returns the number of parties of the same network.
func (w *Waiting) countNetwork(list []Waiting) (n int) {
	for i := range list {
		if list[i].Network == w.Network {
			n++
		}
	}
	return n
}

// sameAddress reports whether another party is of the same address and storefront.
func (w *Waiting) sameAddress(other Waiting) bool {
	return other.Deployment == w.Deployment && form.CanonicalMailbox(other.Email) == form.CanonicalMailbox(w.Email)
}

func tooManyLists() error {
	e := fault.New(fault.TooManyTries, "Too many places on waiting lists.")
	e.RetryAfter = time.Hour
	return e
}

func (w *Waiting) notice(kind notice.Kind) notice.Notice {
	return notice.Notice{Kind: kind, Deployment: w.Deployment, Language: w.Language, To: w.Email, Subject: w.ID}
}

// Waiting returns a party on a waiting list with its place: 1 is the first, 0 is for a party that does not wait.
func (s *Service) Waiting(ctx context.Context, id string) (w Waiting, place int, err error) {
	if w, err = s.store.Read().Waiting(ctx, id); err != nil || w.State != WaitingOpen {
		return w, 0, err
	}
	list, err := s.store.Read().Waitings(ctx, WaitingFilter{Slot: w.Slot(), ActiveAt: s.now()})
	for i := range list {
		if list[i].State == WaitingOpen {
			place++
		}
		if list[i].ID == id {
			break
		}
	}
	return w, place, err
}

// Waitings returns parties on waiting lists, by departure and then in the order in which they joined.
func (s *Service) Waitings(ctx context.Context, f WaitingFilter) ([]Waiting, error) {
	return s.store.Read().Waitings(ctx, f)
}

// LeaveWaiting takes a party off the list. Seats that were held for it go to the next. A party that has left already,
// or whose order has the seats, stays as it is.
func (s *Service) LeaveWaiting(ctx context.Context, id string) (Waiting, error) {
	return s.changeWaiting(ctx, id, func(tx Tx, w *Waiting) error {
		if w.HasEnded() {
			return nil
		}
		return s.endWaiting(ctx, tx, w, WaitingLeft)
	})
}

// EraseWaiting takes an address off all lists of a deployment, and deletes it there. It returns the number of parties.
func (s *Service) EraseWaiting(ctx context.Context, deployment, email string) (n int, err error) {
	email = strings.ToLower(strings.TrimSpace(email))
	for { // until no party is left that joined, or was offered seats, in the meantime
		list, err := s.store.Read().Waitings(ctx, WaitingFilter{Deployment: deployment, Email: email})
		if err != nil {
			return n, err
		}
		for i := range list {
			if _, err := s.LeaveWaiting(ctx, list[i].ID); err != nil {
				return n, err
			}
		}
		err = s.store.Do(ctx, func(tx Tx) error { return tx.DeleteWaiting(ctx, deployment, email) })
		if err != nil || len(list) == 0 {
			return n, err
		}
		n += len(list)
	}
}

// changeWaiting changes a party, with its slot locked.
func (s *Service) changeWaiting(
	ctx context.Context, id string, change func(Tx, *Waiting) error,
) (w Waiting, err error) {
	known, err := s.store.Read().Waiting(ctx, id)
	if err != nil {
		return known, err
	}
	err = s.store.Do(ctx, func(tx Tx) error {
		if _, _, err := tx.Departure(ctx, known.Slot()); err != nil {
			return err
		}
		if w, err = tx.Waiting(ctx, id); err != nil {
			return err
		}
		return change(tx, &w)
	})
	return w, err
}

// endWaiting ends a party's waiting, and releases the seats of its offer.
func (s *Service) endWaiting(ctx context.Context, tx Tx, w *Waiting, state WaitingState) error {
	if w.State == WaitingOffered {
		if err := tx.ReleaseSeats(ctx, []Demand{{Slot: w.Slot(), Seats: w.Seats}}); err != nil {
			return err
		}
	}
	w.State, w.EndedAt = state, s.now()
	return tx.SaveWaiting(ctx, *w)
}

// canHaveWaitingList reports whether the departure of a quote can have a waiting list: one slot, with a price and
// seats.
func (q *Quote) canHaveWaitingList() bool {
	return len(q.demands) == 1 && !q.product.NoFixedPrice && q.product.Status != payload.SoldOut
}
