package main

import (
	"context"
	"errors"
	"fmt"
	netmail "net/mail"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"storefront/internal/core/notice"
	"storefront/internal/lib/cli"
	"storefront/internal/shop/booking"
)

// deliveryRow is a mail about an order in the output of commands.
type deliveryRow struct {
	Kind      notice.Kind          `json:"kind"`
	Booking   string               `json:"booking,omitempty"` // REFERENCE/LINE, if it is about one
	To        string               `json:"to"`
	State     notice.DeliveryState `json:"state"`
	CreatedAt time.Time            `json:"createdAt"`
	SentAt    time.Time            `json:"sentAt,omitzero"`
	MessageID string               `json:"messageId,omitempty"`
	Attempts  int                  `json:"attempts"`
	Error     string               `json:"error,omitempty"` // of the latest attempt
	Resent    bool                 `json:"resent"`          // an operator sent it again
}

const deliveryColumns = "MAIL BOOKING TO STATE SENT ATTEMPTS> MESSAGE-ID ERROR"

func (r deliveryRow) cells() []string {
	return []string{
		string(r.Kind), orDash(r.Booking), r.To, string(r.State), instant(r.SentAt), strconv.Itoa(r.Attempts),
		orDash(r.MessageID),
		orDash(truncate(r.Error, 120)),
	}
}

func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

// deliveriesOf returns the mails about an order, the earliest first.
func deliveriesOf(ctx context.Context, b *backend, o *booking.Order) ([]deliveryRow, error) {
	all, err := b.store.Deliveries().DeliveriesOf(ctx, o.ID)
	rows := []deliveryRow{}
	for _, d := range all {
		row := deliveryRow{
			Kind: d.Kind, To: d.To, State: d.State, CreatedAt: d.CreatedAt, SentAt: d.SentAt, MessageID: d.MessageID,
			Attempts: d.Attempts,
			Error:    d.Error, Resent: d.Resent,
		}
		if i := slices.IndexFunc(o.Bookings, func(k booking.Booking) bool { return k.ID == d.Booking }); i >= 0 {
			row.Booking = bookingName(o, &o.Bookings[i])
		}
		rows = append(rows, row)
	}
	return rows, err
}

func (o *operator) mailResend() *cobra.Command {
	var kind, to string
	c := &cobra.Command{
		Use: "resend REFERENCE[/LINE]", Short: "Send a mail about an order again, optionally to another address",
		Args: cobra.ExactArgs(1),
		Long: "Resend makes a server send a mail about an order again, with the order's current state and a new\n" +
			"Message-ID. Without --kind it is the latest mail to the buyer that is not outdated. api orders\n" +
			"show lists the mails that were sent.",
		Example: "  api mail resend K7M3Q9XW\n" +
			"  api mail resend K7M3Q9XW --to amina@work.example\n" +
			"  api mail resend K7M3Q9XW/2 --kind booking_cancelled --yes",
	}
	c.Flags().StringVar(&kind, "kind", "", "which mail, by its `kind` in api orders show")
	c.Flags().StringVar(&to, "to", "", "an `address` other than the order's")
	o.backendFlags(c.Flags())
	o.yesFlag(c)
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		order, line, err := o.findOrderLine(ctx, b, args[0])
		if err != nil {
			return err
		}
		n, err := findResendable(ctx, b, &order, line, notice.Kind(kind))
		if err != nil {
			return err
		}
		if n.To, err = o.recipient(b, &order, n, to); err != nil {
			return err
		}
		question := fmt.Sprintf("Send %s about %s to %s?", n.Kind, order.Reference, n.To)
		if to != "" && n.Kind.IsToBuyer() {
			question += " Anybody who has the mail can open the order by its link."
		}
		if err := o.confirm(c, question); err != nil {
			return err
		}
		if err := b.store.Deliveries().SendAgain(ctx, n); err != nil {
			return err
		}
		_, _ = fmt.Fprintf(o.stderr, "A server sends it to %s.\n", n.To)
		rows, err := deliveriesOf(ctx, b, &order)
		if err != nil {
			return err
		}
		return printRows(o, c.OutOrStdout(), rows, deliveryColumns, deliveryRow.cells)
	})
}

