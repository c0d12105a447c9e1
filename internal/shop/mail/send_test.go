package mail_test

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"testing"

	"storefront/internal/core/notice"
	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/mail"
)

func TestOutdatedNoticesSendNothing(t *testing.T) {
	paid := func(w *world) { payLater(w, "en", booking.Confirmed, booking.PaymentDue) }
	withNotified := func(o booking.Order, kinds ...string) func(w *world) {
		return func(w *world) {
			o.Notified = kinds
			w.put(o, booking.Payment{Status: booking.PaymentAuthorised, Authorised: total})
		}
	}
	gone := order("en", booking.Cancelled, booking.Cancelled)
	for name, c := range map[string]struct {
		set func(w *world)
		of  string
	}{
		"of a new password for an address without an account":      {func(*world) {}, "password_reset"},
		"of an account that does not wait to be opened":            {func(*world) {}, "account_opening"},
		"of a payment that was arranged while the reminder waited": {paid, "payment_reminder"},
		"of a missing order": {func(*world) {}, "order_confirmed"},
		"to a shop that has decided already": {withNotified(order("en", booking.Confirmed),
			"order_waiting"), "order_waiting"},
		"to a shop that has answered already": {func(
			w *world) {
			w.negotiations["B4X7"] = negotiation("en")
		}, "negotiation_asked"},
		"of an order on hold that was confirmed since": {
			withNotified(order("en", booking.Confirmed), "order_on_hold", "order_confirmed"), "order_on_hold",
		},
		"of a confirmed order whose bookings were all cancelled since": {
			withNotified(gone, "order_confirmed", "booking_cancelled b-0", "booking_cancelled b-1"), "order_confirmed",
		},
	} {
		t.Run(name, func(t *testing.T) {
			w, sent := newWorld(), &outbox{}
			c.set(w)
			if err := w.mailer(t, sent).Send(t.Context(), sceneOf(c.of).in("en")); err != nil || len(sent.mails) > 0 {
				t.Errorf("%v, %d mails", err, len(sent.mails))
			}
		})
	}
}

// A notice is outdated only once the later notice is queued: until then it is sent.
func TestNoticeIsSentWhileNoLaterNoticeIsQueued(t *testing.T) {
	w, sent := newWorld(), &outbox{}
	o := order("en", booking.Confirmed, booking.Cancelled)
	o.Notified = []string{"order_on_hold", "booking_cancelled b-1"}
	w.put(o, booking.Payment{Status: booking.PaymentAuthorised, Authorised: total})
	for _, letter := range []string{"order_on_hold", "order_confirmed"} {
		if err := w.mailer(t, sent).Send(t.Context(), sceneOf(letter).in("en")); err != nil {
			t.Error(err)
		}
	}
	if len(sent.mails) != 2 {
		t.Errorf("%d mails went out, want 2", len(sent.mails))
	}
}

// The opened page prolongs the hold by hours: a mail that is sent before it would have a deadline that is too early.
func TestMailAboutAMoveWaitsForItsPaymentPage(t *testing.T) {
	w, sent := newWorld(), &outbox{}
	scene := sceneOf("move_payment")
	n := scene.in("en")
	scene.set(w, "en")
	extra := w.orders["o-2"]
	opened := extra
	extra.Payment.SessionID, extra.HoldUntil = "", noon.Add(booking.DefaultDurations.Hold)
	w.orders["o-2"] = extra
	if err := w.mailer(t, sent).Send(t.Context(), n); err == nil || len(sent.mails) > 0 {
		t.Errorf("before the page is open: %v, %d mails", err, len(sent.mails))
	}
	w.orders["o-2"] = opened
	if err := w.mailer(t, sent).Send(t.Context(), n); err != nil || len(sent.mails) != 1 {
		t.Errorf("once it is open: %v, %d mails", err, len(sent.mails))
	}
}

