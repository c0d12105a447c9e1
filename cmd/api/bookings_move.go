package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"storefront/internal/lib/cli"
	"storefront/internal/shop/booking"
)

// moveFlags are what a booking is moved to.
type moveFlags struct {
	date, start, option, units, lead string
	length                           int
	pickup, dropOff                  placeFlags
	payWithin                        time.Duration
	rules                            booking.MoveRules
}

// placeFlags are the flags of a pickup or drop-off.
type placeFlags booking.Place

// flags adds --name, --name-address and --name-time.
func (f *placeFlags) flags(c *cobra.Command, name, pointUsage string) {
	c.Flags().StringVar(&f.Point, name, "", pointUsage)
	c.Flags().StringVar(&f.Address, name+"-address", "", "the `address` of the "+name)
	c.Flags().StringVar(&f.Time, name+"-time", "", "the `time` of a "+name+" whose time can be chosen")
}

const (
	defaultPayWithin = 12 * time.Hour // the default of --pay-within
	maxPayWithin     = 23 * time.Hour // Stripe closes a page after a day
)

func (o *operator) bookingsMove() *cobra.Command {
	var f moveFlags
	c := &cobra.Command{
		Use: "move REFERENCE/LINE", Short: "Move a booking to another date, start, option, party or pickup",
		Args: cobra.ExactArgs(1),
		Long: "Move takes the new seats, frees the old ones and refunds a lower price in one transaction, or\n" +
			"changes nothing; it shows the difference before it acts. Like its buyer, it moves a booking while\n" +
			"cancelling it is free; --ignore-policy moves it later, too. --keep-price changes no price. The buyer\n" +
			"gets a mail.\n\n" +
			"A higher price of an order that is paid later is then due. Of an order that was paid by card it is\n" +
			"paid first: move holds the new seats, prints the link of a payment page and mails it to the buyer.\n" +
			"Until that is paid, the booking stays as it is; if it is not paid in time, the seats are freed.",
		Example: "  api bookings move K7M3Q9XW/1 --date 2026-12-06\n" +
			"  api bookings move K7M3Q9XW/1 --start 17:00 --units adult=2,child=1 --pay-within 2h\n" +
			"  api bookings move K7M3Q9XW/1 --date 2026-12-06 --ignore-policy --keep-price --yes\n" +
			"  api bookings move K7M3Q9XW/1 --pickup mall --lead 'Omar Haddad'",
	}
	f.flags(c)
	o.yesFlag(c)
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		if f.payWithin <= 0 || f.payWithin > maxPayWithin {
			return cli.Usagef("--pay-within must be a time such as 2h, at most %s", maxPayWithin)
		}
		return o.changeBooking(ctx, b, c, args[0], func(order *booking.Order, k *booking.Booking) (booking.Order,
			error) {
			m, err := f.parse(order, k)
			if err != nil {
				return booking.Order{}, err
			}
			quote, err := b.booking.QuoteOperatorMove(ctx, order, k, m, f.rules)
			if err != nil {
				return booking.Order{}, f.explainRefusal(err, func(rules booking.MoveRules) error {
					_, err := b.booking.QuoteOperatorMove(ctx, order, k, m, rules)
					return err
				})
			}
			to := strings.TrimSpace(quote.Choice.Date + " " + quote.Choice.StartTime)
			question := fmt.Sprintf("Move %s to %s, %d travellers? %s", describeBooking(order, k), to,
				quote.Quote.Travellers(), differenceSentence(order, &quote))
			if err := o.confirm(c, question); err != nil {
				return booking.Order{}, err
			}
			return b.booking.MoveByOperator(ctx, order.ID, k.ID, m, f.rules, quote.Difference)
		})
	})
}

func (f *moveFlags) flags(c *cobra.Command) {
	c.Flags().StringVar(&f.date, "date", "", "the new `day`, such as 2026-12-06")
	c.Flags().StringVar(&f.start, "start", "", "the new start `time`, such as 17:00")
	c.Flags().StringVar(&f.option, "option", "", "the `id` of another option of the product")
	c.Flags().StringVar(&f.units, "units", "", "the whole new party, as `adult=2,child=1`")
	c.Flags().IntVar(&f.length, "length", 0, "the new `number` of days or nights of a stay")
	c.Flags().StringVar(&f.lead, "lead", "", "the `name` of another lead traveller")
	for name, place := range map[string]*placeFlags{"pickup": &f.pickup, "drop-off": &f.dropOff} {
		place.flags(c, name, "the `id` of another "+name+" point; none for no "+name)
	}
	c.Flags().DurationVar(&f.payWithin, "pay-within", defaultPayWithin,
		"how `long` the buyer can pay a higher price by card; the start ends it too")
	c.Flags().BoolVar(&f.rules.IgnorePolicy, "ignore-policy", false,
		"also after its deadline, or if its supplier has confirmed it")
	c.Flags().BoolVar(&f.rules.KeepPrice, "keep-price", false, "at the price of the booking, for the same party")
}

// apply returns the new place of a transfer; nil if it stays.
func (f *placeFlags) apply(now booking.Place) *booking.Place {
	switch {
	case *f == placeFlags{}:
		return nil
	case f.Point == noPlace:
		return &booking.Place{}
	case f.Point != "" && f.Point != now.Point:
		now = booking.Place{Point: f.Point, Time: now.Time}
	}
	return &booking.Place{Point: now.Point, Address: cmp.Or(f.Address, now.Address), Time: cmp.Or(f.Time, now.Time)}
}

// noPlace is the value of --pickup and --drop-off that ends a transfer.
const noPlace = "none"

// explainRefusal returns why a move is refused, with its fields, or with the flags that allow it if there are any.
func (f *moveFlags) explainRefusal(err error, allowed func(booking.MoveRules) error) error {
	if fields := fieldErrorText(err); fields != "" {
		return errors.New(fields)
	}
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

// parse parses the flags.
func (f *moveFlags) parse(order *booking.Order, k *booking.Booking) (booking.Move, error) {
	m := booking.Move{Option: f.option, Date: f.date, StartTime: f.start, Length: f.length,
		Pickup: f.pickup.apply(k.Choice.Pickup), DropOff: f.dropOff.apply(k.Choice.DropOff), PayWithin: f.payWithin}
	var err error
	if m.Units, err = quantities("units", f.units); err != nil {
		return m, err
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
func differenceSentence(o *booking.Order, quote *booking.MoveQuote) string {
	switch difference := quote.Difference; {
	case difference < 0:
		return "The price falls by " + amount(-difference, o.Currency) + "."
	case quote.PaidFirst:
		return "The price rises by " + amount(difference, o.Currency) + ": the buyer gets a link to pay it, and the " +
			"booking stays as it is until then."
	case difference > 0:
		return "The price rises by " + amount(difference, o.Currency) + ", which is then due."
	}
	return "The price stays."
}
