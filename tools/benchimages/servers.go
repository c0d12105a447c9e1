package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"storefront/internal/picture"
	"storefront/internal/picture/vips"
	"storefront/internal/serve/imageproxy"
)

const childArgument = "serve-pictures"

// server is one of the two programs, in a process of its own.
type server struct {
	name    string
	cmd     *exec.Cmd
	in      io.Closer
	address string
	prefix  string
}

func startOurs(ctx context.Context, dir string) (*server, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return start("ours", "/_ipx/", exec.CommandContext(ctx, self, childArgument, dir))
}

func startIPX(ctx context.Context, dir string, o options) (*server, error) {
	cmd := exec.CommandContext(ctx, "node", "serve.mjs", dir)
	cmd.Dir = o.ipx
	return start("ipx", "/", cmd)
}

func start(name, prefix string, cmd *exec.Cmd) (*server, error) {
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s does not start", name), cmd.Wait())
	}
	return &server{name: name, cmd: cmd, in: in, address: strings.TrimSpace(line), prefix: prefix}, nil
}

// stop ends the process and returns its CPU time.
func (s *server) stop() (time.Duration, error) {
	_ = s.in.Close()
	if err := s.cmd.Wait(); err != nil {
		return 0, err
	}
	return s.cmd.ProcessState.UserTime() + s.cmd.ProcessState.SystemTime(), nil
}

func (s *server) get(ctx context.Context, modifiers, source string) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.address+s.prefix+modifiers+"/media/"+source, nil)
	if err != nil {
		return nil, err
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(response.Body)
	err = errors.Join(err, response.Body.Close())
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s of %s: %s %.200s", s.name, modifiers, source, response.Status, data)
	}
	return data, err
}

// media is the folder with the pictures.
type media string

func (m media) OpenMedia(_, name string) (*os.File, error) { return os.OpenInRoot(string(m), name) }

// serve runs the child: the proxy over a folder, with processes that make the pictures, as the server has them.
func serve(dir string) error {
	cache, err := os.MkdirTemp(dir, "cache")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(cache) }()
	engine, err := vips.Start(vips.DefaultLimits, imageproxy.DefaultMaxMakers())
	if err != nil {
		return err
	}
	defer engine.Close() // whose processor time counts once they have ended
	proxy, err := imageproxy.New(imageproxy.Config{Media: media(dir), Engine: engine, Sizes: picture.AnySizes,
		CacheDir: filepath.Join(cache, "pictures")})
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println("http://" + listener.Addr().String())
	failed := make(chan error, 1)
	s := &http.Server{
		ReadHeaderTimeout: time.Second,
		Handler: proxy.Handler(func(w http.ResponseWriter, _ *http.Request, err error) {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}, func(r *http.Request) string { return r.RemoteAddr }), // each connection is a visitor of its own
	}
	go func() { failed <- s.Serve(listener) }()
	go func() {
		_, err := io.Copy(io.Discard, os.Stdin)
		failed <- err
	}()
	return <-failed
}
