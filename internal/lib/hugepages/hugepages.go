// Package hugepages reduces the page faults of a program whose heap grows fast.
package hugepages

import (
	"runtime"
	"runtime/debug"
)

// Reserve adds a range of addresses to the heap that the kernel maps in pages of 2 MB in place of 4 KB, which many
// kernels do on request only. It has to be called while the heap is small, since Go allocates at the lowest free
// addresses. The range takes no memory until it is used. If the system refuses, nothing changes.
func Reserve(size int) {
	area := make([]byte, size) // not used, and so not mapped
	request(area)
	runtime.KeepAlive(area)
	debug.FreeOSMemory() // now it counts as free, and as returned to the system
}
