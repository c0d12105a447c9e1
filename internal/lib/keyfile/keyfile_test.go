package keyfile_test

import (
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"storefront/internal/lib/keyfile"
)

func newKey() ([]byte, error) { return []byte(strings.Repeat(rand.Text(), 1000)), nil }

func TestLoadOrCreateReturnsOneKeyToConcurrentCallers(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	path := filepath.Join(dir, "key")
	keys := make([]string, 16)
	begin := make(chan struct{})
	var all sync.WaitGroup
	for i := range keys {
		all.Go(func() {
			<-begin
			key, err := keyfile.LoadOrCreate(path, newKey)
			if err != nil {
				t.Error(err)
			}
			keys[i] = string(key)
		})
	}
	close(begin)
	all.Wait()
	for _, key := range keys {
		if key != keys[0] || len(key) < 1000 {
			t.Errorf("callers read %d and %d bytes, which differ: %v", len(key), len(keys[0]), key != keys[0])
		}
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 1 {
		t.Errorf("%v, %v are left", err, files)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", err, info.Mode())
	}
}

func TestLoadOrCreateKeepsAnExistingKey(t *testing.T) {
	path := filepath.Join(t.TempDir(), "key")
	first, err := keyfile.LoadOrCreate(path, newKey)
	if err != nil {
		t.Fatal(err)
	}
	again, err := keyfile.LoadOrCreate(path, func() ([]byte, error) {
		t.Error("another key is created")
		return nil, nil
	})
	if err != nil || string(again) != string(first) {
		t.Errorf("the key was %.8s and is %.8s, %v", first, again, err)
	}
}

func TestLoadOrCreateFailsIfTheKeyCannotBeMadeOrSaved(t *testing.T) {
	none := errors.New("no randomness")
	path := filepath.Join(t.TempDir(), "key")
	if _, err := keyfile.LoadOrCreate(path, func() ([]byte, error) { return nil, none }); !errors.Is(err, none) {
		t.Errorf("got error %v", err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a file is left")
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := keyfile.LoadOrCreate(filepath.Join(path, "key"), newKey); err == nil {
		t.Error("a key is saved below a file")
	}
}
