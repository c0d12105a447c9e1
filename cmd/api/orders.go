package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"storefront/internal/booking"
)

func ordersCommand(o *operator) *cobra.Command {
	return o.group("orders", "See who has ordered what, and how it stands", o.ordersList(), o.ordersShow())
}

// orderRow is an order as the list tells of it.
type orderRow struct {
	Reference  string                `json:"reference"`
	Deployment string                `json:"deployment"`
	CreatedAt  time.Time             `json:"createdAt"`
	Result     booking.Result        `json:"result"`
	Payment    booking.PaymentStatus `json:"payment"`
	Method     booking.Method        `json:"method"`
	Bookings   int                   `json:"bookings"`
	Total      int64                 `json:"total"` // minor units
	Currency   string                `json:"currency"`
	Buyer      string                `json:"buyer"`
	Email      string                `json:"email"`
}

const orderColumns = "REFERENCE DEPLOYMENT CREATED RESULT PAYMENT BOOKINGS> TOTAL> E-MAIL BUYER"

func orderRowOf(o *booking.Order) orderRow {
	return orderRow{
		Reference: o.Reference, Deployment: o.Deployment, CreatedAt: o.CreatedAt, Result: o.Result(), Payment: o.Payment.Status,
		Method: o.Method, Bookings: len(o.Bookings), Total: o.Total, Currency: o.Currency, Buyer: nameOf(&o.Buyer), Email: o.Buyer.Email,
	}
}

func (r orderRow) cells() []string {
	return []string{
		r.Reference, r.Deployment, instant(r.CreatedAt), string(r.Result), string(r.Payment), strconv.Itoa(r.Bookings),
		amount(r.Total, r.Currency), r.Email, r.Buyer,
	}
}

// choice is what of the orders is asked for.
type choice struct {
	status, result, email, since string
	limit                        int
}

var (
	bookingStatuses = []booking.BookingStatus{
		booking.OnHold, booking.Pending, booking.Confirmed, booking.Rejected, booking.Expired, booking.Cancelled, booking.Redeemed,
	}
	results = []booking.Result{booking.Success, booking.Partial, booking.Failed, booking.InProgress, booking.ResultOnHold}
)

func (f *choice) flags(c *cobra.Command) {
	c.Flags().StringVar(&f.status, "status", "", "only with a booking that is `STATUS`: "+listed(bookingStatuses))
	c.Flags().StringVar(&f.result, "result", "", "only those of which the buyer is told this `RESULT`: "+listed(results))
	c.Flags().StringVar(&f.email, "email", "", "only those of a buyer's `address`")
	c.Flags().StringVar(&f.since, "since", "", "only those made since a `day` such as 2026-12-01, in UTC, or within a time such as 36h")
	c.Flags().IntVar(&f.limit, "limit", 100, "at most so many orders")
}

func listed[T ~string](all []T) string {
	names := make([]string, len(all))
	for i, one := range all {
		names[i] = string(one)
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

// known reads a word that has to be one of some, in any case.
func known[T ~string](flag, text string, all []T) (T, error) {
	if text == "" {
		return "", nil
	}
	for _, one := range all {
		if strings.EqualFold(text, string(one)) {
			return one, nil
		}
	}
	return "", usageError{fmt.Errorf("--%s %s is none of %s", flag, text, listed(all))}
}

// find gives the orders that are asked for, latest first.
func (f *choice) find(ctx context.Context, o *operator, b *backend) ([]booking.Order, error) {
	filter := booking.OrderFilter{Email: strings.ToLower(f.email)}
	status, wrongStatus := known("status", f.status, bookingStatuses)
	result, wrongResult := known("result", f.result, results)
	since, wrongSince := sinceOf(f.since, time.Now())
	if err := errors.Join(wrongStatus, wrongResult, wrongSince); err != nil {
		return nil, err
	}
	if err := checkedLimit(f.limit); err != nil {
		return nil, err
	}
	var err error
	if filter.Deployment, err = o.only(); err != nil {
		return nil, err
	}
	filter.Status, filter.Since, filter.Limit = status, since, f.limit
	if result == "" {
		return b.store.Read().Orders(ctx, filter)
	}
	return withResult(ctx, b, filter, result)
}

// pageSize is how many orders are read at once where not all of them are wanted.
const pageSize = 200

// withResult reads on until there are enough: results are stored nowhere.
func withResult(ctx context.Context, b *backend, filter booking.OrderFilter, result booking.Result) ([]booking.Order, error) {
	var found []booking.Order
	wanted := filter.Limit
	for filter.Limit = pageSize; ; {
		page, err := b.store.Read().Orders(ctx, filter)
		if err != nil {
			return nil, err
		}
		for _, order := range page {
			if order.Result() == result {
				found = append(found, order)
			}
		}
		if len(found) >= wanted {
			return found[:wanted], nil
		}
		if len(page) < pageSize {
			return found, nil
		}
		last := &page[pageSize-1]
		filter.Before, filter.BeforeID = last.CreatedAt, last.ID
	}
}

// sinceOf reads a day, or how long ago.
func sinceOf(text string, now time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if day, err := time.Parse(time.DateOnly, text); err == nil {
		return day, nil
	}
	ago, err := time.ParseDuration(text)
	if err != nil || ago < 0 {
		return time.Time{}, usageError{fmt.Errorf("--since %s is neither a day such as 2026-12-01 nor a time such as 36h", text)}
	}
	return now.Add(-ago), nil
}

func (o *operator) ordersList() *cobra.Command {
	var f choice
	c := &cobra.Command{
		Use: "list", Short: "List orders, the latest first", Args: cobra.NoArgs,
		Example: "  api orders list --email amina@example.com\n" +
			"  api orders list --result failed --since 24h\n" +
			"  api orders list --status PENDING --json",
	}
	f.flags(c)
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, _ []string) error {
		orders, err := f.find(ctx, o, b)
		if err != nil {
			return err
		}
		var rows []orderRow
		for i := range orders {
			rows = append(rows, orderRowOf(&orders[i]))
		}
		return answer(o, c.OutOrStdout(), rows, orderColumns, orderRow.cells)
	})
}

func (o *operator) ordersShow() *cobra.Command {
	c := &cobra.Command{
		Use: "show REFERENCE", Short: "Show all of an order: the buyer, the money, the bookings, their prices and the mails",
		Long: "Show takes a reference, REFERENCE/LINE, the number of an invoice, or an id as the log and jobs have it.",
		Args: cobra.ExactArgs(1), Example: "  api orders show K7M3Q9XW\n  api orders show INV-K7M3Q9XW",
	}
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		order, err := o.find(ctx, b, args[0])
		if err != nil {
			return err
		}
		view := orderViewOf(b, &order)
		if view.Mails, err = deliveriesOf(ctx, b, &order); err != nil {
			return err
		}
		if o.json {
			return answerJSON(c.OutOrStdout(), view)
		}
		return view.print(c.OutOrStdout())
	})
}

func nameOf(p *booking.Buyer) string { return strings.TrimSpace(p.FirstName + " " + p.LastName) }

// describe names units or extras with their numbers: "2 adult", "1 child".
func describe(units []booking.DetailUnit) (parts []string) {
	for _, u := range units {
		if u.Quantity > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", u.Quantity, unitName(u)))
		}
	}
	return parts
}

// unitName is what people call a unit: its title, where it has one.
func unitName(u booking.DetailUnit) string { return cmp.Or(u.Title, strings.ToLower(u.Type), u.ID) }
