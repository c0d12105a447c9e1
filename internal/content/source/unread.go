package source

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"storefront/internal/lib/suggest"
)

// mediaExtensions are the endings of the files that media has: pictures, drawings, fonts and alternative texts.
var mediaExtensions = []string{".webp", ".jpg", ".jpeg", ".png", ".svg", ".woff2", ".yaml"}

// warnUnreadFiles reports the folders and files of content that nothing reads, outside the folders of single products,
// stories and the like, whose own stray files strays reports.
func (l *loader) warnUnreadFiles() {
	layout := map[string][]string{} // the files of each folder, as Kinds has them; empty for those beside the folders
	for _, k := range Kinds() {
		folder, rest, inside := strings.Cut(k.Glob, "/")
		if !inside {
			folder, rest = "", k.Glob
		}
		layout[folder] = append(layout[folder], rest)
	}
	folders := slices.DeleteFunc(keys(layout), func(name string) bool { return name == "" })
	for _, e := range l.contentEntries("") {
		switch name := e.Name(); {
		case e.IsDir() && !slices.Contains(folders, name):
			l.warnUnread(name, "this folder is not read: the folders of content are %s%s", strings.Join(folders, ", "),
				suggest.DidYouMean(name, folders))
		case !e.IsDir() && isYAML(name) && !slices.Contains(layout[""], name):
			l.warnUnread(name, "this file is not read: the files beside the folders are %s%s",
				strings.Join(layout[""], ", "), suggest.DidYouMean(name, layout[""]))
		}
	}
	for _, folder := range folders {
		switch flat := slices.Contains(layout[folder], "*.yaml"); {
		case folder == "media":
			l.warnUnreadMedia()
		case flat:
			l.warnUnreadIn(folder, func(name string) bool { return path.Ext(name) == ".yaml" }, "*.yaml")
		default:
			known := func(name string) bool { return slices.Contains(layout[folder], name) }
			l.warnUnreadIn(folder, known, strings.NewReplacer("*/", "<slug>/", "*.md", "<language>.md").Replace(
				strings.Join(layout[folder], ", ")))
		}
	}
}

// warnUnreadIn reports the files of a folder that are written as content is, and are not known. Folders are reported
// where the folder has files alone.
func (l *loader) warnUnreadIn(folder string, known func(name string) bool, files string) {
	for _, e := range l.contentEntries(folder) {
		name := e.Name()
		lower := strings.ToLower(name)
		switch rel := path.Join(folder, name); {
		case e.IsDir() && files == "*.yaml":
			l.warnUnread(rel, "this folder is not read: the files of %s are %s", folder, files)
		case e.IsDir() || known(name):
		case files == "*.yaml" && isYAML(name):
			l.warnUnread(rel, "this file is not read: write its name as %s.yaml", stem(lower))
		case isYAML(name) || slices.Contains([]string{".md", ".json"}, extension(lower)):
			l.warnUnread(rel, "this file is not read: the files of %s are %s", folder, files)
		}
	}
}

// warnUnreadMedia reports what is neither a picture, a drawing, a font nor a list of alternative texts.
func (l *loader) warnUnreadMedia() {
	for _, e := range l.contentEntries("media") {
		name := e.Name()
		lower := strings.ToLower(path.Ext(name))
		switch rel := path.Join("media", name); {
		case e.IsDir():
			l.warnUnread(rel, "this folder is not read: pictures are in media itself")
		case isYAML(name) && lower != ".yaml":
			l.warnUnread(rel, "this file is not read: write its name as %s.yaml", stem(name))
		case lower == ".txt" || lower == "" || slices.Contains(mediaExtensions, lower):
		default:
			l.warnUnread(rel, "this file is not read: pictures are .webp, .jpg or .png, drawings .svg, fonts .woff2")
		}
	}
}

// contentEntries lists a folder of content without the files of other programs.
func (l *loader) contentEntries(folder string) []os.DirEntry {
	all, _ := os.ReadDir(l.path(folder)) // what cannot be read is reported by who reads it
	return slices.DeleteFunc(all, func(e os.DirEntry) bool { return isNonContentFile(e.Name()) })
}

// noteFileNames are the names, without their ending, of files for people who work on a repository.
var noteFileNames = []string{"readme", "license", "licence", "contributing", "changelog", "notes", "todo"}

// systemFiles are written by operating systems and package managers.
var systemFiles = []string{"thumbs.db", "ehthumbs.db", "desktop.ini", "icon\r", "__macosx", "node_modules",
	"lost+found"}

// isNonContentFile reports whether a name is that of a hidden file, a backup of an editor, a note about the repository
// or a file of the operating system.
func isNonContentFile(name string) bool {
	lower := strings.ToLower(name)
	return strings.HasPrefix(name, ".") || strings.HasSuffix(name, "~") || strings.HasPrefix(name, "~$") ||
		slices.Contains([]string{".swp", ".bak", ".tmp", ".orig"}, path.Ext(lower)) || strings.Contains(name, ":") ||
		slices.Contains(systemFiles, lower) || slices.Contains(noteFileNames,
		strings.TrimSuffix(lower, path.Ext(lower)))
}

func isYAML(name string) bool {
	return slices.Contains([]string{".yaml", ".yml"}, extension(strings.ToLower(name)))
}

// extension returns the ending of a name in lower case, without the .txt that some editors of text add.
func extension(name string) string { return path.Ext(strings.TrimSuffix(name, ".txt")) }

// stem returns a name without its ending, and without such a .txt.
func stem(name string) string {
	name = strings.TrimSuffix(name, ".txt")
	return strings.TrimSuffix(name, path.Ext(name))
}

func (l *loader) warnUnread(rel, format string, args ...any) {
	f := &file{path: filepath.Join(l.root, rel), out: l.out}
	f.report(1, 1, true, format, args...)
}
