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

// importedPost is a post of an earlier import.
type importedPost struct {
	key   string // in the import memory
	slug  string // of its story here
	draft bool   // in at least one language
	texts []importedText
}

// importedText is the text of an imported post in one language.
type importedText struct {
	language, title, day, prose string
	aliases                     []string
}

// matches reports whether the text has a post's title and date.
func (t importedText) matches(p *post, title string) bool {
	return t.title == title && t.day == p.date.Format(time.DateOnly)
}

// isSameText reports whether two texts have the same language, the same date, and the same title or prose.
func (t importedText) isSameText(other importedText) bool {
	return t.language == other.language && t.day == other.day &&
		(t.title == other.title || t.prose == other.prose && t.prose != "")
}

// importedPosts are the posts of earlier imports of the source.
type importedPosts struct {
	all     []importedPost
	claims  map[string][]*post // the posts that a story is matched with, by slug
	files   map[string]string  // memory keys, by source file
	renamed map[string]string  // slugs of stories whose folders editors renamed, by memory key
}

// postFilesName is the file of the import memory that maps each post's file to its key.
const postFilesName = "posts.json"

// matchImportedPosts finds the story that each post was imported as before: by its own address; by its file; by one of
// its aliases; by its translations; by its name, with its title or date or as a draft; or by its title and date.
func (b *blog) matchImportedPosts() {
	b.imported = importedPosts{claims: map[string][]*post{}, files: map[string]string{}, renamed: map[string]string{}}
	if data, err := os.ReadFile(filepath.Join(b.Content, importer.Memory, b.Source, postFilesName)); err == nil {
		_ = json.Unmarshal(data, &b.imported.files) // without it, posts are matched by the other criteria
	}
	if !b.Update {
		return
	}
	b.readImportedPosts()
	known := map[string]*post{} // by memoryFile
	for _, p := range b.posts {
		if key := b.memoryKey(p); b.isRemembered(key, p) {
			known[memoryFile(key, p)] = p
		}
	}
	for _, find := range []func(p *post) string{
		func(p *post) string {
			return cmp.Or(b.storyAt(p.oldAddresses[:min(1, len(p.oldAddresses))]), b.imported.renamed[b.memoryKey(p)])
		},
		func(p *post) string { return b.storyOfFile(p, known) },
		func(p *post) string { return b.storyAt(p.oldAddresses) },
		b.storyOfTranslation,
		func(p *post) string { return b.storyOfName(p, true) },
		func(p *post) string { return b.storyOfName(p, false) },
		b.storyOfTitle,
	} {
		for _, p := range b.posts {
			if p.importedSlug != "" {
				continue
			}
			if slug := find(p); slug != "" && b.canClaim(p, slug) {
				p.importedSlug = slug
				b.imported.claims[slug] = append(b.imported.claims[slug], p)
			}
		}
	}
}

// canClaim reports whether no post other than a translation has claimed a story. A translation with another file name
// is identified by what the story was in its language.
func (b *blog) canClaim(p *post, slug string) bool {
	return !slices.ContainsFunc(b.imported.claims[slug], func(other *post) bool {
		return other.language == p.language || other.translationKey != p.translationKey && !b.wasImportedAs(p, slug)
	})
}

// wasImportedAs reports whether a story had a post's address, or its title and date, in the post's language.
func (b *blog) wasImportedAs(p *post, slug string) bool {
	return slices.ContainsFunc(b.imported.all, func(one importedPost) bool {
		return one.slug == slug && slices.ContainsFunc(one.texts, func(t importedText) bool {
			isAt := len(p.oldAddresses) > 0 && slices.Contains(t.aliases, p.oldAddresses[0])
			return t.language == p.language && (isAt || t.matches(p, b.title(p)))
		})
	})
}

// readImportedPosts reads the stories that earlier imports of the source wrote and content still has.
func (b *blog) readImportedPosts() {
	var lost []importedPost
	_ = filepath.WalkDir(filepath.Join(b.Content, importer.Memory, b.Source, "blog"), func(name string, e fs.DirEntry,
		err error) error {
		if err != nil || !e.IsDir() {
			return nil
		}
		rel, _ := filepath.Rel(b.Content, name)
		one := b.readStory(filepath.ToSlash(rel))
		if at := b.storyFolder(one.key); at != "" && len(one.texts) > 0 {
			one.slug = filepath.Base(at)
			b.imported.all = append(b.imported.all, one)
		} else if len(one.texts) > 0 {
			lost = append(lost, one)
		}
		return nil
	})
	b.findRenamed(lost)
}