// Nothing waits for an address that was corrected; an operator may name any.
func TestMailGoesToTheCorrectedAddressOfItsBuyer(t *testing.T) {
	w, sent := newWorld(), &outbox{}
	scene := sceneOf("order_confirmed")
	n := scene.in("en")
	scene.set(w, "en")
	o := w.orders[n.Subject]
	o.FormerEmails, o.Buyer.Email = []string{n.To}, "amina@work.example"
	w.orders[n.Subject] = o
	again := n
	again.Resent = true
	for _, n := range []notice.Notice{n, again} {
		if err := w.mailer(t, sent).Send(t.Context(), n); err != nil {
			t.Fatal(err)
		}
	}
	for i, to := range []string{"amina@work.example", n.To} {
		if !strings.Contains(sent.mails[i], "\r\nTo: <"+to+">\r\n") {
			t.Errorf("the mail does not go to %s:\n%.400s", to, sent.mails[i])
		}
	}
}

// The mail has everything that the shop needs to answer.
func TestMailsToTheShopHaveDetailsAndCommands(t *testing.T) {
	for letter, want := range map[string][]string{
		"order_waiting": {
			"Answer by: Sunday, 29 November 2026, 11:55 (Dubai)", "Supplier: Saffron Sands",
			"Lead traveller: Zoë Marchetti", "Shared car",
			"Pickup: 14:30, Al Seef, main gate, Hotel Creek, room 12", "AED 2,130.00", "K7M29QXT",
			"api bookings confirm K7M29QXT/2", "api bookings reject K7M29QXT/2", "zoe@post.example",
			"+971501234567", "Marchetti",
		},
		"order_waiting later": {"api bookings paid K7M29QXT/1 --by cash|transfer|terminal",
			"api bookings confirm K7M29QXT/1", "21 November", "zoe@post.example"},
		"order_waiting paid": {"It is paid, and", "Waiting for confirmation",
			"api bookings confirm K7M29QXT/1", "Paid: AED 1,065.00"},
		"shop_departure": {
			"Activity: Dunes", "Without an e-mail address, to be called: 1", "api bookings show B7C4D2FH/1",
		},
		"shop_order_confirmed": {
			"Lead traveller: Noor Al-Hinai", "+968 9123 4567", "A wheelchair that folds.", "Booked by: Zoë Marchetti",
			"AED 1,065.00",
		},
		"supplier_departure":     {"Cancelled · AED 1,065.00", "The weather does not allow it.", "+968 9123 4567"},
		"shop_booking_cancelled": {"6 December 2026", "gets AED 532.50 back"},
		"shop_booking_moved":     {"6 December 2026", "Lead traveller: Zoë Marchetti"},
		"negotiation_asked": {
			"api negotiations answer B4X7 --price AMOUNT --until DAY", "api negotiations answer B4X7 --decline",
			"12 adult", "20:00",
			"AED 4,000.00", "Could it be later?", "zoe@post.example",
		},
		"contact_message": {"zoe@post.example", "A booking", "K7M29QXT", "Is it cold at night?"},
	} {
		text := plainText(sceneOf(letter).write(t, "en").Text)
		for _, part := range want {
			if !strings.Contains(text, part) {
				t.Errorf("%s does not have %q:\n%s", letter, part, text)
			}
		}
		if letter == "order_waiting" && strings.Contains(text, "K7M29QXT/1") {
			t.Errorf("%s lists a booking that awaits no decision:\n%s", letter, text)
		}
		if letter == "order_waiting paid" && strings.Contains(text, "api bookings paid") {
			t.Errorf("%s has the command for a payment that was made:\n%s", letter, text)
		}
	}
}

