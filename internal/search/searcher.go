// Package search finds what a deployment sells by what visitors type. The generator writes an index for each deployment and
// language into the tree that it is about to publish; the API opens it there:
//
//	builds/public/<deployment>/.search/<language>.index
//
// So an index goes live with the pages that it leads to, by the move of one link. A new build is noticed with the next
// query; a query that is under way ends on the index that it began with. ADR 13 tells why the engine is our own.
package search

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"sync"

	"storefront/internal/core/fault"
	"storefront/internal/core/locale"
)

// File is where a language's index stands in a deployment's tree. It is hidden: webroot does not serve it, and a copy of
// the tree for a CDN may leave it out.
func File(language string) string { return ".search/" + language + ".index" }

// Searcher answers from the live builds of a folder. It is safe for concurrent use.
type Searcher struct {
	public string
	mu     sync.RWMutex
	open   map[[2]string]*opened // by deployment and language
	turn   sync.Mutex            // one opens at a time, the others wait for what it finds
}

// opened is an index with the link that led to it.
type opened struct {
	link  fs.FileInfo
	file  fs.FileInfo
	index *index
}

// Open searches the builds of a folder, which need not exist yet.
func Open(builds string) *Searcher {
	return &Searcher{public: filepath.Join(builds, "public"), open: map[[2]string]*opened{}}
}

var (
	errNoIndex  = fault.New(fault.Unavailable, "There is nothing to search in yet.")
	errLanguage = fault.New(fault.Invalid, "This is no language of the storefront.", fault.Field{Name: "language", Code: fault.Unknown})
	plain       = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$`)
)

// mostTurns bounds how many builds may be published while one index is opened.
const mostTurns = 16

// live gives the index of a deployment's live build.
func (s *Searcher) live(deployment, language string) (*index, error) {
	if _, known := locale.Configured[language]; !known {
		return nil, errLanguage
	}
	if !plain.MatchString(deployment) {
		return nil, errNoIndex
	}
	key, link := [2]string{deployment, language}, filepath.Join(s.public, deployment)
	if x, _ := s.current(key, link); x != nil {
		return x, nil
	}
	s.turn.Lock()
	defer s.turn.Unlock()
	for range mostTurns {
		x, at := s.current(key, link)
		if x != nil {
			return x, nil
		}
		if at == nil {
			return nil, errNoIndex
		}
		o, err := s.load(key, link, at)
		if !stayed(link, at) {
			continue
		}
		if err != nil {
			return nil, err
		}
		s.mu.Lock()
		s.open[key] = o
		s.mu.Unlock()
		return o.index, nil
	}
	return nil, errNoIndex
}

// current gives the open index if it is the live build's, and what the link is now: nil where there is none.
func (s *Searcher) current(key [2]string, link string) (*index, fs.FileInfo) {
	at, err := os.Lstat(link)
	if err != nil {
		return nil, nil
	}
	s.mu.RLock()
	o := s.open[key]
	s.mu.RUnlock()
	if o != nil && sameLink(o.link, at) {
		return o.index, at
	}
	return nil, at
}

// stayed says that a tree was live all along. One that is out of service may be changed, and what was found there counts
// for nothing.
var stayed = func(link string, before fs.FileInfo) bool {
	after, err := os.Lstat(link)
	return err == nil && sameLink(before, after)
}

// openFile follows the link and then opens what is behind it: between the two, that tree may go out of service.
var openFile = os.Open

// sameLink tells the links of two builds apart even where the later took over the inode of the earlier.
func sameLink(a, b fs.FileInfo) bool { return os.SameFile(a, b) && a.ModTime().Equal(b.ModTime()) }

// load opens the index of a tree. One that a new build left as it was is the same file, and stays open.
func (s *Searcher) load(key [2]string, link string, at fs.FileInfo) (*opened, error) {
	path := filepath.Join(link, filepath.FromSlash(File(key[1])))
	f, err := openFile(path)
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
	s.mu.RLock()
	before := s.open[key]
	s.mu.RUnlock()
	if before != nil && os.SameFile(before.file, info) && before.file.ModTime().Equal(info.ModTime()) {
		_ = f.Close()
		return &opened{at, info, before.index}, nil
	}
	x, err := openIndex(f) // the file is closed when nobody holds the index any more: os.File sees to that
	if err != nil {
		_ = f.Close()
		return nil, fmt.Errorf("%s: %w: %w", path, err, errNoIndex)
	}
	return &opened{at, info, x}, nil
}
