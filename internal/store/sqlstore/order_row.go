package sqlstore

import (
	"maps"

	"github.com/goccy/go-json"

	"storefront/internal/shop/booking"
)

// savedOrder has the rows of an order that a transaction has read or written.
type savedOrder struct {
	orderRow
	bookings map[int]bookingRow // by line
}

type orderRow struct {
	provider, session string
	open, invoiced    bool
	limitStatus       string
	resellerReference string
	removed           string
	document          string
}

type bookingRow struct {
	status                 string
	product, day, supplier string // as the document has them
	startsAt               string
	document               string
}

type orderDocument struct {
	Seller     string              `json:"seller"`
	Contact    booking.Contact     `json:"contact,omitzero"`
	MovedTo    string              `json:"movedTo,omitempty"`
	Request    string              `json:"request"`
	Language   string              `json:"language"`
	Prefix     string              `json:"prefix,omitempty"` // in old orders: the part of HomeURL that ReturnTo lacks
	Buyer      booking.Buyer       `json:"buyer"`
	Former     []string            `json:"formerEmails,omitempty"`
	Guest      *booking.Guest      `json:"guest,omitempty"`
	Currency   string              `json:"currency"`
	Exponent   int                 `json:"exponent"`
	Original   int64               `json:"original"`
	Total      int64               `json:"total"`
	Shown      *booking.ShownTotal `json:"shown,omitempty"`
	PromoCode  string              `json:"promoCode,omitempty"`
	PromoBuyer string              `json:"promoBuyer,omitempty"`
	PromoUsed  bool                `json:"promoUsed,omitempty"`
	Method     booking.Method      `json:"method"`
	Payment    paymentDocument     `json:"payment"`
	HoldUntil  instant             `json:"holdUntil,omitzero"`
	Superseded bool                `json:"superseded,omitempty"`
	Notified   []string            `json:"told,omitempty"`
	UsedLinks  []string            `json:"usedLinks,omitempty"`
	Tried      bool                `json:"tried,omitempty"`
	Resale     *booking.Resale     `json:"resale,omitempty"`
	Supplement *booking.Supplement `json:"supplement,omitempty"`
}

type paymentDocument struct {
	Status     booking.PaymentStatus `json:"status"`
	Attempt    int                   `json:"attempt,omitempty"`
	URL        string                `json:"url,omitempty"`
	AskedAt    instant               `json:"askedAt,omitzero"`
	ReturnTo   string                `json:"returnTo,omitempty"`
	Ended      bool                  `json:"ended,omitempty"`
	Authorised int64                 `json:"authorised,omitempty"`
	Captured   int64                 `json:"captured,omitempty"`
	Refunded   int64                 `json:"refunded,omitempty"`
	PayBy      instant               `json:"payBy,omitzero"`
	AtStart    bool                  `json:"atStart,omitempty"`
	Where      string                `json:"where,omitempty"`
	ByCard     bool                  `json:"byCard,omitempty"`
	LapsesAt   instant               `json:"lapsesAt,omitzero"`

	TopUps        []booking.TopUp `json:"topUps,omitempty"`
	Account       string          `json:"account,omitempty"`
	RefundFailed  int64           `json:"refundFailed,omitempty"`
	RefundProblem string          `json:"refundProblem,omitempty"`
	RefundTry     int             `json:"refundTry,omitempty"`

	Refunding booking.Refunding `json:"refunding,omitzero"`
	Dispute   booking.Dispute   `json:"dispute,omitzero"`
	Records   []booking.Record  `json:"records,omitempty"`

	RefundShares []booking.RefundShare `json:"refundShares,omitempty"`
}

type bookingDocument struct {
	ItemID      string              `json:"itemId"`
	Decision    booking.Decision    `json:"decision,omitempty"`
	Wish        booking.Choice      `json:"wish"`
	Seats       []seats             `json:"seats,omitempty"`
	Amount      int64               `json:"amount"`
	Refunded    int64               `json:"refunded,omitempty"`
	Waived      int64               `json:"waived,omitempty"`
	Applied     int64               `json:"applied,omitempty"`
	Before      int64               `json:"refundedBefore,omitempty"`
	Detail      booking.Detail      `json:"detail"`
	AskedAt     instant             `json:"askedAt,omitzero"`
	Redeemed    instant             `json:"redeemedAt,omitzero"`
	Followed    instant             `json:"followedFor,omitzero"`
	Notes       []booking.Note      `json:"notes,omitempty"`
	Disruption  *booking.Disruption `json:"disruption,omitempty"`
	PendingMove string              `json:"pendingMove,omitempty"`

	Former []booking.FormerBooking `json:"former,omitempty"`
}

type seats struct {
	Product   string `json:"product"`
	Option    string `json:"option"`
	Day       string `json:"day"`
	StartTime string `json:"startTime,omitempty"`
	Seats     int    `json:"seats"`
	Capacity  int    `json:"capacity"`
}

