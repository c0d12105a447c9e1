// Package drill has what all drills share, wherever they live: the line in which each prints its figures, how long they
// are, and a disk that can be filled. The other drills of this folder are of the API; those of builds are in package
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

// Long says that the full numbers are asked for: DRILL=1, as make drill sets it.
var Long = os.Getenv("DRILL") != ""

// Sized gives a drill its numbers: the short form's, or the full ones.
func Sized(short, full int) int {
	if Long {
		return full
	}
	return short
}

// Row prints what a drill has shown of one row of what is promised, however quiet tests are told to be.
func Row(number int, format string, args ...any) {
	fmt.Printf("row %d | %s\n", number, fmt.Sprintf(format, args...))
}

// Disk is a file system of its own, in memory and small.
type Disk struct {
	testing.TB
	Dir string
}

// NewDisk mounts a disk for the test. Who may mount nothing skips the test.
func NewDisk(t testing.TB, megabytes int) *Disk {
	t.Helper()
	d := &Disk{t, t.TempDir()}
	err := syscall.Mount("tmpfs", d.Dir, "tmpfs", 0, fmt.Sprintf("size=%dm,mode=0700", megabytes))
	if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EACCES) || errors.Is(err, syscall.ENODEV) {
		t.Skipf("a full disk takes one to fill, and only root may mount it: %v", err)
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

// Used tells how many bytes of the disk are taken.
func (d *Disk) Used() int64 {
	d.Helper()
	var st syscall.Statfs_t
	if err := syscall.Statfs(d.Dir, &st); err != nil {
		d.Fatal(err)
	}
	return int64(st.Blocks-st.Bfree) * st.Bsize
}

func (d *Disk) ballast() string { return filepath.Join(d.Dir, "ballast") }

// Fill takes all the room that there is, also from whoever writes meanwhile, and gives so many bytes of it back.
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

// Free gives the room back that Fill has taken.
func (d *Disk) Free() {
	d.Helper()
	if err := os.Remove(d.ballast()); err != nil && !errors.Is(err, os.ErrNotExist) {
		d.Fatal(err)
	}
}
