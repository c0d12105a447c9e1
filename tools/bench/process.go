package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// cost is what one run of a command took, its child processes included.
type cost struct {
	wall, cpu time.Duration
	tree      int64 // bytes: the highest sum of the resident memory of all its processes
	largest   int64 // bytes: the peak of its biggest process, as the kernel counted it
}

// peak is the tree's: a process may be bigger between two samples than in any of them.
func (c cost) peak() int64 { return max(c.tree, c.largest) }

const sampleEvery = 50 * time.Millisecond

// run runs a command in a folder and gives what it printed on stdout.
func run(dir string, env []string, name string, args ...string) (cost, []byte, error) {
	// What the run before left unwritten is not to be paid by this one.
	syscall.Sync()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	began := time.Now()
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
		return c, nil, fmt.Errorf("%s %s: %w\n%s%s", name, strings.Join(args, " "), err, end(stdout.Bytes()), end(stderr.Bytes()))
	}
	c.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		c.largest = usage.Maxrss << 10
	}
	return c, stdout.Bytes(), nil
}

// end is the last part of what a command said.
func end(text []byte) []byte { return text[max(0, len(text)-2000):] }

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
			most = max(most, treeMemory(pid))
		}
	}
}

// treeMemory sums the resident memory of a process and its descendants. Pages that they share count once each.
func treeMemory(root int) int64 {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return 0
	}
	children, memory := map[int][]int{}, map[int]int64{}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		stat, err := os.ReadFile("/proc/" + e.Name() + "/stat")
		if err != nil {
			continue
		}
		// The name, in parentheses, may hold spaces; parent and memory are the 2nd and 22nd field behind it.
		fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
		parent, _ := strconv.Atoi(fields[1])
		pages, _ := strconv.ParseInt(fields[21], 10, 64)
		children[parent] = append(children[parent], pid)
		memory[pid] = pages * int64(os.Getpagesize())
	}
	var sum int64
	for todo := []int{root}; len(todo) > 0; {
		pid := todo[len(todo)-1]
		todo = append(todo[:len(todo)-1], children[pid]...)
		sum += memory[pid]
	}
	return sum
}
