// Package search finds the products of a deployment that match the words of visitors. The generator writes an index for
// each deployment and language into the tree that it is about to publish; the API opens it there:
//
//	builds/public/<deployment>/.search/<language>.index
//
// So an index goes live with the pages that it leads to, by the move of one link. The next query after a publication
// uses the new build; a running query ends on the index that it began with. ADR 13 has the reasons for an engine of our
// own.
package search

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"

	"storefront/internal/core/fault"
	"storefront/internal/core/locale"
)

// File returns the path of a language's index in a deployment's tree. It is hidden: webroot does not serve it, and a
// copy of the tree for a CDN may leave it out.
func File(language string) string { return ".search/" + language + ".index" }

// Builds reads the live build of a deployment. Package serve/live implements it.
type Builds interface {
	// IsLive reports whether the build that a link identifies is the live one.
	IsLive(deployment string, link fs.FileInfo) bool
	// View calls read with the live build, again as long as another build went live during the call. The failure
	// without a build is Unavailable.
	View(deployment string, read func(root *os.Root, link fs.FileInfo) error) error
}

// Searcher answers queries from live builds. It is safe for concurrent use.
type Searcher struct {
	builds  Builds
	mu      sync.RWMutex
	indexes map[[2]string]*openedIndex // by deployment and language
	openMu  sync.Mutex                 // one query opens an index; the others wait and then find it open
}

// openedIndex is an index with the link of its build.
type openedIndex struct {
	link  fs.FileInfo
	file  fs.FileInfo
	index *index
}

// Open returns a Searcher of builds.
func Open(builds Builds) *Searcher {
	return &Searcher{builds: builds, indexes: map[[2]string]*openedIndex{}}
}

var (
	errNoIndex  = fault.New(fault.Unavailable, "There is nothing to search in yet.")
	errLanguage = fault.New(fault.Invalid, "The storefront has no such language.",
		fault.Field{Name: "language", Code: fault.Unknown})
)

// liveIndex returns the index of a deployment's live build.
func (s *Searcher) liveIndex(deployment, language string) (*index, error) {
	if !locale.IsRecognised(language) {
		return nil, errLanguage
	}
	key := [2]string{deployment, language}
	if o := s.lastOpened(key); o != nil && s.builds.IsLive(deployment, o.link) {
		return o.index, nil
	}
	s.openMu.Lock()
	defer s.openMu.Unlock()
	if o := s.lastOpened(key); o != nil && s.builds.IsLive(deployment, o.link) {
		return o.index, nil
	}
	var o *openedIndex
	err := s.builds.View(deployment, func(root *os.Root, link fs.FileInfo) (err error) {
		o, err = load(root, language, s.lastOpened(key))
		if o != nil {
			o.link = link
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.indexes[key] = o
	return o.index, nil
}

// lastOpened returns the index that was opened last for a deployment and language, or nil.
func (s *Searcher) lastOpened(key [2]string) *openedIndex {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.indexes[key]
}

// load opens the index of a language. The index of before stays open if a new build left its file as it was.
func load(root *os.Root, language string, previous *openedIndex) (*openedIndex, error) {
	f, err := root.Open(File(language))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errNoIndex
	}
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	if previous != nil && os.SameFile(previous.file, info) && previous.file.ModTime().Equal(info.ModTime()) {
		_ = f.Close()
		return &openedIndex{file: info, index: previous.index}, nil
	}
	x, err := openIndex(f) // the finalizer of os.File closes it when no query holds the index any more
	if err != nil {
		_ = f.Close()
		return nil, fmt.Errorf("%s: %w: %w", f.Name(), err, errNoIndex)
	}
	return &openedIndex{file: info, index: x}, nil
}
