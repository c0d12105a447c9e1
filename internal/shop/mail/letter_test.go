package mail_test

import (
	"encoding/xml"
	"errors"
	"html"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/mail"
	"storefront/internal/shop/wording"
)

var languages = []string{"en", "ar"}

// forEachScene tests every letter in every language.
func forEachScene(t *testing.T, test func(t *testing.T, s *scene, language string, w *mail.RenderedLetter)) {
	for i := range scenes {
		for _, language := range languages {
			t.Run(scenes[i].letter+" "+language, func(t *testing.T) {
				test(t, &scenes[i], language, scenes[i].write(t, language))
			})
		}
	}
}

func TestEveryLetterInTheDictionaryHasAScene(t *testing.T) {
	for letter := range wording.In("en").Mail.Letters {
		if !slices.ContainsFunc(scenes, func(s scene) bool { return s.letter == letter }) {
			t.Errorf("%s has no scene", letter)
		}
	}
}

func TestLettersHaveNoEmptyPartsOrPlaceholders(t *testing.T) {
	forEachScene(t, func(t *testing.T, _ *scene, _ string, w *mail.RenderedLetter) {
		for part, text := range map[string]string{"the subject": w.Subject, "HTML": w.HTML, "text": w.Text} {
			if text == "" {
				t.Errorf("%s is empty", part)
			}
			for _, trace := range []string{"{", "<no value>", "ZgotmplZ", "%!", "\n\n\n"} {
				if strings.Contains(styles.ReplaceAllString(text, ""), trace) && (part != "HTML" || trace != "\n\n\n") {
					t.Errorf("%s contains %q:\n%s", part, trace, text)
				}
			}
		}
	})
}

var styles = regexp.MustCompile(`(?s)<style>.*?</style>`)

func TestHTMLIsWellFormedAndLoadsNoResources(t *testing.T) {
	forEachScene(t, func(t *testing.T, _ *scene, language string, w *mail.RenderedLetter) {
		d := xml.NewDecoder(strings.NewReader(w.HTML))
		d.Strict, d.Entity = true, map[string]string{"nbsp": "\u00a0"}
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%v in\n%s", err, w.HTML)
			}
			start, ok := token.(xml.StartElement)
			if !ok {
				continue
			}
			for _, a := range start.Attr {
				if start.Name.Local != "a" && (a.Name.Local == "src" || a.Name.Local == "href" ||
					strings.Contains(a.Value, "url(")) {
					t.Errorf("<%s %s=%q> fetches", start.Name.Local, a.Name.Local, a.Value)
				}
			}
		}
		direction := map[string]string{"en": "ltr", "ar": "rtl"}[language]
		if !strings.Contains(w.HTML, `<html lang="`+language+`" dir="`+direction+`">`) ||
			strings.Contains(w.HTML, "<script") {
			t.Errorf("its head is %.80s", w.HTML)
		}
	})
}

// Both parts of a mail have the same facts.
func TestTextAndHTMLHaveTheSameFacts(t *testing.T) {
	forEachScene(t, func(t *testing.T, _ *scene, _ string, w *mail.RenderedLetter) {
		seen := plainText(tags.ReplaceAllString(unseen.ReplaceAllString(w.HTML, " "), " "))
		for _, link := range regexp.MustCompile(`href="([^"]+)"`).FindAllStringSubmatch(w.HTML, -1) {
			seen += " " + html.UnescapeString(link[1])
		}
		inText, inHTML := wordSet(plainText(w.Text)), wordSet(seen)
		for word := range inText {
			if !inHTML[word] {
				t.Errorf("only the text has %q", word)
			}
		}
		for word := range inHTML {
			isLink := strings.HasPrefix(word, "mailto:") || strings.HasPrefix(word, "tel:")
			if !inText[word] && !isLink && !linkHintWords[word] {
				t.Errorf("only the HTML has %q", word)
			}
		}
	})
}

var (
	tags   = regexp.MustCompile(`<[^>]*>`)
	unseen = regexp.MustCompile(`(?s)<head>.*?</head>|<div style="display:none.*?</div>`)
)

// linkHintWords are the words of the note about the button, which plain text does not have.
var linkHintWords = wordSet("If the button does nothing, open this address: إن لم يعمل الزر فافتح هذا العنوان:")

func plainText(text string) string {
	return strings.NewReplacer("\u2066", "", "\u2067", "", "\u2068", "", "\u2069", "", "\u00a0",
		" ").Replace(html.UnescapeString(text))
}

func wordSet(text string) map[string]bool {
	words := map[string]bool{}
	for _, word := range strings.Fields(text) {
		if word = strings.Trim(word, ":[]*=->·"); word != "" {
			words[word] = true
		}
	}
	return words
}

