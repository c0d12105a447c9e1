package deploy_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"storefront/internal/build/deploy"
	"storefront/internal/build/release"
)

func TestS3DeployUploadsOnlyChangedFiles(t *testing.T) {
	s, folder := startS3(t), t.TempDir()
	f := smallSite()
	first := publish(t, folder, f)
	r := mustDeploy(t, deployOptions(folder, s.address))
	puts, _ := s.takeWrites()
	if want := len(f) - 1 + 3; len(puts) != want || len(r.Uploaded) != want {
		t.Errorf("%d files were put, %d reported, want %d: %q", len(puts), len(r.Uploaded), want, puts)
	}
	if slices.ContainsFunc(puts, release.IsHidden) {
		t.Error("a hidden file was uploaded")
	}
	r = mustDeploy(t, deployOptions(folder, s.address))
	if puts, _ := s.takeWrites(); len(puts) != 0 || r.PreviousBuild != first {
		t.Errorf("without changes %q were uploaded", puts)
	}
	f["blog/index.html"] = "<p>another</p>"
	second := publish(t, folder, f)
	mustDeploy(t, deployOptions(folder, s.address))
	puts, _ = s.takeWrites()
	slices.Sort(puts)
	want := []string{"blog/index.html", release.ManifestFile(second), release.ListFile(second), release.LatestFile}
	slices.Sort(want)
	if !slices.Equal(puts, want) {
		t.Errorf("after a change of one page %q were uploaded", puts)
	}
	if _, body := s.get(t, "blog/index.html"); string(body) != f["blog/index.html"] {
		t.Errorf("the page is %q", body)
	}
}

func TestDeployUploadsLinkedFilesBeforePagesAndLatestLast(t *testing.T) {
	s, folder := startS3(t), t.TempDir()
	f := smallSite()
	publish(t, folder, f)
	mustDeploy(t, deployOptions(folder, s.address))
	s.takeWrites()
	f["index.html"] += `<script src="/assets/app.ffff.js">`
	f["_payload.json"] = `{"kind":"home","n":2}`
	f["assets/app.ffff.js"] = "let b"
	f["new/index.html"], f["new/_payload.json"] = "new", `{"kind":"new"}`
	delete(f, "blog/index.html")
	id := publish(t, folder, f)
	mustDeploy(t, deployOptions(folder, s.address))
	puts, deletes := s.takeWrites()
	want := []string{
		"assets/app.ffff.js", "new/_payload.json", "new/index.html", "_payload.json", "index.html",
	}
	if !slices.Equal(puts[:len(want)], want) {
		t.Errorf("the order is %q", puts)
	}
	about := puts[len(want) : len(puts)-1]
	slices.Sort(about)
	if !slices.Equal(about, []string{release.ListFile(id), release.ManifestFile(id)}) ||
		puts[len(puts)-1] != release.LatestFile {
		t.Errorf("the last are %q", puts[len(want):])
	}
	if len(deletes) != 0 {
		t.Errorf("visitors of the build before still have links to %q", deletes)
	}
	r := mustDeploy(t, deployOptions(folder, s.address))
	if _, deletes := s.takeWrites(); !slices.Equal(deletes, []string{"blog/index.html"}) || len(r.Uploaded) != 0 {
		t.Errorf("the next deploy deletes %q and puts %q", deletes, r.Uploaded)
	}
}

func TestDeployKeepsImmutableFilesOfEarlierBuilds(t *testing.T) {
	s, folder := startS3(t), t.TempDir()
	f := smallSite()
	first := publish(t, folder, f)
	mustDeploy(t, deployOptions(folder, s.address))
	delete(f, "assets/app.0a1b2c.js")
	delete(f, "media/dunes.00ff00.webp")
	publish(t, folder, f)
	mustDeploy(t, deployOptions(folder, s.address))
	mustDeploy(t, deployOptions(folder, s.address))
	for _, key := range []string{"assets/app.0a1b2c.js", "media/dunes.00ff00.webp", release.ListFile(first)} {
		if r, _ := s.get(t, key); r.StatusCode != 200 {
			t.Errorf("%s answers %d", key, r.StatusCode)
		}
	}
}