// readStory reads the texts of a story in a folder below content.
func (b *blog) readStory(key string) importedPost {
	one := importedPost{key: key}
	folder := globEscaper.Replace(filepath.Join(b.Content, filepath.FromSlash(key)))
	files, _ := filepath.Glob(filepath.Join(folder, "*.md"))
	for _, file := range files {
		n, text, err := importer.ReadKeys(file)
		if err != nil {
			continue
		}
		day, _ := importer.ReadDate(n.Get("date").Text())
		_, text, _ = strings.Cut(strings.ReplaceAll(text, "\r\n", "\n"), "\n---\n")
		one.draft = one.draft || n.Get("draft").Text() == "true"
		one.texts = append(one.texts, importedText{strings.TrimSuffix(filepath.Base(file), ".md"),
			prose.StripMarkdown(n.Get("title").Text()), day.Format(time.DateOnly), strings.TrimSpace(text),
			textsOf(n.Get("aliases"))})
	}
	return one
}

// findRenamed finds imported stories whose folders editors have renamed: the one story with the same date, and the same
// title or prose, in a language.
func (b *blog) findRenamed(lost []importedPost) {
	folders, _ := filepath.Glob(filepath.Join(globEscaper.Replace(b.Content), "blog", "*"))
	found := map[string][]string{} // slugs by keys, and keys by slugs
	for _, folder := range folders {
		slug := filepath.Base(folder)
		if len(lost) == 0 ||
			slices.ContainsFunc(b.imported.all, func(one importedPost) bool { return one.slug == slug }) {
			continue
		}
		here := b.readStory("blog/" + slug)
		for _, one := range lost {
			if slices.ContainsFunc(one.texts, func(was importedText) bool {
				return slices.ContainsFunc(here.texts, was.isSameText)
			}) {
				found[one.key], found[slug] = append(found[one.key], slug), append(found[slug], one.key)
			}
		}
	}
	for _, one := range lost {
		if slugs := found[one.key]; len(slugs) == 1 && len(found[slugs[0]]) == 1 {
			one.slug = slugs[0]
			b.imported.renamed[one.key] = one.slug
			b.imported.all = append(b.imported.all, one)
		}
	}
}

// storyAt returns the slug of the story that content has at one of the addresses.
func (b *blog) storyAt(addresses []string) string {
	for _, old := range addresses {
		if slug, known := b.Earlier.PostSlugs[strings.TrimSuffix(old, "/")]; known {
			return slug
		}
	}
	return ""
}

// storyOfFile returns the story that a post's file was imported as, and sets the post's rememberedKey. known holds the
// posts that the memory has under their current addresses.
func (b *blog) storyOfFile(p *post, known map[string]*post) string {
	at, ok := b.imported.files[p.file]
	key := path.Join(importer.Memory, b.Source, "blog", at)
	if !ok || known[memoryFile(b.memoryKey(p), p)] != nil || known[memoryFile(key, p)] != nil {
		return ""
	}
	p.rememberedKey = key
	if at := b.storyFolder(key); at != "" {
		return filepath.Base(at)
	}
	return ""
}

func (b *blog) storyOfTranslation(p *post) string {
	for _, other := range b.posts {
		if other.translationKey == p.translationKey && other.importedSlug != "" {
			return other.importedSlug
		}
	}
	return ""
}

// storyOfName returns the only story with a post's name whose title or date is the same (isSame), or that is a draft
// like the post.
func (b *blog) storyOfName(p *post, isSame bool) string {
	names, title := namesOf(p), b.title(p)
	if isSame {
		names = append(names, comparableName(title))
	}
	var found []string
	for _, one := range b.imported.all {
		fits := p.draft || one.draft
		if isSame {
			fits = slices.ContainsFunc(one.texts, func(t importedText) bool {
				return t.title == title || t.day == p.date.Format(time.DateOnly)
			})
		}
		isNamed := slices.ContainsFunc([]string{stemOf(one.key), one.slug}, func(name string) bool {
			name = comparableName(name)
			return name != "" && slices.Contains(names, name)
		})
		if fits && isNamed && b.canClaim(p, one.slug) && !slices.Contains(found, one.slug) {
			found = append(found, one.slug)
		}
	}
	if len(found) != 1 {
		return "" // ambiguous
	}
	return found[0]
}

