package invoice_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/document/documenttest"
	"storefront/internal/shop/document/invoice"
	"storefront/internal/shop/wording"
)

const site = "https://www.wayfare.example"

func printInvoice(t *testing.T, o booking.Order) (data []byte, text string) {
	t.Helper()
	data, err := invoice.PDF(&o, site)
	if err != nil {
		t.Fatal(err)
	}
	return data, strings.Join(strings.Fields(documenttest.Text(t, data)), " ")
}

func TestInvoiceListsEveryAmountOfTheOrder(t *testing.T) {
	_, text := printInvoice(t, documenttest.EnglishOrder())
	for _, want := range []string{
		"Invoice", "INV-K7M29QXT", "2 November 2026", "By card", "www.wayfare.example", "Zoë Marchetti-Şahin",
		"zoe.marchetti@post.example",
		"Hegra's tombs by morning light", "Confirmed", "Coach with a rawi · AlUla · 5 December 2026, 07:45",
		"Adult 2 AED 135.00 AED 270.00", "before: AED 150.00", "Field notebook and pencils 1 AED 45.00 AED 45.00",
		"Two nights under Wadi Rum's stars", "Cancelled", "Tent for two 1 × 2 nights AED 1,180.00 AED 2,360.00",
		"Original price AED 2,885.00", "Discount −AED 30.00", "Promo code DESERT10 −AED 80.50", "Total AED 2,774.50",
		"Paid AED 2,774.50", "Refunded −AED 1,180.00", "Page 1 of 1",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

func TestInvoiceExplainsWhatWasWrittenOff(t *testing.T) {
	for _, o := range []booking.Order{documenttest.EnglishOrder(), documenttest.ArabicOrder()} {
		documenttest.States["partly given back, the rest written off"].Change(&o)
		_, text := printInvoice(t, o)
		for _, want := range [][2]string{{"Refunded −AED 1,000.00 Settled without a refund −AED 180.00", "1,000.00"},
			{"Settled without a refund", "180.00"}} {
			if o.Language == "en" && !strings.Contains(text, want[0]) || !strings.Contains(text, want[1]) {
				t.Errorf("%q is not in\n%s", want, text)
			}
		}
		if strings.Contains(text, "voucher") {
			t.Error("the operator's reason is on the invoice")
		}
	}
}

func TestInvoiceKeepsNumberAndAmountsWhenTheBuyerIsRemoved(t *testing.T) {
	const want = "Name removed"
	for _, o := range []booking.Order{documenttest.EnglishOrder(), documenttest.ArabicOrder()} {
		_, before := printInvoice(t, o)
		buyer := o.Buyer
		o.RemoveBuyer()
		_, text := printInvoice(t, o)
		if o.Language == "en" && !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
		if strings.Contains(text, buyer.Email) || strings.Contains(text, buyer.LastName) ||
			!strings.Contains(text, o.InvoiceNumber()) {
			t.Errorf("the buyer is in, or the number is not\n%s", text)
		}
		if amounts := "2,774.50"; strings.Count(before, amounts) != strings.Count(text, amounts) {
			t.Errorf("other amounts\n%s", text)
		}
	}
}

func TestLongInvoiceRepeatsItsNumberOnEveryPage(t *testing.T) {
	for _, o := range []booking.Order{documenttest.EnglishOrder(), documenttest.ArabicOrder()} {
		first := o.Bookings[0]
		for n := range 14 {
			b := first
			b.Line = n + 2
			b.Detail.ProductTitle = fmt.Sprintf("%s N%02d", first.Detail.ProductTitle, b.Line)
			o.Bookings = append(o.Bookings, b)
		}
		data, text := printInvoice(t, o)
		n := bytes.Count(data, []byte("/Type /Page\n"))
		if n < 3 {
			t.Fatalf("%d pages", n)
		}
		if heads := strings.Count(text, "INV-K7M29QXT"); heads != n {
			t.Errorf("%d of %d pages have the invoice's number", heads, n)
		}
		for line := 2; line < 16; line++ {
			if !strings.Contains(text, fmt.Sprintf("N%02d", line)) {
				t.Errorf("booking %d is missing", line)
			}
		}
		rows := strings.Count(text, "Quantity") // the totals may have a page to themselves
		if o.Language == "en" && (rows < n-1 || !strings.Contains(text, fmt.Sprintf("Page %d of %d", n, n))) {
			t.Error(text)
		}
	}
}

func TestAnInvoiceInALanguageOfContentEqualsItsGolden(t *testing.T) {
	if err := wording.LoadDictionaries([]payload.Deployment{contenttest.French(t, "../../../../content")}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = wording.LoadDictionaries(nil) })
	o := documenttest.EnglishOrder()
	o.Language, o.HomeURL, o.Seller = "fr", o.HomeURL+"/fr", "La Maison du Derb"
	_, text := printInvoice(t, o)
	path := filepath.Join("testdata", "invoice-fr.txt")
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(path, []byte(text+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if text+"\n" != string(want) {
		t.Errorf("it is another; look at it, and run with UPDATE_GOLDEN=1 if it is better:\n%s", text)
	}
}

func TestTitleAndNoteFollowTheStateOfThePayment(t *testing.T) {
	for name, c := range documenttest.States {
		for i, o := range []booking.Order{documenttest.EnglishOrder(), documenttest.ArabicOrder()} {
			t.Run(name+" "+o.Language, func(t *testing.T) {
				t.Parallel()
				c.Change(&o)
				_, text := printInvoice(t, o)
				title := [2]string{"Nothing to pay", "لا مبلغ مستحق"}[i]
				if strings.Contains(text, title) == c.IsBill {
					t.Errorf("is a bill: want %t:\n%s", c.IsBill, text)
				}
				for _, other := range documenttest.States {
					if note := other.Note[i]; note != "" && strings.Contains(text, note) != (note == c.Note[i]) {
						t.Errorf("%q in the text: want %t:\n%s", note, note == c.Note[i], text)
					}
				}
			})
		}
	}
}

func TestOnlyPaidOrConfirmedOrdersHaveAnInvoiceNumber(t *testing.T) {
	for name, c := range documenttest.States {
		for i, o := range []booking.Order{documenttest.EnglishOrder(), documenttest.ArabicOrder()} {
			t.Run(name+" "+o.Language, func(t *testing.T) {
				t.Parallel()
				c.Change(&o)
				invoiced := c.Totals["Captured"] > 0 || c.Totals["Arranged"] > 0
				_, text := printInvoice(t, o)
				if strings.Contains(text, "INV-") != invoiced {
					t.Errorf("that it has an invoice ought to be %t:\n%s", invoiced, text)
				}
				summary := [2]string{"Booking summary", "ملخص الحجز"}[i]
				if strings.Contains(text, summary) != (c.IsBill && !invoiced) {
					t.Errorf("that it is a summary ought to be %t:\n%s", c.IsBill && !invoiced, text)
				}
			})
		}
	}
}

func TestAnInvoiceNamesTheSeller(t *testing.T) {
	_, text := printInvoice(t, documenttest.EnglishOrder())
	for _, want := range []string{"Wayfare", "Office 1204, Al Safa Tower", "+971 4 555 0146", "hello@wayfare.example",
		"Tax number 100245678900003"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	o := documenttest.EnglishOrder()
	o.Contact = booking.Contact{}
	if _, text := printInvoice(t, o); strings.Contains(text, "Tax number") {
		t.Error("a seller without a tax number has one")
	}
}

func TestRenderedInvoicesEqualTheirPictures(t *testing.T) {
	english, arabic, nothing := documenttest.EnglishOrder(), documenttest.ArabicOrder(), documenttest.ArabicOrder()
	documenttest.States["released"].Change(&nothing)
	for name, o := range map[string]*booking.Order{"invoice-en": &english, "invoice-ar": &arabic,
		"nothing-ar": &nothing} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data, _ := printInvoice(t, *o)
			documenttest.SamePicture(t, filepath.Join("testdata", name+".png"), data)
		})
	}
}

func TestSameOrderGivesTheSameInvoice(t *testing.T) {
	first, _ := printInvoice(t, documenttest.ArabicOrder())
	for range 8 {
		o := documenttest.ArabicOrder()
		if again, err := invoice.PDF(&o, site); err != nil || !bytes.Equal(again, first) {
			t.Fatalf("other bytes the second time: %v", err)
		}
	}
}

func TestInvoiceShowsTheHostOfTheDeployment(t *testing.T) {
	o := documenttest.EnglishOrder()
	o.HomeURL = "http://127.0.0.1:8080" // the address at which the buyer happened to see the site
	_, text := printInvoice(t, o)
	if !strings.Contains(text, "www.wayfare.example") || strings.Contains(text, "127.0.0.1") {
		t.Error(text)
	}
}

func TestInvoiceOfAnUnknownTimeZoneIsAnError(t *testing.T) {
	o := documenttest.EnglishOrder()
	o.Bookings[0].Detail.TimeZone = "Asia/Atlantis"
	if _, err := invoice.PDF(&o, site); err == nil || !strings.Contains(err.Error(), "Atlantis") {
		t.Errorf("%v", err)
	}
}
