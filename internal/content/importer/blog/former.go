package blog

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
	"storefront/internal/content/scaffold"
)

// brought is a post of an earlier import.
type brought struct {
	key   string // of the memory
	slug  string // of its story
	draft bool   // in one of its languages
	texts []broughtText
}

// broughtText is what a post of an earlier import said in one language.
type broughtText struct {
	language, title, day, prose string
	aliases                     []string
}

// is reports whether a text has a post's title and day.
func (t broughtText) is(p *post, title string) bool {
	return t.title == title && t.day == p.date.Format(time.DateOnly)
}

// isLike reports whether two texts are of one day and language, and have the same title or prose.
func (t broughtText) isLike(other broughtText) bool {
	return t.language == other.language && t.day == other.day &&
		(t.title == other.title || t.prose == other.prose && t.prose != "")
}

// stories are those that earlier imports of the source brought.
type stories struct {
	all     []brought
	claims  map[string][]*post // the posts that they are, by slug
	files   map[string]string  // keys of the memory, by the files of the posts
	renamed map[string]string  // slugs of those that are at none of their addresses, by keys of the memory
}

// filesOfPosts holds the file of each post that was imported, with its key.
const filesOfPosts = "posts.json"

// recognise finds the story that each post was imported as before: by its own address; by its file; by an address that
// led to it; by its translations; by its name, with its title or day or as a draft; or by its title with its day.
func (b *blog) recognise() {
	b.brought = stories{claims: map[string][]*post{}, files: map[string]string{}, renamed: map[string]string{}}
	if data, err := os.ReadFile(filepath.Join(b.Content, importer.Memory, b.Source, filesOfPosts)); err == nil {
		_ = json.Unmarshal(data, &b.brought.files) // without it, posts are known by the rest
	}
	if !b.Update {
		return
	}
	b.readBrought()
	known := map[string]*post{} // by their files in the memory
	for _, p := range b.posts {
		if key := b.memoryOf(p); b.remembersText(key, p) {
			known[inMemory(key, p)] = p
		}
	}
	for _, find := range []func(p *post) string{
		func(p *post) string {
			return cmp.Or(b.storyAt(p.old[:min(1, len(p.old))]), b.brought.renamed[b.memoryOf(p)])
		},
		func(p *post) string { return b.storyOfFile(p, known) },
		func(p *post) string { return b.storyAt(p.old) },
		b.storyOfTranslation,
		func(p *post) string { return b.storyOfName(p, true) },
		func(p *post) string { return b.storyOfName(p, false) },
		b.storyOfTitle,
	} {
		for _, p := range b.posts {
			if p.story != "" {
				continue
			}
			if slug := find(p); slug != "" && b.mayBe(p, slug) {
				p.story = slug
				b.brought.claims[slug] = append(b.brought.claims[slug], p)
			}
		}
	}
}

// mayBe reports whether no other post is a story, except translations. A translation that has a file of another name
// is known by what the story was in its language.
func (b *blog) mayBe(p *post, slug string) bool {
	return !slices.ContainsFunc(b.brought.claims[slug], func(other *post) bool {
		return other.language == p.language || other.key != p.key && !b.wasTextOf(p, slug)
	})
}

// wasTextOf reports whether a story had a post's address, or its title and day, in the post's language.
func (b *blog) wasTextOf(p *post, slug string) bool {
	return slices.ContainsFunc(b.brought.all, func(one brought) bool {
		return one.slug == slug && slices.ContainsFunc(one.texts, func(t broughtText) bool {
			isAt := len(p.old) > 0 && slices.Contains(t.aliases, p.old[0])
			return t.language == p.language && (isAt || t.is(p, b.title(p)))
		})
	})
}

// readBrought finds what the source brought before and content still has.
func (b *blog) readBrought() {
	var lost []brought
	_ = filepath.WalkDir(filepath.Join(b.Content, importer.Memory, b.Source, "blog"), func(name string, e fs.DirEntry,
		err error) error {
		if err != nil || !e.IsDir() {
			return nil
		}
		rel, _ := filepath.Rel(b.Content, name)
		one := b.readStory(filepath.ToSlash(rel))
		if at := b.whereStory(one.key); at != "" && len(one.texts) > 0 {
			one.slug = filepath.Base(at)
			b.brought.all = append(b.brought.all, one)
		} else if len(one.texts) > 0 {
			lost = append(lost, one)
		}
		return nil
	})
	b.findRenamed(lost)
}

