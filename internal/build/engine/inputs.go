package engine

import (
	"path/filepath"
	"time"

	"storefront/internal/build/pages"
	"storefront/internal/build/release"
	"storefront/internal/build/render"
	"storefront/internal/lib/digest"
)

// inputs are everything that a build depends on except the content.
type inputs struct {
	options      Options
	bundle       render.Bundle
	generatorKey digest.Digest // of the generator and the options that change the files of the same content
	day          string
}

func inputsOf(o Options) (in inputs, err error) {
	in.setDay(o.AsOf)
	in.options = o
	if err := in.readBundle(); err != nil {
		return in, err
	}
	in.generatorKey, err = engineKey()
	if o.MakeVariant != nil {
		// the last build has no record of the pictures that its pages request
		in.generatorKey = digest.Of(in.generatorKey[:], []byte("with images"))
	}
	if o.Minify {
		in.generatorKey = digest.Of(in.generatorKey[:], []byte("minified"))
	}
	return in, err
}

func (in *inputs) readBundle() (err error) {
	in.bundle, err = render.ReadBundle(in.options.Site)
	return err
}

func (in *inputs) setDay(asOf time.Time) { in.day = asOf.UTC().Format(time.DateOnly) }

func (in *inputs) folder() release.Folder { return release.Folder(in.options.Builds) }

func (in *inputs) workerFile() string { return filepath.Join(in.options.Site, "server", "worker.mjs") }

// dayStart returns the beginning of the day of the build.
func (in *inputs) dayStart() time.Time {
	day, _ := time.Parse(time.DateOnly, in.day)
	return day
}

// visibility returns which content is visible: content that is dated on the day of the build is published.
func (in *inputs) visibility() pages.Visibility {
	return pages.Visibility{AsOf: in.dayStart().Add(24*time.Hour - time.Second), Include: in.options.Include}
}

func (in *inputs) progress(step string, done, total int) {
	if in.options.Progress != nil {
		in.options.Progress(step, done, total)
	}
}

// maxHistory returns the number of former builds to keep.
func (in *inputs) maxHistory() int {
	if in.options.History == 0 {
		return release.DefaultHistory
	}
	return max(in.options.History, 0)
}
