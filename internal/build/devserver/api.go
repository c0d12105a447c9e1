package devserver

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/serve/problem"
)

// apiProcess is the API as a process of its own, because the generator does not link it.
type apiProcess struct {
	cmd  *exec.Cmd
	done chan struct{}

	mu      sync.Mutex
	proxy   *httputil.ReverseProxy // nil while it does not answer
	isEnded bool
}

// startAPI starts the API on a free port. Pages are served without it, too.
func (s *server) startAPI(ctx context.Context) *apiProcess {
	c := &apiProcess{done: make(chan struct{})}
	if s.API == "" {
		close(c.done)
		return c
	}
	dir, err := os.MkdirTemp("", "storefront-api-")
	if err != nil {
		s.sendNote("the API does not run: %v", err)
		close(c.done)
		return c
	}
	ready := filepath.Join(dir, "ready")
	c.cmd = exec.CommandContext(ctx, s.API, "serve", "--addr", "127.0.0.1:0", "--builds", s.Builds, "--data", s.Data,
		"--log-format", "json", "--log-level", "warn", "--ready-file", ready)
	c.cmd.SysProcAttr = childAttributes() // a Ctrl-C ends the server, which ends the API
	c.cmd.Cancel = func() error { return c.cmd.Process.Signal(syscall.SIGTERM) }
	c.cmd.WaitDelay = stopTimeout
	log, err := c.cmd.StderrPipe()
	if err == nil {
		err = c.cmd.Start()
	}
	if err != nil {
		s.sendNote("the API does not run, so that dates, carts and pictures in other sizes are not answered: %v", err)
		c.cmd = nil
		_ = os.RemoveAll(dir)
		close(c.done)
		return c
	}
	go c.waitUntilReady(ready)
	go c.followLog(ctx, s, log, dir)
	return c
}

const (
	stopTimeout = 10 * time.Second
	// readyPollInterval is the interval at which await reads the ready file.
	readyPollInterval = 20 * time.Millisecond
)

// waitUntilReady waits until the API has written its address, or has ended.
func (c *apiProcess) waitUntilReady(ready string) {
	for {
		if address, err := os.ReadFile(ready); err == nil && strings.HasSuffix(string(address), "\n") {
			c.proxyTo(strings.TrimSpace(string(address)))
			return
		}
		select {
		case <-c.done:
			return
		case <-time.After(readyPollInterval):
		}
	}
}

// followLog sends the warnings and errors of the API's log as notes until the API ends. It then removes dir.
func (c *apiProcess) followLog(ctx context.Context, s *server, log io.Reader, dir string) {
	defer close(c.done)
	defer os.RemoveAll(dir) // a leftover in the system's own folder of them
	var last string
	for lines := bufio.NewScanner(log); lines.Scan(); {
		last = lines.Text()
		if text := formatLogLine(last); text != "" {
			s.sendNote("api: %s", text)
		}
	}
	c.mu.Lock()
	c.proxy, c.isEnded = nil, true
	c.mu.Unlock()
	if err := c.cmd.Wait(); err != nil && ctx.Err() == nil {
		s.sendNote("the API has ended (%v): %s", err, last)
	}
}

// noBuildEvent is the event of a server without a build; editors see the failure of the build instead.
const noBuildEvent = "no_build"

// formatLogLine returns the text of a line of the API's log: its message, then its other fields; empty for lines that
// are not shown. A line that is no entry, such as one of a panic, is returned as it is.
func formatLogLine(line string) string {
	var entry map[string]any
	if json.Unmarshal([]byte(line), &entry) != nil {
		return line
	}
	if entry["event"] == noBuildEvent {
		return ""
	}
	text := fmt.Sprint(entry["level"], " ", entry["msg"])
	for _, name := range slices.Sorted(maps.Keys(entry)) {
		if name != "time" && name != "level" && name != "msg" {
			text += fmt.Sprintf(" %s=%v", name, entry[name])
		}
	}
	return text
}

func (c *apiProcess) proxyTo(address string) {
	target, err := url.Parse(address)
	if err != nil {
		return
	}
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(target)
			r.Out.Host = r.In.Host // it selects the deployment
		},
		FlushInterval: -1,
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) {
			w.WriteHeader(http.StatusBadGateway)
		},
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.isEnded {
		c.proxy = proxy
	}
}

// serve proxies a request to the API. Without the API a picture is shown in its own size, and all else is unavailable.
func (c *apiProcess) serve(w http.ResponseWriter, r *http.Request, site http.Handler) {
	c.mu.Lock()
	proxy := c.proxy
	c.mu.Unlock()
	if proxy != nil {
		proxy.ServeHTTP(w, r)
		return
	}
	modified, isPicture := strings.CutPrefix(r.URL.Path, "/_ipx/")
	if _, source, hasSource := strings.Cut(modified, "/"); isPicture && hasSource {
		r = r.Clone(r.Context())
		r.URL.Path, r.URL.RawPath = "/"+source, ""
		site.ServeHTTP(w, r)
		return
	}
	problem.Write(w, fault.New(fault.Unavailable, "The API does not run."), "")
}

func (c *apiProcess) stop() {
	if c.cmd != nil {
		_ = c.cmd.Process.Signal(syscall.SIGTERM)
	}
	<-c.done
}

// FindAPI returns the path of the API's program, beside this one or in PATH, or "".
func FindAPI(self string) string {
	beside := filepath.Join(filepath.Dir(self), "api")
	if _, err := exec.LookPath(beside); err == nil {
		return beside
	}
	found, _ := exec.LookPath("api")
	return found
}
