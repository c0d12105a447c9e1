package main

import (
	"errors"
	"fmt"
	"net"
	netmail "net/mail"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"storefront/internal/booking"
	"storefront/internal/imageproxy"
	"storefront/internal/mail"
	"storefront/internal/ticket"
)

// setting is one thing that can be configured. Its name is that of its flag and in the file; in the environment it has
// capitals and underscores.
type setting struct {
	name      string
	otherwise string
	value     string // what it is, in a word of the help
	help      string
	secret    bool // has no flag, since every user of the machine could read it there
	serving   bool // only the server uses it
	// put reads a value that is not empty.
	put func(c *configuration, text string) error
	// needed tells why it has to be set, once all others are read; empty where it need not.
	needed func(c *configuration) string
}

// env is the setting's name in the environment.
func (s *setting) env() string { return strings.ToUpper(strings.ReplaceAll(s.name, "-", "_")) }

// file is the name of the setting that tells in which file a secret is.
func (s *setting) file() string { return s.name + fileSuffix }

const fileSuffix = "-file"

// paymentSetting names the payment provider.
const paymentSetting = "payment"

// settings is all that can be configured.
var settings = []setting{
	{
		name: "addr", otherwise: "127.0.0.1:8080", value: "address", serving: true, help: "where to listen",
		put: func(c *configuration, text string) error {
			c.addr = text
			return listenable(text, "127.0.0.1:8080")
		},
	},
	{
		name: "log-level", otherwise: "info", value: "level", serving: true,
		help: "what to log: debug, info (every request and what happens to orders), warn or error",
		put: func(c *configuration, text string) error {
			return because(c.logLevel.UnmarshalText([]byte(text)), "is none of debug, info, warn and error")
		},
	},
	{
		name: "log-format", otherwise: logFormats[0], value: "format", serving: true,
		help: "how the log is written: text (key=value) or json, a line each",
		put: func(c *configuration, text string) error {
			c.logFormat = text
			return oneOf(text, logFormats...)
		},
	},
	{
		name: "monitor-addr", value: "address", serving: true,
		help: "where to answer operators' questions: /metrics, /healthz and /debug/pprof/; nowhere if it is not set. " +
			"Keep it from the public",
		put: func(c *configuration, text string) error {
			c.monitorAddr = text
			return listenable(text, "127.0.0.1:9090")
		},
	},
	{
		name: "slow-query", otherwise: "200ms", value: "duration", serving: true,
		help: "a statement of the database that takes longer is counted and logged as slow",
		put: func(c *configuration, text string) (err error) {
			c.slowQuery, err = time.ParseDuration(text)
			if err == nil && c.slowQuery <= 0 {
				err = errors.New("out of range")
			}
			return because(err, "is no duration such as 200ms")
		},
	},
	{
		name: "drain", otherwise: "0s", value: "duration", serving: true,
		help: "how long it goes on answering once it is told to stop, while /readyz already says so: longer than a load " +
			"balancer takes to notice",
		put: func(c *configuration, text string) (err error) {
			c.drain, err = time.ParseDuration(text)
			if err == nil && (c.drain < 0 || c.drain > longestDrain) {
				err = errors.New("out of range")
			}
			return because(err, "is no duration such as 10s, 5m at most")
		},
	},
	{
		name: "builds", otherwise: "builds", value: "folder", help: "the builds, as generate writes them",
		put: func(c *configuration, text string) error { c.builds = text; return nil },
	},
	{
		name: "data", otherwise: ".data", value: "folder",
		help: "what the program keeps in files: the SQLite database, mails, keys",
		put:  func(c *configuration, text string) error { c.data = text; return nil },
	},
	{
		name: "database-url", value: "URL", secret: true,
		help: "PostgreSQL in place of SQLite; any number of servers work on one",
		put: func(c *configuration, text string) error {
			c.databaseURL = text
			_, err := pgx.ParseConfig(text)
			return because(err, "is no URL such as postgres://user:password@host/database")
		},
	},
	{
		name: "hold", otherwise: strings.TrimSuffix(booking.DefaultTerms.Hold.String(), "0s"), value: "duration", serving: true,
		help: "how long seats are held when checkout starts; a payment page that is open prolongs it",
		put: func(c *configuration, text string) (err error) {
			c.terms = booking.DefaultTerms
			c.terms.Hold, err = time.ParseDuration(text)
			if err == nil && (c.terms.Hold < time.Second || c.terms.Hold > longestHold) {
				err = errors.New("out of range")
			}
			return because(err, "is no duration such as 10m, 24h at most")
		},
	},
	{
		name: paymentSetting, otherwise: sandboxName, value: "provider",
		help: "who takes payments: sandbox, in which no money moves, or stripe",
		put: func(c *configuration, text string) error {
			c.provider = text
			return oneOf(text, sandboxName, stripeName)
		},
	},
	{
		name: "stripe-key", value: "key", secret: true, help: "Stripe's secret key",
		put: func(c *configuration, text string) error {
			c.stripeKey = text
			return hasPrefix(text, stripeKeys...)
		},
		needed: neededForStripe,
	},
	{
		name: "stripe-webhook-secret", value: "secret", secret: true, help: "what Stripe signs its events with",
		put: func(c *configuration, text string) error {
			c.stripeHook = text
			return hasPrefix(text, stripeSecrets...)
		},
		needed: neededForStripe,
	},
	{
		name: "stripe-accounts", value: "accounts", secret: true,
		help: "the Stripe accounts of deployments that have their own, one a line: the deployment's id, its secret key and " +
			"the signing secret of its webhook, with spaces between",
		put: func(c *configuration, text string) (err error) {
			c.stripeAccounts, err = stripeAccountsIn(text)
			return err
		},
	},
	{
		name: "origin", value: "URL", serving: true,
		help: "the address that links in mails lead to, {deployment} in it standing for the deployment's id: " +
			"http://{deployment}.localhost:8080; each deployment's own where it is not set",
		put: func(c *configuration, text string) error {
			c.origin = strings.TrimSuffix(text, "/")
			return webAddress(strings.ReplaceAll(text, "{deployment}", "deployment"), true)
		},
	},
	{
		name: "trusted-proxies", value: "networks", serving: true,
		help: "whose word of a visitor's address and protocol counts, as networks with commas between: " +
			"10.0.0.0/8,127.0.0.1/32",
		put: func(c *configuration, text string) error {
			for _, one := range strings.Split(text, ",") {
				p, err := netip.ParsePrefix(strings.TrimSpace(one))
				if err != nil {
					return fmt.Errorf("names %q, which is no network such as 10.0.0.0/8", strings.TrimSpace(one))
				}
				if p.Bits() == 0 {
					return fmt.Errorf("names %s, which is everybody: any visitor could claim any address", p)
				}
				c.proxies = append(c.proxies, p.Masked())
			}
			return nil
		},
	},
	{
		name: "picture-hosts", value: "hosts", serving: true,
		help: "hosts beside the builds whose pictures are shown, with commas between: images.example.com",
		put: func(c *configuration, text string) error {
			for host := range strings.SplitSeq(text, ",") {
				c.pictures.hosts = append(c.pictures.hosts, strings.TrimSpace(host))
			}
			return imageproxy.CheckHosts(c.pictures.hosts)
		},
	},
	{
		name: "picture-cache", otherwise: "1024", value: "megabytes", serving: true,
		help: "how much of the pictures that were made is kept in the data folder",
		put: func(c *configuration, text string) (err error) {
			c.pictures.cache, err = strconv.ParseInt(text, 10, 64)
			if err == nil && (c.pictures.cache < 1 || c.pictures.cache > 1<<20) {
				err = errors.New("out of range")
			}
			return because(err, "is no number of megabytes")
		},
	},
	{
		name: "smtp-host", value: "host", serving: true,
		help: "the server that mails go through; files in the data folder where it is not set",
		put: func(c *configuration, text string) error {
			c.mail.host = text
			_, notAddress := netip.ParseAddr(text)
			if notAddress != nil && strings.ContainsAny(text, ":/@ ") {
				return errors.New("is no host such as mail.example.com; its port is SMTP_PORT")
			}
			return nil
		},
		needed: func(c *configuration) string {
			return reason(c.mail.user != "" || c.mail.password != "", "SMTP_USER and SMTP_PASSWORD are for it")
		},
	},
	{
		name: "smtp-port", value: "port", serving: true,
		help: "its port; 465 with implicit TLS and 587 otherwise where it is not set",
		put: func(c *configuration, text string) error {
			port, err := strconv.ParseUint(text, 10, 16)
			c.mail.port = int(port)
			if err == nil && port == 0 {
				err = errors.New("none")
			}
			return because(err, "is no port, 1 to 65535")
		},
	},
	{
		name: "smtp-tls", otherwise: tlsModes[0], value: "mode", serving: true,
		help: "how the connection to it is kept private: mandatory (STARTTLS, or nothing is sent), opportunistic " +
			"(STARTTLS where the server can), implicit (from the first byte) or none",
		put: func(c *configuration, text string) error {
			c.mail.tls = mail.TLS(text)
			return oneOf(text, tlsModes...)
		},
	},
	{
		name: "smtp-user", value: "name", serving: true,
		help: "who the server knows us as; not set where it does not ask",
		put:  func(c *configuration, text string) error { c.mail.user = text; return nil },
		needed: func(c *configuration) string {
			return reason(c.mail.password != "", "SMTP_PASSWORD is set")
		},
	},
	{
		name: "smtp-password", value: "password", serving: true, secret: true, help: "that user's",
		put: func(c *configuration, text string) error { c.mail.password = text; return nil },
		needed: func(c *configuration) string {
			return reason(c.mail.user != "", "SMTP_USER is set")
		},
	},
	{
		name: "mail-from", value: "address", serving: true,
		help: "the address that mails are from, {deployment} in it standing for the deployment's id: bookings@example.com; the " +
			"sender's name is always the deployment's own",
		put: func(c *configuration, text string) error {
			c.mail.from = text
			one := strings.ReplaceAll(text, "{deployment}", "one")
			a, err := netmail.ParseAddress(one)
			if err == nil && a.Address != one {
				return fmt.Errorf("is more than an address such as %s; the sender's name is each deployment's own", a.Address)
			}
			return because(err, "is no address such as bookings@example.com")
		},
		needed: func(c *configuration) string { return reason(c.mail.host != "", "mails go through SMTP_HOST") },
	},
	{
		name: "messaging-url", value: "URL", secret: true, // what lets others in is often a part of such addresses
		help: "told of everything that mails tell, for messages by other ways",
		put: func(c *configuration, text string) error {
			c.messaging.url = text
			return webAddress(text, false)
		},
		needed: func(c *configuration) string { return reason(c.messaging.secret != "", "MESSAGING_SECRET is for it") },
	},
	{
		name: "messaging-secret", value: "secret", secret: true,
		help: "what we sign that with, 32 characters or more",
		put: func(c *configuration, text string) error {
			c.messaging.secret = text
			return longEnough(text)
		},
		needed: func(c *configuration) string {
			return reason(c.messaging.url != "", "MESSAGING_URL is told of what happens")
		},
	},
	{
		name: "ticket-key", value: "PEM", serving: true, secret: true,
		help: "the private key that signs tickets, as openssl genpkey -algorithm ed25519 writes it; made in the " +
			"data folder where it is not set",
		put: func(c *configuration, text string) error {
			c.ticketPEM = text
			_, err := ticket.ParseKey([]byte(text))
			return because(err, "holds no Ed25519 private key in PEM")
		},
		needed: neededByAllServers,
	},
	{
		name: "link-secret", value: "secret", serving: true, secret: true,
		help: "what signs the links to orders that are mailed, 32 characters or more; made in the data folder where it is not set",
		put: func(c *configuration, text string) error {
			c.linkSecret = text
			return longEnough(text)
		},
		needed: neededByAllServers,
	},
}

