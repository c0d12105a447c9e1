package main

import (
	"log/slog"

	"storefront/internal/picture/vips"
	"storefront/internal/serve/imageproxy"
	"storefront/internal/serve/webroot"
)

// pictureOptions name the sources of pictures beside the builds, and the size of the cache.
type pictureOptions struct {
	hosts []string
	cache int64 // megabytes
}

// open prepares the proxy of pictures, with its cache in a folder. A machine without libvips shows the build's pictures
// as they are.
func (o *pictureOptions) open(cache string, media *webroot.Server, log *slog.Logger) (*imageproxy.Proxy, error) {
	c := imageproxy.Config{
		Media: media, Hosts: o.hosts, Log: log,
		Cache: cache, CacheBytes: o.cache << 20,
	}
	engine, err := vips.Start(vips.DefaultLimits, imageproxy.DefaultMakers())
	if err != nil {
		log.Warn("pictures are not made on this machine", "reason", err)
	} else {
		c.Engine = engine
	}
	return imageproxy.New(c)
}
