package engine_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"syscall"
	"testing"

	"storefront/internal/build/engine"
	"storefront/internal/content/contenttest"
	"storefront/tests/drill"
)

func TestFullDiskLeavesTheLastBuildLive(t *testing.T) {
	disk := drill.NewDisk(t, 256)
	p := newProject(t, contenttest.Copy(t))
	p.options.Builds = filepath.Join(disk.Dir, "builds")
	p.build()
	public, title := p.public("wayfare"), "Sunset dunes"
	size, refused := disk.Used(), 0
	times, leave := 1, size/10
	if drill.Long {
		times = 25
	}
	for i := range times {
		before := p.read("builds/meta/latest.json")
		next := fmt.Sprintf("Dunes, edition %d", i)
		contenttest.Replace(t, p.options.Content, "products/dunes/en.md", "title: "+title, "title: "+next)
		title = next
		// A clean build writes everything again, so that the disk becomes full during the build.
		p.options.Clean = true
		if i > 0 {
			leave = rand.Int64N(size / 3 * 2)
		}
		disk.Fill(leave)
		_, err := engine.Build(t.Context(), p.options)
		switch damage, _ := checkTree(public); {
		case damage != nil:
			t.Fatalf("after the disk was full for the %d. time: %v", i+1, damage)
		case err == nil:
			if p.read("builds/meta/latest.json") == before {
				t.Error("a build that succeeded has not changed anything")
			}
		case !errors.Is(err, syscall.ENOSPC):
			t.Errorf("a full disk is reported as: %v", err)
		case p.read("builds/meta/latest.json") != before:
			t.Error("a build that failed is live")
		default:
			refused++
		}
		disk.Free()
		if p.options.Clean = false; i%2 == 1 {
			p.checkEqualsCleanBuild() // now; otherwise after the next one that fails
		}
	}
	p.checkEqualsCleanBuild()
	if refused == 0 {
		t.Error("the disk was never full")
	}
	drill.Row(13, "the disk full while a build was written, %d time(s) | %d build(s) failed, each with the last "+
		"one whole and live; with room again each build is "+
		"what a clean one is (control: a page written in place is seen)", times, refused)
}

// checkEqualsCleanBuild builds and compares the result with a clean build of the same content.
func (p *project) checkEqualsCleanBuild() {
	p.Helper()
	p.build()
	clean := newProject(p.TB, p.options.Content)
	clean.build()
	if damage, _ := checkTree(p.public("wayfare")); damage != nil {
		p.Fatal(damage)
	}
	if got, want := p.read("builds/meta/latest.json"), clean.read("builds/meta/latest.json"); got != want {
		p.Errorf("a build is not what a clean one is: %s, not %s", got, want)
	}
}
