package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"storefront/internal/booking"
)

func bookingsCommand(o *operator) *cobra.Command {
	return o.group("bookings", "See what is booked, and decide what waits for a supplier",
		o.bookingsList(),
		o.decide("confirm", "Accept a booking for its supplier; its money is taken once all of the order is decided", true),
		o.decide("reject", "Refuse a booking for its supplier; what was reserved for it is released", false),
	)
}

// bookingRow is a booking as the list tells of it.
type bookingRow struct {
	Booking    string                `json:"booking"` // REFERENCE/LINE, as the other commands take it
	Deployment string                `json:"deployment"`
	Status     booking.BookingStatus `json:"status"`
	Payment    booking.PaymentStatus `json:"payment"`
	Product    string                `json:"product"`
	Option     string                `json:"option"`
	Date       string                `json:"date"`
	StartTime  string                `json:"startTime,omitempty"`
	Travellers int                   `json:"travellers"`
	Amount     int64                 `json:"amount"` // minor units
	Currency   string                `json:"currency"`
	Buyer      string                `json:"buyer"`
	Phone      string                `json:"phone"`
	// Waits says that the supplier has not decided; DecideBy is when that ends by itself.
	Waits    bool      `json:"waits"`
	DecideBy time.Time `json:"decideBy,omitzero"`
}

func (o *operator) bookingsList() *cobra.Command {
	var status string
	var limit int
	c := &cobra.Command{
		Use: "list", Short: "List bookings, the latest order first", Args: cobra.NoArgs,
	}
	c.Flags().StringVar(&status, "status", "", "only ON_HOLD, PENDING, CONFIRMED, REJECTED, EXPIRED, CANCELLED or REDEEMED")
	c.Flags().IntVar(&limit, "limit", 100, "of at most so many orders")
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, _ []string) error {
		known := []booking.BookingStatus{
			"", booking.OnHold, booking.Pending, booking.Confirmed, booking.Rejected, booking.Expired, booking.Cancelled, booking.Redeemed,
		}
		only := booking.BookingStatus(strings.ToUpper(status))
		if !slices.Contains(known, only) {
			return usageError{fmt.Errorf("%q is no status of a booking", status)}
		}
		orders, err := b.store.Read().Orders(ctx, booking.OrderFilter{Deployment: o.deployment, Status: only, Limit: limit})
		if err != nil {
			return err
		}
		rows := []bookingRow{}
		for i := range orders {
			for j := range orders[i].Bookings {
				if only == "" || orders[i].Bookings[j].Status == only {
					rows = append(rows, rowOf(b, &orders[i], &orders[i].Bookings[j]))
				}
			}
		}
		return answer(o, c.OutOrStdout(), rows, "BOOKING STATUS PAYMENT PRODUCT OPTION DATE START TRAVELLERS AMOUNT BUYER DECIDE-BY", bookingRow.cells)
	})
}

func rowOf(b *backend, o *booking.Order, k *booking.Booking) bookingRow {
	row := bookingRow{
		Booking: fmt.Sprintf("%s/%d", o.Reference, k.Line+1), Deployment: o.Deployment, Status: k.Status, Payment: o.Payment.Status,
		Product: k.Wish.Product, Option: k.Wish.Option, Date: k.Wish.Day, StartTime: k.Wish.StartTime, Travellers: k.Detail.Travellers,
		Amount: k.Amount, Currency: o.Currency, Buyer: o.Buyer.FirstName + " " + o.Buyer.LastName + " <" + o.Buyer.Email + ">",
		Phone: o.Buyer.Phone,
	}
	if row.Waits = booking.Waits(o, k); row.Waits {
		row.DecideBy = b.booking.DecideBy(o)
	}
	return row
}

func (r bookingRow) cells() []string {
	return []string{
		r.Booking, string(r.Status), string(r.Payment), r.Product, r.Option, r.Date, r.StartTime, strconv.Itoa(r.Travellers),
		amount(r.Amount, r.Currency), r.Buyer, instant(r.DecideBy),
	}
}

func (o *operator) decide(use, short string, accept bool) *cobra.Command {
	c := &cobra.Command{
		Use: use + " REFERENCE/LINE", Short: short, Args: cobra.ExactArgs(1), Example: "  api bookings " + use + " K7M3Q9XW/1",
	}
	if !accept {
		c.Flags().BoolVar(&o.yes, "yes", false, "do not ask")
	}
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		reference, line, _ := strings.Cut(args[0], "/")
		order, err := o.find(ctx, b, reference)
		if err != nil {
			return err
		}
		n, err := strconv.Atoi(line)
		if err != nil || n < 1 || n > len(order.Bookings) {
			return usageError{fmt.Errorf("%q names no booking; they are %s/1 to %s/%d", args[0], order.Reference, order.Reference, len(order.Bookings))}
		}
		chosen := &order.Bookings[n-1]
		if !accept {
			question := fmt.Sprintf("Reject %s of %s on %s for %s?", args[0], chosen.Wish.Product, chosen.Wish.Day, order.Buyer.Email)
			if err := o.confirmed(c, question); err != nil {
				return err
			}
		}
		order, err = b.booking.Decide(ctx, order.ID, chosen.ID, accept)
		if err != nil {
			return err
		}
		rows := []bookingRow{rowOf(b, &order, &order.Bookings[n-1])}
		return answer(o, c.OutOrStdout(), rows, "BOOKING STATUS PAYMENT PRODUCT OPTION DATE START TRAVELLERS AMOUNT BUYER DECIDE-BY", bookingRow.cells)
	})
}
