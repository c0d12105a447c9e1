package mail

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// TLS selects how connections to the SMTP server are encrypted.
type TLS string

const (
	Mandatory     TLS = "mandatory"     // STARTTLS; mails are not sent without it
	Opportunistic TLS = "opportunistic" // STARTTLS if the server supports it
	Implicit      TLS = "implicit"      // from the first byte, usually on port 465
	NoTLS         TLS = "none"
)

// SMTPConfig configures an SMTP transport.
type SMTPConfig struct {
	Host     string
	Port     int // 0: 587, or 465 with implicit TLS
	User     string
	Password string
	TLS      TLS            // empty: Mandatory
	Timeout  time.Duration  // of one mail; 0: 20 seconds
	Roots    *x509.CertPool // nil: those of the machine
}

// smtpTimeout is less than the timeout of a job.
const smtpTimeout = 20 * time.Second

// SMTP is a Transport that sends mails to a server, each over a connection of its own.
type SMTP struct {
	host     string
	options  []gomail.Option
	implicit *tls.Config // nil: connections begin without TLS
	timeout  time.Duration
}

// NewSMTP returns a transport, or an error for an invalid configuration. It does not connect.
func NewSMTP(c SMTPConfig) (*SMTP, error) {
	s := &SMTP{host: c.Host, timeout: cmp.Or(c.Timeout, smtpTimeout)}
	port := c.Port
	secured := &tls.Config{ServerName: c.Host, RootCAs: c.Roots, MinVersion: tls.VersionTLS12}
	// Connecting has half of the time, and sending the other half.
	s.options = []gomail.Option{
		gomail.WithTimeout(s.timeout / 2), gomail.WithoutNoop(),
		gomail.WithTLSConfig(secured),
	}
	switch c.TLS {
	case Mandatory, "":
		s.options = append(s.options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	case Opportunistic:
		s.options = append(s.options, gomail.WithTLSPolicy(gomail.TLSOpportunistic))
	case NoTLS:
		s.options = append(s.options, gomail.WithTLSPolicy(gomail.NoTLS))
	case Implicit:
		// The dialer returns a connection with TLS, so the client must not insist on STARTTLS.
		s.implicit = secured
		s.options = append(s.options, gomail.WithTLSPolicy(gomail.TLSOpportunistic))
		if port == 0 {
			port = gomail.DefaultPortSSL
		}
	default:
		return nil, fmt.Errorf("SMTP TLS must be %s, %s, %s or %s, not %q", Mandatory, Opportunistic, Implicit, NoTLS,
			c.TLS)
	}
	if port == 0 {
		port = gomail.DefaultPortTLS
	}
	s.options = append(s.options, gomail.WithPort(port))
	if c.User != "" {
		// Picks the server's best method, and without TLS none that reveals the password.
		s.options = append(s.options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(c.User),
			gomail.WithPassword(c.Password))
	}
	_, err := gomail.NewClient(s.host, s.options...)
	return s, err
}

// Send sends a mail. It returns ErrRefused if the server rejects the recipient for good. Other errors may be temporary.
func (s *SMTP) Send(ctx context.Context, write func() (*Mail, error)) error {
	to := dialer{implicit: s.implicit}
	defer to.close()
	client, err := gomail.NewClient(s.host, append(slices.Clip(s.options), gomail.WithDialContextFunc(to.dial))...)
	if err != nil {
		return err
	}
	if err := client.DialWithContext(ctx); err != nil {
		return fmt.Errorf("mail server %s: %w", s.host, err)
	}
	defer func() { _ = client.Close() }()
	m, err := write()
	if err != nil {
		return err
	}
	err = client.Send(m.msg)
	if m.msg.IsDelivered() {
		return nil // an error on closing the connection does not matter
	}
	refused, ok := errors.AsType[*gomail.SendError](err)
	if ok && refused.Reason == gomail.ErrSMTPRcptTo && rejectsAddress(refused) {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return err
}

// rejectsAddress reports whether the server answered with a code of 5xx that is about the address. With 503, 530 and
// enhanced codes of x.7.x (RFC 3463) it rejects its client, such as one that has not authenticated.
func rejectsAddress(e *gomail.SendError) bool {
	code := e.ErrorCode()
	rejectsClient := code == 503 || code == 530 || strings.HasPrefix(e.EnhancedStatusCode(), "5.7.")
	return code >= 500 && code < 600 && !rejectsClient
}
