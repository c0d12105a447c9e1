package engine

import (
	"errors"
	"fmt"
	"html"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"

	"storefront/internal/build/pages"
)

// providerIPX is the provider of pictures whose addresses the proxy answers.
const providerIPX = "ipx"

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

// variants writes every variant that this build asks for to where the proxy would answer for it, so that a CDN over the files
// alone shows all of them.
func (s *site) variants() error {
	if s.Images == nil || s.tree.dry {
		return nil
	}
	wanted := s.wantedVariants()
	s.report.Variants = len(wanted)
	todo := make(chan string)
	failed := make(chan error, runtime.GOMAXPROCS(0))
	for range cap(failed) {
		go func() {
			var err error
			for rel := range todo {
				err = errors.Join(err, s.variant(rel))
			}
			failed <- err
		}()
	}
	for i, rel := range wanted {
		s.progress("pictures of "+s.id, i, len(wanted))
		todo <- rel
	}
	close(todo)
	var err error
	for range cap(failed) {
		err = errors.Join(err, <-failed)
	}
	return err
}

// wantedVariants are those of the pages' HTML, and those that scripts ask for: of any picture, since they show what the API
// tells them of.
func (s *site) wantedVariants() []string {
	wanted := map[string]bool{}
	for _, o := range s.outputs {
		for _, rel := range o.Variants {
			wanted[rel] = true
		}
	}
	if s.deployment.PictureProvider == providerIPX {
		for _, p := range s.pages.Library.Pictures {
			for _, modifiers := range s.bundle.Pictures {
				if !p.Remote() {
					wanted["_ipx/"+modifiers+pages.PicturePath(p)] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(wanted))
}

// variant puts one into the tree, unless it stands there: its name tells its content.
func (s *site) variant(rel string) error {
	address := "file:" + rel
	if old, ok := s.before[address]; ok && s.tree.has(rel) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.outputs[address] = old
		return nil
	}
	kept := filepath.Join(s.variantFolder(), filepath.FromSlash(rel))
	data, err := os.ReadFile(kept)
	made := errors.Is(err, fs.ErrNotExist)
	if made {
		data, err = s.makeVariant(rel, kept)
	}
	if err != nil {
		return fmt.Errorf("a page asks for /%s: %w", rel, err)
	}
	if err := s.tree.adopt(kept, rel); err != nil {
		return err
	}
	w := describe(rel, data)
	s.mu.Lock()
	defer s.mu.Unlock()
	if made {
		s.report.Made++
	}
	s.outputs[address] = output{Key: pages.KeyOf(w.Hash[:]), File: w}
	return nil
}

// variantFolder keeps what was made, for other deployments and for builds that start anew: making a picture takes longer than
// all else that a build does for a page.
func (b *builder) variantFolder() string {
	return filepath.Join(b.store.dir, "variants", b.ImagesVersion)
}

func (s *site) makeVariant(rel, kept string) ([]byte, error) {
	parts := variantAddress.FindStringSubmatch("/" + rel)
	if parts == nil {
		return nil, fs.ErrInvalid
	}
	source, err := os.ReadFile(filepath.Join(s.tree.dir(s.tree.spare), filepath.FromSlash(parts[2])))
	if err != nil {
		return nil, err
	}
	data, err := s.Images(source, parts[1])
	if err != nil {
		return nil, err
	}
	return data, replaceFile(kept, data)
}

// dropVariants forgets what was made of pictures that no deployment shows any more, and what earlier versions made.
func (b *builder) dropVariants(sites []*site) error {
	if b.Images == nil || b.Only != "" {
		return nil
	}
	wanted := map[string]bool{}
	for _, s := range sites {
		for _, rel := range s.wantedVariants() {
			wanted[filepath.Join(b.variantFolder(), filepath.FromSlash(rel))] = true
		}
	}
	return filepath.WalkDir(filepath.Join(b.store.dir, "variants"), func(path string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || e.IsDir() || wanted[path] {
			return err
		}
		return os.Remove(path)
	})
}
