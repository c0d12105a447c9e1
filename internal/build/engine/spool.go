package engine

import (
	"bytes"
	"os"
	"sync"

	"storefront/internal/lib/digest"
)

// spool stores content between reading and rendering in an unlinked file, because it is as large as the catalogue.
type spool struct {
	mu    sync.Mutex
	file  *os.File
	end   int64  // length of the written file
	tail  []byte // data after end that is not written yet
	spans map[digest.Digest]span
}

type span struct {
	offset int64
	size   int
}

// maxTail is the number of bytes that are written at a time, except the last ones.
const maxTail = 256 << 10

func newSpool(dir string) (*spool, error) {
	f, err := os.CreateTemp(dir, "spool-*")
	if err != nil {
		return nil, err
	}
	return &spool{file: f, tail: make([]byte, 0, maxTail), spans: map[digest.Digest]span{}}, os.Remove(f.Name())
}

func (s *spool) close() { _ = s.file.Close() }

// put stores data by its key, unless it is stored already.
func (s *spool) put(key digest.Digest, data []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, there := s.spans[key]; there {
		return nil
	}
	s.spans[key] = span{s.end + int64(len(s.tail)), len(data)}
	s.tail = append(s.tail, data...)
	if len(s.tail) < maxTail {
		return nil
	}
	_, err := s.file.WriteAt(s.tail, s.end)
	if err == nil {
		s.end, s.tail = s.end+int64(len(s.tail)), s.tail[:0]
	}
	return err
}

// get returns stored data, or nil.
func (s *spool) get(key digest.Digest) ([]byte, error) {
	s.mu.Lock()
	at, ok := s.spans[key]
	if ok && at.offset >= s.end {
		defer s.mu.Unlock()
		from := int(at.offset - s.end)
		return bytes.Clone(s.tail[from : from+at.size]), nil
	}
	s.mu.Unlock()
	if !ok {
		return nil, nil
	}
	data := make([]byte, at.size)
	_, err := s.file.ReadAt(data, at.offset)
	return data, err
}