// The mail to an English shop about an Arabic buyer's order is in English, and vice versa.
func TestMailsToTheShopAreInTheLanguageOfTheShop(t *testing.T) {
	for _, letter := range []string{
		"order_waiting", "order_waiting later", "shop_order_confirmed", "shop_booking_cancelled", "shop_booking_moved",
		"negotiation_asked",
		"contact_message",
	} {
		for buyers, staff := range map[string]string{"ar": "en", "en": "ar"} {
			w, sent, s := newWorld(), &outbox{}, sceneOf(letter)
			s.set(w, buyers)
			if w.staff = staff; staff == "en" {
				w.staff = "" // the deployment's first
			}
			if err := w.mailer(t, sent).Send(t.Context(), s.in(buyers)); err != nil || len(sent.mails) != 1 {
				t.Fatalf("%s: %v, %d mails", letter, err, len(sent.mails))
			}
			if !strings.Contains(sent.mails[0], "Content-Language: "+staff) {
				t.Errorf("%s of a buyer who reads %s is not in %s", letter, buyers, staff)
			}
			written, err := w.mailer(t, nil).Write(t.Context(), s.in(buyers))
			if err != nil {
				t.Fatal(err)
			}
			if title := dunesBooking(buyers, 0, "").Detail.ProductTitle; strings.Contains(written.Text, title) {
				t.Errorf("%s in %s has the product's title in %s:\n%s", letter, staff, buyers, written.Text)
			}
		}
	}
}

// Each of the shop's mails is known by its subject in a list.
func TestMailsToTheShopHaveUniqueSubjects(t *testing.T) {
	seen := map[string]string{}
	for _, s := range scenes {
		if !s.notice.Kind.IsToShop() {
			continue
		}
		subject := plainText(s.write(t, "en").Subject)
		if other := seen[subject]; other != "" || strings.HasPrefix(subject, "Wayfare:") {
			t.Errorf("%s is called %q, as %s is", s.letter, subject, other)
		}
		seen[subject] = s.letter
	}
}

func TestSenderNameIsTheDeploymentForEveryConfiguredAddress(t *testing.T) {
	for from, want := range map[string]string{
		"":                         `"Wayfare" <hello@wayfare.example>`,
		"bookings@example.com":     `"Wayfare" <bookings@example.com>`,
		"{deployment}@example.com": `"Wayfare" <wayfare@example.com>`,
		"Us <us@example.com>":      `"Wayfare" <us@example.com>`,
	} {
		w, sent, s := newWorld(), &outbox{}, sceneOf("order_confirmed")
		s.set(w, "en")
		m := w.mailer(t, sent)
		m.From = from
		if err := m.Send(t.Context(), s.in("en")); err != nil ||
			!strings.Contains(sent.mails[0], "From: "+want+"\r\n") {
			t.Errorf("from %q: %v, %.200s", from, err, sent.mails)
		}
	}
}

// A new secret invalidates the previous one, so it must not be created for a mail that is never written.
func TestSecretLinkIsReplacedOnlyOnceTheMailIsAccepted(t *testing.T) {
	for _, letter := range []string{"password_reset", "account_opening"} {
		w, s := newWorld(), sceneOf(letter)
		s.set(w, "en")
		errRefused := errors.New("connection refused")
		if err := w.mailer(t, unreachable{errRefused}).Send(t.Context(), s.in("en")); !errors.Is(err, errRefused) ||
			w.secrets != 0 {
			t.Errorf("%s: %v, %d secrets were made", letter, err, w.secrets)
		}
		sent := &outbox{}
		for range 2 {
			if err := w.mailer(t, sent).Send(t.Context(), s.in("en")); err != nil {
				t.Fatal(err)
			}
		}
		id := regexp.MustCompile(`(?m)^Message-ID: <(notice7\S*)>`)
		first, second := id.FindString(sent.mails[0]), id.FindString(sent.mails[1])
		if w.secrets != 2 || first == "" || second == "" || first == second {
			t.Errorf("%s: %d secrets; mails with different links are %q and %q", letter, w.secrets, first, second)
		}
	}
}

type unreachable struct{ err error }

func (u unreachable) Send(context.Context, func() (*mail.Mail, error)) error { return u.err }

