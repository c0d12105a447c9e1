package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"storefront/internal/core/money"
	"storefront/internal/lib/cli"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/document/ticket"
)

// changeBooking finds a booking, acts on it, and prints its new state.
func (o *operator) changeBooking(ctx context.Context, b *backend, c *cobra.Command, name string,
	act func(order *booking.Order, k *booking.Booking) (booking.Order, error)) error {
	order, k, err := o.findBooking(ctx, b, name)
	if err != nil {
		return err
	}
	line := k.Line
	after, err := act(&order, k)
	if err != nil {
		return err
	}
	row := bookingRowOf(b, &after, &after.Bookings[line])
	pending, err := b.booking.PendingMoves(ctx, &after)
	if err != nil {
		return err
	}
	row.Pending = pendingMoveOf(pending[after.Bookings[line].ID])
	if err := printRows(o, c.OutOrStdout(), []bookingRow{row}, bookingColumns, bookingRow.cells); err != nil || o.json {
		return err
	}
	var f factList
	row.Pending.addTo(&f, row.Currency)
	_, err = f.WriteTo(c.OutOrStdout())
	return err
}

// describeBooking describes a booking in a question.
func describeBooking(o *booking.Order, k *booking.Booking) string {
	start := strings.TrimSpace(k.Choice.Date + " " + k.Choice.StartTime)
	text := fmt.Sprintf("%s (%s on %s", bookingName(o, k), k.Choice.Product, start)
	buyer := strings.TrimSpace(o.Buyer.FirstName + " " + o.Buyer.LastName)
	if buyer = cmp.Or(o.Buyer.Email, buyer); buyer != "" {
		text += ", " + buyer
	}
	return text + ")"
}

func (o *operator) bookingsDecide(use, short, long string, accept bool) *cobra.Command {
	c := &cobra.Command{
		Use: use + " REFERENCE/LINE", Short: short, Long: long, Args: cobra.ExactArgs(1),
		Example: "  api bookings " + use + " K7M3Q9XW/1",
	}
	o.yesFlag(c)
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		return o.changeBooking(ctx, b, c, args[0], func(order *booking.Order, k *booking.Booking) (booking.Order,
			error) {
			question := ""
			switch {
			case !accept:
				question = "Reject " + describeBooking(order, k) + "?"
			case order.ArrangesPayment(k):
				question = fmt.Sprintf("Confirm %s unpaid? %s stays due.", describeBooking(order, k),
					amount(order.Due(), order.Currency))
				if order.Buyer.Email != "" {
					question = strings.TrimSuffix(question, ".") + ", and the buyer gets the tickets."
				}
			}
			if question != "" {
				if err := o.confirm(c, question); err != nil {
					return booking.Order{}, err
				}
			}
			after, err := b.booking.DecideAsShown(ctx, order, k.ID, accept)
			if err == nil && after.ArrangesPayment(&after.Bookings[k.Line]) {
				name := bookingName(order, k)
				_, err = fmt.Fprintf(c.ErrOrStderr(), "%s is accepted, and is confirmed once %s is paid: "+
					"api bookings paid %s records it.\n", name, amount(after.Due(), after.Currency), name)
			}
			return after, err
		})
	})
}

func (o *operator) bookingsCancel() *cobra.Command {
	var refund string
	c := &cobra.Command{
		Use: "cancel REFERENCE/LINE", Short: "Cancel a booking and refund it by its policy, or another amount",
		Args: cobra.ExactArgs(1),
		Long: "Cancel ends a confirmed or pending booking, releases its seats and notifies its buyer. It refunds\n" +
			"what the booking's policy says now, less earlier refunds, and shows the amount before it acts.\n" +
			"--refund sets another amount, or a percentage of the price. Unlike a buyer, an operator can cancel\n" +
			"a booking that has begun.",
		Example: "  api bookings cancel K7M3Q9XW/1\n" +
			"  api bookings cancel K7M3Q9XW/1 --refund 100%\n" +
			"  api bookings cancel K7M3Q9XW/1 --refund 120.50 --yes",
	}
	c.Flags().StringVar(&refund, "refund", "", "refund this `amount` instead of the policy's, as 120.50 or 50%")
	o.yesFlag(c)
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		return o.changeBooking(ctx, b, c, args[0], func(order *booking.Order, k *booking.Booking) (booking.Order,
			error) {
			var give *int64
			if refund != "" {
				sum, err := parseShare(refund, k.Amount, order.Currency)
				if err != nil {
					return booking.Order{}, err
				}
				give = &sum
			}
			quote, err := b.booking.QuoteOperatorCancellation(order, k, give)
			if err != nil {
				return booking.Order{}, err
			}
			question := fmt.Sprintf("Cancel %s? %s", describeBooking(order, k), refundSentence(order, k, quote))
			if err := o.confirm(c, question); err != nil {
				return booking.Order{}, err
			}
			return b.booking.CancelByOperator(ctx, order.ID, k.ID, give, quote)
		})
	})
}