// longestHold is what Stripe allows for a payment page.
const longestHold = 24 * time.Hour

// longestDrain is more than any balancer takes to notice that a server is about to go.
const longestDrain = 5 * time.Minute

// shortestSecret is as long as the hashes that are made with secrets.
const shortestSecret = 32

func longEnough(secret string) error {
	if n := len(secret); n < shortestSecret {
		return fmt.Errorf("has %d characters; %d are the least", n, shortestSecret)
	}
	return nil
}

func hasPrefix(text string, known ...string) error {
	if slices.ContainsFunc(known, func(prefix string) bool { return strings.HasPrefix(text, prefix) && text != prefix }) {
		return nil
	}
	return fmt.Errorf("does not begin with %s", strings.Join(known, ", "))
}

// stripeAccountsIn reads lines of a deployment's id, a key and a webhook's signing secret.
func stripeAccountsIn(text string) (accounts []stripeAccount, err error) {
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		if len(words) != 3 {
			return nil, fmt.Errorf("has a line of %d words; each is a deployment, a key and a webhook's secret", len(words))
		}
		one := stripeAccount{deployment: words[0], key: words[1], webhookSecret: words[2]}
		if err := errors.Join(hasPrefix(one.key, stripeKeys...), hasPrefix(one.webhookSecret, stripeSecrets...)); err != nil {
			return nil, fmt.Errorf("has for %s a value that %w", one.deployment, err)
		}
		if slices.ContainsFunc(accounts, func(a stripeAccount) bool { return a.deployment == one.deployment }) {
			return nil, fmt.Errorf("names %s twice", one.deployment)
		}
		accounts = append(accounts, one)
	}
	return accounts, nil
}

