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

// Announce writes the entries of all deployments for the server.
func (f Folder) Announce(all []payload.Deployment) error { return replaceJSON(f.announcement(), all) }

// Announced returns the entries that Announce wrote last.
func (f Folder) Announced() (all []payload.Deployment, err error) {
	data, err := os.ReadFile(f.announcement())
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, &all); err != nil {
		return nil, fmt.Errorf("%s: %w", f.announcement(), err)
	}
	return all, nil
}

// AnnounceSuppliers writes how suppliers are reached, for the server alone: it is never deployed.
func (f Folder) AnnounceSuppliers(all []payload.SupplierContact) error {
	return replaceJSON(filepath.Join(string(f), "meta", "suppliers.json"), all)
}

func (f Folder) announcement() string { return filepath.Join(string(f), "meta", "deployments.json") }

// latest is the content of builds/meta/latest.json.
type latest struct {
	Deployments map[string]string `json:"deployments"`
}

// SetLatest writes which build each deployment is at, and which builds this publication has replaced.
func (f Folder) SetLatest(builds map[string]string) error {
	former, err := f.Latest()
	if err != nil {
		return err
	}
	replaced := map[string]string{}
	for id, build := range former {
		if now := builds[id]; now != "" && now != build {
			replaced[id] = build
		}
	}
	if err := replaceJSON(f.latestFile(), latest{builds}); err != nil || len(replaced) == 0 {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(f.replacedFile()), 0o755); err != nil {
		return err
	}
	return replaceJSON(f.replacedFile(), latest{replaced})
}

// Replaced returns the builds that the last publication has replaced, by deployment; none if it replaced none.
func (f Folder) Replaced() (map[string]string, error) {
	all, err := readLatest(f.replacedFile())
	if err != nil {
		return nil, err
	}
	for id := range all {
		if _, err := f.WebRoot(id); err != nil {
			delete(all, id) // taken away since
		}
	}
	return all, nil
}

func (f Folder) replacedFile() string { return filepath.Join(string(f), "history", "replaced.json") }

// Latest returns what SetLatest wrote last; none if there was no build.
func (f Folder) Latest() (map[string]string, error) { return readLatest(f.latestFile()) }

func readLatest(path string) (map[string]string, error) {
	l := latest{map[string]string{}}
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
