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

// eleventyData applies Eleventy's data of a post and of the folders around it, the nearest first:
// https://www.11ty.dev/docs/data-template-dir/.
func (j *jekyll) eleventyData(b *blog, p *post) {
	folder := path.Dir(p.file)
	own := []string{strings.TrimSuffix(p.file, path.Ext(p.file)), path.Join(folder, p.stem)}
	for _, name := range slices.Compact(own) {
		j.dataOf(b, p, name, false)
	}
	for ; folder != "."; folder = path.Dir(folder) {
		for _, name := range j.namesOfData(b, folder) {
			j.dataOf(b, p, name, true)
		}
	}
	j.eleventyGlobals(b, p)
}

// dataOf applies to a post the data in files of a name. A folder's slug is the name of none of its posts.
func (j *jekyll) dataOf(b *blog, p *post, name string, isOfFolder bool) {
	for _, ending := range dataEndings {
		data, err := b.root.ReadFile(name + ending)
		if err != nil {
			continue
		}
		format := strings.NewReplacer("yml", "yaml").Replace(strings.TrimPrefix(path.Ext(ending), "."))
		values, _, err := parseData(string(data), format, 1)
		if end := yaml.Second(string(data), 1); end != nil && format == "yaml" {
			err = end
		}
		if err != nil {
			j.unreadData(b, p, name+ending, err)
		} else if values.Kind == yaml.Mapping {
			if isOfFolder {
				values.Pairs = slices.DeleteFunc(values.Pairs, func(pair yaml.Pair) bool {
					return strings.EqualFold(pair.Key.Value, "slug")
				})
			}
			j.computes(b, p, name+ending, values)
			if p.inherit(values); isOfFolder && isOfAll(b, path.Dir(name)) {
				b.collect(b.labels(&post{page: page{front: values}}, "tags")...)
			}
		}
	}
	for _, ending := range scriptEndings {
		if data, err := b.root.ReadFile(name + ".11tydata" + ending); err == nil {
			j.script(b, p, name+".11tydata"+ending, string(data))
		}
	}
}

// unreadData withholds a post whose data cannot be read, since they may say so.
func (j *jekyll) unreadData(b *blog, p *post, file string, err error) {
	p.withheld = append(p.withheld, importer.Note{Field: path.Base(file), Why: "the data of its folder cannot be read"})
	line, col, why := placeOf(err)
	j.noteOnce(b, file, importer.Note{Line: line, Col: col, Do: "correct them and import again",
		Why: "these data cannot be read, and posts that they are for are drafts: " + why})
}

// namesOfData returns the names that files with the data of a folder have: the folder's. In _posts, and in folders of
// languages there, which had other names before an editor moved the posts, they have any that is no post's; where one
// has the folder's, it counts alone.
func (j *jekyll) namesOfData(b *blog, folder string) []string {
	if names, known := j.dataNames[folder]; known {
		return names
	}
	usual := path.Base(folder)
	names := []string{usual}
	if isOfAll(b, folder) {
		if others := otherData(b, folder); !slices.Contains(others, usual) {
			names = append(names, others...)
		}
	}
	if len(names) > 2 {
		j.noteOnce(b, folder, importer.Note{Field: "data", Value: strings.Join(names[1:], ", "),
			Why: "data of several names count for all posts of this folder",
			Do:  "leave those that are for all of them"})
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

// isOfAll reports whether a folder holds all posts, or all of a language.
func isOfAll(b *blog, folder string) bool {
	name := path.Base(folder)
	return strings.HasPrefix(name, "_") || b.isLanguage(name) && strings.Contains("/"+folder, "/_")
}

// otherData returns the names of the files with data in a folder that are no post's.
func otherData(b *blog, folder string) (names []string) {
	entries, _ := fs.ReadDir(b.root.FS(), folder)
	ofPosts := map[string]bool{}
	for _, e := range entries {
		stem := strings.TrimSuffix(e.Name(), path.Ext(e.Name()))
		if isMarkdown(e.Name()) || isHTML(e.Name()) || isTemplateFile(e.Name()) {
			name := b.nameOf(&post{file: e.Name()})
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
