package mail

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/core/secret"
	"storefront/internal/shop/booking"
)

// WebhookConfig configures the webhook of the operator's messaging service.
type WebhookConfig struct {
	URL    string
	Secret string // signs the messages
	Mailer *Mailer
	Client *http.Client // nil: one with a timeout
}

// Webhook sends the news of mails, in short, to the operator's messaging service.
type Webhook struct{ WebhookConfig }

const webhookTimeout = 15 * time.Second

// NewWebhook returns a webhook, or an error for an invalid configuration. It does not connect.
func NewWebhook(c WebhookConfig) (*Webhook, error) {
	address, err := url.Parse(c.URL)
	if err != nil || address.Host == "" || address.Scheme != "https" && address.Scheme != "http" {
		return nil, errors.New("the URL of the messaging webhook is not an http or https URL")
	}
	if err := secret.CheckLength(c.Secret); err != nil {
		return nil, fmt.Errorf("the secret of the messaging webhook %w", err)
	}
	if c.Client == nil {
		c.Client = &http.Client{
			Timeout: webhookTimeout,
			// A message that is signed for one server must not reach another.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		}
	}
	return &Webhook{c}, nil
}

// Message is the body of a webhook request, as docs/mail.md describes it.
type Message struct {
	ID         string        `json:"id"`
	Kind       notice.Kind   `json:"kind"`
	Deployment string        `json:"deployment"`
	Language   string        `json:"language"`
	To         string        `json:"to"`
	Phone      string        `json:"phone,omitempty"` // E.164, "+971501234567"
	Title      string        `json:"title"`
	Text       string        `json:"text"`
	Link       string        `json:"link,omitempty"` // without the secret that opens an order: phones are not verified
	Order      *MessageOrder `json:"order,omitempty"`
}

// MessageOrder is the order of a message.
type MessageOrder struct {
	Reference string         `json:"reference"`
	Result    booking.Result `json:"result"`
	Currency  string         `json:"currency"`
	Exponent  int            `json:"exponent"`
	Total     int64          `json:"total"` // in minor units
}

// Send sends the message of a notice, which must not be private.
func (w *Webhook) Send(ctx context.Context, n notice.Notice) error {
	if n.Kind.IsPrivate() {
		return fmt.Errorf("notices of kind %q are sent by mail only", n.Kind)
	}
	message, err := w.message(ctx, n)
	if fault.Is(err, fault.NotFound) {
		w.Mailer.Log.ErrorContext(ctx, "the subject of a notice does not exist", "notice", n.ID, "subject", n.Subject)
		return nil
	}
	if err != nil || message == nil {
		return err
	}
	body, err := json.Marshal(message)
	if err != nil {
		return err
	}
	return w.post(ctx, n.ID, body)
}

func (w *Webhook) message(ctx context.Context, n notice.Notice) (*Message, error) {
	l, err := w.Mailer.compose(ctx, n)
	if err != nil || l == nil {
		return nil, err
	}
	m := &Message{
		ID: n.ID, Kind: n.Kind, Deployment: n.Deployment, Language: l.Words.Code, To: n.To, Phone: l.Phone,
		Title: l.Subject, Text: l.stripIsolates(strings.Join(l.Lead, " ")), Order: l.order,
	}
	switch {
	case l.publicURL != "":
		m.Link = l.publicURL
	case l.Action != nil:
		m.Link = l.Action.URL
	}
	return m, nil
}

// SignatureHeader is the header of a message's signature, "t=1764936000,v1=5f2c…".
const SignatureHeader = "Storefront-Signature"

// Signature returns the HMAC-SHA256 of the time, a dot and the body.
func Signature(secret string, at time.Time, body []byte) string {
	seconds := strconv.FormatInt(at.Unix(), 10)
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(seconds + "."))
	mac.Write(body)
	return "t=" + seconds + ",v1=" + hex.EncodeToString(mac.Sum(nil))
}

func (w *Webhook) post(ctx context.Context, id string, body []byte) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, w.URL, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Idempotency-Key", id)
	request.Header.Set(SignatureHeader, Signature(w.Secret, w.Mailer.Now(), body))
	response, err := w.Client.Do(request)
	if err != nil {
		// The URL may contain a secret. The cause does not.
		if e, ok := errors.AsType[*url.Error](err); ok {
			err = e.Err
		}
		return fmt.Errorf("the messaging webhook: %w", err)
	}
	_ = response.Body.Close()
	if response.StatusCode/100 != 2 {
		return fmt.Errorf("the messaging webhook answers %s", response.Status)
	}
	return nil
}