// refundSentence returns a sentence about the refund of a cancellation.
func refundSentence(o *booking.Order, k *booking.Booking, q booking.CancellationQuote) string {
	if o.FreeToCancel(k) {
		return "Nothing was taken for it."
	}
	sum := func(minor int64) string { return amount(minor, o.Currency) }
	if q.Payout == q.Refund && q.Due == 0 {
		return fmt.Sprintf("The buyer gets back %s of %s (%d %%).", sum(q.Payout), sum(k.Amount), q.Percent) +
			earlierRefunds(o, k)
	}
	text := fmt.Sprintf("%s of %s is not charged (%d %%), and the buyer gets back %s.", sum(q.Refund), sum(k.Amount),
		q.Percent, sum(q.Payout))
	if q.Due > 0 {
		text += fmt.Sprintf(" %s is still to be paid for it.", sum(q.Due))
	}
	if q.Applied > 0 {
		text += fmt.Sprintf(" %s that was paid for it counts for the rest of the order.", sum(q.Applied))
	}
	return text + earlierRefunds(o, k)
}

// earlierRefunds returns a sentence about the earlier refunds of a booking; empty if there were none.
func earlierRefunds(o *booking.Order, k *booking.Booking) string {
	given := o.RefundsFor(k)
	if given == 0 {
		return ""
	}
	return fmt.Sprintf(" %s was already refunded.", amount(given, o.Currency))
}

// parseShare parses a part of a price: "50%", or "120.50" in main units.
func parseShare(text string, whole int64, currency string) (int64, error) {
	if number, percent := strings.CutSuffix(text, "%"); percent {
		n, err := strconv.Atoi(strings.TrimSpace(number))
		if err != nil || n < 0 || n > 100 {
			return 0, cli.Usagef("%s is not a part of a price, 0%% to 100%%", text)
		}
		return money.Percent(whole, n, currency), nil
	}
	sum, err := money.Parse(text, currency)
	if err != nil {
		return 0, cli.Usage(err)
	}
	if sum > whole {
		return 0, cli.Usagef("%s is more than the price, %s", amount(sum, currency), amount(whole, currency))
	}
	return sum, nil
}

func (o *operator) bookingsRefund() *cobra.Command {
	var offDue bool
	c := &cobra.Command{
		Use: "refund REFERENCE/LINE AMOUNT", Short: "Refund a part of a booking, and leave the booking " +
			"unchanged",
		Args: cobra.ExactArgs(2),
		Long: "Refund refunds an amount, or a percentage of the price, of a confirmed, redeemed or cancelled\n" +
			"booking, on top of earlier refunds. It never refunds more than was taken for the booking. While\n" +
			"something is due for the order, nothing can be refunded: --off-due lowers what is due for such a\n" +
			"booking instead.",
		Example: "  api bookings refund K7M3Q9XW/1 50\n  api bookings refund K7M3Q9XW/1 25% --yes\n" +
			"  api bookings refund K7M3Q9XW/1 50 --off-due",
	}
	c.Flags().BoolVar(&offDue, "off-due", false, "lower what is still due for the booking, and give nothing back")
	o.yesFlag(c)
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		return o.changeBooking(ctx, b, c, args[0], func(order *booking.Order, k *booking.Booking) (booking.Order,
			error) {
			sum, err := parseShare(args[1], k.Amount, order.Currency)
			if err != nil {
				return booking.Order{}, err
			}
			if sum == 0 {
				return booking.Order{}, cli.Usage(errors.New("a refund must be more than zero"))
			}
			if offDue {
				return o.lowerDue(ctx, b, c, order, k, sum)
			}
			if due := order.Due(); due > 0 {
				instead := ""
				if k.CanOweLess() {
					instead = "; --off-due lowers what is due"
				}
				return booking.Order{}, fmt.Errorf("%s is still due for %s, so nothing can be given back%s",
					amount(due, order.Currency), order.Reference, instead)
			}
			if left := order.Refundable(k); sum > left {
				return booking.Order{}, fmt.Errorf("%s is more than can still be refunded of %s: %s",
					amount(sum, order.Currency), bookingName(order, k), amount(left, order.Currency))
			}
			question := fmt.Sprintf("Refund %s of %s?", amount(sum, order.Currency), describeBooking(order, k))
			if err := o.confirm(c, question+earlierRefunds(order, k)); err != nil {
				return booking.Order{}, err
			}
			return b.booking.Refund(ctx, order.ID, k.ID, sum, k.Refunded)
		})
	})
}

// lowerDue lowers what is due for a booking by a sum.
func (o *operator) lowerDue(
	ctx context.Context, b *backend, c *cobra.Command, order *booking.Order, k *booking.Booking, sum int64,
) (booking.Order, error) {
	text := func(minor int64) string { return amount(minor, order.Currency) }
	due := order.DueFor(k.ID)
	if sum > due {
		return booking.Order{}, fmt.Errorf("%s is more than is due for %s: %s", text(sum),
			bookingName(order, k), text(due))
	}
	if !k.CanOweLess() {
		return booking.Order{}, fmt.Errorf("%s is %s: what is due for it can be lowered once it is confirmed",
			bookingName(order, k), k.Status)
	}
	if err := o.confirm(c, fmt.Sprintf("Lower what is due for %s by %s, to %s? Nothing is given back.",
		describeBooking(order, k), text(sum), text(due-sum))); err != nil {
		return booking.Order{}, err
	}
	return b.booking.LowerDue(ctx, order.ID, k.ID, sum, k.Refunded)
}

