package gauge

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"time"
)

// Tick is the unit of times in /proc, everywhere that Linux runs.
const Tick = 10 * time.Millisecond

// TreeMemory sums the resident memory of a process and its descendants. Pages that they share count once each.
func TreeMemory(root int) int64 {
	return sumOfTree(root, 21, 22) * int64(os.Getpagesize())
}

// TreeCPU is what a process and its descendants have used so far in user and in system mode, those that have ended and
// were waited for included.
func TreeCPU(root int) time.Duration {
	return time.Duration(sumOfTree(root, 11, 15)) * Tick
}

// sumOfTree sums figures of a process and its descendants: those from one place of /proc's stat to before another,
// which count from what stands behind the name.
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
		// the name, in parentheses, may hold spaces
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