// storyOfTitle returns the only story with a post's title and date.
func (b *blog) storyOfTitle(p *post) string {
	var found []string
	for _, one := range b.imported.all {
		for _, t := range one.texts {
			if t.matches(p, b.title(p)) && b.canClaim(p, one.slug) && !slices.Contains(found, one.slug) {
				found = append(found, one.slug)
			}
		}
	}
	if len(found) != 1 {
		return ""
	}
	return found[0]
}

// namesOf returns the names that a post has in addresses, without its title.
func namesOf(p *post) []string {
	names := []string{p.stem, scaffold.Slug(p.stem), p.front.Get("slug").Text()}
	if len(p.oldAddresses) > 0 {
		names = append(names, stemOf(p.oldAddresses[0]))
	}
	for i := range names {
		names[i] = comparableName(names[i])
	}
	return names
}

// comparableName returns the letters and digits of a name, since tools replace other characters in different ways.
func comparableName(name string) string { return lettersOf(norm.NFC.String(name)) }

// stemOf returns the name at the end of an address or of a memory key.
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

// noteUnrecognised reports a post with the same slug as a story of an earlier import that may be another post.
func (b *blog) noteUnrecognised(p *post) {
	if len(b.imported.claims[p.slug]) > 0 {
		return
	}
	if !slices.ContainsFunc(b.imported.all, func(one importedPost) bool { return one.slug == p.slug }) {
		if b.isDifferentStory(p) {
			b.noteAt(p, 1, 1, importer.Note{Field: "slug", Value: p.slug,
				Why: "another story already has this slug; the post is left out",
				Do:  "give it another slug"})
		}
		return
	}
	note := importer.Note{Field: "slug", Value: p.slug,
		Why: "an earlier import made a story with this slug from a post that no longer has that address; this may " +
			"be another post, so the story is not changed",
		Do: "if it is another post, give it another slug"}
	if p.draft {
		note.Why += ", although this post is withheld"
		note.Do = "if it is the same post, write draft: true into the story; otherwise give it another slug"
	}
	b.noteAt(p, 1, 1, note)
}

// isDifferentStory reports whether the story at a post's slug shares neither an address nor the title with the post.
func (b *blog) isDifferentStory(p *post) bool {
	files, _ := filepath.Glob(filepath.Join(globEscaper.Replace(b.Content), "blog", p.slug, "*.md"))
	for _, file := range files {
		n, _, err := importer.ReadKeys(file)
		if err != nil || prose.StripMarkdown(n.Get("title").Text()) == b.title(p) ||
			slices.ContainsFunc(textsOf(n.Get("aliases")),
				func(a string) bool { return slices.Contains(p.oldAddresses, a) }) {
			return false
		}
	}
	return true
}

// lastMemoryKey returns the memory key of a post at the last import, or else its new one.
func (b *blog) lastMemoryKey(p *post) string {
	key := b.memoryKey(p)
	switch {
	case b.isRemembered(key, p):
		return key
	case p.rememberedKey != "":
		return p.rememberedKey
	}
	for _, one := range b.imported.all {
		if p.matched && one.slug == p.slug && b.isRemembered(one.key, p) {
			return one.key
		}
	}
	return key
}

// memoryFile returns the file of the import memory that holds a post's text under a key.
func memoryFile(key string, p *post) string { return path.Join(key, p.language+".md") }

// isRemembered reports whether a post was imported under a key in its language.
func (b *blog) isRemembered(key string, p *post) bool {
	_, err := os.Stat(filepath.Join(b.Content, filepath.FromSlash(memoryFile(key, p))))
	return err == nil
}

// rememberFiles writes postFilesName, without files that are renamed.
func (b *blog) rememberFiles() error {
	root := path.Join(importer.Memory, b.Source, "blog")
	files := b.imported.files
	for file, at := range files {
		if b.byFile[file] == nil && b.Earlier.SeenKeys[path.Join(root, at)] {
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
	return b.Stage.Put(path.Join(importer.Memory, b.Source, postFilesName), data.Bytes())
}
