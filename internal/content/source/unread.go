package source

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"storefront/internal/lib/suggest"
)

// mediaEndings are the endings of the files that media has: pictures, drawings, fonts and alternative texts.
var mediaEndings = []string{".webp", ".jpg", ".jpeg", ".png", ".svg", ".woff2", ".yaml"}

// unread reports the folders and files of content that nothing reads, outside the folders of single products, stories
// and the like, whose own stray files strays reports.
func (l *loader) unread() {
	layout := map[string][]string{} // the files of each folder, as Kinds has them; empty for those beside the folders
	for _, k := range Kinds() {
		folder, rest, inside := strings.Cut(k.Files, "/")
		if !inside {
			folder, rest = "", k.Files
		}
		layout[folder] = append(layout[folder], rest)
	}
	folders := slices.DeleteFunc(keys(layout), func(name string) bool { return name == "" })
	for _, e := range l.entries("") {
		switch name := e.Name(); {
		case e.IsDir() && !slices.Contains(folders, name):
			l.notRead(name, "this folder is not read: the folders of content are %s%s", strings.Join(folders, ", "),
				suggest.DidYouMean(name, folders))
		case !e.IsDir() && isYAML(name) && !slices.Contains(layout[""], name):
			l.notRead(name, "this file is not read: the files beside the folders are %s%s",
				strings.Join(layout[""], ", "), suggest.DidYouMean(name, layout[""]))
		}
	}
	for _, folder := range folders {
		switch flat := slices.Contains(layout[folder], "*.yaml"); {
		case folder == "media":
			l.unreadMedia()
		case flat:
			l.unreadIn(folder, func(name string) bool { return path.Ext(name) == ".yaml" }, "*.yaml")
		default:
			known := func(name string) bool { return slices.Contains(layout[folder], name) }
			l.unreadIn(folder, known, strings.NewReplacer("*/", "<slug>/", "*.md", "<language>.md").Replace(
				strings.Join(layout[folder], ", ")))
		}
	}
}

// unreadIn reports the files of a folder that are written as content is, and are not known. Folders are reported where
// the folder has files alone.
func (l *loader) unreadIn(folder string, known func(name string) bool, files string) {
	for _, e := range l.entries(folder) {
		name := e.Name()
		lower := strings.ToLower(name)
		switch rel := path.Join(folder, name); {
		case e.IsDir() && files == "*.yaml":
			l.notRead(rel, "this folder is not read: the files of %s are %s", folder, files)
		case e.IsDir() || known(name):
		case files == "*.yaml" && isYAML(name):
			l.notRead(rel, "this file is not read: write its name as %s.yaml", stem(lower))
		case isYAML(name) || slices.Contains([]string{".md", ".json"}, ending(lower)):
			l.notRead(rel, "this file is not read: the files of %s are %s", folder, files)
		}
	}
}

// unreadMedia reports what is neither a picture, a drawing, a font nor a list of alternative texts.
func (l *loader) unreadMedia() {
	for _, e := range l.entries("media") {
		name := e.Name()
		lower := strings.ToLower(path.Ext(name))
		switch rel := path.Join("media", name); {
		case e.IsDir():
			l.notRead(rel, "this folder is not read: pictures are in media itself")
		case isYAML(name) && lower != ".yaml":
			l.notRead(rel, "this file is not read: write its name as %s.yaml", stem(name))
		case lower == ".txt" || lower == "" || slices.Contains(mediaEndings, lower):
		default:
			l.notRead(rel, "this file is not read: pictures are .webp, .jpg or .png, drawings .svg, fonts .woff2")
		}
	}
}

// entries lists a folder of content without the files of other programs.
func (l *loader) entries(folder string) []os.DirEntry {
	all, _ := os.ReadDir(l.path(folder)) // what cannot be read is reported by who reads it
	return slices.DeleteFunc(all, func(e os.DirEntry) bool { return isForeign(e.Name()) })
}

// notes are the names, without their ending, of files for people who work on a repository.
var notes = []string{"readme", "license", "licence", "contributing", "changelog", "notes", "todo"}

// systemFiles are written by operating systems and package managers.
var systemFiles = []string{"thumbs.db", "ehthumbs.db", "desktop.ini", "icon\r", "__macosx", "node_modules",
	"lost+found"}

// isForeign reports whether a name is that of a hidden file, a backup of an editor, a note about the repository or a
// file of the operating system.
func isForeign(name string) bool {
	lower := strings.ToLower(name)
	return strings.HasPrefix(name, ".") || strings.HasSuffix(name, "~") || strings.HasPrefix(name, "~$") ||
		slices.Contains([]string{".swp", ".bak", ".tmp", ".orig"}, path.Ext(lower)) || strings.Contains(name, ":") ||
		slices.Contains(systemFiles, lower) || slices.Contains(notes, strings.TrimSuffix(lower, path.Ext(lower)))
}

func isYAML(name string) bool {
	return slices.Contains([]string{".yaml", ".yml"}, ending(strings.ToLower(name)))
}

// ending returns the ending of a name in lower case, without the .txt that some editors of text add.
func ending(name string) string { return path.Ext(strings.TrimSuffix(name, ".txt")) }

// stem returns a name without its ending, and without such a .txt.
func stem(name string) string {
	name = strings.TrimSuffix(name, ".txt")
	return strings.TrimSuffix(name, path.Ext(name))
}

func (l *loader) notRead(rel, format string, args ...any) {
	f := &file{path: filepath.Join(l.root, rel), out: l.out}
	f.at(1, 1, true, format, args...)
}
