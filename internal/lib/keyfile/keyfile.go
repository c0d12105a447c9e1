// Package keyfile stores keys and secrets that a program creates at its first start.
package keyfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// LoadOrCreate reads the file at a path, or creates it with the bytes of create; only its owner can read it. Processes
// that start at once agree on one file, and none reads half of it.
func LoadOrCreate(path string, create func() ([]byte, error)) ([]byte, error) {
	data, err := os.ReadFile(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return data, err
	}
	if data, err = create(); err != nil {
		return nil, err
	}
	if err := write(path, data); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	return os.ReadFile(path)
}

// write links a complete file to the path: the first of several wins, and the others get fs.ErrExist.
func write(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(path), ".key-*") // readable by its owner only
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(file.Name()) }()
	_, err = file.Write(data)
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Link(file.Name(), path)
}