// readStory reads the texts of a story in a folder below content.
func (b *blog) readStory(key string) brought {
	one := brought{key: key}
	files, _ := filepath.Glob(filepath.Join(literal.Replace(filepath.Join(b.Content, filepath.FromSlash(key))), "*.md"))
	for _, file := range files {
		n, text, err := importer.ReadKeys(file)
		if err != nil {
			continue
		}
		day, _ := importer.ReadDate(n.Get("date").Text())
		_, text, _ = strings.Cut(strings.ReplaceAll(text, "\r\n", "\n"), "\n---\n")
		one.draft = one.draft || n.Get("draft").Text() == "true"
		one.texts = append(one.texts, broughtText{strings.TrimSuffix(filepath.Base(file), ".md"),
			prose.Unmarked(n.Get("title").Text()), day.Format(time.DateOnly), strings.TrimSpace(text),
			words(n.Get("aliases"))})
	}
	return one
}

// findRenamed finds stories of earlier imports that content has at none of their addresses, since their folders were
// renamed: each is the one story here of the same day, and of the same title or prose, in a language.
func (b *blog) findRenamed(lost []brought) {
	folders, _ := filepath.Glob(filepath.Join(literal.Replace(b.Content), "blog", "*"))
	found := map[string][]string{} // slugs by keys, and keys by slugs
	for _, folder := range folders {
		slug := filepath.Base(folder)
		if slices.ContainsFunc(b.brought.all, func(one brought) bool { return one.slug == slug }) || len(lost) == 0 {
			continue
		}
		here := b.readStory("blog/" + slug)
		for _, one := range lost {
			if slices.ContainsFunc(one.texts, func(was broughtText) bool {
				return slices.ContainsFunc(here.texts, was.isLike)
			}) {
				found[one.key], found[slug] = append(found[one.key], slug), append(found[slug], one.key)
			}
		}
	}
	for _, one := range lost {
		if slugs := found[one.key]; len(slugs) == 1 && len(found[slugs[0]]) == 1 {
			one.slug = slugs[0]
			b.brought.renamed[one.key] = one.slug
			b.brought.all = append(b.brought.all, one)
		}
	}
}

// storyAt returns the story that content has at one of these addresses.
func (b *blog) storyAt(addresses []string) string {
	for _, old := range addresses {
		if slug, known := b.Earlier.Posts[strings.TrimSuffix(old, "/")]; known {
			return slug
		}
	}
	return ""
}

// storyOfFile returns the story that a post's file was imported as, and notes where it is remembered. Known are the
// posts that are remembered under the addresses that they have now.
func (b *blog) storyOfFile(p *post, known map[string]*post) string {
	at, ok := b.brought.files[p.file]
	key := path.Join(importer.Memory, b.Source, "blog", at)
	if !ok || known[inMemory(b.memoryOf(p), p)] != nil || known[inMemory(key, p)] != nil {
		return ""
	}
	p.remembered = key
	if at := b.whereStory(key); at != "" {
		return filepath.Base(at)
	}
	return ""
}

func (b *blog) storyOfTranslation(p *post) string {
	for _, other := range b.posts {
		if other.key == p.key && other.story != "" {
			return other.story
		}
	}
	return ""
}

// storyOfName returns the one story of a post's name, and of its title or day unless one of both is a draft.
func (b *blog) storyOfName(p *post, isSame bool) string {
	names, title := namesOf(p), b.title(p)
	if isSame {
		names = append(names, lettersOfName(title))
	}
	var found []string
	for _, one := range b.brought.all {
		fits := p.draft || one.draft
		if isSame {
			fits = slices.ContainsFunc(one.texts, func(t broughtText) bool {
				return t.title == title || t.day == p.date.Format(time.DateOnly)
			})
		}
		isNamed := slices.ContainsFunc([]string{stemOf(one.key), one.slug}, func(name string) bool {
			name = lettersOfName(name)
			return name != "" && slices.Contains(names, name)
		})
		if fits && isNamed && b.mayBe(p, one.slug) && !slices.Contains(found, one.slug) {
			found = append(found, one.slug)
		}
	}
	if len(found) != 1 {
		return "" // of several nobody knows which it is
	}
	return found[0]
}

