package api

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"

	"storefront/internal/core/fault"
	"storefront/internal/core/money"
	"storefront/internal/core/payload"
	"storefront/internal/core/secret"
	"storefront/internal/shop/booking"
)

// visit has the data that the generated code does not pass to handlers: the request, and the deployment of its host.
type visit struct {
	w          http.ResponseWriter
	r          *http.Request
	site       payload.Deployment
	deployment booking.Deployment // in the language that the request accepts
}

type visitKey struct{}

func visitOf(ctx context.Context) visit { return ctx.Value(visitKey{}).(visit) }

// withVisit adds the visit to the context of every operation. Redirects and payment events belong to no deployment.
func (s *server) withVisit(next StrictHandlerFunc, operation string) StrictHandlerFunc {
	return func(ctx context.Context, w http.ResponseWriter, r *http.Request, request any) (any, error) {
		v := visit{w: w, r: r}
		if operation != "GetRedirect" && operation != "ReceivePaymentEvent" {
			var err error
			if v.site, err = s.Site.Deployment(r.Host); err != nil {
				return nil, err
			}
			if m, ok := ctx.Value(requestInfoKey{}).(*requestInfo); ok {
				m.deployment = v.site.ID
			}
			if v.deployment, err = s.deploymentOf(&v.site, r); err != nil {
				return nil, err
			}
		}
		return next(context.WithValue(ctx, visitKey{}, v), w, r, request)
	}
}

// deploymentOf returns the deployment in the terms of package booking, for the language and currency of a request.
func (s *server) deploymentOf(p *payload.Deployment, r *http.Request) (booking.Deployment, error) {
	if len(p.Languages) == 0 || len(p.Currencies) == 0 {
		return booking.Deployment{}, fault.New(fault.Unavailable,
			"The build does not list the languages and currencies of this deployment; build it again.")
	}
	language := p.Languages[0]
	preferred, _, _ := strings.Cut(r.Header.Get("Accept-Language"), ",")
	preferred, _, _ = strings.Cut(preferred, "-")
	if slices.Contains(p.Languages, preferred) {
		language = preferred
	}
	d := booking.DeploymentIn(p, language, s.origin(r))
	d.Currency, d.ShownCurrency = visitorCurrencies(p, d.Exchange, r)
	return d, nil
}

// currencyCookie has the visitor's choice, which the site writes.
const currencyCookie = "currency"

// visitorCurrencies returns the currency that a visitor pays in, and the currency that prices are shown in if that is
// another.
func visitorCurrencies(d *payload.Deployment, e money.Exchange, r *http.Request) (settled, shown string) {
	settled = d.Currencies[0]
	preferred := cmp.Or(d.Currency.Default, settled)
	if cookie, err := r.Cookie(currencyCookie); err == nil && e.CanConvert(settled, cookie.Value) {
		preferred = cookie.Value
	}
	switch {
	case !e.CanConvert(settled, preferred) || preferred == settled:
		return settled, ""
	case slices.Contains(d.Currencies, preferred):
		return preferred, ""
	}
	return settled, preferred
}

// origin returns the site's origin from the visitor's side. The host is known to be one of ours by then.
func (s *server) origin(r *http.Request) string {
	return Scheme(r, s.TrustedProxies) + "://" + r.Host
}

// cartCookie holds the secret of a visitor's cart. Browsers treat local hosts as secure, so it works there without TLS.
const (
	cartCookie    = "__Host-cart"
	cartCookieAge = 90 * 24 * 3600 // seconds
)

// cartID returns the id of the visitor's cart, a hash of their secret, so that a reader of the database cannot use it.
// It is empty if the visitor has no cart.
func (v visit) cartID() string {
	cookie, err := v.r.Cookie(cartCookie)
	if err != nil {
		return ""
	}
	if !secret.IsValid(cookie.Value) {
		return ""
	}
	return secret.Hash(cookie.Value)
}

// setCartCookie sets the cookie with the secret of a new cart.
func (v visit) setCartCookie(value string) {
	http.SetCookie(v.w, &http.Cookie{
		Name: cartCookie, Value: value, Path: "/", MaxAge: cartCookieAge, Secure: true, HttpOnly: true,
		SameSite: http.SameSiteLaxMode,
	})
}
