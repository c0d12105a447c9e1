package octo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"

	"github.com/google/uuid"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/lib/publicip"
	"storefront/internal/shop/mail"
	"storefront/internal/shop/reseller"
)

// bookingUpdate is the event of a booking that was confirmed, changed or cancelled by either side, that was rejected,
// has expired, or whose travellers were admitted.
const bookingUpdate = "booking_update"

type webhookShape struct {
	ID           string   `json:"id"`
	Event        string   `json:"event"`
	URL          string   `json:"url"`
	Capabilities []string `json:"capabilities"`
}

func shapeOfWebhook(w *reseller.Webhook) webhookShape {
	return webhookShape{ID: w.ID, Event: w.Event, URL: w.URL, Capabilities: append([]string{}, w.Capabilities...)}
}

// maxWebhooks bounds the webhooks of a reseller in one deployment.
const maxWebhooks = 10

// addWebhook registers an address. Messages have the capabilities and the language of this request.
func (s *Server) addWebhook(ctx context.Context, r *request) (any, error) {
	var in struct{ Event, URL string }
	if err := r.decode(&in); err != nil {
		return nil, err
	}
	if in.Event != bookingUpdate {
		return nil, badRequest("the event is not %s", bookingUpdate)
	}
	if err := s.checkURL(in.URL); err != nil {
		return nil, err
	}
	w := reseller.Webhook{
		ID: uuid.NewString(), Reseller: r.reseller.ID, Deployment: r.deployment.ID, Event: in.Event, URL: in.URL,
		Capabilities: r.ids(), Language: r.deployment.Language, CreatedAt: s.Now(),
	}
	err := s.Resellers.Do(ctx, func(tx reseller.Tx) error {
		existing, err := tx.Webhooks(ctx, w.Reseller, w.Deployment)
		if err == nil && len(existing) >= maxWebhooks {
			err = cannotProcess("there are already %d webhooks", maxWebhooks)
		}
		if err != nil {
			return err
		}
		return tx.InsertWebhook(ctx, w)
	})
	return shapeOfWebhook(&w), err
}

// checkURL rejects addresses to which no message may be sent.
func (s *Server) checkURL(text string) error {
	const longest = 2000
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Host == "" || u.Fragment != "" || len(text) > longest,
		u.Scheme != "https" && u.Scheme != "http":
		return badRequest("the url is not an address such as https://example.com/webhook")
	case u.Scheme == "http" && s.IsReachable == nil:
		return badRequest("the url must begin with https")
	}
	if to, err := netip.ParseAddr(u.Hostname()); err == nil && !reachableOrDefault(s.IsReachable)(to) {
		return badRequest("the url is not at a public address")
	}
	return nil
}

// webhooks lists the reseller's webhooks at this deployment.
func (s *Server) webhooks(ctx context.Context, r *request) (any, error) {
	webhooks, err := s.Resellers.Webhooks(ctx, r.reseller.ID, r.deployment.ID)
	all := []webhookShape{}
	for i := range webhooks {
		all = append(all, shapeOfWebhook(&webhooks[i]))
	}
	return all, err
}

// deleteWebhook removes a webhook.
func (s *Server) deleteWebhook(ctx context.Context, r *request) (any, error) {
	id := r.PathValue("id")
	err := s.Resellers.Do(ctx, func(tx reseller.Tx) error {
		webhooks, err := tx.Webhooks(ctx, r.reseller.ID, r.deployment.ID)
		if err != nil {
			return err
		}
		for i := range webhooks {
			if webhooks[i].ID == id {
				return tx.DeleteWebhook(ctx, r.reseller.ID, id)
			}
		}
		return cannotProcess("there is no such webhook")
	})
	return map[string]bool{"success": true}, err
}

// messageShape is the body of a webhook's message. Its id is within the signature, so that a message which is sent
// again by someone else cannot pass for another.
type messageShape struct {
	ID      string        `json:"id"`
	Webhook webhookShape  `json:"webhook"`
	Booking *bookingShape `json:"booking"`
}

