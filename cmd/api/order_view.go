package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/rivo/uniseg"

	"storefront/internal/lib/termtable"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/payment"
)

// orderView is an order for operators, without the secrets that open it.
type orderView struct {
	orderRow
	Seller     string              `json:"seller"`
	Language   string              `json:"language"`
	Phone      string              `json:"phone"`
	Traveller  *booking.Guest      `json:"traveller,omitempty"` // the lead traveller, if it is not the buyer
	Resale     *resaleView         `json:"resale,omitempty"`    // of an order that a reseller made
	Original   int64               `json:"original"`
	Shown      *booking.ShownTotal `json:"shown,omitempty"` // the total in the currency that the buyer saw
	PromoCode  string              `json:"promoCode,omitempty"`
	Discount   int64               `json:"promoDiscount,omitempty"`
	Money      moneyView           `json:"money"`
	HoldUntil  time.Time           `json:"holdUntil,omitzero"`
	Removed    booking.Removal     `json:"removed,omitempty"` // the personal data that was removed
	Superseded bool                `json:"superseded"`
	Open       bool                `json:"open"` // payment, deadlines or refunds are still followed
	Items      []bookingView       `json:"items"`
	Mails      []deliveryRow       `json:"mails"`
}

// resaleView is how an order was sold by a reseller.
type resaleView struct {
	Channel   string `json:"channel"`
	Reseller  string `json:"reseller"`
	Reference string `json:"reference,omitempty"`
	Charged   int64  `json:"charged"` // minor units that its account is charged with
	Test      bool   `json:"test,omitempty"`
}

func resaleViewOf(r *booking.Resale) *resaleView {
	if r == nil {
		return nil
	}
	return &resaleView{r.Channel, r.Name, r.Reference, r.Charged, r.Test}
}

// moneyView has the amounts of an order, in minor units.
type moneyView struct {
	Provider   string    `json:"provider,omitempty"`
	Session    string    `json:"session,omitempty"`
	Attempts   int       `json:"attempts"`
	Authorised int64     `json:"authorised"`
	Captured   int64     `json:"captured"`
	Refunded   int64     `json:"refunded"`
	RefundDue  int64     `json:"refundDue"`
	PayBy      time.Time `json:"payBy,omitzero"`
	LapsesAt   time.Time `json:"lapsesAt,omitzero"`

	Account       string `json:"account,omitempty"`       // at the provider
	Due           int64  `json:"due"`                     // of a pay-later order
	RefundByHand  bool   `json:"refundByHand"`            // the refund needs an operator
	RefundProblem string `json:"refundProblem,omitempty"` // why the provider refused the refund
	RefundFailed  int64  `json:"refundFailed"`            // the sum of refunds that failed later
	// refunds at the provider beyond those of the bookings
	Elsewhere  int64            `json:"refundedElsewhere"`
	WrittenOff int64            `json:"writtenOff"`
	Dispute    *payment.Dispute `json:"dispute,omitempty"`
	Records    []booking.Record `json:"records"` // money that moved outside the provider
}

// bookingView is a booking for operators.
type bookingView struct {
	bookingRow
	Decision   booking.Decision          `json:"decision,omitempty"`
	StartsAt   time.Time                 `json:"startsAt,omitzero"`
	TimeZone   string                    `json:"timeZone"`
	Refundable int64                     `json:"refundable"`
	RedeemedAt time.Time                 `json:"redeemedAt,omitzero"`
	Units      []booking.DetailUnit      `json:"units"`
	Extras     []booking.DetailUnit      `json:"extras,omitempty"`
	Meeting    *booking.DetailPlace      `json:"meeting,omitempty"`
	Pickup     *booking.DetailPlace      `json:"pickup,omitempty"`
	DropOff    *booking.DetailPlace      `json:"dropOff,omitempty"`
	Price      booking.PriceDetails      `json:"price"`
	Exchanged  *booking.UnconvertedPrice `json:"exchanged,omitempty"` // the price in the product's own currency
	Policy     []booking.RefundTier      `json:"cancellation"`
	Hours      []booking.DetailHours     `json:"hours,omitempty"`
	Notes      []booking.Note            `json:"notes,omitempty"` // of the staff
	isMove     bool                      // it is of an order that pays for a move
}

