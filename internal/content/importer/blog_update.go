package importer

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

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
	key  string // of the memory
	slug string // of its story
	// draft says that it was one in one of its languages; titles and days are those that it had.
	draft        bool
	titles, days []string
}

// readBrought finds what the source brought before, and returns the slugs of the stories that its posts are by their
// addresses. It finds nothing unless stories are to be updated.
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
			n, _, err := readKeys(file)
			if err != nil {
				continue
			}
			day, _ := readDate(text(get(n, "date")))
			one.draft = one.draft || text(get(n, "draft")) == "true"
			one.titles = append(one.titles, text(get(n, "title")))
			one.days = append(one.days, day.Format(time.DateOnly))
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

// formerSlug returns the slug of the story that a post was imported as before under another address, which a draft gets
// or loses with its date, and all get with other permalinks: a story of the same name that no other post is, and of the
// same title or day unless one is a draft. Otherwise it returns the slug as it is.
func (b *blog) formerSlug(p *post, slug string, claimed map[string]bool) string {
	var found []string
	for _, one := range b.brought {
		isSame := p.draft || one.draft || slices.Contains(one.titles, b.unmarked(p.front.Get("title"))) ||
			slices.Contains(one.days, p.date.Format(time.DateOnly))
		if isSame && stemOf(one.key) == slug && !claimed[one.slug] && !slices.Contains(found, one.slug) {
			found = append(found, one.slug)
		}
	}
	if len(found) != 1 {
		return slug // of several nobody knows which it is
	}
	b.matched[found[0]] = true
	return found[0]
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

// formerAliases returns the addresses that a post had at the last import and has no more, unless another post has them.
func (b *blog) formerAliases(p *post, key string, present []string) (all []string) {
	n, _, err := readKeys(filepath.Join(b.Content, filepath.FromSlash(key), p.language+".md"))
	if !b.Update || err != nil {
		return nil
	}
	for _, old := range words(get(n, "aliases")) {
		other := b.byOld[strings.TrimSuffix(old, "/")]
		if !slices.Contains(present, old) && (other == nil || other.slug == p.slug) {
			all = append(all, old)
		}
	}
	return all
}

// dayBefore is the day that stood in for a post's date at the last import, or today.
func (b *blog) dayBefore(p *post) time.Time {
	n, _, err := readKeys(filepath.Join(b.Content, filepath.FromSlash(b.rememberedAt(p)), p.language+".md"))
	if day, ok := readDate(text(get(n, "date"))); b.Update && err == nil && ok {
		return day
	}
	return b.Now.UTC().Truncate(24 * time.Hour)
}
