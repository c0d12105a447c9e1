package main

import (
	"errors"
	"fmt"
	netmail "net/mail"
	"net/netip"
	"strconv"
	"strings"

	"storefront/internal/core/secret"
	"storefront/internal/shop/mail"
)

// mailSettings are those of mails and of the messaging webhook.
var mailSettings = []setting{
	{
		name: "smtp-host", value: "host", serving: true,
		help: "the mail server; by default mails are written as files in the data folder",
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
		help: "the mail server's port; by default 465 with implicit TLS and 587 otherwise",
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
		help: "encryption to the mail server: mandatory (STARTTLS, or nothing is sent), opportunistic (STARTTLS if " +
			"offered), implicit (from the first byte) or none",
		put: func(c *configuration, text string) error {
			c.mail.tls = mail.TLS(text)
			return oneOf(text, tlsModes...)
		},
	},
	{
		name: "smtp-user", value: "name", serving: true,
		help: "the user name at the mail server; not set if it needs none",
		put:  func(c *configuration, text string) error { c.mail.user = text; return nil },
		needed: func(c *configuration) string {
			return reason(c.mail.password != "", "SMTP_PASSWORD is set")
		},
	},
	{
		name: "smtp-password", value: "password", serving: true, secret: true, help: "the password of SMTP_USER",
		put: func(c *configuration, text string) error { c.mail.password = text; return nil },
		needed: func(c *configuration) string {
			return reason(c.mail.user != "", "SMTP_USER is set")
		},
	},
	{
		name: "mail-from", value: "address", serving: true,
		help: "the sender's address, such as bookings@example.com, with {deployment} for the deployment's id; the " +
			"sender's name is always the deployment's",
		put: func(c *configuration, text string) error {
			c.mail.from = text
			one := strings.ReplaceAll(text, "{deployment}", "one")
			a, err := netmail.ParseAddress(one)
			if err == nil && a.Address != one {
				return fmt.Errorf("is more than an address such as %s; the sender's name is each deployment's own",
					a.Address)
			}
			return because(err, "is no address such as bookings@example.com")
		},
		needed: func(c *configuration) string { return reason(c.mail.host != "", "mails go through SMTP_HOST") },
	},
	{
		name: "messaging-url", value: "URL", secret: true, // what lets others in is often a part of such addresses
		help: "a webhook that receives every notification that is mailed, to send it by other channels",
		put: func(c *configuration, text string) error {
			c.messaging.url = text
			return webAddress(text, false)
		},
		needed: func(c *configuration) string { return reason(c.messaging.secret != "", "MESSAGING_SECRET is for it") },
	},
	{
		name: "messaging-secret", value: "secret", secret: true,
		help: "the secret that signs those webhook calls, 32 characters or more",
		put: func(c *configuration, text string) error {
			c.messaging.secret = text
			return secret.LongEnough(text)
		},
		needed: func(c *configuration) string {
			return reason(c.messaging.url != "", "MESSAGING_URL is told of what happens")
		},
	},
}
