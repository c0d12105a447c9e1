package mail_test

import (
	"bytes"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"mime"
	"strings"
	"testing"
	"time"

	"storefront/internal/shop/mail"
	"storefront/internal/shop/mail/mailtest"
)

// testTimeout is longer than a server that answers needs, however busy the machine.
const testTimeout = 20 * time.Second

func smtp(t testing.TB, port int, timeout time.Duration) *mail.SMTP {
	t.Helper()
	s, err := mail.NewSMTP(mail.SMTPConfig{Host: "127.0.0.1", Port: port, TLS: mail.NoTLS, Timeout: timeout})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// send sends the mail of a scene, and returns the transport's error.
func send(t testing.TB, transport mail.Transport, letter, language string) error {
	t.Helper()
	w, s := newWorld(), sceneOf(letter)
	w.staff = language
	s.set(w, language)
	spy := &spy{Transport: transport}
	if err := w.mailer(t, spy).Send(t.Context(), s.in(language)); !errors.Is(spy.answer, mail.ErrRefused) &&
		!errors.Is(err, spy.answer) {
		t.Errorf("the transport answers %v, and the mailer %v", spy.answer, err)
	}
	return spy.answer
}

type spy struct {
	mail.Transport
	answer error
}

func (s *spy) Send(ctx context.Context, write func() (*mail.Mail, error)) error {
	s.answer = s.Transport.Send(ctx, write)
	return s.answer
}

func TestServerFailuresAreDistinguishedFromRejectedAddresses(t *testing.T) {
	for behaviour, refused := range map[mailtest.Behaviour]bool{
		mailtest.RefuseConnections: false, mailtest.Silent: false, mailtest.StallAfterData: false,
		mailtest.RejectTemporarily: false,
		mailtest.DiskFull:          false, mailtest.RejectRecipient: true,
		mailtest.RejectRelaying: false, mailtest.RequireSignIn: false, // a missing SMTP_USER
	} {
		t.Run(string(behaviour), func(t *testing.T) {
			t.Parallel()
			server := mailtest.New(t)
			if err := server.SetBehaviour(behaviour); err != nil {
				t.Fatal(err)
			}
			timeout := testTimeout
			if behaviour == mailtest.Silent || behaviour == mailtest.StallAfterData {
				timeout = time.Second
			}
			err := send(t, smtp(t, server.Port(), timeout), "password_reset", "en")
			if err == nil || errors.Is(err, mail.ErrRefused) != refused {
				t.Errorf("it answers %v, refused for good: %v", err, refused)
			}
			if n := len(server.Accepted()); n > 0 {
				t.Errorf("%d mails were taken", n)
			}
			if err := server.SetBehaviour(mailtest.Accept); err != nil {
				t.Fatal(err)
			}
			if err := send(t, smtp(t, server.Port(), testTimeout), "password_reset", "en"); err != nil ||
				len(server.Accepted()) != 1 {
				t.Errorf("when it is well again it answers %v and has taken %d", err, len(server.Accepted()))
			}
		})
	}
}

// Trying again would send it twice.
func TestAcceptedMailIsSentWhenTheConnectionBreaks(t *testing.T) {
	server := mailtest.New(t)
	if err := server.SetBehaviour(mailtest.HangUpAfterData); err != nil {
		t.Fatal(err)
	}
	if err := send(t, smtp(t, server.Port(), testTimeout), "password_reset", "en"); err != nil ||
		len(server.Accepted()) != 1 {
		t.Errorf("it answers %v and has taken %d", err, len(server.Accepted()))
	}
}

func TestServerWithoutTLSGetsNoMailByDefault(t *testing.T) {
	server := mailtest.New(t)
	strict, err := mail.NewSMTP(mail.SMTPConfig{Host: "127.0.0.1", Port: server.Port(), Timeout: testTimeout})
	if err != nil {
		t.Fatal(err)
	}
	if err := send(t, strict, "password_reset", "en"); err == nil || len(server.Accepted()) > 0 {
		t.Errorf("it answers %v and has taken %d", err, len(server.Accepted()))
	}
	if _, err := mail.NewSMTP(mail.SMTPConfig{Host: "127.0.0.1", TLS: "perhaps"}); err == nil {
		t.Error("a policy that there is not is taken")
	}
}

func TestMailsAreSentOverTLSOnlyToTrustedServers(t *testing.T) {
	for policy, implicit := range map[mail.TLS]bool{mail.Mandatory: false, mail.Opportunistic: false,
		mail.Implicit: true} {
		t.Run(string(policy), func(t *testing.T) {
			server, roots := mailtest.NewTLS(t, implicit)
			with := func(password string, roots *x509.CertPool) error {
				transport, err := mail.NewSMTP(mail.SMTPConfig{
					Host: "127.0.0.1", Port: server.Port(), TLS: policy, User: "shop", Password: password, Roots: roots,
					Timeout: testTimeout,
				})
				if err != nil {
					t.Fatal(err)
				}
				return send(t, transport, "password_reset", "en")
			}
			if err := with(mailtest.Password, nil); err == nil || len(server.Users()) > 0 {
				t.Errorf("a server with an untrusted certificate got the password: %v, %v", err, server.Users())
			}
			if err := with("wrong", roots); err == nil || errors.Is(err, mail.ErrRefused) {
				t.Errorf("with a wrong password it answers %v", err)
			}
			if n := len(server.Accepted()); n > 0 {
				t.Errorf("%d mails were taken", n)
			}
			if err := with(mailtest.Password, roots); err != nil || len(server.Accepted()) != 1 ||
				server.Users()[0] != "shop" {
				t.Errorf("it answers %v, knows %v and has taken %d", err, server.Users(), len(server.Accepted()))
			}
		})
	}
}

func TestHeadersAreCompleteAndEncoded(t *testing.T) {
	server := mailtest.New(t)
	if err := send(t, smtp(t, server.Port(), testTimeout), "order_confirmed", "ar"); err != nil {
		t.Fatal(err)
	}
	h := server.Accepted()[0].Header
	for name, want := range map[string]string{
		"Message-Id": "<notice7@www.wayfare.example>", "Auto-Submitted": "auto-generated", "Content-Language": "ar",
		"To": "<zoe@post.example>", "Reply-To": "<hello@wayfare.example>", "Date": "Fri, 20 Nov 2026 12:00:00 +0000",
	} {
		if got := h.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	for name, want := range map[string]string{"Subject": "دروب: تأكّد حجزك K7M29QXT",
		"From": "دروب <hello@wayfare.example>"} {
		raw := h.Get(name)
		for _, r := range raw {
			if r > 126 {
				t.Errorf("%s is not encoded: %q", name, raw)
				break
			}
		}
		if got, err := new(mime.WordDecoder).DecodeHeader(raw); err != nil || strings.ReplaceAll(got, `"`, "") != want {
			t.Errorf("%s is %q (%v), want %q", name, got, err, want)
		}
	}
}

// Visitors' text may contain line ends, which must not begin a header or a mail.
func TestVisitorTextCannotInjectHeaders(t *testing.T) {
	evil := "Zoë\r\nBcc: all@post.example\r\n\r\nBuy\u2028now"
	server := mailtest.New(t)
	transport := smtp(t, server.Port(), testTimeout)
	w := newWorld()
	g := negotiation("en")
	g.ProductTitle, g.Name, g.Reference = evil, evil, evil
	w.negotiations["B4X7"] = g
	o := order("en", "CANCELLED")
	o.Reference, o.Buyer.FirstName, o.Bookings[0].Detail.ProductTitle, o.Bookings[0].ID = evil, evil, evil, "b-1"
	w.orders[o.ID] = o
	message(w, "en")
	c := w.messages["c-1"]
	c.Name = evil
	w.messages["c-1"] = c
	m := w.mailer(t, transport)
	for _, letter := range []string{"negotiation_answered", "booking_cancelled", "contact_message",
		"contact_received"} {
		n := sceneOf(letter).in("en")
		n.ID = "a>\r\nBcc: all@post.example"
		if err := m.Send(t.Context(), n); err != nil {
			t.Fatalf("%s: %v", letter, err)
		}
	}
	for _, got := range server.Accepted() {
		if got.Header.Get("Bcc") != "" || len(got.Header["Subject"]) != 1 {
			t.Errorf("the headers are %v", got.Header)
		}
	}
	n := sceneOf("contact_received").in("en")
	n.To = "zoe@post.example>\r\nRCPT TO:<all@post.example"
	if err := m.Send(t.Context(), n); err != nil {
		t.Errorf("an address of two lines is tried again: %v", err)
	}
	if n := len(server.Accepted()); n != 4 {
		t.Errorf("%d mails were taken, want 4", n)
	}
}

func TestReplyToAVisitorMessageGoesToTheVisitor(t *testing.T) {
	server := mailtest.New(t)
	if err := send(t, smtp(t, server.Port(), testTimeout), "contact_message", "en"); err != nil {
		t.Fatal(err)
	}
	if h := server.Accepted()[0].Header; h.Get("Reply-To") != "<zoe@post.example>" ||
		h.Get("To") != "<hello@wayfare.example>" {
		t.Errorf("the headers are %v", h)
	}
}

// maildev is an independent implementation, which must read the mails as they were sent.
func TestMaildevReceivesMailsUnchanged(t *testing.T) {
	server := StartMaildev(t)
	transport := smtp(t, server.Port, testTimeout)
	for _, language := range languages {
		for i := range scenes {
			if err := send(t, transport, scenes[i].letter, language); err != nil {
				t.Fatalf("%s in %s: %v", scenes[i].letter, language, err)
			}
		}
	}
	received := server.Wait(t, 2*len(scenes))
	for i, got := range received {
		s, language := &scenes[i%len(scenes)], languages[i/len(scenes)]
		want := s.write(t, language)
		if got.Subject != want.Subject || !equalLines(got.HTML, want.HTML) || !equalLines(got.Text, want.Text) {
			t.Errorf("%s in %s came as %q\n%s\n%s", s.letter, language, got.Subject, got.HTML, got.Text)
		}
		if len(got.To) != 1 || got.To[0].Address != s.notice.To || got.From[0].Address != "hello@wayfare.example" {
			t.Errorf("%s in %s is from %v to %v", s.letter, language, got.From, got.To)
		}
		if name := map[string]string{"en": "Wayfare", "ar": "دروب"}[language]; got.From[0].Name != name {
			t.Errorf("%s in %s is from %q", s.letter, language, got.From[0].Name)
		}
		if got.Headers["auto-submitted"] != "auto-generated" ||
			!strings.HasPrefix(fmt.Sprint(got.Headers["message-id"]), "<notice7") {
			t.Errorf("%s in %s has the headers %v", s.letter, language, got.Headers)
		}
		if len(got.Attachments) != len(want.Attachments) {
			t.Fatalf("%s in %s has %d attachments, want %d", s.letter, language, len(got.Attachments),
				len(want.Attachments))
		}
		for j, a := range got.Attachments {
			file := server.Attachment(t, got.ID, a.GeneratedFileName)
			if a.FileName != want.Attachments[j].Name || !bytes.Equal(file, want.Attachments[j].Content) {
				t.Errorf("%s in %s comes with %s of %d bytes, want %s of %d", s.letter, language, a.FileName, len(file),
					want.Attachments[j].Name, len(want.Attachments[j].Content))
			}
		}
	}
}

// equalLines reports whether two texts are equal but for their line ends.
func equalLines(a, b string) bool {
	unix := strings.NewReplacer("\r\n", "\n")
	return strings.TrimSpace(unix.Replace(a)) == strings.TrimSpace(unix.Replace(b))
}
