package imageproxy

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/picture"
)

// remote fetches pictures from allowed hosts, and follows no redirect to others.
type remote struct {
	allowed map[origin]bool
	client  *http.Client
	limits  Limits
	cache   *cache
	fetches *workers // each source once for all requests that wait for it
	now     func() time.Time
}

// origin is an allowed host.
type origin struct{ scheme, host, port string }

var defaultPorts = map[string]string{"https": "443", "http": "80"}

// Bounds of a fetch in addition to Limits.
const (
	maxRedirects   = 3
	connectTimeout = 5 * time.Second
	maxHeaderBytes = 64 << 10
)

func newRemote(c Config, files *cache) (*remote, error) {
	r := &remote{
		allowed: map[origin]bool{}, limits: c.Limits, cache: files, now: c.Now,
		fetches: newWorkers(c.Limits.FetchTimeout, c.Limits, c.Limits.MaxFetches),
	}
	for _, host := range c.Hosts {
		o, err := parseHost(host)
		if err != nil {
			return nil, err
		}
		r.allowed[o] = true
	}
	dialer := &net.Dialer{Timeout: connectTimeout, Control: dialControl(c.IsReachable)}
	transport := &http.Transport{
		Proxy:                  nil, // a proxy would connect to unchecked addresses
		DialContext:            dialer.DialContext,
		ForceAttemptHTTP2:      true,
		TLSHandshakeTimeout:    connectTimeout,
		ResponseHeaderTimeout:  c.Limits.FetchTimeout,
		MaxResponseHeaderBytes: maxHeaderBytes,
		DisableCompression:     true, // a small body could decompress to a large one
		MaxIdleConnsPerHost:    2,
		IdleConnTimeout:        time.Minute,
	}
	if c.AdjustTransport != nil {
		c.AdjustTransport(transport)
	}
	r.client = &http.Client{Transport: transport, CheckRedirect: r.checkRedirect}
	return r, nil
}

// CheckHosts returns an error for a list of hosts with an entry that cannot be allowed. Its message follows the list.
func CheckHosts(hosts []string) error {
	for _, host := range hosts {
		if _, err := parseHost(host); err != nil && len(hosts) == 1 {
			return errors.New(notAHost)
		} else if err != nil {
			return fmt.Errorf("contains %q, which %s", host, notAHost)
		}
	}
	return nil
}

const notAHost = "is not a host of pictures such as images.example.com or https://images.example.com:8443"

func parseHost(text string) (origin, error) {
	host := text
	if !strings.Contains(host, "://") {
		host = "https://" + host
	}
	u, err := url.Parse(host)
	if err != nil || u.User != nil || u.Hostname() == "" || defaultPorts[u.Scheme] == "" ||
		strings.Trim(u.Path, "/") != "" ||
		u.RawQuery != "" {
		return origin{}, fmt.Errorf("%q %s", text, notAHost)
	}
	return originOf(u), nil
}

func originOf(u *url.URL) origin {
	o := origin{u.Scheme, strings.ToLower(strings.TrimSuffix(u.Hostname(), ".")), u.Port()}
	if o.port == "" {
		o.port = defaultPorts[o.scheme]
	}
	return o
}

func (r *remote) checkAllowed(u *url.URL) error {
	if u.User != nil || u.Opaque != "" || !r.allowed[originOf(u)] {
		return errNotAllowed
	}
	return nil
}

var errNotAllowed = fault.New(fault.Forbidden, "Pictures are not taken from this host.",
	fault.Field{Name: "source", Code: fault.Closed})

// dialControl rejects addresses that are not Reachable when a connection is made, after the name is resolved.
func dialControl(reachable func(netip.Addr) bool) func(network, address string, _ syscall.RawConn) error {
	return func(network, address string, _ syscall.RawConn) error {
		to, err := netip.ParseAddrPort(address)
		if err != nil || !strings.HasPrefix(network, "tcp") || !reachable(to.Addr()) {
			return errNotAllowed
		}
		return nil
	}
}