func encodeOrder(o booking.Order) (savedOrder, error) {
	p := o.Payment
	document, err := json.Marshal(orderDocument{
		Seller: o.Seller, Contact: o.Contact, MovedTo: o.MovedToCart, Request: o.RequestHash, Language: o.Language,
		Buyer: o.Buyer, Former: o.FormerEmails,
		Guest: o.Guest, Currency: o.Currency, Exponent: o.Exponent, Original: o.Original, Total: o.Total,
		Shown: o.Shown, PromoCode: o.PromoCode,
		PromoBuyer: o.PromoBuyer, PromoUsed: o.PromoUsed, Method: o.Method, HoldUntil: instant(o.HoldUntil),
		Superseded: o.Superseded, Tried: o.PaymentAttempted, Notified: o.Notified, Resale: o.Resale,
		UsedLinks: o.UsedLinks, Supplement: o.Supplement,
		Payment: paymentDocument{
			Status: p.Status, Attempt: p.Attempt, URL: p.URL, AskedAt: instant(p.RequestedAt), ReturnTo: o.HomeURL,
			Ended: p.SessionEnded, Authorised: p.Authorised, Captured: p.Captured, Refunded: p.Refunded,
			PayBy: instant(p.PayBy), AtStart: p.AtStart, Where: p.Where, ByCard: p.ByCard,
			LapsesAt: instant(p.LapsesAt),
			Account:  p.Account, RefundFailed: p.RefundFailed, RefundProblem: p.RefundProblem,
			RefundTry: p.RefundAttempt,
			Refunding: p.Refunding, Dispute: p.Dispute,
			Records: p.Records, TopUps: p.TopUps, RefundShares: p.RefundShares,
		},
	})
	if err != nil {
		return savedOrder{}, err
	}
	saved := savedOrder{
		orderRow: orderRow{
			provider: p.Provider, session: p.SessionID, open: o.Open, invoiced: o.IsListedAsInvoice(),
			limitStatus: string(o.LimitStatus()), resellerReference: resellerReference(&o),
			removed: string(o.Removed), document: string(document),
		},
		bookings: make(map[int]bookingRow, len(o.Bookings)),
	}
	for _, b := range o.Bookings {
		if saved.bookings[b.Line], err = encodeBooking(b); err != nil {
			return savedOrder{}, err
		}
	}
	return saved, nil
}

func resellerReference(o *booking.Order) string {
	if o.Resale == nil {
		return ""
	}
	return o.Resale.Reference
}

func encodeBooking(b booking.Booking) (bookingRow, error) {
	d := bookingDocument{
		ItemID: b.ItemID, Decision: b.Decision, Wish: b.Choice, Amount: b.Amount, Refunded: b.Refunded,
		Waived: b.Waived, Applied: b.Applied, Before: b.RefundedBefore, Detail: b.Detail,
		AskedAt: instant(b.AskedAt), Redeemed: instant(b.RedeemedAt), Followed: instant(b.TripNoticesFor),
		Notes: b.Notes, Disruption: b.Disruption, PendingMove: b.PendingMove, Former: b.Former,
	}
	for _, s := range b.Seats {
		d.Seats = append(d.Seats, seats{s.Product, s.Option, s.Date, s.StartTime, s.Seats, s.Capacity})
	}
	document, err := json.Marshal(d)
	return bookingRow{string(b.Status), b.Choice.Product, b.Choice.Date, b.Detail.Supplier.ID,
		instant(b.StartsAt).String(), string(document)}, err
}

// orderColumns are the columns of scannedOrder.
const orderColumns = `id, reference, deployment, cart, idempotency_key, provider, session_id, open, invoiced, standing,
	reseller_reference, removed, created_at, document`

// scannedOrder is a row of an order.
type scannedOrder struct {
	order   booking.Order
	row     orderRow
	created instant
}

// targets returns where a row with orderColumns is scanned to.
func (s *scannedOrder) targets() []any {
	o, row := &s.order, &s.row
	return []any{&o.ID, &o.Reference, &o.Deployment, &o.Cart, &o.Key, &row.provider, &row.session, &row.open,
		&row.invoiced, &row.limitStatus, &row.resellerReference, &row.removed, &s.created, &row.document}
}

func (s *scannedOrder) decode() error {
	s.order.CreatedAt = s.created.time()
	return s.row.decode(&s.order)
}

// bookingColumns are the columns of scannedBooking.
const bookingColumns = "line, id, status, starts_at, document"

// scannedBooking is a row of a booking.
type scannedBooking struct {
	booking booking.Booking
	row     bookingRow
}

// targets returns where a row with bookingColumns is scanned to.
func (s *scannedBooking) targets() []any {
	return []any{&s.booking.Line, &s.booking.ID, &s.row.status, &s.row.startsAt, &s.row.document}
}

