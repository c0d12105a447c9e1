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

// whereStory is the file of content that a remembered post became.
func (b *blog) whereStory(key string) string {
	if slug := b.Earlier.Posts[strings.TrimPrefix(key, path.Join(importer.Memory, b.Source, "blog"))]; slug != "" {
		return filepath.Join(b.Content, "blog", slug)
	}
	folder := literal.Replace(filepath.Join(b.Content, filepath.FromSlash(key)))
	files, _ := filepath.Glob(filepath.Join(folder, "*.md"))
	for _, file := range files {
		n, _, err := importer.ReadKeys(file)
		if aliases := n.Get("aliases"); err == nil && aliases != nil {
			for _, a := range aliases.Items {
				if slug := b.Earlier.Posts[strings.TrimSuffix(a.Value, "/")]; slug != "" {
					return filepath.Join(b.Content, "blog", slug)
				}
			}
		}
	}
	if slug := b.Earlier.Posts["/blog/"+scaffold.Slug(stemOf(key))]; len(files) > 0 && slug != "" {
		return filepath.Join(b.Content, "blog", slug)
	}
	if slug := b.brought.renamed[key]; slug != "" {
		return filepath.Join(b.Content, "blog", slug)
	}
	return ""
}

// vanishedLanguages reports the languages in which the source has a post no more that it still has in others.
func (b *blog) vanishedLanguages() {
	for _, one := range b.brought.all {
		if len(b.brought.claims[one.slug]) == 0 {
			continue // it is in no language any more, or was left out
		}
		b.Earlier.Seen[one.key] = true
		folder := literal.Replace(filepath.Join(b.Content, filepath.FromSlash(one.key)))
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

// formerAliases returns the addresses that a post had at the last import and has no more, unless another post has them.
func (b *blog) formerAliases(p *post, key string, present []string) (all []string) {
	n, _, err := importer.ReadKeys(filepath.Join(b.Content, filepath.FromSlash(key), p.language+".md"))
	if !b.Update || err != nil {
		return nil
	}
	for _, old := range words(n.Get("aliases")) {
		other := b.byOld[strings.TrimSuffix(old, "/")]
		if !slices.Contains(present, old) && (other == nil || other.slug == p.slug) {
			all = append(all, old)
		}
	}
	return all
}

// dayBefore is the day that stood in for a post's date at the last import, or today.
func (b *blog) dayBefore(p *post) time.Time {
	n, _, err := importer.ReadKeys(filepath.Join(b.Content, filepath.FromSlash(b.rememberedAt(p)), p.language+".md"))
	if day, ok := importer.ReadDate(n.Get("date").Text()); b.Update && err == nil && ok {
		return day
	}
	return b.Now.UTC().Truncate(24 * time.Hour)
}
