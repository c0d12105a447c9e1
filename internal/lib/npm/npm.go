// Package npm finds programs and libraries of npm packages for this platform, in a node_modules.
package npm

import (
	"path/filepath"
	"runtime"
)

// Platform returns this platform as npm packages name it: linux-x64, darwin-arm64.
func Platform() string {
	arch := runtime.GOARCH
	if arch == "amd64" {
		arch = "x64"
	}
	return runtime.GOOS + "-" + arch
}

// Find returns the first file that matches a pattern in the node_modules of a folder, or of the nearest folder above it
// that has one; empty if there is none.
func Find(dir, pattern string) string {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	for ; ; dir = filepath.Dir(dir) {
		if found, err := filepath.Glob(filepath.Join(dir, "node_modules", filepath.FromSlash(pattern))); err == nil &&
			len(found) > 0 {
			return found[0]
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}
