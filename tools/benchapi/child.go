package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"runtime/pprof"
	"sync/atomic"
	"time"

	"storefront/tools/gauge"
)

// childArgument makes this program a measured process.
const childArgument = "child"

// gcPercent is the GC setting of cmd/api serve. The bare handler has it too.
const gcPercent = 400

// task is the task of a child, which reads it first. It answers each later "go" with a result.
type task struct {
	Role      string // a key of roles
	Builds    string
	Data      string // the folder of SQLite's files
	DSN       string // PostgreSQL's; empty for SQLite
	Sold      bool   // whether some slots are sold
	Bodies    map[string][]byte
	Checkouts int // the number of filled carts
	Buyers    int // the number of concurrent checkouts
	First     int // the number of the first buyer, so that several children buy different seats
	Profile   string
}

// ready is the first answer of a child.
type ready struct {
	Address string
	Key     string // of the reseller
	Failed  string
}

// result is the answer to a "go".
type result struct {
	Done      int
	Elapsed   time.Duration   // until the last was done
	Delivered time.Duration   // until the sandbox had delivered all events
	Took      []time.Duration // the duration of each
	DSN       string          // of the new database
	Failed    string
}

// role begins a task. Its run, which may be nil, is called with the number of each "go".
type role func(ctx context.Context, t task) (r ready, act run, end func() error, err error)

type run = func(context.Context, int) (result, error)

var roles = map[string]role{"api": serveAPI, "bare": serveBare, "buyers": runBuyers, "postgres": runPostgres,
	"checkouts": placingRole(checkOut), "reservations": placingRole(reserve)}

func child(in io.Reader, out io.Writer) (err error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	from, to := json.NewDecoder(in), json.NewEncoder(out)
	var t task
	if err := from.Decode(&t); err != nil {
		return err
	}
	debug.SetGCPercent(gcPercent)
	r, act, end, err := roles[t.Role](ctx, t)
	if err != nil {
		return to.Encode(ready{Failed: err.Error()})
	}
	defer func() { err = errors.Join(err, end()) }()
	if t.Profile != "" {
		file, err := os.Create(t.Profile)
		if err != nil {
			return err
		}
		if err := pprof.StartCPUProfile(file); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	if err := to.Encode(r); err != nil {
		return err
	}
	for {
		var n int
		if err := from.Decode(&n); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		done, err := act(ctx, n)
		if err != nil {
			done.Failed = err.Error()
		}
		if err := to.Encode(done); err != nil {
			return err
		}
	}
}

// process is a child from its parent's side.
type process struct {
	ready
	name string
	cmd  *exec.Cmd
	in   io.WriteCloser
	to   *json.Encoder
	from *json.Decoder
}

// stopTimeout is how long an interrupted child may take to finish.
const stopTimeout = 5 * time.Second

var profileCount atomic.Int64

func (o options) startChild(ctx context.Context, t task) (*process, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	t.Builds = o.builds()
	if o.profiles != "" {
		t.Profile = filepath.Join(o.profiles, fmt.Sprintf("%s-%d.pprof", t.Role, profileCount.Add(1)))
	}
	p := &process{name: t.Role, cmd: exec.CommandContext(ctx, self, childArgument)}
	p.cmd.Stderr = os.Stderr
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.cmd.Cancel, p.cmd.WaitDelay = p.in.Close, stopTimeout
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	p.to, p.from = json.NewEncoder(p.in), json.NewDecoder(out)
	err = p.to.Encode(t)
	if err == nil {
		err = p.from.Decode(&p.ready)
	}
	if err == nil && p.Failed != "" {
		err = errors.New(p.Failed)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", t.Role, err), p.stop())
	}
	return p, nil
}

func (p *process) run(n int) (result, error) {
	if err := p.startRun(n); err != nil {
		return result{}, err
	}
	return p.awaitRun()
}

func (p *process) startRun(n int) error { return p.to.Encode(n) }

func (p *process) awaitRun() (r result, err error) {
	if err := p.from.Decode(&r); err != nil {
		return r, fmt.Errorf("%s: %w", p.name, err)
	}
	if r.Failed != "" {
		return r, fmt.Errorf("%s: %s", p.name, r.Failed)
	}
	return r, nil
}

// stop stops the child and waits for it.
func (p *process) stop() error {
	_ = p.in.Close()
	return p.cmd.Wait()
}

func (p *process) cpu() time.Duration {
	if p == nil {
		return 0
	}
	return gauge.TreeCPU(p.cmd.Process.Pid)
}
