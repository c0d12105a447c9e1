package engine

import (
	"cmp"
	"context"
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
	"strings"

	"golang.org/x/sync/errgroup"

	"storefront/internal/build/pages"
	"storefront/internal/build/release"
	"storefront/internal/core/payload"
)

// variantAddress matches the pictures in other sizes that a page requests from the proxy. Other addresses, such as
// pictures of another host, are left to the proxy.
var variantAddress = regexp.MustCompile(
	`/_ipx/([A-Za-z0-9_,:=&.-]+)/(media/[A-Za-z0-9][A-Za-z0-9._-]*\.[0-9a-f]{10}\.[A-Za-z]+)`)

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

// isVariant reports whether an address in outputs is that of a variant.
func isVariant(address string) bool { return strings.HasPrefix(address, fileAddress("_ipx/")) }

// variants writes every variant that this build requests to where the proxy would answer for it, so that a CDN over the
// files alone shows all of them.
func (s *builtSite) variants(ctx context.Context) error {
	if s.in.options.Images == nil {
		return nil
	}
	wanted := s.wantedVariants()
	s.report.Variants = len(wanted)
	makers, stopped := errgroup.WithContext(ctx)
	makers.SetLimit(runtime.GOMAXPROCS(0))
	for i, rel := range wanted {
		if stopped.Err() != nil {
			break
		}
		s.in.progress("pictures of "+s.planned.id, i, len(wanted))
		makers.Go(func() error { return s.variant(rel) })
	}
	return cmp.Or(makers.Wait(), ctx.Err())
}

// wantedVariants returns the variants that pages request in their HTML, and those that scripts may request: of any
// picture that the deployment shows, since scripts show what the API returns.
func (s *builtSite) wantedVariants() []string {
	wanted := map[string]bool{}
	for _, o := range s.outputs {
		for _, rel := range o.Variants {
			wanted[rel] = true
		}
	}
	if s.planned.deployment.PictureProvider == payload.ProxiedPictures {
		for _, p := range s.planned.pictures(s.planned.shownPictures()) {
			for _, modifiers := range s.in.bundle.Pictures {
				wanted["_ipx/"+modifiers+pages.PicturePath(p)] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(wanted))
}

// variant puts one into the tree. Its name depends on its content.
func (s *builtSite) variant(rel string) error {
	if s.keep(rel, nil) {
		return nil
	}
	kept := filepath.Join(s.in.variantFolder(), filepath.FromSlash(rel))
	data, err := os.ReadFile(kept)
	made := errors.Is(err, fs.ErrNotExist)
	if made {
		data, err = s.makeVariant(rel, kept)
	}
	if err != nil {
		return fmt.Errorf("a page requests /%s: %w", rel, err)
	}
	if err := s.target.Adopt(kept, rel); err != nil {
		return err
	}
	s.addFile(release.Describe(rel, data))
	if made {
		s.mu.Lock()
		s.report.Made++
		s.mu.Unlock()
	}
	return nil
}

// variantFolder keeps the variants that were made, for other deployments and for builds that start anew: making a
// picture takes longer than everything else that a build does for a page.
func (in *inputs) variantFolder() string {
	return filepath.Join(in.allVariants(), in.options.ImagesVersion)
}

func (in *inputs) allVariants() string { return filepath.Join(in.folder().Cache(), "variants") }

func (s *builtSite) makeVariant(rel, kept string) ([]byte, error) {
	parts := variantAddress.FindStringSubmatch("/" + rel)
	if parts == nil {
		return nil, fs.ErrInvalid
	}
	source, err := s.target.Read(parts[2])
	if err != nil {
		return nil, err
	}
	data, err := s.in.options.Images(source, parts[1])
	if err != nil {
		return nil, err
	}
	return data, release.ReplaceFile(kept, data)
}

// dropVariants deletes variants of pictures that no deployment shows any more, and those of earlier versions.
func (r *run) dropVariants() error {
	if r.in.options.Images == nil || r.in.options.Only != "" {
		return nil
	}
	wanted := map[string]bool{}
	for _, s := range r.sites {
		for _, rel := range s.wantedVariants() {
			wanted[filepath.Join(r.in.variantFolder(), filepath.FromSlash(rel))] = true
		}
	}
	return filepath.WalkDir(r.in.allVariants(), func(path string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || e.IsDir() || wanted[path] {
			return err
		}
		return os.Remove(path)
	})
}
