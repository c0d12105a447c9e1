// Package imageproxy answers /_ipx/<modifiers>/<source> with pictures in the size and format that a page requests. It
// makes each once and caches it on disk. Sources are the pictures of the live build, and of hosts that the operator
// allows.
//
// Every part of a request can be hostile: its modifiers (package picture bounds them), its source (remote.go connects
// to allowed hosts only), the source's bytes (probed before they are decoded, by few decoders) and the number of
// requests (work.go makes few pictures at a time and refuses the rest). A failure is a fault, for which the caller
// writes the response.
package imageproxy

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"runtime"
	"strconv"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/lib/publicip"
	"storefront/internal/picture"
)

// Path is the prefix of the handler's addresses.
const Path = "/_ipx/"

// Media opens the pictures of the live builds.
type Media interface {
	// OpenMedia opens a file of a host's deployment; name begins with "media/" and has no hidden segment. A failure is
	// NotFound, Misdirected for a host that is not served, or Unavailable without a build.
	OpenMedia(host, name string) (*os.File, error)
}

// Config configures a proxy. Zero fields have defaults.
type Config struct {
	Media  Media
	Engine picture.Engine // nil: this machine makes no pictures
	Log    *slog.Logger

	// Hosts are the hosts of allowed sources: "images.example.com" over HTTPS, or "http://host:8080" with a scheme and
	// a port.
	Hosts []string
	// IsReachable reports whether an address may be connected to; publicip.IsPublic if nil.
	IsReachable func(netip.Addr) bool
	// Now is the clock for the lifetime of remote sources; time.Now if nil.
	Now func() time.Time
	// AdjustTransport changes the transport to hosts; tests add certificates.
	AdjustTransport func(*http.Transport)

	// Sizes are the sizes that pictures may have; picture.SiteSizes if nil.
	Sizes      *picture.Sizes
	CacheDir   string // the folder of the cache
	CacheBytes int64
	Limits     Limits
}

// Limits bound the cost of a request.
type Limits struct {
	SourceBytes  int64
	FetchTimeout time.Duration // for the whole of a source
	MaxFetches   int           // at a time
	QueueTimeout time.Duration // for a maker
	MakeTimeout  time.Duration // for one picture
	MaxMakers    int           // pictures made at a time
	MaxQueued    int           // per client; all clients together may have eight times as many
}

func (l Limits) orDefaults() Limits {
	l.SourceBytes = cmp.Or(l.SourceBytes, picture.MaxSourceBytes)
	l.FetchTimeout = cmp.Or(l.FetchTimeout, 10*time.Second)
	l.MaxFetches = cmp.Or(l.MaxFetches, 8)
	l.QueueTimeout = cmp.Or(l.QueueTimeout, 30*time.Second)
	l.MakeTimeout = cmp.Or(l.MakeTimeout, 10*time.Second)
	l.MaxMakers = cmp.Or(l.MaxMakers, DefaultMaxMakers())
	l.MaxQueued = cmp.Or(l.MaxQueued, 256)
	return l
}

// DefaultMaxMakers returns the number of pictures that are made at a time.
func DefaultMaxMakers() int { return 2 * runtime.GOMAXPROCS(0) }

const defaultCacheBytes = 1 << 30

// Proxy serves pictures. It is safe for concurrent use.
type Proxy struct {
	config  Config
	remote  *remote
	cache   *cache
	workers *workers
	counts  counts
}

// New returns a proxy. It fails if the configuration is invalid or the cache cannot be opened.
func New(c Config) (*Proxy, error) {
	c.CacheBytes = cmp.Or(c.CacheBytes, defaultCacheBytes)
	c.Limits = c.Limits.orDefaults()
	c.Sizes = cmp.Or(c.Sizes, picture.SiteSizes)
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.IsReachable == nil {
		c.IsReachable = publicip.IsPublic
	}
	files, err := openCache(c.CacheDir, c.CacheBytes, c.Log)
	if err != nil {
		return nil, err
	}
	remotes, err := newRemote(c, files)
	if err != nil {
		return nil, err
	}
	makers := newWorkers(c.Limits.MakeTimeout, c.Limits, c.Limits.MaxMakers)
	return &Proxy{config: c, remote: remotes, cache: files, workers: makers}, nil
}

