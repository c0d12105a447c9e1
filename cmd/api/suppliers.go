package main

import (
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"storefront/internal/core/money"
	"storefront/internal/core/payload"
	"storefront/internal/lib/cli"
	"storefront/internal/lib/suggest"
	"storefront/internal/lib/termtable"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/linkpage"
)

func suppliersCommand(o *operator) *cobra.Command {
	return o.group("suppliers", "List suppliers, their bookings, statements and calendars",
		o.suppliersList(), o.suppliersShow(), o.suppliersStatement(), o.suppliersFeed())
}

// supplierRow is a supplier of the live build.
type supplierRow struct {
	ID       string                 `json:"id"`
	Name     string                 `json:"name"`
	Email    string                 `json:"email"`
	Phone    string                 `json:"phone"`
	Language string                 `json:"language"`
	Notify   []payload.SupplierNews `json:"notify"`
}

func supplierRowOf(s *payload.SupplierContact) supplierRow {
	row := supplierRow{ID: s.ID, Name: s.NameIn("en"), Email: s.Email, Phone: s.Phone, Language: s.Language,
		Notify: s.Notify}
	if row.Notify == nil {
		row.Notify = []payload.SupplierNews{}
	}
	return row
}

func (r supplierRow) cells() []string {
	return []string{r.ID, r.Name, cmp.Or(r.Email, "-"), cmp.Or(r.Phone, "-"), cmp.Or(r.Language, "-"),
		cmp.Or(joinNews(r.Notify), "-")}
}

func joinNews(all []payload.SupplierNews) string {
	names := make([]string, len(all))
	for i, news := range all {
		names[i] = string(news)
	}
	return strings.Join(names, ",")
}

func (o *operator) suppliersList() *cobra.Command {
	c := &cobra.Command{
		Use: "list", Short: "List the suppliers of the live build", Args: cobra.NoArgs,
		Example: "  api suppliers list\n  api suppliers list --json",
	}
	return o.command(c, func(_ context.Context, b *backend, c *cobra.Command, _ []string) error {
		var rows []supplierRow
		for _, s := range b.suppliers.Suppliers() {
			rows = append(rows, supplierRowOf(&s))
		}
		return printRows(o, c.OutOrStdout(), rows, "SUPPLIER NAME E-MAIL PHONE LANGUAGE NOTIFIED-OF", supplierRow.cells)
	})
}

// supplier returns a supplier by its id.
func (b *backend) supplier(id string) (payload.SupplierContact, error) {
	found, known := b.suppliers.Supplier(id)
	if known {
		return found, nil
	}
	var ids []string
	for _, s := range b.suppliers.Suppliers() {
		ids = append(ids, s.ID)
	}
	if len(ids) == 0 {
		return found, errors.New("the live build names no suppliers; --builds names the folder that generate writes")
	}
	return found, cli.Usagef("there is no supplier %q%s", id, suggest.DidYouMean(id, ids))
}

func (o *operator) suppliersShow() *cobra.Command {
	var days int
	c := &cobra.Command{
		Use: "show SUPPLIER", Short: "Show how a supplier is reached, and its next bookings", Args: cobra.ExactArgs(1),
		Example: "  api suppliers show saffron-sands\n  api suppliers show saffron-sands --days 30 --json",
	}
	days = 7
	c.Flags().Var((*atLeastOne)(&days), "days", "the bookings of so many `days` from today on")
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		s, err := b.supplier(args[0])
		if err != nil {
			return err
		}
		now := time.Now().UTC()
		day := func(ahead int) string { return now.AddDate(0, 0, ahead).Format(time.DateOnly) }
		bookings, err := b.booking.SupplierBookings(ctx, o.deployment, s.ID, day(-1), day(days),
			(*booking.Booking).IsExpected)
		if err != nil {
			return err
		}
		rows := []bookingRow{}
		for _, p := range bookings {
			rows = append(rows, bookingRowOf(b, p.Order, p.Booking))
		}
		if o.json {
			return printJSON(c.OutOrStdout(), struct {
				supplierRow
				Bookings []bookingRow `json:"bookings"`
			}{supplierRowOf(&s), rows})
		}
		var f factList
		f.add("Supplier", s.ID)
		f.add("Name", s.NameIn("en"))
		f.add("E-mail", cmp.Or(s.Email, "none: it is not notified"))
		f.add("Phone", s.Phone)
		f.add("Language", s.Language)
		f.add("Notified of", joinNews(s.Notify))
		f.WriteByte('\n')
		if _, err := f.WriteTo(c.OutOrStdout()); err != nil {
			return err
		}
		return printRows(o, c.OutOrStdout(), rows, bookingColumns, bookingRow.cells)
	})
}

