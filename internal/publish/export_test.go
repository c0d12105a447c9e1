package publish

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"storefront/internal/catalog"
)

// Lock takes the lock that a build of the folder takes.
func Lock(builds string) (func(), error) {
	if err := os.MkdirAll(filepath.Join(builds, "cache"), 0o755); err != nil {
		return nil, err
	}
	return lock(filepath.Join(builds, "cache", "lock"))
}

// VariantsIn is what a page asks the proxy for.
var VariantsIn = variantsIn

// WriteVariants writes what a page asks for into the spare tree of a build that holds a picture, as a build after one whose
// files were before, and gives the files of this one.
func WriteVariants(builds string, images func([]byte, string) ([]byte, error), page []byte, before any) (any, error) {
	s := &site{
		builder:    &builder{Options: Options{Builds: builds, Images: images, ImagesVersion: "1"}, store: store{filepath.Join(builds, "cache")}},
		deployment: &catalog.Deployment{}, tree: openTree(builds, "shop"), outputs: outputs{},
	}
	s.before, _ = before.(outputs)
	if _, err := s.tree.write("media/dunes.0123456789.webp", []byte("the source")); err != nil {
		return nil, err
	}
	s.outputs["/"] = output{Variants: variantsIn(page)}
	return s.outputs, s.variants()
}

// WithoutLinks has every link between deployments fail until the test ends.
func WithoutLinks(t *testing.T) {
	hardLink = func(string, string) error { return syscall.EMLINK }
	t.Cleanup(func() { hardLink = os.Link })
}

// ProgramKey is the key of a generator.
var ProgramKey = programKey

// BuildIDOf is what go build knows a program by.
func BuildIDOf(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return buildIDOf(f), nil
}
