package engine

import (
	"bytes"
	"os"
	"path/filepath"

	"storefront/internal/build/pages"
)

// Deployments have assets and pictures in common. Their names tell their content, so one file stands in the trees of all by
// hard links: it is read and written once, however many deployments there are, and is gone with the last of them.

// sharedFile is one that a deployment's tree holds in this build.
type sharedFile struct {
	file   string
	output output
}

// share puts a file whose name tells its content into the tree, unless it stands there: as a link to another deployment's
// where one has it, else as a copy of what it is made from.
func (s *site) share(from, rel string) error {
	address := "file:" + rel
	if old, ok := s.before[address]; ok && s.tree.has(rel) {
		s.outputs[address] = old
		s.offer(rel, old)
		return nil
	}
	if known, ok := s.shared[rel]; ok && s.tree.adopt(known.file, rel) == nil {
		s.outputs[address] = known.output
		return nil
	}
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	w := describe(rel, data)
	if other := s.elsewhere(rel, data); other == "" || s.tree.adopt(other, rel) != nil {
		if w, err = s.tree.write(rel, data); err != nil {
			return err
		}
	}
	s.outputs[address] = output{Key: pages.KeyOf(w.Hash[:]), File: w}
	s.offer(rel, s.outputs[address])
	return nil
}

// offer lets the deployments that are still to be published link to a file of this one's tree. The spare stays where it is:
// to publish it is to move a link to it.
func (s *site) offer(rel string, o output) {
	if _, ok := s.shared[rel]; !ok {
		s.shared[rel] = sharedFile{filepath.Join(s.tree.dir(s.tree.spare), filepath.FromSlash(rel)), o}
	}
}

// elsewhere is a file with this content in the live tree of another deployment, which this build may leave alone; empty
// where there is none. A live tree is whole.
func (s *site) elsewhere(rel string, data []byte) string {
	trees, _ := os.ReadDir(filepath.Join(s.Builds, "trees"))
	for _, e := range trees {
		if e.Name() == s.id {
			continue
		}
		other := openTree(s.Builds, e.Name())
		if other.live == "" {
			continue
		}
		file := filepath.Join(other.dir(other.live), filepath.FromSlash(rel))
		if there, err := os.ReadFile(file); err == nil && bytes.Equal(there, data) {
			return file
		}
	}
	return ""
}
