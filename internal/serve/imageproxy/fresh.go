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
	shortestLife = time.Minute
	usualLife    = time.Hour
	longestLife  = 24 * time.Hour
)

// lifetime returns how long a source may be cached by the headers of its host (RFC 9111, 5.2.2).
func lifetime(h http.Header) time.Duration {
	life := usualLife
	for directive := range strings.SplitSeq(h.Get("Cache-Control"), ",") {
		name, value, _ := strings.Cut(strings.ToLower(strings.TrimSpace(directive)), "=")
		switch name {
		case "no-store", "no-cache", "private":
			return shortestLife
		case "max-age", "s-maxage":
			if seconds, err := strconv.Atoi(strings.Trim(value, `"`)); err == nil {
				life = time.Duration(min(seconds, int(longestLife/time.Second))) * time.Second
			}
		}
	}
	return min(max(life, shortestLife), longestLife)
}

// source returns a picture of another host. It requests the picture if it is not cached or has expired. While the host
// is unreachable, an expired one is used.
func (r *remote) source(ctx context.Context, u *url.URL) (*source, error) {
	if err := r.allow(u); err != nil {
		return nil, err
	}
	key := hash("source " + u.String())
	known := r.known(key)
	if known == nil || !r.now().Before(known.ExpiresAt) {
		fresh, err := r.refresh(ctx, key, u, known)
		switch {
		case err == nil:
			known = fresh
		case known == nil || !fault.Is(err, fault.Unavailable):
			return nil, err
		}
	}
	left := max(known.ExpiresAt.Sub(r.now()), shortestLife)
	m := *known
	return &source{
		id: "content " + m.Hash, format: m.Format,
		cacheControl: "public, max-age=" + strconv.Itoa(int(left.Seconds())),
		read:         func(ctx context.Context) ([]byte, error) { return r.content(ctx, u, m) },
	}, nil
}

// refresh fetches a source and caches it.
func (r *remote) refresh(ctx context.Context, key string, u *url.URL, before *meta) (*meta, error) {
	data, err := r.fetches.make(ctx, key, func(ctx context.Context) ([]byte, error) {
		f, err := r.fetch(ctx, u, before)
		if err != nil {
			return nil, err
		}
		r.keep(key, f)
		return json.Marshal(f.meta)
	})
	if err != nil {
		return nil, err
	}
	var m meta
	return &m, json.Unmarshal(data, &m)
}

func (r *remote) known(key string) *meta {
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

func (r *remote) keep(key string, f *fetched) {
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
	return r.fetches.make(ctx, contentKey(m.Hash), func(ctx context.Context) ([]byte, error) {
		f, err := r.fetch(ctx, u, nil)
		if err != nil {
			return nil, err
		}
		r.keep(hash("source "+u.String()), f)
		if f.Hash != m.Hash {
			return nil, fault.New(fault.Unavailable, "The source is being replaced.")
		}
		return f.data, nil
	})
}
