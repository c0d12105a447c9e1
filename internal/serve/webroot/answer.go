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

// answer is what a request will get: a redirect, or a file that is open and so stays as it is whatever is published.
type answer struct {
	redirect *redirect.Target

	status int
	name   string // of the file in the tree, without .br or .gz
	file   *os.File
	// encoding is that of the file itself, where publish wrote it compressed.
	encoding encoding
	accepted []encoding
}

// answerWith takes over the file. A compressed twin beside it, in the first accepted encoding that has one, is preferred.
func (t *tree) answerWith(file *os.File, name string, status int, accepted []encoding) *answer {
	a := &answer{status: status, name: name, file: file, accepted: accepted}
	if !httpfile.KindOf(name).Text {
		return a
	}
	for _, e := range accepted {
		if twin, err := t.open(name + e.extension); err == nil {
			_ = a.file.Close()
			a.file, a.encoding = twin, e
			break
		}
	}
	return a
}

func (a *answer) close() {
	if a != nil && a.file != nil {
		_ = a.file.Close()
	}
}

func (a *answer) write(w http.ResponseWriter, r *http.Request, copies *copies) error {
	if a.redirect != nil {
		// Browsers keep a 301 without limit otherwise, and the next build may have a page there.
		w.Header().Set("Cache-Control", httpfile.Revalidate)
		w.Header().Set("Location", ascii(a.redirect.To))
		w.WriteHeader(a.redirect.Status)
		return nil
	}
	c, err := copies.of(a)
	if err != nil {
		return err
	}
	h := w.Header()
	kind := httpfile.KindOf(a.name)
	h.Set("Content-Type", kind.ContentType)
	h.Set("Cache-Control", cachePolicy(a.name, a.status))
	if kind.Text {
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
	// No Last-Modified: within a second two builds can differ.
	http.ServeContent(w, r, a.name, time.Time{}, content)
	return nil
}

// writeWhole answers with a status that conditions and ranges do not apply to.
func writeWhole(w http.ResponseWriter, r *http.Request, status int, content io.Reader, size int64) error {
	w.Header().Set("Content-Length", strconv.FormatInt(size, 10))
	w.WriteHeader(status)
	if r.Method == http.MethodHead {
		return nil
	}
	_, _ = io.Copy(w, content) // the visitor has gone
	return nil
}

// ascii makes an editor's target fit for a header.
func ascii(target string) string {
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

// cachePolicy has everything but a page that is there asked for again.
func cachePolicy(name string, status int) string {
	if status != http.StatusOK {
		return httpfile.Revalidate
	}
	return httpfile.CachePolicy(name)
}