// What the keys and the signing secrets of Stripe begin with.
var (
	stripeKeys    = []string{"sk_test_", "sk_live_", "rk_test_", "rk_live_"}
	stripeSecrets = []string{"whsec_"}
)

func neededForStripe(c *configuration) string {
	return reason(c.provider == stripeName, "payment by stripe takes it")
}

func neededByAllServers(c *configuration) string {
	return reason(c.databaseURL != "", "all servers on DATABASE_URL have to have the same")
}

func reason(holds bool, text string) string {
	if holds {
		return text
	}
	return ""
}

// because says in the program's words that there was an error.
func because(err error, text string) error {
	if err == nil {
		return nil
	}
	return errors.New(text)
}

func oneOf(text string, known ...string) error {
	if slices.Contains(known, text) {
		return nil
	}
	last := len(known) - 1
	return fmt.Errorf("is none of %s and %s", strings.Join(known[:last], ", "), known[last])
}

// listenable checks an address that is listened at.
func listenable(text, example string) error {
	_, port, err := net.SplitHostPort(text)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	return because(err, "is no address such as "+example)
}

// webAddress checks an http address; bare is one without a path.
func webAddress(text string, bare bool) error {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return errors.New("is no address such as https://www.example.com")
	case bare && (strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != ""):
		return errors.New("has more than a protocol and a host")
	}
	return nil
}
