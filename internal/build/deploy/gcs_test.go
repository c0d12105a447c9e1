package deploy_test

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gocloud.dev/blob"

	"storefront/internal/build/deploy"
	"storefront/internal/build/release"
)

const onGCS = "gs://site?prefix=shop/"

// startGCS starts a server that speaks Google Cloud Storage's API, and directs the client to it.
func startGCS(t *testing.T) *blob.Bucket {
	t.Helper()
	binary, err := filepath.Abs("../../../tools/gcsserver/bin/gcsserver")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(binary); err != nil {
		t.Fatal("the GCS server is missing; tools/need.sh gcsserver makes it")
	}
	cmd := exec.Command(binary, "-bucket", "site")
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("STORAGE_EMULATOR_HOST", strings.TrimPrefix(strings.TrimSpace(address), "http://"))
	bucket, err := blob.OpenBucket(context.Background(), onGCS)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = bucket.Close() })
	return bucket
}

func TestGCSDeployUploadsOnlyChangedFiles(t *testing.T) {
	bucket, folder := startGCS(t), t.TempDir()
	f := smallSite()
	first := publish(t, folder, f)
	if r := mustDeploy(t, deployOptions(folder, onGCS)); len(r.Uploaded) != len(f)-1+3 {
		t.Errorf("put %q", r.Uploaded)
	}
	for key, want := range map[string]blob.Attributes{
		"index.html": {ContentType: "text/html; charset=utf-8", CacheControl: "no-cache",
			ContentEncoding: "gzip"},
		"assets/app.0a1b2c.js": {ContentType: "text/javascript; charset=utf-8",
			CacheControl: "public, max-age=31536000, immutable", ContentEncoding: "gzip"},
	} {
		got, err := bucket.Attributes(t.Context(), key)
		if err != nil {
			t.Fatal(key, err)
		}
		if got.ContentType != want.ContentType || got.CacheControl != want.CacheControl ||
			got.ContentEncoding != want.ContentEncoding {
			t.Errorf("%s is sent with %q, %q, %q", key, got.ContentType, got.CacheControl, got.ContentEncoding)
		}
	}
	if r := mustDeploy(t, deployOptions(folder, onGCS)); len(r.Uploaded) != 0 || r.PreviousBuild != first {
		t.Errorf("without changes %q were uploaded", r.Uploaded)
	}
	f["blog/index.html"] = "<p>another</p>"
	second := publish(t, folder, f)
	want := []string{"blog/index.html", release.ManifestFile(second), release.ListFile(second), release.LatestFile}
	r := mustDeploy(t, deployOptions(folder, onGCS))
	slices.Sort(r.Uploaded)
	if slices.Sort(want); !slices.Equal(r.Uploaded, want) {
		t.Errorf("after a change of one page %q were uploaded", r.Uploaded)
	}
	if body, err := bucket.ReadAll(t.Context(), "blog/index.html"); err != nil || string(body) != f["blog/index.html"] {
		t.Errorf("the page is %q (%v)", body, err)
	}
}

func TestGCSDeployResumesByMD5AfterAnInterruption(t *testing.T) {
	bucket, folder := startGCS(t), t.TempDir()
	build := publish(t, folder, smallSite())
	mustDeploy(t, deployOptions(folder, onGCS))
	for _, key := range []string{release.LatestFile, "index.html"} {
		if err := bucket.Delete(t.Context(), key); err != nil {
			t.Fatal(err)
		}
	}
	r := mustDeploy(t, deployOptions(folder, onGCS))
	slices.Sort(r.Uploaded)
	want := []string{"index.html", release.ManifestFile(build), release.ListFile(build), release.LatestFile}
	if slices.Sort(want); !slices.Equal(r.Uploaded, want) {
		t.Errorf("put %q, not %q", r.Uploaded, want)
	}
}

func TestGCSDeployErrorNamesAMissingBucket(t *testing.T) {
	startGCS(t)
	folder := t.TempDir()
	publish(t, folder, smallSite())
	_, err := deploy.Deploy(t.Context(), deployOptions(folder, "gs://elsewhere"))
	if err == nil || err.Error() != "gs://elsewhere: there is no such bucket" {
		t.Errorf("the error is %v", err)
	}
}
