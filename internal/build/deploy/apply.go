package deploy

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"

	"golang.org/x/sync/errgroup"

	"storefront/internal/build/release"
)

// execute performs the steps of the plan.
func (d *deployRun) execute(ctx context.Context) error {
	for step, files := range d.steps {
		if step == buildRecords && len(files) > 0 {
			if err := d.verify(ctx); err != nil {
				return err
			}
		}
		if err := d.forEachFile(ctx, files, d.putFile); err != nil {
			return err
		}
	}
	return d.forEachFile(ctx, d.report.Deleted, d.delete)
}

// forEachFile calls do with every file of a step; the first failure ends it.
func (d *deployRun) forEachFile(ctx context.Context, files []string, do func(context.Context, string) error) error {
	work, step := errgroup.WithContext(ctx)
	work.SetLimit(max(d.Workers, 1))
	for _, rel := range files {
		if step.Err() != nil {
			break
		}
		work.Go(func() error {
			if err := do(step, rel); err != nil {
				return d.destination.wrapError(rel, err)
			}
			d.mu.Lock()
			defer d.mu.Unlock()
			d.doneCount++
			if d.Progress != nil {
				d.Progress(d.doneCount, len(d.report.Uploaded)+len(d.report.Deleted))
			}
			return nil
		})
	}
	if err := work.Wait(); err != nil {
		return err
	}
	return ctx.Err()
}

func (d *deployRun) putFile(ctx context.Context, rel string) error {
	data, err := d.local.read(rel)
	if err != nil {
		return err
	}
	if rel == release.LatestFile {
		if build, err := release.ParseLatest(data); err != nil || build != d.local.build {
			return ErrBuildReplaced
		}
	}
	s, err := d.destination.encode(rel, data)
	if err != nil {
		return err
	}
	if err := d.destination.bucket.WriteAll(ctx, rel, s.body, &s.options); err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.report.Bytes += int64(len(s.body))
	d.uploadedMD5[rel] = s.md5()
	return nil
}

func (d *deployRun) delete(ctx context.Context, rel string) error {
	if err := d.destination.bucket.Delete(ctx, rel); err != nil && !isMissing(err) {
		return err
	}
	if d.destination.folder == "" {
		return nil
	}
	for folder := path.Dir(rel); folder != "."; folder = path.Dir(folder) {
		if os.Remove(filepath.Join(d.destination.folder, filepath.FromSlash(folder))) != nil {
			break // not empty
		}
	}
	return nil
}

// verify lists the target again before latest.json is written: every file must be as it was left, and no other deploy
// may have finished.
func (d *deployRun) verify(ctx context.Context) error {
	now, err := d.destination.readState(ctx)
	if err != nil {
		return err
	}
	if now.latest != d.remote.latest || !now.finished.Equal(d.remote.finished) {
		return fmt.Errorf("%s: build %s is there now: %w", d.destination.name, now.build, ErrConflict)
	}
	for rel, f := range d.local.files {
		o, there := now.objects[rel]
		sum, wasPut := d.uploadedMD5[rel]
		before := d.remote.objects[rel]
		switch {
		case !there,
			wasPut && o.md5 != "" && o.md5 != sum,
			wasPut && d.destination.folder != "" && o.size != f.Size,
			!wasPut && (o.size != before.size || o.md5 != before.md5 || !o.modified.Equal(before.modified)):
			return d.destination.wrapError(rel, ErrConflict)
		}
	}
	return nil
}
