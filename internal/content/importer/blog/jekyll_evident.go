package blog

import (
	"slices"

	"storefront/internal/lib/lazyregexp"
)

// Keys of a configuration, and files beside it, that a blog of Jekyll has and a folder that was made for an import has
// not.
var (
	keysOfJekyll = []string{"theme", "remote_theme", "plugins", "gems", "markdown", "kramdown", "highlighter",
		"collections", "include", "exclude", "sass", "paginate", "liquid", "source", "environment"}
	layoutOfJekyll = lazyregexp.New(`^[\w-]+$`)
	filesOfJekyll  = []string{"Gemfile", "_layouts", "_includes", "_sass", "_plugins"}
)

// isEvident reports whether something but the names of its posts says that a blog is one of Jekyll.
func (j *jekyll) isEvident(b *blog) bool {
	if j.evident == nil {
		is := slices.ContainsFunc(keysOfJekyll, func(key string) bool { return b.config.Get(key) != nil }) ||
			slices.ContainsFunc(filesOfJekyll, func(name string) bool {
				_, err := b.root.Stat(name)
				return err == nil
			}) || slices.ContainsFunc(b.posts, func(p *post) bool {
			return layoutOfJekyll.MatchString(p.front.Get("layout").Text())
		})
		j.evident = &is
	}
	return *j.evident
}

// evaluatesCode reports whether the tool of a blog evaluates a piece of Liquid that stands in code. Hexo does so with
// raw text within a line; other tools than Jekyll and Eleventy have no Liquid.
func (j *jekyll) evaluatesCode(b *blog, text string, tag []int) bool {
	switch {
	case b.isHexo():
		return isRawInLine(text, tag)
	case tag[2] >= 0 && text[tag[2]:tag[3]] == "raw":
		return true
	}
	return j.isEvident(b)
}
