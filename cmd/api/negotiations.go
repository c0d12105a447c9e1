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

	"storefront/internal/core/money"
	"storefront/internal/lib/cli"
	"storefront/internal/shop/booking"
)

func negotiationsCommand(o *operator) *cobra.Command {
	return o.group("negotiations", "List, answer and delete requests for prices", o.negotiationsList(),
		o.negotiationsAnswer(), o.negotiationsDelete())
}

// negotiationRow is a negotiation in the output of commands. Amounts are minor units.
type negotiationRow struct {
	Reference  string    `json:"reference"`
	Deployment string    `json:"deployment"`
	State      string    `json:"state"` // open, answered, declined, expired or used
	Product    string    `json:"product"`
	Option     string    `json:"option"`
	Date       string    `json:"date"`
	StartTime  string    `json:"startTime,omitempty"`
	Units      string    `json:"units"`
	Currency   string    `json:"currency"`
	Offer      int64     `json:"offer,omitempty"`
	Price      int64     `json:"price,omitempty"`
	ExpiresAt  time.Time `json:"expiresAt,omitzero"`
	LastDay    string    `json:"lastDay,omitempty"` // at the destination, if the price expires with a day
	Name       string    `json:"name"`
	Email      string    `json:"email"`
	Phone      string    `json:"phone"`
	Message    string    `json:"message,omitempty"`
	Answer     string    `json:"answer,omitempty"`
	CreatedAt  time.Time `json:"createdAt"`
}

const negotiationColumns = "REFERENCE DEPLOYMENT STATE PRODUCT OPTION DATE START UNITS OFFER> PRICE> EXPIRES FROM " +
	"PHONE MESSAGE"

func negotiationRowOf(n booking.Negotiation, now time.Time) negotiationRow {
	var units []string
	for _, q := range n.Choice.Units {
		units = append(units, strconv.Itoa(q.Quantity)+" "+q.ID)
	}
	state := string(n.Status)
	switch {
	case n.Order != "":
		state = "used"
	case n.Status == booking.NegotiationAnswered && n.Expired(now):
		state = "expired"
	}
	return negotiationRow{
		Reference: n.Reference, Deployment: n.Deployment, State: state, Product: n.Choice.Product,
		Option: n.Choice.Option, Date: n.Choice.Date,
		StartTime: n.Choice.StartTime, Units: strings.Join(units, ", "), Currency: n.Currency, Offer: n.Offer,
		Price:     n.Price,
		ExpiresAt: n.ExpiresAt, LastDay: lastDay(&n), Name: n.Name, Email: n.Email, Phone: n.Phone, Message: n.Message,
		Answer: n.Answer, CreatedAt: n.CreatedAt,
	}
}

// lastDay returns the last day of a price; empty if it expires within a day, or never.
func lastDay(n *booking.Negotiation) string {
	zone, err := time.LoadLocation(n.TimeZone)
	if err != nil || n.ExpiresAt.IsZero() {
		return ""
	}
	end := n.ExpiresAt.In(zone)
	if last := end.Add(-time.Second); last.Day() != end.Day() {
		return last.Format(time.DateOnly)
	}
	return ""
}

func (r negotiationRow) cells() []string {
	amountOrDash := func(minor int64) string {
		if minor == 0 {
			return "-"
		}
		return amount(minor, r.Currency)
	}
	expires := r.LastDay
	if expires == "" {
		expires = instant(r.ExpiresAt)
	}
	if r.Price > 0 && r.ExpiresAt.IsZero() {
		expires = "never"
	}
	return []string{
		r.Reference, r.Deployment, r.State, r.Product, r.Option, r.Date, r.StartTime, r.Units, amountOrDash(r.Offer),
		amountOrDash(r.Price), expires,
		r.Name + " <" + r.Email + ">", r.Phone, r.Message,
	}
}

func (o *operator) negotiationsList() *cobra.Command {
	var all bool
	var limit int
	c := &cobra.Command{Use: "list", Short: "List the open requests, the latest first",
		Args: cobra.NoArgs}
	c.Flags().BoolVar(&all, "all", false, "also the answered and declined ones")
	limitFlag(c, &limit, "the maximum `number` of requests")
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, _ []string) error {
		status := booking.NegotiationOpen
		if all {
			status = ""
		}
		found, err := b.store.Read().Negotiations(ctx, o.deployment, status, limit)
		if err != nil {
			return err
		}
		var rows []negotiationRow
		for _, n := range found {
			rows = append(rows, negotiationRowOf(n, time.Now()))
		}
		return printRows(o, c.OutOrStdout(), rows, negotiationColumns, negotiationRow.cells)
	})
}

// negotiationAnswer has the flags of an answer.
type negotiationAnswer struct {
	price, until, words   string
	neverExpires, decline bool
}