func TestDeployRefusesTooManyDeletionsWithoutWrites(t *testing.T) {
	s, folder := startS3(t), t.TempDir()
	f := smallSite()
	publish(t, folder, f)
	mustDeploy(t, deployOptions(folder, s.address))
	delete(f, "blog/index.html")
	delete(f, "blog/_payload.json")
	publish(t, folder, f)
	mustDeploy(t, deployOptions(folder, s.address))
	f["index.html"] = "changed"
	publish(t, folder, f)
	s.takeWrites()
	o := deployOptions(folder, s.address)
	o.MaxDeletes = 1
	_, err := deploy.Deploy(context.Background(), o)
	if err == nil || !strings.Contains(err.Error(), "2 files would be deleted, and at most 1 may be") {
		t.Errorf("the error is %v", err)
	}
	if puts, deletes := s.takeWrites(); len(puts)+len(deletes) > 0 {
		t.Errorf("%q were put and %q deleted", puts, deletes)
	}
	o.MaxDeletes = 2
	mustDeploy(t, o)
}

func TestDeployDryRunWritesNothing(t *testing.T) {
	s, folder := startS3(t), t.TempDir()
	publish(t, folder, smallSite())
	o := deployOptions(folder, s.address)
	o.DryRun = true
	r := mustDeploy(t, o)
	if len(r.Uploaded) != len(smallSite())+2 {
		t.Errorf("the plan uploads %q", r.Uploaded)
	}
	if puts, deletes := s.takeWrites(); len(puts)+len(deletes) > 0 {
		t.Errorf("%q were put and %q deleted", puts, deletes)
	}
}

func TestDeploySetsTheHeadersOfTheWebServer(t *testing.T) {
	s, folder := startS3(t), t.TempDir()
	f := smallSite()
	id := publish(t, folder, f)
	mustDeploy(t, deployOptions(folder, s.address))
	const forever = "public, max-age=31536000, immutable"
	for _, c := range []struct{ key, contentType, cache, encoding string }{
		{"index.html", "text/html; charset=utf-8", "no-cache", "gzip"},
		{"blog/index.html", "text/html; charset=utf-8", "no-cache", ""}, // fits a packet anyway
		{"_payload.json", "application/json; charset=utf-8", "no-cache", ""},
		{"assets/app.0a1b2c.js", "text/javascript; charset=utf-8", forever, "gzip"},
		{"media/dunes.00ff00.webp", "image/webp", forever, ""},
		{"sitemap.xml", "application/xml; charset=utf-8", "no-cache", ""},
		{release.ManifestFile(id), "application/json; charset=utf-8", forever, ""},
		{release.LatestFile, "application/json; charset=utf-8", "no-cache", ""},
	} {
		r, body := s.get(t, c.key)
		if got := r.Header.Get("Content-Type"); r.StatusCode != 200 || got != c.contentType {
			t.Errorf("%s: %d %q", c.key, r.StatusCode, got)
		}
		if got := r.Header.Get("Cache-Control"); got != c.cache {
			t.Errorf("%s has Cache-Control %q", c.key, got)
		}
		if got := r.Header.Get("Content-Encoding"); got != c.encoding {
			t.Errorf("%s has Content-Encoding %q", c.key, got)
		}
		if c.encoding == "gzip" {
			z, err := gzip.NewReader(bytes.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			if body, err = io.ReadAll(z); err != nil {
				t.Fatal(err)
			}
		}
		if want, ours := f[c.key]; ours && string(body) != want {
			t.Errorf("%s has other content", c.key)
		}
	}
}

func TestDeployResumesAfterItsProcessWasKilled(t *testing.T) {
	s, folder := startS3(t), t.TempDir()
	publish(t, folder, smallSite())
	mustDeploy(t, deployOptions(folder, s.address))
	f := smallSite()
	for i := range 40 {
		f["things/"+strings.Repeat("x", i+1)+"/index.html"] = strings.Repeat("page ", i)
	}
	publish(t, folder, f)
	s.takeWrites()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "DEPLOY_BUILDS="+folder, "DEPLOY_TO="+s.address)
	reached := make(chan struct{})
	n := 0
	s.setBeforeRequest(func(method, key string) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if method != "PUT" {
			return
		}
		if n++; n == 20 {
			close(reached)
		}
	})
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	<-reached
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if cmd.Wait() == nil {
		t.Fatal("the deployer was not killed under way")
	}
	s.setBeforeRequest(nil)
	done, _ := s.takeWrites()
	if slices.Contains(done, release.LatestFile) {
		t.Fatal("latest.json named the build before it was complete")
	}
	r := mustDeploy(t, deployOptions(folder, s.address))
	again, _ := s.takeWrites()
	// Uploads under way when the deployer was killed may have arrived or not.
	twice := 0
	for _, key := range done {
		if slices.Contains(again, key) {
			twice++
		}
	}
	if len(done) < 10 || twice > deploy.DefaultWorkers {
		t.Errorf("%d of %d were put again", twice, len(done))
	}
	if len(again) >= len(f) || r.Unchanged == 0 {
		t.Errorf("%d were put", len(again))
	}
	if _, body := s.get(t, "things/xx/index.html"); string(body) != "page " {
		t.Errorf("the page is %q", body)
	}
}

