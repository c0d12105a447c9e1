package publish

import (
	"os"
	"path/filepath"
)

// Lock takes the lock that a build of the folder takes.
func Lock(builds string) (func(), error) {
	if err := os.MkdirAll(filepath.Join(builds, "cache"), 0o755); err != nil {
		return nil, err
	}
	return lock(filepath.Join(builds, "cache", "lock"))
}
