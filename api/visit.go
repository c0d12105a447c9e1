package api

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"

	"storefront/internal/core/fault"
	"storefront/internal/core/locale"
	"storefront/internal/core/money"
	"storefront/internal/core/payload"
	"storefront/internal/core/secret"
	"storefront/internal/shop/booking"
)

// visit is the request behind a handler, which sees only its decoded parts.
type visit struct {
	w http.ResponseWriter
	r *http.Request
}

type visitKey struct{}

// withVisit keeps what the generated code does not hand on: the host, which decides the deployment, language and
// cookies.
func withVisit(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), visitKey{}, visit{w, r})))
	})
}

func visitOf(ctx context.Context) visit { return ctx.Value(visitKey{}).(visit) }

// deployment returns the deployment of the request's host, in the language that the request accepts.
func (s *server) deployment(ctx context.Context) (booking.Deployment, error) {
	v := visitOf(ctx)
	p, err := s.site.Deployment(v.r.Host)
	if err != nil {
		return booking.Deployment{}, err
	}
	if len(p.Languages) == 0 || len(p.Currencies) == 0 {
		return booking.Deployment{}, fault.New(fault.Unavailable,
			"The build does not list the languages and currencies of this deployment; build it again.")
	}
	language := p.Languages[0]
	wanted, _, _ := strings.Cut(v.r.Header.Get("Accept-Language"), ",")
	wanted, _, _ = strings.Cut(wanted, "-")
	if slices.Contains(p.Languages, wanted) {
		language = wanted
	}
	d := booking.Deployment{
		ID: p.ID, Name: p.Name[language], Language: language,
		HomeURL: s.origin(ctx) + locale.Prefix(language, p.Languages[0]),
		Card:    p.Card, Cards: p.Cards, PayLater: p.PayLater, Later: booking.LaterTermsOf(p.Later, language),
		Contact: contactOf(p.Contact, language), Exchange: p.Exchange(),
	}
	d.Currency, d.Shown = currencies(&p, d.Exchange, v)
	return d, nil
}

// currencyCookie is the visitor's choice, which the site writes.
const currencyCookie = "currency"

// currencies returns the currency that a visitor pays in, and the currency that prices are shown in if that is another.
func currencies(d *payload.Deployment, e money.Exchange, v visit) (settled, shown string) {
	settled = d.Currencies[0]
	wanted := cmp.Or(d.Currency.Default, settled)
	if cookie, err := v.r.Cookie(currencyCookie); err == nil && e.Knows(settled, cookie.Value) {
		wanted = cookie.Value
	}
	switch {
	case !e.Knows(settled, wanted) || wanted == settled:
		return settled, ""
	case slices.Contains(d.Currencies, wanted):
		return wanted, ""
	}
	return settled, wanted
}

// origin is the address that the visitor sees the site at. The host has been found to be one of ours by then.
func (s *server) origin(ctx context.Context) string {
	r := visitOf(ctx).r
	return schemeOf(r, s.proxies) + "://" + r.Host
}

// cartCookie holds the secret of a visitor's cart. Browsers treat local hosts as secure, so it works there without TLS.
const (
	cartCookie = "__Host-cart"
	cartLasts  = 90 * 24 * 3600 // seconds
)

// cartID returns the id of the visitor's cart, a hash of their secret, so that a reader of the database cannot use it.
// It is empty if the visitor has no cart.
func (v visit) cartID() string {
	cookie, err := v.r.Cookie(cartCookie)
	if err != nil {
		return ""
	}
	if !secret.Is(cookie.Value) {
		return ""
	}
	return secret.HashOf(cookie.Value)
}

// keepCart has the browser keep the secret of a new cart.
func (v visit) keepCart(value string) {
	http.SetCookie(v.w, &http.Cookie{
		Name: cartCookie, Value: value, Path: "/", MaxAge: cartLasts, Secure: true, HttpOnly: true,
		SameSite: http.SameSiteLaxMode,
	})
}
