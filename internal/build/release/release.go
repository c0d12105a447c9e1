// Package release reads and writes the folder of builds: the deployments, the live build of each, the files of a build,
// and the history of former builds. It publishes a build atomically and can undo that. It reads no content and renders
// nothing.
package release

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"storefront/internal/core/payload"
	"storefront/internal/core/route"
	"storefront/internal/lib/digest"
	"storefront/internal/lib/misuse"
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

// LatestFile is the path of the file with the id of the build that a web root holds. It is the last file that a build
// writes.
const LatestFile = "builds/meta/latest.json"

// ListFile and ManifestFile return the path of a build's list and manifest in its web root.
func ListFile(build string) string     { return "builds/meta/" + build + ".files.json" }
func ManifestFile(build string) string { return "builds/meta/" + build + ".json" }

// RetainedFolders are the folders whose files stay from build to build, for visitors who have an earlier page open.
var RetainedFolders = []string{"assets", "media", "builds"}

// IsRetained reports whether a file of a web root stays there when later builds do not have it.
func IsRetained(rel string) bool {
	return slices.ContainsFunc(RetainedFolders, func(folder string) bool { return strings.HasPrefix(rel, folder+"/") })
}

// IsHidden reports whether a file of a web root is hidden from visitors: it or its folder begins with a dot.
func IsHidden(rel string) bool { return strings.HasPrefix(rel, ".") || strings.Contains(rel, "/.") }

// ParseLatest returns the id of the build in the data of LatestFile.
func ParseLatest(data []byte) (build string, err error) {
	var latest struct{ ID string }
	if err := json.Unmarshal(data, &latest); err != nil {
		return "", err
	}
	if !isBuildID(latest.ID) {
		return "", fmt.Errorf("%q is not the id of a build", latest.ID)
	}
	return latest.ID, nil
}

func isBuildID(id string) bool {
	return id != "" && strings.Trim(id, "0123456789abcdef") == ""
}

// DeploymentIDs returns the ids of the deployments that have a build, sorted.
func (f Folder) DeploymentIDs() ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(string(f), "public"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s has no build yet: generate build makes one", f)
	}
	var all []string
	for _, e := range entries {
		if e.Type()&fs.ModeSymlink != 0 && !strings.HasSuffix(e.Name(), ".next") {
			all = append(all, e.Name())
		}
	}
	return all, err
}

// ResolveDeployment returns name if a deployment has this id, or the only deployment if name is empty.
func (f Folder) ResolveDeployment(name string) (string, error) {
	all, err := f.DeploymentIDs()
	if err != nil {
		return "", err
	}
	if name == "" && len(all) == 1 {
		return all[0], nil
	}
	if name == "" {
		return "", misuse.Errorf("choose a deployment by --deployment, or --all: %s", strings.Join(all, ", "))
	}
	if !slices.Contains(all, name) {
		return "", misuse.Errorf("there is no deployment %q%s", name, suggest.DidYouMean(name, all))
	}
	return name, nil
}

// WebRoot returns the folder of a deployment's live tree.
func (f Folder) WebRoot(deployment string) (string, error) {
	return filepath.EvalSymlinks(filepath.Join(string(f), "public", deployment))
}

// ReadTree returns the id of the build that a tree holds, and its files.
func ReadTree(tree string) (build string, files List, err error) {
	data, err := os.ReadFile(filepath.Join(tree, filepath.FromSlash(LatestFile)))
	if err != nil {
		return "", nil, err
	}
	if build, err = ParseLatest(data); err != nil {
		return "", nil, err
	}
	files, err = readTreeList(tree, build)
	return build, files, err
}

// ReadManifest returns the manifest of a build that a tree holds.
func ReadManifest(tree, build string) (m payload.Manifest, err error) {
	data, err := os.ReadFile(filepath.Join(tree, filepath.FromSlash(ManifestFile(build))))
	if err != nil {
		return m, err
	}
	return m, json.Unmarshal(data, &m)
}

func readTreeList(tree, build string) (List, error) {
	data, err := os.ReadFile(filepath.Join(tree, filepath.FromSlash(ListFile(build))))
	if err != nil {
		return nil, err
	}
	return ParseList(data)
}

// CountPages counts the pages of a list by language.
func (l List) CountPages(languageOf func(path string) string) map[string]int {
	n := map[string]int{}
	for path := range l {
		if _, isPage := PageOf(path); isPage {
			n[languageOf(path)]++
		}
	}
	return n
}

// PageOf returns the address of the page whose HTML is in a file: "/ar/blog" for "ar/blog/index.html".
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

// TextOf returns the path of a page's Markdown. Not every page has this file.
func TextOf(address string) string {
	return strings.TrimPrefix(strings.TrimSuffix(route.Unescape(address), "/")+"/"+textFile, "/")
}

const (
	payloadFile = "_payload.json"
	textFile    = "index.md"
)

// IsPayloadOrText reports whether a file is the payload or the Markdown of a page.
func IsPayloadOrText(path string) bool {
	name := path[strings.LastIndexByte(path, '/')+1:]
	return name == payloadFile || name == textFile
}
