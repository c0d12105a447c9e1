package vips

import (
	"os"
	"path/filepath"

	"storefront/internal/lib/npm"
)

// LibraryVariable is the environment variable that names the library's file.
const LibraryVariable = "VIPS_LIBRARY"

// libraries returns the candidates for the library in order: that of the npm package of this platform, in a
// node_modules above the program or the working folder, and then the system's (ADR 14).
func libraries() []string {
	if file := os.Getenv(LibraryVariable); file != "" {
		return []string{file}
	}
	folders := []string{"."}
	if program, err := os.Executable(); err == nil {
		folders = append([]string{filepath.Dir(program)}, folders...)
	}
	for _, folder := range folders {
		if file := FindPackaged(folder); file != "" {
			return []string{file, systemELF, systemMachO}
		}
	}
	return []string{systemELF, systemMachO}
}

const systemELF, systemMachO = "libvips.so.42", "libvips.42.dylib"

// FindPackaged returns the library of the npm package in a node_modules of a folder or above it; empty where there is
// none.
func FindPackaged(folder string) string {
	return npm.Find(folder, "@img/sharp-libvips-"+npm.Platform()+"/lib/libvips-cpp.*")
}
