package engine

import (
	"os"
	"syscall"
)

// mapped returns the bytes of a file without copying them, as long as the process runs. The file may grow meanwhile, or
// be replaced or deleted. Bytes that are in use must not be changed or cut off.
func mapped(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return nil, err
	}
	return syscall.Mmap(int(f.Fd()), 0, int(info.Size()), syscall.PROT_READ, syscall.MAP_PRIVATE|syscall.MAP_POPULATE)
}
