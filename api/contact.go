package api

import (
	"context"
	"time"

	"storefront/internal/shop/contact"
)

// SendMessage sends a visitor's message to the shop.
func (s *server) SendMessage(ctx context.Context, r SendMessageRequestObject) (SendMessageResponseObject, error) {
	v := visitOf(ctx)
	d := v.deployment
	err := s.Contact.Send(ctx, contact.Message{
		Deployment: d.ID, Language: d.Language, Name: r.Body.Name, Email: r.Body.Email, Topic: r.Body.Topic,
		Order: r.Body.Order, Text: r.Body.Text,
	}, contact.BotSignals{HiddenField: r.Body.Website, FillTime: time.Duration(r.Body.Seconds) * time.Second},
		v.site.Contact.Email,
		s.client(ctx).Network)
	if err != nil {
		return nil, err
	}
	return SendMessage202Response{}, nil
}
