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
// process is killed when the time is up, and a codec that crashes ends its process only. They are this program again,
// which makes pictures and nothing else where its environment has workerVariable, and ends when its standard input
// does.
//
// The protocol is gob on standard input and output: the worker says hello once, then answers every request in turn.
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

type answer struct {
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
		// whoever does not read it has gone
		_ = to.Encode(hello{strings.TrimPrefix(err.Error(), ErrMissing.Error()+": ")})
		return 1
	}
	from, err := gob.NewDecoder(bufio.NewReaderSize(in, 1<<20)), to.Encode(hello{})
	for err == nil {
		var r request
		if err = from.Decode(&r); err == nil {
			engine.limits = r.Limits
			err = to.Encode(engine.answer(r))
		}
	}
	return 0
}

func (e *Engine) answer(r request) answer {
	var recipe picture.Recipe
	err := json.Unmarshal(r.Recipe, &recipe)
	var made []byte
	if err == nil {
		made, err = e.Make(context.Background(), r.Source, r.Header, recipe)
	}
	if err == nil {
		return answer{Made: made}
	}
	if known, ok := errors.AsType[*fault.Error](err); ok {
		return answer{Fault: known, Other: err.Error()}
	}
	return answer{Other: err.Error()}
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
		return nil, late(ctx)
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
		a, err := p.ask(ctx, request{source, header, recipe, w.limits})
		if err == nil {
			return a.result()
		}
		p.end()
		p = nil
		if ctx.Err() != nil {
			return nil, late(ctx)
		}
		if fresh {
			return nil, fmt.Errorf("%w (the process that makes it has ended: %w)", picture.Damaged(), err)
		} // else it may have ended earlier, for reasons of its own
	}
}

func (a answer) result() ([]byte, error) {
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
	cmd.Env = append(harmless(os.Environ()), workerVariable+"=1", "GOMAXPROCS=1")
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

// harmless are the variables that a library is found and set up by. A process that decodes strangers' pictures is given
// no secrets of the server's.
func harmless(all []string) (some []string) {
	for _, variable := range all {
		name, _, _ := strings.Cut(variable, "=")
		if name == "PATH" || name == "TMPDIR" || strings.HasPrefix(name, "LD_") || strings.HasPrefix(name, "DYLD_") ||
			strings.HasPrefix(name, "VIPS_") {
			some = append(some, variable)
		}
	}
	return some
}

// ask has a process make a picture. An error is that of the process, which is killed when ctx ends.
func (p *process) ask(ctx context.Context, r request) (a answer, err error) {
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
