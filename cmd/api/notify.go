package main

import (
	"context"
	"log/slog"
	"time"

	"storefront/internal/core/notice"
	"storefront/internal/serve/webroot"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/linkpage"
	"storefront/internal/shop/mail"
	"storefront/internal/shop/orderlink"
	"storefront/internal/store/sqlstore"
)

// channels returns the enabled channels of notices.
func (c *configuration) channels() []notice.Channel {
	all := []notice.Channel{notice.Mail, notice.Reseller}
	if c.messaging.url != "" {
		all = append(all, notice.Messaging)
	}
	return all
}

// notifiers returns one sender per enabled channel.
func (b *backend) notifiers(o *configuration, roots *webroot.Server, m *observer,
	log *slog.Logger) (map[notice.Channel]sqlstore.Send, error) {
	tickets, err := o.ticketKey()
	if err != nil {
		return nil, err
	}
	links, err := o.linkKey()
	if err != nil {
		return nil, err
	}
	transport, err := o.transport()
	if err != nil {
		return nil, err
	}
	mailer := mail.New(mail.Config{
		Orders: b.store.Read(), Negotiations: b.store.Read(), Messages: b.contact, Users: b.store.Accounts(),
		Accounts: b.accounts, Deployments: roots.Deployments,
		OrderLink: orderLink(links), ConfirmBy: b.booking.ConfirmationDeadline, DecideBy: b.booking.DecisionDeadline,
		Retryable: b.booking.CanPay,
		OrderIn:   b.booking.OrderIn, NegotiationIn: b.booking.NegotiationIn,
		TripInfo: b.booking.TripInfoOf,
		Suppliers: mail.Suppliers{Contact: b.suppliers.Supplier, DayBookings: b.booking.SupplierDay,
			CancelledBookings: b.booking.DepartureBookings,
			AnswerURL:         b.linkPages(links).AnswerURL, PaidURL: b.linkPages(links).PaidURL},
		Departures: mail.Departures{Report: b.booking.DepartureReport, At: b.booking.DepartureAt,
			ChoiceURL: b.linkPages(links).ChoiceURL},
		WaitingLists: mail.WaitingLists{Party: b.booking.Waiting, URL: b.linkPages(links).WaitingURL},
		Tickets:      tickets, Origin: o.origin, From: o.mail.from, Transport: m.WrapTransport(transport),
		Record: b.store.Deliveries().Record, Log: log,
	})
	notifiers := map[notice.Channel]sqlstore.Send{notice.Mail: m.WrapSend(notice.Mail, mailer.Send)}
	if o.messaging.url != "" {
		hook, err := mail.NewWebhook(mail.WebhookConfig{URL: o.messaging.url, Secret: o.messaging.secret,
			Mailer: mailer})
		if err != nil {
			return nil, err
		}
		notifiers[notice.Messaging] = m.WrapSend(notice.Messaging, hook.Send)
	}
	return notifiers, nil
}

// linkPages returns the addresses of the pages that signed links open.
func (b *backend) linkPages(key orderlink.Key) linkpage.Links {
	return linkpage.Links{Key: key, AnswerBy: b.booking.RequestExpiresAt}
}

// periodicJobs are the jobs that are run again and again.
func (b *backend) periodicJobs(roots *webroot.Server) []sqlstore.Round {
	watch := func(ctx context.Context) error {
		return b.booking.WatchDepartures(ctx, sellersOf(roots.Deployments()))
	}
	return []sqlstore.Round{
		{Name: "day lists", Every: 5 * time.Minute, Do: b.booking.SendDayLists},
		{Name: "departures", Every: time.Minute, Do: watch},
		{Name: "waiting lists", Every: time.Minute, Do: b.booking.UpdateWaitingLists},
	}
}

func (c *configuration) transport() (mail.Transport, error) {
	if c.mail.host == "" {
		return mail.Folder{Dir: c.dataPath(mailFolder)}, nil
	}
	return mail.NewSMTP(mail.SMTPConfig{
		Host: c.mail.host, Port: c.mail.port, User: c.mail.user, Password: c.mail.password, TLS: c.mail.tls,
	})
}

// orderLinkValidity is how long a mailed link opens its order, and at least how long after its last booking has begun:
// people need invoices when they are home again.
const orderLinkValidity = 60 * 24 * time.Hour

func orderLink(key orderlink.Key) func(*booking.Order) string {
	return func(o *booking.Order) string {
		last := time.Now()
		for _, b := range o.Bookings {
			if b.StartsAt.After(last) {
				last = b.StartsAt
			}
		}
		return key.Sign(o.LinkSubject(), last.Add(orderLinkValidity))
	}
}
