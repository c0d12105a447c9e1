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
	"storefront/internal/core/plaintext"
)

// IsListedAsInvoice reports whether an order is listed among its buyer's invoices: it was reserved to be paid later,
// money was reserved or paid, or a payment was attempted. Abandoned and superseded checkouts are not listed.
func (o *Order) IsListedAsInvoice() bool {
	if o.Supplement != nil {
		return false // the moved order has its money
	}
	switch o.Payment.Status {
	case PaymentNone:
		return false
	case PaymentFailed:
		return o.Method == PayLater || o.PaymentAttempted && !o.Superseded
	}
	return true
}

// InvoicesPerPage is the number of invoices on a page.
const InvoicesPerPage = 20

// Invoices returns a page of the orders that a signed-in visitor has made with their account or address, latest first,
// as stored. before is the next of the previous page, or empty; next is empty on the last page. It returns
// fault.SignedOut if nobody is signed in.
func (s *Service) Invoices(
	ctx context.Context, d Deployment, visitor Visitor, before string, limit int,
) (page []Order, next string, err error) {
	if visitor.Email == "" {
		return nil, "", fault.New(fault.SignedOut, "Nobody is signed in.")
	}
	filter := OrderFilter{
		Deployment: d.ID, ListedAsInvoice: true, Carts: []string{visitor.Cart}, Email: visitor.Email, Limit: limit + 1,
	}
	if before != "" {
		if filter.Before, filter.BeforeID, err = parseCursor(before); err != nil {
			return nil, "", err
		}
	}
	page, err = s.store.Read().Orders(ctx, filter)
	if err != nil {
		return nil, "", err
	}
	if len(page) > limit {
		page = page[:limit]
		next = cursorAfter(&page[limit-1])
	}
	for i := range page {
		if page[i], err = s.withTopUpRefunds(ctx, page[i]); err != nil {
			return nil, "", err
		}
	}
	return page, next, nil
}

// cursorAfter returns the cursor of the page that follows an order.
func cursorAfter(o *Order) string {
	return base64.RawURLEncoding.EncodeToString([]byte(strconv.FormatInt(o.CreatedAt.UnixMicro(), 10) + " " + o.ID))
}

func parseCursor(text string) (at time.Time, id string, err error) {
	data, err := base64.RawURLEncoding.DecodeString(text)
	micros, id, _ := strings.Cut(string(data), " ")
	n, parsed := strconv.ParseInt(micros, 10, 64)
	if err != nil || parsed != nil || uuid.Validate(id) != nil {
		return time.Time{}, "",
			fault.New(fault.Invalid, "There is no such page.", fault.Field{Name: "before", Code: fault.Format})
	}
	return time.UnixMicro(n).UTC(), id, nil
}

// invoicePrefix precedes the order's reference in the number of an invoice.
const invoicePrefix = "INV-"

// HasInvoice reports whether an order has an invoice: a part of it is paid, or is confirmed with its payment arranged.
// Resellers' orders have none: their travellers pay the reseller.
func (o *Order) HasInvoice() bool {
	return o.Resale == nil && (o.Payment.TotalReceived() > 0 || o.count(Confirmed, Redeemed) > 0)
}

// InvoiceNumber returns the number of an order's invoice, if it has one.
func (o *Order) InvoiceNumber() string { return invoicePrefix + o.Reference }

// ParseReference returns the order reference in typed or copied text: a reference or an invoice number, in any case,
// and with the invisible marks of direction that mails and documents have.
func ParseReference(text string) string {
	return strings.TrimPrefix(strings.ToUpper(plaintext.CleanLine(text)), invoicePrefix)
}

// MailOrderLink mails the link to an order to its buyer if both the reference and the buyer's address match; for the
// reference of an order that pays for a move, the link to the moved order. The result does not reveal whether there is
// such an order: a notice is stored in any case, and one without an address is not sent.
func (s *Service) MailOrderLink(ctx context.Context, d Deployment, reference, email string) error {
	reference = ParseReference(reference)
	email = strings.TrimSpace(email)
	var w form.FieldErrors
	w.RequireText("reference", &reference)
	w.RequireEmail("email", &email)
	if err := w.Err("The reference or address is not valid."); err != nil {
		return err
	}
	order, err := s.store.Read().OrderByReference(ctx, d.ID, reference)
	if err == nil && order.Supplement != nil {
		order, err = s.store.Read().Order(ctx, order.Supplement.Order)
	}
	if err != nil && !fault.Is(err, fault.NotFound) {
		return err
	}
	n := notice.Notice{Kind: notice.OrderLink, Deployment: d.ID, Language: d.Language}
	if err == nil && subtle.ConstantTimeCompare([]byte(order.email()), []byte(strings.ToLower(email))) == 1 {
		n.To, n.Subject, n.Language = order.Buyer.Email, order.ID, order.Language
	}
	return s.store.Do(ctx, func(tx Tx) error { return tx.NotifyLater(ctx, n) })
}
