package api

import (
	"context"
	"strings"

	"storefront/internal/contact"
	"storefront/internal/fault"
	"storefront/internal/notice"
)

// SendMessage takes what a visitor writes to the shop.
func (s *server) SendMessage(ctx context.Context, r SendMessageRequestObject) (SendMessageResponseObject, error) {
	shop, err := s.shop(ctx)
	if err != nil {
		return nil, err
	}
	d, err := s.site.Deployment(visitOf(ctx).r.Host)
	if err != nil {
		return nil, err
	}
	if err := s.mayWrite(ctx, notice.ContactReceived, shop.Deployment, r.Body.Email); err != nil {
		return nil, err
	}
	err = s.contact.Send(ctx, contact.Message{
		Deployment: shop.Deployment, Language: shop.Language, Name: r.Body.Name, Email: r.Body.Email, Order: r.Body.Order, Text: r.Body.Text,
	}, d.Contact.Email)
	if err != nil {
		return nil, err
	}
	return SendMessage202Response{}, nil
}

// mayWrite refuses who writes to the shop again and again, from one network or in one name.
func (s *server) mayWrite(ctx context.Context, kind notice.Kind, deployment, email string) error {
	may, err := s.accounts.MayMail(ctx, kind, deployment, strings.ToLower(strings.TrimSpace(email)), s.client(ctx))
	if err == nil && !may {
		err = fault.New(fault.TooManyTries, "There were too many messages.")
	}
	return err
}