func (o *operator) suppliersStatement() *cobra.Command {
	var month string
	var asCSV bool
	c := &cobra.Command{
		Use: "statement SUPPLIER", Short: "Print what a supplier's bookings of a month have come to",
		Args: cobra.ExactArgs(1),
		Long: "Statement sums the bookings of a supplier that begin in a month: how many, their price less\n" +
			"refunds (gross), and cancelled ones with what was kept of them. Sums are by deployment and currency.\n" +
			"--csv prints a line for each booking.",
		Example: "  api suppliers statement saffron-sands --month 2026-11\n" +
			"  api suppliers statement saffron-sands --month 2026-11 --csv > november.csv",
	}
	monthFlag(c, &month)
	c.Flags().BoolVar(&asCSV, "csv", false, "print CSV with the bookings, for a spreadsheet")
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		firstDay, err := parseMonth(month, time.Now())
		if err != nil {
			return err
		}
		if asCSV && o.json {
			return cli.Usage(errors.New("either --csv or --json"))
		}
		// The bookings of a supplier that the build no longer has are still found.
		if _, unknown := b.supplier(args[0]); unknown != nil {
			orders, err := b.store.Read().Orders(ctx, booking.OrderFilter{Supplier: args[0], Limit: 1})
			if err != nil {
				return err
			}
			if len(orders) == 0 {
				return unknown
			}
		}
		statement, err := b.booking.StatementOf(ctx, o.deployment, args[0], firstDay)
		switch {
		case err != nil:
			return err
		case o.json:
			return printJSON(c.OutOrStdout(), statement)
		case asCSV:
			return statementCSV(c.OutOrStdout(), &statement)
		}
		return statementText(c.OutOrStdout(), &statement)
	})
}

func statementText(out io.Writer, s *booking.Statement) error {
	if _, err := fmt.Fprintf(out, "%s, %s\n\n", s.Supplier, s.Month); err != nil {
		return err
	}
	t := termtable.New("DEPLOYMENT BOOKINGS> TRAVELLERS> GROSS> REFUNDED> CANCELLED> KEPT> PENDING>")
	for _, sum := range s.Sums {
		t.Add(sum.Deployment, strconv.Itoa(sum.Bookings), strconv.Itoa(sum.Travellers), amount(sum.Gross, sum.Currency),
			amount(sum.Refunded, sum.Currency), strconv.Itoa(sum.Cancelled), amount(sum.Retained, sum.Currency),
			strconv.Itoa(sum.Pending))
	}
	return t.Print(out)
}

func statementCSV(out io.Writer, s *booking.Statement) error {
	w := csv.NewWriter(out)
	_ = w.Write([]string{"booking", "deployment", "date", "start", "product", "option", "travellers", "status",
		"currency", "price", "refunded", "kept"})
	for _, l := range s.Lines {
		_ = w.Write([]string{l.Booking, l.Deployment, l.Date, l.StartTime, l.Product, l.Option,
			strconv.Itoa(l.Travellers), string(l.Status), l.Currency, money.Format(l.Price, l.Currency),
			money.Format(l.Refunded, l.Currency), money.Format(l.Retained, l.Currency)})
	}
	w.Flush()
	return w.Error()
}

func (o *operator) suppliersFeed() *cobra.Command {
	var rotate bool
	c := &cobra.Command{
		Use: "feed SUPPLIER", Short: "Print the secret address of a calendar with a supplier's bookings",
		Args: cobra.ExactArgs(1),
		Long: "Feed prints an address that calendar programs subscribe to. Whoever has it sees the supplier's\n" +
			"bookings of all deployments, with the names and phone numbers of the lead travellers.\n" +
			"--rotate ends the address and prints a new one. --deployment chooses the site that the address is on.",
		Example: "  api suppliers feed saffron-sands\n  api suppliers feed saffron-sands --rotate",
	}
	c.Flags().BoolVar(&rotate, "rotate", false, "end the present address first")
	o.yesFlag(c)
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		s, err := b.supplier(args[0])
		if err != nil {
			return err
		}
		sites, err := o.deployments()
		if err != nil {
			return err
		}
		links, err := o.mailedLinks(c, b)
		if err != nil {
			return err
		}
		version, err := b.booking.FeedVersion(ctx, s.ID)
		if err == nil && rotate {
			if err := o.confirm(c, "End the present address of the calendar of "+s.ID+"?"); err != nil {
				return err
			}
			version, err = b.booking.ReplaceFeed(ctx, s.ID)
		}
		if err != nil {
			return err
		}
		url := links.CalendarURL(o.originOf(&sites[0]), s.ID, version)
		if o.json {
			return printJSON(c.OutOrStdout(), map[string]string{"supplier": s.ID, "url": url})
		}
		_, err = fmt.Fprintln(c.OutOrStdout(), url)
		return err
	})
}

// mailedLinks returns the links of mails, with the server's secret and its address.
func (o *operator) mailedLinks(c *cobra.Command, b *backend) (linkpage.Links, error) {
	inMails := func(s *setting) bool { return s.name == "link-secret" || s.name == "origin" }
	if _, err := o.load(c.Flags(), o.environ, inMails); err != nil {
		return linkpage.Links{}, err
	}
	key, err := o.linkKey()
	return b.linkPages(key), err
}

// originOf returns the address that links to a deployment's site begin with.
func (c *configuration) originOf(d *payload.Deployment) string {
	if c.origin == "" {
		return d.BaseURL
	}
	return strings.ReplaceAll(c.origin, "{deployment}", d.ID)
}
