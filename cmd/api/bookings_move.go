package main

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"storefront/internal/lib/cli"
	"storefront/internal/shop/booking"
)

// moveFlags are what a booking is moved to.
type moveFlags struct {
	date, start, option, units, lead string
	length                           int
	rules                            booking.MoveRules
}

func (o *operator) bookingsMove() *cobra.Command {
	var f moveFlags
	c := &cobra.Command{
		Use: "move REFERENCE/LINE", Short: "Move a booking to another date, start, option or party",
		Args: cobra.ExactArgs(1),
		Long: "Move takes the new seats, frees the old ones and refunds a lower price in one transaction, or\n" +
			"changes nothing; it shows the difference before it acts. Like its buyer, it moves a booking while\n" +
			"cancelling it is free; --ignore-policy moves it later, too. --keep-price changes no price. A start\n" +
			"that costs more needs --keep-price, unless the order is paid later. The buyer gets a mail.",
		Example: "  api bookings move K7M3Q9XW/1 --date 2026-12-06\n" +
			"  api bookings move K7M3Q9XW/1 --start 17:00 --units adult=2,child=1\n" +
			"  api bookings move K7M3Q9XW/1 --date 2026-12-06 --ignore-policy --keep-price --yes",
	}
	c.Flags().StringVar(&f.date, "date", "", "the new `day`, such as 2026-12-06")
	c.Flags().StringVar(&f.start, "start", "", "the new start `time`, such as 17:00")
	c.Flags().StringVar(&f.option, "option", "", "the `id` of another option of the product")
	c.Flags().StringVar(&f.units, "units", "", "the whole new party, as `adult=2,child=1`")
	c.Flags().IntVar(&f.length, "length", 0, "the new `number` of days or nights of a stay")
	c.Flags().StringVar(&f.lead, "lead", "", "the `name` of another lead traveller")
	c.Flags().BoolVar(&f.rules.IgnorePolicy, "ignore-policy", false,
		"also after its deadline, or if its supplier has confirmed it")
	c.Flags().BoolVar(&f.rules.KeepPrice, "keep-price", false, "at the price of the booking, for the same party")
	o.yesFlag(c)
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		return o.onBooking(ctx, b, c, args[0], func(order *booking.Order, k *booking.Booking) (booking.Order, error) {
			m, err := f.move(order)
			if err != nil {
				return booking.Order{}, err
			}
			quote, err := b.booking.QuoteMoveFor(ctx, order, k, m, f.rules)
			if err != nil {
				return booking.Order{}, f.refused(err, func(rules booking.MoveRules) error {
					_, err := b.booking.QuoteMoveFor(ctx, order, k, m, rules)
					return err
				})
			}
			to := strings.TrimSpace(quote.Choice.Date + " " + quote.Choice.StartTime)
			question := fmt.Sprintf("Move %s to %s, %d travellers? %s", inWords(order, k), to,
				quote.Quote.Travellers(), differenceSentence(order, quote.Difference))
			if err := o.confirmed(c, question); err != nil {
				return booking.Order{}, err
			}
			return b.booking.MoveBookingFor(ctx, order.ID, k.ID, m, f.rules, quote.Difference)
		})
	})
}

// refused returns why a move is refused, with the flags that allow it if there are any.
func (f *moveFlags) refused(err error, allowed func(booking.MoveRules) error) error {
	for _, way := range []struct {
		flags string
		rules booking.MoveRules
	}{
		{"--ignore-policy", booking.MoveRules{IgnorePolicy: true, KeepPrice: f.rules.KeepPrice}},
		{"--keep-price", booking.MoveRules{IgnorePolicy: f.rules.IgnorePolicy, KeepPrice: true}},
		{"--ignore-policy and --keep-price", booking.MoveRules{IgnorePolicy: true, KeepPrice: true}},
	} {
		if way.rules != f.rules && allowed(way.rules) == nil {
			return fmt.Errorf("%w Possible with %s", err, way.flags)
		}
	}
	return err
}

// move parses the flags.
func (f *moveFlags) move(order *booking.Order) (booking.Move, error) {
	m := booking.Move{Option: f.option, Date: f.date, StartTime: f.start, Length: f.length}
	for _, part := range nonempty(strings.Split(f.units, ",")...) {
		id, count, _ := strings.Cut(part, "=")
		n, err := strconv.Atoi(count)
		if err != nil || n < 0 {
			return m, cli.Usagef("--units %q is not a party such as adult=2,child=1", f.units)
		}
		m.Units = append(m.Units, booking.Quantity{ID: strings.TrimSpace(id), Quantity: n})
	}
	if f.lead == "" {
		return m, nil
	}
	guest := booking.Guest{Email: order.Buyer.Email, Phone: phoneOf(&order.Buyer)}
	if order.Guest != nil {
		guest = *order.Guest
		guest.Email = cmp.Or(guest.Email, order.Buyer.Email)
		guest.Phone = cmp.Or(guest.Phone, phoneOf(&order.Buyer))
	}
	guest.Name, m.Guest = f.lead, &guest
	return m, nil
}

// differenceSentence returns a sentence about the money of a move.
func differenceSentence(o *booking.Order, difference int64) string {
	switch {
	case difference < 0:
		return "The price falls by " + amount(-difference, o.Currency) + "."
	case difference > 0:
		return "The price rises by " + amount(difference, o.Currency) + ", which is then due."
	}
	return "The price stays."
}
