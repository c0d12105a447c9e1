package devserver

import (
	"bytes"
	_ "embed"
	"errors"
	"html"
	"log/slog"
	"mime"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"

	"storefront/internal/build/engine"
	"storefront/internal/core/payload"
	"storefront/internal/serve/webroot"
)

//go:embed client/reload.js
var reloadJS []byte

//go:embed client/reload.css
var reloadCSS []byte

// ownPrefix is the prefix of the server's own addresses. Slugs have no underscores, so that no page has it.
const ownPrefix = "/__generate/"

// apiPrefixes are the prefixes of the API's addresses.
var apiPrefixes = []string{"/api/", "/_ipx/", "/sandbox/"}

func discardLog() *slog.Logger { return slog.New(slog.DiscardHandler) }

func (s *server) handler() http.Handler {
	site := s.roots.Handler(s.serveNoPage)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch path := r.URL.Path; {
		case strings.HasPrefix(path, ownPrefix):
			s.serveOwnFile(w, r)
		case isAPIPath(path):
			s.api.serve(w, r, site)
		case r.Method == http.MethodGet || r.Method == http.MethodHead:
			s.servePage(w, r, site)
		default:
			site.ServeHTTP(w, r)
		}
	})
}

func isAPIPath(path string) bool {
	for _, prefix := range apiPrefixes {
		if strings.HasPrefix(path+"/", prefix) {
			return true
		}
	}
	return false
}

func (s *server) serveOwnFile(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-cache")
	switch strings.TrimPrefix(r.URL.Path, ownPrefix) {
	case "events":
		d, _ := s.roots.Deployment(r.Host) // before the first build there is none
		s.hub.serve(w, r, d.ID)
	case "reload.js":
		w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		_, _ = w.Write(reloadJS)
	case "reload.css":
		w.Header().Set("Content-Type", "text/css; charset=utf-8")
		_, _ = w.Write(reloadCSS)
	default:
		http.NotFound(w, r)
	}
}

const payloadFile = "/_payload.json"

// servePage answers with the planned page or else the published one; documents get the script that reloads them.
func (s *server) servePage(w http.ResponseWriter, r *http.Request, site http.Handler) {
	path, isPayload := strings.CutSuffix(r.URL.EscapedPath(), payloadFile)
	if path = strings.TrimRight(path, "/"); path == "" {
		path = "/"
	}
	d, err := s.roots.Deployment(r.Host)
	if err != nil {
		s.serveNoPage(w, r, err)
		return
	}
	state := s.hub.state() // read before the page, so that later changes are sent
	page, err := s.session.Page(r.Context(), d.ID, path)
	switch {
	case errors.Is(err, engine.ErrPageRemoved):
		r = r.Clone(r.Context())
		r.URL.Path, r.URL.RawPath = strings.TrimRight(path, "/")+"/_gone", "" // an address that no page has
		s.serveWithScript(w, r, site)
	case err != nil:
		s.serveRenderError(w, r, err)
	case page == nil && isFile(path):
		s.serveFile(w, r, d.ID, site)
	case page == nil:
		s.serveWithScript(w, r, site)
	case isPayload:
		writeResponse(w, r, http.StatusOK, "application/json; charset=utf-8", page.Payload)
	default:
		s.writeDocument(w, r, http.StatusOK, d, page.HTML, state)
	}
}

// isFile reports whether a path is that of a file which pages load.
func isFile(path string) bool {
	return strings.HasPrefix(path, "/assets/") || strings.HasPrefix(path, "/media/")
}

// serveFile answers with the planned file, if it is not published yet, or else the published one.
func (s *server) serveFile(w http.ResponseWriter, r *http.Request, deployment string, site http.Handler) {
	if planned := s.session.File(deployment, r.URL.Path); planned != nil {
		writeResponse(w, r, http.StatusOK, mime.TypeByExtension(filepath.Ext(r.URL.Path)), planned)
		return
	}
	site.ServeHTTP(w, r)
}

func (s *server) writeDocument(w http.ResponseWriter, r *http.Request, status int, d payload.Deployment, body []byte,
	state string) {
	w.Header().Set("Content-Security-Policy", webroot.ContentPolicy(d))
	writeResponse(w, r, status, "text/html; charset=utf-8", inject(body, state))
}

func writeResponse(w http.ResponseWriter, r *http.Request, status int, kind string, body []byte) {
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body)
	}
}

// inject appends the script to a document that was made of a state.
func inject(html []byte, state string) []byte {
	scriptTag := `<script src="` + ownPrefix + `reload.js" data-state="` + state + `" defer></script>`
	end := bytes.LastIndex(html, []byte("</body>"))
	if end < 0 {
		end = len(html)
	}
	out := make([]byte, 0, len(html)+len(scriptTag))
	return append(append(append(out, html[:end]...), scriptTag...), html[end:]...)
}

// serveWithScript passes a request to the site, and adds the script to documents.
func (s *server) serveWithScript(w http.ResponseWriter, r *http.Request, site http.Handler) {
	r = r.Clone(r.Context())
	for _, name := range []string{"Accept-Encoding", "If-None-Match", "Range", "If-Range"} {
		r.Header.Del(name)
	}
	state := s.hub.state()
	c := &capture{ResponseWriter: w}
	site.ServeHTTP(c, r)
	if !c.isDocument {
		return
	}
	for _, name := range []string{"Content-Length", "Etag"} {
		w.Header().Del(name)
	}
	writeResponse(w, r, c.status, w.Header().Get("Content-Type"), inject(c.body.Bytes(), state))
}

// capture buffers a document and passes on anything else.
type capture struct {
	http.ResponseWriter
	status     int
	isDocument bool
	body       bytes.Buffer
}

func (c *capture) WriteHeader(status int) {
	c.status = status
	if c.isDocument = strings.HasPrefix(c.Header().Get("Content-Type"), "text/html"); !c.isDocument {
		c.ResponseWriter.WriteHeader(status)
	}
}

func (c *capture) Write(data []byte) (int, error) {
	if c.status == 0 {
		c.WriteHeader(http.StatusOK)
	}
	if c.isDocument {
		return c.body.Write(data)
	}
	return c.ResponseWriter.Write(data)
}

// serveNoPage answers if the first build failed, or if no deployment has the host.
func (s *server) serveNoPage(w http.ResponseWriter, r *http.Request, err error) {
	s.writeMessagePage(w, r, http.StatusServiceUnavailable, "There is no page to show yet: "+err.Error())
}

// serveRenderError answers for a page that cannot be rendered.
func (s *server) serveRenderError(w http.ResponseWriter, r *http.Request, err error) {
	s.writeMessagePage(w, r, http.StatusInternalServerError, "This page cannot be shown: "+err.Error())
}

var emptyPage = []byte("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>generate server</title>" +
	"</head><body><pre></pre></body></html>")

func (s *server) writeMessagePage(w http.ResponseWriter, r *http.Request, status int, text string) {
	body := bytes.Replace(emptyPage, []byte("<pre>"), []byte("<pre>"+html.EscapeString(text)), 1)
	s.writeDocument(w, r, status, payload.Deployment{}, body, s.hub.state())
}
