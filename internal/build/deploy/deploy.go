// Package deploy uploads the web root of a deployment to a static host: a directory, or a bucket of S3, GCS or Azure.
// It uploads only changed files, in an order in which the pages that visitors have open keep working at every moment:
//
//  1. assets and pictures
//  2. new pages, after their payloads, so that no changed page links to a missing one
//  3. changed pages, after their payloads
//  4. all other files
//  5. the manifest and the list of the build; then, last of all, builds/meta/latest.json
//  6. files of neither this build nor the one before are deleted, except in the lasting folders
//
// The list of the build that latest.json names describes the files at the target. Files that were written later are
// compared by the metadata of the store. So an interrupted deploy resumes, and two deploys at a time notice each other.
package deploy

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"storefront/internal/build/release"
	"storefront/internal/core/payload"
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
	Target        string        `json:"target"`
	Deployment    string        `json:"deployment"`
	Build         string        `json:"build"`
	PreviousBuild string        `json:"before,omitempty"` // the build that was deployed before
	Uploaded      []string      `json:"put"`
	Bytes         int64         `json:"bytes"` // of the uploaded files, as stored
	Unchanged     int           `json:"same"`  // files that the target had already
	Deleted       []string      `json:"deleted"`
	Kept          int           `json:"kept"` // files of the build before that stay until the next deploy
	DryRun        bool          `json:"dryRun,omitempty"`
	NeedsAPI      bool          `json:"asksApi"` // pages request pictures that the build lacks
	Took          time.Duration `json:"-"`
}

// ErrConflict is the error of a deploy during which another deploy wrote to the target. A second deploy repairs it.
var ErrConflict = errors.New("somebody else has deployed there meanwhile; deploy again")

// ErrBuildReplaced is the error of a deploy whose build was replaced meanwhile.
var ErrBuildReplaced = errors.New("a newer build was published meanwhile; deploy again")

// localBuild is the build that is deployed.
type localBuild struct {
	tree  string
	build string
	files release.List
}

func openLocalBuild(f release.Folder, deployment string) (localBuild, error) {
	tree, err := f.WebRoot(deployment)
	if err != nil {
		return localBuild{}, fmt.Errorf("%s has no build: %w", deployment, err)
	}
	l := localBuild{tree: tree}
	if l.build, l.files, err = release.ReadTree(tree); err != nil {
		return localBuild{}, err
	}
	manifest, err := release.ReadManifest(tree, l.build)
	if err != nil {
		return localBuild{}, err
	}
	if len(manifest.Includes) > 0 {
		return localBuild{}, fmt.Errorf("the live build of %s was made with %s content, as a preview; "+
			"build again without it", deployment, strings.Join(manifest.Includes, " and "))
	}
	for rel := range l.files {
		if release.IsHidden(rel) {
			delete(l.files, rel) // the API reads it, not visitors
		}
	}
	return l, nil
}

// needsAPI reports whether pages request pictures in sizes that the build lacks.
func (l localBuild) needsAPI() bool {
	hasPictures := false
	for rel := range l.files {
		if strings.HasPrefix(rel, "_ipx/") || strings.HasPrefix(rel, payload.ShellPrefix) && l.showsOriginals(rel) {
			return false
		}
		hasPictures = hasPictures || strings.HasPrefix(rel, "media/")
	}
	return hasPictures
}

// showsOriginals reports whether pages with a shell show the files of pictures unchanged.
func (l localBuild) showsOriginals(shellFile string) bool {
	var shell payload.Shell
	data, err := l.read(shellFile)
	return err == nil && json.Unmarshal(data, &shell) == nil && shell.PictureProvider == payload.OriginalPictures
}

// read returns a file of the build, or ErrBuildReplaced if another build replaced it.
func (l localBuild) read(rel string) ([]byte, error) {
	data, err := os.ReadFile(filepath.Join(l.tree, filepath.FromSlash(rel)))
	if errors.Is(err, os.ErrNotExist) {
		return nil, ErrBuildReplaced
	}
	if err != nil {
		return nil, err
	}
	if f, listed := l.files[rel]; listed && release.FileOf(rel, data) != f {
		return nil, ErrBuildReplaced
	}
	return data, nil
}

// Deploy copies a deployment's live build to the target.
func Deploy(ctx context.Context, o Options) (*Report, error) {
	began := time.Now()
	l, err := openLocalBuild(o.Builds, o.Deployment)
	if err != nil {
		return nil, err
	}
	p, err := o.Target.open(ctx, o.Deployment, true)
	if err != nil {
		return nil, err
	}
	defer p.bucket.Close()
	d := &deployRun{Options: o, local: l, destination: p}
	d.report = &Report{Target: p.name, Deployment: o.Deployment, Build: l.build, DryRun: o.DryRun, Uploaded: []string{},
		Deleted: []string{}, NeedsAPI: l.needsAPI()}
	defer func() { d.report.Took = time.Since(began) }()
	if d.remote, err = p.readState(ctx); err != nil {
		return nil, err
	}
	d.report.PreviousBuild = d.remote.build
	if err := d.planUploads(ctx); err != nil {
		return nil, err
	}
	if n := len(d.report.Deleted); o.MaxDeletes >= 0 && n > o.MaxDeletes {
		return nil, fmt.Errorf("%s: %d files would be deleted, and at most %d may be (--max-deletes); nothing was done",
			p.name, n, o.MaxDeletes)
	}
	if o.DryRun {
		return d.report, nil
	}
	return d.report, d.execute(ctx)
}

// ReadDeployed returns the build of a deployment at a target, and its files.
func ReadDeployed(ctx context.Context, t Target, deployment string) (build string, files release.List, err error) {
	p, err := t.open(ctx, deployment, false)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil, fmt.Errorf("%s: no build is deployed there", t.Name)
	}
	if err != nil {
		return "", nil, err
	}
	defer p.bucket.Close()
	var s remoteState
	if err := p.readDeployedBuild(ctx, &s); err != nil {
		return "", nil, err
	}
	if s.files == nil {
		return "", nil, fmt.Errorf("%s: no build is deployed there", p.name)
	}
	return s.build, s.files, nil
}
