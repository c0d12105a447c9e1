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

// copiesBudget is the memory, in bytes, that compressed files may take.
const copiesBudget = 64 << 20

// largestCompressed is the most that is compressed here; more is the publisher's to compress.
const largestCompressed = 4 << 20

// fileCopy is what a file is sent as: its ETag and, where it is worth it, its compressed bytes.
type fileCopy struct {
	etag     string
	encoding string
	body     []byte // nil where the file itself is sent
	size     int64  // of the file
}

// copies remembers what files are sent as, the least recently used forgotten first.
type copies struct {
	mu   sync.Mutex
	made *lru.Cache[copyKey, *copyEntry]
}

type copyKey struct {
	file     identity
	encoding string
}

// identity tells one state of a file from any other on this machine.
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

// overhead is about what an entry takes beside its bytes.
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

// settledAfter is longer than a file system's clock ticks. Until then a file could go and another come in its place with
// the same identity.
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

// settle counts an entry that has been made, forgets it if that failed, and makes room.
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

// makeCopy reads a file. Its ETag is made of its content, so that it is the same on every machine.
func makeCopy(f *os.File, into encoding, size int64) (fileCopy, error) {
	made := fileCopy{size: size}
	h := sha256.New()
	// Not through the file's own offset: the answer is written from it.
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

// etag is strong: two encodings of one file are two representations.
func etag(sum []byte, encoding string) string {
	tag := base64.RawURLEncoding.EncodeToString(sum[:12])
	if encoding != "" {
		tag += "-" + encoding
	}
	return `"` + tag + `"`
}
