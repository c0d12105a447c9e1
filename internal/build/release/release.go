// Package release reads and writes the folder of builds: the deployments, the live build of each, the files of a build,
// and the history of former builds. It publishes a build atomically and can undo that. It reads no content and renders
// nothing.
package release

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"storefront/internal/core/payload"
	"storefront/internal/core/route"
	"storefront/internal/lib/digest"
	"storefront/internal/lib/suggest"
)

// Folder is a folder of builds.
type Folder string

// File is one file of a build, by its path in the web root.
type File struct {
	Path string        `json:"path"`
	Hash digest.Digest `json:"hash"` // of the content alone
	Size int64         `json:"size"`
}

// List are the files of a build by path.
type List map[string]File

// LatestFile names the build that a web root holds; it is the last file that is written of any build.
const LatestFile = "builds/meta/latest.json"

// ListFile and ManifestFile are named after their build.
func ListFile(build string) string     { return "builds/meta/" + build + ".files.json" }
func ManifestFile(build string) string { return "builds/meta/" + build + ".json" }

// Lasting are the folders whose files stay from build to build, for visitors who have an earlier page open.
var Lasting = []string{"assets", "media", "builds"}

// Lasts reports whether a file of a web root stays there whatever is published.
func Lasts(rel string) bool {
	return slices.ContainsFunc(Lasting, func(folder string) bool { return strings.HasPrefix(rel, folder+"/") })
}

// Hidden reports whether a file of a web root is not for visitors.
func Hidden(rel string) bool { return strings.HasPrefix(rel, ".") || strings.Contains(rel, "/.") }

// lineSize is the most that a line of a list has beside the path.
const lineSize = 100

// WriteList returns the list of a build as ParseList reads it, one file a line in order of paths, and its checksum.
func WriteList(all []File) (sum, list []byte) {
	all = sorted(all)
	h := sha256.New()
	var hashing sync.WaitGroup
	hashing.Go(func() {
		for i := range all {
			h.Write([]byte(all[i].Path))
			h.Write(all[i].Hash[:])
		}
	})
	size := 64
	for i := range all {
		size += len(all[i].Path) + lineSize
	}
	list = append(make([]byte, 0, size), "{\"files\": [\n"...)
	for i, f := range all {
		list = append(list, `{"path": "`...)
		list = append(list, f.Path...) // slugs, hashes, names of media: nothing to escape
		list = append(list, `", "hash": "`...)
		list = hex.AppendEncode(list, f.Hash[:])
		list = append(list, `", "size": `...)
		list = strconv.AppendInt(list, f.Size, 10)
		list = append(list, '}')
		if i < len(all)-1 {
			list = append(list, ',')
		}
		list = append(list, '\n')
	}
	hashing.Wait()
	return h.Sum(nil), append(list, "]}\n"...)
}

// sorted returns files in the order of their paths, each half sorted on a core of its own.
func sorted(all []File) []File {
	byPath := func(a, b File) int { return strings.Compare(a.Path, b.Path) }
	first, second := all[:len(all)/2], all[len(all)/2:]
	var sorting sync.WaitGroup
	sorting.Go(func() { slices.SortFunc(first, byPath) })
	slices.SortFunc(second, byPath)
	sorting.Wait()
	merged := make([]File, 0, len(all))
	for len(first) > 0 && len(second) > 0 {
		from := &first
		if byPath(second[0], first[0]) < 0 {
			from = &second
		}
		merged = append(merged, (*from)[0])
		*from = (*from)[1:]
	}
	return append(append(merged, first...), second...)
}

// ParseList reads a build's list of files.
func ParseList(data []byte) (List, error) {
	var raw struct{ Files []File }
	if err := json.Unmarshal(data, &raw); err != nil {
		return nil, err
	}
	l := make(List, len(raw.Files))
	for _, f := range raw.Files {
		if !fs.ValidPath(f.Path) {
			return nil, fmt.Errorf("%q is no path of a web root", f.Path)
		}
		l[f.Path] = f
	}
	return l, nil
}

