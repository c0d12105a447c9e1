package render

import (
	"os"
	"path/filepath"
	"runtime"
)

// Node returns the program that runs a worker file: the one of the npm package of this platform, which is installed
// with what the site bundle was built from, or else the one on the PATH (ADR 22).
func Node(workerFile string) string {
	dir, err := filepath.Abs(filepath.Dir(workerFile))
	if err != nil {
		return "node"
	}
	arch := map[string]string{"amd64": "x64"}[runtime.GOARCH]
	if arch == "" {
		arch = runtime.GOARCH
	}
	packaged := filepath.Join("node_modules", "node-"+runtime.GOOS+"-"+arch, "bin", "node")
	for ; ; dir = filepath.Dir(dir) {
		if program := filepath.Join(dir, packaged); isFile(program) {
			return program
		}
		if dir == filepath.Dir(dir) {
			return "node"
		}
	}
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}
