package vips_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/picture"
	"storefront/internal/picture/vips"
)

func workers(t *testing.T, limits vips.Limits, n int) *vips.Workers {
	t.Helper()
	w, err := vips.Start(limits, n)
	if err != nil {
		t.Fatalf("%v (npm ci brings it)", err)
	}
	return w
}

func probe(t *testing.T, source []byte) picture.Header {
	t.Helper()
	h, err := picture.Probe(source)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// children are the processes that this one has started and that run.
func children(t *testing.T) (all []int) {
	t.Helper()
	lists, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", os.Getpid()))
	if err != nil || len(lists) == 0 {
		t.Skip("this system does not list the children of a process")
	}
	for _, list := range lists {
		data, _ := os.ReadFile(list) // of a thread that may have ended
		for _, field := range strings.Fields(string(data)) {
			pid, err := strconv.Atoi(field)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, pid)
		}
	}
	return all
}

func TestWorkersMakeTheSamePicturesAsTheLibrary(t *testing.T) {
	w, source := workers(t, vips.DefaultLimits, 2), asJPEG(t, testImage(300, 200))
	var group sync.WaitGroup
	for _, modifiers := range []string{"w_100,f_webp", "s_50x50,f_jpeg,q_60", "s_10x10,q_50,blur_3,f_webp",
		"s_90x90,fit_contain,b_transparent,f_png", "w_60,f_avif"} {
		group.Go(func() {
			recipe, err := picture.Parse(modifiers)
			if err != nil {
				t.Error(err)
				return
			}
			want, err := engine(t).Make(t.Context(), source, probe(t, source), recipe)
			if err != nil {
				t.Error(err)
				return
			}
			if got, err := w.Make(t.Context(), source, probe(t, source), recipe); err != nil ||
				!bytes.Equal(got, want) {
				t.Errorf("%s: %v, %d bytes and %d", modifiers, err, len(got), len(want))
			}
		})
	}
	group.Wait()
	damaged := source[:len(source)/2]
	if _, err := w.Make(t.Context(), damaged, probe(t, source), picture.Recipe{Format: picture.WebP}); !fault.Is(err,
		fault.Invalid) || fault.Of(err).Fields[0].Name != "source" {
		t.Errorf("a damaged source: %v", err)
	}
}

func TestEncoderProcessIsEndedAtItsDeadline(t *testing.T) {
	before := len(children(t))
	// An AVIF of twelve megapixels takes many seconds.
	w, source := workers(t, vips.Limits{SourcePixels: 1 << 30, Pixels: 1 << 30, AVIFPixels: 1 << 30}, 1),
		asJPEG(t, testImage(4000, 3000))
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := w.Make(ctx, source, probe(t, source), picture.Recipe{Format: picture.AVIF}); !fault.Is(err,
		fault.Unavailable) {
		t.Fatalf("got %v", err)
	}
	if left := len(children(t)) - before; left != 0 {
		t.Errorf("%d encoders go on", left)
	}
	if _, err := w.Make(t.Context(), source, probe(t, source),
		picture.Recipe{Format: picture.WebP, Size: picture.Size{Width: 100}}); err != nil {
		t.Errorf("the next picture: %v", err)
	}
}

func TestWorkerEnvironmentHasNoServerSecrets(t *testing.T) {
	t.Setenv("STRIPE_KEY", "sk_test_secret")
	before := children(t)
	workers(t, vips.DefaultLimits, 1)
	for _, pid := range children(t) {
		if slices.Contains(before, pid) {
			continue
		}
		environment, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(environment, []byte("secret")) || !bytes.Contains(environment, []byte("PATH=")) {
			t.Errorf("its environment is %q", environment)
		}
	}
}

func TestMissingLibraryIsNamedInTheError(t *testing.T) {
	t.Setenv("VIPS_LIBRARY", "/nowhere/libvips.so")
	_, err := vips.Start(vips.DefaultLimits, 1)
	if !errors.Is(err, vips.ErrMissing) || !strings.Contains(err.Error(), "/nowhere/libvips.so") {
		t.Errorf("the error is %v", err)
	}
}

func TestKilledWorkerIsReplaced(t *testing.T) {
	before := children(t)
	w, source := workers(t, vips.DefaultLimits, 1), asJPEG(t, testImage(300, 200))
	for _, c := range []struct {
		signal syscall.Signal
		stays  bool // a supervisor asks all processes to end, and the server has pictures to finish
	}{{syscall.SIGTERM, true}, {syscall.SIGKILL, false}} {
		worker := slices.DeleteFunc(children(t), func(pid int) bool { return slices.Contains(before, pid) })
		if len(worker) != 1 {
			t.Fatalf("the workers are %v", worker)
		}
		if err := syscall.Kill(worker[0], c.signal); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Make(t.Context(), source, probe(t, source), picture.Recipe{Format: picture.WebP}); err != nil {
			t.Error(err)
		}
		if stays := slices.Contains(children(t), worker[0]); stays != c.stays {
			t.Errorf("after %v the worker is there: %t", c.signal, stays)
		}
	}
}
