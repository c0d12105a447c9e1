// Package agent serves AI assistants with tools of the Model Context Protocol, by which a program finds an experience,
// a day and a price for a traveller, and returns a link to a cart. It has no rules of its own: prices and availability
// are those of package booking. Its tools only read; the visitor orders and pays on the storefront.
package agent

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
	"storefront/internal/lib/clientgone"
	"storefront/internal/search"
	"storefront/internal/shop/booking"
)

// Path is the path of the endpoint at the host of each deployment.
const Path = "/mcp"

// Config configures the endpoint.
type Config struct {
	// Deployment returns the deployment of a request's host; in Shop it is in a language, or in its own if it has not
	// that one.
	Deployment func(r *http.Request, language string) (Shop, error)
	Booking    *booking.Service
	Searcher   *search.Searcher
	Log        *slog.Logger
}

// Shop is the deployment of a request.
type Shop struct {
	Site       payload.Deployment
	Deployment booking.Deployment
}

// maxBodyBytes bounds a request: a call of a tool is a few hundred bytes.
const maxBodyBytes = 64 << 10

// maxServers bounds the cached servers, one for each origin. The cache is cleared when it is full.
const maxServers = 256

type endpoint struct {
	Config
	mu      sync.Mutex
	servers map[string]*mcp.Server
}

// Handler returns the handler of Path. Requests are independent of each other: any of several processes answers any.
func Handler(c Config) http.Handler {
	d := &endpoint{Config: c, servers: map[string]*mcp.Server{}}
	inner := mcp.NewStreamableHTTPHandler(d.server, &mcp.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, MaxRequestBodyBytes: maxBodyBytes, Logger: c.Log,
		DisableLocalhostProtection: true, // hosts are checked here, of local servers and others
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := d.Deployment(r, ""); err != nil || !sameOrigin(r) {
			http.Error(w, "This host is not served here, or the request is another site's.", http.StatusForbidden)
			return
		}
		w.Header().Set("Cache-Control", "no-store")
		if acceptsJSON(r) {
			r.Header.Set("Accept", "application/json, text/event-stream")
		}
		body := bufio.NewReader(http.MaxBytesReader(w, r.Body, maxBodyBytes))
		if isBatch(body) {
			http.Error(w, "A request is one call, not a batch.", http.StatusBadRequest)
			return
		}
		r.Body = struct {
			io.Reader
			io.Closer
		}{body, r.Body}
		inner.ServeHTTP(w, r)
	})
}

// acceptsJSON reports whether a client accepts JSON, in which all answers are. The protocol requires clients to accept
// event streams too, and the SDK rejects those that do not.
func acceptsJSON(r *http.Request) bool {
	accept := r.Header.Values("Accept")
	return len(accept) == 0 || strings.Contains(strings.ToLower(strings.Join(accept, ",")), "application/json")
}

// isBatch reports whether a body is a JSON array, and leaves all but the space before it to be read. Earlier versions
// of the protocol had batches: hundreds of calls at the cost of one request.
func isBatch(body *bufio.Reader) bool {
	for {
		c, err := body.ReadByte()
		if err != nil {
			return false // the next read returns the error again
		}
		if !strings.ContainsRune(" \t\r\n", rune(c)) {
			_ = body.UnreadByte() // it follows a byte that was read
			return c == '['
		}
	}
}

// sameOrigin reports whether a request comes from a page of the same host, or from no page. DNS rebinding can give the
// address of this server to pages of other sites.
func sameOrigin(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	from, err := url.Parse(origin)
	return err == nil && strings.EqualFold(from.Host, r.Host)
}

// server returns the server of a request's host.
func (d *endpoint) server(r *http.Request) *mcp.Server {
	shop, err := d.Deployment(r, "")
	if err != nil {
		return nil
	}
	name := shop.Deployment.Name // which a new build may change, as the languages
	key := strings.Join(append([]string{shop.Site.ID, shop.Deployment.HomeURL, name}, shop.Site.Languages...), " ")
	d.mu.Lock()
	defer d.mu.Unlock()
	if s := d.servers[key]; s != nil {
		return s
	}
	s := d.newServer(r, &shop)
	if len(d.servers) >= maxServers { // such as after requests for many ports: others must not keep hosts out
		clear(d.servers)
	}
	d.servers[key] = s
	return s
}

func (d *endpoint) newServer(r *http.Request, shop *Shop) *mcp.Server {
	name := shop.Deployment.Name
	s := mcp.NewServer(&mcp.Implementation{Name: shop.Site.ID, Title: name, Version: "1"}, &mcp.ServerOptions{
		Instructions: name + " sells tours and activities. Find one with search_experiences, its options and units " +
			"with get_experience, a day and a start with check_availability, the total with quote, and then hand the " +
			"link of prepare_cart to the traveller, who orders and pays on the page. Nothing is reserved before " +
			"that. Languages: " + strings.Join(shop.Site.Languages, ", ") +
			". Amounts are integers in minor units of their currency.",
		Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}}, // which do not change
	})
	host := r.Clone(r.Context())
	host.Header, host.Body = r.Header.Clone(), http.NoBody
	t := &tools{endpoint: d, shopIn: func(language string) (Shop, error) { return d.Deployment(host, language) }}
	t.add(s)
	s.AddReceivingMiddleware(dropNullArguments)
	return s
}

// toolError returns an error in words for a model: what is wrong with which field. Failures of the server itself are
// logged, and their details are not shown.
func (d *endpoint) toolError(ctx context.Context, err error) error {
	f := fault.Of(err)
	if f.Code == fault.Internal && !clientgone.Is(ctx, err) {
		d.Log.ErrorContext(ctx, "a tool failed", "error", err)
	}
	text := f.Message + " (" + string(f.Code) + ")"
	for _, field := range f.Fields {
		text += " " + field.Name + ": " + string(field.Code) + "."
	}
	return errors.New(text)
}
