package blog

import (
	"slices"

	"storefront/internal/content/importer"
	"storefront/internal/lib/lazyregexp"
)

// usualCollections are the tags of Eleventy that blogs give all posts, and that its base blog shows to nobody:
// https://github.com/11ty/eleventy-base-blog.
var usualCollections = []string{"all", "nav", "post", "posts"}

// needsEleventy matches the line of package.json that names Eleventy.
var needsEleventy = lazyregexp.New(`"@11ty/eleventy":`)

// isEleventy reports whether a file shows that a blog is one of Eleventy.
func (b *blog) isEleventy() bool {
	needs, _ := b.root.ReadFile("package.json")
	return needsEleventy.Match(needs) || slices.ContainsFunc(eleventyScripts, func(file string) bool {
		_, err := b.root.Stat(file)
		return err == nil
	})
}

// collect notes tags by which Eleventy collects posts.
func (b *blog) collect(tags ...string) {
	for _, tag := range tags {
		b.collections[tag] = true
	}
}

// topics returns the tags of a post, except those by which Eleventy collects posts.
func (b *blog) topics(p *post) (all []string) {
	for _, tag := range b.labels(p, "tags", "tag") {
		if !b.collections[tag] {
			all = append(all, tag)
		}
	}
	return all
}

// noteCollections reports the tags of a post by which Eleventy collects posts, each once.
func (b *blog) noteCollections(p *post) {
	for _, tag := range b.labels(p, "tags", "tag") {
		if b.collections[tag] {
			_, n := first(p.front, "tags", "tag")
			b.once(tag, "%s of %d posts", b.placedAt(p, n.Line, n.Col, importer.Note{Field: "tags", Value: tag,
				Why: "by this tag Eleventy collects posts, it is no topic; it is left out"}))
		}
	}
}
