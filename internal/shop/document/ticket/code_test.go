package ticket_test

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"storefront/internal/core/fault"
	"storefront/internal/shop/document/ticket"
)

var claims = ticket.Claims{
	Reference: "K7M29QXT", Line: 1, Product: "hegra-tombs-by-morning-light", Date: "2026-12-05", StartTime: "07:45",
	Seats: 4,
}

func mustSign(t *testing.T, c ticket.Claims) string {
	t.Helper()
	text, err := key(t).Sign(c)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestSignedTicketCodesVerifyWithTheSameClaims(t *testing.T) {
	openingHours, longest, first := claims, claims, claims
	openingHours.StartTime = ""
	longest.Product, longest.Seats, longest.Line = strings.Repeat("long-", 40), 5000, 300
	first.StartTime, first.Line, first.Seats = "00:00", 0, 0
	for _, c := range []ticket.Claims{claims, openingHours, longest, first} {
		text := mustSign(t, c)
		got, err := ticket.Verify(key(t).Public(), text)
		if c.Key = ticket.KeyID(key(t).Public()); err != nil || got != c {
			t.Errorf("%+v was signed, %+v read: %v", c, got, err)
		}
		if again := mustSign(t, c); again != text {
			t.Error("the same claims have two codes")
		}
	}
}

func TestTicketCodesSurviveTrimmingByScanners(t *testing.T) {
	for n := range 200 {
		c := claims
		c.Seats, c.Reference = n, c.Reference[:1+n%8]
		text := mustSign(t, c)
		if strings.TrimSpace(text) != text {
			t.Fatalf("%q loses its last letter to a scanner that trims", text)
		}
		if _, err := ticket.Verify(key(t).Public(), " "+text+"\r\n"); err != nil {
			t.Fatal(err)
		}
	}
}

// 49 squares a side are version 8: at 45 mm, each is almost a millimetre.
func TestQRCodeHasAtMost49ModulesPerSide(t *testing.T) {
	if n := ticket.QRModules(mustSign(t, claims)); n > 49 {
		t.Errorf("%d squares a side", n)
	}
}

func TestInvalidTicketCodesAreRejectedWithTheirReason(t *testing.T) {
	text := mustSign(t, claims)
	other, err := ticket.NewKey(bytes.Repeat([]byte{8}, 32))
	if err != nil {
		t.Fatal(err)
	}
	foreign, err := other.Sign(claims)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		text string
		want error
	}{
		"nothing":                       {"", ticket.ErrUnreadable},
		"an address":                    {"https://www.wayfare.example/", ticket.ErrUnreadable},
		"small letters":                 {strings.ToLower(text), ticket.ErrUnreadable},
		"a letter outside the alphabet": {text[:20] + "ß" + text[21:], ticket.ErrUnreadable},
		"three letters too many":        {text + "000", ticket.ErrUnreadable},
		"one letter too many":           {text + "0", ticket.ErrUnreadable},
		"only its prefix":               {"TKT:", ticket.ErrTruncated},
		"half":                          {text[:len(text)/2], ticket.ErrTruncated},
		"without the last letter":       {text[:len(text)-1], ticket.ErrTruncated},
		"of a later version":            {ticket.Reversion(text, 2), ticket.ErrVersion},
		"of another key":                {foreign, ticket.ErrKey},
		"other seats":                   {ticket.Tamper(text, -66), ticket.ErrForged},
		"another signature":             {ticket.Tamper(text, -1), ticket.ErrForged},
	} {
		if got, err := ticket.Verify(key(t).Public(), c.text); !errors.Is(err, c.want) || got != (ticket.Claims{}) {
			t.Errorf("%s: %+v, %v; want %s", name, got, err, c.want)
		}
	}
}

// isInvalid reports whether an error has one of the faults of a code.
func isInvalid(err error) bool {
	return slices.ContainsFunc([]error{
		ticket.ErrUnreadable, ticket.ErrTruncated, ticket.ErrVersion, ticket.ErrKey, ticket.ErrForged,
	}, func(known error) bool { return errors.Is(err, known) })
}

