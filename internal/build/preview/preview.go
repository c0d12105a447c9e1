// Package preview serves a folder of builds as a CDN would: files only, without the API. Pages are those of visitors;
// it reports the first request of an island to the API.
package preview

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"regexp"
	"strings"
	"sync"

	"storefront/internal/core/fault"
	"storefront/internal/serve/live"
	"storefront/internal/serve/problem"
	"storefront/internal/serve/webroot"
)

// Serve serves until ctx ends. It calls ready with the addresses of the storefronts, and notify with messages for the
// operator.
func Serve(ctx context.Context, builds string, listener net.Listener, ready func(urls []string),
	notify func(string)) error {
	roots := webroot.Open(builds, slog.New(slog.NewTextHandler(io.Discard, nil)))
	if err := roots.Ready(); err != nil {
		return errors.Join(errors.New("there is nothing to show in "+builds+"; make it with generate build"),
			listener.Close())
	}
	ready(webroot.BrowserURLs(roots.Deployments(), listener.Addr()))
	server := &http.Server{Handler: Handler(builds, roots, notify), ReadHeaderTimeout: webroot.HeaderTimeout}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// resizedPicture matches an address of the API's picture proxy, with the source of the picture.
var resizedPicture = regexp.MustCompile(`^/_ipx/[^/]+(/media/[A-Za-z0-9][A-Za-z0-9._-]*)$`)

// Handler answers with the files of the live builds. Pictures whose size is not among the files are shown in their own
// size.
func Handler(builds string, roots *webroot.Server, notify func(string)) http.Handler {
	files := roots.Handler(func(w http.ResponseWriter, r *http.Request, err error) {
		err = problem.WithKnownCode(err)
		e := fault.Of(err)
		if e.Code == fault.Internal {
			notify(r.URL.Path + " cannot be shown: " + err.Error())
		}
		http.Error(w, e.Message, problem.Status(e.Code))
	})
	trees := live.Open(builds)
	var api, pictures sync.Once
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch match := resizedPicture.FindStringSubmatch(r.URL.Path); {
		case strings.HasPrefix(r.URL.Path, "/api/"):
			api.Do(func() {
				notify("A page has requested the API, which a preview does not run: carts, availability, accounts " +
					"and search need api serve or generate server.")
			})
			problem.Write(w, fault.New(fault.Unavailable, "A preview has no API."), "")
		case match != nil && !hasFile(trees, roots, r):
			pictures.Do(func() {
				notify("Pictures are shown as they are: the sizes that pages ask for are made by the API's proxy, or " +
					"written by generate build --images.")
			})
			w.Header().Set("Cache-Control", "no-store")
			http.Redirect(w, r, match[1], http.StatusFound)
		default:
			files.ServeHTTP(w, r)
		}
	})
}

// hasFile reports whether the live build has a file at the path of a request.
func hasFile(builds *live.Builds, roots *webroot.Server, r *http.Request) bool {
	d, err := roots.Deployment(r.Host)
	if err != nil {
		return false
	}
	return nil == builds.View(d.ID, func(root *os.Root, _ fs.FileInfo) error {
		_, err := root.Stat(strings.TrimPrefix(r.URL.Path, "/"))
		return err
	})
}
