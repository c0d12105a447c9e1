package engine

import (
	"os"
	"sync"

	"storefront/internal/build/pages"
)

// spool stores content between reading and rendering in an unlinked file, because it is as large as the catalogue.
type spool struct {
	mu   sync.Mutex
	file *os.File
	end  int64
	at   map[pages.Stored]span
}

type span struct {
	offset int64
	size   int
}

func newSpool(dir string) (*spool, error) {
	f, err := os.CreateTemp(dir, "spool-*")
	if err != nil {
		return nil, err
	}
	return &spool{file: f, at: map[pages.Stored]span{}}, os.Remove(f.Name())
}

func (s *spool) close() { _ = s.file.Close() }

// put stores data, unless it is stored already.
func (s *spool) put(name pages.Stored, data []byte) error {
	s.mu.Lock()
	_, there := s.at[name]
	offset := s.end
	if !there {
		s.end += int64(len(data))
	}
	s.mu.Unlock()
	if there {
		return nil
	}
	if _, err := s.file.WriteAt(data, offset); err != nil {
		return err
	}
	s.mu.Lock()
	s.at[name] = span{offset, len(data)}
	s.mu.Unlock()
	return nil
}

// get returns stored data, or nil.
func (s *spool) get(name pages.Stored) ([]byte, error) {
	s.mu.Lock()
	at, ok := s.at[name]
	s.mu.Unlock()
	if !ok {
		return nil, nil
	}
	data := make([]byte, at.size)
	_, err := s.file.ReadAt(data, at.offset)
	return data, err
}
