package engine

import (
	"encoding/hex"
	"encoding/json"

	"storefront/internal/build/release"
	"storefront/internal/core/payload"
	"storefront/internal/lib/digest"
)

// publish computes the id of the build, whose files are complete, and makes it live.
func (s *builtSite) publish(last *lastBuild) error {
	before := last.Builds[s.planned.id]
	list, unmap := s.updateList(before, last.Lists[s.planned.id])
	defer unmap()
	if list == nil {
		list = [][]byte{release.EncodeList(s.outputs.files())}
	}
	s.listDigest = digest.OfFile(list...)
	unnamed, err := payload.JSON(s.manifest(""))
	if err != nil {
		return err
	}
	s.report.Build = buildID(unnamed, s.listDigest)
	if s.report.Build == before && s.lastOutputs != nil {
		if stays, err := s.target.FinishUnchanged(before); stays || err != nil {
			return err
		}
	}
	manifest, err := json.MarshalIndent(s.manifest(s.report.Build), "", " ")
	if err != nil {
		return err
	}
	err = s.target.Publish(s.report.Build, append(manifest, '\n'), list)
	s.report.Written = len(s.target.Changed())
	return err
}

// updateList returns the list of files by changing that of the last build. It returns nil if that list cannot be read
// or has another digest, or if many files have changed. The list is valid until unmap is called.
func (s *builtSite) updateList(build string, sum digest.Digest) (list [][]byte, unmap func()) {
	if s.lastOutputs == nil || build == "" {
		return nil, func() {}
	}
	last, unmap, err := s.target.Map(release.ListFile(build))
	if err != nil {
		return nil, func() {}
	}
	if digest.OfFile(last) != sum {
		return nil, unmap
	}
	changed := s.outputs.changesFrom(s.lastOutputs)
	if len(changed) > len(s.outputs)/2 { // sorting all files takes less time
		return nil, unmap
	}
	return release.UpdateList(last, changed), unmap
}

func (s *builtSite) manifest(id string) payload.Manifest {
	return s.planned.pages.Manifest(id, s.in.bundle.Hash, s.in.dayStart())
}

// buildID returns the id of a build: a digest of its manifest and of its list of files.
func buildID(manifest []byte, list digest.Digest) string {
	k := digest.Of(manifest, list[:])
	return hex.EncodeToString(k[:8])
}
