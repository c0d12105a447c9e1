package importer

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"

	"storefront/internal/content/yaml"
)

// excludes are the patterns of files that no posts are made of: of _config.yml, where Hexo calls them ignore and
// skip_render too, and of Eleventy's .eleventyignore.
func (j *jekyll) excludes(b *blog) []string {
	all := words(b.config.Get("exclude"))
	for _, key := range []string{"ignore", "skip_render"} {
		for _, pattern := range words(b.config.Get(key)) {
			all = append(all, strings.ReplaceAll(pattern, "**/", "*"))
		}
	}
	list, _ := b.root.ReadFile(".eleventyignore")
	for line := range strings.Lines(string(list)) {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "!") {
			continue
		}
		all = append(all, strings.ReplaceAll(line, "**/", "*"))
		if !strings.Contains(strings.Trim(line, "/"), "/") {
			all = append(all, "*/"+line) // at any depth
		}
	}
	return all
}

// isSpecial reports whether the name of a file of posts, or of a folder around it, is one that Jekyll, Hexo, Astro and
// Docusaurus make no posts of.
func isSpecial(file string) bool {
	parts := strings.Split(file, "/")
	return slices.ContainsFunc(parts, func(part string) bool {
		if slices.Contains([]string{"_posts", "_drafts", "."}, part) {
			return false
		}
		isCollection := part == parts[0] && len(parts) > 1 && !slices.Contains(parts[1:], "_posts")
		return strings.HasSuffix(part, "~") || !isCollection && strings.ContainsRune("_.#~", rune(part[0]))
	})
}

// eleventyData applies Eleventy's data of a post and of the folders around it, the nearest first:
// https://www.11ty.dev/docs/data-template-dir/.
func (j *jekyll) eleventyData(b *blog, p *post) {
	names := []string{strings.TrimSuffix(p.file, path.Ext(p.file))}
	for folder := path.Dir(p.file); folder != "."; folder = path.Dir(folder) {
		names = append(names, path.Join(folder, path.Base(folder)))
	}
	for _, name := range names {
		for _, ending := range []string{".11tydata.json", ".json", ".11tydata.yaml", ".11tydata.yml"} {
			data, err := b.root.ReadFile(name + ending)
			if err != nil {
				continue
			}
			format := strings.NewReplacer("yml", "yaml").Replace(strings.TrimPrefix(path.Ext(ending), "."))
			if values, _, err := parseData(string(data), format, 1); err == nil && values.Kind == yaml.Mapping {
				p.inherit(values)
			}
		}
		for _, ending := range []string{".11tydata.js", ".11tydata.cjs", ".11tydata.mjs"} {
			if data, err := b.root.ReadFile(name + ending); err == nil {
				j.script(b, p, name+ending, string(data))
			}
		}
	}
}

// keepsBack matches what a script gives posts that keeps them from readers.
var keepsBack = regexp.MustCompile(
	`\b(?:permalink["']?:\s*false|(?:draft|hidden|eleventyExcludeFromCollections)["']?:\s*true)`)

// script withholds a post if Eleventy's data for it are a script that says so. Scripts are not run, which is reported.
func (j *jekyll) script(b *blog, p *post, file, text string) {
	if says := keepsBack.FindString(text); says != "" {
		p.withheld = append(p.withheld, Note{Field: path.Base(file), Value: says,
			Why: "the data of its folder keep it from readers"})
	}
	if !slices.Contains(j.scripts, file) {
		j.scripts = append(j.scripts, file)
		b.at(&post{file: file}, 1, 1, Note{Why: "these data of posts are a script, which is not run",
			Do: "look whether it keeps posts from readers"})
	}
}

// outputs withholds a post of a collection whose documents get no pages: https://jekyllrb.com/docs/collections/#output.
func (j *jekyll) outputs(p *post, n *yaml.Node, usual string) {
	if output := cmp.Or(text(n), usual); !strings.EqualFold(output, "true") {
		p.withheld = append(p.withheld, Note{Field: "output", Value: output,
			Why: "the configuration of its collection makes no pages"})
	}
}
