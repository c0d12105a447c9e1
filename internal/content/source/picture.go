package source

import (
	"net/url"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/core/payload"
	"storefront/internal/lib/suggest"
)

// pictureProviders are those that site/lib/image/image.ts holds, the usual one first.
var pictureProviders = []string{string(payload.ProxiedPictures), string(payload.OriginalPictures)}

// remotePicture makes a picture of another host known, by its alt text. Every deployment shows pictures of the one
// catalogue, so each has to allow the host; it is nil if one does not, and that is reported.
func (l *loader) remotePicture(f *file, address string) *catalog.Picture {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User != nil || u.Fragment != "" || strings.ContainsAny(address, " \"<>\\") {
		f.errorAtKey(nil, address, "%q is not an address of a picture such as https://images.example.com/dunes.jpg",
			address)
		return &catalog.Picture{Alt: catalog.Localized{}}
	}
	for _, d := range l.lib.Deployments {
		if !slices.Contains(d.PictureHosts, u.Host) {
			f.errorAtKey(nil, address, "the host %s is not among the pictureHosts of the deployment %q%s", u.Host, d.ID,
				suggest.DidYouMean(u.Host, d.PictureHosts))
		}
	}
	p := &catalog.Picture{File: address, Alt: catalog.Localized{}}
	l.lib.Pictures[address] = p
	return p
}

// checkPictures reports an unknown provider, and hosts that are malformed or that the provider cannot reach.
func (l *loader) checkPictures(f *file, d *catalog.Deployment) {
	f.checkChoice(string(d.PictureProvider), "a provider of pictures", pictureProviders, "pictureProvider")
	for i, host := range d.PictureHosts {
		if u, err := url.Parse("https://" + host); err != nil || u.Host != host || host == "" ||
			strings.ToLower(host) != host {
			f.errorAt([]any{"pictureHosts", i}, "%q is not a host such as images.example.com", host)
		}
		if d.PictureProvider == payload.OriginalPictures {
			f.errorAt([]any{"pictureHosts", i}, "pictures of other hosts need the proxy, and the provider "+
				"none does not use it")
		}
	}
}
