package webroot

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
	"os"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"

	"storefront/internal/redirect"
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
	if !kindOf(name).text {
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
		w.Header().Set("Cache-Control", revalidate)
		w.Header().Set("Location", ascii(a.redirect.To))
		w.WriteHeader(a.redirect.Status)
		return nil
	}
	c, err := copies.of(a)
	if err != nil {
		return err
	}
	h := w.Header()
	kind := kindOf(a.name)
	h.Set("Content-Type", kind.contentType)
	h.Set("Cache-Control", cachePolicy(a.name, a.status))
	if kind.text {
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

const (
	revalidate = "no-cache"
	immutable  = "public, max-age=31536000, immutable"
)

// buildFile are the files of builds/meta that are named after their build.
var buildFile = regexp.MustCompile(`^[0-9a-f]{8,64}(\.files)?\.json$`)

// cachePolicy lets browsers keep for ever what has its content's hash or its build's id in its name. A payload has the
// build's id in its query only, and may be asked for while builds change: it is checked each time.
func cachePolicy(name string, status int) string {
	meta, isMeta := strings.CutPrefix(name, "builds/meta/")
	switch {
	case status != http.StatusOK:
		return revalidate
	case strings.HasPrefix(name, "assets/"), strings.HasPrefix(name, "media/"):
		return immutable
	case isMeta && buildFile.MatchString(meta):
		return immutable
	}
	return revalidate
}

// kind is what is known of files by their extension.
type kind struct {
	contentType string
	text        bool // worth compressing
}

var kinds = map[string]kind{
	".avif":        {"image/avif", false},
	".css":         {"text/css; charset=utf-8", true},
	".html":        {"text/html; charset=utf-8", true},
	".ico":         {"image/x-icon", true},
	".jpeg":        {"image/jpeg", false},
	".jpg":         {"image/jpeg", false},
	".js":          {"text/javascript; charset=utf-8", true},
	".json":        {"application/json; charset=utf-8", true},
	".map":         {"application/json; charset=utf-8", true},
	".mjs":         {"text/javascript; charset=utf-8", true},
	".png":         {"image/png", false},
	".svg":         {"image/svg+xml; charset=utf-8", true},
	".txt":         {"text/plain; charset=utf-8", true},
	".wasm":        {"application/wasm", true},
	".webmanifest": {"application/manifest+json; charset=utf-8", true},
	".webp":        {"image/webp", false},
	".woff2":       {"font/woff2", false},
	".xml":         {"application/xml; charset=utf-8", true},
}

func kindOf(name string) kind {
	if k, ok := kinds[strings.ToLower(path.Ext(name))]; ok {
		return k
	}
	return kind{contentType: "application/octet-stream"}
}
