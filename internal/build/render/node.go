package render

import (
	"cmp"
	"path/filepath"

	"storefront/internal/lib/npm"
)

// NodeProgram returns the program that runs a worker file: the one of the npm package of this platform, which is
// installed with the sources of the site bundle, or otherwise the one on the PATH (ADR 22).
func NodeProgram(workerFile string) string {
	return cmp.Or(npm.Find(filepath.Dir(workerFile), "node-"+npm.Platform()+"/bin/node"), "node")
}
