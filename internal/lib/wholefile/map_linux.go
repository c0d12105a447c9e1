package wholefile

import (
	"os"
	"syscall"
)

// Map returns the bytes of a file without copying them, until they are released. The file may grow meanwhile, or be
// replaced or deleted. Bytes that are in use must not be changed or truncated.
func Map(name string) (data []byte, release func(), err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	if info.Size() == 0 {
		return nil, func() {}, nil
	}
	data, err = syscall.Mmap(int(f.Fd()), 0, int(info.Size()), syscall.PROT_READ,
		syscall.MAP_PRIVATE|syscall.MAP_POPULATE)
	return data, func() { _ = syscall.Munmap(data) }, err
}