// Send sends the news of a reseller's booking, as it is now, to one of its webhooks. A notice to all of them is queued
// once for each, so that one that fails delays no other.
func (s *Server) Send(ctx context.Context, n notice.Notice) error {
	webhooks, err := s.Resellers.Webhooks(ctx, n.To, n.Deployment)
	if err != nil {
		return err
	}
	var notices []notice.Notice
	for i := range webhooks {
		if w := &webhooks[i]; n.Webhook == "" {
			copied := n
			copied.ID, copied.Webhook = n.ID+"-"+w.ID, w.ID
			notices = append(notices, copied)
		} else if n.Webhook == w.ID {
			return s.sendTo(ctx, w, n)
		}
	}
	if len(notices) == 0 {
		return nil // it has none, or none any more
	}
	return s.Booking.NotifyLater(ctx, notices...)
}

func (s *Server) sendTo(ctx context.Context, w *reseller.Webhook, n notice.Notice) error {
	seller, err := s.Resellers.Reseller(ctx, w.Reseller)
	if err != nil {
		return err
	}
	if !seller.DisabledAt.IsZero() {
		return nil
	}
	body, err := s.messageBody(ctx, w, &seller, &n)
	if err != nil || body == nil {
		return err
	}
	from := s.Now()
	release, err := s.throttle.acquire(seller.ID, w.ID, from)
	if err != nil {
		return err
	}
	defer func() { release(from, s.Now()) }()
	return s.post(ctx, w.URL, seller.Secret, n.ID, body)
}

// messageBody returns the body of a message; nil for a booking that does not exist any more.
func (s *Server) messageBody(
	ctx context.Context, w *reseller.Webhook, seller *reseller.Reseller, n *notice.Notice,
) ([]byte, error) {
	o, err := s.Booking.ResaleByID(ctx, seller.ID, w.Deployment, n.Subject)
	if fault.Is(err, fault.NotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	r := &request{reseller: seller, capabilities: parseCapabilities(w.Capabilities)}
	for _, d := range s.Site.Deployments() {
		if d.ID == w.Deployment {
			r.site = d
		}
	}
	r.origin = strings.TrimSuffix(r.site.BaseURL, "/")
	if err := r.setDeployment(w.Language); err != nil {
		return nil, err
	}
	shape, err := s.bookingBody(ctx, r, &o)
	if err != nil {
		return nil, err
	}
	return encodeJSON(messageShape{n.ID, shapeOfWebhook(w), shape})
}

// post sends a signed message. The signature is that of the shop's other webhooks.
func (s *Server) post(ctx context.Context, address, secret, id string, body []byte) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return errors.New("the address of a webhook cannot be parsed") // which may hold a password
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "storefront-octo")
	r.Header.Set("Idempotency-Key", id)
	r.Header.Set(mail.SignatureHeader, mail.Signature(secret, s.Now(), body))
	response, err := s.client.Do(r)
	if err != nil {
		if e, ok := errors.AsType[*url.Error](err); ok {
			err = e.Err // without the address
		}
		return fmt.Errorf("a reseller's webhook: %w", err)
	}
	_ = response.Body.Close()
	if response.StatusCode/100 != 2 {
		return fmt.Errorf("a reseller's webhook answers %s", response.Status)
	}
	return nil
}

const webhookTimeout = 15 * time.Second

var errNotPublic = errors.New("the address is not one of the public Internet")

// reachableOrDefault returns custom, or publicip.IsPublic if custom is nil.
func reachableOrDefault(custom func(netip.Addr) bool) func(netip.Addr) bool {
	if custom == nil {
		return publicip.IsPublic
	}
	return custom
}

// newClient returns a client that connects only to addresses that may be reached, so that a webhook cannot call the
// shop's own network.
func newClient(reachable func(netip.Addr) bool) *http.Client {
	dialer := &net.Dialer{Timeout: webhookTimeout, Control: func(_, address string, _ syscall.RawConn) error {
		to, err := netip.ParseAddrPort(address)
		if err != nil || !reachable(to.Addr()) {
			return errNotPublic
		}
		return nil
	}}
	return &http.Client{
		Timeout: webhookTimeout,
		Transport: &http.Transport{Proxy: nil, DialContext: dialer.DialContext, TLSHandshakeTimeout: webhookTimeout,
			MaxIdleConnsPerHost: 2, IdleConnTimeout: time.Minute, MaxResponseHeaderBytes: 64 << 10},
		// A message that is signed for one server must not reach another.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}
