package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

var errNoLimit = errors.New("no control group can be limited")

const (
	cgroupRoot   = "/sys/fs/cgroup"
	periodMicros = 10_000
)

// throttle limits a process to a share of a core with a control group of its own, version 1 or 2, until lift is called.
// The process must have ended by then.
func throttle(pid int, share float64) (removeLimit func() error, err error) {
	name := fmt.Sprintf("bench-api-%d", pid)
	quota := fmt.Sprint(int(share * periodMicros))
	dir, files := filepath.Join(cgroupRoot, "cpu", name), [][2]string{
		{"cpu.cfs_period_us", fmt.Sprint(periodMicros)}, {"cpu.cfs_quota_us", quota},
	}
	if _, err := os.Stat(filepath.Join(cgroupRoot, "cgroup.controllers")); err == nil {
		dir, files = filepath.Join(cgroupRoot, name),
			[][2]string{{"cpu.max", fmt.Sprintf("%s %d", quota, periodMicros)}}
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		return nil, fmt.Errorf("%w: %w", errNoLimit, err)
	}
	for _, f := range append(files, [2]string{"cgroup.procs", fmt.Sprint(pid)}) {
		if err := os.WriteFile(filepath.Join(dir, f[0]), []byte(f[1]), 0o644); err != nil {
			return nil, fmt.Errorf("%w: %w", errNoLimit, errors.Join(err, os.Remove(dir)))
		}
	}
	return func() error { return os.Remove(dir) }, nil
}
