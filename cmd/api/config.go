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
	// monitorAddr is where operators' questions are answered; empty for nowhere.
	monitorAddr string
	slowQuery   time.Duration
	readyFile   string        // gets the server's address once requests are taken; empty for none
	environ     []string      // as os.Environ gives it, for what OpenTelemetry reads itself
	drain       time.Duration // how long requests are answered once the server is about to stop
	origin      string        // of the links in mails, with {deployment} in it; empty for each deployment's own address
	proxies     []netip.Prefix
	builds      string
	data        string
	hold        time.Duration
	pictures    pictureOptions
	mail        mailing
	messaging   messaging

	// What visitors may take and leave, and how long what they left is kept.
	unpaid     booking.UnpaidLimits
	rates      booking.Rates
	keepCarts  time.Duration
	keepUnpaid time.Duration

	databaseURL string
	provider    string
	paymentSet  bool // somebody chose the provider; it is not the default
	stripeKey   string
	stripeHook  string
	// stripeAccounts are those of deployments that have their own.
	stripeAccounts []stripeAccount
	// The keys of tickets and links; empty for files in the data folder.
	ticketPEM  string
	linkSecret string
}

// stripeAccount is a deployment's own account at Stripe.
type stripeAccount struct{ deployment, key, webhookSecret string }

// mailing is where mails go: to a server, or where host is empty into files.
type mailing struct {
	host, user, password string
	port                 int // 0 for the usual one
	tls                  mail.TLS
	from                 string // an address, perhaps with a name
}

// messaging is the webhook that receives notices beside mails.
type messaging struct{ url, secret string }

var logFormats = []string{"text", "json"}

var tlsModes = []string{string(mail.Mandatory), string(mail.Opportunistic), string(mail.Implicit), string(mail.NoTLS)}

// durations returns those of booking with the configured hold; commands that hold nothing have the default.
func (c *configuration) durations() booking.Durations {
	t := booking.DefaultDurations
	t.Hold = cmp.Or(c.hold, t.Hold)
	return t
}

// ticketKey is the key that signs tickets.
func (c *configuration) ticketKey() (ticket.Key, error) {
	if c.ticketPEM != "" {
		return ticket.ParseKey([]byte(c.ticketPEM))
	}
	return ticket.LoadOrCreateKey(c.in(ticketKeyFile))
}

// linkKey is the key that signs links.
func (c *configuration) linkKey() (orderlink.Key, error) {
	if c.linkSecret != "" {
		return orderlink.NewKey([]byte(c.linkSecret))
	}
	secret, err := secretFile(c.in(linkSecretFile))
	if err != nil {
		return orderlink.Key{}, err
	}
	return orderlink.NewKey(secret)
}