func TestLettersEqualTheirGoldens(t *testing.T) {
	for _, letter := range []string{"order_confirmed", "order_received", "password_reset", "order_waiting",
		"shop_order_confirmed", "supplier_request", "supplier_day", "trip_reminder", "review_request",
		"waiting_withdrawn"} {
		for _, language := range languages {
			w := sceneOf(letter).write(t, language)
			wantGolden(t, letter+"."+language+".html", w.HTML)
			wantGolden(t, letter+"."+language+".txt", w.Subject+"\n\n"+w.Text)
		}
	}
}

func TestAMailInALanguageOfContentEqualsItsGolden(t *testing.T) {
	if err := wording.LoadDictionaries([]payload.Deployment{contenttest.French(t, "../../../content")}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = wording.LoadDictionaries(nil) })
	w := sceneOf("order_confirmed").write(t, "fr")
	wantGolden(t, "order_confirmed.fr.txt", w.Subject+"\n\n"+w.Text)
	if !strings.Contains(w.HTML, `<html lang="fr" dir="ltr"`) {
		t.Errorf("its HTML is not in French: %.200s", w.HTML)
	}
}

func wantGolden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is another; look at it, and run with UPDATE_GOLDEN=1 if it is better:\n%s", path, got)
	}
}

func TestLinksUseTheHostOfTheDeployment(t *testing.T) {
	for letter, want := range map[string]string{
		"order_confirmed":       "/invoices/o-1?access=token-of-o-1",
		"order_link":            "/invoices/o-1?access=token-of-o-1",
		"account_opening":       "/invoices?open=opens",
		"account_opening known": "/invoices",
		"password_reset":        "/auth/reset-password?token=resets",
	} {
		for language, prefix := range map[string]string{"en": "", "ar": "/ar"} {
			if text := sceneOf(letter).write(t, language).Text; !strings.Contains(text, "https://www.wayfare.example"+
				prefix+want+"\n") {
				t.Errorf("%s in %s does not lead to %s:\n%s", letter, language, prefix+want, text)
			}
		}
	}
}

func TestLinksBeginWithTheConfiguredOrigin(t *testing.T) {
	w := newWorld()
	s := sceneOf("password_reset")
	s.set(w, "en")
	m := w.mailer(t, nil)
	m.Origin = "http://{deployment}.localhost:8080"
	written, err := m.Write(t.Context(), s.in("en"))
	if err != nil || !strings.Contains(written.Text, "http://wayfare.localhost:8080/auth/reset-password?token=resets") {
		t.Errorf("%v\n%+v", err, written)
	}
}

func TestMailsDistinguishChargedReservedAndUnpaidMoney(t *testing.T) {
	for _, c := range []struct {
		name    string
		payment booking.Payment
		want    string
	}{
		{
			"a charged amount is refunded within 24 hours",
			booking.Payment{Status: booking.PaymentRefundPending, Captured: total, Authorised: total},
			"received AED 1,065.00 from you. It is refunded within 24 hours",
		},
		{
			"a reserved amount is released", booking.Payment{Status: booking.PaymentVoided, Authorised: total},
			"reserved on your card is released. Nothing was charged",
		},
		{
			"a failed refund to a card is not promised by card",
			booking.Payment{Status: booking.PaymentRefundFailed, Captured: total, Authorised: total,
				RefundProblem: "the card is closed"},
			"received AED 1,065.00 from you. We give it back ourselves",
		},
		{
			"an amount that the shop gave back is not owed", cashPayment(total, total),
			"AED 1,065.00 has been given back to you.",
		},
		{
			"the rest of an amount that was given back in part is owed", cashPayment(total, 10_000),
			"AED 100.00 has been given back to you. We give AED 965.00 back to you ourselves",
		},
		{
			"a debt that was written off is not promised as a refund",
			booking.Payment{Status: booking.PaymentCaptured, Captured: total, Authorised: total,
				Records: []booking.Record{{Kind: booking.WrittenOff, Amount: total}}},
			"You owe nothing.",
		},
		{
			"a declined payment was not charged", booking.Payment{Status: booking.PaymentFailed},
			"nothing was charged. Should we have received any of it, it is refunded within 24 hours",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld()
			o := order("en", booking.Expired)
			if c.payment.Captured == 0 && c.payment.TotalReceived() > 0 {
				o.Method = booking.PayLater
			}
			w.put(o, c.payment)
			written, err := w.mailer(t, nil).Write(t.Context(), sceneOf("order_failed").in("en"))
			if err != nil || !strings.Contains(plainText(written.Text), c.want) ||
				!strings.Contains(written.Subject, "did not succeed") {
				t.Errorf("%v\n%s", err, written.Text)
			}
		})
	}
}

