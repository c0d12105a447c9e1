package vips

import (
	"bufio"
	"context"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"

	"storefront/internal/core/fault"
	"storefront/internal/lib/batch"
	"storefront/internal/picture"
)

// Workers is a picture.Engine whose pictures are made in processes of their own. An encoder cannot be interrupted: its
// process is killed when the time is up, and a codec that crashes ends its process only. A worker is this program with
// workerVariable in its environment: it only makes pictures, and ends when its standard input does.
//
// The protocol is gob on standard input and output: the worker sends a hello, and then a response to each request.
type Workers struct {
	limits Limits
	idle   chan *process // nil: to be started
}

const workerVariable = "STOREFRONT_PICTURE_WORKER"

type hello struct {
	Missing string // why no pictures can be made
}

type request struct {
	Source []byte
	Header picture.Header
	Recipe []byte // as JSON
	Limits Limits
}

type response struct {
	Made  []byte
	Fault *fault.Error
	Other string // an error that is no fault
}

func init() {
	if os.Getenv(workerVariable) != "" {
		signal.Ignore(syscall.SIGTERM, syscall.SIGINT) // they are for the server, which has pictures to finish
		batch.Schedule()
		os.Exit(serve(os.Stdin, os.Stdout))
	}
}

// serve makes pictures until the requests end.
func serve(in io.Reader, out io.Writer) (status int) {
	engine, err := Open(Limits{})
	to := gob.NewEncoder(out)
	if err != nil {
		// it fails if the server has gone
		_ = to.Encode(hello{strings.TrimPrefix(err.Error(), ErrMissing.Error()+": ")})
		return 1
	}
	from, err := gob.NewDecoder(bufio.NewReaderSize(in, 1<<20)), to.Encode(hello{})
	for err == nil {
		var r request
		if err = from.Decode(&r); err == nil {
			engine.limits = r.Limits
			err = to.Encode(engine.handle(r))
		}
	}
	return 0
}

func (e *Engine) handle(r request) response {
	var recipe picture.Recipe
	err := json.Unmarshal(r.Recipe, &recipe)
	var made []byte
	if err == nil {
		made, err = e.Make(context.Background(), r.Source, r.Header, recipe)
	}
	if err == nil {
		return response{Made: made}
	}
	if known, ok := errors.AsType[*fault.Error](err); ok {
		return response{Fault: known, Other: err.Error()}
	}
	return response{Other: err.Error()}
}

// Start starts the first of at most n workers, the others when they are needed. A failure is ErrMissing.
func Start(limits Limits, n int) (*Workers, error) {
	first, err := startProcess()
	if err != nil {
		return nil, err
	}
	w := &Workers{limits: limits, idle: make(chan *process, n)}
	w.idle <- first
	for range n - 1 {
		w.idle <- nil
	}
	return w, nil
}

// Close ends the processes, each after the picture that it is making. Nothing is made afterwards.
func (w *Workers) Close() {
	for range cap(w.idle) {
		if p := <-w.idle; p != nil {
			p.end()
		}
	}
}

// Make is documented at picture.Engine.
func (w *Workers) Make(ctx context.Context, source []byte, header picture.Header, r picture.Recipe) ([]byte, error) {
	recipe, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	var p *process
	select {
	case p = <-w.idle:
	case <-ctx.Done():
		return nil, timeoutFault(ctx)
	}
	defer func() { w.idle <- p }()
	for {
		fresh := p == nil
		if fresh {
			if p, err = startProcess(); err != nil {
				p = nil
				return nil, err
			}
		}
		a, err := p.exchange(ctx, request{source, header, recipe, w.limits})
		if err == nil {
			return a.result()
		}
		p.end()
		p = nil
		if ctx.Err() != nil {
			return nil, timeoutFault(ctx)
		}
		if fresh {
			return nil, fmt.Errorf("%w (the process that makes it has ended: %w)", picture.DamagedSource(), err)
		} // else it may have ended earlier, for reasons of its own
	}
}

func (a response) result() ([]byte, error) {
	switch {
	case a.Fault != nil:
		return nil, fmt.Errorf("%w (%s)", a.Fault, a.Other)
	case a.Other != "":
		return nil, errors.New(a.Other)
	}
	return a.Made, nil
}

// process is a worker.
type process struct {
	cmd  *exec.Cmd
	in   io.Closer
	to   *gob.Encoder
	from *gob.Decoder
}

func startProcess() (*process, error) {
	program := "/proc/self/exe" // also when the file has been replaced since
	if _, err := os.Stat(program); err != nil {
		if program, err = os.Executable(); err != nil {
			return nil, err
		}
	}
	cmd := exec.Command(program)
	// It makes one picture at a time. With more of Go's processors than one, the runtime looks again and again, at
	// first every 20 microseconds, whether the thread in libvips has come back.
	cmd.Env = append(workerEnvironment(os.Environ()), workerVariable+"=1", "GOMAXPROCS=1")
	cmd.Stderr = os.Stderr
	// a Ctrl-C is for this program, which may have pictures to finish
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMissing, err)
	}
	p := &process{cmd, in, gob.NewEncoder(in), gob.NewDecoder(bufio.NewReaderSize(out, 1<<20))}
	var h hello
	if err := p.from.Decode(&h); err != nil || h.Missing != "" {
		p.end()
		if h.Missing != "" {
			return nil, fmt.Errorf("%w: %s", ErrMissing, h.Missing)
		}
		return nil, fmt.Errorf("%w: a process that makes them does not start: %w", ErrMissing, err)
	}
	return p, nil
}

// workerEnvironment returns the variables that locate and configure the library. A process that decodes pictures of
// strangers gets no secrets of the server.
func workerEnvironment(all []string) (kept []string) {
	for _, variable := range all {
		name, _, _ := strings.Cut(variable, "=")
		if name == "PATH" || name == "TMPDIR" || strings.HasPrefix(name, "LD_") || strings.HasPrefix(name, "DYLD_") ||
			strings.HasPrefix(name, "VIPS_") {
			kept = append(kept, variable)
		}
	}
	return kept
}

// exchange sends a request to a process and returns its response. It kills the process when ctx ends. An error is that
// of the process.
func (p *process) exchange(ctx context.Context, r request) (a response, err error) {
	killed := context.AfterFunc(ctx, func() { _ = p.cmd.Process.Kill() })
	if err = p.to.Encode(r); err == nil {
		err = p.from.Decode(&a)
	}
	if !killed() && err == nil {
		err = ctx.Err()
	}
	return a, err
}

func (p *process) end() {
	_ = p.in.Close()
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}
