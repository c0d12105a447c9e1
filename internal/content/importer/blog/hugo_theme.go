package blog

import (
	"cmp"
	"path"
)

// themesOf returns the folders of the themes and modules of the configuration; the first that has a file counts:
// https://gohugo.io/configuration/module/#imports.
func themesOf(b *blog) (all []string) {
	folder := cmp.Or(b.config.Get("themesDir").Text(), "themes")
	names := words(b.config.Get("theme"))
	if module := b.config.Get("module"); module != nil && module.Get("imports") != nil {
		for i := range module.Get("imports").Items {
			names = append(names, words(module.Get("imports").Items[i].Get("path"))...)
		}
	}
	for _, name := range names {
		all = append(all, path.Join("_vendor", name), path.Join(folder, name))
	}
	return all
}

// ofThemes lists where themes may have a file that the site has not.
func (h *hugo) ofThemes(name string) (all []string) {
	for _, folder := range h.themes {
		all = append(all, path.Join(folder, "static", name), path.Join(folder, "assets", name))
	}
	return all
}
