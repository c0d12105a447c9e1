package gauge

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"time"
)

// clockTick is the unit of times in /proc on every Linux.
const clockTick = 10 * time.Millisecond

// TreeMemory sums the resident memory of a process and its descendants. Shared pages count once for each.
func TreeMemory(root int) int64 {
	return sumOfTree(root, 21, 22) * int64(os.Getpagesize())
}

// TreeCPU returns the user and system time of a process and its descendants, including those that ended and were waited
// for.
func TreeCPU(root int) time.Duration {
	return time.Duration(sumOfTree(root, 11, 15)) * clockTick
}

// MachineCPU returns the processor time that all programs and the kernel have used since the machine started.
func MachineCPU() time.Duration {
	stat, _ := os.ReadFile("/proc/stat")
	line, _, _ := strings.Cut(string(stat), "\n")
	var ticks int64
	for i, field := range strings.Fields(line) {
		if i < 1 || i == 4 || i == 5 || i > 8 { // the name, idle, waiting for the disk, guests counted before
			continue
		}
		n, _ := strconv.ParseInt(field, 10, 64)
		ticks += n
	}
	return time.Duration(ticks) * clockTick
}

// sumOfTree sums fields of /proc's stat over a process and its descendants, from one index up to before another;
// indexes count from the field after the name.
func sumOfTree(root, from, to int) (sum int64) {
	entries, _ := os.ReadDir("/proc")
	children, figure := map[int][]int{}, map[int]int64{}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		stat, err := os.ReadFile("/proc/" + e.Name() + "/stat")
		if err != nil {
			continue
		}
		// The name, in parentheses, may contain spaces.
		fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
		parent, _ := strconv.Atoi(fields[1])
		children[parent] = append(children[parent], pid)
		for _, field := range fields[from:to] {
			n, _ := strconv.ParseInt(field, 10, 64)
			figure[pid] += n
		}
	}
	for todo := []int{root}; len(todo) > 0; {
		pid := todo[len(todo)-1]
		todo = append(todo[:len(todo)-1], children[pid]...)
		sum += figure[pid]
	}
	return sum
}