func (o *operator) bookingsRedeem() *cobra.Command {
	var text string
	c := &cobra.Command{
		Use: "redeem [REFERENCE/LINE]", Short: "Admit the travellers of a confirmed booking, once",
		Args: cobra.MaximumNArgs(1),
		Long: "Redeem takes the name of a booking, or with --ticket the scanned text of a ticket's code, whose\n" +
			"signature it checks first. It refuses a ticket that was already redeemed, and shows when that was.\n" +
			"For a ticket of another date it asks for confirmation.",
		Example: "  api bookings redeem K7M3Q9XW/1\n  scanner | api bookings redeem --ticket -",
	}
	c.Flags().StringVar(&text, "ticket", "", "the `text` of a ticket's code; - reads it from standard input")
	o.yesFlag(c)
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		if (len(args) == 1) == (text != "") {
			return cli.Usage(errors.New("give either a booking or a ticket"))
		}
		name := append(args, "")[0]
		var claims ticket.Claims
		if text != "" {
			var err error
			if claims, err = o.readTicket(c, text); err != nil {
				return err
			}
			name = fmt.Sprintf("%s/%d", claims.Reference, claims.Line+1)
		}
		return o.changeBooking(ctx, b, c, name, func(order *booking.Order, k *booking.Booking) (booking.Order, error) {
			if text != "" && claims != withKey(ticket.ClaimsOf(order, k), claims.Key) {
				return booking.Order{}, errors.New("the ticket does not match the current booking")
			}
			if err := o.confirmOtherDay(c, order, k); err != nil {
				return booking.Order{}, err
			}
			after, err := b.booking.Redeem(ctx, order.ID, k.ID)
			return after, withNextCommand(err, order, k)
		})
	})
}

// withNextCommand adds to the refusal of a booking that is not confirmed which command leads on.
func withNextCommand(err error, o *booking.Order, k *booking.Booking) error {
	if err == nil || o.IsTest() {
		return err
	}
	name, next := bookingName(o, k), ""
	if k.Status == booking.OnHold {
		next = " It is not paid yet: api orders show " + o.Reference
	}
	if due := o.Due(); k.Status == booking.Pending && due > 0 {
		next = fmt.Sprintf(" %s is to be paid: api bookings paid %s --by %s records it.", amount(due, o.Currency), name,
			joinOr(booking.AllMeans))
	}
	if booking.AwaitsDecision(o, k) && k.Decision == booking.Undecided {
		next += " Its supplier has to confirm it: api bookings confirm " + name + " records that."
	}
	return fmt.Errorf("%w%s", err, next)
}

func withKey(claims ticket.Claims, key string) ticket.Claims {
	claims.Key = key
	return claims
}

// confirmOtherDay asks for confirmation before a booking of another date is redeemed.
func (o *operator) confirmOtherDay(c *cobra.Command, order *booking.Order, k *booking.Booking) error {
	today, comes, err := isBookingDay(k, time.Now())
	if err != nil || comes || k.Status != booking.Confirmed {
		return err
	}
	return o.confirm(c, fmt.Sprintf("%s is for %s, and there it is %s. Redeem it all the same?",
		describeBooking(order, k),
		k.Choice.Date, today))
}

// isBookingDay returns today's date at the destination, and whether it is one of the booking's dates, or the night of
// its opening hours.
func isBookingDay(k *booking.Booking, now time.Time) (today string, comes bool, err error) {
	zone, err := time.LoadLocation(k.Detail.TimeZone)
	if err != nil {
		return "", false, err
	}
	first, err := time.Parse(time.DateOnly, k.Choice.Date)
	if err != nil {
		return "", false, err
	}
	last := first.AddDate(0, 0, max(k.Choice.Length, 1)-1).Format(time.DateOnly)
	today = now.In(zone).Format(time.DateOnly)
	return today, k.Choice.Date <= today && (today <= last || now.Before(k.LastEntry())), nil
}

// readTicket verifies the text of a ticket's code with the shop's own key.
func (o *operator) readTicket(c *cobra.Command, text string) (ticket.Claims, error) {
	public, err := o.publicKey(c.Flags(), "")
	if err != nil {
		return ticket.Claims{}, err
	}
	if text, err = textOrInput(c.InOrStdin(), text); err != nil {
		return ticket.Claims{}, err
	}
	return ticket.Verify(public, text)
}

// maxInputBytes bounds the input of a ticket or a password, in bytes.
const maxInputBytes = 16 << 10

// textOrInput returns the text, or standard input if the text is -.
func textOrInput(in io.Reader, text string) (string, error) {
	if text != "-" {
		return text, nil
	}
	data, err := io.ReadAll(io.LimitReader(in, maxInputBytes))
	return strings.TrimRight(string(data), "\r\n"), err
}
