// Package webroot serves the web roots of builds, each to its own hosts. It reads the builds folder for every request,
// so that a build is live as soon as it is published:
//
//	builds/meta/deployments.json    which deployments there are, and their hosts
//	builds/public/<deployment>      the live tree of files: a link, moved from build to build
//
// Each response is of one build (package live).
package webroot

import (
	"log/slog"
	"net/http"
	"path/filepath"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
	"storefront/internal/core/redirect"
	"storefront/internal/serve/live"
)

// HeaderTimeout is how long a server waits for the head of a request on a new connection. It exceeds the ten seconds
// for which Chrome keeps a connection that it has opened before it needs one: a request on a connection that the server
// closes at that moment fails.
const HeaderTimeout = 20 * time.Second

// Server serves all deployments of a builds folder.
type Server struct {
	builds   *live.Builds
	registry *registry
	rules    *ruleCache
	copies   *copyCache
}

// Open returns a server of a builds folder, which need not exist yet.
func Open(builds string, log *slog.Logger) *Server {
	return &Server{
		builds:   live.Open(builds),
		registry: &registry{file: filepath.Join(builds, "meta", "deployments.json"), log: log},
		rules:    &ruleCache{},
		copies:   newCopyCache(copyCacheBytes),
	}
}

// Ready returns nil if at least one deployment's home page can be read, and otherwise an Unavailable failure.
func (s *Server) Ready() error {
	known := s.registry.current()
	for _, d := range known.all {
		err := s.viewTree(d, func(t *tree) error {
			f, err := t.open("index.html")
			if err != nil {
				return err
			}
			return f.Close()
		})
		if err == nil {
			return nil
		}
	}
	return live.ErrNoBuild
}

// Deployment returns the deployment of a host. A failure is Misdirected for a host that is not served, Unavailable
// without a build.
func (s *Server) Deployment(host string) (payload.Deployment, error) {
	d, err := s.registry.current().find(host)
	if err != nil {
		return payload.Deployment{}, err
	}
	return d.Deployment, nil
}

// LastDeployment returns the id of a host's deployment without looking for a change of the builds, for a request that
// has been answered; empty for a host that is not served.
func (s *Server) LastDeployment(host string) string {
	d, err := s.registry.last().find(host)
	if err != nil {
		return ""
	}
	return d.ID
}

// Deployments returns all deployments, the one that is shown at local addresses first.
func (s *Server) Deployments() []payload.Deployment {
	return s.registry.current().list()
}

// OnChange has f called with all deployments, now and each time that a build has changed them. It is called before the
// server serves.
func (s *Server) OnChange(f func([]payload.Deployment)) {
	s.registry.onChange = f
	s.registry.current()
}

// Redirect returns the redirect of a path of a host: nil if a page answers it or no rule matches. A failure is Invalid
// for a dangerous path, Misdirected for a host that is not served, Unavailable without a build.
func (s *Server) Redirect(host, path string) (*redirect.Target, error) {
	d, err := s.registry.current().find(host)
	if err != nil {
		return nil, err
	}
	var target *redirect.Target
	err = s.viewTree(d, func(t *tree) error {
		if t.hasFile(withoutQuery(path)) {
			target = nil
			return nil
		}
		var err error
		target, err = s.findRedirect(t, path)
		return err
	})
	return target, err
}

// Handler answers GET and HEAD with the files of the live builds, and calls fail for failures other than a missing
// page.
func (s *Server) Handler(fail func(http.ResponseWriter, *http.Request, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := s.serve(w, r); err != nil {
			fail(w, r, err)
		}
	})
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) error {
	d, err := s.registry.current().find(r.Host)
	if err != nil {
		return err
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		return fault.New(fault.MethodNotAllowed, "Pages can only be read.")
	}
	a, err := s.findResponse(d, r)
	if err != nil {
		return err
	}
	defer a.close()
	w.Header().Set("Content-Security-Policy", d.policy)
	return a.write(w, r, s.copies)
}

// findResponse returns the answer from the live build.
func (s *Server) findResponse(d *deployment, r *http.Request) (*response, error) {
	accepted := acceptedEncodings(r.Header.Get("Accept-Encoding"))
	path := r.URL.EscapedPath()
	requested := path
	if r.URL.RawQuery != "" {
		requested += "?" + r.URL.RawQuery
	}
	var a *response
	err := s.viewTree(d, func(t *tree) error {
		a.close()
		a = nil
		file, name, err := t.openPage(path)
		if err != nil {
			return err
		}
		if file != nil {
			file, name = t.negotiateMarkdown(file, name, r.Header.Get("Accept"))
			a = t.newResponse(file, name, http.StatusOK, accepted)
			return nil
		}
		target, err := s.findRedirect(t, requested)
		if err != nil && err != redirect.ErrRefused {
			return err
		}
		if target != nil {
			a = &response{redirect: target}
			return nil
		}
		file, name, err = t.openNotFound(path)
		if err != nil {
			return err
		}
		a = t.newResponse(file, name, http.StatusNotFound, accepted)
		return nil
	})
	if err != nil {
		a.close()
		return nil, err
	}
	return a, nil
}
