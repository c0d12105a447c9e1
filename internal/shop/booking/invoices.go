package booking

import (
	"context"
	"crypto/subtle"
	"encoding/base64"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"storefront/internal/core/fault"
	"storefront/internal/core/form"
	"storefront/internal/core/notice"
)

// Invoiced says that an order is among its buyer's invoices: something was reserved or paid, or was tried to be paid. A
// checkout that was only left, or given up for another of the same cart, is not.
func (o *Order) Invoiced() bool {
	switch o.Payment.Status {
	case PaymentNone:
		return false
	case PaymentFailed:
		return o.Method == PayLater || o.Tried && !o.Superseded
	}
	return true
}

// InvoicesAtOnce is how many invoices a page has.
const InvoicesAtOnce = 20

// Invoices lists what somebody who is signed in has bought from a shop with his account or his address, latest first, as it
// is stored. before is what the page before gave as next, or empty; next is empty on the last page. It returns
// fault.SignedOut where nobody is signed in.
func (s *Service) Invoices(ctx context.Context, d Deployment, visitor Visitor, before string, limit int) (page []Order, next string, err error) {
	if visitor.Email == "" {
		return nil, "", fault.New(fault.SignedOut, "Sign in to see your invoices.")
	}
	filter := OrderFilter{
		Deployment: d.ID, Invoiced: true, Carts: []string{visitor.Cart}, Email: visitor.Email, Limit: limit + 1,
	}
	if before != "" {
		if filter.Before, filter.BeforeID, err = readCursor(before); err != nil {
			return nil, "", err
		}
	}
	page, err = s.store.Read().Orders(ctx, filter)
	if err != nil || len(page) <= limit {
		return page, "", err
	}
	page = page[:limit]
	return page, cursorAt(&page[limit-1]), nil
}

// cursorAt names the place in a list that is behind an order.
func cursorAt(o *Order) string {
	return base64.RawURLEncoding.EncodeToString([]byte(strconv.FormatInt(o.CreatedAt.UnixMicro(), 10) + " " + o.ID))
}

func readCursor(text string) (at time.Time, id string, err error) {
	data, err := base64.RawURLEncoding.DecodeString(text)
	micros, id, _ := strings.Cut(string(data), " ")
	n, parsed := strconv.ParseInt(micros, 10, 64)
	if err != nil || parsed != nil || uuid.Validate(id) != nil {
		return time.Time{}, "", fault.New(fault.Invalid, "There is no such page.", fault.Field{Name: "before", Code: fault.Format})
	}
	return time.UnixMicro(n).UTC(), id, nil
}

// invoicePrefix stands before an order's reference where people read it off an invoice.
const invoicePrefix = "INV-"

// HasInvoice reports whether an order has an invoice: something of it is paid, or confirmed with its payment arranged.
func (o *Order) HasInvoice() bool {
	return o.Payment.Taken() > 0 || o.count(Confirmed, Redeemed) > 0
}

// InvoiceNumber is that of an order's invoice, if it comes to have one.
func (o *Order) InvoiceNumber() string { return invoicePrefix + o.Reference }

// ReferenceOf is an order's reference as it is kept, of what people type for it: an invoice's number too, in any letters.
func ReferenceOf(typed string) string {
	return strings.TrimPrefix(strings.ToUpper(strings.TrimSpace(typed)), invoicePrefix)
}

// FindOrder has the link to an order mailed to its buyer, where both its reference and his address are told. Whoever asks
// learns nothing: either way an order is looked for, and a job is written in a transaction. One whose notice has no address
// tells nobody.
func (s *Service) FindOrder(ctx context.Context, d Deployment, reference, email string) error {
	reference = ReferenceOf(reference)
	email = strings.TrimSpace(email)
	var w form.Wrongs
	w.Text("reference", &reference, longestReference)
	w.Email("email", &email)
	if err := w.Err("The order cannot be looked for."); err != nil {
		return err
	}
	order, err := s.store.Read().OrderByReference(ctx, d.ID, reference)
	if err != nil && !fault.Is(err, fault.NotFound) {
		return err
	}
	n := notice.Notice{Kind: notice.OrderLink, Deployment: d.ID, Language: d.Language}
	if err == nil && subtle.ConstantTimeCompare([]byte(order.email()), []byte(strings.ToLower(email))) == 1 {
		n.To, n.Subject, n.Language = order.Buyer.Email, order.ID, order.Language
	}
	return s.store.Do(ctx, func(tx Tx) error { return tx.TellLater(ctx, n) })
}

// longestReference is that of the contract.
const longestReference = 20
