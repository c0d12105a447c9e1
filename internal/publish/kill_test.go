package publish_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"storefront/internal/contenttest"
	"storefront/internal/publish"
)

// TestMain lets this binary be the builder that the tests below kill.
func TestMain(m *testing.M) {
	if content := os.Getenv("BUILD_CONTENT"); content != "" {
		_, err := publish.Build(publish.Options{
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

// whole says what is wrong with the tree that a deployment's link leads to: every file of the build that latest.json
// names has to be there with its listed content. moved is true where the link was moved meanwhile.
func whole(public string) (wrong error, moved bool) {
	root, err := filepath.EvalSymlinks(public)
	if err != nil {
		return err, false
	}
	wrong = wholeTree(root)
	now, err := filepath.EvalSymlinks(public)
	return wrong, err == nil && now != root
}

func wholeTree(root string) error {
	var latest struct{ ID string }
	if err := readJSON(filepath.Join(root, "builds/meta/latest.json"), &latest); err != nil {
		return err
	}
	var list struct {
		Files []struct{ Path, Hash string }
	}
	if err := readJSON(filepath.Join(root, "builds/meta", latest.ID+".files.json"), &list); err != nil {
		return err
	}
	for _, f := range list.Files {
		data, err := os.ReadFile(filepath.Join(root, f.Path))
		if err != nil {
			return err
		}
		if sum := sha256.Sum256(data); hex.EncodeToString(sum[:16]) != f.Hash {
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

// KILLS sets how often the builder is killed; make drill asks for more.
func kills() int {
	if n, err := strconv.Atoi(os.Getenv("KILLS")); err == nil {
		return n
	}
	return 12
}

func TestABuilderKilledAtAnyPointLeavesAWholeBuildLive(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	p.build()
	public := p.public("wayfare")
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
			wrong, moved := whole(public)
			if moved {
				continue
			}
			reads.Add(1)
			if wrong != nil {
				broken.Add(1)
				t.Errorf("a reader saw: %v", wrong)
			}
		}
	}()
	title, killed := "Sunset dunes", 0
	for i := range kills() {
		next := fmt.Sprintf("Dunes, edition %d", i)
		contenttest.Replace(t, p.options.Content, "products/dunes/en.md", "title: "+title, "title: "+next)
		title = next
		killed += killBuilder(t, p.options, time.Duration(rand.IntN(400))*time.Millisecond)
		if wrong, _ := whole(public); wrong != nil {
			t.Fatalf("after kill %d: %v", i, wrong)
		}
	}
	close(stop)
	<-done
	p.build()
	clean := newProject(t, p.options.Content)
	clean.build()
	if wrong, _ := whole(public); wrong != nil {
		t.Fatal(wrong)
	}
	if got, want := p.read("index.html"), clean.read("index.html"); got != want {
		t.Error("after the kills a build is not what a clean one is")
	}
	t.Logf("%d of %d builders killed under way, %d whole reads, %d broken", killed, kills(), reads.Load(), broken.Load())
}

// killBuilder gives 1 where the builder was still at work.
func killBuilder(t *testing.T, o publish.Options, after time.Duration) int {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "BUILD_CONTENT="+o.Content, "BUILD_TO="+o.Builds, "BUILD_SITE="+o.Site)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(after)
	if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Fatal(err)
	}
	if cmd.Wait() != nil {
		return 1
	}
	return 0
}

// The control: a builder that wrote into the live tree would be caught.
func TestAReaderWouldSeeAChangeInPlace(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	p.build()
	page := filepath.Join(p.public("wayfare"), "index.html")
	if err := os.WriteFile(page, []byte("half a page"), fs.FileMode(0o644)); err != nil {
		t.Fatal(err)
	}
	if wrong, _ := whole(p.public("wayfare")); wrong == nil {
		t.Error("the check sees nothing")
	}
}
