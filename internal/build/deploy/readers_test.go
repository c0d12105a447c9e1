package deploy_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gocloud.dev/blob"

	"storefront/internal/build/deploy"
	"storefront/internal/build/release"
)

// generation returns the nth build of a shop. Every page names the build, its script and the build's new page.
func generation(n int) files {
	script := fmt.Sprintf("assets/app.%04x.js", n)
	f := files{script: fmt.Sprintf("script %d;", n), "sitemap.xml": fmt.Sprint(n)}
	for _, page := range []string{"index.html", "a/index.html", "b/index.html", "ar/index.html",
		fmt.Sprintf("new-%d/index.html", n), fmt.Sprintf("new-%d/index.html", n-1)} {
		f[page] = fmt.Sprintf("%d %s new-%d/index.html %s end", n, script, n, strings.Repeat("dunes ", 400))
		f[strings.Replace(page, "index.html", "_payload.json", 1)] = fmt.Sprintf(`{"n":%d}`, n)
	}
	return f
}

// visit requests a page and the files that a browser then loads.
func visit(get func(key string) (string, error), page string) error {
	html, err := get(page)
	if err != nil {
		return err
	}
	var n int
	var script, linked string
	if _, err := fmt.Sscanf(html, "%d %s %s", &n, &script, &linked); err != nil || !strings.HasSuffix(html, " end") {
		return fmt.Errorf("%s is not whole: %v", page, err)
	}
	if code, err := get(script); err != nil || code != fmt.Sprintf("script %d;", n) {
		return fmt.Errorf("the script of build %d: %q, %v", n, code, err)
	}
	for _, key := range []string{strings.Replace(page, "index.html", "_payload.json", 1), linked,
		strings.Replace(linked, "index.html", "_payload.json", 1)} {
		if _, err := get(key); err != nil {
			return fmt.Errorf("%s of build %d needs it: %w", page, n, err)
		}
	}
	return nil
}

// checkLiveBuild returns an error if the build of latest.json lacks a file, unless a later build replaces it meanwhile.
func checkLiveBuild(get func(key string) (string, error), ids []string) error {
	latest, err := get(release.LatestFile)
	if err != nil {
		return err
	}
	id, err := release.ParseLatest([]byte(latest))
	if err != nil {
		return err
	}
	n := -1
	for i := range ids {
		if ids[i] == id {
			n = i
		}
	}
	for _, page := range []string{"index.html", "a/index.html", "b/index.html", "ar/index.html"} {
		html, err := get(page)
		if err != nil {
			return err
		}
		var of int
		if _, err := fmt.Sscan(html, &of); err != nil || of < n {
			return fmt.Errorf("latest.json names build %d, and %s is of %d (%v)", n, page, of, err)
		}
	}
	return nil
}

func readDuring(t *testing.T, folder, target string, get func(key string) (string, error)) {
	const deploys = 12
	var ids []string
	for n := range deploys {
		ids = append(ids, publish(t, folder, generation(n)))
	}
	deployNth := func(n int) {
		publish(t, folder, generation(n))
		o := deployOptions(folder, target)
		o.MaxDeletes = -1
		if _, err := deploy.Deploy(context.Background(), o); err != nil {
			t.Fatal(err)
		}
	}
	deployNth(0)
	var visits atomic.Int64
	var ended [3]atomic.Int64 // visits, by reader
	stop := make(chan struct{})
	readers := make(chan struct{}, len(ended))
	for i := range cap(readers) {
		go func() {
			defer func() { readers <- struct{}{} }()
			for {
				select {
				case <-stop:
					return
				default:
				}
				err := checkLiveBuild(get, ids)
				if i > 0 {
					err = visit(get, []string{"index.html", "a/index.html", "b/index.html",
						"ar/index.html"}[visits.Load()%4])
				}
				if err != nil {
					t.Error(err)
					return
				}
				visits.Add(1)
				ended[i].Add(1)
			}
		}()
	}
	for n := 1; n < deploys; n++ {
		deployNth(n)
		for i := range ended { // the files that a page links to exist until the deploy after the next
			for before := ended[i].Load(); ended[i].Load() == before && !t.Failed(); {
				time.Sleep(time.Millisecond)
			}
		}
	}
	close(stop)
	for range cap(readers) {
		<-readers
	}
	for n := range deploys {
		if _, err := get(fmt.Sprintf("assets/app.%04x.js", n)); err != nil {
			t.Errorf("the script of build %d: %v", n, err)
		}
	}
	if _, err := get("new-0/index.html"); err == nil {
		t.Error("the page of an old build was never deleted")
	}
	t.Logf("%d deploys, %d visits", deploys, visits.Load())
}

func TestBucketReadersSeeNoMissingFileDuringDeploys(t *testing.T) {
	s := startS3(t)
	b, err := blob.OpenBucket(context.Background(), s.address)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	readDuring(t, t.TempDir(), s.address, func(key string) (string, error) {
		signed, err := b.SignedURL(context.Background(), key, nil)
		if err != nil {
			return "", err
		}
		return fetch(signed)
	})
}

func TestDirectoryReadersSeeNoMissingFileDuringDeploys(t *testing.T) {
	to := t.TempDir()
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, err := os.ReadFile(filepath.Join(to, r.URL.Path))
		if err != nil {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write(data)
	}))
	defer host.Close()
	readDuring(t, t.TempDir(), to, func(key string) (string, error) { return fetch(host.URL + "/" + key) })
}

// The control: visit would detect pages that are uploaded before the files that they link to.
func TestVisitDetectsAMissingFile(t *testing.T) {
	f := generation(3)
	delete(f, "new-3/_payload.json")
	err := visit(func(key string) (string, error) {
		if content, ok := f[key]; ok {
			return content, nil
		}
		return "", fmt.Errorf("%s: 404", key)
	}, "index.html")
	if err == nil {
		t.Error("the visit reports no error")
	}
}

func fetch(url string) (string, error) {
	r, err := http.Get(url)
	if err != nil {
		return "", err
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err == nil && r.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", r.Request.URL.Path, r.Status)
	}
	return string(body), err
}

func TestDirectoryTargetHoldsOnlyPublishedFiles(t *testing.T) {
	folder, to := t.TempDir(), filepath.Join(t.TempDir(), "www", "{deployment}")
	f := smallSite()
	publish(t, folder, f)
	o := deployOptions(folder, to)
	mustDeploy(t, o)
	there := filepath.Join(filepath.Dir(to), shop)
	n := 0
	err := filepath.WalkDir(there, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		n++
		info, err := d.Info()
		if err == nil && info.Mode().Perm()&0o044 != 0o044 {
			t.Errorf("a web server may not read %s: %v", path, info.Mode())
		}
		return err
	})
	if err != nil || n != len(f)-1+3 {
		t.Errorf("%d files, %v", n, err)
	}
	if data, err := os.ReadFile(filepath.Join(there, "index.html")); string(data) != f["index.html"] {
		t.Errorf("home is %q, %v", data, err)
	}
	delete(f, "blog/index.html")
	delete(f, "blog/_payload.json")
	publish(t, folder, f)
	mustDeploy(t, o)
	mustDeploy(t, o)
	if _, err := os.Stat(filepath.Join(there, "blog")); err == nil {
		t.Error("an empty folder stays")
	}
	if r := mustDeploy(t, o); len(r.Uploaded)+len(r.Deleted) != 0 {
		t.Errorf("nothing changed: %+v", r)
	}
}
