// Package wholefile reads and creates whole files with as few system calls as possible. os makes five more for each
// file, because it offers every file to the poller of network connections; a build reads and writes some hundred
// thousand.
package wholefile

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"syscall"

	"golang.org/x/sys/unix"
)

// Read returns the content of a file, as os.ReadFile does.
func Read(name string) ([]byte, error) {
	fd, err := open(name, syscall.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	data, ok := readRegular(fd)
	_ = syscall.Close(fd)
	if !ok {
		return os.ReadFile(name)
	}
	return data, nil
}

// readRegular reads a file; ok is false if it is not regular, has grown meanwhile, or cannot be read.
func readRegular(fd int) (data []byte, ok bool) {
	var stat syscall.Stat_t
	if syscall.Fstat(fd, &stat) != nil || stat.Mode&syscall.S_IFMT != syscall.S_IFREG {
		return nil, false
	}
	data = make([]byte, stat.Size+1) // a read that does not fill it has reached the end
	n, err := syscall.Read(fd, data)
	if err != nil || n != int(stat.Size) {
		return nil, false
	}
	return data[:n:n], true
}

// Create writes a new file of some parts. It returns an fs.ErrExist, and writes nothing, if the file exists.
func Create(name string, mode fs.FileMode, parts ...[]byte) error {
	fd, err := open(name, syscall.O_WRONLY|syscall.O_CREAT|syscall.O_EXCL, uint32(mode.Perm()))
	if err != nil {
		return err
	}
	if err := write(fd, parts); err != nil {
		_ = syscall.Close(fd)
		return &fs.PathError{Op: "write", Path: name, Err: err}
	}
	if err := syscall.Close(fd); err != nil && !errors.Is(err, syscall.EINTR) {
		return &fs.PathError{Op: "close", Path: name, Err: err}
	}
	return nil
}

// maxParts is the number of parts that the kernel accepts at once.
const maxParts = 1024

func write(fd int, parts [][]byte) (err error) {
	for len(parts) > 0 {
		var n int
		if len(parts) == 1 {
			n, err = syscall.Write(fd, parts[0])
		} else {
			n, err = unix.Writev(fd, parts[:min(len(parts), maxParts)])
		}
		if err != nil && !errors.Is(err, syscall.EINTR) {
			return err
		}
		parts = dropBytes(parts, max(n, 0))
	}
	return nil
}

// dropBytes returns the parts without their first n bytes.
func dropBytes(parts [][]byte, n int) [][]byte {
	for len(parts) > 0 && n >= len(parts[0]) {
		n -= len(parts[0])
		parts = parts[1:]
	}
	if n > 0 {
		parts = slices.Concat([][]byte{parts[0][n:]}, parts[1:])
	}
	return parts
}

func open(name string, flags int, mode uint32) (fd int, err error) {
	for {
		fd, err = syscall.Open(name, flags|syscall.O_CLOEXEC, mode)
		if err == nil {
			return fd, nil
		}
		if !errors.Is(err, syscall.EINTR) {
			return -1, &fs.PathError{Op: "open", Path: name, Err: err}
		}
	}
}