// storyOfTitle returns the one story of a post's title and day.
func (b *blog) storyOfTitle(p *post) string {
	var found []string
	for _, one := range b.brought.all {
		for _, t := range one.texts {
			if t.is(p, b.title(p)) && b.mayBe(p, one.slug) && !slices.Contains(found, one.slug) {
				found = append(found, one.slug)
			}
		}
	}
	if len(found) != 1 {
		return ""
	}
	return found[0]
}

// namesOf returns the names that a post has in addresses, except its title.
func namesOf(p *post) []string {
	names := []string{p.stem, scaffold.Slug(p.stem), p.front.Get("slug").Text()}
	if len(p.old) > 0 {
		names = append(names, stemOf(p.old[0]))
	}
	for i := range names {
		names[i] = lettersOfName(names[i])
	}
	return names
}

// lettersOfName returns a name as names are compared, since tools differ in the signs that they leave.
func lettersOfName(name string) string { return lettersOf(norm.NFC.String(name)) }

// stemOf returns the name that an address, or the key of a remembered post, ends with.
func stemOf(address string) string {
	stem := strings.TrimSuffix(path.Base(address), ".html")
	if whole, err := url.PathUnescape(stem); err == nil {
		stem = whole
	}
	if m := datedName.FindStringSubmatch(stem); m != nil {
		stem = m[2]
	}
	return stem
}

// noteUnrecognised reports a post whose name a story has that an earlier import brought, and that may be another.
func (b *blog) noteUnrecognised(p *post) {
	if len(b.brought.claims[p.slug]) > 0 {
		return
	}
	if !slices.ContainsFunc(b.brought.all, func(one brought) bool { return one.slug == p.slug }) {
		if b.isOfAnother(p) {
			b.at(p, 1, 1, importer.Note{Field: "slug", Value: p.slug,
				Why: "another story has this name here; the post is left out",
				Do:  "give it a slug of its own"})
		}
		return
	}
	note := importer.Note{Field: "slug", Value: p.slug,
		Why: "an earlier import brought a story of this name from a post that has its address no more; whether this " +
			"is the same is not known, and the story stays as it is",
		Do: "if it is another, give it a slug of its own"}
	if p.draft {
		note.Why += ", though this post is withheld"
		note.Do = "if it is the same, write draft: true into the story; if it is another, give it a slug of its own"
	}
	b.at(p, 1, 1, note)
}

// isOfAnother reports whether the story of content that has a post's name has neither an address nor a title of it.
func (b *blog) isOfAnother(p *post) bool {
	files, _ := filepath.Glob(filepath.Join(literal.Replace(b.Content), "blog", p.slug, "*.md"))
	for _, file := range files {
		n, _, err := importer.ReadKeys(file)
		if err != nil || prose.Unmarked(n.Get("title").Text()) == b.title(p) ||
			slices.ContainsFunc(words(n.Get("aliases")), func(a string) bool { return slices.Contains(p.old, a) }) {
			return false
		}
	}
	return true
}

// rememberedAt is where a post was remembered as it was last imported, or is to be: under its former address.
func (b *blog) rememberedAt(p *post) string {
	key := b.memoryOf(p)
	switch {
	case b.remembersText(key, p):
		return key
	case p.remembered != "":
		return p.remembered
	}
	for _, one := range b.brought.all {
		if p.matched && one.slug == p.slug && b.remembersText(one.key, p) {
			return one.key
		}
	}
	return key
}

// inMemory is the file that a post is remembered in under a key.
func inMemory(key string, p *post) string { return path.Join(key, p.language+".md") }

// remembersText reports whether a post was imported under this key in its language.
func (b *blog) remembersText(key string, p *post) bool {
	_, err := os.Stat(filepath.Join(b.Content, filepath.FromSlash(inMemory(key, p))))
	return err == nil
}

// rememberFiles keeps the files of posts with their keys. A file that was renamed is forgotten.
func (b *blog) rememberFiles() error {
	root := path.Join(importer.Memory, b.Source, "blog")
	files := b.brought.files
	for file, at := range files {
		if b.byFile[file] == nil && b.Earlier.Seen[path.Join(root, at)] {
			delete(files, file)
		}
	}
	if len(files) == 0 {
		return nil
	}
	var data bytes.Buffer
	to := json.NewEncoder(&data)
	to.SetEscapeHTML(false)
	to.SetIndent("", "  ")
	if err := to.Encode(files); err != nil {
		return err
	}
	return b.Stage.Put(path.Join(importer.Memory, b.Source, filesOfPosts), data.Bytes())
}
