package release

import (
	"time"
)

// FormerBuild is a build that a rollback can restore.
type FormerBuild struct {
	Build
	PublishedAt time.Time      `json:"at"`    // when it was published
	Pages       map[string]int `json:"pages"` // by language
	KeptFiles   int            `json:"files"` // number of files that the history has of it
	KeptBytes   int64          `json:"bytes"` // size of these files
}

// FormerBuilds lists the builds of a deployment, or of all, that a rollback can restore, the newest first.
func (f Folder) FormerBuilds(deployment string) ([]FormerBuild, error) {
	names := []string{deployment}
	var err error
	if deployment == "" {
		names, err = f.DeploymentIDs()
	} else {
		_, err = f.ResolveDeployment(deployment)
	}
	if err != nil {
		return nil, err
	}
	all := []FormerBuild{}
	for _, name := range names {
		tree, err := f.WebRoot(name)
		if err != nil {
			return nil, err
		}
		live, _, err := ReadTree(tree)
		if err != nil {
			return nil, err
		}
		chain, err := f.History(name).Entries(live)
		if err != nil {
			return nil, err
		}
		listed := map[string]bool{live: true}
		for _, e := range chain {
			if listed[e.Build] {
				continue
			}
			listed[e.Build] = true
			b, err := f.ReadBuild(e.Build)
			if err != nil {
				return nil, err
			}
			files, err := f.ReadList(b)
			if err != nil {
				return nil, err
			}
			former := FormerBuild{Build: b, PublishedAt: e.PublishedAt, Pages: files.CountPages(b.LanguageOf),
				KeptBytes: e.Size()}
			for _, rel := range e.Files {
				if rel != "" {
					former.KeptFiles++
				}
			}
			all = append(all, former)
		}
	}
	return all, nil
}
