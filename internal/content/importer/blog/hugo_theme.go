package blog

import (
	"cmp"
	"path"
)

// themeFolders returns the folders of the configured themes and modules, in the order of their precedence:
// https://gohugo.io/configuration/module/#imports.
func themeFolders(b *blog) (all []string) {
	folder := cmp.Or(b.config.Get("themesDir").Text(), "themes")
	names := textsOf(b.config.Get("theme"))
	if module := b.config.Get("module"); module != nil && module.Get("imports") != nil {
		for i := range module.Get("imports").Items {
			names = append(names, textsOf(module.Get("imports").Items[i].Get("path"))...)
		}
	}
	for _, name := range names {
		all = append(all, path.Join("_vendor", name), path.Join(folder, name))
	}
	return all
}

// themePaths lists the paths of a file in themes.
func (h *hugo) themePaths(name string) (all []string) {
	for _, folder := range h.themes {
		all = append(all, path.Join(folder, "static", name), path.Join(folder, "assets", name))
	}
	return all
}
