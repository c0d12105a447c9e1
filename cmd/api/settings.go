package main

import (
	"errors"
	"fmt"
	"math"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"storefront/internal/core/secret"
	"storefront/internal/serve/imageproxy"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/document/ticket"
)

// setting is a configurable value. Its name is that of the flag and of the key in the file; the environment has
// capitals and underscores.
type setting struct {
	name         string
	defaultValue string
	placeholder  string // the placeholder of the value in the help
	help         string
	secret       bool // has no flag, because every user of the machine could read it there
	serverOnly   bool // used by the server only
	// parse parses a value that is not empty.
	parse func(c *configuration, text string) error
	// required returns why the setting is required, once all others are read; empty if it is not.
	required func(c *configuration) string
}

// envName returns the setting's name in the environment.
func (s *setting) envName() string { return strings.ToUpper(strings.ReplaceAll(s.name, "-", "_")) }

// fileSetting returns the name of the setting that holds the path of a secret's file.
func (s *setting) fileSetting() string { return s.name + fileSuffix }

const fileSuffix = "-file"

// paymentSetting names the payment provider.
const paymentSetting = "payment"

// settings lists all settings, in the order of the documentation.
var settings = slices.Concat(serverSettings, limitSettings, paymentSettings, siteSettings, mailSettings, keySettings)

// serverSettings configure the process, its log, files and database.
var serverSettings = []setting{
	{
		name: "addr", defaultValue: "127.0.0.1:8080", placeholder: "address", serverOnly: true,
		help: "the address to listen on",
		parse: func(c *configuration, text string) error {
			c.addr = text
			return checkListenAddress(text, "127.0.0.1:8080")
		},
	},
	{
		name: "log-level", defaultValue: "info", placeholder: "level", serverOnly: true,
		help: "the least severe lines of the log: debug, info (requests, and events of orders), warn or error",
		parse: func(c *configuration, text string) error {
			return withMessage(c.logLevel.UnmarshalText([]byte(text)), "is not debug, info, warn or error")
		},
	},
	{
		name: "log-format", defaultValue: logFormats[0], placeholder: "format", serverOnly: true,
		help: "the log's format: text (key=value) or json",
		parse: func(c *configuration, text string) error {
			c.logFormat = text
			return checkOneOf(text, logFormats...)
		},
	},
	{
		name: "monitor-addr", placeholder: "address", serverOnly: true,
		help: "the address that serves /metrics, /healthz and /debug/pprof/; off by default. " +
			"Keep it private",
		parse: func(c *configuration, text string) error {
			c.monitorAddr = text
			return checkListenAddress(text, "127.0.0.1:9090")
		},
	},
	{
		name: "slow-query", defaultValue: "200ms", placeholder: "duration", serverOnly: true,
		help: "database statements that take longer are counted and logged as slow",
		parse: durationParser(func(c *configuration) *time.Duration { return &c.slowQuery }, 1, math.MaxInt64,
			"is not a duration such as 200ms"),
	},
	{
		name: "drain", defaultValue: "0s", placeholder: "duration", serverOnly: true,
		help: "how long a stopping server still answers, with /readyz failing: longer than the load " +
			"balancer needs to " +
			"notice",
		parse: durationParser(func(c *configuration) *time.Duration { return &c.drain }, 0, maxDrain,
			"is not a duration such as 10s, 5m at most"),
	},
	{
		name: "builds", defaultValue: "builds", placeholder: "folder",
		help:  "the folder that generate writes builds to",
		parse: textParser(func(c *configuration) *string { return &c.builds }),
	},
	{
		name: "data", defaultValue: ".data", placeholder: "folder",
		help:  "the folder of the SQLite database, mails, made pictures and keys",
		parse: textParser(func(c *configuration) *string { return &c.data }),
	},
	{
		name: "database-url", placeholder: "URL", secret: true,
		help: "the PostgreSQL database, which several servers can share; SQLite by default",
		parse: func(c *configuration, text string) error {
			c.databaseURL = text
			_, err := pgx.ParseConfig(text)
			return withMessage(err, "is not a URL such as postgres://user:password@host/database")
		},
	},
	{
		name: "hold", defaultValue: strings.TrimSuffix(booking.DefaultDurations.Hold.String(), "0s"),
		placeholder: "duration",
		serverOnly:  true,
		help:        "how long seats are held once checkout starts; an open payment page prolongs it",
		parse: durationParser(func(c *configuration) *time.Duration { return &c.hold }, time.Second, maxHold,
			"is not a duration such as 10m, 24h at most"),
	},
	{
		name: "waiting-offer", defaultValue: strings.TrimSuffix(booking.DefaultDurations.WaitingOffer.String(), "0m0s"),
		placeholder: "duration",
		help: "how long seats that become free are held for the first on the waiting list; shorter if booking closes " +
			"within twice that time",
		parse: durationParser(func(c *configuration) *time.Duration { return &c.offer }, time.Second, maxOffer,
			"is not a duration such as 12h, 168h at most"),
	},
}

