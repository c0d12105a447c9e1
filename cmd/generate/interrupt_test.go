package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"storefront/internal/content/contenttest"
	"storefront/internal/lib/cli"
)

// A worker that never responds blocks a build; an interrupt stops both.
func TestCtrlCStopsABuildAndItsWorkers(t *testing.T) {
	dir := t.TempDir()
	site, started := filepath.Join(dir, "dist"), filepath.Join(dir, "started")
	worker := `import { writeFileSync } from 'node:fs'; writeFileSync('` +
		started + `', String(process.pid)); setInterval(() => {}, 1000)`
	err := errors.Join(
		os.CopyFS(site, os.DirFS("../../site/dist")),
		os.WriteFile(filepath.Join(site, "server", "worker.mjs"), []byte(worker), 0o600),
	)
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	build := exec.CommandContext(t.Context(), "generate", "build", "--content", contenttest.Copy(t), "--site", site,
		"--destination", filepath.Join(dir, "builds"))
	build.Stderr = &stderr
	if err := build.Start(); err != nil {
		t.Fatal(err)
	}
	var pid []byte
	deadline := time.Now().Add(testTimeout)
	for ; len(pid) == 0 && time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		pid, _ = os.ReadFile(started)
	}
	if err := build.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = build.Wait()
	if build.ProcessState.ExitCode() != cli.Interrupted {
		t.Errorf("the status is %d: %s", build.ProcessState.ExitCode(), &stderr)
	}
	if !strings.Contains(stderr.String(), "interrupted; nothing was published") {
		t.Errorf("it prints %q", &stderr)
	}
	if _, err := os.Stat(filepath.Join(dir, "builds", "public")); err == nil {
		t.Error("something was published")
	}
	if id, err := strconv.Atoi(string(pid)); err != nil || !errors.Is(syscall.Kill(id, 0), syscall.ESRCH) {
		t.Errorf("the worker %s still runs: %v", pid, err)
	}
}
