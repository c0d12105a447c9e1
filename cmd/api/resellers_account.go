package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"storefront/internal/core/money"
	"storefront/internal/lib/cli"
	"storefront/internal/shop/booking"
)

// statementView is a reseller's account in a month.
type statementView struct {
	Reseller string         `json:"reseller"`
	Month    string         `json:"month"`
	Currency string         `json:"currency"`
	Opening  int64          `json:"opening"` // minor units, owed before the month
	Charged  int64          `json:"charged"`
	Credited int64          `json:"credited"`
	Paid     int64          `json:"paid"`
	Closing  int64          `json:"closing"`
	Entries  []statementRow `json:"entries"`
}

type statementRow struct {
	At         time.Time `json:"at"`
	Deployment string    `json:"deployment,omitempty"`
	Reference  string    `json:"reference,omitempty"`
	Kind       string    `json:"kind"` // booked, credited or paid
	Amount     int64     `json:"amount"`
	Note       string    `json:"note,omitempty"`
	currency   string
}

func (r statementRow) cells() []string {
	return []string{instant(r.At), r.Deployment, r.Reference, r.Kind, amount(r.Amount, r.currency), r.Note}
}

func (v *statementView) add(e *booking.ResellerEntry) {
	row := statementRow{At: e.At, Deployment: e.Deployment, Reference: e.Reference, Amount: e.Amount, Note: e.Note,
		currency: v.Currency}
	switch {
	case e.Order == "":
		row.Kind = "paid"
		v.Paid -= e.Amount
	case e.Amount < 0:
		row.Kind = "credited"
		v.Credited -= e.Amount
	default:
		row.Kind = "booked"
		v.Charged += e.Amount
	}
	v.Closing += e.Amount
	v.Entries = append(v.Entries, row)
}

func (o *operator) resellersStatement() *cobra.Command {
	var month string
	c := &cobra.Command{
		Use:     "statement NAME",
		Short:   "Print a reseller's account in a month: bookings, credits, payments and what it owes",
		Example: "  api resellers statement atlas --month 2026-12", Args: cobra.ExactArgs(1),
	}
	monthFlag(c, &month)
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		from, err := parseMonth(month, time.Now())
		if err != nil {
			return err
		}
		r, err := b.resellers.ResellerByName(ctx, args[0])
		if err != nil {
			return explainResellerError(err, args[0])
		}
		entries, before, err := b.resellers.ResellerEntries(ctx, r.ID, from, from.AddDate(0, 1, 0))
		if err != nil {
			return err
		}
		v := statementView{Reseller: r.Name, Month: from.Format(monthLayout), Currency: r.Currency, Opening: before,
			Closing: before, Entries: []statementRow{}}
		for i := range entries {
			v.add(&entries[i])
		}
		if o.json {
			return printJSON(c.OutOrStdout(), v)
		}
		if _, err := fmt.Fprintf(c.OutOrStdout(), "%s, %s\n\n", v.Reseller, v.Month); err != nil {
			return err
		}
		err = printRows(o, c.OutOrStdout(), v.Entries, "AT DEPLOYMENT REFERENCE KIND AMOUNT> NOTE", statementRow.cells)
		if err != nil {
			return err
		}
		const totals = "\nOwed before   %s\nBooked        %s\nCredited      %s\nPaid          %s\nOwed at end   %s\n"
		_, err = fmt.Fprintf(c.OutOrStdout(), totals, amount(v.Opening, v.Currency), amount(v.Charged, v.Currency),
			amount(v.Credited, v.Currency), amount(v.Paid, v.Currency), amount(v.Closing, v.Currency))
		return err
	})
}

func (o *operator) resellersPaid() *cobra.Command {
	var note string
	c := &cobra.Command{
		Use: "paid NAME AMOUNT", Short: "Record what a reseller has paid, in main units of its currency",
		Example: "  api resellers paid atlas 12500 --note 'transfer of 2 December'", Args: cobra.ExactArgs(2),
	}
	c.Flags().StringVar(&note, "note", "", "what the payment was")
	o.yesFlag(c)
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		r, err := b.resellers.ResellerByName(ctx, args[0])
		if err != nil {
			return explainResellerError(err, args[0])
		}
		sum, err := money.Parse(args[1], r.Currency)
		if err != nil || sum == 0 {
			return cli.Usagef("%s is not an amount of %s such as 12500", args[1], r.Currency)
		}
		if err := o.confirm(c, fmt.Sprintf("Record that %s, which owes %s, has paid %s?", r.Name,
			amount(r.Balance, r.Currency), amount(sum, r.Currency))); err != nil {
			return err
		}
		if r, err = b.resellers.RecordPayment(ctx, r.Name, sum, note); err != nil {
			return err
		}
		return o.printReseller(c, &r, "")
	})
}
