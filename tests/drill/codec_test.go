package drill_test

import (
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// TestACodecThatCrashesEndsNoBooking is drill 30 too: the processes that make pictures are killed over and over, as a
// fault in a codec ends them, while visitors book at the same server.
func TestACodecThatCrashesEndsNoBooking(t *testing.T) {
	d := onSQLite(t)
	p := startAPI(t, d, freeAddr(t))
	builds := p.cmd.Args[1+slices.Index(p.cmd.Args, "--builds")]
	large := encodedPhoto(t, 4000, 3000)
	wanted := sized(5, 50)
	var sent, made, refused atomic.Int64
	stop := make(chan struct{})
	pictures := make(chan struct{})
	go func() {
		defer close(pictures)
		for n := 0; ; n++ {
			select {
			case <-stop:
				return
			default:
			}
			name := fmt.Sprintf("dunes-%d.0123456789.jpg", n)
			write(t, filepath.Join(builds, "public", deployment, "media", name), large)
			sent.Add(1)
			switch status := p.picture(t, name); status {
			case http.StatusOK:
				made.Add(1)
			case http.StatusBadRequest, http.StatusServiceUnavailable: // the process that was started for it was killed
				refused.Add(1)
			default:
				t.Errorf("%s is answered %d", name, status)
			}
		}
	}()
	m := startTraffic(t, p.url, 4, false)
	kills, seen := 0, map[int]int{}
	goOn := func() bool { return kills < wanted || made.Load() == 0 }
	for deadline := time.Now().Add(3 * time.Minute); goOn() && time.Now().Before(deadline); {
		time.Sleep(10 * time.Millisecond)
		for _, pid := range encodersOf(t, p.cmd.Process.Pid) {
			ticks := ticksOf(pid)
			if _, known := seen[pid]; !known {
				seen[pid] = ticks
			}
			if kills < wanted && ticks >= seen[pid]+4 && ticks > encoderStartTicks { // it makes a picture
				must(t, syscall.Kill(pid, syscall.SIGKILL))
				delete(seen, pid)
				kills++
			}
		}
	}
	close(stop)
	<-pictures
	m.stop()
	m.mustHaveNoFailures()
	carts, orders := m.lost(openBooks(t, d))
	if p.hasExited() || carts+orders > 0 {
		t.Errorf("the server has ended: %t; %d carts and %d orders lost", p.hasExited(), carts, orders)
	}
	write(t, filepath.Join(builds, "public", deployment, "media", "last.0123456789.jpg"), large)
	if status := p.picture(t, "last.0123456789.jpg"); status != http.StatusOK {
		t.Errorf("the next picture is answered %d", status)
	}
	if kills < wanted || made.Load() == 0 {
		t.Errorf("%d kills met %d pictures", kills, sent.Load())
	}
	printRow(30, "%d kills of the processes that make pictures | of %d pictures %d made, %d refused; %d requests of "+
		"visitors who book, %d failed; %d carts and %d orders, none lost", kills, sent.Load(), made.Load(),
		refused.Load(), m.requests.Load(), len(m.failures), len(m.carts), len(m.orders))
}

// startTicks is more of the processor's time than a process takes until it can make pictures.
const encoderStartTicks = 12

// picture requests a picture in a size of pages, and returns the status.
func (p *process) picture(t *testing.T, name string) int {
	response, err := http.Get(p.url + "/_ipx/f_webp,s_320x240,fit_cover/media/" + name)
	if err != nil {
		t.Errorf("the server does not answer: %v", err)
		return 0
	}
	defer response.Body.Close()
	_, _ = io.Copy(io.Discard, response.Body)
	return response.StatusCode
}
