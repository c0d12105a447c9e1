package api

import (
	"context"
	"net/http"
	"regexp"
	"strings"

	"github.com/gorilla/mux"

	"storefront/internal/channel/agent"
	"storefront/internal/core/fault"
	"storefront/internal/core/route"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/buylink"
	"storefront/internal/shop/orderlink"
)

// shopOf returns the deployment of a request's host, in a language.
func (s *server) shopOf(r *http.Request, language string) (shop agent.Shop, err error) {
	if shop.Site, err = s.Site.Deployment(r.Host); err != nil {
		return shop, err
	}
	localized := r.Clone(r.Context())
	localized.Header = http.Header{"Accept-Language": {language}}
	for _, forwarded := range r.Header.Values("X-Forwarded-Proto") {
		localized.Header.Add("X-Forwarded-Proto", forwarded)
	}
	shop.Deployment, err = s.deploymentOf(&shop.Site, localized)
	return shop, err
}

// isBuyLink reports whether a request opens a link of package buylink, below the prefix of any language.
func isBuyLink(r *http.Request, _ *mux.RouteMatch) bool {
	_, rest := route.SplitLanguage(r.URL.Path)
	return strings.HasPrefix(rest, buylink.Path)
}

// previewerPattern matches the user agents of programs that show what a link leads to, in chats for example, and of
// crawlers. They have no cart. No browser that runs the pages' scripts has these words in these places; the models of
// some phones end in "bot".
var previewerPattern = regexp.MustCompile(`(?i)^[\w-]*bot\b|^whatsapp/|^viber/|externalhit|preview|compatible;`)

// buy puts the choice of a link into the visitor's cart and leads there. A choice that cannot be booked leads to the
// page of its product, which shows what can be, and so do programs that preview links. Browsers that only load ahead
// change nothing, nor do pages that embed the link, as a picture for example.
func (s *server) buy(w http.ResponseWriter, r *http.Request) {
	code, rest := route.SplitLanguage(r.URL.Path)
	shop, err := s.shopOf(r, code)
	if err != nil {
		s.problems.write(w, r, err)
		return
	}
	if strings.Contains(r.Header.Get("Sec-Purpose")+r.Header.Get("Purpose"), "prefetch") {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	if to := r.Header.Get("Sec-Fetch-Dest"); to != "" && to != "document" {
		s.problems.write(w, r, fault.New(fault.Forbidden, "The link was not opened as a page."))
		return
	}
	product := strings.TrimPrefix(rest, buylink.Path)
	if previewerPattern.MatchString(r.UserAgent()) {
		http.Redirect(w, r, s.fallbackURL(&shop, product, nil), http.StatusSeeOther)
		return
	}
	destination := shop.Deployment.HomeURL + "/cart"
	if r.Method == http.MethodGet {
		err = s.fillCart(w, r, &shop, product)
	}
	if err != nil {
		if fault.Is(err, fault.Internal) || fault.Is(err, fault.Unavailable) || fault.Is(err, fault.TooManyTries) {
			s.problems.write(w, r, err)
			return
		}
		destination = s.fallbackURL(&shop, product, err)
	}
	http.Redirect(w, r, destination, http.StatusSeeOther)
}

func (s *server) fillCart(w http.ResponseWriter, r *http.Request, shop *agent.Shop, product string) error {
	token := buylink.OfferToken(r.URL.Query())
	link, err := buylink.Parse(product, r.URL.Query())
	if err != nil && token == "" {
		return err
	}
	d, err := s.deploymentOf(&shop.Site, r) // in the currency of the visitor
	if err != nil {
		return err
	}
	d.Language, d.HomeURL, d.Name = shop.Deployment.Language, shop.Deployment.HomeURL, shop.Deployment.Name
	ctx := context.WithValue(r.Context(), visitKey{}, visit{w: w, r: r, site: shop.Site, deployment: d})
	_, err = withCart(ctx, s, func(d booking.Deployment, visitor booking.Visitor) (*booking.CheckedCart, error) {
		if token != "" {
			return s.takeOffer(ctx, d, visitor, token)
		}
		return s.Booking.AddItemFromLink(ctx, d, visitor.Cart, link.Choice, link.Total, link.Currency)
	})
	return err
}

// takeOffer puts the seats of an offer to a waiting list into the cart.
func (s *server) takeOffer(
	ctx context.Context, d booking.Deployment, visitor booking.Visitor, token string,
) (*booking.CheckedCart, error) {
	id, err := s.Links.OpenAs(orderlink.WaitingOffer, token, s.Booking.Now())
	if err != nil {
		return nil, err
	}
	return s.Booking.AddOffered(ctx, d, visitor.Cart, id)
}

// fallbackURL returns where a visitor goes if the product of a link cannot be added to the cart.
func (s *server) fallbackURL(shop *agent.Shop, product string, err error) string {
	home := shop.Deployment.HomeURL
	if fault.Is(err, fault.CartFull) || fault.Is(err, fault.CurrencyMismatch) {
		return home + "/cart"
	}
	if p, err := s.Booking.Product(shop.Deployment, product); err == nil {
		return home + p.Path + "#ticket"
	}
	return home + "/unavailable"
}
