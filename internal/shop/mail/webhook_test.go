package mail_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"storefront/internal/core/notice"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/mail"
)

var secret = strings.Repeat("s", 32)

// receiver is a messaging service.
type receiver struct {
	status int

	mu   sync.Mutex // a message that was aborted may still arrive during the next
	took []delivery
}

type delivery struct {
	header http.Header
	body   string
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, _ := io.ReadAll(req.Body)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.took = append(r.took, delivery{req.Header, string(body)})
	w.Header().Set("Location", "/elsewhere")
	w.WriteHeader(r.status)
}

func (r *receiver) received() []delivery {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.took)
}

func (r *receiver) webhook(t *testing.T, w *world) *mail.Webhook {
	t.Helper()
	server := httptest.NewServer(r)
	t.Cleanup(server.Close)
	hook, err := mail.NewWebhook(mail.WebhookConfig{URL: server.URL + "/hook", Secret: secret,
		Mailer: w.mailer(t, nil)})
	if err != nil {
		t.Fatal(err)
	}
	return hook
}

func TestWebhookReceivesTheContentOfAMail(t *testing.T) {
	w, r := newWorld(), &receiver{status: http.StatusAccepted}
	s := sceneOf("order_confirmed")
	s.set(w, "ar")
	if err := r.webhook(t, w).Send(t.Context(), s.in("ar")); err != nil || len(r.received()) != 1 {
		t.Fatalf("%v, sent %d times", err, len(r.received()))
	}
	var got mail.Message
	if err := json.Unmarshal([]byte(r.received()[0].body), &got); err != nil {
		t.Fatal(err)
	}
	order := *got.Order
	got.Order = nil
	want := mail.Message{
		ID: "NOTICE7", Kind: notice.OrderConfirmed, Deployment: "wayfare", Language: "ar", To: "zoe@post.example",
		Phone: "+971501234567", Title: "دروب: تأكّد حجزك K7M29QXT", Text: "تأكّد كل ما حجزته.",
		Link: "https://www.wayfare.example/ar/invoices/o-1",
	}
	if got != want {
		t.Errorf("it got\n%+v\nwant\n%+v", got, want)
	}
	if want := (mail.MessageOrder{Reference: "K7M29QXT", Result: booking.Success, Currency: "AED", Exponent: 2,
		Total: 191_700}); order != want {
		t.Errorf("the order is %+v", order)
	}
	h := r.received()[0].header
	if want := mail.Signature(secret, noon, []byte(r.received()[0].body)); h.Get(mail.SignatureHeader) != want ||
		h.Get("Idempotency-Key") != "NOTICE7" {
		t.Errorf("the headers are %v, want the signature %s", h, want)
	}
}

// Receivers in other languages must get the same result; this one is from openssl.
func TestWebhookSignatureMatchesOpenSSL(t *testing.T) {
	got := mail.Signature(secret, time.Unix(1_764_936_000, 0), []byte(`{"id":"1"}`))
	if want := "t=1764936000,v1=93398c8db3fb5cdd0a9dcbd4362f1da18c363047788c7e77cde4d8517a6edb65"; got != want {
		t.Errorf("it is %s, want %s", got, want)
	}
}

// A number without a calling code reaches no phone, or a wrong one.
func TestPhonesAreSentOnlyWithACallingCode(t *testing.T) {
	for typed, want := range map[string]string{
		"+971 50 123 4567": "+971501234567", "00971 50 123 4567": "", "050 123 4567": "", "+": "", "+0": "",
	} {
		w, r := newWorld(), &receiver{status: http.StatusNoContent}
		g := negotiation("en")
		g.Phone = typed
		w.negotiations[g.Reference] = g
		if err := r.webhook(t, w).Send(t.Context(), sceneOf("negotiation_answered").in("en")); err != nil {
			t.Fatal(err)
		}
		var got mail.Message
		if err := json.Unmarshal([]byte(r.received()[0].body), &got); err != nil || got.Phone != want {
			t.Errorf("%q is sent as %q (%v), want %q", typed, got.Phone, err, want)
		}
	}
}

// With the token anybody can see and cancel the order, and the typed phone number is not verified.
func TestWebhookLinksContainNoAccessToken(t *testing.T) {
	for i := range scenes {
		s := &scenes[i]
		w, r := newWorld(), &receiver{status: http.StatusNoContent}
		s.set(w, "en")
		if s.notice.Kind.IsPrivate() {
			continue
		}
		if err := r.webhook(t, w).Send(t.Context(), s.in("en")); err != nil ||
			strings.Contains(r.received()[0].body, "token-of") {
			t.Errorf("%s: %v, %s", s.letter, err, r.received())
		}
	}
}

