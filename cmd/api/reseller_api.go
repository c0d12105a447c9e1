package main

import (
	"log/slog"
	"net/http"
	"net/netip"

	"storefront/api"
	"storefront/internal/channel/octo"
	"storefront/internal/serve/livecatalog"
	"storefront/internal/serve/webroot"
)

// resellerAPI returns the API of resellers.
func (b *backend) resellerAPI(o *configuration, roots *webroot.Server, log *slog.Logger) (*octo.Server, error) {
	tickets, err := o.ticketKey()
	if err != nil {
		return nil, err
	}
	links, err := o.linkKey()
	if err != nil {
		return nil, err
	}
	c := octo.Config{
		Site: roots, Catalog: livecatalog.Open(o.builds, log), Booking: b.booking, Resellers: b.resellers,
		Tickets: tickets, Links: links, Log: log,
		Scheme: func(r *http.Request) string { return api.Scheme(r, o.proxies) },
	}
	if o.privateWebhooks {
		c.IsReachable = func(netip.Addr) bool { return true }
	}
	return octo.New(c), nil
}
