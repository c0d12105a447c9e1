//go:build !linux

package main

import "net"

// dropHandshakes does nothing on kernels without socket filters.
func dropHandshakes(net.Listener) error { return nil }
