package main

import (
	"log/slog"

	"storefront/internal/picture/vips"
	"storefront/internal/serve/imageproxy"
	"storefront/internal/serve/webroot"
)

// pictureOptions are the hosts of other pictures and the size of the cache.
type pictureOptions struct {
	hosts []string
	cache int64 // megabytes
}

// open returns the picture proxy with its cache folder. Without libvips it serves the build's pictures unchanged.
func (o *pictureOptions) open(cache string, media *webroot.Server, log *slog.Logger) (*imageproxy.Proxy, error) {
	c := imageproxy.Config{
		Media: media, Hosts: o.hosts, Log: log,
		CacheDir: cache, CacheBytes: o.cache << 20,
	}
	engine, err := vips.Start(vips.DefaultLimits, imageproxy.DefaultMaxMakers())
	if err != nil {
		log.Warn("this machine makes no pictures", "reason", err)
	} else {
		c.Engine = engine
	}
	return imageproxy.New(c)
}
