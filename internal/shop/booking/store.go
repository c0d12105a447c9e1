package booking

import (
	"context"
	"time"

	"storefront/internal/core/notice"
)

// Store stores carts, orders and the seats taken. Implementations must pass storetest.Run.
type Store interface {
	// Read returns a view of committed rows. Each of its results is consistent in itself.
	Read() Reader
	// Do runs work in one transaction, which is committed durably, or rolled back if work fails; then Do returns work's
	// error. Work may run several times and must have no effects but through tx, which must not be used afterwards. If
	// the database is busy or unreachable, Do returns fault.Unavailable. Other transactions wait for work: it must be
	// short, make no requests, and never call Do.
	Do(ctx context.Context, work func(tx Tx) error) error
}

// Reader reads rows. It returns fault.NotFound for a row that does not exist.
type Reader interface {
	Cart(ctx context.Context, id string) (Cart, error)
	Order(ctx context.Context, id string) (Order, error)
	// OrderByKey returns the order of a checkout of a cart, by its idempotency key.
	OrderByKey(ctx context.Context, cart, key string) (Order, error)
	// OrderBySession returns the order of a payment session.
	OrderBySession(ctx context.Context, provider, session string) (Order, error)
	// OrderByReference returns an order by its reference.
	OrderByReference(ctx context.Context, deployment, reference string) (Order, error)
	// Taken returns the seats held and sold of an option, and the overrides of its departures, from first to last, both
	// included.
	Taken(ctx context.Context, product, option, first, last string) (SlotUse, error)
	// TakenIfChanged is Taken with a version, which is equal for equal results only. It returns an empty SlotUse if the
	// version is the known one.
	TakenIfChanged(ctx context.Context, product, option, first, last, known string) (
		use SlotUse, version string, err error)
	// TakenOn is Taken for all products.
	TakenOn(ctx context.Context, first, last string) (SlotUse, error)
	// DepartureChange returns a change with its departure.
	DepartureChange(ctx context.Context, id string) (Slot, DepartureChange, error)
	// DepartureChanges returns what operators have changed of a departure, in the order of time.
	DepartureChanges(ctx context.Context, slot Slot) ([]DepartureChange, error)
	PromoCode(ctx context.Context, deployment, code string) (PromoCode, error)
	PromoCodes(ctx context.Context, deployment string) ([]PromoCode, error)
	// PromoUses returns how often a buyer has used a code. The buyer is what Order.promoBuyer returns.
	PromoUses(ctx context.Context, deployment, code, buyer string) (int, error)
	Negotiation(ctx context.Context, id string) (Negotiation, error)
	// NegotiationByReference returns a negotiation by its reference.
	NegotiationByReference(ctx context.Context, deployment, reference string) (Negotiation, error)
	// Negotiations returns negotiations, latest first. An empty deployment or status does not restrict.
	Negotiations(ctx context.Context, deployment string, status NegotiationStatus, limit int) ([]Negotiation, error)
	// Orders returns orders, latest first.
	Orders(ctx context.Context, filter OrderFilter) ([]Order, error)
	// BookingsOn returns all orders with a booking that begins on a day, each with those bookings only. An empty
	// deployment or product does not restrict.
	BookingsOn(ctx context.Context, deployment, product, day string) ([]Order, error)
	// Waiting returns a party on a waiting list.
	Waiting(ctx context.Context, id string) (Waiting, error)
	// Waitings returns parties on waiting lists by date, departure, and the time at which they joined.
	Waitings(ctx context.Context, filter WaitingFilter) ([]Waiting, error)
	// FeedVersion returns the number of times that the address of a supplier's calendar was replaced.
	FeedVersion(ctx context.Context, supplier string) (int, error)
}

// OrderFilter selects orders. Zero fields do not restrict.
type OrderFilter struct {
	Deployment string
	Open       bool // only open orders
	// ResellerReference is the reference that a reseller has given.
	ResellerReference string
	Status            BookingStatus // with at least one booking in this status,
	Product           string        // of this product,
	Supplier          string        // of this supplier,
	FirstDay          string        // and that begins on this day or later,
	LastDay           string        // or earlier
	SearchWords       []string      // for each of these, with a word of Order.SearchWords that begins with it
	ListedAsInvoice   bool          // only orders for which Order.IsListedAsInvoice is true
	Carts             []string      // only orders made from one of these carts
	Email             string        // or for this address, in lower case
	Since             time.Time     // created then or later
	Before            time.Time     // created before
	BeforeID          string        // or at that instant, and listed after the order with this id
	Limit             int           // 0: 100
}

