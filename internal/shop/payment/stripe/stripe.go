// Package stripe takes payments on Stripe's own page, with Checkout Sessions that authorise and are captured later. A
// session's id is that of the Checkout Session; Stripe keeps all state.
//
// Subscribe the webhook to checkout.session.completed, .expired, .async_payment_succeeded and .async_payment_failed,
// and to charge.refunded, refund.updated, refund.failed and charge.dispute.*: the events that happen without a call of
// the shop.
package stripe

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	sdk "github.com/stripe/stripe-go/v84"

	"storefront/internal/shop/payment"
)

const (
	// callTimeout bounds a whole call with its retries, because a buyer may be waiting for it.
	callTimeout = 15 * time.Second
	tryTimeout  = 8 * time.Second
	retries     = 1
	// maxLines is Stripe's limit on line items.
	maxLines = 100
)

// Config configures a provider. Key and WebhookSecret are required.
type Config struct {
	Name          string // "stripe" by default; an account of one deployment has a name of its own
	Key           string
	WebhookSecret string
	BaseURL       string       // the API's URL; Stripe's own by default
	HTTPClient    *http.Client // by default one that ends an attempt after 8 seconds
}

// Provider is a payment.Provider.
type Provider struct {
	name   string
	client *sdk.Client
	secret string
	live   bool

	mu      sync.Mutex
	account string // empty until it was read
}

var _ payment.Provider = (*Provider)(nil)

// New returns a provider with connections of its own: it changes nothing global.
func New(config Config) (*Provider, error) {
	if config.Key == "" || config.WebhookSecret == "" {
		return nil, errors.New("the secret key of Stripe or the signing secret of its webhook is missing")
	}
	if config.HTTPClient == nil {
		config.HTTPClient = &http.Client{Timeout: tryTimeout}
	}
	backend := &sdk.BackendConfig{
		HTTPClient: config.HTTPClient, MaxNetworkRetries: sdk.Int64(retries), EnableTelemetry: sdk.Bool(false),
		// Failures are returned, and logged by the caller.
		LeveledLogger: &sdk.LeveledLogger{Level: sdk.LevelNull},
	}
	if config.BaseURL != "" {
		backend.URL = sdk.String(config.BaseURL)
	}
	return &Provider{
		name: cmp.Or(config.Name, "stripe"), secret: config.WebhookSecret, live: strings.Contains(config.Key, "_live_"),
		client: sdk.NewClient(config.Key, sdk.WithBackends(sdk.NewBackendsWithConfig(backend))),
	}, nil
}

// Name returns the configured name.
func (p *Provider) Name() string { return p.name }

// Account returns the account's id and mode, such as "acct_1Abc (test)"; with a restricted key that cannot read its
// account, the mode only.
func (p *Provider) Account(ctx context.Context) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.account != "" {
		return p.account, nil
	}
	mode := "test"
	if p.live {
		mode = "live"
	}
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	account, err := p.client.V1Accounts.Retrieve(ctx, &sdk.AccountRetrieveParams{})
	if e, ok := errors.AsType[*sdk.Error](err); ok && e.HTTPStatusCode == http.StatusForbidden {
		p.account = mode
		return p.account, nil
	}
	if err != nil {
		return "", fmt.Errorf("read the Stripe account: %w", err)
	}
	p.account = account.ID + " (" + mode + ")"
	return p.account, nil
}

