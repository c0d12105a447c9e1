package main

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
)

func ordersCommand(o *operator) *cobra.Command {
	return o.group("orders", "List orders, show them, correct a buyer, and erase personal data", o.ordersList(),
		o.ordersShow(), o.ordersCorrect(), o.ordersErase(), o.ordersReconcile())
}

// orderRow is an order in the list.
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
	MoveOf     string                `json:"moveOf,omitempty"` // the booking that it pays to move, as REFERENCE/LINE
}

const orderColumns = "REFERENCE DEPLOYMENT CREATED RESULT PAYMENT BOOKINGS> TOTAL> MOVE-OF E-MAIL BUYER"

func orderRowOf(ctx context.Context, b *backend, o *booking.Order) (orderRow, error) {
	moves, err := moveOf(ctx, b, o)
	return orderRow{
		MoveOf:    moves,
		Reference: o.Reference, Deployment: o.Deployment, CreatedAt: o.CreatedAt, Result: o.Result(),
		Payment: o.Payment.Status,
		Method:  o.Method, Bookings: len(o.Bookings), Total: o.Total, Currency: o.Currency, Buyer: nameOf(&o.Buyer),
		Email: o.Buyer.Email,
	}, err
}

// moveOf returns the booking that an order pays to move, as REFERENCE/LINE; empty for all other orders.
func moveOf(ctx context.Context, b *backend, o *booking.Order) (string, error) {
	s := o.Supplement
	if s == nil {
		return "", nil
	}
	moves, err := b.store.Read().Order(ctx, s.Order)
	if fault.Is(err, fault.NotFound) {
		return s.Order, nil // deleted
	}
	for i := range moves.Bookings {
		if k := &moves.Bookings[i]; k.ID == s.Booking {
			return moves.Name(k), err
		}
	}
	return moves.Reference, err
}

func (r orderRow) cells() []string {
	return []string{
		r.Reference, r.Deployment, instant(r.CreatedAt), string(r.Result), string(r.Payment), strconv.Itoa(r.Bookings),
		amount(r.Total, r.Currency), cmp.Or(r.MoveOf, "-"), r.Email, r.Buyer,
	}
}

func (o *operator) ordersList() *cobra.Command {
	var f orderFlags
	c := &cobra.Command{
		Use: "list", Short: "List orders, the latest first", Args: cobra.NoArgs,
		Example: "  api orders list --find 'amina haddad'\n" +
			"  api orders list --find '+971 50 123' --tour-date 2026-12-05..2026-12-07\n" +
			"  api orders list --result failed --since 24h\n" +
			"  api orders list --status PENDING --json",
	}
	f.flags(c)
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, _ []string) error {
		orders, err := f.orders(ctx, o, b)
		if err != nil {
			return err
		}
		var rows []orderRow
		for i := range orders {
			row, err := orderRowOf(ctx, b, &orders[i])
			if err != nil {
				return err
			}
			rows = append(rows, row)
		}
		return printRows(o, c.OutOrStdout(), rows, orderColumns, orderRow.cells)
	})
}

func (o *operator) ordersShow() *cobra.Command {
	c := &cobra.Command{
		Use: "show REFERENCE", Short: "Show all of an order: the buyer, the money, the bookings, their prices and " +
			"the mails",
		Long: "Show takes a reference, REFERENCE/LINE, the number of an invoice, or an id as the log and jobs have it.",
		Args: cobra.ExactArgs(1), Example: "  api orders show K7M3Q9XW\n  api orders show INV-K7M3Q9XW",
	}
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		order, err := o.findOrder(ctx, b, args[0])
		if err != nil {
			return err
		}
		view, err := orderViewOf(ctx, b, &order)
		if err != nil {
			return err
		}
		if view.Mails, err = deliveriesOf(ctx, b, &order); err != nil {
			return err
		}
		if o.json {
			return printJSON(c.OutOrStdout(), view)
		}
		return view.print(c.OutOrStdout())
	})
}

func (o *operator) ordersErase() *cobra.Command {
	c := &cobra.Command{
		Use: "erase REFERENCE", Short: "Erase the personal data of an order, as its buyer may ask",
		Args: cobra.ExactArgs(1),
		Long: "Erase removes the buyer, the travellers, the addresses and the notes of guests and staff of an order\n" +
			"for good, with its mails, as KEEP_ORDERS does later, and the jobs that send them. What was booked,\n" +
			"amounts, references, notes of payments and the invoice's number stay. It refuses an order whose\n" +
			"activities have not taken place, or that is still to be paid or refunded, or is disputed.",
		Example: "  api orders erase K7M3Q9XW",
	}
	o.yesFlag(c)
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		order, err := o.findOrder(ctx, b, args[0])
		if err != nil {
			return err
		}
		if err := order.CheckErasable(b.booking.Now()); err != nil {
			return err
		}
		buyer := joinComma(nonempty(nameOf(&order.Buyer), order.Buyer.Email))
		question := fmt.Sprintf("Erase the personal data of %s (%s) for good? Amounts and what was booked stay.",
			order.Reference, buyer)
		if err := o.confirm(c, question); err != nil {
			return err
		}
		if order, err = b.booking.Erase(ctx, order.ID); err != nil {
			return err
		}
		row, err := orderRowOf(ctx, b, &order)
		if err != nil {
			return err
		}
		return printRows(o, c.OutOrStdout(), []orderRow{row}, orderColumns, orderRow.cells)
	})
}

func nameOf(p *booking.Buyer) string { return strings.TrimSpace(p.FirstName + " " + p.LastName) }

// describe returns units or extras with their quantities: "2 adult", "1 child".
func describe(units []booking.DetailUnit) (parts []string) {
	for _, u := range units {
		if u.Quantity > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", u.Quantity, unitName(u)))
		}
	}
	return parts
}

// unitName returns a unit's title, or else its type.
func unitName(u booking.DetailUnit) string {
	return cmp.Or(u.Title, strings.ToLower(string(u.Type)), u.ID)
}
