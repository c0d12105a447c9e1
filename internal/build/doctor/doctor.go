// Package doctor checks the requirements of generate on a machine and in a checkout, and names the remedy for each that
// is not met.
package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"storefront/internal/build/render"
	"storefront/internal/build/sitebundle"
	"storefront/internal/content/source"
	"storefront/internal/picture/vips"
)

// State is the severity of a finding.
type State string

// Failed prevents a build; Warning prevents a part of generate's functions, or will soon.
const (
	OK      State = "ok"
	Warning State = "warning"
	Failed  State = "failed"
)

// Finding is the result of one check.
type Finding struct {
	Name   string `json:"name"`
	State  State  `json:"state"`
	Found  string `json:"found"`
	Remedy string `json:"remedy,omitempty"` // empty if nothing needs to be done
}

// Options are the paths and the address to check.
type Options struct {
	Content, Builds, Site string
	Address               string // on which server and preview would listen
}

// Requirements of a machine.
const (
	nodeMajor, nodeMinor = 20, 19           // "engines" of package.json
	minFreeBytes         = 500 << 20        // bytes; the demo takes about 150 MB, with pictures in all sizes
	startTimeout         = 15 * time.Second // for a worker's first response: Node starts in less than one
)

// Run runs all checks, in the order in which a build needs them.
func Run(ctx context.Context, o Options) []Finding {
	return []Finding{
		withName("content", checkContent(o.Content)), withName("site bundle", checkBundle(o.Site)), withName("node",
			checkNode(ctx, o.Site)),
		withName("rendering worker", checkWorker(ctx, o.Site)), withName("destination", checkWritable(o.Builds)),
		withName("free space", checkFreeSpace(o.Builds)),
		withName("pictures", checkPictures()), withName("port", checkPort(o.Address)),
	}
}

func withName(name string, f Finding) Finding {
	f.Name = name
	return f
}

func checkContent(dir string) Finding {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return Finding{State: Failed, Found: "there is no folder " + dir,
			Remedy: "run generate where content/ is, or name it with --content"}
	}
	n := len(source.NewReader(dir).Deployments())
	if n == 0 {
		return Finding{State: Failed, Found: dir + " has no deployment",
			Remedy: "write deployments/<id>.yaml, or have " +
				"generate new deployment write it; generate help content describes it"}
	}
	return Finding{State: OK, Found: fmt.Sprintf("%s, deployments: %d", dir, n)}
}

func checkBundle(dir string) Finding {
	remedy := "npm run build (or make build)"
	file := render.BundleFile(dir)
	recorded := sitebundle.Record{}
	if r, err := sitebundle.ReadRecord("."); err == nil && r.Path() == filepath.Clean(dir) {
		recorded, remedy = r, "generate init . --site FILE, the storefront-site-<version>.tgz of the programs' release"
		if err := r.Verify("."); err != nil {
			return Finding{State: Failed, Found: err.Error(), Remedy: remedy}
		}
	}
	b, err := render.ReadBundle(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return Finding{State: Failed, Found: "there is no " + file, Remedy: remedy}
	}
	if err != nil {
		return Finding{State: Failed, Found: err.Error(), Remedy: remedy}
	}
	for _, rel := range b.Assets {
		if _, err := os.Stat(filepath.Join(dir, "client", filepath.FromSlash(rel))); err != nil {
			return Finding{State: Failed, Found: file + " names " + rel + ", which is not there", Remedy: remedy}
		}
	}
	info, _ := os.Stat(file)
	newerFile := ""
	if recorded.Version == "" {
		newerFile = newerSource(filepath.Dir(dir), dir, info.ModTime())
	}
	if newerFile != "" {
		return Finding{State: Warning, Found: newerFile + " has changed since the bundle was made", Remedy: remedy}
	}
	return Finding{State: OK,
		Found: fmt.Sprintf("%s of %s, files: %d", b.Hash, info.ModTime().Format("2006-01-02 15:04"), len(b.Assets))}
}

// newerSource returns a file of the site, outside its bundle, that is newer than the bundle; empty if there is none.
func newerSource(site, bundle string, made time.Time) (newer string) {
	_ = filepath.WalkDir(site, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil // other checks report unreadable files
		case e.IsDir() && (path == bundle || e.Name() == "node_modules"):
			return filepath.SkipDir
		case path == bundle || e.IsDir() || strings.HasPrefix(e.Name(), "."):
			return nil
		}
		if info, err := e.Info(); err == nil && info.ModTime().After(made) {
			newer = path
			return filepath.SkipAll
		}
		return nil
	})
	return newer
}

