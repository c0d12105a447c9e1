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

// carryOut performs the steps of the plan.
func (d *deploying) carryOut(ctx context.Context) error {
	for step, files := range d.steps {
		if step == aboutBuild && len(files) > 0 {
			if err := d.verify(ctx); err != nil {
				return err
			}
		}
		if err := d.each(ctx, files, d.putFile); err != nil {
			return err
		}
	}
	return d.each(ctx, d.report.Deleted, d.delete)
}

// each calls do with every file of a step; the first failure ends it.
func (d *deploying) each(ctx context.Context, files []string, do func(context.Context, string) error) error {
	work, step := errgroup.WithContext(ctx)
	work.SetLimit(max(d.Workers, 1))
	for _, rel := range files {
		if step.Err() != nil {
			break
		}
		work.Go(func() error {
			if err := do(step, rel); err != nil {
				return d.place.at(rel, err)
			}
			d.mu.Lock()
			defer d.mu.Unlock()
			d.done++
			if d.Progress != nil {
				d.Progress(d.done, len(d.report.Put)+len(d.report.Deleted))
			}
			return nil
		})
	}
	if err := work.Wait(); err != nil {
		return err
	}
	return ctx.Err()
}

func (d *deploying) putFile(ctx context.Context, rel string) error {
	data, err := d.local.read(rel)
	if err != nil {
		return err
	}
	if rel == release.LatestFile {
		if build, err := release.ParseLatest(data); err != nil || build != d.local.build {
			return ErrMoved
		}
	}
	s, err := d.place.encode(rel, data)
	if err != nil {
		return err
	}
	if err := d.place.bucket.WriteAll(ctx, rel, s.body, &s.options); err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.report.Bytes += int64(len(s.body))
	d.put[rel] = s.md5()
	return nil
}

func (d *deploying) delete(ctx context.Context, rel string) error {
	if err := d.place.bucket.Delete(ctx, rel); err != nil && !isMissing(err) {
		return err
	}
	if d.place.folder == "" {
		return nil
	}
	for folder := path.Dir(rel); folder != "."; folder = path.Dir(folder) {
		if os.Remove(filepath.Join(d.place.folder, filepath.FromSlash(folder))) != nil {
			break // not empty
		}
	}
	return nil
}

// verify lists the target again before latest.json is written: every file must be as it was left, and no other deploy
// may have finished.
func (d *deploying) verify(ctx context.Context) error {
	now, err := d.place.look(ctx)
	if err != nil {
		return err
	}
	if now.latest != d.there.latest || !now.finished.Equal(d.there.finished) {
		return fmt.Errorf("%s: build %s is there now: %w", d.place.name, now.build, ErrConflict)
	}
	for rel, f := range d.local.files {
		o, there := now.objects[rel]
		sum, wasPut := d.put[rel]
		before := d.there.objects[rel]
		switch {
		case !there,
			wasPut && o.md5 != "" && o.md5 != sum,
			wasPut && d.place.folder != "" && o.size != f.Size,
			!wasPut && (o.size != before.size || o.md5 != before.md5 || !o.modified.Equal(before.modified)):
			return d.place.at(rel, ErrConflict)
		}
	}
	return nil
}
