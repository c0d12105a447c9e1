// Command s3server is a real S3 server for tests of deploying: versitygw's S3 API over a folder, for one account.
//
//	s3server -dir DIR -access ID -secret SECRET
//
// It prints the address that it listens on. It is a separate module, so that the storefront's module does not depend on
// the server.
package main

import (
	"flag"
	"fmt"
	"net"
	"os"
	"path/filepath"

	"github.com/versity/versitygw/auth"
	"github.com/versity/versitygw/backend/meta"
	"github.com/versity/versitygw/backend/posix"
	"github.com/versity/versitygw/s3api"
	"github.com/versity/versitygw/s3api/middlewares"
)

func main() {
	dir := flag.String("dir", "", "the folder that is served: its folders are the buckets")
	access := flag.String("access", "", "the id of the account's key")
	secret := flag.String("secret", "", "the key")
	flag.Parse()
	if err := serve(*dir, *access, *secret); err != nil {
		fmt.Fprintln(os.Stderr, "s3server:", err)
		os.Exit(1)
	}
}

const region = "us-east-1"

func serve(dir, access, secret string) error {
	out := os.Stdout
	os.Stdout = os.Stderr // the gateway logs to standard output
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	buckets, beside := filepath.Join(dir, "buckets"), filepath.Join(dir, "metadata")
	for _, folder := range []string{buckets, beside} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
	}
	// The attributes are beside the files, because not every file system supports them.
	sidecar, err := meta.NewSideCar(beside)
	if err != nil {
		return err
	}
	files, err := posix.New(buckets, sidecar, posix.PosixOpts{SideCarDir: beside})
	if err != nil {
		return err
	}
	account := auth.Account{Access: access, Secret: secret, Role: auth.RoleAdmin}
	server, err := s3api.New(files, middlewares.RootUserConfig{Access: access, Secret: secret}, region,
		auth.NewIAMServiceSingle(account), nil, nil, nil, nil, s3api.WithQuiet(), s3api.WithKeepAlive(),
		s3api.WithConcurrencyLimiter(1000, 1000))
	if err != nil {
		return err
	}
	address, err := freeAddress()
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "http://"+address)
	return server.ServeMultiPort([]string{address})
}

// freeAddress returns an unused address; the server does not accept a listener.
func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}
