package blog

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"storefront/internal/lib/lazyregexp"
)

// makesPage reports whether Eleventy builds a page from a template with front matter that is not a layout, feed or
// script.
func (b *blog) makesPage(file string) bool {
	data, err := b.root.ReadFile(filepath.FromSlash(file))
	isLayout := showsContent.Match(data) || slices.ContainsFunc(strings.Split(path.Dir(file), "/"),
		func(folder string) bool { return slices.Contains(layoutFolders, strings.TrimLeft(folder, "_")) })
	if err != nil || len(data) > maxPostBytes || isLayout || ending(file) == ".astro" {
		return false
	}
	page, _ := readPage(data, false) // scripts are unreadable
	address := page.front.Get("permalink").Text()
	if address == "" {
		name := path.Base(file)
		return ending(file) != ".txt" && ending(file) != ".xml" && strings.Count(name, ".") == 1 &&
			!feedName.MatchString(name)
	}
	name := path.Ext(path.Base(expressions.ReplaceAllString(address, "x")))
	return address != "false" && (strings.HasSuffix(address, "/") || name == "" || slices.Contains(htmlEndings, name))
}

// layoutFolders are usual names of folders with layouts and parts of pages.
var layoutFolders = strings.Fields("components includes layouts macros partials shortcodes")

var (
	showsContent = lazyregexp.New(`\{\{-?\s*content\b`)
	expressions  = lazyregexp.New(`\{\{.*?\}\}|\{%.*?%\}`)
)
