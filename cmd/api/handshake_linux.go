package main

import (
	"net"

	"golang.org/x/sys/unix"
)

// dropHandshakes makes the kernel ignore packets that begin a connection to a listener. Established connections are
// still accepted. Closing a listener resets those that wait to be accepted; a proxy that has already sent a request on
// one cannot know whether it was handled. A proxy whose packet is ignored tries another server.
func dropHandshakes(listener net.Listener) error {
	tcp, ok := listener.(*net.TCPListener)
	if !ok {
		return nil
	}
	conn, err := tcp.SyscallConn()
	if err != nil {
		return err
	}
	const flags, syn = 13, 0x02 // RFC 9293, 3.1; the filter sees a packet from its TCP header on
	program := []unix.SockFilter{
		{Code: unix.BPF_LD | unix.BPF_B | unix.BPF_ABS, K: flags},
		{Code: unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K, K: syn, Jf: 1},
		{Code: unix.BPF_RET | unix.BPF_K, K: 0},
		{Code: unix.BPF_RET | unix.BPF_K, K: 1<<32 - 1},
	}
	var failed error
	err = conn.Control(func(fd uintptr) {
		failed = unix.SetsockoptSockFprog(int(fd), unix.SOL_SOCKET, unix.SO_ATTACH_FILTER,
			&unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]})
	})
	if err != nil {
		return err
	}
	return failed
}
