//go:build !linux

package main

import "net"

// dropHandshakes does nothing where the kernel has no filters of sockets.
func dropHandshakes(net.Listener) error { return nil }
