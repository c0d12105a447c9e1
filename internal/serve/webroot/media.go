package webroot

import (
	"os"
	"strings"

	"storefront/internal/core/fault"
	"storefront/internal/serve/live"
)

// mediaFolder is the folder of pictures in a tree.
const mediaFolder = "media/"

// OpenMedia opens a picture of the live build of a host's deployment; name begins with "media/". A failure is NotFound,
// Misdirected for a host that is not served, Unavailable without a build.
func (s *Server) OpenMedia(host, name string) (*os.File, error) {
	d, err := s.registry.current().find(host)
	if err != nil {
		return nil, err
	}
	if !strings.HasPrefix(name, mediaFolder) || !isClean(name) {
		return nil, errNoMedia
	}
	var f *os.File
	err = s.viewTree(d, func(t *tree) (err error) {
		if f != nil {
			_ = f.Close() // of a build that is not live any more
		}
		f, err = t.open(name)
		return err
	})
	if live.IsMissing(err) {
		return nil, errNoMedia
	}
	return f, err
}

var errNoMedia = fault.New(fault.NotFound, "There is no such picture.")
