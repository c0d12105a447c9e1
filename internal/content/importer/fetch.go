package importer

import (
	"context"
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

// Fetch holds the limits of requests to other servers.
type Fetch struct {
	// Reachable reports whether an address may be connected to; publicip.IsPublic if nil.
	Reachable func(netip.Addr) bool
	// Wait pauses before the next try; nil waits for real.
	Wait func(ctx context.Context, d time.Duration) error
	// Timeout is the timeout of a request; 60 seconds if 0.
	Timeout time.Duration
}

// WithDefaults returns f with defaults for empty fields.
func (f Fetch) WithDefaults() Fetch {
	if f.Reachable == nil {
		f.Reachable = publicip.IsPublic
	}
	if f.Wait == nil {
		f.Wait = wait
	}
	if f.Timeout == 0 {
		f.Timeout = time.Minute
	}
	return f
}

// Bounds of responses, and of our requests.
const (
	maxTries       = 5
	maxWait        = time.Minute
	connectTimeout = 10 * time.Second
	UserAgent      = "storefront-import"
)

var (
	errNotPublic = errors.New("this address is not on the public Internet; --private allows it")
	errNoHTTPS   = errors.New("this address does not use https; --private allows it")
	ErrNoAddress = errors.New("this is not an address of a picture")
)

// Fetcher fetches addresses sequentially.
type Fetcher struct {
	Fetch
	http *http.Client
}

// NewFetcher returns a Fetcher. f must have its defaults.
func NewFetcher(f Fetch) *Fetcher {
	dialer := &net.Dialer{Timeout: connectTimeout, Control: func(network, address string, _ syscall.RawConn) error {
		to, err := netip.ParseAddrPort(address)
		if err != nil || !strings.HasPrefix(network, "tcp") || !f.Reachable(to.Addr()) {
			return errNotPublic
		}
		return nil
	}}
	return &Fetcher{Fetch: f, http: &http.Client{
		Transport: &http.Transport{Proxy: nil, DialContext: dialer.DialContext, ForceAttemptHTTP2: true,
			TLSHandshakeTimeout: connectTimeout, MaxResponseHeaderBytes: 64 << 10},
		CheckRedirect: func(next *http.Request, before []*http.Request) error {
			if len(before) > 3 || next.Header.Get("Authorization") != "" ||
				before[0].Header.Get("Authorization") != "" {
				return errors.New("the server redirects; give the address that it redirects to")
			}
			return nil
		},
	}}
}

func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// PictureHeader returns the header of a request for a picture, with the formats that content accepts.
func PictureHeader() http.Header {
	return http.Header{"Accept": {"image/webp, image/jpeg, image/png, image/*;q=0.5"}, "User-Agent": {UserAgent}}
}

// Get sends a request, with retries within the limits.
func (c *Fetcher) Get(ctx context.Context, address string, header http.Header, maxBytes int64) ([]byte, error) {
	pause := time.Second
	for try := 1; ; try++ {
		data, after, err := c.tryOnce(ctx, address, header, maxBytes)
		if err == nil || after < 0 || try == maxTries || ctx.Err() != nil {
			return data, err
		}
		if err := c.Wait(ctx, min(max(after, pause), maxWait)); err != nil {
			return nil, err
		}
		pause *= 2
	}
}

// tryOnce sends one request. A negative after means that a retry is pointless.
func (c *Fetcher) tryOnce(ctx context.Context, address string, header http.Header,
	maxBytes int64) (data []byte, after time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, c.Timeout)
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
	case (code == http.StatusUnauthorized || code == http.StatusForbidden) && header.Get("Authorization") != "":
		return nil, -1, fmt.Errorf("the server answers %d: it rejects the token", code)
	case code == http.StatusTooManyRequests || code == http.StatusServiceUnavailable || code == http.StatusBadGateway ||
		code == http.StatusGatewayTimeout:
		seconds, _ := strconv.Atoi(response.Header.Get("Retry-After"))
		return nil, time.Duration(max(seconds, 0)) * time.Second, fmt.Errorf("the server answers %d", code)
	case code != http.StatusOK:
		return nil, -1, fmt.Errorf("the server answers %d", code)
	}
	data, err = io.ReadAll(io.LimitReader(response.Body, maxBytes+1))
	if err != nil {
		return nil, 0, err
	}
	if int64(len(data)) > maxBytes {
		return nil, -1, fmt.Errorf("the answer is larger than %d MB", maxBytes>>20)
	}
	return data, 0, nil
}
