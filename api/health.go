package api

import (
	"io"
	"net/http"
)

// live says that the process answers.
func (s *server) live(w http.ResponseWriter, _ *http.Request) { writeOK(w) }

// ready says that there is something to serve.
func (s *server) ready(w http.ResponseWriter, r *http.Request) {
	if err := s.site.Ready(); err != nil {
		s.problems.write(w, r, err)
		return
	}
	writeOK(w)
}

func writeOK(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = io.WriteString(w, "ok\n") // the client has gone
}