// Start opens a Checkout Session. Stripe requires an ExpiresAt 30 minutes to 24 hours ahead.
func (p *Provider) Start(ctx context.Context, r payment.Request) (payment.Session, error) {
	params, err := checkoutParams(r)
	if err != nil {
		return payment.Session{}, fmt.Errorf("start a Stripe payment: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	s, err := p.client.V1CheckoutSessions.Create(ctx, params)
	if e, ok := errors.AsType[*sdk.Error](err); ok && e.HTTPStatusCode >= http.StatusInternalServerError {
		// Stripe repeats such an error for its key for a day. If a page was opened after all, no visitor ever sees it.
		params.Params = idempotent("start", r.Key+time.Now().UTC().Format(":2006-01-02T15:04"))
		s, err = p.client.V1CheckoutSessions.Create(ctx, params)
	}
	if err != nil {
		return payment.Session{}, fmt.Errorf("start a Stripe payment: %w", translateError(err))
	}
	return payment.Session{ID: s.ID, URL: s.URL, ExpiresAt: time.Unix(s.ExpiresAt, 0).UTC()}, nil
}

func checkoutParams(r payment.Request) (*sdk.CheckoutSessionCreateParams, error) {
	total, err := stripeAmount(r.Total, r.Currency)
	if err != nil {
		return nil, err
	}
	lines, err := lineItems(r, total)
	if err != nil {
		return nil, err
	}
	params := &sdk.CheckoutSessionCreateParams{
		Params:             idempotent("start", r.Key),
		Mode:               sdk.String(string(sdk.CheckoutSessionModePayment)),
		PaymentMethodTypes: sdk.StringSlice([]string{"card"}), // a method that can be authorised and captured later
		LineItems:          lines,
		SuccessURL:         sdk.String(r.ReturnURL),
		CancelURL:          sdk.String(r.CancelURL),
		ExpiresAt:          sdk.Int64(r.ExpiresAt.Unix()),
		ClientReferenceID:  sdk.String(r.Order),
		Locale:             sdk.String(pageLocale(r.Language)),
		Metadata:           map[string]string{"order": r.Order, "reference": r.Reference},
		// The order is booked in its own currency.
		AdaptivePricing: &sdk.CheckoutSessionCreateAdaptivePricingParams{Enabled: sdk.Bool(false)},
		PaymentIntentData: &sdk.CheckoutSessionCreatePaymentIntentDataParams{
			CaptureMethod: sdk.String(string(sdk.PaymentIntentCaptureMethodManual)),
			Description:   sdk.String(r.Seller + " · " + r.Reference),
			Metadata:      map[string]string{"order": r.Order, "reference": r.Reference},
		},
	}
	if r.Email != "" {
		params.CustomerEmail = sdk.String(r.Email)
	}
	return params, nil
}

// pageLocale returns the page's language. Stripe's page has no Arabic (docs.stripe.com/js/appendix/supported_locales),
// so the browser's language is used for it.
func pageLocale(language string) string {
	if language == "en" {
		return "en"
	}
	return "auto"
}

// lineItems returns the lines; if Stripe cannot show them because one is negative, a single line with the total.
func lineItems(r payment.Request, total int64) ([]*sdk.CheckoutSessionCreateLineItemParams, error) {
	totalOnly := []*sdk.CheckoutSessionCreateLineItemParams{lineItem(r.Currency, r.Seller+" · "+r.Reference, "", total)}
	unsupported := func(l payment.Line) bool { return l.Amount < 0 || l.Title == "" }
	if len(r.Lines) == 0 || len(r.Lines) > maxLines || slices.ContainsFunc(r.Lines, unsupported) {
		return totalOnly, nil
	}
	var items []*sdk.CheckoutSessionCreateLineItemParams
	for _, l := range r.Lines {
		amount, err := stripeAmount(l.Amount, r.Currency)
		if err != nil {
			return totalOnly, nil
		}
		total -= amount
		detail := strings.Join(append([]string{l.Detail}, l.Terms...), " · ")
		items = append(items, lineItem(r.Currency, l.Title, strings.TrimPrefix(detail, " · "), amount))
	}
	if total != 0 {
		return nil, errors.New("the lines do not add up to the total")
	}
	return items, nil
}

func lineItem(currency, title, detail string, amount int64) *sdk.CheckoutSessionCreateLineItemParams {
	product := &sdk.CheckoutSessionCreateLineItemPriceDataProductDataParams{Name: sdk.String(title)}
	if detail != "" {
		product.Description = sdk.String(detail)
	}
	return &sdk.CheckoutSessionCreateLineItemParams{
		Quantity: sdk.Int64(1),
		PriceData: &sdk.CheckoutSessionCreateLineItemPriceDataParams{
			Currency: sdk.String(stripeCurrency(currency)), UnitAmount: sdk.Int64(amount), ProductData: product,
		},
	}
}

// idempotent returns the parameters of a write that Stripe applies once. Our key is unique for a kind of call, Stripe's
// for all.
func idempotent(call, key string) sdk.Params {
	return sdk.Params{IdempotencyKey: sdk.String(call + ":" + key)}
}
