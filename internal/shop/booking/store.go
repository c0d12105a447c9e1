package booking

import (
	"context"
	"time"

	"storefront/internal/core/notice"
)

// Store keeps carts, orders and the count of seats. Implementations have to pass storetest.Run.
type Store interface {
	// Read gives a view of committed rows, each of its answers by itself consistent.
	Read() Reader
	// Do runs work in one transaction: all of it is kept, durably, or nothing, in which case work's error is returned as
	// it is. Work may be run several times and must have no effects but through tx, which is not to be used after it.
	// What Do cannot write for a moment (the database is busy or gone) is fault.Unavailable. Others wait for work: it is to
	// be short, asks nobody else, and never calls Do.
	Do(ctx context.Context, work func(tx Tx) error) error
}

// Reader reads. What is not there is fault.NotFound.
type Reader interface {
	Cart(ctx context.Context, id string) (Cart, error)
	Order(ctx context.Context, id string) (Order, error)
	// OrderByKey finds what a checkout with a key has made from a cart.
	OrderByKey(ctx context.Context, cart, key string) (Order, error)
	// OrderBySession finds whose payment a provider speaks of.
	OrderBySession(ctx context.Context, provider, session string) (Order, error)
	// OrderByReference finds an order by what people call it.
	OrderByReference(ctx context.Context, deployment, reference string) (Order, error)
	// Taken tells the seats held and sold of an option on days from first to last, both included. Slots with none are
	// left out.
	Taken(ctx context.Context, product, option, first, last string) (map[Slot]int, error)
	// TakenOn is Taken of everything there is.
	TakenOn(ctx context.Context, first, last string) (map[Slot]int, error)
	PromoCode(ctx context.Context, deployment, code string) (PromoCode, error)
	PromoCodes(ctx context.Context, deployment string) ([]PromoCode, error)
	// PromoUses tells how often a buyer has used a code. The address is in lower case.
	PromoUses(ctx context.Context, deployment, code, email string) (int, error)
	Negotiation(ctx context.Context, id string) (Negotiation, error)
	// NegotiationByReference finds one by what people call it.
	NegotiationByReference(ctx context.Context, deployment, reference string) (Negotiation, error)
	// Negotiations lists a deployment's, or all, latest first; of one status, or of any where that is empty.
	Negotiations(ctx context.Context, deployment string, status NegotiationStatus, limit int) ([]Negotiation, error)
	// Orders lists, latest first.
	Orders(ctx context.Context, filter OrderFilter) ([]Order, error)
	// BookingsOn gives all orders with a booking that begins on a day, and of each only such bookings; of one deployment, and
	// of one product, unless they are empty.
	BookingsOn(ctx context.Context, deployment, product, day string) ([]Order, error)
}

// OrderFilter chooses orders; what is zero does not restrict.
type OrderFilter struct {
	Deployment string
	Open       bool          // only those that something may still happen to
	Status     BookingStatus // with at least one booking in this status,
	Product    string        // of this product,
	FirstDay   string        // and that begins on this day or later,
	LastDay    string        // or earlier
	Words      []string      // with a word of Order.Words that begins so, for each
	Invoiced   bool          // only those of which Order.Invoiced says so
	Carts      []string      // only those made from one of these carts
	Email      string        // or for this address, in lower case
	Since      time.Time     // created then or later
	Before     time.Time     // created before
	BeforeID   string        // or at that very instant, and listed behind the order with this id
	Limit      int           // 0 is 100
}

// Tx is a transaction. What it reads of carts, orders and negotiations stays locked until its end; what locks several takes
// them in the order cart, order, holders of unpaid seats, seats, promo code, negotiation.
type Tx interface {
	Reader
	// SaveCart inserts or replaces a cart.
	SaveCart(ctx context.Context, cart Cart) error
	// InsertOrder adds an order with its bookings. It returns fault.InFlight where the cart has an order with this key.
	InsertOrder(ctx context.Context, order Order) error
	// SaveOrder replaces what can change of an order and its bookings.
	SaveOrder(ctx context.Context, order Order) error
	// TakeSeats counts gathered demands as taken, all of them or none. It returns fault.SoldOut where a slot has not
	// enough left. No slot's count ever passes the capacity it is asked with.
	TakeSeats(ctx context.Context, demands []Demand) error
	// ReleaseSeats gives gathered demands back. To give back more than is taken is an error.
	ReleaseSeats(ctx context.Context, demands []Demand) error
	// InsertPromoCode adds a code. It returns fault.Invalid where the deployment has it.
	InsertPromoCode(ctx context.Context, code PromoCode) error
	// SavePromoCode replaces the terms of a code, but not the count of its uses. It returns fault.NotFound where the deployment
	// has none of it.
	SavePromoCode(ctx context.Context, code PromoCode) error
	// UsePromoCode counts one more use by a buyer. It returns fault.PromoUsedUp where that would pass a limit of the code as
	// it is stored.
	UsePromoCode(ctx context.Context, code PromoCode, email string) error
	// ReturnPromoCode takes a use back.
	ReturnPromoCode(ctx context.Context, deployment, code, email string) error
	// SaveNegotiation inserts or replaces a negotiation.
	SaveNegotiation(ctx context.Context, n Negotiation) error
	// Unpaid sums the seats of orders that a holder answers for, the recent ones since an instant. The holder stays locked.
	Unpaid(ctx context.Context, holder string, since time.Time) (Unpaid, error)
	// InsertUnpaid notes the holders of an order's seats. Whether they are paid is the order's Standing.
	InsertUnpaid(ctx context.Context, order *Order, holders []string) error
	// SettleLater has Service.Settle called for an order at a time, some seconds later at most, and again until it is at
	// rest. The job is part of the transaction.
	SettleLater(ctx context.Context, order string, at time.Time) error
	// TellLater has a notice sent after the transaction, which the job is part of.
	TellLater(ctx context.Context, n notice.Notice) error
}
