package api

import (
	"io"
	"net/http"

	"storefront/internal/core/fault"
)

// live reports that the process is alive.
func (s *server) live(w http.ResponseWriter, _ *http.Request) { writeOK(w) }

// ready reports that there is a build to serve and that the server is not stopping. It ignores the database: otherwise
// all servers of one database would be taken out of service with it, and pages need none.
func (s *server) ready(w http.ResponseWriter, r *http.Request) {
	err := s.Site.Ready()
	if s.isStopping() {
		err = fault.New(fault.Unavailable, "The server is about to stop.")
	}
	if err != nil {
		s.problems.write(w, r, err)
		return
	}
	writeOK(w)
	if s.ReadyDetail != "" {
		_, _ = io.WriteString(w, s.ReadyDetail+"\n")
	}
}

func (s *server) isStopping() bool {
	select {
	case <-s.Stopping:
		return true
	default:
		return false
	}
}

// closeWhenStopping closes each connection after its response once the server is stopping. A client whose connection is
// closed during a request cannot know whether the request was received; after a last response it connects elsewhere.
func (s *server) closeWhenStopping(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.isStopping() {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

func writeOK(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = io.WriteString(w, "ok\n") // it fails if the client has gone
}
