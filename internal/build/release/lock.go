package release

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// ErrBusy is returned if another program builds in the same folder.
var ErrBusy = errors.New("another build, or generate server, is at work in this folder")

// Cache returns the folder in which a builder keeps its record of the last build.
func (f Folder) Cache() string { return filepath.Join(string(f), "cache") }

const lockFile = "lock"

// Lock locks the folder of builds until unlock is called. It returns ErrBusy if another program holds the lock.
func (f Folder) Lock() (unlock func(), err error) {
	if err := os.MkdirAll(f.Cache(), 0o755); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(filepath.Join(f.Cache(), lockFile), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = file.Close()
		return nil, ErrBusy
	}
	return func() { _ = file.Close() }, nil
}

// ClearCache empties the cache of a folder that is locked.
func (f Folder) ClearCache() error {
	entries, err := os.ReadDir(f.Cache())
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Name() == lockFile {
			continue
		}
		if err := os.RemoveAll(filepath.Join(f.Cache(), e.Name())); err != nil {
			return err
		}
	}
	return nil
}
