package blog

import (
	"cmp"
	"slices"
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/content/yaml"
)

// excludePatterns returns the patterns of the files that the blog excludes: in _config.yml, where Hexo calls them
// ignore and skip_render, and in Eleventy's .eleventyignore.
func (j *jekyll) excludePatterns(b *blog) []string {
	all := textsOf(b.config.Get("exclude"))
	for _, key := range []string{"ignore", "skip_render"} {
		for _, pattern := range textsOf(b.config.Get(key)) {
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

// isIgnoredName reports whether Jekyll, Hexo, Astro and Docusaurus ignore a file because of its name or its folder's.
func isIgnoredName(file string) bool {
	parts := strings.Split(file, "/")
	return slices.ContainsFunc(parts, func(part string) bool {
		if slices.Contains([]string{"_posts", "_drafts", "."}, part) {
			return false
		}
		isCollection := part == parts[0] && len(parts) > 1 && !slices.Contains(parts[1:], "_posts")
		return strings.HasSuffix(part, "~") || !isCollection && strings.ContainsRune("_.#~", rune(part[0]))
	})
}

// applyOutput makes a post a draft if the documents of its collection have no pages:
// https://jekyllrb.com/docs/collections/#output.
func (j *jekyll) applyOutput(p *post, n *yaml.Node, usual string) {
	if output := cmp.Or(n.Text(), usual); !strings.EqualFold(output, "true") {
		p.draftReasons = append(p.draftReasons, importer.Note{Field: "output", Value: output,
			Why: "the configuration of its collection disables pages"})
	}
}
