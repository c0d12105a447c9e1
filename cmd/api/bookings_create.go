package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
	"storefront/internal/lib/cli"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/document/ticket"
)

// bookingFlags has the flags of a booking by phone or at the desk.
type bookingFlags struct {
	product, option, start, units, extras string
	length                                int
	pickup, dropOff                       placeFlags
	name, email, phone, note, language    string
	paid, ticket                          string
}

// paidLater is the value of --paid for a booking that is still to be paid.
const paidLater = "later"

func (n *bookingFlags) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&n.product, "product", "", "the product's `slug`")
	f.StringVar(&n.option, "option", "", "the option's `id`; the only one by default")
	f.StringVar(&n.start, "start", "", "the `start` at the destination, as 2026-12-05T15:00, or a day")
	f.StringVar(&n.units, "units", "", "the `party`, as adult=2,child=1")
	f.StringVar(&n.extras, "extras", "", "`extras`, as quad=1")
	f.IntVar(&n.length, "length", 0, "the number of `days` or nights, where the price depends on it")
	n.pickup.flags(c, "pickup", "the `id` of a pickup point")
	n.dropOff.flags(c, "drop-off", "the `id` of a drop-off point")
	f.StringVar(&n.name, "name", "", "the guest's `name`")
	f.StringVar(&n.email, "email", "", "the guest's e-mail `address`, which gets the mails of a booking")
	f.StringVar(&n.phone, "phone", "", "the guest's phone `number`, with its calling code")
	f.StringVar(&n.note, "note", "", "a `text` of the guest for the staff")
	f.StringVar(&n.language, "language", "", "the guest's `language`; the deployment's first by default")
	f.StringVar(&n.paid, "paid", "", "by which `means` all of it was paid: "+joinOr(booking.AllMeans)+"; or "+paidLater)
	f.StringVar(&n.ticket, "ticket", "", "save the ticket as this `file`; a guest without an e-mail address has it as "+
		"ticket-REFERENCE.pdf")
	for _, name := range []string{"product", "start", "units", "name", "paid"} {
		_ = c.MarkFlagRequired(name)
	}
}

func (o *operator) bookingsCreate() *cobra.Command {
	var n bookingFlags
	c := &cobra.Command{
		Use: "create", Short: "Book for a guest on the phone or at the desk", Args: cobra.NoArgs,
		Long: "Create books one product by the rules of a checkout, and takes the seats with the same guard. It\n" +
			"shows the price and asks. Booking is possible until the start. --paid names by which means all was\n" +
			"paid; 'later' reserves it, to be paid by the deployment's terms, or at the start if these leave no\n" +
			"time. The guest gets the usual mails if an address is given; otherwise the ticket is saved as a file.",
		Example: "  api bookings create --deployment wayfare --product sunset-dunes --start 2026-12-05T15:00 \\\n" +
			"    --units adult=2,child=1 --name 'Amina Haddad' --phone +971501234567 --paid later\n" +
			"  api bookings create --product sunset-dunes --start 2026-12-05T15:00 --units adult=2 \\\n" +
			"    --name Omar --paid cash --yes",
	}
	n.flags(c)
	o.yesFlag(c)
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, _ []string) error {
		p, err := o.oneDeployment()
		if err != nil {
			return err
		}
		in, d, err := n.parse(o, b, c, &p)
		if err != nil {
			return err
		}
		quote, err := b.booking.QuoteAtDesk(ctx, d, in.Choice)
		if err != nil {
			return n.explain(err)
		}
		if quote.Unavailable != nil {
			return n.unavailableError(&quote)
		}
		key, err := n.ticketKey(o, c) // before anything is booked
		if err != nil {
			return err
		}
		question := fmt.Sprintf("Book %s, %s, %s for %s: %s, %s?", n.product, n.start, n.units, n.name,
			amount(quote.Price.Total, quote.Product.Currency), paymentText(in.Paid))
		if err := o.confirm(c, question); err != nil {
			return err
		}
		order, err := b.booking.BookAtDesk(ctx, d, in)
		if err != nil {
			return n.explain(err)
		}
		if err := n.saveTicket(o, key, &order); err != nil {
			return err
		}
		rows := []bookingRow{bookingRowOf(b, &order, &order.Bookings[0])}
		return printRows(o, c.OutOrStdout(), rows, bookingColumns, bookingRow.cells)
	})
}

func paymentText(means booking.Means) string {
	if means == "" {
		return "to be paid later"
	}
	return "paid by " + string(means)
}

// parse returns the booking of the flags, and the deployment in the guest's language.
func (n *bookingFlags) parse(o *operator, b *backend, c *cobra.Command, p *payload.Deployment) (
	in booking.DeskBooking, d booking.Deployment, err error,
) {
	language := p.Languages[0]
	if n.language != "" {
		if language, err = parseOneOf("language", n.language, p.Languages); err != nil {
			return in, d, err
		}
	}
	if _, err := o.load(c.Flags(), o.environ, func(s *setting) bool { return s.name == "origin" }); err != nil {
		return in, d, err
	}
	d = booking.DeploymentIn(p, language, o.originOf(p))
	if n.paid != paidLater {
		means, err := parseOneOf("paid", n.paid, append([]booking.Means{paidLater}, booking.AllMeans...))
		if err != nil {
			return in, d, err
		}
		in.Paid = means
	}
	in.Choice, err = n.parseChoice(b, &d)
	first, last, _ := strings.Cut(strings.TrimSpace(n.name), " ")
	in.Buyer = booking.Buyer{FirstName: first, LastName: strings.TrimSpace(last), Email: n.email, Phone: n.phone}
	in.Note, in.Actor = n.note, actor()
	return in, d, err
}