// Handler answers GET and HEAD, and calls fail for failures. The function client identifies a client; clients take
// turns.
func (p *Proxy) Handler(fail func(http.ResponseWriter, *http.Request, error),
	client func(*http.Request) string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := p.serve(w, r.WithContext(withClient(r.Context(), client(r)))); err != nil {
			fail(w, r, err)
		}
	})
}

func (p *Proxy) serve(w http.ResponseWriter, r *http.Request) error {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		return fault.New(fault.MethodNotAllowed, "Pictures can only be read.")
	}
	a, err := parseAddress(r.URL)
	if err != nil {
		return err
	}
	recipe, err := picture.Parse(a.modifiers)
	if err != nil {
		return err
	}
	if err := p.config.Sizes.CheckRecipe(recipe); err != nil {
		return err
	}
	requested := recipe // before defaults
	src, err := p.source(r, a)
	if err != nil {
		return err
	}
	if recipe.Auto {
		w.Header().Add("Vary", "Accept")
		recipe.Auto, recipe.Format = false, negotiateFormat(r.Header.Get("Accept"))
	}
	if recipe.Format == "" {
		recipe.Format = picture.WebP
	}
	key := cacheKey(src.id, recipe)
	etag := `"` + key[:32] + `"`
	if matchesETag(r.Header.Get("If-None-Match"), etag) {
		src.setCacheHeaders(w.Header(), etag)
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	body, err := p.picture(r.Context(), key, src, requested, recipe)
	if errors.Is(err, errNoEngine) && a.media != "" {
		// Redirect to the picture as it is. Relative, so that it works behind any proxy.
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Location", "/"+(&url.URL{Path: a.media}).EscapedPath())
		w.WriteHeader(http.StatusTemporaryRedirect)
		return nil
	}
	if err != nil {
		return err
	}
	defer body.close()
	src.setCacheHeaders(w.Header(), etag)
	return writeResponse(w, r, recipe.Format, body)
}

// picture returns a picture from the cache, or makes it if its size is one that pages use.
func (p *Proxy) picture(
	ctx context.Context, key string, src *source, requested, recipe picture.Recipe,
) (*entry, error) {
	if e := p.cache.open(key); e != nil {
		p.counts.cached.Add(1)
		return e, nil
	}
	if p.config.Engine == nil {
		return nil, errNoEngine
	}
	data, err := p.workers.do(ctx, key, func(ctx context.Context) ([]byte, error) {
		if e := p.cache.open(key); e != nil { // another request finished it meanwhile
			defer e.close()
			return io.ReadAll(e.reader)
		}
		original, err := src.read(ctx)
		if err != nil {
			return nil, err
		}
		header, err := picture.Probe(original)
		if err != nil {
			return nil, err
		}
		if err := p.config.Sizes.CheckForSource(requested, header); err != nil {
			return nil, err
		}
		made, err := p.config.Engine.Make(ctx, original, header, recipe)
		if err == nil {
			p.counts.made.Add(1)
			p.cache.put(key, made)
		}
		return made, err
	})
	if errors.Is(err, errQueueFull) {
		p.counts.refused.Add(1)
	}
	if err != nil {
		return nil, err
	}
	return memoryEntry(data), nil
}

var errNoEngine = fault.New(fault.Unavailable, "This server makes no pictures.")

func writeResponse(w http.ResponseWriter, r *http.Request, format picture.Format, body *entry) error {
	h := w.Header()
	h.Set("Content-Type", format.ContentType())
	h.Set("Content-Length", strconv.FormatInt(body.size, 10))
	h.Set("Content-Disposition", "inline")
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodHead {
		return nil
	}
	if _, err := io.Copy(w, body.reader); err != nil && !errors.Is(err, context.Canceled) {
		// Part of the body is sent already: the client has gone, or the disk failed.
		panic(http.ErrAbortHandler)
	}
	return nil
}
