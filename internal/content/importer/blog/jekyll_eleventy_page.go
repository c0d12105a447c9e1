package blog

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"storefront/internal/lib/lazyregexp"
)

// makesPage reports whether Eleventy makes a page of a template with front matter, and no layout, feed or script.
func (b *blog) makesPage(file string) bool {
	data, err := b.root.ReadFile(filepath.FromSlash(file))
	isLayout := showsContent.Match(data) || slices.ContainsFunc(strings.Split(path.Dir(file), "/"),
		func(folder string) bool { return slices.Contains(foldersOfLayouts, strings.TrimLeft(folder, "_")) })
	if err != nil || len(data) > largestPost || isLayout || ending(file) == ".astro" {
		return false
	}
	page, _ := readPage(data, false) // which cannot read a script
	address := page.front.Get("permalink").Text()
	if address == "" {
		name := path.Base(file)
		return ending(file) != ".txt" && ending(file) != ".xml" && strings.Count(name, ".") == 1 &&
			!feedName.MatchString(name)
	}
	name := path.Ext(path.Base(expressions.ReplaceAllString(address, "x")))
	return address != "false" && (strings.HasSuffix(address, "/") || name == "" || slices.Contains(htmlEndings, name))
}

// foldersOfLayouts are usual names of folders with what pages are made with.
var foldersOfLayouts = strings.Fields("components includes layouts macros partials shortcodes")

var (
	showsContent = lazyregexp.New(`\{\{-?\s*content\b`)
	expressions  = lazyregexp.New(`\{\{.*?\}\}|\{%.*?%\}`)
)
