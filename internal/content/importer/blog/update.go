package blog

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"storefront/internal/content/importer"
	"storefront/internal/content/scaffold"
)

// storyFolder returns the content folder of the story that a remembered post became, or "".
func (b *blog) storyFolder(key string) string {
	if slug := b.Earlier.PostSlugs[strings.TrimPrefix(key, path.Join(importer.Memory, b.Source, "blog"))]; slug != "" {
		return filepath.Join(b.Content, "blog", slug)
	}
	folder := globEscaper.Replace(filepath.Join(b.Content, filepath.FromSlash(key)))
	files, _ := filepath.Glob(filepath.Join(folder, "*.md"))
	for _, file := range files {
		n, _, err := importer.ReadKeys(file)
		if aliases := n.Get("aliases"); err == nil && aliases != nil {
			for _, a := range aliases.Items {
				if slug := b.Earlier.PostSlugs[strings.TrimSuffix(a.Value, "/")]; slug != "" {
					return filepath.Join(b.Content, "blog", slug)
				}
			}
		}
	}
	if slug := b.Earlier.PostSlugs["/blog/"+scaffold.Slug(stemOf(key))]; len(files) > 0 && slug != "" {
		return filepath.Join(b.Content, "blog", slug)
	}
	if slug := b.imported.renamed[key]; slug != "" {
		return filepath.Join(b.Content, "blog", slug)
	}
	return ""
}

// reportVanishedLanguages reports the languages in which the source no longer has a post that it has in others.
func (b *blog) reportVanishedLanguages() {
	for _, one := range b.imported.all {
		if len(b.imported.claims[one.slug]) == 0 {
			continue // it is gone in all languages, or was left out
		}
		b.Earlier.SeenKeys[one.key] = true
		folder := globEscaper.Replace(filepath.Join(b.Content, filepath.FromSlash(one.key)))
		files, _ := filepath.Glob(filepath.Join(folder, "*.md"))
		for _, file := range files {
			there := filepath.Join(b.Content, "blog", one.slug, filepath.Base(file))
			_, err := os.Stat(there)
			isBrought := b.Origins[path.Join("blog", one.slug, filepath.Base(file))] != ""
			if err == nil && !isBrought && !slices.Contains(b.Report.Vanished, there) {
				b.Report.Vanished = append(b.Report.Vanished, there)
			}
		}
	}
}

// formerAliases returns the addresses that a post had at the last import and has no longer, unless another post has
// them.
func (b *blog) formerAliases(p *post, key string, present []string) (all []string) {
	n, _, err := importer.ReadKeys(filepath.Join(b.Content, filepath.FromSlash(key), p.language+".md"))
	if !b.Update || err != nil {
		return nil
	}
	for _, old := range textsOf(n.Get("aliases")) {
		other := b.byAddress[strings.TrimSuffix(old, "/")]
		if !slices.Contains(present, old) && (other == nil || other.slug == p.slug) {
			all = append(all, old)
		}
	}
	return all
}

// placeholderDay returns the date that a post without one got at the last import, or today.
func (b *blog) placeholderDay(p *post) time.Time {
	n, _, err := importer.ReadKeys(filepath.Join(b.Content, filepath.FromSlash(b.lastMemoryKey(p)), p.language+".md"))
	if day, ok := importer.ReadDate(n.Get("date").Text()); b.Update && err == nil && ok {
		return day
	}
	return b.Now.UTC().Truncate(24 * time.Hour)
}
