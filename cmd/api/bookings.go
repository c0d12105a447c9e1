package main

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"storefront/internal/shop/booking"
)

func bookingsCommand(o *operator) *cobra.Command {
	return o.group("bookings", "List bookings, and decide, cancel, refund and redeem them",
		o.bookingsList(), o.bookingsShow(), o.bookingsManifest(), o.bookingsCreate(),
		o.bookingsDecide("confirm",
			"Accept a booking for its supplier; the payment is captured when all bookings are decided",
			"Confirm accepts a booking for its supplier. A payment that is reserved on a card is captured once all\n"+
				"bookings of the order are decided. A reservation that is paid later is confirmed once it is paid:\n"+
				"bookings paid records that. If its supplier has accepted it, confirm asks, and then confirms it\n"+
				"unpaid, to be paid as was arranged with the buyer.", true),
		o.bookingsDecide("reject", "Reject a booking for its supplier; its reserved amount is released",
			"Reject declines a booking for its supplier and releases its seats. What is reserved on a card for it is\n"+
				"not charged; what was paid for it is owed to the buyer, as api refunds list shows.", false),
		o.bookingsPaid(), o.bookingsNote(), o.bookingsMove(), o.bookingsCancel(), o.bookingsRefund(),
		o.bookingsRedeem(),
	)
}

// bookingRow is a booking in the list.
type bookingRow struct {
	Booking      string                `json:"booking"` // REFERENCE/LINE, the argument of other commands
	Deployment   string                `json:"deployment"`
	Status       booking.BookingStatus `json:"status"`
	Payment      booking.PaymentStatus `json:"payment"`
	Product      string                `json:"product"`
	ProductTitle string                `json:"productTitle"` // in the order's language
	Option       string                `json:"option"`
	OptionTitle  string                `json:"optionTitle"`
	Date         string                `json:"date"` // at the destination
	StartTime    string                `json:"startTime,omitempty"`
	Travellers   int                   `json:"travellers"`
	Amount       int64                 `json:"amount"` // minor units
	Refunded     int64                 `json:"refunded"`
	Currency     string                `json:"currency"`
	Buyer        string                `json:"buyer"`
	Email        string                `json:"email"`
	Phone        string                `json:"phone"`
	// AwaitsDecision is true until DecideBy if the supplier has not decided, or a later payment is not arranged yet.
	AwaitsDecision bool      `json:"waits"`
	DecideBy       time.Time `json:"decideBy,omitzero"`
	// ChooseBy is the deadline of a buyer who can choose another start or their money, after what the shop has done.
	ChooseBy time.Time `json:"chooseBy,omitzero"`
	// Pending is a move that awaits the payment of its difference, until when the booking stays as it is.
	Pending *pendingMove `json:"pendingMove,omitempty"`
}

// pendingMove is a move that is made once its difference is paid.
type pendingMove struct {
	Reference  string    `json:"reference"` // of the order that pays for it
	Date       string    `json:"date"`
	StartTime  string    `json:"startTime,omitempty"`
	Travellers int       `json:"travellers"`
	Amount     int64     `json:"amount"`
	HeldUntil  time.Time `json:"heldUntil"` // its seats
	PaymentURL string    `json:"paymentUrl,omitempty"`
}

func pendingMoveOf(extra *booking.Order) *pendingMove {
	if extra == nil {
		return nil
	}
	to := &extra.Bookings[0]
	return &pendingMove{Reference: extra.Reference, Date: to.Choice.Date, StartTime: to.Choice.StartTime,
		Travellers: to.Detail.Travellers, Amount: extra.Total, HeldUntil: extra.HoldUntil,
		PaymentURL: extra.Payment.URL}
}

// addTo writes the move, and how it is paid.
func (p *pendingMove) addTo(f *factList, currency string) {
	if p == nil {
		return
	}
	f.add("Moves to", fmt.Sprintf("%s, %d travellers, once %s is paid, until %s",
		strings.TrimSpace(p.Date+" "+p.StartTime), p.Travellers, amount(p.Amount, currency), instant(p.HeldUntil)))
	f.add("Pay at", cmp.Or(p.PaymentURL, "the server opens the page: api bookings show has it then"))
}

