package render

import (
	"os"

	"golang.org/x/sys/unix"
)

// pipeSize holds several pages, so that a worker need not wait until one is read before it writes the next.
const pipeSize = 1 << 20

// enlargePipe enlarges a pipe's buffer. If the system refuses, rendering is only slower.
func enlargePipe(pipe any) {
	f, ok := pipe.(*os.File)
	if !ok {
		return
	}
	if raw, err := f.SyscallConn(); err == nil {
		_ = raw.Control(func(fd uintptr) { _, _ = unix.FcntlInt(fd, unix.F_SETPIPE_SZ, pipeSize) })
	}
}