func TestMailsOmitAnOptionWithTheTitleOfItsProduct(t *testing.T) {
	w := newWorld()
	o := order("en", booking.Confirmed)
	d := &o.Bookings[0].Detail
	d.OptionTitle = d.ProductTitle
	w.put(o, booking.Payment{Status: booking.PaymentCaptured, Captured: total})
	g := negotiation("en")
	g.OptionTitle = g.ProductTitle
	w.negotiations["B4X7"] = g
	for letter, title := range map[string]string{
		"order_confirmed": d.ProductTitle, "negotiation_answered": g.ProductTitle,
	} {
		written, err := w.mailer(t, nil).Write(t.Context(), sceneOf(letter).in("en"))
		if err != nil {
			t.Fatal(err)
		}
		titles := 0
		for line := range strings.Lines(plainText(written.Text)) {
			if strings.HasSuffix(strings.TrimSpace(line), title) {
				titles++
			}
		}
		if titles != 1 || strings.Contains(written.HTML, "\"></div>") {
			t.Errorf("%s: %d lines end with %q:\n%s", letter, titles, title, written.Text)
		}
	}
}

// A buyer of a disrupted booking gets a full refund at any time, also without an answer.
func TestDisruptionMailHasNoCancellationTerms(t *testing.T) {
	if text := plainTextOf(sceneOf("booking_disrupted").write(t, "en")); strings.Contains(text, "ot refundable") {
		t.Errorf("it denies the refund that it promises:\n%s", text)
	}
}

// What was paid in cash is not on a card.
func TestMailOfAPaidOrderOnHoldMentionsNoCard(t *testing.T) {
	text := plainTextOf(sceneOf("order_on_hold paid").write(t, "en"))
	if strings.Contains(text, "card") || !strings.Contains(text, "We have received your payment") {
		t.Errorf("it is not about money that was paid:\n%s", text)
	}
}

func TestMailOfAnOrderOnHoldHasTheDeadline(t *testing.T) {
	for language, want := range map[string]string{
		"en": "We e-mail you by Sunday, 29 November 2026, 11:55 (Dubai) at the latest. What is not confirmed by " +
			"then is not charged",
		"ar": "نراسلك بالبريد الإلكتروني في موعد أقصاه",
	} {
		if text := plainTextOf(sceneOf("order_on_hold").write(t, language)); !strings.Contains(text, want) {
			t.Errorf("%s says nothing of it:\n%s", language, text)
		}
	}
}

func TestOfferExpiryIsInTheTimeOfItsCity(t *testing.T) {
	for language, want := range map[string]string{
		"en": "Valid until: Monday, 30 November 2026, 21:00 (Fez)", "ar": "(فاس)",
	} {
		if text := plainTextOf(sceneOf("negotiation_answered").write(t, language)); !strings.Contains(text, want) ||
			strings.Contains(text, "UTC") {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

// The end of a price that is valid until the end of a day is that day, not the next.
func TestOfferExpiringAtMidnightShowsItsLastDay(t *testing.T) {
	for end, want := range map[string]string{
		"2026-12-01T23:00:00Z": "Valid until: Tuesday, 1 December 2026 (Fez)",          // midnight there
		"2026-12-02T00:00:00Z": "Valid until: Wednesday, 2 December 2026, 01:00 (Fez)", // midnight elsewhere
	} {
		w := newWorld()
		g := negotiation("en")
		g.ExpiresAt = at(end)
		w.negotiations["B4X7"] = g
		written, err := w.mailer(t, nil).Write(t.Context(), sceneOf("negotiation_answered").in("en"))
		if err != nil || !strings.Contains(plainTextOf(written), want) {
			t.Errorf("%v, want %q in\n%s", err, want, written.Text)
		}
	}
}

// plainTextOf returns the plain text of a letter, on one line and without invisible letters.
func plainTextOf(w *mail.RenderedLetter) string {
	return strings.Join(strings.Fields(wording.Clean(w.Text)), " ")
}

func TestOnlyConfirmedBookingsHaveTicketsAttached(t *testing.T) {
	names := func(letter string) (list []string) {
		for _, a := range sceneOf(letter).write(t, "ar").Attachments {
			list = append(list, a.Name)
		}
		return list
	}
	first, second := []string{"ticket-K7M29QXT-1.pdf", "K7M29QXT-1.ics"},
		[]string{"ticket-K7M29QXT-2.pdf", "K7M29QXT-2.ics"}
	if got := names("order_confirmed"); !slices.Equal(got, append(first, second...)) {
		t.Errorf("a confirmed order comes with %q", got)
	}
	if got := names("order_partly"); !slices.Equal(got, first) {
		t.Errorf("a partly confirmed order comes with %q", got)
	}
	if got := names("order_on_hold"); got != nil {
		t.Errorf("an order on hold comes with %q", got)
	}
}
