package main

import (
	"net"
	"os"
	"testing"
	"time"
)

func TestDropHandshakesKeepsEstablishedConnections(t *testing.T) {
	listener, err := listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	established, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer established.Close()
	if err := dropHandshakes(listener); err != nil {
		t.Fatal(err)
	}
	if late, err := net.DialTimeout("tcp", listener.Addr().String(), 300*time.Millisecond); !os.IsTimeout(err) {
		t.Errorf("a later connection: %v, %v", late, err)
	}
	accepted, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer accepted.Close()
	if accepted.RemoteAddr().String() != established.LocalAddr().String() {
		t.Errorf("accepted %s, not %s", accepted.RemoteAddr(), established.LocalAddr())
	}
	go func() { _, _ = established.Write([]byte("x")) }()
	if _, err := accepted.Read(make([]byte, 1)); err != nil {
		t.Errorf("the established connection: %v", err)
	}
}
