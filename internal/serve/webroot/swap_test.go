package webroot_test

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// waitUntilSettled waits until a file is old enough to be remembered.
func waitUntilSettled(t testing.TB, file string) {
	t.Helper()
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(time.Until(info.ModTime().Add(1100 * time.Millisecond)))
}

func TestABuildIsLiveAsSoonAsItIsPublished(t *testing.T) {
	b := newBuilds(t)
	s, server := b.serve()
	status := func(path string) int {
		t.Helper()
		response, _ := request(t, server, "GET", "localhost", path)
		return response.StatusCode
	}
	if got := status("/"); got != 503 || s.Ready() == nil {
		t.Fatalf("before any build: %d, ready: %v", got, s.Ready())
	}
	b.deployments(twoDeployments)
	if got := status("/"); got != 503 || s.Ready() == nil {
		t.Fatalf("announced and not published: %d, ready: %v", got, s.Ready())
	}
	b.publish("wayfare", wayfare())
	if got := status("/"); got != 200 || s.Ready() != nil {
		t.Fatalf("published: %d, ready: %v", got, s.Ready())
	}
	if got := status("/new"); got != 404 {
		t.Fatalf("a page of the next build: %d", got)
	}
	next := wayfare()
	next["new/index.html"] = "new"
	next["builds/meta/latest.json"] = `{"id": "ffff000011112222"}`
	next["builds/meta/ffff000011112222.json"] = `{"id": "ffff000011112222", "supplier": false, ` +
		locales + `, "redirects": [{"from": "/old", "to": "/new", "status": 301}]}`
	b.publish("wayfare", next)
	if got := status("/new"); got != 200 {
		t.Errorf("a new page: %d", got)
	}
	if got := status("/old"); got != 301 {
		t.Errorf("a new redirect: %d", got)
	}
	b.deployments(`[{"id": "wayfare", "hosts": ["www.wayfare.test"], "build": "x", "csp": []}]`)
	if response, _ := request(t, server, "GET", "www.wayfare.example", "/"); response.StatusCode != 421 {
		t.Errorf("a host that was taken away: %d", response.StatusCode)
	}
	b.deployments(`[{"id": "../../etc", "hosts": []}]`)
	if response, _ := request(t, server, "GET", "www.wayfare.test", "/"); response.StatusCode != 200 {
		t.Errorf("a broken list of deployments takes the site down: %d", response.StatusCode)
	}
}

// version is a file with its build at both ends, long enough to be read and compressed in several pieces.
func version(n int) string {
	mark := fmt.Sprintf("build-%06d", n)
	return mark + strings.Repeat(" "+mark[6:], 3000) + " " + mark
}

func TestReadersSeeOneBuildOrTheNextWhileBuildsArePublished(t *testing.T) {
	b := newBuilds(t)
	build := func(n int) map[string]string {
		files := map[string]string{"404.html": "missing"}
		for _, page := range []string{"index.html", "blog/index.html", "ar/index.html", "_payload.json"} {
			files[page] = version(n)
		}
		id := fmt.Sprintf("%016x", n)
		files["builds/meta/latest.json"] = `{"id": "` + id + `"}`
		files["builds/meta/"+id+".json"] = `{"id": "` + id + `", "supplier": false, ` + locales + `}`
		return files
	}
	b.deployments(twoDeployments)
	b.publish("wayfare", build(0))
	_, server := b.serve()

	var published atomic.Int64
	done := make(chan struct{})
	var readers sync.WaitGroup
	var read atomic.Int64
	for i := range 6 {
		path := []string{"/", "/blog", "/ar", "/_payload.json"}[i%4]
		encoding := []string{"identity", "gzip", "br"}[i%3]
		readers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				before := published.Load()
				response, body := request(t, server, "GET", "localhost", path, "Accept-Encoding", encoding)
				if response.StatusCode != 200 {
					t.Errorf("%s: %d while builds were published", path, response.StatusCode)
					return
				}
				body = decode(t, strings.TrimPrefix(encoding, "identity"), body)
				var n int
				if _, err := fmt.Sscanf(body, "build-%d", &n); err != nil || body != version(n) {
					t.Errorf("%s: a mixture: it begins %.30q and ends %q", path, body, body[max(0, len(body)-12):])
					return
				}
				if int64(n) < before {
					t.Errorf("%s: build %d after build %d was published", path, n, before)
					return
				}
				read.Add(1)
			}
		})
	}
	// Builds go on until enough was read between them, however slow the machine.
	const builds, reads, mostBuilds = 150, 200, 20_000
	n := 0
	for n < builds || read.Load() < reads && n < mostBuilds && !t.Failed() {
		n++
		b.publish("wayfare", build(n))
		published.Store(int64(n))
	}
	close(done)
	readers.Wait()
	if read.Load() < reads {
		t.Errorf("only %d reads over %d builds prove little", read.Load(), n)
	}
	t.Logf("%d reads over %d builds", read.Load(), n)
}
