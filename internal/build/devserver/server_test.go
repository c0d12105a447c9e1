package devserver_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"storefront/internal/build/devserver"
	"storefront/internal/build/engine"
	"storefront/internal/content/contenttest"
)

// testTimeout is the timeout of tests, which do not depend on speed otherwise.
const testTimeout = 2 * time.Minute

const (
	dunes    = "/things-to-do-in-dubai/dunes"
	dunesMD  = "products/dunes/en.md"
	original = "title: Sunset dunes"
)

// testServer is a running development server with its events.
type testServer struct {
	testing.TB
	content string
	options engine.Options
	address string
	events  chan devserver.Event
	stop    func() error
}

func startTestServer(t testing.TB, content string, change ...func(*devserver.Options)) *testServer {
	t.Helper()
	site, err := filepath.Abs("../../../site/dist")
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	day := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	d := &testServer{
		TB: t, content: content, address: listener.Addr().String(), events: make(chan devserver.Event, 100),
		options: engine.Options{Content: content, Builds: filepath.Join(t.TempDir(), "builds"), Site: site, AsOf: day},
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	o := devserver.Options{
		Options: d.options, Listener: listener, Today: func() time.Time { return day },
		Notify: func(e devserver.Event) { d.events <- e },
	}
	for _, c := range change {
		c(&o)
	}
	go func() { ended <- devserver.Run(ctx, o) }()
	d.stop = func() error {
		cancel()
		err := <-ended
		d.stop = func() error { return err }
		return err
	}
	t.Cleanup(func() {
		if err := d.stop(); err != nil {
			t.Error(err)
		}
	})
	return d
}

// waitForEvent returns the next event of a name.
func (d *testServer) waitForEvent(name string) devserver.Event {
	d.Helper()
	deadline := time.After(testTimeout)
	for {
		select {
		case e := <-d.events:
			if e.Name == name {
				return e
			}
		case <-deadline:
			d.Fatalf("no event %q", name)
		}
	}
}

func (d *testServer) get(path string) (status int, body string, header http.Header) {
	d.Helper()
	r, err := http.Get("http://" + d.address + path)
	if err != nil {
		d.Fatal(err)
	}
	defer r.Body.Close()
	data, err := io.ReadAll(r.Body)
	if err != nil {
		d.Fatal(err)
	}
	return r.StatusCode, string(data), r.Header
}

// browser is a page's stream of events.
type browser struct {
	*testServer
	lines *bufio.Scanner
}

func (d *testServer) openPage(path string) *browser {
	d.Helper()
	_, html, _ := d.get(path)
	_, state, found := strings.Cut(html, `data-state="`)
	if !found {
		d.Fatalf("%s has no script that loads it anew", path)
	}
	state, _, _ = strings.Cut(state, `"`)
	ctx, cancel := context.WithTimeout(context.Background(), testTimeout)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+d.address+"/__generate/events?since="+
		state, http.NoBody)
	if err != nil {
		d.Fatal(err)
	}
	r, err := http.DefaultClient.Do(request)
	if err != nil {
		d.Fatal(err)
	}
	d.Cleanup(func() {
		cancel()
		_ = r.Body.Close()
	})
	b := &browser{d, bufio.NewScanner(r.Body)}
	if wrong := b.nextProblems(); len(wrong) > 0 {
		d.Fatal("content is wrong at the start:", wrong)
	}
	return b
}

// nextEvent decodes the data of the next event of a name.
func (b *browser) nextEvent(name string, into any) {
	b.Helper()
	for b.lines.Scan() {
		if b.lines.Text() != "event: "+name {
			continue
		}
		b.lines.Scan()
		if err := json.Unmarshal([]byte(strings.TrimPrefix(b.lines.Text(), "data: ")), into); err != nil {
			b.Fatal(err)
		}
		return
	}
	b.Fatalf("the stream ended before %q: %v", name, b.lines.Err())
}

func (b *browser) nextChangedPaths() (paths []string) {
	b.Helper()
	var data struct{ Paths []string }
	b.nextEvent("changed", &data)
	return data.Paths
}

func (b *browser) nextProblems() []devserver.Problem {
	b.Helper()
	var data struct{ Problems []devserver.Problem }
	b.nextEvent("problems", &data)
	return data.Problems
}

func (d *testServer) requireText(path, text string) {
	d.Helper()
	status, html, _ := d.get(path)
	if status != http.StatusOK || !strings.Contains(html, text) {
		d.Errorf("%s (%d) does not show %q", path, status, text)
	}
}

// save writes a file as vim and VS Code do: a new file beside the old one is renamed to its name.
func save(t testing.TB, root, file, old, new string) {
	t.Helper()
	path := filepath.Join(root, file)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path, path+"~"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+".tmp.swp", []byte(strings.Replace(string(data), old, new, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".tmp.swp", path); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path + "~"); err != nil {
		t.Fatal(err)
	}
}

