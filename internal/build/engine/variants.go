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

// variantsIn returns the paths of the variants that a page requests, sorted and without duplicates.
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

// writeVariants writes every requested variant at its address of the proxy, so that a host of static files serves them
// all.
func (s *builtSite) writeVariants(ctx context.Context) error {
	if s.in.options.MakeVariant == nil {
		return nil
	}
	requested := s.requestedVariants()
	s.report.Variants = len(requested)
	makers, stopped := errgroup.WithContext(ctx)
	makers.SetLimit(runtime.GOMAXPROCS(0))
	for i, rel := range requested {
		if stopped.Err() != nil {
			break
		}
		s.in.progress("pictures of "+s.planned.id, i, len(requested))
		makers.Go(func() error { return s.writeVariant(rel) })
	}
	return cmp.Or(makers.Wait(), ctx.Err())
}

// requestedVariants returns the variants that pages request in their HTML, and those that scripts may request: of any
// picture that the deployment shows, since scripts show what the API returns.
func (s *builtSite) requestedVariants() []string {
	requested := map[string]bool{}
	for _, o := range s.outputs {
		for _, rel := range o.Variants {
			requested[rel] = true
		}
	}
	if s.planned.deployment.PictureProvider == payload.ProxiedPictures {
		for _, p := range s.planned.pictures(s.planned.shownPictures()) {
			for _, modifiers := range s.in.bundle.PictureModifiers {
				requested["_ipx/"+modifiers+pages.PicturePath(p)] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(requested))
}

// writeVariant adds a variant, whose name depends on its content, to the tree.
func (s *builtSite) writeVariant(rel string) error {
	if s.reuseFile(rel, nil) {
		return nil
	}
	cacheFile := filepath.Join(s.in.variantCache(), filepath.FromSlash(rel))
	data, err := os.ReadFile(cacheFile)
	isNew := errors.Is(err, fs.ErrNotExist)
	if isNew {
		data, err = s.makeVariant(rel, cacheFile)
	}
	if err != nil {
		return fmt.Errorf("a page requests /%s: %w", rel, err)
	}
	if err := s.target.LinkFile(cacheFile, rel); err != nil {
		return err
	}
	s.addFileOutput(release.FileOf(rel, data))
	if isNew {
		s.mu.Lock()
		s.report.NewVariants++
		s.mu.Unlock()
	}
	return nil
}

// variantCache returns the folder with the variants that were made, for other deployments and for later builds: making
// a picture takes longer than everything else that a build does for a page.
func (in *inputs) variantCache() string {
	return filepath.Join(in.variantCacheRoot(), in.options.VariantsVersion)
}

func (in *inputs) variantCacheRoot() string { return filepath.Join(in.folder().Cache(), "variants") }

func (s *builtSite) makeVariant(rel, cacheFile string) ([]byte, error) {
	parts := variantAddress.FindStringSubmatch("/" + rel)
	if parts == nil {
		return nil, fs.ErrInvalid
	}
	source, err := s.target.Read(parts[2])
	if err != nil {
		return nil, err
	}
	data, err := s.in.options.MakeVariant(source, parts[1])
	if err != nil {
		return nil, err
	}
	return data, release.WriteFileAtomic(cacheFile, data)
}

// pruneVariants deletes the cached variants that no deployment requests, and those of earlier versions.
func (r *run) pruneVariants() error {
	if r.in.options.MakeVariant == nil || r.in.options.Deployment != "" {
		return nil
	}
	requested := map[string]bool{}
	for _, s := range r.sites {
		for _, rel := range s.requestedVariants() {
			requested[filepath.Join(r.in.variantCache(), filepath.FromSlash(rel))] = true
		}
	}
	return filepath.WalkDir(r.in.variantCacheRoot(), func(path string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || e.IsDir() || requested[path] {
			return err
		}
		return os.Remove(path)
	})
}
