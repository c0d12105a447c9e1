package deploy_test

import (
	"bufio"
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"log"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"gocloud.dev/blob"

	"storefront/internal/build/deploy"
	"storefront/internal/build/release"
	"storefront/internal/lib/digest"
)

const shop = "wayfare"

// files are the contents of a web root by path.
type files map[string]string

// publish makes files the live build of the shop as the generator does, with a tree, its list and a link. It returns
// the id of the build.
func publish(t testing.TB, folder string, f files) string {
	t.Helper()
	list := []release.File{}
	for _, path := range slices.Sorted(maps.Keys(f)) {
		list = append(list, release.FileOf(path, []byte(f[path])))
	}
	listJSON := release.EncodeList(list)
	sum := digest.OfFile(listJSON)
	id := hex.EncodeToString(sum[:8])
	all := maps.Clone(f)
	all[release.ListFile(id)] = string(listJSON)
	all[release.ManifestFile(id)] = `{"id":"` + id + `"}`
	all[release.LatestFile] = `{"id": "` + id + `"}` + "\n"
	tree := filepath.Join(folder, "trees", shop, id)
	for path, content := range all {
		write(t, filepath.Join(tree, path), content)
	}
	link := filepath.Join(folder, "public", shop)
	if err := os.MkdirAll(filepath.Dir(link), 0o755); err != nil {
		t.Fatal(err)
	}
	_ = os.Remove(link)
	if err := os.Symlink(tree, link); err != nil {
		t.Fatal(err)
	}
	return id
}

func write(t testing.TB, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// smallSite is a web root with a file of each kind.
func smallSite() files {
	return files{
		"index.html":                "<p>home</p>" + strings.Repeat("dunes ", 300),
		"_payload.json":             `{"kind":"home"}`,
		"blog/index.html":           "<p>blog</p>",
		"blog/_payload.json":        `{"kind":"blog"}`,
		"ar/index.html":             "<p>الرئيسية</p>",
		"ar/_payload.json":          `{"kind":"home"}`,
		"404.html":                  "<p>not here</p>",
		"sitemap.xml":               "<urlset/>",
		"assets/app.0a1b2c.js":      strings.Repeat("let a=1;", 300),
		"media/dunes.00ff00.webp":   "a picture",
		"builds/meta/shell.en.json": "{}",
		".search/en.index":          "the API's own",
	}
}

// recordingS3 is a real S3 server behind a proxy that records its requests, in order.
type recordingS3 struct {
	address       string // of the proxy
	mu            sync.Mutex
	puts          []string
	deletes       []string
	beforeRequest func(method, key string) // called before a request is forwarded
}

func startS3(t *testing.T) *recordingS3 {
	t.Helper()
	binary, err := filepath.Abs("../../../tools/s3server/bin/s3server")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(binary); err != nil {
		t.Fatal("the S3 server is missing; tools/need.sh s3server makes it")
	}
	t.Setenv("AWS_ACCESS_KEY_ID", "editor")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "a secret of the tests")
	dir := t.TempDir()
	cmd := exec.Command(binary, "-dir", dir, "-access", "editor", "-secret", "a secret of the tests")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	backend, err := url.Parse(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(err)
	}
	for {
		r, err := http.Get(backend.String())
		if err == nil {
			r.Body.Close()
			break
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, "buckets", "site"), 0o755); err != nil {
		t.Fatal(err)
	}
	s := &recordingS3{}
	forward := httputil.NewSingleHostReverseProxy(backend)
	forward.Transport = &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 32}
	forward.ErrorLog = log.New(io.Discard, "", 0) // of deployers that were killed
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := strings.TrimPrefix(r.URL.Path, "/site/")
		s.mu.Lock()
		before := s.beforeRequest
		s.mu.Unlock()
		if before != nil {
			before(r.Method, key)
		}
		forward.ServeHTTP(w, r)
		s.mu.Lock()
		defer s.mu.Unlock()
		switch r.Method {
		case http.MethodPut:
			s.puts = append(s.puts, key)
		case http.MethodDelete:
			s.deletes = append(s.deletes, key)
		}
	}))
	t.Cleanup(proxy.Close)
	s.address = "s3://site?region=us-east-1&use_path_style=true&endpoint=" + url.QueryEscape(proxy.URL)
	return s
}

// setBeforeRequest sets the function that is called before each request is forwarded.
func (s *recordingS3) setBeforeRequest(before func(method, key string)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.beforeRequest = before
}

// takeWrites returns the keys that were put and deleted since its last call.
func (s *recordingS3) takeWrites() (puts, deletes []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	puts, deletes = s.puts, s.deletes
	s.puts, s.deletes = nil, nil
	return puts, deletes
}

// get requests a file over HTTP, as a CDN does.
func (s *recordingS3) get(t testing.TB, key string) (*http.Response, []byte) {
	t.Helper()
	b, err := blob.OpenBucket(context.Background(), s.address)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	signed, err := b.SignedURL(context.Background(), key, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := (&http.Client{Transport: &http.Transport{DisableCompression: true}}).Get(signed)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r, body
}

func deployOptions(folder, target string) deploy.Options {
	return deploy.Options{
		Builds: release.Folder(folder), Target: deploy.Target{Name: target, Address: target}, Deployment: shop,
		MaxDeletes: deploy.DefaultMaxDeletes, Workers: deploy.DefaultWorkers,
	}
}

func mustDeploy(t testing.TB, o deploy.Options) *deploy.Report {
	t.Helper()
	r, err := deploy.Deploy(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestMain runs this binary as the deployer that a test kills, if DEPLOY_BUILDS is set.
func TestMain(m *testing.M) {
	if folder := os.Getenv("DEPLOY_BUILDS"); folder != "" {
		if _, err := deploy.Deploy(context.Background(), deployOptions(folder, os.Getenv("DEPLOY_TO"))); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}
