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

// clientFrom returns a client that connects from an address.
func clientFrom(address string) *http.Client {
	dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}
	return &http.Client{Transport: &http.Transport{DialContext: dialer.DialContext}}
}

// send returns the status of a response; 0 if there is none, as when the client has disconnected.
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

// TestCostlyPicturesDoNotDelayOthers has a client request the costliest pictures at once and disconnect. A client at
// another address must get its pictures meanwhile.
func TestCostlyPicturesDoNotDelayOthers(t *testing.T) {
	s := newPictureServer(t, func(c *imageproxy.Config) {
		engine, err := vips.Start(vips.DefaultLimits, imageproxy.DefaultMaxMakers())
		if err != nil {
			t.Fatal(err)
		}
		c.Engine = engine
	})
	t.Cleanup(func() { // a busy encoder would outlive the test
		for _, pid := range encodersOf(t, os.Getpid()) {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	})
	const costly = 100
	photo := encodedPhoto(t, 1600, 1200)
	for i := range costly {
		writeFile(t, filepath.Join(s.media, fmt.Sprintf("costly-%d.0123456789.jpg", i)), photo)
	}
	resetPeakMemory(t)
	ctx, leave := context.WithCancel(t.Context())
	flooding := clientFrom("127.0.0.1")
	defer flooding.CloseIdleConnections()
	var flood sync.WaitGroup
	for i := range costly {
		flood.Go(func() {
			s.send(ctx, t, flooding, fmt.Sprintf("/_ipx/f_avif,q_90,w_1600/media/costly-%d.0123456789.jpg", i))
		})
	}
	visitor, pictures := clientFrom("127.0.0.2"), []string{"w_480", "w_800", "s_320x240", "s_680x510", "s_240x160",
		"s_80x80",
		"s_96x72", "s_480x320", "f_jpeg,s_800x420", "s_10x10,q_50,blur_3"}
	defer visitor.CloseIdleConnections()
	for s.busyEncoders(t) == 0 { // until the flood has arrived
		time.Sleep(10 * time.Millisecond)
	}
	slowest := time.Duration(0)
	for _, modifiers := range pictures {
		began := time.Now()
		if status := s.send(t.Context(), t, visitor,
			"/_ipx/"+modifiers+"/media/dunes.0123456789.jpg"); status != http.StatusOK {
			t.Errorf("%s: %d", modifiers, status)
		}
		slowest = max(slowest, time.Since(began))
	}
	// Control: a request from the flooding address waits behind the flood.
	waiting, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	if status := s.send(waiting, t, flooding, "/_ipx/w_480,q_60/media/dunes.0123456789.jpg"); status != 0 {
		t.Errorf("the flood was too small: its own address got status %d", status)
	}
	leave()
	flood.Wait()
	began := time.Now()
	status := s.send(t.Context(), t, flooding, "/_ipx/w_480,q_70/media/dunes.0123456789.jpg")
	if status != http.StatusOK {
		t.Errorf("after the flood: status %d", status)
	}
	memory := peakMemory(t)
	for _, pid := range encodersOf(t, os.Getpid()) {
		memory += peakMemoryOf(t, pid)
	}
	if memory > 1<<30 {
		t.Errorf("%d MB", memory>>20)
	}
	printRow(30, "%d AVIFs of 1.9 megapixels requested at once from one address that disconnects | another address "+
		"gets all of %d pictures, the slowest after %s; after the flood its own address gets one after %s; %d MB "+
		"with the encoders (control: during the flood its own address gets none in 2 s)", costly, len(pictures),
		slowest.Round(time.Millisecond), time.Since(began).Round(time.Millisecond), memory>>20)
}

// busyEncoders returns how many encoders have used processor time for a picture.
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

// encodersOf returns the ids of a process's children that encode pictures.
func encodersOf(t *testing.T, parent int) (all []int) {
	t.Helper()
	lists, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", parent))
	if err != nil || len(lists) == 0 {
		t.Skip("this system does not list the children of a process")
	}
	for _, list := range lists {
		data, _ := os.ReadFile(list) // the thread may have ended
		for _, field := range strings.Fields(string(data)) {
			program, _ := os.ReadFile("/proc/" + field + "/cmdline")
			if pid, err := strconv.Atoi(field); err == nil && strings.HasPrefix(string(program), "/proc/self/exe") {
				all = append(all, pid)
			}
		}
	}
	return all
}

// peakMemoryOf returns the peak memory of a process in bytes; 0 if it has ended.
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
