package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"golang.org/x/text/unicode/norm"

	"storefront/internal/lib/cli"
	"storefront/internal/lib/termtable"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/wording"
	"storefront/internal/shop/wording/ordertext"
)

// manifestRow is a booking for the staff who meet its travellers, in the operator's language.
type manifestRow struct {
	Product       string                `json:"product"`
	ProductTitle  string                `json:"productTitle"`
	Option        string                `json:"option"`
	OptionTitle   string                `json:"optionTitle"`
	Supplier      string                `json:"supplier"` // its id; empty if unknown
	SupplierName  string                `json:"supplierName"`
	Date          string                `json:"date"`                // at the destination
	StartTime     string                `json:"startTime,omitempty"` // empty with opening hours
	TimeZone      string                `json:"timeZone"`
	Booking       string                `json:"booking"`
	Deployment    string                `json:"deployment"`
	Status        booking.BookingStatus `json:"status"`
	Lead          string                `json:"lead"` // the lead traveller, or the buyer if there is none
	Phone         string                `json:"phone"`
	Email         string                `json:"email"`
	Buyer         string                `json:"buyer"` // the name of the buyer
	Travellers    int                   `json:"travellers"`
	Party         string                `json:"party"`
	Extras        string                `json:"extras,omitempty"`
	Meeting       string                `json:"meeting,omitempty"` // empty if travellers are collected
	PickupTime    string                `json:"pickupTime,omitempty"`
	Pickup        string                `json:"pickup,omitempty"`
	PickupAddress string                `json:"pickupAddress,omitempty"` // the typed address of their hotel or house
	DropOff       string                `json:"dropOff,omitempty"`
	Due           int64                 `json:"due"` // minor units, still to be paid
	Currency      string                `json:"currency"`
	Reseller      string                `json:"reseller,omitempty"` // who sold it, with its reference
	Note          string                `json:"note,omitempty"`     // the visitor's note to the staff
	StaffNotes    string                `json:"staffNotes,omitempty"`

	language                string // of the texts
	isPickedUpAfterMidnight bool
}

// manifestFlags selects the bookings to print.
type manifestFlags struct {
	product, supplier, language string
	csv                         bool
}

func (m *manifestFlags) validate(o *operator, day string) error {
	if _, err := time.Parse(time.DateOnly, day); err != nil {
		return cli.Usagef("%q is not a day such as 2026-12-05", day)
	}
	if m.csv && o.json {
		return cli.Usage(errors.New("either --csv or --json"))
	}
	return nil
}

func (o *operator) bookingsManifest() *cobra.Command {
	var m manifestFlags
	c := &cobra.Command{
		Use: "manifest DATE", Short: "List the travellers of a day by product, start time and pickup",
		Args: cobra.ExactArgs(1),
		Long: "Manifest lists the confirmed, redeemed and pending bookings that begin on a date at their\n" +
			"destination, without those of cancelled departures: who comes, when and where, how to reach\n" +
			"them, their choices and notes, and what is still to be paid. The pickups of each start are in\n" +
			"driving order. Labels and titles are in the language of the deployment's staff, or that of\n" +
			"--language.",
		Example: "  api bookings manifest 2026-12-05\n" +
			"  api bookings manifest 2026-12-05 --supplier saffron-sands --language ar\n" +
			"  api bookings manifest 2026-12-05 --product desert-safari --csv > saturday.csv",
	}
	c.Flags().StringVar(&m.product, "product", "", "only of this product's `slug`")
	c.Flags().StringVar(&m.supplier, "supplier", "", "only of this supplier's `id` or name")
	c.Flags().StringVar(&m.language, "language", "", "the `language` of labels, titles and places")
	c.Flags().BoolVar(&m.csv, "csv", false, "print CSV, for a spreadsheet")
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		if err := m.validate(o, args[0]); err != nil {
			return err
		}
		orders, err := b.store.Read().BookingsOn(ctx, o.deployment, m.product, args[0])
		if err != nil {
			return err
		}
		rows, err := o.manifestOf(b, orders, m)
		switch {
		case err != nil:
			return err
		case o.json:
			return printJSON(c.OutOrStdout(), rows)
		case m.csv:
			return manifestCSV(c.OutOrStdout(), rows)
		case len(rows) == 0:
			_, err := fmt.Fprintf(o.stderr, "No travellers are expected on %s.\n", args[0])
			return err
		}
		return manifestText(c.OutOrStdout(), rows)
	})
}

func (o *operator) manifestOf(b *backend, orders []booking.Order, m manifestFlags) ([]manifestRow, error) {
	languages, err := o.staffLanguages()
	if err != nil {
		return nil, err
	}
	if m.language != "" && !wording.Has(m.language) { // the builds have been read
		return nil, cli.Usagef("--language %s has no words; languages are %s", m.language,
			strings.Join(wording.Languages(), ", "))
	}
	rows := []manifestRow{}
	for i := range orders {
		language := cmp.Or(m.language, languages[orders[i].Deployment], orders[i].Language)
		if orders[i].IsTest() {
			continue // nobody comes
		}
		order := b.booking.OrderIn(orders[i], language)
		for j := range order.Bookings {
			k := &order.Bookings[j]
			s := k.Detail.Supplier
			if !k.IsExpected() || m.supplier != "" && !strings.EqualFold(m.supplier, s.ID) &&
				!strings.EqualFold(m.supplier, s.Name) {
				continue
			}
			row, err := manifestRowOf(&order, k, language)
			if err != nil {
				return nil, err
			}
			rows = append(rows, row)
		}
	}
	slices.SortFunc(rows, func(a, b manifestRow) int {
		return cmp.Or(cmp.Compare(a.Product, b.Product), cmp.Compare(a.StartTime, b.StartTime),
			cmp.Compare(a.Option, b.Option),
			cmp.Compare(a.stopOrder(), b.stopOrder()), cmp.Compare(a.Pickup, b.Pickup),
			cmp.Compare(a.PickupAddress, b.PickupAddress),
			cmp.Compare(a.Lead, b.Lead), cmp.Compare(a.Booking, b.Booking))
	})
	return rows, nil
}

