// Command gcsserver serves Google Cloud Storage's JSON API from memory, for tests of deploying: fake-gcs-server with
// one bucket.
//
//	gcsserver -bucket NAME
//
// It prints the address that it listens on. It is a separate module, so that the storefront's module does not depend on
// the server.
package main

import (
	"flag"
	"fmt"
	"net"
	"os"
	"os/signal"
	"syscall"

	"github.com/fsouza/fake-gcs-server/fakestorage"
)

func main() {
	bucket := flag.String("bucket", "", "the name of the bucket")
	flag.Parse()
	if err := serve(*bucket); err != nil {
		fmt.Fprintln(os.Stderr, "gcsserver:", err)
		os.Exit(1)
	}
}

func serve(bucket string) error {
	at, err := free()
	if err != nil {
		return err
	}
	server, err := fakestorage.NewServerWithOptions(fakestorage.Options{
		Scheme: "http", Host: at.IP.String(), Port: uint16(at.Port),
		PublicHost: at.String(), // where clients read objects, by another API
	})
	if err != nil {
		return err
	}
	defer server.Stop()
	server.CreateBucketWithOpts(fakestorage.CreateBucketOpts{Name: bucket})
	fmt.Println("http://" + at.String())
	end := make(chan os.Signal, 1)
	signal.Notify(end, os.Interrupt, syscall.SIGTERM)
	<-end
	return nil
}

// free returns an unused address: the server must know its own before it listens.
func free() (*net.TCPAddr, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	return l.Addr().(*net.TCPAddr), l.Close()
}
