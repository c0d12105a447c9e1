// Package deploy uploads the web root of a deployment to a static host: a directory, or a bucket of S3, GCS or Azure.
// It uploads only changed files, in an order in which the pages that visitors have open keep working at every moment:
//
//  1. assets, pictures and all other files that are no pages
//  2. new pages, each after its payload, so that no changed page links to a missing one
//  3. changed pages, each after its payload
//  4. the manifest and the list of the build; then, last of all, builds/meta/latest.json
//  5. files of neither this build nor the one before are deleted, except in the lasting folders
//
// The list of the build that latest.json names describes the files at the target. Files that were written later are
// compared by the metadata of the store. So an interrupted deploy resumes, and two deploys at a time notice each other.
package deploy

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"storefront/internal/build/release"
)

// Options are the build, the target and the limits of a deploy.
type Options struct {
	Builds     release.Folder
	Target     Target
	Deployment string
	// MaxDeletes is the largest number of files that may be deleted; a deploy that would delete more does nothing. A
	// negative number is no limit.
	MaxDeletes int
	Workers    int  // concurrent uploads
	Force      bool // upload all files, also unchanged ones
	DryRun     bool // only report the changes
	// Progress is called with the number of finished files, one call at a time.
	Progress func(done, all int)
}

// The defaults are Hugo's.
const (
	DefaultMaxDeletes = 256
	DefaultWorkers    = 10
)

// Report lists the changes of a deploy, or of a dry run.
type Report struct {
	Target     string        `json:"target"`
	Deployment string        `json:"deployment"`
	Build      string        `json:"build"`
	Before     string        `json:"before,omitempty"` // the build that was there
	Put        []string      `json:"put"`
	Bytes      int64         `json:"bytes"` // of the uploaded files, as stored
	Same       int           `json:"same"`  // files that were there already
	Deleted    []string      `json:"deleted"`
	Kept       int           `json:"kept"` // files of the build before that stay until the next deploy
	DryRun     bool          `json:"dryRun,omitempty"`
	AsksAPI    bool          `json:"asksApi"` // pages ask the API for their pictures: the build has none in their sizes
	Took       time.Duration `json:"-"`
}

// ErrConflict is the failure of a deploy during which another wrote to the target. A second deploy repairs it.
var ErrConflict = errors.New("somebody else has deployed there meanwhile; deploy again")

// ErrMoved is the failure of a deploy whose build was replaced meanwhile.
var ErrMoved = errors.New("a newer build was published meanwhile; deploy again")

// local is the build that is deployed.
type local struct {
	tree  string
	build string
	files release.List
}

func openLocal(f release.Folder, deployment string) (local, error) {
	tree, err := f.WebRoot(deployment)
	if err != nil {
		return local{}, fmt.Errorf("%s has no build: %w", deployment, err)
	}
	l := local{tree: tree}
	if l.build, l.files, err = release.Live(tree); err != nil {
		return local{}, err
	}
	manifest, err := release.ManifestOf(tree, l.build)
	if err != nil {
		return local{}, err
	}
	if len(manifest.Includes) > 0 {
		return local{}, fmt.Errorf("the live build of %s was made with %s content, to be looked at; "+
			"build again without it", deployment, strings.Join(manifest.Includes, " and "))
	}
	for rel := range l.files {
		if release.Hidden(rel) {
			delete(l.files, rel) // the API reads it, not visitors
		}
	}
	return l, nil
}

// asksAPI reports whether the build has pictures, but none in the sizes that pages request.
func (l local) asksAPI() bool {
	hasPictures := false
	for rel := range l.files {
		if strings.HasPrefix(rel, "_ipx/") {
			return false
		}
		hasPictures = hasPictures || strings.HasPrefix(rel, "media/")
	}
	return hasPictures
}

// read returns a file of the build, or ErrMoved if another build replaced it.
func (l local) read(rel string) ([]byte, error) {
	data, err := os.ReadFile(filepath.Join(l.tree, filepath.FromSlash(rel)))
	if errors.Is(err, os.ErrNotExist) {
		return nil, ErrMoved
	}
	if err != nil {
		return nil, err
	}
	if f, listed := l.files[rel]; listed && release.Describe(rel, data) != f {
		return nil, ErrMoved
	}
	return data, nil
}

// Deploy copies a deployment's live build to the target.
func Deploy(ctx context.Context, o Options) (*Report, error) {
	began := time.Now()
	l, err := openLocal(o.Builds, o.Deployment)
	if err != nil {
		return nil, err
	}
	p, err := o.Target.open(ctx, o.Deployment, true)
	if err != nil {
		return nil, err
	}
	defer p.bucket.Close()
	d := &deploying{Options: o, local: l, place: p}
	d.report = &Report{Target: p.name, Deployment: o.Deployment, Build: l.build, DryRun: o.DryRun, Put: []string{},
		Deleted: []string{}, AsksAPI: l.asksAPI()}
	defer func() { d.report.Took = time.Since(began) }()
	if d.there, err = p.look(ctx); err != nil {
		return nil, err
	}
	d.report.Before = d.there.build
	if err := d.plan(ctx); err != nil {
		return nil, err
	}
	if n := len(d.report.Deleted); o.MaxDeletes >= 0 && n > o.MaxDeletes {
		return nil, fmt.Errorf("%s: %d files would be deleted, and at most %d may be (--max-deletes); nothing was done",
			p.name, n, o.MaxDeletes)
	}
	if o.DryRun {
		return d.report, nil
	}
	return d.report, d.carryOut(ctx)
}

// Deployed returns the build of a deployment at a target, and its files.
func Deployed(ctx context.Context, t Target, deployment string) (build string, files release.List, err error) {
	p, err := t.open(ctx, deployment, false)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil, fmt.Errorf("%s: no build is deployed there", t.Name)
	}
	if err != nil {
		return "", nil, err
	}
	defer p.bucket.Close()
	var s state
	if err := p.lookUp(ctx, &s); err != nil {
		return "", nil, err
	}
	if s.files == nil {
		return "", nil, fmt.Errorf("%s: no build is deployed there", p.name)
	}
	return s.build, s.files, nil
}
