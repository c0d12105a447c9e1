package sitebundle

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"storefront/internal/content/yaml"
)

// RecordFile is the settings file of a content folder that is kept apart from the sources of the site. Paths in it are
// from its folder.
const RecordFile = "generate.yaml"

// Folder is the folder of installed bundles beside separate content, each below its version.
const Folder = "site"

// Record names the bundle with which a folder of content is built.
type Record struct {
	Version string
	Sum     string // returned by Sum
}

// Path returns the folder of the recorded bundle.
func (r Record) Path() string { return filepath.Join(Folder, r.Version) }

// Bytes returns the record as a settings file.
func (r Record) Bytes() []byte {
	return fmt.Appendf(nil, "# Written by generate init, read by the other commands of generate.\n"+
		"site:\n  version: %q   # the folder below site/ that has the site bundle\n  sum: %q\n", r.Version, r.Sum)
}

var versionPattern = regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z._-]*$`)

// ReadRecord reads the settings file of a folder. The error is fs.ErrNotExist if it has none.
func ReadRecord(dir string) (r Record, err error) {
	name := filepath.Join(dir, RecordFile)
	data, err := os.ReadFile(name)
	if err != nil {
		return r, err
	}
	root, err := yaml.Parse(string(data), 1)
	if err != nil {
		return r, fmt.Errorf("%s: %w", name, err)
	}
	site := root.Get("site")
	if site == nil || site.Get("version") == nil || site.Get("sum") == nil {
		return r, fmt.Errorf("%s: site needs version and sum; generate init --site writes them", name)
	}
	r = Record{site.Get("version").Value, site.Get("sum").Value}
	if !versionPattern.MatchString(r.Version) {
		return r, fmt.Errorf("%s: %q is not the version of a site bundle", name, r.Version)
	}
	return r, nil
}

// Verify returns an error if the recorded bundle below dir is missing or differs from its sum.
func (r Record) Verify(dir string) error {
	path := filepath.Join(dir, r.Path())
	sum, err := Sum(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("the site bundle %s is missing; generate init . --site FILE unpacks it", path)
	case err != nil:
		return err
	case sum != r.Sum:
		return fmt.Errorf("the site bundle %s is not the recorded one: its sum is %s, and %s has %s", path, sum,
			RecordFile, r.Sum)
	}
	return nil
}
