package engine_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"storefront/internal/build/engine"
	"storefront/internal/build/release"
	"storefront/internal/content/contenttest"
	"storefront/internal/lib/digest"
	"storefront/tests/drill"
)

// TestMain runs this binary as the builder or the rollback that tests kill, if the environment asks for it.
func TestMain(m *testing.M) {
	if build := os.Getenv("ROLLBACK"); build != "" {
		folder := release.Folder(os.Getenv("BUILD_TO"))
		if _, err := engine.Rollback(context.Background(), folder, "wayfare", build); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if content := os.Getenv("BUILD_CONTENT"); content != "" {
		_, err := engine.Build(context.Background(), engine.Options{
			Content: content, Builds: os.Getenv("BUILD_TO"), Site: os.Getenv("BUILD_SITE"),
			AsOf: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC),
		})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// checkTree returns an error if a file of the live build of a deployment is missing or differs from its list. moved is
// true if the link was moved meanwhile.
func checkTree(public string) (damage error, moved bool) {
	root, err := filepath.EvalSymlinks(public)
	if err != nil {
		return err, false
	}
	damage = checkFiles(root)
	now, err := filepath.EvalSymlinks(public)
	return damage, err == nil && now != root
}

func checkFiles(root string) error {
	var latest struct{ ID string }
	if err := readJSON(filepath.Join(root, "builds/meta/latest.json"), &latest); err != nil {
		return err
	}
	var list struct {
		Files []release.File
	}
	if err := readJSON(filepath.Join(root, "builds/meta", latest.ID+".files.json"), &list); err != nil {
		return err
	}
	for _, f := range list.Files {
		data, err := os.ReadFile(filepath.Join(root, f.Path))
		if err != nil {
			return err
		}
		if f.Hash != digest.OfFile(data) {
			return fmt.Errorf("%s is not that of build %s", f.Path, latest.ID)
		}
	}
	return nil
}

func readJSON(path string, into any) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, into)
}

// killCount is how often the builder is killed.
func killCount() int { return drill.Sized(12, 50) }

func TestKilledBuilderLeavesACompleteBuildLive(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	p.build()
	public := p.public("wayfare")
	earlier, err := filepath.Glob(filepath.Join(public, "assets", "*"))
	if err != nil || len(earlier) == 0 {
		t.Fatal("there are no assets", err)
	}
	var reads, broken atomic.Int64
	stop := make(chan struct{})
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			default:
			}
			damage, moved := checkTree(public)
			if moved {
				continue
			}
			reads.Add(1)
			if damage != nil {
				broken.Add(1)
				t.Errorf("a reader saw: %v", damage)
			}
		}
	}()
	title, killed := "Sunset dunes", 0
	for i := range killCount() {
		next := fmt.Sprintf("Dunes, edition %d", i)
		contenttest.Replace(t, p.options.Content, "products/dunes/en.md", "title: "+title, "title: "+next)
		title = next
		killed += killBuilder(t, p.options, time.Duration(rand.IntN(400))*time.Millisecond)
		if damage, _ := checkTree(public); damage != nil {
			t.Fatalf("after kill %d: %v", i, damage)
		}
	}
	close(stop)
	<-done
	p.build()
	clean := newProject(t, p.options.Content)
	clean.build()
	if damage, _ := checkTree(public); damage != nil {
		t.Fatal(damage)
	}
	if got, want := p.read("index.html"), clean.read("index.html"); got != want {
		t.Error("after the kills a build differs from a clean build")
	}
	if n := countMissing(p.public("wayfare"), earlier); n > 0 {
		t.Errorf("%d assets of the first build are gone, which a page that is still open may ask for", n)
	}
	drill.Row(23, "the builder killed %d times, %d of them under way, while readers read every file that "+
		"latest.json's build lists | %d reads of whole builds, "+
		"%d with a file missing or of another build; all %d assets of the first build still there (control: a page "+
		"written in place is seen)",
		killCount(), killed, reads.Load(), broken.Load(), len(earlier))
}

// countMissing counts the assets that no longer exist.
func countMissing(public string, assets []string) (n int) {
	for _, a := range assets {
		if _, err := os.Stat(filepath.Join(public, "assets", filepath.Base(a))); err != nil {
			n++
		}
	}
	return n
}

// killBuilder returns 1 if the builder was still at work, otherwise 0.
func killBuilder(t *testing.T, o engine.Options, after time.Duration) int {
	t.Helper()
	return killProgram(t, after, "BUILD_CONTENT="+o.Content, "BUILD_TO="+o.Builds, "BUILD_SITE="+o.Site)
}

func killProgram(t *testing.T, after time.Duration, env ...string) int {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			t.Errorf("it ended by itself: %v: %s", err, &stderr)
		}
		return 0
	case <-time.After(after):
	}
	if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Fatal(err)
	}
	if <-ended != nil {
		return 1
	}
	return 0
}

// The control: checkTree would detect a builder that writes into the live tree.
func TestCheckTreeDetectsAPageWrittenInPlace(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	p.build()
	page := filepath.Join(p.public("wayfare"), "index.html")
	if err := os.WriteFile(page, []byte("half a page"), fs.FileMode(0o644)); err != nil {
		t.Fatal(err)
	}
	if damage, _ := checkTree(p.public("wayfare")); damage == nil {
		t.Error("checkTree reports no damage")
	}
}
