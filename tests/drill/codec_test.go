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

// TestACrashingCodecInterruptsNoBooking kills the processes that encode pictures again and again, as a crash in a codec
// would, while visitors book on the same server.
func TestACrashingCodecInterruptsNoBooking(t *testing.T) {
	d := onSQLite(t)
	p := startAPI(t, d, freeAddr(t))
	builds := p.cmd.Args[1+slices.Index(p.cmd.Args, "--builds")]
	large := encodedPhoto(t, 4000, 3000)
	wantedKills := sized(5, 50)
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
			writeFile(t, filepath.Join(builds, "public", deployment, "media", name), large)
			sent.Add(1)
			switch status := p.requestPicture(t, name); status {
			case http.StatusOK:
				made.Add(1)
			case http.StatusBadRequest, http.StatusServiceUnavailable: // its encoder was killed
				refused.Add(1)
			default:
				t.Errorf("%s: status %d", name, status)
			}
		}
	}()
	load := startTraffic(t, p.url, 4, false)
	kills, firstTicks := 0, map[int]int{}
	unfinished := func() bool { return kills < wantedKills || made.Load() == 0 }
	for deadline := time.Now().Add(3 * time.Minute); unfinished() && time.Now().Before(deadline); {
		time.Sleep(10 * time.Millisecond)
		for _, pid := range encodersOf(t, p.cmd.Process.Pid) {
			ticks := ticksOf(pid)
			if _, known := firstTicks[pid]; !known {
				firstTicks[pid] = ticks
			}
			if kills < wantedKills && ticks >= firstTicks[pid]+4 && ticks > encoderStartTicks { // it is encoding
				must(t, syscall.Kill(pid, syscall.SIGKILL))
				delete(firstTicks, pid)
				kills++
			}
		}
	}
	close(stop)
	<-pictures
	load.stop()
	load.mustHaveNoFailures()
	carts, orders := load.lost(openBooks(t, d))
	if p.hasExited() || carts+orders > 0 {
		t.Errorf("the server has exited: %t; %d carts and %d orders lost", p.hasExited(), carts, orders)
	}
	writeFile(t, filepath.Join(builds, "public", deployment, "media", "last.0123456789.jpg"), large)
	if status := p.requestPicture(t, "last.0123456789.jpg"); status != http.StatusOK {
		t.Errorf("the picture after the last kill: status %d", status)
	}
	if kills < wantedKills || made.Load() == 0 {
		t.Errorf("only %d kills during %d pictures", kills, sent.Load())
	}
	printRow(30, "%d kills of the processes that encode pictures | of %d pictures %d made, %d refused; %d requests "+
		"of visitors who book, %d failed; %d carts and %d orders, none lost", kills, sent.Load(), made.Load(),
		refused.Load(), load.requests.Load(), len(load.failures), len(load.carts), len(load.orders))
}

// encoderStartTicks is more processor time than an encoder uses before its first picture, in hundredths of a second.
const encoderStartTicks = 12

// requestPicture requests a picture in a size that pages use, and returns the status of the response.
func (p *process) requestPicture(t *testing.T, name string) int {
	response, err := http.Get(p.url + "/_ipx/f_webp,s_320x240,fit_cover/media/" + name)
	if err != nil {
		t.Errorf("the server does not respond: %v", err)
		return 0
	}
	defer response.Body.Close()
	_, _ = io.Copy(io.Discard, response.Body)
	return response.StatusCode
}