func (n *bookingFlags) parseChoice(b *backend, d *booking.Deployment) (c booking.Choice, err error) {
	c = booking.Choice{Product: n.product, Option: n.option, Length: n.length, Pickup: booking.Place(n.pickup),
		DropOff: booking.Place(n.dropOff)}
	c.Date, c.StartTime, _ = strings.Cut(strings.Replace(strings.TrimSpace(n.start), " ", "T", 1), "T")
	if c.Units, err = quantities("units", n.units); err != nil {
		return c, err
	}
	if c.Extras, err = quantities("extras", n.extras); err != nil {
		return c, err
	}
	if c.Option != "" {
		return c, nil
	}
	product, err := b.catalog.Product(d.ID, d.Language, n.product)
	if err != nil {
		return c, fmt.Errorf("%s does not sell %q", d.ID, n.product)
	}
	var ids []string
	for i := range product.Options {
		ids = append(ids, product.Options[i].ID)
	}
	if len(ids) != 1 {
		return c, cli.Usagef("--option must be one of %s", strings.Join(ids, ", "))
	}
	c.Option = ids[0]
	return c, nil
}

// quantities parses "adult=2,child=1"; an empty text is an empty list.
func quantities(flag, text string) (list []booking.Quantity, err error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		id, number, ok := strings.Cut(part, "=")
		count, err := strconv.Atoi(strings.TrimSpace(number))
		if !ok || err != nil || count < 1 {
			return nil, cli.Usagef("--%s %q is not a list such as adult=2,child=1", flag, text)
		}
		list = append(list, booking.Quantity{ID: strings.TrimSpace(id), Quantity: count})
	}
	return list, nil
}

// flagOfField has the flags of commands for the fields of a buyer and a transfer.
var flagOfField = map[string]string{
	"buyer.email": "--email", "buyer.phone": "--phone",
	"pickup.point": "--pickup", "pickup.address": "--pickup-address", "pickup.time": "--pickup-time",
	"dropOff.point": "--drop-off", "dropOff.address": "--drop-off-address", "dropOff.time": "--drop-off-time",
}

// unavailableError returns why a start cannot be booked.
func (n *bookingFlags) unavailableError(quote *booking.ChoiceCheck) error {
	if quote.Status == booking.Closed {
		return fmt.Errorf("%s has no start at %s that can be booked: it does not run then, is closed, or has begun",
			n.product, n.start)
	}
	return fmt.Errorf("it is %s, with %d free seats", quote.Status, quote.Vacancies)
}

// explain names the fields of a choice that cannot be booked; those that are missing by their flags.
func (n *bookingFlags) explain(err error) error {
	if fields := fieldErrorText(err); fields != "" {
		return errors.New(fields)
	}
	return err
}

// fieldErrorText returns the message of an error with its fields; empty if it has none.
func fieldErrorText(err error) string {
	e := fault.Of(err)
	if len(e.Fields) == 0 {
		return ""
	}
	var wrong []string
	for _, f := range e.Fields {
		name := f.Name
		if item, ok := strings.CutPrefix(name, "items."); ok {
			_, name, _ = strings.Cut(item, ".") // after the item's id
		}
		name = cmp.Or(flagOfField[name], name)
		wrong = append(wrong, fmt.Sprintf("%s (%s)", name, f.Code))
	}
	return strings.TrimSuffix(e.Message, ".") + ": " + strings.Join(wrong, ", ")
}

// savesTicket reports whether the ticket is saved as a file.
func (n *bookingFlags) savesTicket() bool { return n.ticket != "" || n.email == "" }

// ticketKey returns the key of tickets if one is saved.
func (n *bookingFlags) ticketKey(o *operator, c *cobra.Command) (ticket.Key, error) {
	if !n.savesTicket() {
		return ticket.Key{}, nil
	}
	if _, err := o.load(c.Flags(), o.environ, func(s *setting) bool { return s.name == "ticket-key" }); err != nil {
		return ticket.Key{}, err
	}
	return o.configuration.ticketKey()
}

// saveTicket saves the ticket of a confirmed booking if the guest gets no mail, or if --ticket asks for it.
func (n *bookingFlags) saveTicket(o *operator, key ticket.Key, order *booking.Order) error {
	b := &order.Bookings[0]
	if !n.savesTicket() {
		return nil
	}
	if !b.HasTicket() {
		if n.ticket != "" {
			_, _ = fmt.Fprintf(o.stderr, "There is no ticket yet: the booking is %s.\n", b.Status)
		}
		return nil
	}
	pdf, err := ticket.PDF(order, b, key)
	if err != nil {
		return err
	}
	file := n.ticket
	if file == "" {
		file = "ticket-" + order.Reference + ".pdf"
	}
	if err := os.WriteFile(file, pdf, 0o600); err != nil {
		return err
	}
	_, err = fmt.Fprintf(o.stderr, "The ticket is in %s.\n", file)
	return err
}
