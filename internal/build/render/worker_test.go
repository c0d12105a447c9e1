package render_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"storefront/internal/build/render"
)

// children returns the ids of the child processes that have not been waited for.
func children(t *testing.T) []string {
	t.Helper()
	lists, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", os.Getpid()))
	if err != nil || len(lists) == 0 {
		t.Skip("this system does not list the children of a process")
	}
	var all []string
	for _, list := range lists {
		data, _ := os.ReadFile(list) // of a thread that may have ended
		all = append(all, strings.Fields(string(data))...)
	}
	return all
}

func TestWorkerCountGrowsWithPagesUpToTheProcessors(t *testing.T) {
	before := 0
	const few, many = render.FewPages, render.ManyPages
	for _, pages := range []int{1, few, 10 * few, many - 1, many, 10 * many} {
		workers := render.WorkerCount(pages)
		if workers < max(before, 1) || workers > runtime.NumCPU() {
			t.Errorf("%d workers for %d pages, after %d for fewer", workers, pages, before)
		}
		before = workers
	}
}

func TestStartStopsItsWorkersIfOneCannotStart(t *testing.T) {
	useFakeNode(t, "answers")
	warm := render.StartWarmWorker(t.Context(), workerFile)
	if len(children(t)) != 1 {
		t.Fatalf("the warm worker is not among %v", children(t))
	}
	t.Setenv("PATH", t.TempDir())
	pool, err := render.Start(t.Context(), workerFile, render.Input{}, 2, warm)
	if err == nil || pool != nil {
		t.Errorf("got a pool %v with the error %v", pool != nil, err)
	}
	if left := children(t); len(left) != 0 {
		t.Errorf("%d workers are left", len(left))
	}
}