// Only this mail has the visitor's message: a failing job must be noticed.
func TestVisitorMessageIsRetriedUntilTheShopReceivesIt(t *testing.T) {
	w, s := newWorld(), sceneOf("contact_message")
	s.set(w, "en")
	if err := w.mailer(t, &outbox{answer: mail.ErrRefused}).Send(t.Context(), s.in("en")); !errors.Is(err,
		mail.ErrRefused) {
		t.Errorf("a refused address of the shop is the error %v", err)
	}
	withoutAddress := w.mailer(t, &outbox{})
	withoutAddress.Deployments = func() []payload.Deployment {
		all := newWorld().deployments()
		all[0].Contact.Email = ""
		return all
	}
	n := s.in("en")
	n.To = ""
	if err := withoutAddress.Send(t.Context(), n); err == nil {
		t.Error("a shop without an address gets no mail without an error")
	}
	// Once the shop has put its address right, what has failed goes there.
	n.To = "helo@wayfare.example"
	sent := &outbox{}
	if err := w.mailer(t, sent).Send(t.Context(), n); err != nil ||
		!strings.Contains(sent.mails[0], "To: <hello@wayfare.example>") {
		t.Errorf("%v\n%v", err, sent.mails)
	}
}

// The order is in Arabic, which the storefront had when it was made.
func TestLinksLeadToALanguageThatTheStorefrontStillHas(t *testing.T) {
	w := newWorld()
	w.put(order("ar", booking.Confirmed), booking.Payment{Status: booking.PaymentCaptured, Captured: total})
	m := w.mailer(t, nil)
	m.Deployments = func() []payload.Deployment {
		all := newWorld().deployments()
		all[0].Languages = []string{"en"}
		return all
	}
	written, err := m.Write(t.Context(), notice.Notice{ID: "NOTICE7", Kind: notice.OrderConfirmed,
		Deployment: "wayfare", Language: "ar", To: "zoe@post.example", Subject: "o-1"})
	if err != nil {
		t.Fatal(err)
	}
	if text := plainTextOf(written); strings.Contains(text, ".example/ar") || !strings.Contains(text, ".example/") {
		t.Errorf("links lead to pages in Arabic:\n%s", text)
	}
}

// outbox keeps mails as they go over the wire.
type outbox struct {
	mails  []string
	answer error
}

func (o *outbox) Send(_ context.Context, write func() (*mail.Mail, error)) error {
	m, err := write()
	if err != nil {
		return err
	}
	var b strings.Builder
	if _, err := m.WriteTo(&b); err != nil {
		return err
	}
	o.mails = append(o.mails, b.String())
	return o.answer
}

func TestMailIsRetriedUnlessItsAddressIsRejected(t *testing.T) {
	broken := errors.New("451 come back later")
	for answer, want := range map[error]error{nil: nil, broken: broken, mail.ErrRefused: nil} {
		w := newWorld()
		s := sceneOf("contact_received")
		s.set(w, "en")
		if err := w.mailer(t, &outbox{answer: answer}).Send(t.Context(), s.in("en")); !errors.Is(err, want) {
			t.Errorf("after %v it answers %v", answer, err)
		}
	}
}

// A build may be in the making; the notice waits for the next one.
func TestMailOfAMissingDeploymentIsRetried(t *testing.T) {
	n := sceneOf("password_reset").in("en")
	n.Deployment = "gone"
	if err := newWorld().mailer(t, &outbox{}).Send(t.Context(), n); err == nil {
		t.Error("the mail is given up")
	}
	n.Deployment, n.Kind = "wayfare", notice.Kind("new")
	if err := newWorld().mailer(t, &outbox{}).Send(t.Context(), n); err != nil {
		t.Error(err)
	}
}

// Its link leads to the tickets, too, and the mail does not mention the missing one.
func TestMailIsSentWithoutATicketThatFailsToRender(t *testing.T) {
	w := newWorld()
	o := order("en", booking.Confirmed)
	o.Reference = strings.Repeat("K", 300) // no code holds it
	w.put(o, booking.Payment{Status: booking.PaymentCaptured, Captured: total, Authorised: total})
	written, err := w.mailer(t, nil).Write(t.Context(), sceneOf("order_confirmed").in("en"))
	if err != nil || len(written.Attachments) != 1 || strings.Contains(written.Text, "attached") {
		t.Errorf("%v, %+v", err, written)
	}
}
