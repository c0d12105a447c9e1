package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"storefront/tools/gauge"
)

// cost is the cost of a command with its child processes.
type cost struct {
	wall, cpu time.Duration
	tree      int64         // bytes: the highest sum of the resident memory of its processes
	largest   int64         // bytes: the kernel's peak of its largest process
	others    time.Duration // processor time of other programs meanwhile
}

// peak returns the tree's peak, or that of its largest process, which can be higher between two samples.
func (c cost) peak() int64 { return max(c.tree, c.largest) }

const sampleEvery = 50 * time.Millisecond

// run runs a command in a folder and returns its output.
func run(dir string, env []string, name string, args ...string) (cost, []byte, error) {
	// Unwritten data of the previous run must not slow this one down.
	syscall.Sync()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	began, busy := time.Now(), gauge.MachineCPU()
	if err := cmd.Start(); err != nil {
		return cost{}, nil, err
	}
	stop, peak := make(chan struct{}), make(chan int64)
	go sample(cmd.Process.Pid, stop, peak)
	err := cmd.Wait()
	c := cost{wall: time.Since(began)}
	close(stop)
	c.tree = <-peak
	if err != nil {
		return c, nil, fmt.Errorf("%s %s: %w\n%s%s", name, strings.Join(args, " "), err, tail(stdout.Bytes()),
			tail(stderr.Bytes()))
	}
	c.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	c.others = max(gauge.MachineCPU()-busy-c.cpu, 0)
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		c.largest = usage.Maxrss << 10
	}
	return c, stdout.Bytes(), nil
}

// tail returns the end of a command's output.
func tail(text []byte) []byte { return text[max(0, len(text)-2000):] }

func sample(pid int, stop <-chan struct{}, peak chan<- int64) {
	tick := time.NewTicker(sampleEvery)
	defer tick.Stop()
	var most int64
	for {
		select {
		case <-stop:
			peak <- most
			return
		case <-tick.C:
			most = max(most, gauge.TreeMemory(pid))
		}
	}
}
