package api

import (
	"context"
	"time"

	"storefront/internal/core/notice"
	"storefront/internal/shop/contact"
)

// SendMessage takes what a visitor writes to the shop.
func (s *server) SendMessage(ctx context.Context, r SendMessageRequestObject) (SendMessageResponseObject, error) {
	d, err := s.deployment(ctx)
	if err != nil {
		return nil, err
	}
	site, err := s.site.Deployment(visitOf(ctx).r.Host)
	if err != nil {
		return nil, err
	}
	// Anybody can write in anybody's name. So what was written in one too often is taken all the same, and not confirmed there.
	mayTell := func(email string) (bool, error) {
		return s.limits.MayMail(ctx, notice.ContactReceived, d.ID, email, s.client(ctx).Network)
	}
	err = s.contact.Send(ctx, contact.Message{
		Deployment: d.ID, Language: d.Language, Name: r.Body.Name, Email: r.Body.Email, Topic: r.Body.Topic,
		Order: r.Body.Order, Text: r.Body.Text,
	}, contact.Filling{Hidden: r.Body.Website, Took: time.Duration(r.Body.Seconds) * time.Second}, site.Contact.Email, mayTell)
	if err != nil {
		return nil, err
	}
	return SendMessage202Response{}, nil
}