// Tx is a transaction. Carts, orders and negotiations that it reads stay locked until its end. Transactions lock in
// the order cart, order, holders of unpaid seats, seats, promo code, negotiation, reseller. Changes of rows that are
// locked or new may be sent with the next read: an error of theirs is then that of the read, or of the whole
// transaction.
type Tx interface {
	Reader
	// LockCart locks a cart, if it exists, before whatever the transaction reads next. It saves a round trip where
	// only the order of the locks matters; Cart returns the cart.
	LockCart(ctx context.Context, id string) error
	// SaveCart inserts or replaces a cart.
	SaveCart(ctx context.Context, cart Cart) error
	// InsertOrder inserts an order with its bookings. It returns fault.InFlight if the cart has an order with this key.
	InsertOrder(ctx context.Context, order Order) error
	// SaveOrder replaces the mutable parts of an order and its bookings. It writes nothing if they have not changed.
	SaveOrder(ctx context.Context, order Order) error
	// EraseOrder removes all personal data of an order that the transaction has read, with the mails about it
	// and the jobs that send them.
	EraseOrder(ctx context.Context, order *Order) error
	// SaveSearchWords adds the search words of an order.
	SaveSearchWords(ctx context.Context, order Order) error
	// ReplaceSearchWords has an order found by its present search words and its buyer's present address only.
	ReplaceSearchWords(ctx context.Context, order Order) error
	// TakeSeats counts merged demands as taken, all of them or none. It returns fault.SoldOut if a slot has too few
	// seats left, or operators have closed it. The seats taken of a slot never exceed the capacity of its demand, or
	// the limit of its override instead.
	TakeSeats(ctx context.Context, demands []Demand) error
	// Departure returns the seats taken and the override of a departure, which stays locked.
	Departure(ctx context.Context, slot Slot) (taken int, o Override, err error)
	// SaveDeparture stores the override of a departure and adds a change to its history.
	SaveDeparture(ctx context.Context, slot Slot, o Override, change DepartureChange) error
	// ContinueDepartureChangeLater schedules Service.ContinueDepartureChange for a change, and again until it is done.
	// The job is part of the transaction.
	ContinueDepartureChangeLater(ctx context.Context, change string, at time.Time) error
	// ReleaseSeats releases merged demands. Releasing more than is taken is an error.
	ReleaseSeats(ctx context.Context, demands []Demand) error
	// InsertPromoCode inserts a code. It returns fault.Invalid if the deployment has it already.
	InsertPromoCode(ctx context.Context, code PromoCode) error
	// SavePromoCode replaces the terms of a code, but not its uses. It returns fault.NotFound if the deployment has no
	// such code.
	SavePromoCode(ctx context.Context, code PromoCode) error
	// UsePromoCode counts a use by a buyer, who is what Order.promoBuyer returns. It returns fault.PromoUsedUp if that
	// would exceed a limit of the stored code.
	UsePromoCode(ctx context.Context, code PromoCode, buyer string) error
	// ReturnPromoCode uncounts a use.
	ReturnPromoCode(ctx context.Context, deployment, code, buyer string) error
	// SaveNegotiation inserts or replaces a negotiation.
	SaveNegotiation(ctx context.Context, n Negotiation) error
	// DeleteNegotiation removes a negotiation and the jobs of its notices. It returns fault.NotFound for an unknown
	// one.
	DeleteNegotiation(ctx context.Context, n Negotiation) error
	// UnpaidSeats sums the seats of the orders of a holder, the recent ones since an instant. The holder stays locked.
	UnpaidSeats(ctx context.Context, holder string, since time.Time) (UnpaidSeats, error)
	// InsertSeatHolders stores the holders of an order's seats. Order.LimitStatus decides whether they count as unpaid.
	InsertSeatHolders(ctx context.Context, order *Order, holders []string) error
	// DeleteSeatHolders deletes the holders of an order's seats, and returns them.
	DeleteSeatHolders(ctx context.Context, order string) (holders []string, err error)
	// ChargeReseller adds an entry to a reseller's account. It returns ErrNoCredit if a positive amount would make the
	// reseller owe more than its credit limit, and fault.NotFound if there is no such reseller. The account stays
	// locked.
	ChargeReseller(ctx context.Context, entry ResellerEntry) error
	// SettleLater schedules Service.Settle for an order, within seconds of an instant, and again until the order is at
	// rest. The job is part of the transaction.
	SettleLater(ctx context.Context, order string, at time.Time) error
	// QueueTripNoticesLater schedules Service.QueueTripNotices for a booking, within seconds of an instant. The job is
	// part of the transaction.
	QueueTripNoticesLater(ctx context.Context, order, booking string, at time.Time) error
	// SaveWaiting inserts or replaces a party on a waiting list. Its slot must be locked by Departure, TakeSeats or
	// ReleaseSeats.
	SaveWaiting(ctx context.Context, w Waiting) error
	// DeleteWaiting deletes the parties with an address that neither wait nor have an offer, and the jobs of the mails
	// to it.
	DeleteWaiting(ctx context.Context, deployment, email string) error
	// ReplaceFeed ends the address of a supplier's calendar.
	ReplaceFeed(ctx context.Context, supplier string) error
	// ClaimOnce stores the name of an act that is done once, and reports whether no transaction had stored it before.
	ClaimOnce(ctx context.Context, name string) (bool, error)
	// NotifyLater queues notices. The jobs are part of the transaction.
	NotifyLater(ctx context.Context, notices ...notice.Notice) error
}
