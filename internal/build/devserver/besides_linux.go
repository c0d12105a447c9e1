package devserver

import "syscall"

// besides is a process that gets none of the terminal's signals, and that goes where this one is killed.
func besides() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGTERM}
}
