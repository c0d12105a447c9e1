package blog

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
	"storefront/internal/content/yaml"
)

// hasMoreThanTitle reports whether the front matter of a page without text has texts besides its title: a mapping, as
// themes have for authors, or a bio.
func hasMoreThanTitle(front *yaml.Node) bool {
	return slices.ContainsFunc(front.Pairs, func(pair yaml.Pair) bool {
		return pair.Value.Kind == yaml.Mapping && len(pair.Value.Pairs) > 0 &&
			!slices.Contains(strings.Fields("cascade build _build menu menus"), strings.ToLower(pair.Key.Value)) ||
			strings.EqualFold(pair.Key.Value, "bio")
	})
}

// noteListPages reports the pages of lists, such as of authors, that have more than a title, at the first of them.
func (h *hugo) noteListPages(b *blog) {
	if len(h.listPages) == 0 {
		return
	}
	note := importer.Note{Why: "the page of this list has more than a title, which is left out",
		Do: "create the page with generate new page"}
	if n := len(h.listPages); n > 1 {
		note.Why += fmt.Sprintf("; there are %d such pages", n)
	}
	b.noteAt(&post{file: h.listPages[0]}, 1, 1, note)
}

// authorName returns the title of the author's page, or the author's name in the data files:
// https://gohugo.io/content-management/data-sources/.
func (h *hugo) authorName(b *blog, p *post, id string) string {
	for _, folder := range []string{"authors", "author"} {
		for _, language := range []string{p.sourceLanguage, b.Language} {
			if title := h.termTitles[[2]string{language, path.Join(folder, urlize(id))}]; title != "" {
				return title
			}
		}
	}
	key := p.sourceLanguage + "\x00" + id
	name, known := h.authorNames[key]
	if !known {
		if h.authorNames == nil {
			h.authorNames = map[string]string{}
		}
		name = cmp.Or(h.authorInData(b, p, id), id)
		h.authorNames[key] = name
	}
	return name
}

// authorInData returns the name of an author in a data file of their own, or in a file of all authors, which may be in
// a folder of the language.
func (h *hugo) authorInData(b *blog, p *post, id string) string {
	folder := cmp.Or(b.config.Get("dataDir").Text(), "data")
	for _, root := range append([]string{"."}, h.themes...) {
		if root != "." {
			folder = "data"
		}
		for _, language := range []string{p.sourceLanguage, b.Language, ""} {
			for _, of := range []string{"authors", "author"} {
				all := path.Join(root, folder, language, of)
				for _, one := range []*yaml.Node{b.readDataFile(path.Join(all, id)),
					b.readDataFile(path.Join(all, urlize(id))), b.readDataFile(all).Get(id)} {
					if _, name := firstKey(one, "name", "displayName", "display_name"); name.Text() != "" {
						return prose.SingleLine(name.Text())
					}
				}
			}
		}
	}
	return ""
}
