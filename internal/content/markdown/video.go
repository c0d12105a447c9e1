package markdown

import (
	"net/url"
	"path"
	"slices"
	"strings"

	"storefront/internal/lib/lazyregexp"
)

// The providers of videos.
const (
	YouTube = "youtube"
	Vimeo   = "vimeo"
)

// videoSites are the hosts of each provider's pages.
var videoSites = []struct {
	provider string
	hosts    []string
	id       *lazyregexp.Regexp
}{
	{YouTube, []string{"www.youtube.com", "youtube.com", "m.youtube.com", "youtu.be"},
		lazyregexp.New(`^[A-Za-z0-9_-]{11}$`)},
	{Vimeo, []string{"vimeo.com", "www.vimeo.com"}, lazyregexp.New(`^[0-9]{6,12}$`)},
}

func videoHosts() (all []string) {
	for _, s := range videoSites {
		all = append(all, s.hosts[0])
	}
	return all
}

// ParseVideoURL returns the provider of a video and its id there, by the address of its page.
func ParseVideoURL(address string) (provider, id string, ok bool) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" {
		return "", "", false
	}
	for _, s := range videoSites {
		if !slices.Contains(s.hosts, strings.ToLower(u.Host)) {
			continue
		}
		if id = u.Query().Get("v"); id == "" || s.provider != YouTube {
			id = path.Base(u.Path)
		}
		return s.provider, id, s.id.MatchString(id)
	}
	return "", "", false
}
