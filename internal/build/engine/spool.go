package engine

import (
	"os"
	"sync"
)

// spool keeps what was made of content while it was read until its pages are rendered: in a nameless file rather than
// in memory, since it is as large as the catalogue.
type spool struct {
	mu   sync.Mutex
	file *os.File
	end  int64
	at   map[string]span
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
	return &spool{file: f, at: map[string]span{}}, os.Remove(f.Name())
}

func (s *spool) close() { _ = s.file.Close() }

// put keeps data under the name of its content. What is there already is not kept twice.
func (s *spool) put(name string, data []byte) error {
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

// get gives nothing where nothing was put.
func (s *spool) get(name string) ([]byte, error) {
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
