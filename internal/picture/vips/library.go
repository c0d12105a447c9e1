package vips

import (
	"os"
	"path/filepath"

	"storefront/internal/lib/npm"
)

// libraryVariable names the library's file.
const libraryVariable = "VIPS_LIBRARY"

// libraries returns the files of which the first that is there is loaded: that of the npm package of this platform, in
// a node_modules above the program or the working folder, and then the system's (ADR 14).
func libraries() []string {
	if file := os.Getenv(libraryVariable); file != "" {
		return []string{file}
	}
	system := []string{"libvips.so.42", "libvips.42.dylib"}
	folders := []string{"."}
	if program, err := os.Executable(); err == nil {
		folders = append([]string{filepath.Dir(program)}, folders...)
	}
	for _, folder := range folders {
		if packaged := npm.Find(folder, "@img/sharp-libvips-"+npm.Platform()+"/lib/libvips-cpp.*"); packaged != "" {
			return append([]string{packaged}, system...)
		}
	}
	return system
}
