package deploy

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"storefront/internal/build/release"
)

// deployRun is a running deploy.
type deployRun struct {
	Options
	local       localBuild
	destination *destination
	remote      remoteState
	steps       [][]string // files to upload, step by step
	report      *Report
	mu          sync.Mutex
	doneCount   int
	uploadedMD5 map[string]string // the MD5 of uploaded files
}

// The steps of files, by kind and by whether the target has a file of the name.
const (
	permanentFiles = iota
	newPayloads
	newPages
	changedPayloads
	changedPages
	otherFiles
	buildRecords
	latestFile
	stepCount
)

func (d *deployRun) stepOf(rel string) int {
	_, there := d.remote.objects[rel]
	_, isPage := release.PageOf(rel)
	isBeside := release.IsPayloadOrText(rel)
	switch {
	case rel == release.LatestFile:
		return latestFile
	case rel == release.ListFile(d.local.build), rel == release.ManifestFile(d.local.build):
		return buildRecords
	case strings.HasPrefix(rel, "builds/"):
		return otherFiles
	case release.IsRetained(rel), strings.HasPrefix(rel, "_ipx/"):
		return permanentFiles
	case isBeside && !there:
		return newPayloads
	case isPage && !there:
		return newPages
	case isBeside:
		return changedPayloads
	case isPage:
		return changedPages
	}
	return otherFiles
}

// planUploads decides which files are uploaded and which are deleted.
func (d *deployRun) planUploads(ctx context.Context) error {
	d.uploadedMD5 = map[string]string{}
	var mu sync.Mutex
	var put []string
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(max(d.Workers, 1))
	for rel := range d.local.files {
		if !d.Force && d.remote.isUnmodified(rel, d.local.files[rel].Hash) {
			mu.Lock()
			d.report.Unchanged++
			mu.Unlock()
			continue
		}
		work.Go(func() error {
			same, err := d.isUnchanged(ctx, rel)
			mu.Lock()
			defer mu.Unlock()
			if same {
				d.report.Unchanged++
			} else {
				put = append(put, rel)
			}
			return err
		})
	}
	if err := work.Wait(); err != nil {
		return err
	}
	about := []string{release.ManifestFile(d.local.build), release.ListFile(d.local.build), release.LatestFile}
	if d.Force || len(put) > 0 || d.remote.build != d.local.build {
		put = append(put, about...)
	} else {
		d.report.Unchanged += len(about)
	}
	slices.Sort(put)
	d.steps = make([][]string, stepCount)
	for _, rel := range put {
		step := d.stepOf(rel)
		d.steps[step] = append(d.steps[step], rel)
	}
	for _, files := range d.steps {
		d.report.Uploaded = append(d.report.Uploaded, files...)
	}
	d.planDeletions()
	return nil
}

// isUnchanged reports whether the target has the same file. It is called if the list of the deployed build does not
// decide.
func (d *deployRun) isUnchanged(ctx context.Context, rel string) (bool, error) {
	o, there := d.remote.objects[rel]
	if !there || d.Force {
		return false, nil
	}
	if d.destination.folder != "" {
		data, err := os.ReadFile(filepath.Join(d.destination.folder, filepath.FromSlash(rel)))
		if errors.Is(err, fs.ErrNotExist) {
			return false, nil
		}
		return err == nil && release.FileOf(rel, data) == d.local.files[rel], err
	}
	if o.md5 == "" || ctx.Err() != nil {
		return false, ctx.Err()
	}
	data, err := d.local.read(rel)
	if err != nil {
		return false, d.destination.wrapError(rel, err)
	}
	s, err := d.destination.encode(rel, data)
	return err == nil && s.md5() == o.md5, err
}

// planDeletions selects the files of neither this build nor the one before. Open pages still lead to files of the build
// before: they are deleted by the next deploy.
func (d *deployRun) planDeletions() {
	for rel := range d.remote.objects {
		if _, stays := d.local.files[rel]; stays || release.IsRetained(rel) || release.IsHidden(rel) {
			continue
		}
		if _, before := d.remote.files[rel]; before && d.remote.build != d.local.build {
			d.report.Kept++
			continue
		}
		d.report.Deleted = append(d.report.Deleted, rel)
	}
	slices.Sort(d.report.Deleted)
}
