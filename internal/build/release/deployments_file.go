package release

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"storefront/internal/core/payload"
)

// WriteDeployments writes meta/deployments.json, the entries of all deployments for the server.
func (f Folder) WriteDeployments(all []payload.Deployment) error {
	return writeJSONAtomic(f.deploymentsFile(), all)
}

// ReadDeployments returns the entries that WriteDeployments wrote last.
func (f Folder) ReadDeployments() (all []payload.Deployment, err error) {
	data, err := os.ReadFile(f.deploymentsFile())
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, &all); err != nil {
		return nil, fmt.Errorf("%s: %w", f.deploymentsFile(), err)
	}
	return all, nil
}

// WriteSuppliers writes meta/suppliers.json, how suppliers are reached. It is for the server only and is never
// deployed.
func (f Folder) WriteSuppliers(all []payload.SupplierContact) error {
	return writeJSONAtomic(filepath.Join(string(f), "meta", "suppliers.json"), all)
}

func (f Folder) deploymentsFile() string { return filepath.Join(string(f), "meta", "deployments.json") }

// latestBuilds is the content of builds/meta/latest.json.
type latestBuilds struct {
	Deployments map[string]string `json:"deployments"`
}

// WriteLatest writes the live build of each deployment, and the builds that this publication has replaced.
func (f Folder) WriteLatest(builds map[string]string) error {
	before, err := f.Latest()
	if err != nil {
		return err
	}
	replaced := map[string]string{}
	for id, build := range before {
		if now := builds[id]; now != "" && now != build {
			replaced[id] = build
		}
	}
	if err := writeJSONAtomic(f.latestFile(), latestBuilds{builds}); err != nil || len(replaced) == 0 {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(f.replacedFile()), 0o755); err != nil {
		return err
	}
	return writeJSONAtomic(f.replacedFile(), latestBuilds{replaced})
}

// Replaced returns the builds that the last publication has replaced, by deployment.
func (f Folder) Replaced() (map[string]string, error) {
	all, err := readLatest(f.replacedFile())
	if err != nil {
		return nil, err
	}
	for id := range all {
		if _, err := f.WebRoot(id); err != nil {
			delete(all, id) // the deployment was removed since
		}
	}
	return all, nil
}

func (f Folder) replacedFile() string { return filepath.Join(string(f), "history", "replaced.json") }

// Latest returns the live builds that WriteLatest wrote last, by deployment; empty before the first build.
func (f Folder) Latest() (map[string]string, error) { return readLatest(f.latestFile()) }

func readLatest(path string) (map[string]string, error) {
	l := latestBuilds{map[string]string{}}
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return l.Deployments, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &l)
	}
	return l.Deployments, err
}

func (f Folder) latestFile() string { return filepath.Join(string(f), "meta", "latest.json") }
