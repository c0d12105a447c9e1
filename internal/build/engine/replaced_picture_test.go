package engine_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"storefront/internal/build/engine"
	"storefront/internal/content/contenttest"
)

// buildWhileReplaced builds while media/dunes.png is replaced by another picture after it was read, and returns the
// original.
func (p *project) buildWhileReplaced() (original string, err error) {
	p.Helper()
	original = contenttest.Read(p, p.options.Content, "media/dunes.png")
	var once sync.Once
	p.options.Progress = func(step string, _, _ int) {
		if step == "products read" {
			once.Do(func() { p.replacePicture(picture) })
		}
	}
	defer func() { p.options.Progress = nil }()
	_, err = engine.Build(p.Context(), p.options)
	if contenttest.Read(p, p.options.Content, "media/dunes.png") != picture {
		p.Fatal("the picture was not replaced")
	}
	return original, err
}

func TestPictureReplacedDuringABuildFailsTheBuild(t *testing.T) {
	for name, undo := range map[string]bool{"restored afterwards": true, "not restored": false} {
		t.Run(name, func(t *testing.T) {
			p := newProject(t, contenttest.Copy(t))
			p.options.MakeVariant = func(source []byte, modifiers string) ([]byte, error) {
				return fmt.Appendf(nil, "%s of %x", modifiers, source), nil
			}
			original, err := p.buildWhileReplaced()
			if err == nil || !strings.HasSuffix(err.Error(), filepath.Join("media", "dunes.png")+
				" changed during the build") {
				t.Errorf("the error is %v", err)
			}
			if undo {
				p.replacePicture(original)
			}
			p.build()
			clean := newProject(t, p.options.Content)
			clean.options.MakeVariant = p.options.MakeVariant
			clean.build()
			for _, folder := range []string{"media", "_ipx"} {
				mustEqual(t, files(t, filepath.Join(p.public("wayfare"), folder)),
					files(t, filepath.Join(clean.public("wayfare"), folder)))
			}
		})
	}
}

func TestPictureReplacedByOneOfItsSizeAndTimeIsShown(t *testing.T) {
	for _, later := range []time.Duration{-time.Hour, 0} {
		p := newProject(t, contenttest.Copy(t))
		p.options.MakeVariant = func(source []byte, modifiers string) ([]byte, error) {
			return fmt.Appendf(nil, "%s of %x", modifiers, source), nil
		}
		p.build()
		file := filepath.Join(p.options.Content, "media/dunes.png")
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		replaced := []byte(contenttest.Read(t, p.options.Content, "media/dunes.png"))
		replaced[len(replaced)-1] ^= 1
		p.replacePicture(string(replaced))
		if err := os.Chtimes(file, info.ModTime().Add(later), info.ModTime().Add(later)); err != nil {
			t.Fatal(err)
		}
		p.build()
		shown := false
		for _, data := range files(t, filepath.Join(p.public("wayfare"), "_ipx")) {
			shown = shown || bytes.Contains(data, fmt.Appendf(nil, "%x", replaced))
		}
		if !shown {
			t.Errorf("no page shows the picture that replaced one of its size, with a time %s later", later)
		}
	}
}

func TestLastBuildStaysLiveIfAPictureIsReplacedDuringABuild(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	p.build()
	before := p.latest()["wayfare"]
	p.options.Clean = true
	if _, err := p.buildWhileReplaced(); err == nil {
		t.Error("the build has not failed")
	}
	if now := p.latest()["wayfare"]; now != before {
		t.Errorf("build %s is live, want %s", now, before)
	}
	if damage, _ := checkTree(p.public("wayfare")); damage != nil {
		t.Error(damage)
	}
}

// Earlier generators could publish such a picture.
func TestCleanBuildRepairsPicturesWithWrongContent(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	p.build()
	original := contenttest.Read(t, p.options.Content, "media/dunes.png")
	for _, file := range p.sources() {
		if err := os.WriteFile(file, []byte(picture), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p.options.Clean = true
	p.build()
	for _, file := range p.sources() {
		if data, err := os.ReadFile(file); err != nil || string(data) != original {
			t.Errorf("%s is not the picture of its address: %v", file, err)
		}
	}
}