// documented is what receivers are written after.
func documented(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile("../../../docs/mail.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestEveryFieldAndHeaderOfAMessageIsDocumented(t *testing.T) {
	docs := documented(t)
	var look func(of reflect.Type, before string)
	look = func(of reflect.Type, before string) {
		for i := range of.NumField() {
			f := of.Field(i)
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if !strings.Contains(docs, "| `"+before+name+"` |") {
				t.Errorf("docs/mail.md does not describe %s", before+name)
			}
			if f.Type.Kind() == reflect.Pointer {
				look(f.Type.Elem(), before+name+".")
			}
		}
	}
	look(reflect.TypeFor[mail.Message](), "")
	for _, header := range []string{mail.SignatureHeader, "Idempotency-Key"} {
		if !strings.Contains(docs, "| `"+header+"` |") {
			t.Errorf("docs/mail.md does not describe %s", header)
		}
	}
}

func TestDocumentedReceiverAcceptsOnlySignedMessages(t *testing.T) {
	_, rest, _ := strings.Cut(documented(t), "```js\n")
	sample, _, found := strings.Cut(rest, "```")
	if !found {
		t.Fatal("docs/mail.md has no sample")
	}
	body := `{"id":"1"}`
	script := filepath.Join(t.TempDir(), "receiver.mjs")
	check := sample + fmt.Sprintf(`
const [secret, header, body, now] = [%q, %q, Buffer.from(%q), %d]
console.log(JSON.stringify([
  genuine(secret, header, body, now), genuine('other' + secret, header, body, now), genuine(secret, header, body + ' ', now),
  genuine(secret, header.replace('t=1', 't=2'), body, now), genuine(secret, header, body, now + 301_000), genuine(secret, 'x', body, now),
]))`, secret, mail.Signature(secret, noon, []byte(body)), body, noon.UnixMilli())
	if err := os.WriteFile(script, []byte(check), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "node", script).CombinedOutput()
	if got := strings.TrimSpace(string(out)); err != nil || got != "[true,false,false,false,false,false]" {
		t.Errorf("%v, %s", err, got)
	}
}

func TestPrivateNoticesAreNotSentToTheWebhook(t *testing.T) {
	for i := range scenes {
		for _, language := range languages {
			s := &scenes[i]
			w, r := newWorld(), &receiver{status: http.StatusNoContent}
			s.set(w, language)
			err := r.webhook(t, w).Send(t.Context(), s.in(language))
			if s.notice.Kind.IsPrivate() {
				if err == nil || len(r.received()) > 0 {
					t.Errorf("%s got: %s", s.letter, r.received())
				}
				continue
			}
			if err != nil || len(r.received()) != 1 || strings.Contains(r.received()[0].body, `"text":""`) {
				t.Errorf("%s in %s: %v, %s", s.letter, language, err, r.received())
			}
		}
	}
}

func TestRejectedWebhookMessageIsRetried(t *testing.T) {
	for _, status := range []int{http.StatusFound, http.StatusBadRequest, http.StatusTooManyRequests,
		http.StatusInternalServerError} {
		w, r := newWorld(), &receiver{status: status}
		s := sceneOf("order_confirmed")
		s.set(w, "en")
		if err := r.webhook(t, w).Send(t.Context(), s.in("en")); err == nil || len(r.received()) != 1 {
			t.Errorf("%d: %v, sent %d times", status, err, len(r.received()))
		}
	}
}

func TestWebhookErrorsDoNotRevealItsAddress(t *testing.T) {
	hook, err := mail.NewWebhook(mail.WebhookConfig{URL: "http://127.0.0.1:1/hooks/s3cret", Secret: secret,
		Mailer: newWorld().mailer(t, nil)})
	if err != nil {
		t.Fatal(err)
	}
	w := newWorld()
	s := sceneOf("contact_received")
	s.set(w, "en")
	hook.Mailer = w.mailer(t, nil)
	if err := hook.Send(t.Context(), s.in("en")); err == nil || strings.Contains(err.Error(), "s3cret") {
		t.Errorf("it reveals %v", err)
	}
}

func TestInvalidWebhookConfigurationIsRejected(t *testing.T) {
	for _, c := range []mail.WebhookConfig{
		{URL: "", Secret: secret}, {URL: "ftp://hooks.example", Secret: secret}, {URL: "hooks.example", Secret: secret},
		{URL: "https://hooks.example", Secret: "short"},
	} {
		if _, err := mail.NewWebhook(c); err == nil {
			t.Errorf("%q with %q is taken", c.URL, c.Secret)
		}
	}
}
