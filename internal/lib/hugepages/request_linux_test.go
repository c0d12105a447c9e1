package hugepages_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"unsafe"

	"storefront/internal/lib/hugepages"
)

func TestReserveRequestsHugePagesForLaterAllocations(t *testing.T) {
	if _, err := os.Stat("/sys/kernel/mm/transparent_hugepage"); err != nil {
		t.Skip("this kernel has no huge pages on request")
	}
	hugepages.Reserve(64 << 20)
	later := make([]byte, 16<<20)
	later[0] = 1
	at := uintptr(unsafe.Pointer(&later[0]))
	maps, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		t.Fatal(err)
	}
	if flags := flagsAt(string(maps), at); !strings.Contains(flags, " hg") {
		t.Errorf("the memory of a later allocation has the flags %q", flags)
	}
}

// flagsAt returns the kernel's flags of the mapping that has an address.
func flagsAt(smaps string, at uintptr) string {
	inside := false
	for line := range strings.Lines(smaps) {
		var from, to uintptr
		if n, _ := fmt.Sscanf(line, "%x-%x ", &from, &to); n == 2 {
			inside = from <= at && at < to
		}
		if flags, is := strings.CutPrefix(line, "VmFlags:"); is && inside {
			return flags
		}
	}
	return ""
}
