package hugepages

import "golang.org/x/sys/unix"

func request(area []byte) { _ = unix.Madvise(area, unix.MADV_HUGEPAGE) }
