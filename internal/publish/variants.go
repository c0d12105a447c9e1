package publish

import (
	"errors"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"sync"
)

// variantAddress finds the pictures in other sizes that a page asks the proxy for. What it does not match, another host's
// pictures among it, is left to the proxy.
var variantAddress = regexp.MustCompile(`/_ipx/([A-Za-z0-9_,:=&.-]+)/(media/[A-Za-z0-9][A-Za-z0-9._-]*\.[0-9a-f]{10}\.[a-z]+)`)

// variantsIn lists them as files of a tree, each once.
func variantsIn(page []byte) []string {
	if !variantHint.Match(page) {
		return nil
	}
	var all []string
	for _, match := range variantAddress.FindAllString(html.UnescapeString(string(page)), -1) {
		all = append(all, match[1:])
	}
	slices.Sort(all)
	return slices.Compact(all)
}

var variantHint = regexp.MustCompile(`/_ipx/`)

// variants writes every variant that a page of this build asks for to where the proxy would answer for it, so that a CDN
// over the files alone shows all of them. A variant's name tells its content: what stands there stays.
func (s *site) variants() error {
	if s.Images == nil {
		return nil
	}
	wanted := map[string]bool{}
	for _, o := range s.outputs {
		for _, rel := range o.Variants {
			wanted[rel] = true
		}
	}
	todo := make(chan string)
	failed := make(chan error, runtime.GOMAXPROCS(0))
	var mu sync.Mutex
	for range cap(failed) {
		go func() {
			var err error
			for rel := range todo {
				err = errors.Join(err, s.variant(rel, &mu))
			}
			failed <- err
		}()
	}
	for rel := range wanted {
		todo <- rel
	}
	close(todo)
	var err error
	for range cap(failed) {
		err = errors.Join(err, <-failed)
	}
	return err
}

// variant makes one, unless it stands. mu guards the outputs.
func (s *site) variant(rel string, mu *sync.Mutex) error {
	address := "file:" + rel
	if old, ok := s.before[address]; ok && s.tree.has(rel) {
		mu.Lock()
		defer mu.Unlock()
		s.outputs[address] = old
		return nil
	}
	parts := variantAddress.FindStringSubmatch("/" + rel)
	source, err := os.ReadFile(filepath.Join(s.tree.dir(s.tree.spare), filepath.FromSlash(parts[2])))
	if err != nil {
		return fmt.Errorf("a page asks for /%s: %w", rel, err)
	}
	data, err := s.Images(source, parts[1])
	if err != nil {
		return fmt.Errorf("a page asks for /%s: %w", rel, err)
	}
	mu.Lock()
	defer mu.Unlock()
	return s.file(rel, data)
}
