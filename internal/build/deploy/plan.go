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

// deploying is a running deploy.
type deploying struct {
	Options
	local  local
	place  *place
	there  state
	steps  [][]string // files to upload, step by step
	report *Report
	mu     sync.Mutex
	done   int
	put    map[string]string // the MD5 of uploaded files
}

// The steps of files, by kind and by whether the target has a file of the name.
const (
	lastingFiles = iota
	newPayloads
	newPages
	payloads
	pages
	others
	aboutBuild
	latest
	numberOfSteps
)

func (d *deploying) stepOf(rel string) int {
	_, there := d.there.objects[rel]
	_, isPage := release.PageOf(rel)
	isBeside := release.IsBesidePage(rel)
	switch {
	case rel == release.LatestFile:
		return latest
	case rel == release.ListFile(d.local.build), rel == release.ManifestFile(d.local.build):
		return aboutBuild
	case strings.HasPrefix(rel, "builds/"):
		return others
	case release.Lasts(rel), strings.HasPrefix(rel, "_ipx/"):
		return lastingFiles
	case isBeside && !there:
		return newPayloads
	case isPage && !there:
		return newPages
	case isBeside:
		return payloads
	case isPage:
		return pages
	}
	return others
}

// plan decides which files are uploaded and which are deleted.
func (d *deploying) plan(ctx context.Context) error {
	d.put = map[string]string{}
	var mu sync.Mutex
	var put []string
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(max(d.Workers, 1))
	for rel := range d.local.files {
		if !d.Force && d.there.unmodified(rel, d.local.files[rel].Hash) {
			mu.Lock()
			d.report.Same++
			mu.Unlock()
			continue
		}
		work.Go(func() error {
			same, err := d.same(ctx, rel)
			mu.Lock()
			defer mu.Unlock()
			if same {
				d.report.Same++
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
	if d.Force || len(put) > 0 || d.there.build != d.local.build {
		put = append(put, about...)
	} else {
		d.report.Same += len(about)
	}
	slices.Sort(put)
	d.steps = make([][]string, numberOfSteps)
	for _, rel := range put {
		step := d.stepOf(rel)
		d.steps[step] = append(d.steps[step], rel)
	}
	for _, files := range d.steps {
		d.report.Put = append(d.report.Put, files...)
	}
	d.planDeletions()
	return nil
}

// same reports whether the target has the same file. It is called if the list of the deployed build does not decide.
func (d *deploying) same(ctx context.Context, rel string) (bool, error) {
	o, there := d.there.objects[rel]
	if !there || d.Force {
		return false, nil
	}
	if d.place.folder != "" {
		data, err := os.ReadFile(filepath.Join(d.place.folder, filepath.FromSlash(rel)))
		if errors.Is(err, fs.ErrNotExist) {
			return false, nil
		}
		return err == nil && release.Describe(rel, data) == d.local.files[rel], err
	}
	if o.md5 == "" || ctx.Err() != nil {
		return false, ctx.Err()
	}
	data, err := d.local.read(rel)
	if err != nil {
		return false, d.place.at(rel, err)
	}
	s, err := d.place.encode(rel, data)
	return err == nil && s.md5() == o.md5, err
}

// planDeletions selects the files of neither this build nor the one before. Open pages still lead to files of the build
// before: they are deleted by the next deploy.
func (d *deploying) planDeletions() {
	for rel := range d.there.objects {
		if _, stays := d.local.files[rel]; stays || release.Lasts(rel) || release.Hidden(rel) {
			continue
		}
		if _, before := d.there.files[rel]; before && d.there.build != d.local.build {
			d.report.Kept++
			continue
		}
		d.report.Deleted = append(d.report.Deleted, rel)
	}
	slices.Sort(d.report.Deleted)
}
