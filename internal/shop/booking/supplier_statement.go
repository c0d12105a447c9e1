package booking

import (
	"cmp"
	"context"
	"slices"
	"time"
)

// Statement has the totals of a supplier's bookings that begin in a month.
type Statement struct {
	Supplier    string           `json:"supplier"`
	Month       string           `json:"month"` // "2026-11"
	First, Last string           `json:"-"`     // the days of the month
	Sums        []StatementSum   `json:"sums"`  // by deployment and currency
	Lines       []StatementEntry `json:"bookings"`
}

// StatementSum is the sum of a deployment in one currency, in minor units.
type StatementSum struct {
	Deployment string `json:"deployment"`
	Currency   string `json:"currency"`
	Exponent   int    `json:"exponent"`
	Bookings   int    `json:"bookings"` // confirmed or redeemed
	Travellers int    `json:"travellers"`
	Gross      int64  `json:"gross"`     // the price of these bookings, less refunds
	Refunded   int64  `json:"refunded"`  // given back for them
	Cancelled  int    `json:"cancelled"` // bookings that were confirmed or reserved, and cancelled
	Retained   int64  `json:"kept"`      // of cancelled ones, under their policy
	Pending    int    `json:"pending"`   // bookings that are not confirmed yet; in no sum
}

// StatementEntry is a booking of a statement.
type StatementEntry struct {
	Booking    string        `json:"booking"`
	Deployment string        `json:"deployment"`
	Date       string        `json:"date"`
	StartTime  string        `json:"startTime,omitempty"`
	Product    string        `json:"product"`
	Option     string        `json:"option"`
	Travellers int           `json:"travellers"`
	Status     BookingStatus `json:"status"`
	Currency   string        `json:"currency"`
	Exponent   int           `json:"exponent"`
	Price      int64         `json:"price"`
	Refunded   int64         `json:"refunded"`
	Retained   int64         `json:"kept"` // Price less Refunded
}

// StatementOf returns a supplier's statement of a month. An empty deployment includes all of them.
func (s *Service) StatementOf(
	ctx context.Context, deployment, supplier string, month time.Time,
) (Statement, error) {
	first := time.Date(month.Year(), month.Month(), 1, 0, 0, 0, 0, time.UTC)
	out := Statement{
		Supplier: supplier, Month: first.Format("2006-01"), First: first.Format(time.DateOnly),
		Last: first.AddDate(0, 1, -1).Format(time.DateOnly), Sums: []StatementSum{}, Lines: []StatementEntry{},
	}
	bookings, err := s.SupplierBookings(ctx, deployment, supplier, out.First, out.Last, func(b *Booking) bool {
		return b.HasTicket() || b.Status == Pending || b.Status == Cancelled
	})
	if err != nil {
		return Statement{}, err
	}
	for _, p := range bookings {
		out.add(p.Order, p.Booking)
	}
	slices.SortStableFunc(out.Lines, func(a, b StatementEntry) int {
		return cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(a.StartTime, b.StartTime),
			cmp.Compare(a.Booking, b.Booking))
	})
	slices.SortFunc(out.Sums, func(a, b StatementSum) int {
		return cmp.Or(cmp.Compare(a.Deployment, b.Deployment), cmp.Compare(a.Currency, b.Currency))
	})
	return out, nil
}

func (st *Statement) add(o *Order, b *Booking) {
	entry := StatementEntry{
		Booking: o.Name(b), Deployment: o.Deployment, Date: b.Choice.Date, StartTime: b.Choice.StartTime,
		Product: b.Choice.Product, Option: b.Choice.Option, Travellers: b.Detail.Travellers, Status: b.Status,
		Currency: o.Currency, Exponent: o.Exponent, Price: b.Amount, Refunded: b.Refunded, Retained: b.unrefunded(),
	}
	if b.Status == Cancelled && o.Resale == nil && o.Payment.TotalReceived() == 0 && o.Payment.Authorised == 0 {
		entry.Retained = 0 // it was cancelled before anything was paid
	}
	st.Lines = append(st.Lines, entry)
	sum := st.sumOf(o)
	switch b.Status {
	case Confirmed, Redeemed:
		sum.Bookings++
		sum.Travellers += entry.Travellers
		sum.Gross += entry.Retained
		sum.Refunded += entry.Refunded
	case Cancelled:
		sum.Cancelled++
		sum.Retained += entry.Retained
	default:
		sum.Pending++
	}
}

// sumOf returns the sum of an order's deployment and currency.
func (st *Statement) sumOf(o *Order) *StatementSum {
	for i := range st.Sums {
		if s := &st.Sums[i]; s.Deployment == o.Deployment && s.Currency == o.Currency {
			return s
		}
	}
	st.Sums = append(st.Sums, StatementSum{Deployment: o.Deployment, Currency: o.Currency, Exponent: o.Exponent})
	return &st.Sums[len(st.Sums)-1]
}
