package publish

import (
	"os"
	"sync"
)

// spool keeps what was made of content while it was read until its pages are rendered: in a nameless file rather than in
// memory, since it is as large as the catalogue.
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

func (s *spool) put(name string, data []byte) error {
	s.mu.Lock()
	offset := s.end
	s.end += int64(len(data))
	s.at[name] = span{offset, len(data)}
	s.mu.Unlock()
	_, err := s.file.WriteAt(data, offset)
	return err
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
