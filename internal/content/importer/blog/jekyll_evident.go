package blog

import (
	"slices"

	"storefront/internal/lib/lazyregexp"
)

// Keys of a configuration, and files beside it, that a blog of Jekyll has and a folder that was made for an import has
// not.
var (
	jekyllKeys = []string{"theme", "remote_theme", "plugins", "gems", "markdown", "kramdown", "highlighter",
		"collections", "include", "exclude", "sass", "paginate", "liquid", "source", "environment"}
	jekyllLayout = lazyregexp.New(`^[\w-]+$`)
	jekyllFiles  = []string{"Gemfile", "_layouts", "_includes", "_sass", "_plugins"}
)

// isJekyllSite reports whether the configuration, a file or a layout shows that the blog uses Jekyll. Names of posts
// alone are no evidence, since editors also use them for other tools.
func (j *jekyll) isJekyllSite(b *blog) bool {
	if j.isJekyll == nil {
		is := slices.ContainsFunc(jekyllKeys, func(key string) bool { return b.config.Get(key) != nil }) ||
			slices.ContainsFunc(jekyllFiles, func(name string) bool {
				_, err := b.root.Stat(name)
				return err == nil
			}) || slices.ContainsFunc(b.posts, func(p *post) bool {
			return jekyllLayout.MatchString(p.front.Get("layout").Text())
		})
		j.isJekyll = &is
	}
	return *j.isJekyll
}

// evaluatesCode reports whether the blog's tool evaluates a Liquid tag inside code. Hexo does so for raw text within a
// line; tools other than Jekyll and Eleventy have no Liquid.
func (j *jekyll) evaluatesCode(b *blog, text string, tag []int) bool {
	switch {
	case b.isHexo():
		return isRawInLine(text, tag)
	case tag[2] >= 0 && text[tag[2]:tag[3]] == "raw":
		return true
	}
	return j.isJekyllSite(b)
}
