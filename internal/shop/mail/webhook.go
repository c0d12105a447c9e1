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
	"storefront/internal/shop/booking"
)

// WebhookConfig is who passes news on to people's messaging apps.
type WebhookConfig struct {
	URL    string
	Secret string // signs what is sent
	Mailer *Mailer
	Client *http.Client // one with a timeout where nil
}

// Webhook tells the operator's messaging service what mails tell, in short.
type Webhook struct{ WebhookConfig }

const (
	webhookTimeout = 15 * time.Second
	// shortestSecret is as long as the hash that it signs with.
	shortestSecret = 32
)

// NewWebhook checks a configuration. It does not connect.
func NewWebhook(c WebhookConfig) (*Webhook, error) {
	address, err := url.Parse(c.URL)
	if err != nil || address.Host == "" || address.Scheme != "https" && address.Scheme != "http" {
		return nil, errors.New("the messaging webhook's address is no URL of the web")
	}
	if len(c.Secret) < shortestSecret {
		return nil, fmt.Errorf("the messaging webhook's secret is shorter than %d letters", shortestSecret)
	}
	if c.Client == nil {
		c.Client = &http.Client{
			Timeout: webhookTimeout,
			// What is signed for one place goes to no other.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		}
	}
	return &Webhook{c}, nil
}

// Message is what the webhook is told. docs/mail.md describes it for those who receive it.
type Message struct {
	ID         string        `json:"id"`
	Kind       notice.Kind   `json:"kind"`
	Deployment string        `json:"deployment"`
	Language   string        `json:"language"`
	To         string        `json:"to"`
	Phone      string        `json:"phone,omitempty"` // with its country's calling code: "+971501234567"
	Title      string        `json:"title"`
	Text       string        `json:"text"`
	Link       string        `json:"link,omitempty"` // to an order's page, without what lets one see it: nobody knows whose the number is
	Order      *MessageOrder `json:"order,omitempty"`
}

// MessageOrder is the order that a message speaks of.
type MessageOrder struct {
	Reference string         `json:"reference"`
	Result    booking.Result `json:"result"`
	Currency  string         `json:"currency"`
	Exponent  int            `json:"exponent"`
	Total     int64          `json:"total"` // in minor units
}

// Tell sends what a notice asks for, which is not to be a private one.
func (w *Webhook) Tell(ctx context.Context, n notice.Notice) error {
	if n.Kind.Private() {
		return fmt.Errorf("a notice of the kind %q is for mail alone", n.Kind)
	}
	message, err := w.message(ctx, n)
	if fault.Is(err, fault.NotFound) {
		w.Mailer.Log.ErrorContext(ctx, "a notice speaks of something that there is not", "notice", n.ID, "subject", n.Subject)
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
		ID: n.ID, Kind: n.Kind, Deployment: n.Deployment, Language: l.Language, To: n.To, Phone: l.Phone,
		Title: l.Subject, Text: l.tidy(strings.Join(l.Lead, " ")), Order: l.order,
	}
	switch {
	case l.page != "":
		m.Link = l.page
	case l.Action != nil:
		m.Link = l.Action.URL
	}
	return m, nil
}

// SignatureHeader is where a message's signature stands: "t=1764936000,v1=5f2c…".
const SignatureHeader = "Storefront-Signature"

// Signature is the HMAC-SHA256 of the time, a dot and the body.
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
		// The address may hold a secret of the receiver's; the cause does not.
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
