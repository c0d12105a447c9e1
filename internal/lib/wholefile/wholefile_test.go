package wholefile_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"storefront/internal/lib/wholefile"
)

func TestReadAndMapReturnTheCreatedContent(t *testing.T) {
	for _, size := range []int{0, 1, 511, 512, 5 << 20} {
		name := filepath.Join(t.TempDir(), "file")
		want := bytes.Repeat([]byte("a"), size)
		if err := wholefile.Create(name, 0o640, want); err != nil {
			t.Fatal(err)
		}
		got, err := wholefile.Read(name)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%d bytes: read %d, %v", size, len(got), err)
		}
		mapped, release, err := wholefile.Map(name)
		if err != nil || !bytes.Equal(mapped, want) {
			t.Errorf("%d bytes: %d are mapped, %v", size, len(mapped), err)
		}
		release()
		if info, err := os.Stat(name); err != nil || info.Mode() != 0o640 {
			t.Errorf("mode %v, %v", info.Mode(), err)
		}
	}
}

func TestCreateWritesManyPartsInOrder(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	var parts [][]byte
	for i := range 5000 {
		parts = append(parts, bytes.Repeat([]byte{byte(i)}, i%7))
	}
	if err := wholefile.Create(name, 0o644, parts...); err != nil {
		t.Fatal(err)
	}
	got, release, err := wholefile.Map(name)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	if !bytes.Equal(got, bytes.Join(parts, nil)) {
		t.Errorf("got %d bytes", len(got))
	}
}

func TestCreateNeverOverwritesAFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	if err := wholefile.Create(name, 0o644, []byte("first")); err != nil {
		t.Fatal(err)
	}
	if err := wholefile.Create(name, 0o644, []byte("second")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("got %v", err)
	}
	if got, _ := wholefile.Read(name); string(got) != "first" {
		t.Errorf("got %q", got)
	}
}

func TestErrorsNameTheMissingFile(t *testing.T) {
	folder := t.TempDir()
	missing := filepath.Join(folder, "missing")
	for name, want := range map[string]error{missing: fs.ErrNotExist, filepath.Join(missing, "file"): fs.ErrNotExist} {
		var at *fs.PathError
		if _, err := wholefile.Read(name); !errors.Is(err, want) || !errors.As(err, &at) || at.Path != name {
			t.Errorf("read %s: %v", name, err)
		}
	}
	if _, _, err := wholefile.Map(missing); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("map: %v", err)
	}
	if _, err := wholefile.Read(folder); err == nil {
		t.Error("a folder was read")
	}
	if err := wholefile.Create(filepath.Join(missing, "file"), 0o644); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("create: %v", err)
	}
}

// The kernel gives the files of /proc no size.
func TestReadReturnsAllOfAFileOfUnknownSize(t *testing.T) {
	const name = "/proc/self/status"
	if _, err := os.Stat(name); err != nil {
		t.Skip("there is no /proc")
	}
	if got, err := wholefile.Read(name); err != nil || !bytes.Contains(got, []byte("Pid:")) {
		t.Errorf("got %q, %v", got, err)
	}
}
