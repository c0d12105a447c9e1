// Package hugepages reduces the page faults of a program whose heap grows fast.
package hugepages

import (
	"runtime"
	"runtime/debug"
)

// Reserve makes an address range of the heap consist of pages of 2 MB, which the kernel may map on request only, as the
// first use of a page takes time. It is called while the heap is small: Go allocates at the lowest free addresses. The
// range occupies no memory until it is used. If the system refuses, nothing changes.
func Reserve(size int) {
	area := make([]byte, size) // not used, and so not mapped
	request(area)
	runtime.KeepAlive(area)
	debug.FreeOSMemory() // now it counts as free, and as returned to the system
}
