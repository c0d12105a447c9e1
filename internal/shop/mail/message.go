package mail

import (
	"bytes"
	"fmt"
	"io"
	"net/mail"
	"net/url"
	"strings"

	gomail "github.com/wneessen/go-mail"

	"storefront/internal/core/notice"
	"storefront/internal/shop/document/typeset"
)

// Mail is a letter that is ready to go.
type Mail struct {
	Notice notice.Notice
	msg    *gomail.Msg
}

// WriteTo writes the mail as it goes over the wire (RFC 5322).
func (m *Mail) WriteTo(w io.Writer) (int64, error) { return m.msg.WriteTo(w) }

// mailOf gives a letter its form. The Message-ID is the notice's, so that a mail that went out twice can be told;
// with a secret it is the try's.
func (m *Mailer) mailOf(l *letter) (*Mail, error) {
	n := l.of
	html, err := l.html()
	if err != nil {
		return nil, err
	}
	text, err := l.text()
	if err != nil {
		return nil, err
	}
	from := l.shop.Contact.Email
	if m.From != "" {
		from = strings.ReplaceAll(m.From, "{deployment}", l.shop.ID)
	}
	msg := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	if err := address(msg, n.To, from, l); err != nil {
		return nil, err
	}
	msg.Subject(header(l.Subject))
	id := n.ID
	if l.try != "" {
		id += "-" + l.try
	}
	msg.SetMessageIDWithValue(messageID(id, l.shop.BaseURL))
	msg.SetDateWithValue(m.Now())
	msg.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: no answering machine answers
	msg.SetGenHeader("Content-Language", l.Language)
	msg.SetBodyString(gomail.TypeTextPlain, text)
	msg.AddAlternativeString(gomail.TypeTextHTML, html)
	for _, a := range l.Attachments {
		if err := msg.AttachReader(a.Name, bytes.NewReader(a.Content), gomail.WithFileContentType(gomail.ContentType(a.Type))); err != nil {
			return nil, err
		}
	}
	return &Mail{Notice: n, msg: msg}, nil
}

func address(msg *gomail.Msg, to, from string, l *letter) error {
	recipient, err := mail.ParseAddress(to)
	if err != nil {
		return fmt.Errorf("%w: %q: %w", ErrRefused, to, err)
	}
	sender, err := mail.ParseAddress(from)
	if err != nil {
		return fmt.Errorf("the sender's address %q: %w", from, err)
	}
	msg.ToMailAddress(&mail.Address{Address: recipient.Address})
	msg.FromMailAddress(&mail.Address{Name: header(l.Seller), Address: sender.Address})
	reply := l.ReplyTo
	if reply == "" {
		reply = l.shop.Contact.Email
	}
	if answers, err := mail.ParseAddress(reply); err == nil {
		msg.ReplyToMailAddress(&mail.Address{Address: answers.Address})
	}
	return nil
}

// header makes one line of a text: what visitors write must not begin another header.
func header(text string) string { return strings.Join(strings.Fields(typeset.Clean(text)), " ") }

func messageID(id, site string) string {
	host := "localhost"
	if u, err := url.Parse(site); err == nil && u.Hostname() != "" {
		host = u.Hostname()
	}
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("-_.", r) || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' {
			return r
		}
		return -1
	}, strings.ToLower(id)) + "@" + host
}
