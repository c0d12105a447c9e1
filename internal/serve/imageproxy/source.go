package imageproxy

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"os"
	"syscall"

	"storefront/internal/core/fault"
	"storefront/internal/picture"
)

// source is a picture from which others are made. It holds no file open, because a picture may be made after its
// request ended.
type source struct {
	id           string // of its content
	format       picture.Format
	cacheControl string
	// read returns the content with this id, or Unavailable if the content has changed.
	read func(context.Context) ([]byte, error)
}

// cacheKey returns the cache key of a picture.
func cacheKey(id string, recipe picture.Recipe) string {
	return hash(fmt.Sprintf("picture %s\n%s\n%s", picture.EngineVersion, id, recipe.Canonical()))
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

func (p *Proxy) source(r *http.Request, a address) (*source, error) {
	if a.url != nil {
		return p.remote.source(r.Context(), a.url)
	}
	return p.localSource(r.Host, a.media)
}

// Cache-Control of addresses whose content never changes, and of other files of the build.
const (
	immutable  = "public, max-age=31536000, immutable"
	revalidate = "no-cache"
)

func (p *Proxy) localSource(host, name string) (*source, error) {
	f, err := p.config.Media.OpenMedia(host, name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	format, err := sniff(f)
	if err != nil {
		return nil, err
	}
	id, err := contentID(f, name)
	if err != nil {
		return nil, err
	}
	s := &source{id: id, format: format, cacheControl: revalidate}
	if hashedName.MatchString(name) {
		s.cacheControl = immutable
	}
	s.read = func(context.Context) ([]byte, error) { return p.readLocal(host, name, id) }
	return s, nil
}

// contentID returns an id of a file's content. A name that contains the content's hash is one, across deployments and
// builds.
func contentID(f *os.File, name string) (string, error) {
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	id := fmt.Sprintf("media %q %d", name, info.Size())
	if stat, ok := info.Sys().(*syscall.Stat_t); ok && !hashedName.MatchString(name) {
		id += fmt.Sprintf(" %d %d %d", stat.Dev, stat.Ino, info.ModTime().UnixNano())
	}
	return id, nil
}

func (p *Proxy) readLocal(host, name, id string) ([]byte, error) {
	f, err := p.config.Media.OpenMedia(host, name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	currentID, err := contentID(f, name)
	if err != nil {
		return nil, err
	}
	if currentID != id {
		return nil, fault.New(fault.Unavailable, "The source is being replaced.")
	}
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return readAtMost(f, info.Size(), p.config.Limits.SourceBytes)
}

// sniffLength is the number of bytes from which a format is recognised.
const sniffLength = 512

func sniff(f io.ReaderAt) (picture.Format, error) {
	head := make([]byte, sniffLength)
	n, err := f.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return "", err
	}
	format, known := picture.Sniff(head[:n])
	if !known {
		return "", picture.UnknownFormat()
	}
	return format, nil
}

// readAtMost reads up to a limit. The expected size is only a hint for memory.
func readAtMost(r io.Reader, expected, limit int64) ([]byte, error) {
	if expected > limit {
		return nil, sourceTooLarge()
	}
	b := bytes.NewBuffer(make([]byte, 0, max(expected, 0)+bytes.MinRead))
	if _, err := b.ReadFrom(io.LimitReader(r, limit+1)); err != nil {
		return nil, err
	}
	if int64(b.Len()) > limit {
		return nil, sourceTooLarge()
	}
	return b.Bytes(), nil
}

func sourceTooLarge() *fault.Error {
	return fault.New(fault.Invalid, "The source has too many bytes.", fault.Field{Name: "source", Code: fault.Max})
}
