package main

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"time"
)

// tick is the unit of /proc's times on every Linux of today.
const tick = 10 * time.Millisecond

// treeCPU is what a process and its descendants have used so far, those that have ended included.
func treeCPU(root int) time.Duration {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return 0
	}
	children, used := map[int][]int{}, map[int]time.Duration{}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		stat, err := os.ReadFile("/proc/" + e.Name() + "/stat")
		if err != nil {
			continue
		}
		// The name, in parentheses, may hold spaces. The parent is the 2nd field behind it; the 12th to the 15th are the
		// ticks in user and in system mode, its own and those of children that it has waited for.
		fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
		parent, _ := strconv.Atoi(fields[1])
		children[parent] = append(children[parent], pid)
		for _, field := range fields[11:15] {
			ticks, _ := strconv.Atoi(field)
			used[pid] += time.Duration(ticks) * tick
		}
	}
	var sum time.Duration
	for todo := []int{root}; len(todo) > 0; {
		pid := todo[len(todo)-1]
		todo = append(todo[:len(todo)-1], children[pid]...)
		sum += used[pid]
	}
	return sum
}

// watchOthers tells, when it is asked, how many cores programs that are not of this benchmark have kept busy since.
func watchOthers() func() float64 {
	ours := func() time.Duration { return treeCPU(os.Getpid()) }
	began, all, own := time.Now(), machineCPU(), ours()
	return func() float64 {
		return max(0, (machineCPU()-all-(ours()-own)).Seconds()/time.Since(began).Seconds())
	}
}

// machineCPU is what all programs have used so far.
func machineCPU() (sum time.Duration) {
	stat, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0
	}
	line, _, _ := strings.Cut(string(stat), "\n")
	// "cpu", and then the ticks of user, nice, system, idle, iowait, irq and softirq.
	for i, field := range strings.Fields(line)[1:8] {
		if ticks, _ := strconv.Atoi(field); i != 3 && i != 4 {
			sum += time.Duration(ticks) * tick
		}
	}
	return sum
}
