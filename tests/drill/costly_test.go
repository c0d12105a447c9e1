package drill_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"storefront/internal/picture/vips"
	"storefront/internal/serve/imageproxy"
)

// clientFrom is a client with an address of its own.
func clientFrom(address string) *http.Client {
	dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}
	return &http.Client{Transport: &http.Transport{DialContext: dialer.DialContext}}
}

// send returns the status of a response, 0 if the client left before.
func (s *pictureServer) send(ctx context.Context, t *testing.T, client *http.Client, address string) int {
	t.Helper()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL+address, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := client.Do(r)
	if err != nil {
		return 0
	}
	defer func() { _ = response.Body.Close() }()
	_, _ = io.Copy(io.Discard, response.Body)
	return response.StatusCode
}

// TestCostlyPicturesDoNotDelayOthers is drill 30: one address requests the costliest pictures, over and over, and
// leaves; another gets its pictures meanwhile.
func TestCostlyPicturesDoNotDelayOthers(t *testing.T) {
	g := newPictureServer(t, func(c *imageproxy.Config) {
		engine, err := vips.Start(vips.DefaultLimits, imageproxy.DefaultMaxMakers())
		if err != nil {
			t.Fatal(err)
		}
		c.Engine = engine
	})
	t.Cleanup(func() { // an encoder at work outlives the test otherwise
		for _, pid := range encodersOf(t, os.Getpid()) {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	})
	const costly = 100
	photo := encodedPhoto(t, 1600, 1200)
	for i := range costly {
		write(t, filepath.Join(g.media, fmt.Sprintf("costly-%d.0123456789.jpg", i)), photo)
	}
	resetPeakMemory(t)
	ctx, leave := context.WithCancel(t.Context())
	flooding := clientFrom("127.0.0.1")
	defer flooding.CloseIdleConnections()
	var flood sync.WaitGroup
	for i := range costly {
		flood.Go(func() {
			g.send(ctx, t, flooding, fmt.Sprintf("/_ipx/f_avif,q_90,w_1600/media/costly-%d.0123456789.jpg", i))
		})
	}
	visitor, pictures := clientFrom("127.0.0.2"), []string{"w_480", "w_800", "s_320x240", "s_680x510", "s_240x160",
		"s_80x80",
		"s_96x72", "s_480x320", "f_jpeg,s_800x420", "s_10x10,q_50,blur_3"}
	defer visitor.CloseIdleConnections()
	for g.busyEncoders(t) == 0 { // the flood is there
		time.Sleep(10 * time.Millisecond)
	}
	slowest := time.Duration(0)
	for _, modifiers := range pictures {
		began := time.Now()
		if status := g.send(t.Context(), t, visitor,
			"/_ipx/"+modifiers+"/media/dunes.0123456789.jpg"); status != http.StatusOK {
			t.Errorf("%s: %d", modifiers, status)
		}
		slowest = max(slowest, time.Since(began))
	}
	// The control: with the flood's own address one waits behind the flood.
	behind, give := context.WithTimeout(t.Context(), 2*time.Second)
	defer give()
	if status := g.send(behind, t, flooding, "/_ipx/w_480,q_60/media/dunes.0123456789.jpg"); status != 0 {
		t.Errorf("the flood was none: its own address is answered %d", status)
	}
	leave()
	flood.Wait()
	began := time.Now()
	status := g.send(t.Context(), t, flooding, "/_ipx/w_480,q_70/media/dunes.0123456789.jpg")
	if status != http.StatusOK {
		t.Errorf("once the flood has left: %d", status)
	}
	memory := peakMemory(t)
	for _, pid := range encodersOf(t, os.Getpid()) {
		memory += peakMemoryOf(t, pid)
	}
	if memory > 1<<30 {
		t.Errorf("%d MB", memory>>20)
	}
	printRow(30, "%d AVIFs of 1.9 megapixels requested at once by one address that leaves | another gets all of "+
		"%d pictures, the slowest after %s; "+
		"when the flood has left, its own address after %s; %d MB with the encoders (control: beside the flood its "+
		"own address is not answered in 2 s)",
		costly, len(pictures), slowest.Round(time.Millisecond), time.Since(began).Round(time.Millisecond), memory>>20)
}

// busyEncoders is how many encoders have worked for a while.
func (s *pictureServer) busyEncoders(t *testing.T) (n int) {
	t.Helper()
	for _, pid := range encodersOf(t, os.Getpid()) {
		if ticksOf(pid) > 20 {
			n++
		}
	}
	return n
}

// ticksOf returns the processor time of a process, in hundredths of a second; 0 if it has ended.
func ticksOf(pid int) int {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(data[strings.LastIndexByte(string(data), ')')+1:]))
	ticks, _ := strconv.Atoi(fields[11])
	return ticks
}

// encodersOf returns the processes in which a process makes pictures.
func encodersOf(t *testing.T, parent int) (all []int) {
	t.Helper()
	lists, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", parent))
	if err != nil || len(lists) == 0 {
		t.Skip("this system does not list the children of a process")
	}
	for _, list := range lists {
		data, _ := os.ReadFile(list) // of a thread that may have ended
		for _, field := range strings.Fields(string(data)) {
			program, _ := os.ReadFile("/proc/" + field + "/cmdline")
			if pid, err := strconv.Atoi(field); err == nil && strings.HasPrefix(string(program), "/proc/self/exe") {
				all = append(all, pid)
			}
		}
	}
	return all
}

func peakMemoryOf(t *testing.T, pid int) int64 {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	_, rest, found := strings.Cut(string(status), "VmHWM:")
	if err != nil || !found {
		return 0 // it has ended
	}
	kilobytes, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return kilobytes << 10
}
