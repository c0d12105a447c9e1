package mail

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"slices"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// TLS says how a connection to the SMTP server is kept secret.
type TLS string

const (
	Mandatory     TLS = "mandatory"     // by STARTTLS, or nothing is sent
	Opportunistic TLS = "opportunistic" // by STARTTLS where the server can
	Implicit      TLS = "implicit"      // from the first byte, usually on port 465
	NoTLS         TLS = "none"
)

// SMTPConfig is which server takes mails over.
type SMTPConfig struct {
	Host     string
	Port     int // 587, and 465 with implicit TLS, where it is 0
	User     string
	Password string
	TLS      TLS            // Mandatory where it is empty
	Timeout  time.Duration  // of one mail, all in all; 20 seconds where it is 0
	Roots    *x509.CertPool // who vouches for servers; the machine's where it is nil
}

// smtpTimeout is less than a job has.
const smtpTimeout = 20 * time.Second

// SMTP hands mails to a server, each over a connection of its own.
type SMTP struct {
	host     string
	options  []gomail.Option
	implicit *tls.Config // nil where a connection begins without TLS
	timeout  time.Duration
}

// NewSMTP checks a configuration. It does not connect.
func NewSMTP(c SMTPConfig) (*SMTP, error) {
	s := &SMTP{host: c.Host, timeout: cmp.Or(c.Timeout, smtpTimeout)}
	port := c.Port
	secured := &tls.Config{ServerName: c.Host, RootCAs: c.Roots, MinVersion: tls.VersionTLS12}
	// Connecting has one half of the time, and the mail itself the other.
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
		// The connection has TLS when the client gets it: there is none left to begin.
		s.implicit = secured
		s.options = append(s.options, gomail.WithTLSPolicy(gomail.TLSOpportunistic))
		if port == 0 {
			port = gomail.DefaultPortSSL
		}
	default:
		return nil, fmt.Errorf("TLS of SMTP is %s, %s, %s or %s, and not %q", Mandatory, Opportunistic, Implicit, NoTLS, c.TLS)
	}
	if port == 0 {
		port = gomail.DefaultPortTLS
	}
	s.options = append(s.options, gomail.WithPort(port))
	if c.User != "" {
		// What the server offers decides, and without TLS nothing that would show the password.
		s.options = append(s.options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(c.User),
			gomail.WithPassword(c.Password))
	}
	_, err := gomail.NewClient(s.host, s.options...)
	return s, err
}

// Send returns once the server has taken the mail over. It returns ErrRefused where the server will never take a mail for
// its recipient; any other failure may pass.
func (s *SMTP) Send(ctx context.Context, write func() (*Mail, error)) error {
	to := dialer{implicit: s.implicit}
	defer to.close()
	client, err := gomail.NewClient(s.host, slices.Concat(s.options, []gomail.Option{gomail.WithDialContextFunc(to.dial)})...)
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
		return nil // that the connection ends badly changes nothing of it
	}
	if refused, ok := errors.AsType[*gomail.SendError](err); ok && refused.Reason == gomail.ErrSMTPRcptTo && permanent(refused) {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return err
}

// permanent says that the server answered with 5xx.
func permanent(e *gomail.SendError) bool { return e.ErrorCode() >= 500 && e.ErrorCode() < 600 }
