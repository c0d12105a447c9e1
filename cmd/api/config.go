package main

import (
	"cmp"
	"log/slog"
	"net/netip"
	"time"

	"storefront/internal/shop/booking"
	"storefront/internal/shop/document/ticket"
	"storefront/internal/shop/mail"
	"storefront/internal/shop/orderlink"
)

// configuration holds the settings of the program. settings.go lists them, and config_load.go reads them.
type configuration struct {
	addr      string
	logLevel  slog.Level
	logFormat string
	// monitorAddr is the address of the operators' listener; empty for none.
	monitorAddr string
	slowQuery   time.Duration
	readyFile   string        // gets the server's address once it accepts requests; empty for none
	environ     []string      // as os.Environ returns it, for OpenTelemetry's own variables
	drain       time.Duration // how long a stopping server still answers new requests
	origin      string        // the base URL of links in mails, with {deployment}; empty: each deployment's own
	proxies     []netip.Prefix
	builds      string
	data        string
	hold        time.Duration
	offer       time.Duration
	pictures    pictureOptions
	mail        mailing
	messaging   messaging
	// privateWebhooks lets resellers have webhooks inside of the shop's own network.
	privateWebhooks bool

	// Limits on visitors' carts and unpaid orders.
	unpaid booking.UnpaidLimits
	rates  booking.Rates
	// How long these are kept: the last three after the last activity, or the last change.
	keepCarts, keepUnpaid, keepNotes, keepOrders, keepMessages time.Duration

	databaseURL string
	provider    string
	paymentSet  bool // false if the provider is only the default
	stripeKey   string
	stripeHook  string
	// stripeAccounts are the accounts of deployments that have their own.
	stripeAccounts []stripeAccount
	// The keys of tickets and links; empty: files in the data folder.
	ticketPEM  string
	linkSecret string
}

// stripeAccount is a deployment's own Stripe account.
type stripeAccount struct{ deployment, key, webhookSecret string }

// mailing configures mails: a server, or files if host is empty.
type mailing struct {
	host, user, password string
	port                 int // 0 for the default port
	tls                  mail.TLS
	from                 string // an address without a name
}

// messaging configures the webhook that also receives notices.
type messaging struct{ url, secret string }

var logFormats = []string{"text", "json"}

var tlsModes = []string{string(mail.Mandatory), string(mail.Opportunistic), string(mail.Implicit), string(mail.NoTLS)}

// durations returns those of booking with the configured hold; the default for commands without it.
func (c *configuration) durations() booking.Durations {
	t := booking.DefaultDurations
	t.Hold, t.WaitingOffer = cmp.Or(c.hold, t.Hold), cmp.Or(c.offer, t.WaitingOffer)
	return t
}

// ticketKey returns the key that signs tickets.
func (c *configuration) ticketKey() (ticket.Key, error) {
	if c.ticketPEM != "" {
		return ticket.ParseKey([]byte(c.ticketPEM))
	}
	return ticket.LoadOrCreateKey(c.dataPath(ticketKeyFile))
}

// linkKey returns the key that signs links.
func (c *configuration) linkKey() (orderlink.Key, error) {
	if c.linkSecret != "" {
		return orderlink.NewKey([]byte(c.linkSecret))
	}
	secret, err := secretFile(c.dataPath(linkSecretFile))
	if err != nil {
		return orderlink.Key{}, err
	}
	return orderlink.NewKey(secret)
}
