//go:build !linux

package hugepages

func request([]byte) {}
