package engine

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"storefront/internal/build/pages"
	"storefront/internal/content/diag"
	"storefront/internal/content/media"
	"storefront/internal/lib/digest"
	"storefront/internal/lib/flat"
)

// store keeps the record of the last build in a journal, to which a build adds its changes. It reads each part when it
// is first needed.
type store struct {
	dir string

	mu      sync.Mutex
	journal *journal
	format  digest.Digest // key of this program: other versions read only the header of the journal
	// The parts of the journal that were read or written so far. save writes the differences from them.
	last    *lastBuild
	content *contentCache
	outputs map[string]outputs
	items   map[string][]*pages.Item
	pending map[string]<-chan outputs // outputs that are being decoded
}

// contentHead has the values that contentCache has once.
type contentHead struct{ Vocabulary digest.Digest }

func newStore(dir string) *store {
	s := &store{dir: dir}
	s.clearSites()
	return s
}

// clearSites discards the parts of deployments that were read.
func (s *store) clearSites() {
	s.outputs, s.items = map[string]outputs{}, map[string][]*pages.Item{}
	s.pending = map[string]<-chan outputs{}
}

func (s *store) openJournal() *journal {
	if s.journal == nil {
		s.journal = readJournal(filepath.Join(s.dir, "last-build"))
		s.format, _ = engineKey() // if that fails, inputsOf fails before
	}
	return s.journal
}

// lastBuild returns the header of the last build; nil if there is none.
func (s *store) lastBuild() *lastBuild {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.readLast()
}

func (s *store) readLast() *lastBuild {
	if s.last != nil {
		return s.last
	}
	j, last := s.openJournal(), &lastBuild{}
	records := j.records[lastBuildRecord]
	if len(records) == 0 {
		return nil
	}
	if gob.NewDecoder(bytes.NewReader(records[len(records)-1].value)).Decode(last) != nil {
		return nil
	}
	if last.Format != s.format { // another version of the program wrote the rest
		j.records = [recordKinds][]record{}
	}
	last.Files = make(files, len(j.records[groupRecord]))
	last.Folders = make(folders, len(last.Files))
	for _, r := range j.records[groupRecord] {
		if r.deleted || len(r.value) < 8 {
			delete(last.Files, r.key)
			continue
		}
		last.Folders[r.key], last.Files[r.key] = int64(binary.LittleEndian.Uint64(r.value)),
			flat.UnsafeString(r.value[8:])
	}
	s.last = last
	return last
}

// contentCache returns the last build's record of content. It reports false if there is none.
func (s *store) contentCache() (contentCache, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.readContent() {
		return contentCache{}, false
	}
	return *s.content, true
}

func (s *store) readContent() bool {
	if s.content != nil {
		return true
	}
	s.readLast()
	j := s.openJournal()
	m := contentCache{Posts: map[string][]*pages.PostSummary{}, Warnings: map[string][]diag.Diagnostic{},
		Reviews: map[string]digest.Digest{}, Pictures: map[string]media.Facts{}}
	var head contentHead
	if len(j.records[contentRecord]) == 0 {
		return false
	}
	last := j.records[contentRecord][len(j.records[contentRecord])-1]
	if _, err := flat.Decode(last.value, &head); err != nil {
		return false
	}
	m.Vocabulary = head.Vocabulary
	products, ok := decodePointers[pages.Summary]("", j.records[productRecord], parallel)
	m.Products = products
	ok = ok && decodeInto(m.Posts, j.records[postsRecord]) && decodeInto(m.Warnings, j.records[warningsRecord]) &&
		decodeInto(m.Reviews, j.records[reviewsRecord]) && decodeInto(m.Pictures, j.records[pictureRecord])
	if !ok {
		return false
	}
	s.content = &m
	return true
}

