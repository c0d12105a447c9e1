package blog

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/content/yaml"
)

var (
	dataEndings   = []string{".11tydata.json", ".json", ".11tydata.yaml", ".11tydata.yml"}
	scriptEndings = []string{".js", ".cjs", ".mjs"}
)

// applyEleventyData applies the Eleventy data files of a post and of the folders around it, the nearest first:
// https://www.11ty.dev/docs/data-template-dir/.
func (j *jekyll) applyEleventyData(b *blog, p *post) {
	folder := path.Dir(p.file)
	own := []string{strings.TrimSuffix(p.file, path.Ext(p.file)), path.Join(folder, p.stem)}
	for _, name := range slices.Compact(own) {
		j.applyDataFiles(b, p, name, false)
	}
	for ; folder != "."; folder = path.Dir(folder) {
		for _, name := range j.dataFileNames(b, folder) {
			j.applyDataFiles(b, p, name, true)
		}
	}
	j.readEleventyGlobals(b, p)
}

// applyDataFiles applies the data files with a name to a post. The slug of a folder's data is ignored.
func (j *jekyll) applyDataFiles(b *blog, p *post, name string, isOfFolder bool) {
	for _, ending := range dataEndings {
		data, err := b.root.ReadFile(name + ending)
		if err != nil {
			continue
		}
		format := strings.NewReplacer("yml", "yaml").Replace(strings.TrimPrefix(path.Ext(ending), "."))
		values, _, err := parseData(string(data), format, 1)
		if end := yaml.SecondDocument(string(data), 1); end != nil && format == "yaml" {
			err = end
		}
		if err != nil {
			j.noteUnreadableData(b, p, name+ending, err)
		} else if values.Kind == yaml.Mapping {
			if isOfFolder {
				values.Pairs = slices.DeleteFunc(values.Pairs, func(pair yaml.Pair) bool {
					return strings.EqualFold(pair.Key.Value, "slug")
				})
			}
			j.noteComputedAddress(b, p, name+ending, values)
			if p.inherit(values); isOfFolder && holdsAllPosts(b, path.Dir(name)) {
				b.addCollectionTags(b.labels(&post{page: page{front: values}}, "tags")...)
			}
		}
	}
	for _, ending := range scriptEndings {
		if data, err := b.root.ReadFile(name + ".11tydata" + ending); err == nil {
			j.noteDataScript(b, p, name+".11tydata"+ending, string(data))
		}
	}
}

// noteUnreadableData makes a post a draft if its data cannot be read, since they may unpublish it.
func (j *jekyll) noteUnreadableData(b *blog, p *post, file string, err error) {
	p.draftReasons = append(p.draftReasons,
		importer.Note{Field: path.Base(file), Why: "the data of its folder cannot be read"})
	line, col, why := errorPosition(err)
	j.noteOnce(b, file, importer.Note{Line: line, Col: col, Do: "correct them and import again",
		Why: "these data cannot be read, and the posts that they apply to become drafts: " + why})
}

// dataFileNames returns the names of a folder's data files: the folder's name. In _posts and its language folders,
// which editors have created, data files may have any name that no post has, unless one has the folder's name.
func (j *jekyll) dataFileNames(b *blog, folder string) []string {
	if names, known := j.dataNames[folder]; known {
		return names
	}
	usual := path.Base(folder)
	names := []string{usual}
	if holdsAllPosts(b, folder) {
		if others := otherDataNames(b, folder); !slices.Contains(others, usual) {
			names = append(names, others...)
		}
	}
	if len(names) > 2 {
		j.noteOnce(b, folder, importer.Note{Field: "data", Value: strings.Join(names[1:], ", "),
			Why: "data files of several names apply to all posts of this folder",
			Do:  "keep only those that are meant for all of them"})
	}
	for i := range names {
		names[i] = path.Join(folder, names[i])
	}
	if j.dataNames == nil {
		j.dataNames = map[string][]string{}
	}
	j.dataNames[folder] = names
	return names
}

// holdsAllPosts reports whether a folder holds all posts, or all of a language.
func holdsAllPosts(b *blog, folder string) bool {
	name := path.Base(folder)
	return strings.HasPrefix(name, "_") || b.isLanguage(name) && strings.Contains("/"+folder, "/_")
}

// otherDataNames returns the names of the data files in a folder that no post has.
func otherDataNames(b *blog, folder string) (names []string) {
	entries, _ := fs.ReadDir(b.root.FS(), folder)
	ofPosts := map[string]bool{}
	for _, e := range entries {
		stem := strings.TrimSuffix(e.Name(), path.Ext(e.Name()))
		if isMarkdown(e.Name()) || isHTML(e.Name()) || isTemplateFile(e.Name()) {
			name := b.takeLanguageOfName(&post{file: e.Name()})
			ofPosts[stem], ofPosts[name] = true, true
			if m := datedName.FindStringSubmatch(name); m != nil {
				ofPosts[m[2]] = true
			}
		}
	}
	endings := slices.Clone(dataEndings)
	for _, script := range scriptEndings {
		endings = append(endings, ".11tydata"+script)
	}
	for _, e := range entries {
		for _, ending := range endings { // .11tydata.json before .json
			name, found := strings.CutSuffix(e.Name(), ending)
			if found && !ofPosts[name] && !slices.Contains(names, name) {
				names = append(names, name)
			}
			if found {
				break
			}
		}
	}
	return names
}
