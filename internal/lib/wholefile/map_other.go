//go:build !linux

package wholefile

// Map returns the bytes of a file, until they are released.
func Map(name string) (data []byte, release func(), err error) {
	data, err = Read(name)
	return data, func() {}, err
}
