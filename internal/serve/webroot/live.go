package webroot

import (
	"encoding/json"
	"os"
	"path/filepath"
	"time"
)

// Live is a deployment's live build.
type Live struct {
	Deployment  string
	Build       string // its id; empty if the builds folder does not have it
	PublishedAt time.Time
}

// Live lists the live builds of the deployments that have one.
func (s *Server) Live() (list []Live) {
	var latest struct {
		Deployments map[string]string `json:"deployments"`
	}
	if data, err := os.ReadFile(filepath.Join(filepath.Dir(s.registry.file), "latest.json")); err == nil {
		_ = json.Unmarshal(data, &latest) // an invalid file names no builds
	}
	for _, d := range s.registry.current().all {
		if link, err := s.builds.Link(d.ID); err == nil {
			list = append(list, Live{Deployment: d.ID, Build: latest.Deployments[d.ID], PublishedAt: link.ModTime()})
		}
	}
	return list
}
