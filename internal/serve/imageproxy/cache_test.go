package imageproxy_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"storefront/internal/serve/imageproxy"
)

// diskUsageIn is what a folder takes.
func diskUsageIn(t testing.TB, dir string) (files int, bytes int64) {
	t.Helper()
	err := filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		files, bytes = files+1, bytes+info.Size()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files, bytes
}

// openCached is a proxy that counts what it makes, and keeps what it has made in dir.
func openCached(t testing.TB, dir string, budget int64, media folder) (*world, *counting) {
	t.Helper()
	c := &counting{Engine: engine(t)}
	return newWorld(t, func(p *imageproxy.Config) {
		p.Engine, p.CacheDir, p.CacheBytes = c, dir, budget
		if media != "" {
			p.Media = media
		}
	}), c
}

func TestPicturesAreCachedAcrossRestarts(t *testing.T) {
	dir := t.TempDir()
	w, made := openCached(t, dir, 1<<20, "")
	w.media.put(t, hashed, asPNG(t, testImage(60, 40)))
	first := w.get("/_ipx/w_30/media/" + hashed)
	again := w.get("/_ipx/w_30/media/" + hashed)
	if made.made.Load() != 1 || string(first.body) != string(again.body) {
		t.Errorf("made %d times", made.made.Load())
	}
	later, madeLater := openCached(t, dir, 1<<20, w.media)
	if a := later.get("/_ipx/w_30/media/" + hashed); string(a.body) != string(first.body) ||
		madeLater.made.Load() != 0 {
		t.Errorf("made again after a restart: %v", a.err)
	}
}

func TestTheLeastRecentlyUsedPictureIsRemovedFirst(t *testing.T) {
	dir := t.TempDir()
	const budget = 100_000
	w, made := openCached(t, dir, budget, "")
	w.media.put(t, hashed, asPNG(t, testImage(60, 40)))
	for i := range 60 {
		w.get("/_ipx/w_60/media/" + hashed) // it is used all the time
		if a := w.get(fmt.Sprintf("/_ipx/q_%d,w_30/media/%s", i+1, hashed)); a.err != nil {
			t.Fatal(a.err)
		}
		if files, bytes := diskUsageIn(t, dir); bytes > budget || files > budget/4096 {
			t.Fatalf("%d files of %d bytes", files, bytes)
		}
	}
	if made.made.Load() != 61 {
		t.Errorf("what is used was made %d times", made.made.Load()-60)
	}
	// A smaller budget counts from the start.
	openCached(t, dir, budget/4, w.media)
	if files, _ := diskUsageIn(t, dir); files > budget/4/4096 {
		t.Errorf("%d files are left", files)
	}
}

func TestTruncatedCacheFileIsMadeAgain(t *testing.T) {
	dir := t.TempDir()
	w, made := openCached(t, dir, 1<<20, "")
	w.media.put(t, hashed, asPNG(t, testImage(60, 40)))
	whole := w.get("/_ipx/w_30/media/" + hashed).body
	for _, size := range []int64{0, 7} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			return os.Truncate(path, size)
		})
		if err != nil {
			t.Fatal(err)
		}
		if a := w.get("/_ipx/w_30/media/" + hashed); string(a.body) != string(whole) {
			t.Errorf("%d bytes, %v", len(a.body), a.err)
		}
	}
	if made.made.Load() != 3 {
		t.Errorf("made %d times", made.made.Load())
	}
}

func TestPicturesAreServedWhenTheCacheDiskFails(t *testing.T) {
	dir := t.TempDir()
	w, _ := openCached(t, dir, 1<<20, "")
	w.media.put(t, hashed, asPNG(t, testImage(60, 40)))
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if a := w.get("/_ipx/w_30/media/" + hashed); a.err != nil {
			t.Error(a.err)
		}
	}
}
