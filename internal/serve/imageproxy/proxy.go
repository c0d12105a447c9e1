// Package imageproxy answers /_ipx/<modifiers>/<source>: pictures in the size and format that a page asks for, made once and
// kept on disk. Sources are the pictures of the live build, and those of hosts that the operator allows.
//
// Everything about a request may be hostile: its modifiers (package picture bounds them), its source (remote.go goes nowhere
// but where it may), the bytes behind it (looked at before they are decoded, decoded by few loaders), and how many there are
// (work.go makes few at a time and turns away the rest). A failure is a fault, told by whoever mounts the handler.
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

// Path is where the handler belongs.
const Path = "/_ipx/"

// Media opens the pictures of the live builds.
type Media interface {
	// OpenMedia opens a file of the deployment that a host shows; name begins with "media/" and names nothing hidden. A failure
	// is NotFound, Misdirected for a host that is not served, or Unavailable without a build.
	OpenMedia(host, name string) (*os.File, error)
}

// Config is what a proxy is put together from. What is left zero takes its default.
type Config struct {
	Media  Media
	Engine picture.Engine // nil: this machine makes no pictures
	Log    *slog.Logger

	// Hosts may be asked for sources: "images.example.com" over HTTPS, or "http://host:8080" where a scheme and a port are
	// meant.
	Hosts []string
	// Reachable says whether an address may be connected to; publicip.Public if nil.
	Reachable func(netip.Addr) bool
	// Now is the clock, time.Now if nil: how long a source from elsewhere holds is counted by it.
	Now func() time.Time
	// Transport may change how hosts are connected to; tests do, for certificates of their own.
	Transport func(*http.Transport)

	// Sizes are what pictures are made in; picture.SiteSizes if nil.
	Sizes *picture.Sizes
	// Format is made where an address asks for none: WebP, or SourceFormat for that of the source.
	Format picture.Format

	Cache      string // the folder of what has been made
	CacheBytes int64
	Limits     Limits
}

// SourceFormat keeps a source's format where an address asks for none, as IPX does.
const SourceFormat picture.Format = "source"

// Limits bound what a request may cost.
type Limits struct {
	SourceBytes int64
	Fetch       time.Duration // for the whole of a source
	Fetches     int           // at a time
	Wait        time.Duration // for a maker
	Make        time.Duration // for one picture
	Makers      int           // pictures made at a time
	Waiting     int           // pictures of one client that wait for a maker, and an eighth of all that wait; more are turned away
}

func (l Limits) orDefaults() Limits {
	l.SourceBytes = cmp.Or(l.SourceBytes, 20<<20)
	l.Fetch = cmp.Or(l.Fetch, 10*time.Second)
	l.Fetches = cmp.Or(l.Fetches, 8)
	l.Wait = cmp.Or(l.Wait, 30*time.Second)
	l.Make = cmp.Or(l.Make, 10*time.Second)
	l.Makers = cmp.Or(l.Makers, DefaultMakers())
	l.Waiting = cmp.Or(l.Waiting, 256)
	return l
}

// DefaultMakers is how many pictures are made at a time.
func DefaultMakers() int { return 2 * runtime.GOMAXPROCS(0) }

const defaultCacheBytes = 1 << 30

// Proxy answers for pictures. It is safe for use by several goroutines.
type Proxy struct {
	config  Config
	remote  *remote
	cache   *cache
	workers *workers
	counts  counts
}

// New prepares a proxy. A failure is the configuration's, or that of the folder of the cache.
func New(c Config) (*Proxy, error) {
	c.Format = cmp.Or(c.Format, picture.WebP)
	c.CacheBytes = cmp.Or(c.CacheBytes, defaultCacheBytes)
	c.Limits = c.Limits.orDefaults()
	c.Sizes = cmp.Or(c.Sizes, picture.SiteSizes)
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Reachable == nil {
		c.Reachable = publicip.Public
	}
	kept, err := openCache(c.Cache, c.CacheBytes, c.Log)
	if err != nil {
		return nil, err
	}
	from, err := newRemote(c, kept)
	if err != nil {
		return nil, err
	}
	return &Proxy{config: c, remote: from, cache: kept, workers: newWorkers(c.Limits.Make, c.Limits, c.Limits.Makers)}, nil
}

