package drill_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	netmail "net/mail"
	"slices"
	"strings"
	"testing"
	"time"

	"storefront/internal/core/notice"
	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/document/calendar"
	"storefront/internal/shop/document/documenttest"
	"storefront/internal/shop/document/ticket"
	"storefront/internal/shop/mail"
)

// TestEveryDocumentHasTheMeetingPointOrPickup books each product of the demo content with and without a pickup, if it
// allows both. Every mail and the ticket must have the place, its address and the time, every mail a link to the map,
// and the calendar entry the place and its address.
func TestEveryDocumentHasTheMeetingPointOrPickup(t *testing.T) {
	shops, slugs := demoShops(t)
	p := newPromiseCheck(t, shops["AED"])
	withPickup, atMeetingPoint := 0, 0
	for _, slug := range slugs {
		for _, order := range p.orderWithAndWithoutPickup(slug) {
			if order.Bookings[0].Detail.Pickup != nil {
				withPickup++
			} else {
				atMeetingPoint++
			}
			p.checkDocuments(slug, &order)
		}
	}
	if withPickup < 10 || atMeetingPoint < 10 {
		t.Errorf("%d orders have a pickup and %d a meeting point: too few to prove anything", withPickup,
			atMeetingPoint)
	}
}

// daysOfYear is the number of days to try, so that each season is among them.
const daysOfYear = 366

// orderWithAndWithoutPickup orders a product's first bookable starts: one with its pickup, if it has one, and one
// without, if the pickup is optional.
func (p *promiseCheck) orderWithAndWithoutPickup(slug string) (orders []booking.Order) {
	product, err := p.catalog.Product(p.shop.ID, p.shop.Language, slug)
	must(p.T, err)
	if product.NoFixedPrice || product.Status != "AVAILABLE" {
		return nil
	}
	d := p.shop
	d.Currency, d.PayLater = product.Currency, true
	wanted := 1
	if product.Pickup != nil {
		wanted = 2
	}
	for n := range daysOfYear {
		day := demoNow.AddDate(0, 0, n+3).Format(time.DateOnly)
		slots, err := p.Slots(p.Context(), d, slug, product.Options[0].ID, day, 0)
		must(p.T, err)
		i := slices.IndexFunc(slots.Slots, func(s booking.Availability) bool { return s.Status.Bookable() })
		if i < 0 {
			continue
		}
		c := smallestChoice(product, &product.Options[0], day, slots.Slots[i].StartTime)
		probe := "probe-" + slug + day
		if c = p.withTransfers(probe, c, wanted); wanted == 2 && c.Pickup == (booking.Place{}) {
			choosePickup(&c, product.Pickup)
		}
		if order, ok := p.tryReserve(d, c); ok {
			orders = append(orders, order)
		}
		if wanted--; wanted == 0 {
			break
		}
	}
	if len(orders) == 0 {
		p.Errorf("%s cannot be booked on any of %d days", slug, daysOfYear)
	}
	return orders
}

// choosePickup adds a pickup at the first point to a choice.
func choosePickup(c *booking.Choice, t *payload.Transfer) {
	if t.Extra != "" {
		c.Extras = []booking.Quantity{{ID: t.Extra, Quantity: 1}}
	}
	if len(t.Points) > 0 {
		c.Pickup.Point = t.Points[0].ID
	}
	c.Pickup.Address, c.Pickup.Time = "Hotel Creek, room 12", c.StartTime
}

// tryReserve orders a choice. It returns false if the checkout fails, for example because a place is missing.
func (p *promiseCheck) tryReserve(d booking.Deployment, c booking.Choice) (booking.Order, bool) {
	p.carts++
	cart := fmt.Sprintf("place-%d", p.carts)
	checked, err := p.AddItem(p.Context(), d, cart, c)
	if err != nil {
		p.Fatalf("%+v: %v", c, err)
	}
	order, err := p.Checkout(p.Context(), d, booking.Checkout{
		Key: "0123456789", Cart: cart, Method: booking.Card, Total: checked.Total,
		Buyer: booking.Buyer{FirstName: "Amina", LastName: "Haddad", Email: "amina@example.com", PhoneCountry: "AE",
			Phone: "501234567"},
	})
	return order, err == nil
}

