package devserver

import "syscall"

// childAttributes returns the attributes of a process that gets no signals of the terminal, and that ends when this one
// is killed.
func childAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGTERM}
}