func orderViewOf(ctx context.Context, b *backend, o *booking.Order) (orderView, error) {
	row, err := orderRowOf(ctx, b, o)
	if err != nil {
		return orderView{}, err
	}
	p := &o.Payment
	v := orderView{
		Resale:   resaleViewOf(o.Resale),
		orderRow: row, Seller: o.Seller, Language: o.Language, Phone: phoneOf(&o.Buyer), Traveller: o.Guest,
		Original: o.Original, Shown: o.Shown, PromoCode: o.PromoCode, HoldUntil: o.HoldUntil, Superseded: o.Superseded,
		Open: o.Open, Removed: o.Removed,
		Money: moneyView{
			Provider: p.Provider, Session: p.SessionID, Attempts: p.Attempt, Authorised: p.Authorised,
			Captured: p.Captured, Refunded: p.Refunded, RefundDue: o.RefundDue(), PayBy: o.PaymentDeadline(),
			LapsesAt: p.LapsesAt, Account: p.Account, Due: o.Due(),
			RefundByHand: o.NeedsManualRefund(), RefundProblem: p.RefundProblem, RefundFailed: p.RefundFailed,
			Elsewhere: o.RefundedElsewhere(), WrittenOff: p.WrittenOff(),
			Records: append([]booking.Record{}, p.Records...),
		},
		Items: []bookingView{},
	}
	if p.Dispute.Status != "" {
		v.Money.Dispute = &p.Dispute
	}
	if o.PromoCode != "" {
		v.Discount = o.PromoDiscount()
	}
	pending, err := b.booking.PendingMoves(ctx, o)
	if err != nil {
		return orderView{}, err
	}
	for i := range o.Bookings {
		k := &o.Bookings[i]
		v.Items = append(v.Items, bookingView{
			bookingRow: bookingRowOf(b, o, k), Decision: k.Decision, StartsAt: k.StartsAt, TimeZone: k.Detail.TimeZone,
			Refundable: o.Refundable(k), RedeemedAt: k.RedeemedAt, Units: k.Detail.Units,
			Extras: k.Detail.Extras, Meeting: k.Detail.Meeting, Pickup: k.Detail.Pickup, DropOff: k.Detail.DropOff,
			Price: k.Detail.Price, Exchanged: k.Detail.Unconverted,
			Policy: k.Detail.Cancellation, Hours: k.Detail.Hours, Notes: k.Notes, isMove: o.Supplement != nil,
		})
		v.Items[i].Pending = pendingMoveOf(pending[k.ID])
	}
	return v, nil
}

// factList are lines with a name and a value; lines without a value are left out.
type factList struct{ bytes.Buffer }

const factWidth = 13

// add writes the parts of a line. Each may have its own direction.
func (f *factList) add(name string, parts ...string) {
	var text strings.Builder
	for _, part := range parts {
		text.WriteString(termtable.Isolate(termtable.Printable(part)))
	}
	if line := strings.TrimSpace(text.String()); line != "" {
		fmt.Fprintf(f, "%s%s%s\n", name, strings.Repeat(" ", max(factWidth-uniseg.StringWidth(name), 1)), line)
	}
}

// addList writes parts separated by commas.
func (f *factList) addList(name string, parts []string) {
	var separated []string
	for i, part := range parts {
		if i > 0 {
			separated = append(separated, ", ")
		}
		separated = append(separated, part)
	}
	f.add(name, separated...)
}

func (f *factList) addTime(name string, t time.Time) {
	if !t.IsZero() {
		f.add(name, instant(t))
	}
}

func (v *orderView) print(out io.Writer) error {
	var f factList
	f.add("Order", v.Reference+" of "+v.Deployment)
	f.add("Made", instant(v.CreatedAt))
	f.add("Result", string(v.Result))
	if v.MoveOf != "" {
		f.add("Pays for", "a move of "+v.MoveOf)
	}
	f.add("Buyer", v.Buyer)
	f.add("E-mail", v.Email)
	f.add("Phone", v.Phone)
	if g := v.Traveller; g != nil {
		f.add("Traveller", g.Name)
		f.addList("", nonempty(g.Email, g.Phone))
		f.add("", g.Info)
	}
	if r := v.Resale; r != nil {
		f.addList("Reseller", nonempty(r.Reseller+" by "+strings.ToUpper(r.Channel), r.Reference))
		f.add("On account", amount(r.Charged, v.Currency))
		if r.Test {
			f.add("Test", "no seats, no charge")
		}
	}
	f.add("Removed", removals[v.Removed])
	f.add("Language", v.Language)
	f.addTime("Seats held", v.HoldUntil)
	if v.Superseded {
		f.add("Superseded", "its cart was ordered again before it was paid")
	}
	v.printMoney(&f)
	for i := range v.Items {
		f.WriteByte('\n')
		v.Items[i].print(&f)
	}
	if len(v.Mails) > 0 {
		f.WriteByte('\n')
		t := termtable.New(deliveryColumns)
		for _, m := range v.Mails {
			t.Add(m.cells()...)
		}
		_ = t.Print(&f) // a buffer cannot fail
	}
	_, err := f.WriteTo(out)
	return err
}

// removals has what was removed of an order, in the output.
var removals = map[booking.Removal]string{
	booking.NotesRemoved: "the lead traveller, notes and addresses",
	booking.BuyerRemoved: "the buyer, the travellers, notes and addresses",
}

// recordNames has the names of records in the output.
var recordNames = map[booking.RecordKind]string{
	booking.RecordedPayment: "Paid", booking.RecordedRefund: "Paid back", booking.WrittenOff: "Written off",
}

