package octo

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/picture"
)

// Options are the source of an import.
type Options struct {
	importer.Options
	Address string // of the supplier's OCTO endpoints, https://api.example.com/octo
	Token   string
}

// Bounds of requests to a supplier's server.
const (
	largestAnswer = 64 << 20
	capabilities  = "octo/content, octo/pricing, octo/pickups"
)

// client calls an OCTO server: https://docs.octo.travel.
type client struct {
	Options
	*importer.Fetcher
	base *url.URL
}

func newClient(o Options) (*client, error) {
	base, err := url.Parse(strings.TrimSuffix(o.Address, "/"))
	if err != nil || base.Host == "" || base.Scheme != "https" && base.Scheme != "http" || base.RawQuery != "" ||
		base.Fragment != "" {
		return nil, fmt.Errorf("%q is not an address such as https://api.example.com/octo", o.Address)
	}
	if base.User != nil {
		return nil, errors.New("the address contains a name or a password; the token comes from the environment")
	}
	if base.Scheme == "http" && o.Fetch.Reachable == nil {
		return nil, fmt.Errorf("%s does not use https: others could read the token; --private allows it",
			o.Address)
	}
	o.Fetch = o.Fetch.WithDefaults()
	c := &client{Options: o, base: base, Fetcher: importer.NewFetcher(o.Fetch)}
	return c, nil
}

// get requests an endpoint in a language.
func (c *client) get(ctx context.Context, endpoint, language string, into any) error {
	address := c.base.JoinPath(endpoint)
	header := http.Header{
		"Authorization": {"Bearer " + c.Token}, "Accept": {"application/json"},
		"Octo-Capabilities": {capabilities}, "Accept-Language": {language}, "User-Agent": {importer.UserAgent},
	}
	data, err := c.Get(ctx, address.String(), header, largestAnswer)
	if err != nil {
		return fmt.Errorf("GET %s: %w", address.Redacted(), err)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("GET %s: the answer is not valid OCTO: %w", address.Redacted(), err)
	}
	return nil
}

// picture gets a picture, without sending the token.
func (c *client) picture(ctx context.Context, address string) ([]byte, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != c.base.Scheme || u.Host == "" {
		return nil, importer.ErrNoAddress
	}
	return c.Get(ctx, address, importer.PictureHeader(), picture.MaxSourceBytes)
}
