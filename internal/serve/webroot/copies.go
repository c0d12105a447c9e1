package webroot

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"storefront/internal/lib/httpfile"
	"storefront/internal/lib/lru"
)

// copyCacheBytes is the memory for compressed files, in bytes.
const copyCacheBytes = 64 << 20

// maxCompressedBytes is the size of the largest file that is compressed here; builds compress larger ones.
const maxCompressedBytes = 4 << 20

// fileCopy is the representation of a file that is sent: its ETag and, if compression pays, its compressed bytes.
type fileCopy struct {
	etag     string
	encoding string
	body     []byte // nil if the file itself is sent
	size     int64  // of the file
}

// copyCache caches representations of files, and forgets the least recently used first.
type copyCache struct {
	mu      sync.Mutex
	entries *lru.Cache[copyKey, *copyEntry]
}

type copyKey struct {
	file     fileIdentity
	encoding string
}

// fileIdentity identifies one state of a file on this machine.
type fileIdentity struct {
	device, inode     uint64
	size              int64
	modified, changed unix.Timespec
}

type copyEntry struct {
	make sync.Once
	copy fileCopy
	err  error
}

// entryOverhead is the approximate size of an entry without its bytes.
const entryOverhead = 400

func newCopyCache(budget int64) *copyCache {
	return &copyCache{entries: lru.New[copyKey, *copyEntry](budget)}
}

func (c *copyCache) get(a *response) (fileCopy, error) {
	id, isStable, err := identify(a.file)
	if err != nil {
		return fileCopy{}, err
	}
	var target encoding
	if a.encoding.name == "" && len(a.accepted) > 0 && httpfile.KindOf(a.name).Text &&
		id.size >= httpfile.MinCompressBytes && id.size <= maxCompressedBytes {
		target = a.accepted[0]
	}
	var representation fileCopy
	if isStable {
		representation, err = c.cached(copyKey{id, target.name}, a.file, target)
	} else {
		representation, err = makeCopy(a.file, target, id.size)
	}
	if a.encoding.name != "" {
		representation.encoding = a.encoding.name
	}
	return representation, err
}

// stableAfter is longer than the clock tick of a file system. A younger file could be replaced by another with the
// same identity.
const stableAfter = time.Second

func identify(f *os.File) (id fileIdentity, isStable bool, err error) {
	var st unix.Stat_t
	if err := unix.Fstat(int(f.Fd()), &st); err != nil {
		return fileIdentity{}, false, fmt.Errorf("stat %s: %w", f.Name(), err)
	}
	id = fileIdentity{device: uint64(st.Dev), inode: st.Ino, size: st.Size, modified: st.Mtim, changed: st.Ctim}
	return id, time.Since(time.Unix(st.Ctim.Unix())) > stableAfter, nil
}

func (c *copyCache) cached(key copyKey, f *os.File, target encoding) (fileCopy, error) {
	e := c.entry(key)
	made := false
	e.make.Do(func() {
		e.copy, e.err = makeCopy(f, target, key.file.size)
		made = true
	})
	if made {
		c.finish(key, e)
	}
	return e.copy, e.err
}

func (c *copyCache) entry(key copyKey) *copyEntry {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.entries.Get(key)
	if !ok {
		e = &copyEntry{}
		c.entries.Put(key, e, 0)
	}
	return e
}

// finish counts the size of a finished entry, forgets it if it failed, and makes room.
func (c *copyCache) finish(key copyKey, e *copyEntry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if current, ok := c.entries.Get(key); !ok || current != e {
		return
	}
	c.entries.Put(key, e, int64(entryOverhead+len(e.copy.body)))
	if e.err != nil {
		c.entries.Remove(key)
	}
	c.entries.Evict()
}

// makeCopy reads a file. Its ETag is a hash of the content, so that it is the same on every machine.
func makeCopy(f *os.File, target encoding, size int64) (fileCopy, error) {
	representation := fileCopy{size: size}
	h := sha256.New()
	// A section reader leaves the file's offset alone, from which the response is written.
	all := io.NewSectionReader(f, 0, size)
	if target.name == "" {
		if _, err := io.Copy(h, all); err != nil {
			return fileCopy{}, fmt.Errorf("read %s: %w", f.Name(), err)
		}
		representation.etag = etag(h.Sum(nil), "")
		return representation, nil
	}
	data, err := io.ReadAll(all)
	if err != nil {
		return fileCopy{}, fmt.Errorf("read %s: %w", f.Name(), err)
	}
	h.Write(data)
	body, err := target.compress(data)
	if err != nil {
		return fileCopy{}, fmt.Errorf("compress %s: %w", f.Name(), err)
	}
	if len(body) < len(data) {
		representation.body, representation.encoding = body, target.name
	}
	representation.etag = etag(h.Sum(nil), representation.encoding)
	return representation, nil
}

// etag returns a strong ETag: two encodings of one file are two representations.
func etag(sum []byte, encoding string) string {
	tag := base64.RawURLEncoding.EncodeToString(sum[:12])
	if encoding != "" {
		tag += "-" + encoding
	}
	return `"` + tag + `"`
}