// decodePointers decodes the records whose keys have a prefix, by the rest of their keys. forEach is inOrder or
// parallel.
func decodePointers[V any](prefix string, records []record,
	forEach func(n int, do func(i int) bool) bool) (map[string]*V, bool) {
	decoded := make([]V, len(records))
	ok := forEach(len(records), func(i int) bool {
		if records[i].deleted || !strings.HasPrefix(records[i].key, prefix) {
			return true
		}
		_, err := flat.Decode(records[i].value, &decoded[i])
		return err == nil
	})
	all := make(map[string]*V, len(records))
	for i := range records {
		key, is := strings.CutPrefix(records[i].key, prefix)
		switch {
		case !is:
		case records[i].deleted:
			delete(all, key)
		default:
			all[key] = &decoded[i]
		}
	}
	return all, ok
}

// decodeInto decodes records into a map, by their keys.
func decodeInto[V any](to map[string]V, records []record) bool {
	for i := range records {
		if records[i].deleted {
			delete(to, records[i].key)
			continue
		}
		var v V
		if _, err := flat.Decode(records[i].value, &v); err != nil {
			return false
		}
		to[records[i].key] = v
	}
	return true
}

// outputsOf returns the outputs of a deployment's last build, or nil if they are unknown.
func (s *store) outputsOf(id string) outputs {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.readOutputs(id)
}

func (s *store) readOutputs(id string) outputs {
	if known, read := s.outputs[id]; read {
		return known
	}
	s.decodeOutputs(id)
	s.outputs[id] = <-s.pending[id]
	delete(s.pending, id)
	return s.outputs[id]
}

// prefetchOutputs starts to decode the outputs of a deployment's last build, so that outputsOf returns them sooner.
func (s *store) prefetchOutputs(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, read := s.outputs[id]; !read {
		s.decodeOutputs(id)
	}
}

// decodeOutputs starts to decode outputs, unless that has been started.
func (s *store) decodeOutputs(id string) {
	if s.pending[id] != nil {
		return
	}
	s.readLast()
	records, done := s.openJournal().records[outputRecord], make(chan outputs, 1)
	s.pending[id] = done
	go func() {
		all, ok := decodePointers[output](recordPrefix(id), records, inOrder) // the other core reads the library
		if !ok || len(all) == 0 {
			all = nil
		}
		done <- all
	}()
}

// itemsOf returns the plan of a site of the last build, or nil if it is unknown.
func (s *store) itemsOf(id string, site *pages.Site) []*pages.Item {
	s.mu.Lock()
	defer s.mu.Unlock()
	if known, read := s.items[id]; read {
		return known
	}
	last, records := s.readLast(), s.openJournal().records[itemRecord]
	if last == nil || last.Items[id] == 0 {
		return nil
	}
	newest := make([]*record, last.Items[id])
	for i := range records {
		place, is := strings.CutPrefix(records[i].key, recordPrefix(id))
		if is && len(place) == 4 {
			if n := int(binary.BigEndian.Uint32([]byte(place))); n < len(newest) {
				newest[n] = &records[i]
			}
		}
	}
	items, all := make([]*pages.Item, len(newest)), make([]pages.Item, len(newest))
	ok := parallel(len(newest), func(i int) (ok bool) {
		if newest[i] == nil {
			return false
		}
		var err error
		items[i] = &all[i]
		all[i], err = site.ReadItem(newest[i].value)
		return err == nil
	})
	if !ok {
		return nil
	}
	s.items[id] = items
	return items
}

// recordPrefix returns the prefix of the keys of a deployment's records.
func recordPrefix(id string) string { return id + "\x00" }

func itemKey(id string, place int) string {
	return recordPrefix(id) + string(binary.BigEndian.AppendUint32(nil, uint32(place)))
}

// inOrder calls do with the numbers below n, until a call returns false, and reports whether all returned true.
func inOrder(n int, do func(i int) bool) bool {
	for i := range n {
		if !do(i) {
			return false
		}
	}
	return true
}

// parallel calls do with the numbers below n, on all cores, and reports whether all calls returned true.
func parallel(n int, do func(i int) bool) bool {
	var wait sync.WaitGroup
	var failed atomic.Bool
	cores := runtime.NumCPU()
	for core := range cores {
		wait.Go(func() {
			for i := n * core / cores; i < n*(core+1)/cores; i++ {
				if !do(i) {
					failed.Store(true)
					return
				}
			}
		})
	}
	wait.Wait()
	return !failed.Load()
}
