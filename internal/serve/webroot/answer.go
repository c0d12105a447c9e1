package webroot

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"storefront/internal/core/redirect"
	"storefront/internal/lib/httpfile"
)

// response is a response: a redirect, or an open file, which stays as it is when builds are published.
type response struct {
	redirect *redirect.Target

	status int
	name   string // of the file in the tree, without .br or .gz
	file   *os.File
	// encoding is that of the file itself, if the build compressed it.
	encoding encoding
	accepted []encoding
}

// newResponse returns an answer and takes over the file. It prefers a compressed variant beside it, in the first
// accepted encoding that has one.
func (t *tree) newResponse(file *os.File, name string, status int, accepted []encoding) *response {
	a := &response{status: status, name: name, file: file, accepted: accepted}
	if !httpfile.KindOf(name).Text {
		return a
	}
	for _, e := range accepted {
		if compressed, err := t.open(name + e.extension); err == nil {
			_ = a.file.Close()
			a.file, a.encoding = compressed, e
			break
		}
	}
	return a
}

func (a *response) close() {
	if a != nil && a.file != nil {
		_ = a.file.Close()
	}
}

func (a *response) write(w http.ResponseWriter, r *http.Request, copies *copyCache) error {
	if a.redirect != nil {
		// Browsers cache a 301 without limit otherwise, and the next build may have a page there.
		w.Header().Set("Cache-Control", httpfile.Revalidate)
		w.Header().Set("Location", escapeNonASCII(a.redirect.To))
		w.WriteHeader(a.redirect.Status)
		return nil
	}
	c, err := copies.get(a)
	if err != nil {
		return err
	}
	h := w.Header()
	kind := httpfile.KindOf(a.name)
	h.Set("Content-Type", kind.ContentType)
	h.Set("Cache-Control", cachePolicy(a.name, a.status))
	if isPage(a.name) {
		h.Set("Vary", "Accept, Accept-Encoding")
	} else if kind.Text {
		h.Set("Vary", "Accept-Encoding")
	}
	var content io.ReadSeeker = a.file
	size := c.size
	if c.body != nil {
		content, size = bytes.NewReader(c.body), int64(len(c.body))
	}
	if c.encoding != "" {
		h.Set("Content-Encoding", c.encoding)
		h.Set("Content-Length", strconv.FormatInt(size, 10))
	}
	if a.status != http.StatusOK {
		return writeWhole(w, r, a.status, content, size)
	}
	h.Set("ETag", c.etag)
	// There is no Last-Modified, because two builds can differ within a second.
	http.ServeContent(w, r, a.name, time.Time{}, content)
	return nil
}

// writeWhole writes a response with a status to which conditions and ranges do not apply.
func writeWhole(w http.ResponseWriter, r *http.Request, status int, content io.Reader, size int64) error {
	w.Header().Set("Content-Length", strconv.FormatInt(size, 10))
	w.WriteHeader(status)
	if r.Method == http.MethodHead {
		return nil
	}
	_, _ = io.Copy(w, content) // it fails if the visitor has gone
	return nil
}

// escapeNonASCII percent-encodes a redirect's target for a header.
func escapeNonASCII(target string) string {
	var b strings.Builder
	for i := range len(target) {
		if c := target[i]; c <= ' ' || c > '~' {
			b.WriteString(url.PathEscape(string([]byte{c})))
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// cachePolicy returns the Cache-Control of a file with a status. Errors are revalidated.
func cachePolicy(name string, status int) string {
	if status != http.StatusOK {
		return httpfile.Revalidate
	}
	return httpfile.CachePolicy(name)
}
