package release

import (
	"time"
)

// Former is a build that a rollback can restore.
type Former struct {
	Build
	At    time.Time      `json:"at"`    // when it was published
	Pages map[string]int `json:"pages"` // by language
	Kept  int            `json:"files"` // that are kept of it
	Bytes int64          `json:"bytes"` // of them
}

// Former lists the builds of a deployment, or of all, that a rollback can restore, the newest first.
func (f Folder) Former(deployment string) ([]Former, error) {
	names := []string{deployment}
	var err error
	if deployment == "" {
		names, err = f.Deployments()
	} else {
		_, err = f.Deployment(deployment)
	}
	if err != nil {
		return nil, err
	}
	all := []Former{}
	for _, name := range names {
		tree, err := f.WebRoot(name)
		if err != nil {
			return nil, err
		}
		live, _, err := Live(tree)
		if err != nil {
			return nil, err
		}
		chain, err := f.Past(name).Entries(live)
		if err != nil {
			return nil, err
		}
		listed := map[string]bool{live: true}
		for _, e := range chain {
			if listed[e.Build] {
				continue
			}
			listed[e.Build] = true
			b, err := f.Read(e.Build)
			if err != nil {
				return nil, err
			}
			files, err := f.List(b)
			if err != nil {
				return nil, err
			}
			former := Former{Build: b, At: e.At, Pages: files.Pages(b.Language), Bytes: e.Size()}
			for _, rel := range e.Files {
				if rel != "" {
					former.Kept++
				}
			}
			all = append(all, former)
		}
	}
	return all, nil
}
