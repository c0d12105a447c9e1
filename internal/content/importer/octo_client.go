package importer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"time"

	"storefront/internal/lib/publicip"
)

// OctoOptions are the source of an import.
type OctoOptions struct {
	Options
	Address  string // of the supplier's OCTO endpoints, https://api.example.com/octo
	Token    string
	Capacity int // seats in a slot, which a catalogue lacks; the option's most units where 0
	// Reachable reports whether an address may be connected to; publicip.Public if nil.
	Reachable func(netip.Addr) bool
	// Wait passes the time before another try; the clock's if nil.
	Wait func(ctx context.Context, d time.Duration) error
	// Answer is how long a request may take; 60 seconds if 0.
	Answer time.Duration
}

// Bounds of what a supplier's server may do to us.
const (
	largestAnswer = 64 << 20
	mostTries     = 5
	longestWait   = time.Minute
	connectWithin = 10 * time.Second
	capabilities  = "octo/content, octo/pricing, octo/pickups"
)

// octoClient calls an OCTO server: https://docs.octo.travel.
type octoClient struct {
	OctoOptions
	base *url.URL
	http *http.Client
}

var errNotPublic = errors.New("this address is not one of the public Internet; --private allows it")

func newOctoClient(o OctoOptions) (*octoClient, error) {
	base, err := url.Parse(strings.TrimSuffix(o.Address, "/"))
	if err != nil || base.Host == "" || base.Scheme != "https" && base.Scheme != "http" || base.RawQuery != "" ||
		base.Fragment != "" {
		return nil, fmt.Errorf("%q is not an address such as https://api.example.com/octo", o.Address)
	}
	if base.User != nil {
		return nil, errors.New("the address holds a name or a password; the token comes from the environment")
	}
	if base.Scheme == "http" && o.Reachable == nil {
		return nil, fmt.Errorf("%s is not https: the token would be sent for all to read; --private allows it",
			o.Address)
	}
	if o.Reachable == nil {
		o.Reachable = publicip.Public
	}
	if o.Wait == nil {
		o.Wait = wait
	}
	if o.Answer == 0 {
		o.Answer = time.Minute
	}
	dialer := &net.Dialer{Timeout: connectWithin, Control: func(network, address string, _ syscall.RawConn) error {
		to, err := netip.ParseAddrPort(address)
		if err != nil || !strings.HasPrefix(network, "tcp") || !o.Reachable(to.Addr()) {
			return errNotPublic
		}
		return nil
	}}
	c := &octoClient{OctoOptions: o, base: base}
	c.http = &http.Client{
		Transport: &http.Transport{Proxy: nil, DialContext: dialer.DialContext, ForceAttemptHTTP2: true,
			TLSHandshakeTimeout: connectWithin, MaxResponseHeaderBytes: 64 << 10},
		CheckRedirect: func(next *http.Request, before []*http.Request) error {
			if len(before) > 3 || next.Header.Get("Authorization") != "" ||
				before[0].Header.Get("Authorization") != "" {
				return errors.New("the server leads elsewhere; give the address that it leads to")
			}
			return nil
		},
	}
	return c, nil
}

func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// ask gets an endpoint in a language.
func (c *octoClient) ask(ctx context.Context, endpoint, language string, into any) error {
	address := c.base.JoinPath(endpoint)
	header := http.Header{
		"Authorization": {"Bearer " + c.Token}, "Accept": {"application/json"},
		"Octo-Capabilities": {capabilities}, "Accept-Language": {language}, "User-Agent": {"storefront-import"},
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
		return nil, errors.New("this is not an address of a picture")
	}
	return c.get(ctx, address, http.Header{"Accept": {"image/webp, image/jpeg, image/png, image/*;q=0.5"},
		"User-Agent": {"storefront-import"}}, largestPicture)
}

// get repeats a request until it is answered, within the limits of politeness.
func (c *octoClient) get(ctx context.Context, address string, header http.Header, most int64) ([]byte, error) {
	pause := time.Second
	for try := 1; ; try++ {
		data, after, err := c.once(ctx, address, header, most)
		if err == nil || after < 0 || try == mostTries || ctx.Err() != nil {
			return data, err
		}
		if err := c.Wait(ctx, min(max(after, pause), longestWait)); err != nil {
			return nil, err
		}
		pause *= 2
	}
}

// once sends one request. after is negative if a repetition is pointless.
func (c *octoClient) once(ctx context.Context, address string, header http.Header,
	most int64) (data []byte, after time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, c.Answer)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, -1, err
	}
	request.Header = header
	response, err := c.http.Do(request)
	if err != nil {
		if errors.Is(err, errNotPublic) {
			return nil, -1, errNotPublic
		}
		var failed *url.Error
		if errors.As(err, &failed) {
			err = failed.Err
		}
		return nil, 0, err
	}
	defer func() { _ = response.Body.Close() }()
	switch code := response.StatusCode; {
	case code == http.StatusUnauthorized || code == http.StatusForbidden:
		return nil, -1, fmt.Errorf("the server answers %d: it does not take the token", code)
	case code == http.StatusTooManyRequests || code == http.StatusServiceUnavailable || code == http.StatusBadGateway ||
		code == http.StatusGatewayTimeout:
		seconds, _ := strconv.Atoi(response.Header.Get("Retry-After"))
		return nil, time.Duration(max(seconds, 0)) * time.Second, fmt.Errorf("the server answers %d", code)
	case code != http.StatusOK:
		return nil, -1, fmt.Errorf("the server answers %d", code)
	}
	data, err = io.ReadAll(io.LimitReader(response.Body, most+1))
	if err != nil {
		return nil, 0, err
	}
	if int64(len(data)) > most {
		return nil, -1, fmt.Errorf("the answer is larger than %d MB", most>>20)
	}
	return data, 0, nil
}
