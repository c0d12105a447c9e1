package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"storefront/internal/build/devserver"
	"storefront/internal/build/engine"
	"storefront/internal/content/contenttest"
)

// testTimeout is the timeout of tests, which do not depend on speed otherwise.
const testTimeout = 2 * time.Minute

// runningServer is generate server as an editor starts it: a process of its own, the first of its group, as shells
// start them.
type runningServer struct {
	testing.TB
	process           *exec.Cmd
	events            *json.Decoder
	words             *bytes.Buffer
	dir, content, url string
	site              string
}

// startServer starts the server with a browser and an API that only report that they were started.
func startServer(t *testing.T) *runningServer {
	dir := t.TempDir()
	w := &runningServer{TB: t, dir: dir, content: filepath.Join(dir, "content"), site: filepath.Join(dir, "dist"),
		words: &bytes.Buffer{}}
	if err := errors.Join(os.Rename(contenttest.Copy(t), w.content),
		os.CopyFS(w.site, os.DirFS("../../site/dist"))); err != nil {
		t.Fatal(err)
	}
	w.program("xdg-open", `echo "$1" >"$HERE/opened.next"; mv "$HERE/opened.next" "$HERE/opened"`)
	w.program("api",
		`echo $$ >"$HERE/api.pid"; trap 'touch "$HERE/api.ended"; exit' TERM; while :; do sleep 0.05; done`)
	w.process = exec.Command("generate", "server", "--port", "0", "--open", "--json", "--site", w.site, "--api",
		filepath.Join(dir, "api"))
	w.process.Dir, w.process.Stderr = dir, w.words
	w.process.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "HERE="+dir, "SOURCE_DATE_EPOCH=1795132800")
	w.process.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	w.process.WaitDelay = time.Second // the API outlives nothing here, but could hold stderr
	out, err := w.process.StdoutPipe()
	if err == nil {
		err = w.process.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if w.process.ProcessState == nil {
			_ = w.process.Process.Signal(syscall.SIGINT)
			_, _ = io.Copy(io.Discard, out)
			_ = w.process.Wait()
		}
	})
	w.events = json.NewDecoder(out)
	w.url = w.waitForEvent(devserver.EventReady).URLs[0]
	return w
}

func (w *runningServer) program(name, script string) {
	if err := os.WriteFile(filepath.Join(w.dir, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
		w.Fatal(err)
	}
}

func (w *runningServer) waitForEvent(name string) devserver.Event {
	w.Helper()
	deadline := time.AfterFunc(testTimeout, func() { _ = w.process.Process.Kill() })
	defer deadline.Stop()
	for {
		var e devserver.Event
		if err := w.events.Decode(&e); err != nil {
			w.Fatalf("never told of %q: %v\n%s", name, err, w.words)
		}
		if e.Name == name {
			return e
		}
	}
}

// waitForFile waits for a file and returns its content.
func (w *runningServer) waitForFile(name string) string {
	w.Helper()
	for deadline := time.Now().Add(testTimeout); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if data, err := os.ReadFile(filepath.Join(w.dir, name)); err == nil && len(data) > 0 {
			return strings.TrimSpace(string(data))
		}
	}
	w.Fatalf("there is no %s", name)
	return ""
}

func (w *runningServer) get(path string) string {
	w.Helper()
	_, port, _ := strings.Cut(strings.TrimPrefix(w.url, "http://"), ":")
	r, err := http.NewRequestWithContext(w.Context(), http.MethodGet, "http://127.0.0.1:"+port+path, nil)
	if err != nil {
		w.Fatal(err)
	}
	r.Host = strings.TrimPrefix(w.url, "http://")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		w.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	page, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		w.Fatal(answer.Status, err)
	}
	return string(page)
}

const walk = "/things-to-do-in-dubai/walk"

func TestCtrlCPublishesLastEditAndStopsAPI(t *testing.T) {
	w := startServer(t)
	if opened := w.waitForFile("opened"); opened != w.url {
		t.Errorf("the browser was sent to %q, not to %q", opened, w.url)
	}
	api, err := strconv.Atoi(w.waitForFile("api.pid"))
	if err != nil {
		t.Fatal(err)
	}
	contenttest.Replace(t, w.content, "products/walk/en.md", "Old town walk", "Old town walk by lantern")
	w.waitForEvent(devserver.EventBuilt)
	if err := syscall.Kill(-w.process.Process.Pid, syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	w.waitForEvent(devserver.EventPublished)
	if err := w.process.Wait(); err != nil {
		t.Errorf("%v\n%s", err, w.words)
	}
	if err := syscall.Kill(api, 0); !errors.Is(err, syscall.ESRCH) {
		t.Errorf("the API still runs: %v", err)
	}
	if _, err := os.Stat(filepath.Join(w.dir, "api.ended")); err != nil {
		t.Error("the API got no signal to end")
	}
	page, err := os.ReadFile(filepath.Join(w.dir, ".data/preview/public/wayfare", walk, "index.html"))
	if err != nil || !bytes.Contains(page, []byte("by lantern")) {
		t.Error("the last edit is not published", err)
	}
	report, err := engine.Build(t.Context(), engine.Options{
		Content: w.content, Builds: filepath.Join(w.dir, ".data/preview"), Site: w.site, AsOf: time.Unix(1795132800, 0),
	})
	if err != nil {
		t.Fatal(err)
	}
	if !report.Unchanged { // this program is the same as that of the server
		t.Errorf("the last build is incomplete: the next one does %+v", report.Deployments)
	}
}

func TestServerRendersWithNewSiteBundle(t *testing.T) {
	w := startServer(t)
	bundle, err := os.ReadFile(filepath.Join(w.site, "bundle.json"))
	if err != nil {
		t.Fatal(err)
	}
	var known map[string]any
	if err := json.Unmarshal(bundle, &known); err != nil {
		t.Fatal(err)
	}
	worker := filepath.Join(w.site, "server", "worker.mjs")
	code, err := os.ReadFile(worker)
	if err != nil {
		t.Fatal(err)
	}
	before := w.get(walk)
	if !strings.Contains(before, "<main") || !bytes.Contains(code, []byte("<!DOCTYPE html>")) {
		t.Fatal("pages do not begin as this test expects")
	}
	changed := bytes.ReplaceAll(code, []byte("<!DOCTYPE html>"), []byte("<!DOCTYPE html><!--new bundle-->"))
	if err := os.WriteFile(worker, changed, 0o644); err != nil {
		t.Fatal(err)
	}
	known["hash"] = "0123456789abcdef"
	if bundle, err = json.Marshal(known); err == nil {
		err = os.WriteFile(filepath.Join(w.site, "bundle.json"), bundle, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	if e := w.waitForEvent(devserver.EventPublished); e.Published == 0 {
		t.Errorf("%d pages are rendered with the new bundle", e.Published)
	}
	if page := w.get(walk); !strings.Contains(page, "<!--new bundle-->") {
		t.Error("the page is of the old bundle")
	}
	contenttest.Replace(t, w.content, "products/walk/en.md", "Old town walk", "Old town walk by lantern")
	w.waitForEvent(devserver.EventBuilt)
	if page := w.get(walk); !strings.Contains(page, "<!--new bundle-->") || !strings.Contains(page, "by lantern") {
		t.Error("an edit is rendered with the old bundle")
	}
}