// ParseLatest reads which build a web root holds.
func ParseLatest(data []byte) (build string, err error) {
	var latest struct{ ID string }
	if err := json.Unmarshal(data, &latest); err != nil {
		return "", err
	}
	if !plainID(latest.ID) {
		return "", fmt.Errorf("%q is no build", latest.ID)
	}
	return latest.ID, nil
}

func plainID(id string) bool {
	return id != "" && strings.Trim(id, "0123456789abcdef") == ""
}

// Deployments returns the deployments that have a build, in order.
func (f Folder) Deployments() ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(string(f), "public"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s holds no build yet: generate build makes one", f)
	}
	var all []string
	for _, e := range entries {
		if e.Type()&fs.ModeSymlink != 0 && !strings.HasSuffix(e.Name(), ".next") {
			all = append(all, e.Name())
		}
	}
	return all, err
}

// Deployment returns a deployment by its name, or the only one if the name is empty.
func (f Folder) Deployment(name string) (string, error) {
	all, err := f.Deployments()
	if err != nil {
		return "", err
	}
	if name == "" && len(all) == 1 {
		return all[0], nil
	}
	if name == "" {
		return "", fmt.Errorf("choose a deployment by --deployment, or --all: %s", strings.Join(all, ", "))
	}
	if !slices.Contains(all, name) {
		return "", fmt.Errorf("there is no deployment %q%s", name, suggest.DidYouMean(name, all))
	}
	return name, nil
}

// WebRoot returns the folder of a deployment's live files.
func (f Folder) WebRoot(deployment string) (string, error) {
	return filepath.EvalSymlinks(filepath.Join(string(f), "public", deployment))
}

// Live returns the build that a tree holds, and its files.
func Live(tree string) (build string, files List, err error) {
	data, err := os.ReadFile(filepath.Join(tree, filepath.FromSlash(LatestFile)))
	if err != nil {
		return "", nil, err
	}
	if build, err = ParseLatest(data); err != nil {
		return "", nil, err
	}
	files, err = listIn(tree, build)
	return build, files, err
}

// ManifestOf returns the manifest of a build that a tree holds.
func ManifestOf(tree, build string) (m payload.Manifest, err error) {
	data, err := os.ReadFile(filepath.Join(tree, filepath.FromSlash(ManifestFile(build))))
	if err != nil {
		return m, err
	}
	return m, json.Unmarshal(data, &m)
}

func listIn(tree, build string) (List, error) {
	data, err := os.ReadFile(filepath.Join(tree, filepath.FromSlash(ListFile(build))))
	if err != nil {
		return nil, err
	}
	return ParseList(data)
}

// Pages counts the pages of a list by language; a path that begins with no known prefix is of the first.
func (l List) Pages(languageOf func(path string) string) map[string]int {
	n := map[string]int{}
	for path := range l {
		if _, isPage := PageOf(path); isPage {
			n[languageOf(path)]++
		}
	}
	return n
}

// PageOf is the address of the page that a file is the HTML of: "ar/blog/index.html" is "/ar/blog".
func PageOf(path string) (address string, isPage bool) {
	switch {
	case path == "index.html":
		return "/", true
	case strings.HasSuffix(path, "/index.html"):
		return route.Escape("/" + strings.TrimSuffix(path, "/index.html")), true
	case path == "404.html", strings.HasSuffix(path, "/404.html"):
		return "/" + strings.TrimSuffix(path, ".html"), true
	}
	return "", false
}

// PayloadOf returns the path of a page's payload.
func PayloadOf(address string) string {
	return strings.TrimPrefix(strings.TrimSuffix(route.Unescape(address), "/")+"/"+payloadFile, "/")
}

// TextOf returns the path of a page's Markdown, if it has any.
func TextOf(address string) string {
	return strings.TrimPrefix(strings.TrimSuffix(route.Unescape(address), "/")+"/"+textFile, "/")
}

const (
	payloadFile = "_payload.json"
	textFile    = "index.md"
)

// IsBesidePage reports whether a file is the payload or the Markdown of a page.
func IsBesidePage(path string) bool {
	name := path[strings.LastIndexByte(path, '/')+1:]
	return name == payloadFile || name == textFile
}
