package imageproxy

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"storefront/internal/lib/lru"
)

// cache keeps files by key on disk, up to a number of bytes; the least recently used are removed first. A file appears
// as a whole. Errors of the disk are logged; the picture is then made again.
type cache struct {
	dir      string
	maxBytes int64
	log      *slog.Logger

	mu    sync.Mutex
	sizes *lru.Cache[string, int64] // the sizes of the files by their keys
}

// entry is an open file of the cache, or bytes in memory that could not be cached.
type entry struct {
	size   int64
	reader io.Reader
	file   *os.File
}

func (e *entry) close() {
	if e != nil && e.file != nil {
		_ = e.file.Close()
	}
}

func memoryEntry(data []byte) *entry {
	return &entry{size: int64(len(data)), reader: bytes.NewReader(data)}
}

const (
	tempSuffix = ".next"
	// A file occupies whole blocks and an entry in its folder.
	blockSize = 4096
)

// openCache opens a cache with the files of earlier processes. The modification time of a file is about the time of its
// last use.
func openCache(dir string, budget int64, log *slog.Logger) (*cache, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	c := &cache{dir: dir, maxBytes: budget, log: log, sizes: lru.New[string, int64](budget)}
	type cachedFile struct {
		key      string
		size     int64
		lastUsed time.Time
	}
	var all []cachedFile
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		name := d.Name()
		switch {
		case strings.HasSuffix(name, tempSuffix) && time.Since(info.ModTime()) > time.Minute:
			_ = os.Remove(path)
		case isKey(name):
			all = append(all, cachedFile{name, info.Size(), info.ModTime()})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(a, b cachedFile) int { return a.lastUsed.Compare(b.lastUsed) })
	for _, f := range all {
		c.sizes.Put(f.key, f.size, diskUsage(f.size))
	}
	c.evict()
	return c, nil
}

func isKey(name string) bool {
	b, err := hex.DecodeString(name)
	return err == nil && len(b) == 32
}

func (c *cache) path(key string) string { return filepath.Join(c.dir, key[:2], key) }

// open returns the entry of a key, or nil.
func (c *cache) open(key string) *entry {
	c.mu.Lock()
	size, ok := c.sizes.Get(key)
	c.mu.Unlock()
	if !ok {
		return nil
	}
	f, err := os.Open(c.path(key))
	var info fs.FileInfo
	if err == nil {
		info, err = f.Stat()
	}
	// After a power failure a file can be empty.
	if err != nil || info.Size() != size || info.Size() == 0 {
		if f != nil {
			_ = f.Close()
		}
		c.forget(key)
		return nil
	}
	if now := time.Now(); now.Sub(info.ModTime()) > time.Hour {
		_ = os.Chtimes(c.path(key), now, now)
	}
	return &entry{size: info.Size(), reader: f, file: f}
}

func (c *cache) put(key string, data []byte) {
	if len(data) == 0 || diskUsage(int64(len(data))) > c.maxBytes {
		return
	}
	if err := c.write(key, data); err != nil {
		c.log.Warn("cannot cache a picture", "error", err)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sizes.Put(key, int64(len(data)), diskUsage(int64(len(data))))
	c.evict()
}

func (c *cache) write(key string, data []byte) (err error) {
	path := c.path(key)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), key[:8]+"-*"+tempSuffix)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}

func diskUsage(size int64) int64 { return (size+blockSize-1)/blockSize*blockSize + blockSize/8 }

func (c *cache) forget(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sizes.Remove(key)
}

// evict removes the least recently used files until the rest fits. The caller holds the lock.
func (c *cache) evict() {
	for _, key := range c.sizes.Evict() {
		if err := os.Remove(c.path(key)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			c.log.Warn("cannot remove a cached picture", "error", err)
		}
	}
}