func checkNode(ctx context.Context, site string) Finding {
	remedy := fmt.Sprintf("install Node %d.%d or later (https://nodejs.org), and have it on the PATH", nodeMajor,
		nodeMinor)
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	out, err := exec.CommandContext(ctx, render.NodeProgram(workerFile(site)), "--version").Output()
	if err != nil {
		return Finding{State: Failed, Found: fmt.Sprintf("node does not start: %v", err), Remedy: remedy}
	}
	version := strings.TrimSpace(string(out))
	if !isSupportedNode(version) {
		return Finding{State: Failed, Found: "Node " + version + " is too old", Remedy: remedy}
	}
	return Finding{State: OK, Found: version}
}

// isSupportedNode reports whether a version such as v20.19.2 is supported by the site.
func isSupportedNode(version string) bool {
	parts := strings.SplitN(strings.TrimPrefix(version, "v"), ".", 3)
	if len(parts) < 2 {
		return false
	}
	major, err := strconv.Atoi(parts[0])
	minor, err2 := strconv.Atoi(parts[1])
	return err == nil && err2 == nil && (major > nodeMajor || major == nodeMajor && minor >= nodeMinor)
}

func workerFile(site string) string { return filepath.Join(site, "server", "worker.mjs") }

// checkWorker starts a worker and waits for its response, as a build does.
func checkWorker(ctx context.Context, site string) Finding {
	file := workerFile(site)
	remedy := "npm run build (or make build), or generate init . --site FILE in a storefront of its own; " +
		"if that does not help, node " + file + " prints more"
	if _, err := os.Stat(file); err != nil {
		return Finding{State: Failed, Found: "there is no " + file, Remedy: remedy}
	}
	began := time.Now()
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	pool, err := render.Start(ctx, file, render.Input{}, 1, &render.WarmWorker{})
	if err == nil {
		err = pool.Close()
	}
	switch {
	case ctx.Err() != nil:
		return Finding{State: Failed, Found: fmt.Sprintf("has not answered within %v", startTimeout), Remedy: remedy}
	case err != nil:
		return Finding{State: Failed, Found: err.Error(), Remedy: remedy}
	}
	return Finding{State: OK, Found: fmt.Sprintf("answers after %v", time.Since(began).Round(time.Millisecond))}
}

func checkWritable(dir string) Finding {
	existing := nearestFolder(dir)
	f, err := os.CreateTemp(existing, ".generate-doctor-*")
	if err != nil {
		return Finding{State: Failed, Found: fmt.Sprintf("nothing can be written in %s: %v", existing, err),
			Remedy: "give yourself the right to write there, or name another folder with --destination"}
	}
	if err := errors.Join(f.Close(), os.Remove(f.Name())); err != nil {
		return Finding{State: Warning, Found: err.Error(), Remedy: "take " + f.Name() + " away"}
	}
	if existing != dir {
		return Finding{State: OK, Found: dir + " will be made"}
	}
	return Finding{State: OK, Found: dir + " can be written in"}
}

func checkFreeSpace(dir string) Finding {
	var s unix.Statfs_t
	if err := unix.Statfs(nearestFolder(dir), &s); err != nil {
		return Finding{State: Warning, Found: err.Error(), Remedy: "look whether the destination's disk has room"}
	}
	free := int64(s.Bavail) * int64(s.Bsize) // their types differ by system
	found := fmt.Sprintf("%d MB for %s", free>>20, dir)
	if free < minFreeBytes {
		return Finding{State: Warning, Found: found,
			Remedy: fmt.Sprintf("make room: a build of two trees wants %d MB and more", minFreeBytes>>20)}
	}
	return Finding{State: OK, Found: found}
}

// nearestFolder returns the folder, or its nearest parent that exists.
func nearestFolder(dir string) string {
	for {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return dir
		}
		dir = parent
	}
}

func checkPictures() Finding {
	engine, err := vips.Open(vips.DefaultLimits)
	if err != nil {
		return Finding{State: Warning, Found: err.Error(),
			Remedy: "install libvips 8.15 or later, or run npm ci in the program's own folder, which brings it: " +
				"--images and the API's picture proxy need it"}
	}
	return Finding{State: OK, Found: "libvips " + engine.Version()}
}

func checkPort(address string) Finding {
	l, err := new(net.ListenConfig).Listen(context.Background(), "tcp", address)
	switch {
	case errors.Is(err, unix.EADDRINUSE):
		return Finding{State: Warning, Found: address + " is taken",
			Remedy: "end what listens there (a server that shows your builds, maybe), or give another --port"}
	case err != nil:
		return Finding{State: Warning, Found: err.Error(), Remedy: "give another --port or --bind"}
	}
	if err := l.Close(); err != nil {
		return Finding{State: Warning, Found: err.Error()}
	}
	return Finding{State: OK, Found: address + " is free"}
}
