package importer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// OctoOptions are the source of an import.
type OctoOptions struct {
	Options
	Address string // of the supplier's OCTO endpoints, https://api.example.com/octo
	Token   string
}

// Bounds of what a supplier's server may do to us.
const (
	largestAnswer = 64 << 20
	capabilities  = "octo/content, octo/pricing, octo/pickups"
)

// octoClient calls an OCTO server: https://docs.octo.travel.
type octoClient struct {
	OctoOptions
	*fetcher
	base *url.URL
}

func newOctoClient(o OctoOptions) (*octoClient, error) {
	base, err := url.Parse(strings.TrimSuffix(o.Address, "/"))
	if err != nil || base.Host == "" || base.Scheme != "https" && base.Scheme != "http" || base.RawQuery != "" ||
		base.Fragment != "" {
		return nil, fmt.Errorf("%q is not an address such as https://api.example.com/octo", o.Address)
	}
	if base.User != nil {
		return nil, errors.New("the address holds a name or a password; the token comes from the environment")
	}
	if base.Scheme == "http" && o.Fetch.Reachable == nil {
		return nil, fmt.Errorf("%s is not https: the token would be sent for all to read; --private allows it",
			o.Address)
	}
	o.Fetch = o.Fetch.withDefaults()
	c := &octoClient{OctoOptions: o, base: base, fetcher: newFetcher(o.Fetch)}
	return c, nil
}

// ask gets an endpoint in a language.
func (c *octoClient) ask(ctx context.Context, endpoint, language string, into any) error {
	address := c.base.JoinPath(endpoint)
	header := http.Header{
		"Authorization": {"Bearer " + c.Token}, "Accept": {"application/json"},
		"Octo-Capabilities": {capabilities}, "Accept-Language": {language}, "User-Agent": {userAgent},
	}
	data, err := c.get(ctx, address.String(), header, largestAnswer)
	if err != nil {
		return fmt.Errorf("GET %s: %w", address.Redacted(), err)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("GET %s: the answer is not what OCTO describes: %w", address.Redacted(), err)
	}
	return nil
}

// picture gets a picture, without sending the token.
func (c *octoClient) picture(ctx context.Context, address string) ([]byte, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != c.base.Scheme || u.Host == "" {
		return nil, errNoAddress
	}
	return c.get(ctx, address, pictureHeader(), largestPicture)
}
