package blog

import (
	"cmp"
	"slices"
	"strings"

	"storefront/internal/content/importer"
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

// outputs withholds a post of a collection whose documents get no pages: https://jekyllrb.com/docs/collections/#output.
func (j *jekyll) outputs(p *post, n *yaml.Node, usual string) {
	if output := cmp.Or(n.Text(), usual); !strings.EqualFold(output, "true") {
		p.withheld = append(p.withheld, importer.Note{Field: "output", Value: output,
			Why: "the configuration of its collection makes no pages"})
	}
}
