package engine

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"storefront/internal/build/pages"
	"storefront/internal/build/release"
	"storefront/internal/lib/digest"
)

// inputs are everything that a build depends on but the content.
type inputs struct {
	options Options
	bundle  bundle
	program digest.Digest // of the generator, and of the options by which it makes other files of the same content
	day     string
}

// bundle is site/dist/bundle.json.
type bundle struct {
	Hash   string   `json:"hash"`
	Assets []string `json:"assets"`
	CSP    []string `json:"csp"`
	// Pictures are the modifiers with which scripts request any picture.
	Pictures []string `json:"pictures"`
	// Entry has each layout's style sheet by its type.
	Entry struct {
		Layouts map[string]string `json:"layouts"`
	} `json:"entry"`
}

func inputsOf(o Options) (in inputs, err error) {
	in.setDay(o.AsOf)
	in.options = o
	if err := in.readBundle(); err != nil {
		return in, err
	}
	in.program, err = engineKey()
	if o.Images != nil {
		// the last build does not know what its pages request
		in.program = digest.Of(in.program[:], []byte("with images"))
	}
	if o.Minify {
		in.program = digest.Of(in.program[:], []byte("minified"))
	}
	return in, err
}

func (in *inputs) readBundle() error {
	path := filepath.Join(in.options.Site, "bundle.json")
	data, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("the site bundle is missing; make it with npm run build: %w", err)
	}
	in.bundle = bundle{}
	if err := json.Unmarshal(data, &in.bundle); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

func (in *inputs) setDay(asOf time.Time) { in.day = asOf.UTC().Format(time.DateOnly) }

func (in *inputs) folder() release.Folder { return release.Folder(in.options.Builds) }

func (in *inputs) workerFile() string { return filepath.Join(in.options.Site, "server", "worker.mjs") }

// dayStart returns the beginning of the day that the build speaks for.
func (in *inputs) dayStart() time.Time {
	day, _ := time.Parse(time.DateOnly, in.day)
	return day
}

// visibility returns which content is shown: content that is dated on the day of the build is published.
func (in *inputs) visibility() pages.Visibility {
	return pages.Visibility{AsOf: in.dayStart().Add(24*time.Hour - time.Second), Include: in.options.Include}
}

func (in *inputs) progress(step string, done, total int) {
	if in.options.Progress != nil {
		in.options.Progress(step, done, total)
	}
}

// history returns how many former builds are kept.
func (in *inputs) history() int {
	if in.options.History == 0 {
		return release.DefaultHistory
	}
	return max(in.options.History, 0)
}