func (r *remote) checkRedirect(next *http.Request, via []*http.Request) error {
	if len(via) > maxRedirects {
		return fault.New(fault.Invalid, "The source redirects too often.", fault.Field{Name: "source", Code: fault.Max})
	}
	next.Header.Del("Referer")
	return r.checkAllowed(next.URL)
}

// fetched is a host's response.
type fetched struct {
	data []byte
	meta
	unchanged bool
}

// fetch fetches a source, unless it is unchanged since before. A failure is NotFound, Forbidden, Invalid, or
// Unavailable if the host is at fault.
func (r *remote) fetch(ctx context.Context, u *url.URL, previous *meta) (*fetched, error) {
	if err := r.checkAllowed(u); err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, sourceNotFound()
	}
	request.Header.Set("Accept", "image/avif,image/webp,image/png,image/jpeg,image/gif")
	request.Header.Set("Accept-Encoding", "identity")
	request.Header.Set("User-Agent", "storefront-pictures")
	if previous != nil && previous.ETag != "" {
		request.Header.Set("If-None-Match", previous.ETag)
	}
	response, err := r.client.Do(request)
	if err != nil {
		return nil, unreachableFault(err)
	}
	defer func() { _ = response.Body.Close() }()
	f, err := r.read(response, previous)
	if ctx.Err() != nil {
		// A host that sees the deadline first could end half a body in good order.
		return nil, unreachableFault(ctx.Err())
	}
	return f, err
}

func (r *remote) read(response *http.Response, previous *meta) (*fetched, error) {
	f := &fetched{meta: meta{ETag: response.Header.Get("ETag"), ExpiresAt: r.now().Add(lifetime(response.Header))}}
	switch code := response.StatusCode; {
	case code == http.StatusNotModified && previous != nil:
		f.unchanged, f.Hash, f.Format = true, previous.Hash, previous.Format
		return f, nil
	case code == http.StatusNotFound, code == http.StatusGone, code == http.StatusForbidden,
		code == http.StatusUnauthorized:
		return nil, sourceNotFound()
	case code != http.StatusOK:
		return nil, unreachableFault(fmt.Errorf("the host responds with %d", code))
	}
	if !hasPictureType(response.Header) {
		return nil, picture.UnknownFormat()
	}
	if response.ContentLength > r.limits.SourceBytes {
		return nil, sourceTooLarge()
	}
	head := make([]byte, sniffLength)
	n, err := io.ReadFull(response.Body, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, unreachableFault(err)
	}
	if f.Format, err = sniff(bytes.NewReader(head[:n])); err != nil {
		return nil, err
	}
	// The host's Content-Length is not trusted: memory grows with the bytes that arrive.
	rest, err := readAtMost(response.Body, 0, r.limits.SourceBytes-int64(n))
	if fault.Is(err, fault.Invalid) {
		return nil, err
	}
	if err != nil {
		return nil, unreachableFault(err)
	}
	f.data = slices.Concat(head[:n], rest)
	f.Hash = hash(string(f.data))
	return f, nil
}

// hasPictureType checks the Content-Type of a response. File stores often send a generic type.
func hasPictureType(h http.Header) bool {
	if encoding := h.Get("Content-Encoding"); encoding != "" && !strings.EqualFold(encoding, "identity") {
		return false
	}
	kind, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	if h.Get("Content-Type") == "" {
		return true
	}
	return err == nil && slices.Contains(pictureTypes, kind)
}

var pictureTypes = []string{
	"image/jpeg", "image/jpg", "image/png", "image/webp", "image/avif", "image/gif", "application/octet-stream",
	"binary/octet-stream",
}

// unreachableFault returns the fault in an error of the HTTP client, such as a refused address, or else Unavailable.
func unreachableFault(err error) error {
	if e, ok := errors.AsType[*fault.Error](err); ok {
		return fmt.Errorf("%w (%w)", e, err)
	}
	return fmt.Errorf("%w (%w)",
		fault.New(fault.Unavailable, "The picture's host cannot be reached or does not answer as it should."), err)
}