// checkDocuments checks the mails, the ticket and the calendar entry of an order.
func (p *promiseCheck) checkDocuments(slug string, o *booking.Order) {
	d := &o.Bookings[0].Detail
	place, how := d.Meeting, "at a meeting point"
	if d.Pickup != nil {
		place, how = d.Pickup, "with a pickup"
	}
	want := []string{place.Title, place.Address}
	if place.Time != "" {
		want = append(want, place.Time)
	} else if start := o.Bookings[0].Choice.StartTime; start != "" {
		want = append(want, start)
	}
	check := func(document, text string, want ...string) {
		for _, part := range want {
			if !strings.Contains(withoutSpaces(text), withoutSpaces(part)) {
				p.Errorf("%s, %s: %s has no %q:\n%s", slug, how, document, part, text)
			}
		}
	}
	key, err := ticket.NewKey(keySecret)
	must(p.T, err)
	for _, rendered := range p.renderMails(o, key) {
		want := want
		if d.Pickup != nil && (rendered.kind == string(notice.OrderReceived) ||
			rendered.kind == string(notice.PaymentReminder)) {
			// this mail goes to an unverified address, so it does not have the visitor's text
			want = slices.DeleteFunc(slices.Clone(want), func(part string) bool { return part == place.Address })
		}
		if place.Latitude != 0 {
			want = append(slices.Clone(want), "https://www.google.com/maps/")
		}
		check(rendered.kind+" as text", rendered.text, want...)
		check(rendered.kind+" as HTML", rendered.html, want...)
	}
	confirmed := withStatus(*o, booking.Confirmed, booking.Card, booking.PaymentCaptured)
	page, err := ticket.PDF(&confirmed, &confirmed.Bookings[0], key)
	must(p.T, err)
	check("the ticket", string(documenttest.Poppler(p.T, "pdftotext", page, "-raw", "-", "-")), want...)
	entry, err := calendar.File(&confirmed, &confirmed.Bookings[0], "https://drills.test")
	must(p.T, err)
	unfolded := strings.NewReplacer("\r\n ", "", `\,`, ",", `\;`, ";").Replace(string(entry))
	_, location, _ := strings.Cut(unfolded, "LOCATION:")
	location, _, _ = strings.Cut(location, "\r\n")
	check("LOCATION", location, place.Title, place.Address)
}

// withoutSpaces returns a text without white space, which documents break differently, without marks of direction, and
// with entities decoded.
func withoutSpaces(text string) string {
	return strings.NewReplacer("&amp;", "&", "&#39;", "'", "&#34;", `"`, "&#43;",
		"+").Replace(strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if r >= '\u2066' && r <= '\u2069' {
			return -1
		}
		return r
	}, text)), ""))
}

// withStatus returns a copy of an order with a status of all bookings, a method and a payment status.
func withStatus(o booking.Order, status booking.BookingStatus, method booking.Method,
	payment booking.PaymentStatus) booking.Order {
	o.Bookings = slices.Clone(o.Bookings)
	for i := range o.Bookings {
		o.Bookings[i].Status, o.Bookings[i].Decision = status, booking.Undecided
	}
	o.Method, o.Payment.Status = method, payment
	switch payment {
	case booking.PaymentCaptured:
		o.Payment.Captured, o.Payment.Authorised = o.Total, o.Total
	case booking.PaymentAuthorised:
		o.Payment.Authorised = o.Total
	case booking.PaymentDue:
		o.Payment.PayBy = o.CreatedAt.Add(24 * time.Hour)
	}
	return o
}

// mailParts holds the text and the HTML of a mail.
type mailParts struct{ kind, text, html string }

// singleOrder is a store with one order, and a mail transport that keeps the last mail.
type singleOrder struct {
	order   booking.Order
	written *mail.Mail
}