func (s *scannedBooking) decode() error {
	b := &s.booking
	if err := s.row.decode(b); err != nil {
		return err
	}
	s.row.product, s.row.day, s.row.supplier = b.Choice.Product, b.Choice.Date, b.Detail.Supplier.ID
	return nil
}

// scanOrder reads a row: an order, and one of its bookings if it has any.
func (r Reader) scanOrder(from Row) (booking.Order, []booking.Booking, error) {
	var o scannedOrder
	var b scannedBooking
	if err := from.Scan(append(o.targets(), b.targets()...)...); err != nil {
		return o.order, nil, err
	}
	if err := o.decode(); err != nil {
		return o.order, nil, err
	}
	saved := savedOrder{orderRow: o.row}
	var bookings []booking.Booking
	if b.booking.ID != "" || b.booking.Line >= 0 {
		if err := b.decode(); err != nil {
			return o.order, nil, err
		}
		saved.bookings = map[int]bookingRow{b.booking.Line: b.row}
		bookings = append(bookings, b.booking)
	}
	if r.tx != nil {
		r.tx.rememberRows(o.order.ID, saved)
	}
	return o.order, bookings, nil
}

func (row orderRow) decode(o *booking.Order) error {
	var d orderDocument
	if err := json.Unmarshal([]byte(row.document), &d); err != nil {
		return err
	}
	o.Seller, o.Contact, o.MovedToCart, o.RequestHash, o.Language, o.HomeURL = d.Seller, d.Contact, d.MovedTo,
		d.Request,
		d.Language, d.Payment.ReturnTo+d.Prefix
	o.Buyer, o.FormerEmails, o.Guest = d.Buyer, d.Former, d.Guest
	o.Currency, o.Exponent, o.Original, o.Total, o.Method = d.Currency, d.Exponent, d.Original, d.Total, d.Method
	o.Shown = d.Shown
	o.PromoCode, o.PromoBuyer, o.PromoUsed, o.HoldUntil = d.PromoCode, d.PromoBuyer, d.PromoUsed, d.HoldUntil.time()
	o.Superseded, o.PaymentAttempted, o.Notified = d.Superseded, d.Tried, d.Notified
	o.Open, o.Resale, o.Removed = row.open, d.Resale, booking.Removal(row.removed)
	o.UsedLinks, o.Supplement = d.UsedLinks, d.Supplement
	p := d.Payment
	o.Payment = booking.Payment{
		Status: p.Status, Attempt: p.Attempt, Provider: row.provider, SessionID: row.session, URL: p.URL,
		RequestedAt: p.AskedAt.time(), SessionEnded: p.Ended, Authorised: p.Authorised, Captured: p.Captured,
		Refunded: p.Refunded, PayBy: p.PayBy.time(), AtStart: p.AtStart, Where: p.Where, ByCard: p.ByCard,
		LapsesAt: p.LapsesAt.time(),
		Account:  p.Account, RefundFailed: p.RefundFailed, RefundProblem: p.RefundProblem, RefundAttempt: p.RefundTry,
		Refunding: p.Refunding, Dispute: p.Dispute,
		Records: p.Records, TopUps: p.TopUps, RefundShares: p.RefundShares,
	}
	return nil
}

func (row bookingRow) decode(b *booking.Booking) error {
	var (
		d      bookingDocument
		starts instant
	)
	if err := json.Unmarshal([]byte(row.document), &d); err != nil {
		return err
	}
	if err := starts.UnmarshalText([]byte(row.startsAt)); err != nil {
		return err
	}
	b.Status, b.StartsAt = booking.BookingStatus(row.status), starts.time()
	b.ItemID, b.Decision, b.Choice, b.Amount, b.Refunded, b.Detail = d.ItemID, d.Decision, d.Wish, d.Amount, d.Refunded,
		d.Detail
	b.AskedAt, b.RedeemedAt, b.TripNoticesFor, b.Notes = d.AskedAt.time(), d.Redeemed.time(), d.Followed.time(), d.Notes
	b.Waived, b.Applied, b.RefundedBefore = d.Waived, d.Applied, d.Before
	b.Disruption, b.PendingMove, b.Former = d.Disruption, d.PendingMove, d.Former
	for _, s := range d.Seats {
		slot := booking.Slot{Product: s.Product, Option: s.Option, Date: s.Day, StartTime: s.StartTime}
		b.Seats = append(b.Seats, booking.Demand{Slot: slot, Seats: s.Seats, Capacity: s.Capacity})
	}
	return nil
}

// rememberRows adds rows that are stored.
func (t *Tx) rememberRows(order string, rows savedOrder) {
	if t.orders == nil {
		t.orders = map[string]savedOrder{}
	}
	known := t.orders[order]
	known.orderRow = rows.orderRow
	if known.bookings == nil {
		known.bookings = make(map[int]bookingRow, len(rows.bookings))
	}
	maps.Copy(known.bookings, rows.bookings)
	t.orders[order] = known
}
