package importer

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"storefront/internal/content/scaffold"
)

// whereStory is the file of content that a remembered post became.
func (b *blog) whereStory(key string) string {
	if slug := b.earlier.posts[strings.TrimPrefix(key, path.Join(memory, b.source, "blog"))]; slug != "" {
		return filepath.Join(b.Content, "blog", slug)
	}
	files, _ := filepath.Glob(filepath.Join(b.Content, filepath.FromSlash(key), "*.md"))
	for _, file := range files {
		n, _, err := readKeys(file)
		if aliases := get(n, "aliases"); err == nil && aliases != nil {
			for _, a := range aliases.Items {
				if slug := b.earlier.posts[strings.TrimSuffix(a.Value, "/")]; slug != "" {
					return filepath.Join(b.Content, "blog", slug)
				}
			}
		}
	}
	if slug := b.earlier.posts["/blog/"+stemOf(key)]; len(files) > 0 && slug != "" {
		return filepath.Join(b.Content, "blog", slug)
	}
	return ""
}

// stemOf returns the slug that the name of a remembered post makes.
func stemOf(key string) string {
	stem := strings.TrimSuffix(path.Base(key), path.Ext(key))
	if m := datedName.FindStringSubmatch(stem); m != nil {
		stem = m[2]
	}
	return scaffold.Slug(stem)
}

// there finds the story of content that a post was imported as before, by its former addresses.
func (b *blog) there(p *post) (slug string, known bool) {
	for _, old := range p.old {
		if slug, known = b.earlier.posts[strings.TrimSuffix(old, "/")]; known {
			b.matched[slug] = true
			return slug, true
		}
	}
	return "", false
}

// brought is a post of an earlier import.
type brought struct {
	key   string // of the memory
	slug  string // of its story
	draft bool   // in one of its languages
}

// readBrought finds what the source brought before, and returns the slugs of stories that one of its posts is known to
// be by its address. Nothing is found unless stories are to be updated.
func (b *blog) readBrought() (claimed map[string]bool) {
	claimed = map[string]bool{}
	if !b.Update {
		return claimed
	}
	_ = filepath.WalkDir(filepath.Join(b.Content, memory, b.source, "blog"), func(name string, e fs.DirEntry,
		err error) error {
		if err != nil || !e.IsDir() {
			return nil
		}
		files, _ := filepath.Glob(filepath.Join(name, "*.md"))
		rel, _ := filepath.Rel(b.Content, name)
		one := brought{key: filepath.ToSlash(rel)}
		for _, file := range files {
			if n, _, err := readKeys(file); err == nil && text(get(n, "draft")) == "true" {
				one.draft = true
			}
		}
		if at := b.whereStory(one.key); len(files) > 0 && at != "" {
			one.slug = filepath.Base(at)
			b.brought = append(b.brought, one)
		}
		return nil
	})
	for _, p := range b.posts {
		if slug, known := b.there(p); known {
			claimed[slug] = true
		}
	}
	return claimed
}

// withdrawn returns the slug of the story that a post was imported as before under another address, which a draft gets
// or loses with its date: a story of the same name that no other post is. Otherwise it returns the slug as it is.
func (b *blog) withdrawn(p *post, slug string, claimed map[string]bool) string {
	for _, one := range b.brought {
		if (p.draft || one.draft) && stemOf(one.key) == slug && !claimed[one.slug] {
			b.matched[one.slug] = true
			return one.slug
		}
	}
	return slug
}

// rememberedAt is where a post was remembered as it was last imported, or is to be: under its former address.
func (b *blog) rememberedAt(p *post) string {
	key := b.memoryOf(p)
	if b.remembers(key) {
		return key
	}
	for _, one := range b.brought {
		file := filepath.Join(b.Content, filepath.FromSlash(one.key), p.language+".md")
		if _, err := os.Stat(file); err == nil && p.matched && one.slug == p.slug && !b.earlier.seen[one.key] {
			return one.key
		}
	}
	return key
}
