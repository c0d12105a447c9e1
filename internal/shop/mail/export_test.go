package mail

import (
	"context"

	"storefront/internal/core/notice"
)

// RenderedLetter is a letter in its forms.
type RenderedLetter struct {
	Subject, HTML, Text string
	Attachments         []Attachment
}

// Write renders a letter without sending it; nil if it is needless.
func (m *Mailer) Write(ctx context.Context, n notice.Notice) (*RenderedLetter, error) {
	l, err := m.compose(ctx, n)
	if err != nil || l == nil {
		return nil, err
	}
	if err := m.finish(ctx, l); err != nil {
		return nil, err
	}
	html, err := l.html()
	if err != nil {
		return nil, err
	}
	text, err := l.text()
	return &RenderedLetter{l.Subject, html, text, l.Attachments}, err
}