func TestDevServerShowsAndPublishesSavedEdits(t *testing.T) {
	d := startTestServer(t, contenttest.Copy(t))
	if urls := d.waitForEvent(devserver.EventReady).URLs; len(urls) == 0 {
		t.Error("no address")
	}
	b := d.openPage(dunes)

	contenttest.Replace(t, d.content, dunesMD, "See also", "Read on:")
	if paths := b.nextChangedPaths(); len(paths) != 1 || paths[0] != dunes {
		t.Errorf("changed %v", paths)
	}
	d.requireText(dunes, "Read on:")
	if _, payload, _ := d.get(dunes + "/_payload.json"); !strings.Contains(payload, "Read on:") {
		t.Error("the payload is the old one")
	}

	save(t, d.content, dunesMD, original, "title: Dunes at dusk")
	b.nextChangedPaths()
	for _, path := range []string{"/", dunes, "/things-to-do"} {
		d.requireText(path, "Dunes at dusk")
	}
	d.waitForEvent(devserver.EventPublished)

	walk := filepath.Join(d.content, "products", "walk")
	if err := os.CopyFS(filepath.Join(d.content, "products", "stroll"), os.DirFS(walk)); err != nil {
		t.Fatal(err)
	}
	b.nextChangedPaths()
	d.requireText("/ar/things-to-do-in-dubai/stroll", "data-state")

	contenttest.Replace(t, d.content, "deployments/wayfare.yaml", "en: Wayfare", "en: Wayfarers")
	b.nextChangedPaths()
	d.requireText("/", "Wayfarers")
	for len(d.events) > 0 { // those of earlier changes
		<-d.events
	}
	contenttest.Replace(t, d.content, "deployments/wayfare.yaml", "pageSize: 12", "pageSize: 12\ntheme: {radius: 3}")
	b.nextChangedPaths()
	d.waitForEvent(devserver.EventBuilt)
	_, home, _ := d.get("/")
	d.requireText(regexp.MustCompile(`/assets/wayfare\.[0-9a-f]+\.css`).FindString(home), "3px")
	contenttest.Remove(t, d.content, "products/stroll")
	b.nextChangedPaths()
	if status, html, _ := d.get("/things-to-do-in-dubai/stroll"); status != http.StatusNotFound ||
		!strings.Contains(html, "data-state") {
		t.Errorf("a product that is gone: %d", status)
	}

	if err := d.stop(); err != nil {
		t.Fatal(err)
	}
	report, err := engine.Build(t.Context(), d.options)
	if err != nil {
		t.Fatal(err)
	}
	if !report.Unchanged {
		t.Error("the server ended before all was published")
	}
}

func TestDevServerShowsMistakesUntilTheyAreCorrected(t *testing.T) {
	d := startTestServer(t, contenttest.Copy(t))
	d.waitForEvent(devserver.EventReady)
	b := d.openPage(dunes)
	contenttest.Replace(t, d.content, dunesMD, original, "titel: Sunset dunes")
	wrong := b.nextProblems()
	if len(wrong) == 0 || !strings.HasSuffix(wrong[0].Path, dunesMD) || wrong[0].Line != 2 || wrong[0].Col != 1 ||
		!strings.Contains(wrong[0].Message, `did you mean "title"?`) || !strings.Contains(wrong[0].Pointer, "^") {
		t.Errorf("got %+v", wrong)
	}
	if e := d.waitForEvent(devserver.EventFailed); len(e.Problems) != len(wrong) {
		t.Errorf("the terminal got %+v", e)
	}
	d.requireText(dunes, "Sunset dunes")

	contenttest.Replace(t, d.content, dunesMD, "titel: Sunset dunes", "title: Dunes at dusk")
	if left := b.nextProblems(); len(left) > 0 {
		t.Errorf("corrected, and still there: %+v", left)
	}
	d.waitForEvent(devserver.EventCorrected)
	d.requireText(dunes, "Dunes at dusk")

	contenttest.Replace(t, d.content, dunesMD, "title: Dunes at dusk", "titel: Dunes at dusk")
	b.nextProblems()
	if err := d.stop(); err != nil {
		t.Error("stopping with a mistake:", err)
	}
	var invalid *engine.InvalidContentError
	if _, err := engine.Build(t.Context(), d.options); !errors.As(err, &invalid) {
		t.Error("the next build:", err)
	}
	page, err := os.ReadFile(filepath.Join(d.options.Builds, "public", "wayfare", dunes, "index.html"))
	if err != nil || !strings.Contains(string(page), "Dunes at dusk") {
		t.Error("the valid content is not published:", err)
	}
}

