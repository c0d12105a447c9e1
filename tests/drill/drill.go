// Package drill holds what all drills share: the choice between short and full numbers, the printing of results, and a
// small disk that tests can fill. The drills of the API are the tests of this folder; those of builds are in package
// engine.
package drill

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// Long reports whether the full numbers are requested: DRILL=1, as make drill sets it.
var Long = os.Getenv("DRILL") != ""

// Sized returns short, or full if Long is set.
func Sized(short, full int) int {
	if Long {
		return full
	}
	return short
}

// Row prints the result of a drill under its row number, also without go test -v.
func Row(number int, format string, args ...any) {
	fmt.Printf("row %d | %s\n", number, fmt.Sprintf(format, args...))
}

// Disk is a small file system in memory.
type Disk struct {
	testing.TB
	Dir string
}

// NewDisk mounts a disk for the test. It skips the test if mounting is not permitted.
func NewDisk(t testing.TB, megabytes int) *Disk {
	t.Helper()
	d := &Disk{t, t.TempDir()}
	err := syscall.Mount("tmpfs", d.Dir, "tmpfs", 0, fmt.Sprintf("size=%dm,mode=0700", megabytes))
	if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EACCES) || errors.Is(err, syscall.ENODEV) {
		t.Skipf("only root may mount the disk that the test fills: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(d.Dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return d
}

// Used returns how many bytes of the disk are used.
func (d *Disk) Used() int64 {
	d.Helper()
	var st syscall.Statfs_t
	if err := syscall.Statfs(d.Dir, &st); err != nil {
		d.Fatal(err)
	}
	return int64(st.Blocks-st.Bfree) * st.Bsize
}

// ballast returns the path of the file with which Fill takes space.
func (d *Disk) ballast() string { return filepath.Join(d.Dir, "ballast") }

// Fill takes all free space, including space that is freed meanwhile, and then releases leave bytes of it.
func (d *Disk) Fill(leave int64) {
	d.Helper()
	d.Free()
	f, err := os.Create(d.ballast())
	if err != nil {
		d.Fatal(err)
	}
	defer f.Close()
	size := int64(0)
	for step := int64(1 << 20); step >= 1<<12; {
		err := syscall.Fallocate(int(f.Fd()), 0, size, step)
		switch {
		case err == nil:
			size += step
		case errors.Is(err, syscall.ENOSPC):
			step /= 2
		default:
			d.Fatal(err)
		}
	}
	if err := f.Truncate(max(0, size-leave)); err != nil {
		d.Fatal(err)
	}
}

// Free releases the space that Fill has taken.
func (d *Disk) Free() {
	d.Helper()
	if err := os.Remove(d.ballast()); err != nil && !errors.Is(err, os.ErrNotExist) {
		d.Fatal(err)
	}
}