// siteSettings configure requests and pictures.
var siteSettings = []setting{
	{
		name: "origin", placeholder: "URL", serverOnly: true,
		help: "the base URL of links in mails, such as http://{deployment}.localhost:8080, with {deployment} for the " +
			"deployment's id; by default the deployment's own base URL",
		parse: func(c *configuration, text string) error {
			c.origin = strings.TrimSuffix(text, "/")
			return checkWebAddress(strings.ReplaceAll(text, "{deployment}", "deployment"), true)
		},
	},
	{
		name: "trusted-proxies", placeholder: "networks", serverOnly: true,
		help: "networks of proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted, separated by commas: " +
			"10.0.0.0/8,127.0.0.1/32",
		parse: func(c *configuration, text string) error {
			for _, one := range strings.Split(text, ",") {
				p, err := netip.ParsePrefix(strings.TrimSpace(one))
				if err != nil && one == text {
					return errors.New("is not a network such as 10.0.0.0/8")
				} else if err != nil {
					return fmt.Errorf("contains %q, which is not a network such as 10.0.0.0/8", strings.TrimSpace(one))
				}
				if p.Bits() == 0 {
					return fmt.Errorf("contains %s, all addresses: any visitor could claim any address", p)
				}
				c.proxies = append(c.proxies, p.Masked())
			}
			return nil
		},
	},
	{
		name: "private-webhooks", defaultValue: "no", placeholder: "yes or no", serverOnly: true,
		help: "whether webhooks of resellers may be at private addresses and without TLS, as in tests",
		parse: func(c *configuration, text string) error {
			c.privateWebhooks = text == "yes"
			return checkOneOf(text, "yes", "no")
		},
	},
	{
		name: "picture-hosts", placeholder: "hosts", serverOnly: true,
		help: "other hosts whose pictures are served, separated by commas: images.example.com",
		parse: func(c *configuration, text string) error {
			for host := range strings.SplitSeq(text, ",") {
				c.pictures.hosts = append(c.pictures.hosts, strings.TrimSpace(host))
			}
			return imageproxy.CheckHosts(c.pictures.hosts)
		},
	},
	{
		name: "picture-cache", defaultValue: "1024", placeholder: "megabytes", serverOnly: true,
		help: "the size of the cache of made pictures in the data folder, in megabytes",
		parse: numberParser(func(c *configuration) *int64 { return &c.pictures.cache }, 1, 1<<20,
			"is not a number of megabytes"),
	},
}

// keySettings configure the keys that several servers share.
var keySettings = []setting{
	{
		name: "ticket-key", placeholder: "PEM", serverOnly: true, secret: true,
		help: "the private key that signs tickets, as openssl genpkey -algorithm ed25519 writes it; required with " +
			"DATABASE_URL; with SQLite created in the data folder if it is not set",
		parse: func(c *configuration, text string) error {
			c.ticketPEM = text
			_, err := ticket.ParseKey([]byte(text))
			return withMessage(err, "has no Ed25519 private key in PEM format")
		},
		required: requiredByAllServers,
	},
	{
		name: "link-secret", placeholder: "secret", serverOnly: true, secret: true,
		help: "the secret that signs mailed links to orders, 32 characters or more; required with " +
			"DATABASE_URL; with SQLite created in the data folder if it is not set",
		parse: func(c *configuration, text string) error {
			c.linkSecret = text
			return secret.CheckLength(text)
		},
		required: requiredByAllServers,
	},
}