func TestDevServerShowsEditsInOtherDeploymentsWhileOneIsBroken(t *testing.T) {
	content := contenttest.Copy(t)
	const second = "hosts: [second.localhost]\nbaseUrl: https://www.second.example\nname: {en: Second}\n" +
		"layoutType: default\nsupplier: false\nlanguages: [en]\ncurrencies: [AED]\n" +
		"contact: {email: hello@second.example}\n"
	contenttest.Write(t, content, "deployments/second.yaml", second)
	d := startTestServer(t, content)
	d.waitForEvent(devserver.EventReady)
	b := d.openPage(dunes)
	contenttest.Replace(t, content, "deployments/second.yaml", "name:", "nam:")
	if wrong := b.nextProblems(); len(wrong) == 0 || !strings.HasSuffix(wrong[0].Path, "second.yaml") {
		t.Errorf("got %+v", wrong)
	}
	d.waitForEvent(devserver.EventFailed)
	contenttest.Replace(t, content, dunesMD, original, "title: Dunes at dusk")
	d.waitForEvent(devserver.EventPublished)
	d.requireText(dunes, "Dunes at dusk")
	contenttest.Write(t, content, "deployments/second.yaml", second)
	if left := b.nextProblems(); len(left) > 0 {
		t.Errorf("corrected, and still there: %+v", left)
	}
	d.requireText(dunes, "Dunes at dusk")
}

func TestDevServerStartsWithInvalidContent(t *testing.T) {
	content := contenttest.Copy(t)
	contenttest.Replace(t, content, dunesMD, original, "titel: Sunset dunes")
	d := startTestServer(t, content)
	d.waitForEvent(devserver.EventFailed)
	if status, html, _ := d.get(dunes); status != http.StatusServiceUnavailable ||
		!strings.Contains(html, "data-state") {
		t.Errorf("without a build: %d %s", status, html)
	}
	d.waitForEvent(devserver.EventReady)
	contenttest.Replace(t, content, dunesMD, "titel: Sunset dunes", original)
	d.waitForEvent(devserver.EventPublished)
	d.requireText(dunes, "Sunset dunes")
}

func TestDevServerWatchesARestoredContentFolderAgain(t *testing.T) {
	content := contenttest.Copy(t)
	d := startTestServer(t, content)
	d.waitForEvent(devserver.EventReady)
	if err := os.Rename(content, content+"-aside"); err != nil {
		t.Fatal(err)
	}
	d.waitForEvent(devserver.EventFailed)
	d.requireText(dunes, "Sunset dunes")
	if err := os.Rename(content+"-aside", content); err != nil {
		t.Fatal(err)
	}
	d.waitForEvent(devserver.EventCorrected)
	b := d.openPage(dunes)
	contenttest.Replace(t, content, dunesMD, "See also", "Read on:")
	b.nextChangedPaths()
	d.requireText(dunes, "Read on:")
}

func TestDevServerPollsContentIfWatchingFails(t *testing.T) {
	d := startTestServer(t, contenttest.Copy(t), devserver.WithoutWatching)
	if e := d.waitForEvent(devserver.EventNote); !strings.Contains(e.Message, "max_user_watches") {
		t.Errorf("got %q", e.Message)
	}
	d.waitForEvent(devserver.EventReady)
	b := d.openPage(dunes)
	contenttest.Replace(t, d.content, dunesMD, "See also", "Read on:")
	b.nextChangedPaths() // the first event, regardless of how often content was polled
	d.requireText(dunes, "Read on:")
}

func TestDevServerPublishesNewPoliciesBeforeReloadingPages(t *testing.T) {
	for _, soon := range []bool{true, false} { // after the first build, before anything else
		saved := make(chan struct{})
		d := startTestServer(t, contenttest.Copy(t), func(o *devserver.Options) {
			notify := o.Notify
			o.Notify = func(e devserver.Event) {
				if notify(e); soon && e.Name == devserver.EventReady {
					<-saved
				}
			}
		})
		d.waitForEvent(devserver.EventReady)
		b := d.openPage(dunes)
		contenttest.Replace(t, d.content, "deployments/wayfare.yaml", "pageSize: 12", "pageSize: 12\nvideos: [youtube]")
		close(saved)
		b.nextChangedPaths()
		if _, _, header := d.get(dunes); !strings.Contains(header.Get("Content-Security-Policy"), "youtube") {
			t.Errorf("saved at once: %t, the policy is %q", soon, header.Get("Content-Security-Policy"))
		}
	}
}

func TestDevServerServesPagesWithTheContentSecurityPolicy(t *testing.T) {
	d := startTestServer(t, contenttest.Copy(t))
	d.waitForEvent(devserver.EventReady)
	b := d.openPage(dunes)
	_, _, published := d.get(dunes)
	contenttest.Replace(t, d.content, dunesMD, "See also", "Read on:")
	b.nextChangedPaths()
	_, _, planned := d.get(dunes)
	if p := planned.Get("Content-Security-Policy"); p == "" || p != published.Get("Content-Security-Policy") {
		t.Errorf("policies %q and %q", p, published.Get("Content-Security-Policy"))
	}
	if status, _, header := d.get("/__generate/reload.js"); status != http.StatusOK ||
		!strings.HasPrefix(header.Get("Content-Type"), "text/javascript") {
		t.Errorf("the script: %d", status)
	}
	if status, body, _ := d.get("/api/v1/session"); status != http.StatusServiceUnavailable ||
		!strings.Contains(body, `"code":"unavailable"`) {
		t.Errorf("without the API: %d %s", status, body)
	}
}