func TestChangedOrTruncatedTicketCodesAreRejected(t *testing.T) {
	text, public := mustSign(t, claims), key(t).Public()
	for i := range text {
		if _, err := ticket.Verify(public, text[:i]); err == nil {
			t.Fatalf("%q is enough", text[:i])
		} else if i >= len("TKT:") && !errors.Is(err, ticket.ErrTruncated) {
			t.Errorf("%d letters: %v", i, err)
		}
		for _, r := range "0AZ $:" {
			changed := text[:i] + string(r) + text[i+1:]
			if changed == text {
				continue
			}
			_, err := ticket.Verify(public, changed)
			if !isInvalid(err) {
				t.Errorf("letter %d may be %q: %v", i, r, err)
			}
		}
	}
}

func TestInvalidClaimsAreNotSigned(t *testing.T) {
	for name, change := range map[string]func(*ticket.Claims){
		"no reference":                    func(c *ticket.Claims) { c.Reference = "" },
		"no day":                          func(c *ticket.Claims) { c.Date = "" },
		"a date before 2020":              func(c *ticket.Claims) { c.Date = "2019-12-31" },
		"an invalid time":                 func(c *ticket.Claims) { c.StartTime = "25:00" },
		"a time of one digit":             func(c *ticket.Claims) { c.StartTime = "7:45" },
		"negative seats":                  func(c *ticket.Claims) { c.Seats = -1 },
		"a product name that is too long": func(c *ticket.Claims) { c.Product = strings.Repeat("x", 300) },
	} {
		c := claims
		change(&c)
		if text, err := key(t).Sign(c); !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
}

func FuzzVerify(f *testing.F) {
	k, err := ticket.NewKey(bytes.Repeat([]byte{7}, 32))
	if err != nil {
		f.Fatal(err)
	}
	text, err := k.Sign(claims)
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{"", "TKT:", text, text[:40], strings.ToLower(text),
		"TKT:" + strings.Repeat(":", 300)} {
		f.Add(seed)
	}
	public := k.Public()
	f.Fuzz(func(t *testing.T, given string) {
		got, err := ticket.Verify(public, given)
		if err != nil {
			if !isInvalid(err) || got != (ticket.Claims{}) {
				t.Errorf("%+v, %v", got, err)
			}
			return
		}
		again, err := k.Sign(got)
		if err != nil || again != strings.TrimSpace(given) {
			t.Errorf("%q was accepted, and is not what the key signs: %q, %v", given, again, err)
		}
	})
}

func TestConcurrentProcessesCreateOneTicketKey(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keys", "ticket.pem")
	var wait sync.WaitGroup
	publics := make([]string, 8)
	for i := range publics {
		wait.Go(func() {
			k, err := ticket.LoadOrCreateKey(path)
			if err != nil {
				t.Error(err)
				return
			}
			publics[i] = ticket.KeyID(k.Public())
		})
	}
	wait.Wait()
	for _, id := range publics {
		if id != publics[0] {
			t.Fatalf("processes that started at once have several keys: %v", publics)
		}
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v: others may read it", info.Mode(), err)
	}
	left, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(left) != 1 {
		t.Errorf("%v were left behind: %v", left, err)
	}
}

func TestBrokenKeyFileIsNotReplaced(t *testing.T) {
	for name, content := range map[string]string{
		"empty": "", "no PEM": "secret", "a certificate": "-----BEGIN CERTIFICATE-----\nAAAA\n-----END " +
			"CERTIFICATE-----\n",
		"no key in it": "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
	} {
		path := filepath.Join(t.TempDir(), "ticket.pem")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ticket.LoadOrCreateKey(path); err == nil {
			t.Errorf("%s was taken for a key", name)
		}
		if now, _ := os.ReadFile(path); string(now) != content {
			t.Errorf("%s was overwritten", name)
		}
	}
}

func TestSignatureIsNotValidForTheBareMessage(t *testing.T) {
	text := mustSign(t, claims)
	message, signature := ticket.Parts(text)
	if ed25519.Verify(key(t).Public(), message, signature) {
		t.Error("the signature is that of the bare bytes")
	}
}
