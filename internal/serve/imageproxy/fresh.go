package imageproxy

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/picture"
)

// meta describes a source of another host.
type meta struct {
	Hash      string         `json:"hash"`
	Format    picture.Format `json:"format"`
	ETag      string         `json:"etag,omitempty"`
	ExpiresAt time.Time      `json:"expiresAt"`
}

// Bounds of the lifetime of a source, whatever its host's headers are.
const (
	minLifetime     = time.Minute
	defaultLifetime = time.Hour
	maxLifetime     = 24 * time.Hour
)

// lifetime returns how long a source may be cached by the headers of its host (RFC 9111, 5.2.2).
func lifetime(h http.Header) time.Duration {
	ttl := defaultLifetime
	for directive := range strings.SplitSeq(h.Get("Cache-Control"), ",") {
		name, value, _ := strings.Cut(strings.ToLower(strings.TrimSpace(directive)), "=")
		switch name {
		case "no-store", "no-cache", "private":
			return minLifetime
		case "max-age", "s-maxage":
			if seconds, err := strconv.Atoi(strings.Trim(value, `"`)); err == nil {
				ttl = time.Duration(min(seconds, int(maxLifetime/time.Second))) * time.Second
			}
		}
	}
	return min(max(ttl, minLifetime), maxLifetime)
}

// source returns a picture of another host. It requests the picture if it is not cached or has expired. While the host
// is unreachable, an expired one is used.
func (r *remote) source(ctx context.Context, u *url.URL) (*source, error) {
	if err := r.checkAllowed(u); err != nil {
		return nil, err
	}
	key := hash("source " + u.String())
	cached := r.cachedMeta(key)
	if cached == nil || !r.now().Before(cached.ExpiresAt) {
		fresh, err := r.refresh(ctx, key, u, cached)
		switch {
		case err == nil:
			cached = fresh
		case cached == nil || !fault.Is(err, fault.Unavailable):
			return nil, err
		}
	}
	remaining := max(cached.ExpiresAt.Sub(r.now()), minLifetime)
	m := *cached
	return &source{
		id: "content " + m.Hash, format: m.Format,
		cacheControl: "public, max-age=" + strconv.Itoa(int(remaining.Seconds())),
		read:         func(ctx context.Context) ([]byte, error) { return r.content(ctx, u, m) },
	}, nil
}

// refresh fetches a source and caches it.
func (r *remote) refresh(ctx context.Context, key string, u *url.URL, previous *meta) (*meta, error) {
	data, err := r.fetches.do(ctx, key, func(ctx context.Context) ([]byte, error) {
		f, err := r.fetch(ctx, u, previous)
		if err != nil {
			return nil, err
		}
		r.store(key, f)
		return json.Marshal(f.meta)
	})
	if err != nil {
		return nil, err
	}
	var m meta
	return &m, json.Unmarshal(data, &m)
}

func (r *remote) cachedMeta(key string) *meta {
	e := r.cache.open(key)
	if e == nil {
		return nil
	}
	defer e.close()
	data, err := io.ReadAll(e.reader)
	var m meta
	if err != nil || json.Unmarshal(data, &m) != nil || m.Hash == "" {
		return nil
	}
	return &m
}

func (r *remote) store(key string, f *fetched) {
	data, err := json.Marshal(f.meta)
	if err != nil {
		return
	}
	if !f.unchanged {
		r.cache.put(contentKey(f.Hash), f.data)
	}
	r.cache.put(key, data)
}

func contentKey(contentHash string) string { return hash("content " + contentHash) }

// content returns the bytes of a source, from the cache or else from the host.
func (r *remote) content(ctx context.Context, u *url.URL, m meta) ([]byte, error) {
	if e := r.cache.open(contentKey(m.Hash)); e != nil {
		defer e.close()
		if data, err := io.ReadAll(e.reader); err == nil && int64(len(data)) == e.size {
			return data, nil
		}
	}
	return r.fetches.do(ctx, contentKey(m.Hash), func(ctx context.Context) ([]byte, error) {
		f, err := r.fetch(ctx, u, nil)
		if err != nil {
			return nil, err
		}
		r.store(hash("source "+u.String()), f)
		if f.Hash != m.Hash {
			return nil, fault.New(fault.Unavailable, "The source is being replaced.")
		}
		return f.data, nil
	})
}