func (o *singleOrder) Order(context.Context, string) (booking.Order, error) { return o.order, nil }
func (o *singleOrder) Send(_ context.Context, write func() (*mail.Mail, error)) (err error) {
	o.written, err = write()
	return err
}

// renderMails renders every kind of mail about an order.
func (p *promiseCheck) renderMails(o *booking.Order, key ticket.Key) (mails []mailParts) {
	confirmed := withStatus(*o, booking.Confirmed, booking.Card, booking.PaymentCaptured)
	held := withStatus(*o, booking.Pending, booking.Card, booking.PaymentAuthorised)
	later := withStatus(*o, booking.Pending, booking.PayLater, booking.PaymentDue)
	for _, c := range []struct {
		kind  notice.Kind
		order booking.Order
	}{
		{notice.OrderConfirmed, confirmed}, {notice.OrderPartlyConfirmed, confirmed}, {notice.OrderLink, confirmed},
		{notice.BookingChanged, confirmed},
		{notice.ShopOrderConfirmed, confirmed}, {notice.OrderOnHold, held}, {notice.OrderWaiting, held},
		{notice.OrderReceived, later},
		{notice.PaymentReminder, later}, {notice.OrderWaiting, later},
	} {
		about := &singleOrder{order: c.order}
		m := mail.New(mail.Config{
			Orders: about, Transport: about, Tickets: key, Log: discardLog, Now: func() time.Time { return demoNow },
			Deployments: func() []payload.Deployment {
				return []payload.Deployment{{
					ID: "wayfare", Name: map[string]string{"en": "Wayfare"}, BaseURL: "https://www.wayfare.example",
					Languages: []string{"en"},
					Contact:   payload.DeploymentContact{Email: "hello@wayfare.example"},
				}}
			},
			OrderLink: func(*booking.Order) string { return "token" }, ConfirmBy: p.ConfirmationDeadline,
			DecideBy:  p.DecisionDeadline,
			Retryable: p.CanPay,
			OrderIn:   p.OrderIn, NegotiationIn: p.NegotiationIn,
		})
		n := notice.Notice{
			ID: "NOTICE", Kind: c.kind, Deployment: "wayfare", Language: "en", To: "amina@example.com", Subject: o.ID,
			Booking: o.Bookings[0].ID,
		}
		must(p.T, m.Send(p.Context(), n))
		if about.written == nil {
			p.Errorf("the mail %s is not rendered", c.kind)
			continue
		}
		mails = append(mails, parseMailParts(p.T, string(c.kind), about.written))
	}
	return mails
}

// parseMailParts returns the text and the HTML of a mail.
func parseMailParts(t *testing.T, kind string, m *mail.Mail) mailParts {
	var raw bytes.Buffer
	_, err := m.WriteTo(&raw)
	must(t, err)
	message, err := netmail.ReadMessage(&raw)
	must(t, err)
	w := mailParts{kind: kind}
	var read func(contentType string, encoding string, body io.Reader)
	read = func(contentType, encoding string, body io.Reader) {
		kind, parameters, err := mime.ParseMediaType(contentType)
		must(t, err)
		if encoding == "quoted-printable" {
			body = quotedprintable.NewReader(body)
		}
		switch {
		case kind == "text/plain", kind == "text/html":
			text, err := io.ReadAll(body)
			must(t, err)
			if kind == "text/plain" {
				w.text = string(text)
			} else {
				w.html = string(text)
			}
		case strings.HasPrefix(kind, "multipart/"):
			for parts := multipart.NewReader(body, parameters["boundary"]); ; {
				part, err := parts.NextRawPart()
				if err != nil {
					return
				}
				read(part.Header.Get("Content-Type"), part.Header.Get("Content-Transfer-Encoding"), part)
			}
		}
	}
	read(message.Header.Get("Content-Type"), message.Header.Get("Content-Transfer-Encoding"), message.Body)
	return w
}
