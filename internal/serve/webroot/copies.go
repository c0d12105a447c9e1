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

// copiesBudget is the memory for compressed files, in bytes.
const copiesBudget = 64 << 20

// largestCompressed is the size of the largest file that is compressed here; builds compress larger ones.
const largestCompressed = 4 << 20

// fileCopy is the representation of a file that is sent: its ETag and, if compression pays, its compressed bytes.
type fileCopy struct {
	etag     string
	encoding string
	body     []byte // nil if the file itself is sent
	size     int64  // of the file
}

// copies caches representations of files, and forgets the least recently used first.
type copies struct {
	mu   sync.Mutex
	made *lru.Cache[copyKey, *copyEntry]
}

type copyKey struct {
	file     identity
	encoding string
}

// identity identifies one state of a file on this machine.
type identity struct {
	device, inode     uint64
	size              int64
	modified, changed unix.Timespec
}

type copyEntry struct {
	make sync.Once
	copy fileCopy
	err  error
}

// overhead is the approximate size of an entry without its bytes.
const overhead = 400

func newCopies(budget int64) *copies { return &copies{made: lru.New[copyKey, *copyEntry](budget)} }

func (c *copies) of(a *answer) (fileCopy, error) {
	id, settled, err := identify(a.file)
	if err != nil {
		return fileCopy{}, err
	}
	var into encoding
	if a.encoding.name == "" && len(a.accepted) > 0 && httpfile.KindOf(a.name).Text &&
		id.size >= httpfile.SmallestCompressed && id.size <= largestCompressed {
		into = a.accepted[0]
	}
	var made fileCopy
	if settled {
		made, err = c.remembered(copyKey{id, into.name}, a.file, into)
	} else {
		made, err = makeCopy(a.file, into, id.size)
	}
	if a.encoding.name != "" {
		made.encoding = a.encoding.name
	}
	return made, err
}

// settledAfter is longer than the clock tick of a file system. A younger file could be replaced by another with the
// same identity.
const settledAfter = time.Second

func identify(f *os.File) (id identity, settled bool, err error) {
	var st unix.Stat_t
	if err := unix.Fstat(int(f.Fd()), &st); err != nil {
		return identity{}, false, fmt.Errorf("stat %s: %w", f.Name(), err)
	}
	id = identity{device: uint64(st.Dev), inode: st.Ino, size: st.Size, modified: st.Mtim, changed: st.Ctim}
	return id, time.Since(time.Unix(st.Ctim.Unix())) > settledAfter, nil
}

func (c *copies) remembered(key copyKey, f *os.File, into encoding) (fileCopy, error) {
	e := c.entry(key)
	made := false
	e.make.Do(func() {
		e.copy, e.err = makeCopy(f, into, key.file.size)
		made = true
	})
	if made {
		c.settle(key, e)
	}
	return e.copy, e.err
}

func (c *copies) entry(key copyKey) *copyEntry {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, known := c.made.Get(key)
	if !known {
		e = &copyEntry{}
		c.made.Put(key, e, 0)
	}
	return e
}

// settle counts the size of a finished entry, forgets it if it failed, and makes room.
func (c *copies) settle(key copyKey, e *copyEntry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now, known := c.made.Get(key); !known || now != e {
		return
	}
	c.made.Put(key, e, int64(overhead+len(e.copy.body)))
	if e.err != nil {
		c.made.Drop(key)
	}
	c.made.MakeRoom()
}

// makeCopy reads a file. Its ETag is a hash of the content, so that it is the same on every machine.
func makeCopy(f *os.File, into encoding, size int64) (fileCopy, error) {
	made := fileCopy{size: size}
	h := sha256.New()
	// A section reader leaves the file's offset alone, from which the response is written.
	all := io.NewSectionReader(f, 0, size)
	if into.name == "" {
		if _, err := io.Copy(h, all); err != nil {
			return fileCopy{}, fmt.Errorf("read %s: %w", f.Name(), err)
		}
		made.etag = etag(h.Sum(nil), "")
		return made, nil
	}
	data, err := io.ReadAll(all)
	if err != nil {
		return fileCopy{}, fmt.Errorf("read %s: %w", f.Name(), err)
	}
	h.Write(data)
	body, err := into.compress(data)
	if err != nil {
		return fileCopy{}, fmt.Errorf("compress %s: %w", f.Name(), err)
	}
	if len(body) < len(data) {
		made.body, made.encoding = body, into.name
	}
	made.etag = etag(h.Sum(nil), made.encoding)
	return made, nil
}

// etag returns a strong ETag: two encodings of one file are two representations.
func etag(sum []byte, encoding string) string {
	tag := base64.RawURLEncoding.EncodeToString(sum[:12])
	if encoding != "" {
		tag += "-" + encoding
	}
	return `"` + tag + `"`
}