// Handler answers GET and HEAD. Whatever goes wrong goes to fail. client names who asks, and clients take turns.
func (p *Proxy) Handler(fail func(http.ResponseWriter, *http.Request, error), client func(*http.Request) string) http.Handler {
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
	a, err := readAddress(r.URL)
	if err != nil {
		return err
	}
	recipe, err := picture.Parse(a.modifiers)
	if err != nil {
		return err
	}
	if err := p.config.Sizes.Check(recipe); err != nil {
		return err
	}
	asked := recipe // as the address has it
	from, err := p.source(r, a)
	if err != nil {
		return err
	}
	if recipe.Auto {
		w.Header().Add("Vary", "Accept")
		recipe.Auto, recipe.Format = false, accepted(r.Header.Get("Accept"))
	}
	if recipe.Format == "" {
		recipe.Format = p.config.Format
	}
	if recipe.Format == SourceFormat {
		recipe.Format = from.format
	}
	key := keyOf(from.id, recipe)
	etag := `"` + key[:32] + `"`
	if matches(r.Header.Get("If-None-Match"), etag) {
		from.policy(w.Header(), etag)
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	body, err := p.picture(r.Context(), key, from, asked, recipe)
	if errors.Is(err, errNoEngine) && a.media != "" {
		// Better the picture as it is than none. Relative, for whatever stands before this server.
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Location", "/"+(&url.URL{Path: a.media}).EscapedPath())
		w.WriteHeader(http.StatusTemporaryRedirect)
		return nil
	}
	if err != nil {
		return err
	}
	defer body.close()
	from.policy(w.Header(), etag)
	return write(w, r, recipe.Format, body)
}

// picture gives what has been made before, or makes it if it is a size of its source that pages ask for.
func (p *Proxy) picture(ctx context.Context, key string, from *source, asked, recipe picture.Recipe) (*entry, error) {
	if e := p.cache.open(key); e != nil {
		p.counts.cached.Add(1)
		return e, nil
	}
	if p.config.Engine == nil {
		return nil, errNoEngine
	}
	data, err := p.workers.make(ctx, key, func(ctx context.Context) ([]byte, error) {
		if e := p.cache.open(key); e != nil { // it was finished while this request looked for it
			defer e.close()
			return io.ReadAll(e.reader)
		}
		source, err := from.read(ctx)
		if err != nil {
			return nil, err
		}
		header, err := picture.Probe(source)
		if err != nil {
			return nil, err
		}
		if err := p.config.Sizes.CheckOf(asked, header); err != nil {
			return nil, err
		}
		made, err := p.config.Engine.Make(ctx, source, header, recipe)
		if err == nil {
			p.counts.made.Add(1)
			p.cache.put(key, made)
		}
		return made, err
	})
	if errors.Is(err, errCrowded) {
		p.counts.refused.Add(1)
	}
	if err != nil {
		return nil, err
	}
	return inMemory(data), nil
}

var errNoEngine = fault.New(fault.Unavailable, "This server makes no pictures.")

func write(w http.ResponseWriter, r *http.Request, format picture.Format, body *entry) error {
	h := w.Header()
	h.Set("Content-Type", format.ContentType())
	h.Set("Content-Length", strconv.FormatInt(body.size, 10))
	h.Set("Content-Disposition", "inline")
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodHead {
		return nil
	}
	if _, err := io.Copy(w, body.reader); err != nil && !errors.Is(err, context.Canceled) {
		// Half of it is sent: the visitor has gone, or the disk has.
		panic(http.ErrAbortHandler)
	}
	return nil
}