func (v *orderView) printMoney(f *factList) {
	m := &v.Money
	sum := func(name string, minor int64) {
		if minor != 0 {
			f.add(name, amount(minor, v.Currency))
		}
	}
	f.WriteByte('\n')
	f.add("Payment", fmt.Sprintf("%s, by %s", v.Payment, strings.ReplaceAll(string(v.Method), "_", " ")))
	f.add("Total", amount(v.Total, v.Currency))
	if s := v.Shown; s != nil {
		f.add("Shown as", fmt.Sprintf("%s, at %s", amount(s.Total, s.Currency), s.Rate))
	}
	if v.PromoCode != "" {
		f.add("Promo code", v.PromoCode+", "+amount(v.Discount, v.Currency)+" off")
	}
	sum("Reserved", m.Authorised)
	sum("Taken", m.Captured)
	sum("Given back", m.Refunded)
	for _, r := range m.Records {
		f.add(recordNames[r.Kind], strings.Join(nonempty(amount(r.Amount, v.Currency), string(r.By), instant(r.At),
			r.Actor, r.Note), ", "))
	}
	sum("Elsewhere", m.Elsewhere)
	sum("Came back", m.RefundFailed)
	sum("To refund", m.RefundDue)
	if m.RefundByHand {
		f.add("", "by hand: api refunds record, retry or write-off")
	}
	f.add("Refund", m.RefundProblem)
	if d := m.Dispute; d != nil {
		f.add("Disputed", amount(d.Amount, v.Currency)+", "+d.Status)
	}
	if sum("Due", m.Due); m.Due > 0 {
		f.addTime("Pay by", m.PayBy)
	}
	if m.Captured == 0 {
		f.addTime("Lapses", m.LapsesAt)
	}
	if m.Session != "" {
		f.add("Provider", strings.Join(nonempty(m.Provider, m.Account, m.Session), ", "))
	}
}

func (v *bookingView) print(f *factList) {
	f.add("Booking", v.Booking)
	status := string(v.Status)
	switch {
	case v.AwaitsDecision && v.Decision == booking.Accepted:
		status += ", to be paid by " + instant(v.DecideBy)
	case v.AwaitsDecision:
		status += ", waits for a decision until " + instant(v.DecideBy)
	}
	f.add("Status", status)
	f.addTime("Redeemed", v.RedeemedAt)
	f.addTime("Chooses by", v.ChooseBy)
	if v.isMove && v.Product == "" { // the moved order has the seats
		f.add("Product", v.ProductTitle)
		f.add("Option", v.OptionTitle)
	} else {
		f.add("Product", v.ProductTitle, " ("+v.Product+")")
		f.add("Option", v.OptionTitle, " ("+v.Option+")")
		f.add("Day", strings.TrimSpace(v.Date+" "+cmp.Or(v.StartTime, hours(v.Hours)))+" "+v.TimeZone)
	}
	f.addList("Party", describe(v.Units))
	v.Pending.addTo(f, v.Currency)
	f.addList("Extras", describe(v.Extras))
	f.addList("Meeting point", place(v.Meeting))
	f.addList("Pickup", place(v.Pickup))
	f.addList("Drop-off", place(v.DropOff))
	f.add("Cancelling", policy(v.Policy))
	for _, n := range v.Notes {
		f.add("Note", n.Text, " ("+n.Actor+", "+instant(n.At)+")")
	}
	t := termtable.New("PRICE NUMBER> EACH> AMOUNT>")
	for _, l := range v.Price.Lines {
		number := fmt.Sprint(l.Quantity)
		if l.Length > 0 {
			number += fmt.Sprintf(" × %d", l.Length)
		}
		name := unitName(booking.DetailUnit{Title: l.Title, Type: l.Type, ID: l.ID})
		t.Add(name, number, amount(l.UnitPrice, v.Currency), amount(l.Amount, v.Currency))
	}
	if off := v.Price.Total - v.Amount; off != 0 {
		name := "promo code"
		if v.isMove {
			name = "before the move"
		}
		t.Add(name, "", "", amount(-off, v.Currency))
	}
	t.Add("total", "", "", amount(v.Amount, v.Currency))
	if e := v.Exchanged; e != nil {
		t.Add(fmt.Sprintf("1 %s was %s %s", e.Currency, e.Rate, v.Currency), "", "", amount(e.Total, e.Currency))
	}
	if v.Refunded != 0 {
		t.Add("given back", "", "", amount(v.Refunded, v.Currency))
	}
	_ = t.Print(f) // a buffer cannot fail
}

func hours(all []booking.DetailHours) string {
	var parts []string
	for _, h := range all {
		parts = append(parts, h.From+" to "+h.To)
	}
	return strings.Join(parts, ", ")
}

func place(p *booking.DetailPlace) []string {
	if p == nil {
		return nil
	}
	return nonempty(p.Time, p.Title, p.Address)
}

// policy describes the refunds of a cancellation, the earliest first.
func policy(tiers []booking.RefundTier) string {
	var parts []string
	for _, t := range tiers {
		before := (time.Duration(t.Before) * time.Minute).String()
		before = strings.TrimSuffix(strings.TrimSuffix(before, "0s"), "0m")
		parts = append(parts, fmt.Sprintf("%d %% until %s before", t.Refund, cmp.Or(before, "the moment")))
	}
	return cmp.Or(strings.Join(parts, ", "), "no refund")
}

func nonempty(texts ...string) (some []string) {
	for _, text := range texts {
		if text != "" {
			some = append(some, text)
		}
	}
	return some
}
