package main

import (
	"log/slog"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"storefront/internal/imageproxy"
	"storefront/internal/picture/vips"
	"storefront/internal/webroot"
)

// pictureOptions say where pictures come from beside the builds, and how much of them is kept.
type pictureOptions struct {
	hosts []string
	cache int64 // megabytes
}

func (o *pictureOptions) flags(f *pflag.FlagSet, env func(name, otherwise string) string) {
	f.StringSliceVar(&o.hosts, "picture-hosts", strings.FieldsFunc(env("PICTURE_HOSTS", ""), func(c rune) bool { return c == ',' }),
		"hosts whose pictures are shown, like images.example.com, separated by commas; PICTURE_HOSTS sets it too")
	f.Int64Var(&o.cache, "picture-cache", 1024, "megabytes of pictures to keep in the folder of the data")
}

// open prepares the proxy of pictures. A machine without libvips shows the build's pictures as they are.
func (o *pictureOptions) open(data string, media *webroot.Server, log *slog.Logger) (*imageproxy.Proxy, error) {
	c := imageproxy.Config{
		Media: media, Hosts: o.hosts, Log: log,
		Cache: filepath.Join(data, "pictures"), CacheBytes: o.cache << 20,
	}
	engine, err := vips.Open(vips.DefaultLimits)
	if err != nil {
		log.Warn("pictures are not made on this machine", "reason", err)
	} else {
		c.Engine = engine
	}
	return imageproxy.New(c)
}