func (o *operator) negotiationsAnswer() *cobra.Command {
	var a negotiationAnswer
	c := &cobra.Command{
		Use: "answer REFERENCE", Short: "Offer a price, or decline; the visitor is notified by mail",
		Args: cobra.ExactArgs(1),
		Long: "Answer sets a price for the requested choice without extras. One order can use it until it\n" +
			"expires. Until an order uses it, the answer can be replaced. Declining asks for confirmation,\n" +
			"because the visitor is notified at once.",
		Example: "  api negotiations answer K7M3Q9XW --price 1500 --until 2026-12-04\n" +
			"  api negotiations answer K7M3Q9XW --price 1500 --never-expires --words \"A cake is included.\"\n" +
			"  api negotiations answer K7M3Q9XW --decline --words \"We are away that week.\"",
	}
	f := c.Flags()
	f.StringVar(&a.price, "price", "", "the `amount`, in main units of the product's currency: 1500 or 12.500")
	f.StringVar(&a.until, "until", "", "the last `day`, at the destination, that the price can be used: 2026-12-31")
	f.BoolVar(&a.neverExpires, "never-expires", false, "the price can be used for as long as the product is on sale")
	f.BoolVar(&a.decline, "decline", false, "offer nothing")
	f.StringVar(&a.words, "words", "", "a `message` to the visitor, in their language")
	o.yesFlag(c)
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		if (a.price == "") != a.decline || (a.until != "") && (a.neverExpires || a.decline) || a.neverExpires &&
			a.decline {
			return cli.Usage(errors.New("answer with --price and either --until or --never-expires, or with --decline"))
		}
		n, err := o.findNegotiation(ctx, b, args[0])
		if err != nil {
			return err
		}
		if a.decline {
			question := fmt.Sprintf("Decline %s? %s is notified at once.", n.Reference, n.Email)
			if err := o.confirm(c, question); err != nil {
				return err
			}
		}
		if n, err = a.send(ctx, b.booking, n); err != nil {
			return err
		}
		return printRows(o, c.OutOrStdout(), []negotiationRow{negotiationRowOf(n, time.Now())}, negotiationColumns,
			negotiationRow.cells)
	})
}

func (a *negotiationAnswer) send(ctx context.Context, s *booking.Service,
	n booking.Negotiation) (booking.Negotiation, error) {
	if a.decline {
		return s.DeclineNegotiation(ctx, n.ID, a.words)
	}
	price, err := money.Parse(a.price, n.Currency)
	if err != nil {
		return n, cli.Usagef("--price: %w", err)
	}
	if price == 0 {
		return n, cli.Usage(errors.New("--price must be above zero"))
	}
	zone, err := time.LoadLocation(cmp.Or(n.TimeZone, "UTC"))
	if err != nil {
		return n, err
	}
	var expires time.Time
	switch last, err := time.ParseInLocation(time.DateOnly, a.until, zone); {
	case a.neverExpires:
	case a.until == "":
		return n, cli.Usage(errors.New("give the last day of the price: --until DAY or --never-expires"))
	case err != nil:
		return n, cli.Usagef("--until %s is not a day such as 2026-12-31", a.until)
	case !last.AddDate(0, 0, 1).After(time.Now()):
		return n, cli.Usagef("--until %s is past", a.until)
	case a.until > n.Choice.Date:
		return n, cli.Usagef("--until %s is after the requested day, %s", a.until, n.Choice.Date)
	default:
		expires = last.AddDate(0, 0, 1)
	}
	return s.AnswerNegotiation(ctx, n.ID, price, expires, a.words)
}

func (o *operator) negotiationsDelete() *cobra.Command {
	c := &cobra.Command{
		Use: "delete REFERENCE", Short: "Delete a request for a price for good", Args: cobra.ExactArgs(1),
		Long: "Delete removes a request for a price with its answer, as the visitor can ask for, and the jobs of\n" +
			"its mails. A price that no order uses yet can no longer be used; an order that uses it keeps it.",
		Example: "  api negotiations delete K7M3Q9XW",
	}
	o.yesFlag(c)
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		n, err := o.findNegotiation(ctx, b, args[0])
		if err != nil {
			return err
		}
		row := negotiationRowOf(n, time.Now())
		question := fmt.Sprintf("Delete the request %s of %s, which is %s, for good?", n.Reference, n.Email, row.State)
		if err := o.confirm(c, question); err != nil {
			return err
		}
		if err := b.booking.DeleteNegotiation(ctx, n); err != nil {
			return err
		}
		return printRows(o, c.OutOrStdout(), []negotiationRow{row}, negotiationColumns, negotiationRow.cells)
	})
}

func (o *operator) findNegotiation(ctx context.Context, b *backend, reference string) (booking.Negotiation, error) {
	return byReference(ctx, o, b, "a negotiation", reference, b.store.Read().NegotiationByReference)
}
