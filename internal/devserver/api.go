package devserver

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"time"
)

// child is the API, which runs beside the server: what it is made of is no part of the generator.
type child struct {
	cmd  *exec.Cmd
	done chan struct{}

	mu sync.Mutex
	to *httputil.ReverseProxy // nil where it does not answer
}

// startAPI starts the API on a port of its own choice. Pages are served without it, too.
func (s *server) startAPI(ctx context.Context) *child {
	c := &child{done: make(chan struct{})}
	if s.API == "" {
		close(c.done)
		return c
	}
	c.cmd = exec.CommandContext(ctx, s.API, "serve", "--addr", "127.0.0.1:0", "--builds", s.Builds, "--data", s.Data)
	c.cmd.SysProcAttr = besides() // a Ctrl-C is for the server, which ends it in its turn
	c.cmd.Cancel = func() error { return c.cmd.Process.Signal(syscall.SIGTERM) }
	c.cmd.WaitDelay = endWithin
	log, err := c.cmd.StderrPipe()
	if err == nil {
		err = c.cmd.Start()
	}
	if err != nil {
		s.note("the API does not run, so that dates, carts and pictures in other sizes are not answered: %v", err)
		c.cmd = nil
		close(c.done)
		return c
	}
	go c.follow(ctx, s, log)
	return c
}

const endWithin = 10 * time.Second

var (
	serving  = regexp.MustCompile(`msg=serving url=(http://\S+)`)
	troubled = regexp.MustCompile(`level=(WARN|ERROR)`)
)

// follow reads the API's log: where it listens, and what troubles it. The rest is not shown.
func (c *child) follow(ctx context.Context, s *server, log io.Reader) {
	var last string
	for lines := bufio.NewScanner(log); lines.Scan(); {
		last = lines.Text()
		if at := serving.FindStringSubmatch(last); at != nil {
			c.answerAt(at[1])
		} else if troubled.MatchString(last) && !strings.Contains(last, "nothing to show yet") {
			s.note("api: %s", last)
		}
	}
	c.mu.Lock()
	c.to = nil
	c.mu.Unlock()
	if err := c.cmd.Wait(); err != nil && ctx.Err() == nil {
		s.note("the API has ended (%v): %s", err, last)
	}
	close(c.done)
}

func (c *child) answerAt(address string) {
	target, err := url.Parse(address)
	if err != nil {
		return
	}
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(target)
			r.Out.Host = r.In.Host // it tells the deployment
		},
		FlushInterval: -1,
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) {
			w.WriteHeader(http.StatusBadGateway)
		},
	}
	c.mu.Lock()
	c.to = proxy
	c.mu.Unlock()
}

// serve has the API answer. Without it a picture is shown in its own size, and everything else is not available.
func (c *child) serve(w http.ResponseWriter, r *http.Request, site http.Handler) {
	c.mu.Lock()
	to := c.to
	c.mu.Unlock()
	if to != nil {
		to.ServeHTTP(w, r)
		return
	}
	if _, source, isPicture := strings.Cut(strings.TrimPrefix(r.URL.Path, "/_ipx/"), "/"); isPicture && strings.HasPrefix(r.URL.Path, "/_ipx/") {
		r = r.Clone(r.Context())
		r.URL.Path, r.URL.RawPath = "/"+source, ""
		site.ServeHTTP(w, r)
		return
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(http.StatusServiceUnavailable)
	_, _ = io.WriteString(w, `{"type":"about:blank","title":"Service Unavailable","status":503,"code":"unavailable","detail":"The API does not run."}`+"\n")
}

func (c *child) stop() {
	if c.cmd != nil {
		_ = c.cmd.Process.Signal(syscall.SIGTERM)
	}
	<-c.done
}

// FindAPI looks for the API's program beside this one, and then where programs are.
func FindAPI(self string) string {
	beside := filepath.Join(filepath.Dir(self), "api")
	if _, err := exec.LookPath(beside); err == nil {
		return beside
	}
	found, _ := exec.LookPath("api")
	return found
}
