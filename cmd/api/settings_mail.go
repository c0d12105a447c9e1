package main

import (
	"errors"
	"fmt"
	netmail "net/mail"
	"net/netip"
	"strings"

	"storefront/internal/core/secret"
	"storefront/internal/shop/mail"
)

// mailSettings configure mails and the messaging webhook.
var mailSettings = []setting{
	{
		name: "smtp-host", placeholder: "host", serverOnly: true,
		help: "the mail server; by default mails are written as files in the data folder",
		parse: func(c *configuration, text string) error {
			c.mail.host = text
			_, notAddress := netip.ParseAddr(text)
			if notAddress != nil && strings.ContainsAny(text, ":/@ ") {
				return errors.New("is not a host such as mail.example.com; its port is SMTP_PORT")
			}
			return nil
		},
		required: func(c *configuration) string {
			return textIf(c.mail.user != "" || c.mail.password != "", "SMTP_USER and SMTP_PASSWORD need it")
		},
	},
	{
		name: "smtp-port", placeholder: "port", serverOnly: true,
		help:  "the mail server's port; by default 465 with implicit TLS and 587 otherwise",
		parse: numberParser(func(c *configuration) *int { return &c.mail.port }, 1, 65535, "is not a port, 1 to 65535"),
	},
	{
		name: "smtp-tls", defaultValue: tlsModes[0], placeholder: "mode", serverOnly: true,
		help: "encryption to the mail server: mandatory (STARTTLS, or nothing is sent), opportunistic (STARTTLS if " +
			"offered), implicit (from the first byte) or none",
		parse: func(c *configuration, text string) error {
			c.mail.tls = mail.TLS(text)
			return checkOneOf(text, tlsModes...)
		},
	},
	{
		name: "smtp-user", placeholder: "name", serverOnly: true,
		help:  "the user name at the mail server; not set if it needs none",
		parse: textParser(func(c *configuration) *string { return &c.mail.user }),
		required: func(c *configuration) string {
			return textIf(c.mail.password != "", "SMTP_PASSWORD is set")
		},
	},
	{
		name: "smtp-password", placeholder: "password", serverOnly: true, secret: true,
		help:  "the password of SMTP_USER",
		parse: textParser(func(c *configuration) *string { return &c.mail.password }),
		required: func(c *configuration) string {
			return textIf(c.mail.user != "", "SMTP_USER is set")
		},
	},
	{
		name: "mail-from", placeholder: "address", serverOnly: true,
		help: "the sender's address, such as bookings@example.com, with {deployment} for the deployment's id; the " +
			"sender's name is always the deployment's",
		parse: func(c *configuration, text string) error {
			c.mail.from = text
			one := strings.ReplaceAll(text, "{deployment}", "one")
			a, err := netmail.ParseAddress(one)
			if err == nil && a.Address != one {
				return fmt.Errorf("must be only an address such as %s; the sender's name is the deployment's",
					a.Address)
			}
			return withMessage(err, "is not an address such as bookings@example.com")
		},
		required: func(c *configuration) string { return textIf(c.mail.host != "", "SMTP_HOST needs it") },
	},
	{
		name: "messaging-url", placeholder: "URL", secret: true, // such URLs often contain a credential
		help: "a webhook that receives notifications for buyers and visitors, to send them by other channels too; " +
			"docs/mail.md lists which",
		parse: func(c *configuration, text string) error {
			c.messaging.url = text
			return checkWebAddress(text, false)
		},
		required: func(c *configuration) string {
			return textIf(c.messaging.secret != "",
				"MESSAGING_SECRET needs it")
		},
	},
	{
		name: "messaging-secret", placeholder: "secret", secret: true,
		help: "the secret that signs those webhook calls, 32 characters or more",
		parse: func(c *configuration, text string) error {
			c.messaging.secret = text
			return secret.CheckLength(text)
		},
		required: func(c *configuration) string {
			return textIf(c.messaging.url != "", "MESSAGING_URL needs it to sign calls")
		},
	},
}