// maxHold is Stripe's limit for a payment page.
const maxHold = 24 * time.Hour

// maxOffer is more than anybody needs to read a mail.
const maxOffer = 7 * 24 * time.Hour

// maxDrain exceeds the time that load balancers take to notice a stopping server.
const maxDrain = 5 * time.Minute

// textParser returns the parser of a setting that is stored as written.
func textParser(of func(*configuration) *string) func(*configuration, string) error {
	return func(c *configuration, value string) error {
		*of(c) = value
		return nil
	}
}

// durationParser returns the parser of a duration from lowest to highest. It refuses other values with the message.
func durationParser(of func(*configuration) *time.Duration, lowest, highest time.Duration,
	message string) func(*configuration, string) error {
	return func(c *configuration, value string) (err error) {
		*of(c), err = time.ParseDuration(value)
		if err == nil && (*of(c) < lowest || *of(c) > highest) {
			return errors.New(message)
		}
		return withMessage(err, message)
	}
}

// numberParser returns the parser of a whole number from lowest to highest. It refuses other values with the message.
func numberParser[T int | int64](of func(*configuration) *T, lowest, highest T,
	message string) func(*configuration, string) error {
	return func(c *configuration, value string) error {
		n, err := strconv.ParseInt(value, 10, 64)
		if err == nil && (n < int64(lowest) || n > int64(highest)) {
			return errors.New(message)
		}
		*of(c) = T(n)
		return withMessage(err, message)
	}
}

func checkPrefix(text string, known ...string) error {
	if slices.ContainsFunc(known, func(p string) bool { return strings.HasPrefix(text, p) && text != p }) {
		return nil
	}
	return fmt.Errorf("does not begin with %s", strings.Join(known, ", "))
}

// parseStripeAccounts parses lines with a deployment's id, a key and a webhook's signing secret.
func parseStripeAccounts(text string) (accounts []stripeAccount, err error) {
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		if len(words) != 3 {
			return nil, fmt.Errorf("has a line of %d words; each is a deployment, a key and a webhook's secret",
				len(words))
		}
		one := stripeAccount{deployment: words[0], key: words[1], webhookSecret: words[2]}
		if err := errors.Join(checkPrefix(one.key, stripeKeys...),
			checkPrefix(one.webhookSecret, stripeSecrets...)); err != nil {
			return nil, fmt.Errorf("has for %s a value that %w", one.deployment, err)
		}
		if slices.ContainsFunc(accounts, func(a stripeAccount) bool { return a.deployment == one.deployment }) {
			return nil, fmt.Errorf("names %s twice", one.deployment)
		}
		accounts = append(accounts, one)
	}
	return accounts, nil
}

// The prefixes of Stripe's keys and signing secrets.
var (
	stripeKeys    = []string{"sk_test_", "sk_live_", "rk_test_", "rk_live_"}
	stripeSecrets = []string{"whsec_"}
)

func requiredForStripe(c *configuration) string {
	return textIf(c.provider == stripeName, "PAYMENT=stripe needs it")
}

func requiredByAllServers(c *configuration) string {
	return textIf(c.databaseURL != "", "all servers on DATABASE_URL need the same one")
}

func textIf(holds bool, text string) string {
	if holds {
		return text
	}
	return ""
}

// withMessage replaces an error by one with another text.
func withMessage(err error, text string) error {
	if err == nil {
		return nil
	}
	return errors.New(text)
}

func checkOneOf(text string, known ...string) error {
	if slices.Contains(known, text) {
		return nil
	}
	last := len(known) - 1
	return fmt.Errorf("is not %s or %s", strings.Join(known[:last], ", "), known[last])
}

// checkListenAddress validates an address to listen on.
func checkListenAddress(text, example string) error {
	_, port, err := net.SplitHostPort(text)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	return withMessage(err, "is not an address such as "+example)
}

// checkWebAddress validates an HTTP URL; with originOnly, it must have neither path, query nor fragment.
func checkWebAddress(text string, originOnly bool) error {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return errors.New("is not an address such as https://www.example.com")
	case originOnly && (strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != ""):
		return errors.New("must have only a protocol and a host")
	}
	return nil
}
