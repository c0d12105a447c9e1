package release

import (
	"bytes"
	"os"
	"path/filepath"
)

// Deployments have assets and pictures in common. The names of these files depend on their content, so one file serves
// the trees of all by hard links: it is read and written once, however many deployments there are, and is gone with the
// last of them.

// shared are the files that trees of one build have offered to the others, by path below a tree.
type shared map[string]sharedFile

type sharedFile struct {
	at   string
	file File
}

// Share puts a file, whose name depends on its content, into the spare: as a link to the file of another deployment
// where one has it, else as a copy.
func (t *Tree) Share(from, rel string) (File, error) {
	if offered, ok := (*t.shared)[rel]; ok && t.Adopt(offered.at, rel) == nil {
		return offered.file, nil
	}
	data, err := os.ReadFile(from)
	if err != nil {
		return File{}, err
	}
	file := Describe(rel, data)
	if there := t.elsewhere(rel, data); there == "" || t.Adopt(there, rel) != nil {
		if _, err = t.Write(rel, data); err != nil {
			return File{}, err
		}
	}
	if _, ok := (*t.shared)[rel]; !ok {
		(*t.shared)[rel] = sharedFile{t.path(rel), file} // the spare keeps its place when it is published
	}
	return file, nil
}

// elsewhere returns a file with this content in the live tree of another deployment; empty where there is none. A live
// tree is whole.
func (t *Tree) elsewhere(rel string, data []byte) string {
	trees, _ := os.ReadDir(filepath.Join(string(t.folder), "trees"))
	for _, e := range trees {
		if e.Name() == t.deployment {
			continue
		}
		root, err := t.folder.WebRoot(e.Name())
		if err != nil {
			continue
		}
		file := filepath.Join(root, filepath.FromSlash(rel))
		if there, err := os.ReadFile(file); err == nil && bytes.Equal(there, data) {
			return file
		}
	}
	return ""
}
