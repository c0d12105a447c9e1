// Package wholefile reads and creates whole files with as few system calls as that takes. os makes five more for each
// file, because it offers every file to the poller of network connections; a build reads and writes some hundred
// thousand.
package wholefile

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// Read returns the content of a file, as os.ReadFile does.
func Read(name string) ([]byte, error) {
	fd, err := open(name, syscall.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	data, whole := readRegular(fd)
	_ = syscall.Close(fd)
	if !whole {
		return os.ReadFile(name)
	}
	return data, nil
}

// readRegular reads a file; it reports false of one that is not regular, has grown meanwhile, or cannot be read.
func readRegular(fd int) (data []byte, whole bool) {
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

// Create writes a new file. It returns an fs.ErrExist, and writes nothing, where the file exists.
func Create(name string, data []byte, mode fs.FileMode) error {
	fd, err := open(name, syscall.O_WRONLY|syscall.O_CREAT|syscall.O_EXCL, uint32(mode.Perm()))
	if err != nil {
		return err
	}
	for len(data) > 0 {
		n, err := syscall.Write(fd, data)
		if err != nil && !errors.Is(err, syscall.EINTR) {
			_ = syscall.Close(fd)
			return &fs.PathError{Op: "write", Path: name, Err: err}
		}
		data = data[max(n, 0):]
	}
	if err := syscall.Close(fd); err != nil && !errors.Is(err, syscall.EINTR) {
		return &fs.PathError{Op: "close", Path: name, Err: err}
	}
	return nil
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
