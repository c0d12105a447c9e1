//go:build !linux

package devserver

import "syscall"

func besides() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