const bookingColumns = "BOOKING STATUS PAYMENT PRODUCT OPTION DATE START TRAVELLERS> AMOUNT> GIVEN-BACK> DECIDE-BY " +
	"E-MAIL BUYER"

func bookingRowOf(b *backend, o *booking.Order, k *booking.Booking) bookingRow {
	row := bookingRow{
		Booking: bookingName(o, k), Deployment: o.Deployment, Status: k.Status, Payment: o.Payment.Status,
		Product:      k.Choice.Product,
		ProductTitle: k.Detail.ProductTitle, Option: k.Choice.Option, OptionTitle: k.Detail.OptionTitle,
		Date:      k.Choice.Date,
		StartTime: k.Choice.StartTime, Travellers: k.Detail.Travellers, Amount: k.Amount, Currency: o.Currency,
		Buyer: nameOf(&o.Buyer), Email: o.Buyer.Email, Phone: phoneOf(&o.Buyer),
	}
	row.Refunded = o.RefundsFor(k)
	if row.AwaitsDecision = booking.AwaitsDecision(o, k); row.AwaitsDecision {
		row.DecideBy = b.booking.DecisionDeadline(o)
	}
	if k.CanChoose(b.booking.Now()) {
		row.ChooseBy = k.Disruption.Until
	}
	return row
}

func (r bookingRow) cells() []string {
	refunded := "-"
	if r.Refunded > 0 {
		refunded = amount(r.Refunded, r.Currency)
	}
	return []string{
		r.Booking, string(r.Status), string(r.Payment), r.Product, r.Option, r.Date, cmp.Or(r.StartTime, "-"),
		strconv.Itoa(r.Travellers), amount(r.Amount, r.Currency), refunded, instant(r.DecideBy), r.Email, r.Buyer,
	}
}

// phoneOf returns the buyer's number in international form, or as typed if the country is unknown.
func phoneOf(p *booking.Buyer) string {
	return cmp.Or(booking.PhoneE164(p.Phone, p.PhoneCountry), p.Phone)
}

func (o *operator) bookingsList() *cobra.Command {
	var f orderFlags
	c := &cobra.Command{
		Use: "list", Short: "List bookings, the latest order first", Args: cobra.NoArgs,
		Example: "  api bookings list --status PENDING\n" +
			"  api bookings list --product dunes --tour-date 2026-12-05 --json",
	}
	f.flags(c)
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, _ []string) error {
		orders, err := f.orders(ctx, o, b)
		if err != nil {
			return err
		}
		var rows []bookingRow
		for i := range orders {
			for j := range orders[i].Bookings {
				if k := &orders[i].Bookings[j]; f.matches(k) {
					rows = append(rows, bookingRowOf(b, &orders[i], k))
				}
			}
		}
		return printRows(o, c.OutOrStdout(), rows, bookingColumns, bookingRow.cells)
	})
}

func (o *operator) bookingsShow() *cobra.Command {
	c := &cobra.Command{
		Use: "show REFERENCE/LINE", Short: "Show all details of a booking",
		Args: cobra.ExactArgs(1), Example: "  api bookings show K7M3Q9XW/1",
	}
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		order, k, err := o.findBooking(ctx, b, args[0])
		if err != nil {
			return err
		}
		all, err := orderViewOf(ctx, b, &order)
		if err != nil {
			return err
		}
		view := all.Items[k.Line]
		if o.json {
			return printJSON(c.OutOrStdout(), view)
		}
		var f factList
		view.print(&f)
		f.WriteByte('\n')
		f.add("Buyer", view.Buyer)
		f.add("E-mail", view.Email)
		f.add("Phone", view.Phone)
		_, err = f.WriteTo(c.OutOrStdout())
		return err
	})
}