// staffLanguages returns the language of each deployment's staff.
func (o *operator) staffLanguages() (map[string]string, error) {
	all, err := o.deployments()
	languages := map[string]string{}
	for _, d := range all {
		languages[d.ID] = d.StaffLanguage()
	}
	return languages, err
}

// stopOrder orders the stops of a start, in minutes from midnight of its date. A pickup with a later time than the
// start is on the evening before, one of the last opening hours after midnight; the meeting point comes after the last
// stop.
func (r *manifestRow) stopOrder() int {
	const dayLength = 24 * 60
	at, err := time.Parse("15:04", r.PickupTime)
	if err != nil {
		if r.Pickup+r.PickupAddress == "" {
			return 3 * dayLength
		}
		return 2 * dayLength // unknown time
	}
	minutes := at.Hour()*60 + at.Minute()
	if start, err := time.Parse("15:04", r.StartTime); err == nil && at.After(start) {
		minutes -= dayLength
	}
	if r.isPickedUpAfterMidnight {
		minutes += dayLength
	}
	return minutes
}

func manifestRowOf(o *booking.Order, k *booking.Booking, language string) (manifestRow, error) {
	texts, err := ordertext.OfBooking(o, k)
	if err != nil {
		return manifestRow{}, err
	}
	d := &k.Detail
	list := func(parts []string) string { return strings.Join(parts, wording.In(language).Calendar.Comma+" ") }
	row := manifestRow{
		language: language,
		Product:  k.Choice.Product, ProductTitle: d.ProductTitle, Option: k.Choice.Option, OptionTitle: d.OptionTitle,
		Supplier: d.Supplier.ID, SupplierName: d.Supplier.Name, Date: k.Choice.Date, StartTime: k.Choice.StartTime,
		TimeZone: d.TimeZone,
		Booking:  bookingName(o, k), Deployment: o.Deployment, Status: k.Status, Lead: nameOf(&o.Buyer),
		Phone: phoneOf(&o.Buyer),
		Email: o.Buyer.Email, Buyer: nameOf(&o.Buyer), Travellers: d.Travellers,
		Party:  wording.WithoutIsolates(list(texts.Travellers)),
		Extras: wording.WithoutIsolates(list(texts.Extras)), Meeting: list(place(d.Meeting)),
		DropOff: list(place(d.DropOff)),
		Due:     o.DueFor(k.ID), Currency: o.Currency,
	}
	row.StaffNotes = staffNotes(k.Notes)
	if sale := o.Resale; sale != nil {
		row.Reseller = strings.TrimSpace(sale.Name + " " + sale.Reference)
		row.Buyer = row.Reseller
	}
	if p := d.Pickup; p != nil {
		row.PickupTime, row.Pickup, row.PickupAddress = p.Time, p.Title, p.Address
		zone, err := time.LoadLocation(d.TimeZone)
		if err != nil {
			return manifestRow{}, err
		}
		row.isPickedUpAfterMidnight = k.ReadyAt().In(zone).Format(time.DateOnly) > k.Choice.Date
	}
	if g := o.Guest; g != nil {
		row.Lead, row.Phone, row.Email, row.Note = cmp.Or(g.Name, row.Lead), cmp.Or(g.Phone, row.Phone),
			cmp.Or(g.Email, row.Email), g.Info
	}
	return row, nil
}

// staffNotes returns the notes of the staff in one line, with their authors.
func staffNotes(notes []booking.Note) string {
	var texts []string
	for _, n := range notes {
		texts = append(texts, strings.Join(strings.Fields(n.Text), " ")+" ("+n.Actor+")")
	}
	return strings.Join(texts, "; ")
}

func joinComma(parts []string) string { return strings.Join(parts, ", ") }

// dialledPattern matches a phone number in international form, which a spreadsheet reads as a number and nothing else.
var dialledPattern = regexp.MustCompile(`^\+[0-9]+$`)

// escapeFormula keeps spreadsheets from evaluating visitors' text as a formula. Some of them accept full-width signs,
// too.
func escapeFormula(text string) string {
	text = strings.TrimLeftFunc(termtable.Printable(text), func(r rune) bool { return unicode.Is(unicode.Cf, r) })
	start := norm.NFKC.String(strings.TrimSpace(text))
	if first, _ := utf8.DecodeRuneInString(start); strings.ContainsRune("=+-@\u2212", first) &&
		!dialledPattern.MatchString(text) {
		return "'" + text
	}
	return text
}