func TestDeployReplacesFilesOfAnInterruptedDeployOfAnotherBuild(t *testing.T) {
	s, folder := startS3(t), t.TempDir()
	f := smallSite()
	first := publish(t, folder, f)
	mustDeploy(t, deployOptions(folder, s.address))
	f["index.html"] = "the next build's"
	publish(t, folder, f)
	s.setBeforeRequest(func(method, key string) {
		if key == release.LatestFile && method == "PUT" {
			panic(http.ErrAbortHandler)
		}
	})
	if _, err := deploy.Deploy(context.Background(), deployOptions(folder, s.address)); err == nil {
		t.Fatal("the deploy succeeded")
	}
	s.setBeforeRequest(nil)
	if publish(t, folder, smallSite()) != first {
		t.Fatal("the first build has another id")
	}
	mustDeploy(t, deployOptions(folder, s.address))
	if r, _ := s.get(t, "index.html"); r.Header.Get("Content-Encoding") != "gzip" {
		t.Errorf("the page of the unfinished build is still there: %v", r.Header)
	}
}

func TestDeployReportsAConcurrentDeploy(t *testing.T) {
	s, mine, theirs := startS3(t), t.TempDir(), t.TempDir()
	f := smallSite()
	publish(t, mine, f)
	mustDeploy(t, deployOptions(mine, s.address))
	f["index.html"], f["blog/index.html"] = "mine", "mine"
	publish(t, mine, f)
	f["index.html"] = "theirs"
	publish(t, theirs, f)
	var once atomic.Bool
	s.setBeforeRequest(func(method, key string) {
		if method == "PUT" && key == "index.html" && once.CompareAndSwap(false, true) {
			mustDeploy(t, deployOptions(theirs, s.address))
		}
	})
	o := deployOptions(mine, s.address)
	o.Workers = 1
	_, err := deploy.Deploy(context.Background(), o)
	if !errors.Is(err, deploy.ErrConflict) {
		t.Errorf("the error is %v", err)
	}
	s.setBeforeRequest(nil)
	mustDeploy(t, deployOptions(mine, s.address))
	if _, body := s.get(t, "index.html"); string(body) != "mine" {
		t.Errorf("the page is %q", body)
	}
}

func TestDeployErrorsNameTheTarget(t *testing.T) {
	s, folder := startS3(t), t.TempDir()
	publish(t, folder, smallSite())
	elsewhere := strings.Replace(s.address, "s3://site?", "s3://nowhere?", 1)
	_, err := deploy.Deploy(context.Background(), deployOptions(folder, elsewhere))
	if err == nil || !strings.Contains(err.Error(), "s3://nowhere") ||
		!strings.Contains(err.Error(), "there is no such bucket") {
		t.Errorf("a missing bucket: %v", err)
	}
	_, err = deploy.Deploy(context.Background(), deployOptions(folder,
		"s3://site?region=us-east-1&use_path_style=true&endpoint=http://127.0.0.1:1"))
	if err == nil || !strings.Contains(err.Error(), "cannot be reached") {
		t.Errorf("a missing server: %v", err)
	}
	t.Setenv("AWS_SECRET_ACCESS_KEY", "not the secret")
	_, err = deploy.Deploy(context.Background(), deployOptions(folder, s.address))
	if err == nil || !strings.Contains(err.Error(), "the credentials are refused") {
		t.Errorf("a wrong secret: %v", err)
	}
}
