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

// saysMore reports whether the front matter of a page without words has texts beside its title: it has a mapping of
// them, as themes have of authors, or a description.
func saysMore(front *yaml.Node) bool {
	return slices.ContainsFunc(front.Pairs, func(pair yaml.Pair) bool {
		return pair.Value.Kind == yaml.Mapping && len(pair.Value.Pairs) > 0 &&
			!slices.Contains(strings.Fields("cascade build _build menu menus"), strings.ToLower(pair.Key.Value)) ||
			strings.EqualFold(pair.Key.Value, "bio")
	})
}

// noteAboutLists reports pages of lists, such as of authors, that say more than their title, at the first of them.
func (h *hugo) noteAboutLists(b *blog) {
	if len(h.aboutList) == 0 {
		return
	}
	note := importer.Note{Why: "the page of this list says more than its title; that is left out",
		Do: "generate new page begins a page"}
	if n := len(h.aboutList); n > 1 {
		note.Why += fmt.Sprintf(", as of %d such pages", n)
	}
	b.at(&post{file: h.aboutList[0]}, 1, 1, note)
}

// authorName returns the title of the page of an author who is named by the folder of the page, or the name that data
// have for an author: https://gohugo.io/content-management/data-sources/.
func (h *hugo) authorName(b *blog, p *post, id string) string {
	for _, folder := range []string{"authors", "author"} {
		for _, language := range []string{p.spoken, b.Language} {
			if title := h.termTitle[[2]string{language, path.Join(folder, urlize(id))}]; title != "" {
				return title
			}
		}
	}
	key := p.spoken + "\x00" + id
	name, known := h.authors[key]
	if !known {
		if h.authors == nil {
			h.authors = map[string]string{}
		}
		name = cmp.Or(h.authorInData(b, p, id), id)
		h.authors[key] = name
	}
	return name
}

// authorInData returns the name of an author in a data file of the author's own, or in one of all authors; data may be
// in a folder of the language.
func (h *hugo) authorInData(b *blog, p *post, id string) string {
	folder := cmp.Or(b.config.Get("dataDir").Text(), "data")
	for _, root := range append([]string{"."}, h.themes...) {
		if root != "." {
			folder = "data"
		}
		for _, language := range []string{p.spoken, b.Language, ""} {
			for _, of := range []string{"authors", "author"} {
				all := path.Join(root, folder, language, of)
				for _, one := range []*yaml.Node{b.dataFile(path.Join(all, id)), b.dataFile(path.Join(all, urlize(id))),
					b.dataFile(all).Get(id)} {
					if _, name := first(one, "name", "displayName", "display_name"); name.Text() != "" {
						return prose.Plain(name.Text())
					}
				}
			}
		}
	}
	return ""
}
