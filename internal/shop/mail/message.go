package mail

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"net/mail"
	"net/url"
	"strings"

	gomail "github.com/wneessen/go-mail"

	"storefront/internal/core/notice"
	"storefront/internal/shop/wording"
)

// Mail is a letter as an e-mail message.
type Mail struct {
	Notice notice.Notice
	msg    *gomail.Msg
}

// WriteTo writes the mail in the format of RFC 5322.
func (m *Mail) WriteTo(w io.Writer) (int64, error) { return m.msg.WriteTo(w) }

// newMail returns a letter as an e-mail message. Its Message-ID is made of the notice's id, so that a mail that was
// sent twice can be recognised, and of the attempt for a letter with a secret.
func (m *Mailer) newMail(l *letter) (*Mail, error) {
	n := l.notice
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
	if err := setAddresses(msg, n.To, from, l); err != nil {
		return nil, err
	}
	msg.Subject(singleLine(l.Subject))
	id := n.ID
	if l.attempt != "" {
		id += "-" + l.attempt
	}
	msg.SetMessageIDWithValue(messageID(id, l.shop.BaseURL))
	msg.SetDateWithValue(m.Now())
	msg.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: keeps out-of-office programs from replying
	msg.SetGenHeader("Content-Language", l.Words.Code)
	msg.SetBodyString(gomail.TypeTextPlain, text)
	msg.AddAlternativeString(gomail.TypeTextHTML, html)
	for _, a := range l.Attachments {
		contentType := gomail.WithFileContentType(gomail.ContentType(a.Type))
		if err := msg.AttachReader(a.Name, bytes.NewReader(a.Content), contentType); err != nil {
			return nil, err
		}
	}
	return &Mail{Notice: n, msg: msg}, nil
}

func setAddresses(msg *gomail.Msg, to, from string, l *letter) error {
	recipient, err := mail.ParseAddress(to)
	if err != nil {
		return fmt.Errorf("%w: %q: %w", ErrRefused, to, err)
	}
	sender, err := mail.ParseAddress(from)
	if err != nil {
		return fmt.Errorf("the sender's address %q: %w", from, err)
	}
	msg.ToMailAddress(&mail.Address{Address: recipient.Address})
	msg.FromMailAddress(&mail.Address{Name: singleLine(l.Seller), Address: sender.Address})
	if replyTo, err := mail.ParseAddress(cmp.Or(l.ReplyTo, l.shop.Contact.Email)); err == nil {
		msg.ReplyToMailAddress(&mail.Address{Address: replyTo.Address})
	}
	return nil
}

// singleLine returns a text as one line, so that visitors' text cannot begin another header.
func singleLine(text string) string { return strings.Join(strings.Fields(wording.Clean(text)), " ") }

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
