package release

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"storefront/internal/lib/suggest"
)

// Build is one build of a deployment.
type Build struct {
	ID         string `json:"build"`
	Deployment string `json:"deployment"`
	// Includes says which content the build has that is not published: draft, future, expired.
	Includes  []string `json:"includes,omitempty"`
	languages []language
}

type language struct{ Code, Prefix string }

// Names of builds that need no id.
const (
	Latest   = "latest"
	Previous = "previous"
)

// Read returns the build of an id.
func (f Folder) Read(id string) (Build, error) {
	data, err := os.ReadFile(filepath.Join(string(f), "meta", id+".json"))
	if err != nil {
		return Build{}, err
	}
	var m struct {
		ID, Deployment string
		Locales        []language
		Includes       []string
	}
	if err := json.Unmarshal(data, &m); err != nil {
		return Build{}, fmt.Errorf("%s: %w", id, err)
	}
	return Build{ID: m.ID, Deployment: m.Deployment, Includes: m.Includes, languages: m.Locales}, nil
}

// List returns the files of a build.
func (f Folder) List(b Build) (List, error) {
	data, err := os.ReadFile(filepath.Join(string(f), "meta", b.ID+".files.json"))
	if err != nil {
		return nil, err
	}
	return ParseList(data)
}

// Language returns the language of a path of the build's web root.
func (b Build) Language(path string) string {
	first := ""
	for _, l := range b.languages {
		if l.Prefix == "" {
			first = l.Code
		} else if prefix := strings.TrimPrefix(l.Prefix, "/"); path == prefix || strings.HasPrefix(path, prefix+"/") {
			return l.Code
		}
	}
	return first
}

// Find returns the build that a word names: latest, previous, or an id, which may be shortened while it stays unique.
// The first two need a deployment.
func (f Folder) Find(word, deployment string) (Build, error) {
	switch word {
	case Latest, Previous:
		deployment, err := f.Deployment(deployment)
		if err != nil {
			return Build{}, err
		}
		tree, err := f.WebRoot(deployment)
		if err != nil {
			return Build{}, err
		}
		id, _, err := Live(tree)
		if err != nil {
			return Build{}, err
		}
		if word == Latest {
			return f.Read(id)
		}
		past, err := f.Past(deployment).Entries(id)
		if err != nil {
			return Build{}, err
		}
		if len(past) == 0 {
			return Build{}, fmt.Errorf("%s has no build before %s", deployment, id)
		}
		return f.Read(past[0].Build)
	}
	return f.byPrefix(word, deployment)
}

func (f Folder) byPrefix(word, deployment string) (Build, error) {
	all, err := f.ids()
	if err != nil {
		return Build{}, err
	}
	var found []Build
	for _, id := range all {
		if !strings.HasPrefix(id, word) || word == "" {
			continue
		}
		b, err := f.Read(id)
		if err == nil && (deployment == "" || b.Deployment == deployment) {
			found = append(found, b)
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		var ids []string
		for _, b := range found {
			ids = append(ids, b.ID+" of "+b.Deployment)
		}
		return Build{}, fmt.Errorf("%q is the beginning of several builds: %s", word, strings.Join(ids, ", "))
	}
	of := ""
	if deployment != "" {
		if _, err := f.Deployment(deployment); err != nil {
			return Build{}, err
		}
		of = " of " + deployment
	}
	return Build{}, fmt.Errorf("there is no build %q%s%s", word, of,
		suggest.DidYouMean(word, append(all, Latest, Previous)))
}

// ids are those of all builds whose lists are there.
func (f Folder) ids() ([]string, error) {
	names, err := filepath.Glob(filepath.Join(string(f), "meta", "*.files.json"))
	if err == nil && len(names) == 0 {
		err = errors.New(string(f) + " holds no build yet: generate build makes one")
	}
	var all []string
	for _, name := range names {
		all = append(all, strings.TrimSuffix(filepath.Base(name), ".files.json"))
	}
	sort.Strings(all)
	return slices.Compact(all), err
}
