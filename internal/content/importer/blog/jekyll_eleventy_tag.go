package blog

import (
	"slices"

	"storefront/internal/content/importer"
	"storefront/internal/lib/lazyregexp"
)

// defaultCollectionTags are the tags that Eleventy blogs use for collections of all posts, and that its base blog
// hides: https://github.com/11ty/eleventy-base-blog.
var defaultCollectionTags = []string{"all", "nav", "post", "posts"}

// needsEleventy matches the dependency on Eleventy in package.json.
var needsEleventy = lazyregexp.New(`"@11ty/eleventy":`)

// isEleventy reports whether the blog has files of Eleventy.
func (b *blog) isEleventy() bool {
	needs, _ := b.root.ReadFile("package.json")
	return needsEleventy.Match(needs) || slices.ContainsFunc(eleventyScripts, func(file string) bool {
		_, err := b.root.Stat(file)
		return err == nil
	})
}

// addCollectionTags adds tags that Eleventy uses for collections of posts.
func (b *blog) addCollectionTags(tags ...string) {
	for _, tag := range tags {
		b.collectionTags[tag] = true
	}
}

// topics returns the tags of a post without collection tags.
func (b *blog) topics(p *post) (all []string) {
	for _, tag := range b.labels(p, "tags", "tag") {
		if !b.collectionTags[tag] {
			all = append(all, tag)
		}
	}
	return all
}

// noteCollectionTags reports the collection tags of a post, each once an import.
func (b *blog) noteCollectionTags(p *post) {
	for _, tag := range b.labels(p, "tags", "tag") {
		if b.collectionTags[tag] {
			_, n := firstKey(p.front, "tags", "tag")
			b.noteOncePerKey(tag, "%s of %d posts", b.withPosition(p, n.Line, n.Col, importer.Note{Field: "tags",
				Value: tag, Why: "Eleventy collects posts by this tag, which is not a topic; it is left out"}))
		}
	}
}
