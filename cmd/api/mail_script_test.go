package main

import (
	"net/mail"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"storefront/internal/shop/mail/mailtest"
)

// mailserver starts an SMTP server for the programs of a script.
func mailserver(ts *testscript.TestScript, _ bool, _ []string) {
	s := ts.Value("mail").(*scriptMail)
	s.server = mailtest.New(s.t)
	ts.Setenv("SMTP_HOST", "127.0.0.1")
	ts.Setenv("SMTP_PORT", strconv.Itoa(s.server.Port()))
	ts.Setenv("SMTP_TLS", "none")
	ts.Setenv("MAIL_FROM", "bookings@example.com")
}

// scriptMail is the SMTP server of a script; nil until mailserver.
type scriptMail struct {
	t      testing.TB
	server *mailtest.Server
}

// received waits for a number of mails to an address, and sets NAME to the Message-ID of the latest: received NUMBER
// ADDRESS NAME.
func received(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 3 {
		ts.Fatalf("usage: received NUMBER ADDRESS NAME")
	}
	var found []*mail.Message
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		found = nil
		for _, m := range ts.Value("mail").(*scriptMail).server.Accepted() {
			if m.Header.Get("To") == "<"+args[1]+">" {
				found = append(found, m)
			}
		}
		if strconv.Itoa(len(found)) == args[0] {
			ts.Setenv(args[2], found[len(found)-1].Header.Get("Message-Id"))
			return
		}
	}
	ts.Fatalf("%d mails came to %s, want %s", len(found), args[1], args[0])
}

// eventually repeats a command until its output matches: eventually REGEXP COMMAND. A server records that a mail is
// sent after the mail has arrived.
func eventually(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: eventually REGEXP COMMAND")
	}
	want, out := regexp.MustCompile(args[0]), ""
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		ts.Check(ts.Exec(args[1], args[2:]...))
		if out = ts.ReadFile("stdout"); want.MatchString(out) {
			return
		}
	}
	ts.Fatalf("no match for %s in\n%s", want, out)
}
