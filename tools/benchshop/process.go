package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"storefront/tools/gauge"
)

// process is a running shop. Its memory is sampled until it ends.
type process struct {
	cmd  *exec.Cmd
	in   io.Closer
	url  string
	peak atomic.Int64
	quit chan struct{}
}

// memory is the resident memory of a process and its descendants.
type memory struct{ end, peak int64 }

// startProcess starts a process, which prints or writes its address: address waits for that.
func startProcess(cmd *exec.Cmd, address func(out *bufio.Reader) (string, error)) (*process, error) {
	p := &process{cmd: cmd, quit: make(chan struct{})}
	cmd.Stderr = os.Stderr
	// An interrupt of the terminal stops the shops by this program alone.
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
		return nil, err
	}
	p.in = in
	go p.sampleMemory()
	if p.url, err = address(bufio.NewReader(out)); err != nil {
		return nil, errors.Join(fmt.Errorf("%s does not start: %w", cmd.Args[0], err), p.stop())
	}
	p.url = strings.TrimSpace(p.url)
	return p, nil
}

// sampleMemory samples the memory.
func (p *process) sampleMemory() {
	for {
		select {
		case <-p.quit:
			return
		case <-time.After(100 * time.Millisecond):
			p.peak.Store(max(p.peak.Load(), gauge.TreeMemory(p.cmd.Process.Pid)))
		}
	}
}

func (p *process) memory() memory {
	end := gauge.TreeMemory(p.cmd.Process.Pid)
	return memory{end, max(end, p.peak.Load())}
}

// stop ends the process: Vendure ends with its standard input, ours at a signal.
func (p *process) stop() error {
	close(p.quit)
	_ = p.in.Close()
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	err := p.cmd.Wait()
	if state, ok := p.cmd.ProcessState.Sys().(syscall.WaitStatus); ok && state.Signal() == syscall.SIGTERM {
		return nil
	}
	return err
}

// addressFromFile waits until a file has the address, or the process has closed its output.
func addressFromFile(file string) func(*bufio.Reader) (string, error) {
	return func(out *bufio.Reader) (string, error) {
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			_, _ = io.Copy(io.Discard, out)
		}()
		for {
			if data, err := os.ReadFile(file); err == nil && len(data) > 0 {
				return string(data), nil
			}
			select {
			case <-ended:
				return "", errors.New("it has ended")
			case <-time.After(10 * time.Millisecond):
			}
		}
	}
}

// addressFromOutput waits for the line with the address. The other lines are messages.
func addressFromOutput(out *bufio.Reader) (string, error) {
	for {
		line, err := out.ReadString('\n')
		if err != nil {
			return "", err
		}
		if strings.HasPrefix(line, "http://") {
			go func() { _, _ = io.Copy(os.Stderr, out) }()
			return line, nil
		}
		fmt.Fprint(os.Stderr, line)
	}
}