// findResendable returns the notice of a mail that was queued before and still holds: the latest of a kind, or the
// latest to the buyer without a kind.
func findResendable(ctx context.Context, b *backend, o *booking.Order, line *booking.Booking,
	kind notice.Kind) (notice.Notice, error) {
	var notices []notice.Notice
	for _, key := range o.Notified { // of orders from versions without stored deliveries
		k, about, _ := strings.Cut(key, " ")
		about, _, _ = strings.Cut(about, " ")
		notices = append(notices, notice.Notice{Kind: notice.Kind(k), Booking: about})
	}
	all, err := b.store.Deliveries().DeliveriesOf(ctx, o.ID)
	if err != nil {
		return notice.Notice{}, err
	}
	for _, d := range all {
		notices = append(notices, d.Notice)
	}
	var kinds []string
	for _, n := range slices.Backward(notices) {
		switch {
		case line != nil && n.Booking != "" && n.Booking != line.ID, !isCurrent(o, n.Kind):
		case kind == n.Kind, kind == "" && n.Kind.IsToBuyer():
			return notice.Notice{
				Kind: n.Kind, Deployment: o.Deployment, Language: o.Language, Subject: o.ID, Booking: n.Booking,
				Supplier: n.Supplier,
			}, nil
		case !slices.Contains(kinds, string(n.Kind)):
			kinds = append(kinds, string(n.Kind))
		}
	}
	name := o.Reference
	if line != nil {
		name = bookingName(o, line)
	}
	if len(kinds) == 0 {
		return notice.Notice{}, fmt.Errorf("there is no mail about %s that still holds", name)
	}
	what := "mail to the buyer"
	if kind != "" {
		what = string(kind)
	}
	return notice.Notice{}, fmt.Errorf("there is no %s about %s that still holds; there are %s", what, name,
		strings.Join(kinds, ", "))
}

// isCurrent reports whether a mail of a kind about an order is not outdated.
func isCurrent(o *booking.Order, kind notice.Kind) bool {
	switch kind {
	case notice.OrderWaiting:
		return slices.ContainsFunc(o.Bookings, func(k booking.Booking) bool { return booking.AwaitsDecision(o, &k) })
	case notice.ShopOrderConfirmed:
		return slices.ContainsFunc(o.Bookings, func(k booking.Booking) bool { return k.HasTicket() })
	}
	return kind.IsToShop() || !o.Outdated(kind)
}

// recipient returns the addressee of a mail about an order.
func (o *operator) recipient(b *backend, order *booking.Order, n notice.Notice, to string) (string, error) {
	switch {
	case to != "":
		address, err := netmail.ParseAddress(to)
		if err != nil || address.Address != to {
			return "", cli.Usagef("--to %s is not an e-mail address", to)
		}
		return to, nil
	case n.Kind.IsToSupplier():
		return supplierAddress(b, order, n)
	case n.Kind.IsToBuyer():
		if order.Buyer.Email == "" {
			return "", fmt.Errorf("%s has no address of its buyer: name one with --to", order.Reference)
		}
		return order.Buyer.Email, nil
	}
	all, err := o.deployments()
	for _, d := range all {
		if d.ID == order.Deployment && d.Contact.Email != "" {
			return d.Contact.Email, nil
		}
	}
	return "", errors.Join(err, fmt.Errorf("%s has no address of its own: name one with --to", order.Deployment))
}

// supplierAddress returns the address of the supplier who gets a notice.
func supplierAddress(b *backend, order *booking.Order, n notice.Notice) (string, error) {
	for _, k := range order.Bookings {
		if s, known := b.suppliers.Supplier(k.SupplierID(n.Supplier)); k.ID == n.Booking && known && s.Email != "" {
			return s.Email, nil
		}
	}
	return "", errors.New("the supplier has no address: name one with --to")
}
