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
	// Includes names the unpublished content that the build has: draft, future, expired.
	Includes  []string `json:"includes,omitempty"`
	languages []language
}

type language struct{ Code, Prefix string }

// References to builds without an id.
const (
	Latest   = "latest"
	Previous = "previous"
)

// ReadBuild returns the build with an id.
func (f Folder) ReadBuild(id string) (Build, error) {
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

// ReadList returns the list of files of a build.
func (f Folder) ReadList(b Build) (List, error) {
	data, err := os.ReadFile(filepath.Join(string(f), "meta", b.ID+".files.json"))
	if err != nil {
		return nil, err
	}
	return ParseList(data)
}

// LanguageOf returns the language of a path in the build's web root.
func (b Build) LanguageOf(path string) string {
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

// Find returns the build that ref names: latest, previous, or an id or a unique prefix of one. Latest and previous need
// a deployment.
func (f Folder) Find(ref, deployment string) (Build, error) {
	switch ref {
	case Latest, Previous:
		deployment, err := f.ResolveDeployment(deployment)
		if err != nil {
			return Build{}, err
		}
		tree, err := f.WebRoot(deployment)
		if err != nil {
			return Build{}, err
		}
		id, _, err := ReadTree(tree)
		if err != nil {
			return Build{}, err
		}
		if ref == Latest {
			return f.ReadBuild(id)
		}
		past, err := f.History(deployment).Entries(id)
		if err != nil {
			return Build{}, err
		}
		if len(past) == 0 {
			return Build{}, fmt.Errorf("%s has no build before %s", deployment, id)
		}
		return f.ReadBuild(past[0].Build)
	}
	return f.findByPrefix(ref, deployment)
}

func (f Folder) findByPrefix(prefix, deployment string) (Build, error) {
	all, err := f.buildIDs()
	if err != nil {
		return Build{}, err
	}
	var found []Build
	for _, id := range all {
		if !strings.HasPrefix(id, prefix) || prefix == "" {
			continue
		}
		b, err := f.ReadBuild(id)
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
		return Build{}, fmt.Errorf("%q is the beginning of several builds: %s", prefix, strings.Join(ids, ", "))
	}
	ofDeployment := ""
	if deployment != "" {
		if _, err := f.ResolveDeployment(deployment); err != nil {
			return Build{}, err
		}
		ofDeployment = " of " + deployment
	}
	return Build{}, fmt.Errorf("there is no build %q%s%s", prefix, ofDeployment,
		suggest.DidYouMean(prefix, append(all, Latest, Previous)))
}

// buildIDs returns the ids of all builds whose lists exist, sorted.
func (f Folder) buildIDs() ([]string, error) {
	names, err := filepath.Glob(filepath.Join(string(f), "meta", "*.files.json"))
	if err == nil && len(names) == 0 {
		err = errors.New(string(f) + " has no build yet: generate build makes one")
	}
	var all []string
	for _, name := range names {
		all = append(all, strings.TrimSuffix(filepath.Base(name), ".files.json"))
	}
	sort.Strings(all)
	return slices.Compact(all), err
}
