package engine

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"storefront/internal/build/pages"
	"storefront/internal/content/diag"
)

// mediaFolder is the group of files with the pictures, and with their alternative texts in media/<language>.yaml.
const mediaFolder = "media"

const altsExt = ".yaml"

// sameButAlts reports whether two states of the folder of pictures differ in files of alternative texts alone.
func sameButAlts(before, now string) bool {
	pictures := func(group string) map[string]string {
		all := statsOf(group)
		maps.DeleteFunc(all, func(name, _ string) bool { return filepath.Ext(name) == altsExt })
		return all
	}
	return maps.Equal(pictures(before), pictures(now))
}

// statsOf returns the stats of a group by the names of its files.
func statsOf(group string) map[string]string {
	all := map[string]string{}
	for group != "" {
		name, rest, ok := strings.Cut(group, "\x00")
		if !ok || len(rest) < statLength {
			break
		}
		all[name], group = rest[:statLength], rest[statLength:]
	}
	return all
}

// readAlts reads the alternative texts again, and notes the pictures whose texts changed. It reports false if there are
// other pictures than before.
func (r *reading) readAlts(changes *pages.Changes) (ok bool) {
	lib, changed, found, ok := r.reader.Alts(r.lib)
	if !ok {
		return false
	}
	r.out = append(slices.DeleteFunc(slices.Clone(r.out), r.inAlts), found...)
	if slices.ContainsFunc(found, isError) { // nothing is planned
		return true
	}
	r.lib, r.maker, changes.Pictures = lib, r.maker.WithPictures(lib, changed), changed
	return true
}

// inAlts reports whether a diagnostic is of a file of alternative texts.
func (r *reading) inAlts(d diag.Diagnostic) bool {
	return filepath.Dir(d.Path) == filepath.Join(r.in.options.Content, mediaFolder) && filepath.Ext(d.Path) == altsExt
}

// withShowing adds the groups of the products and posts that show pictures to the groups to read.
func (r *reading) withShowing(changed []string, pictures map[string]bool) []string {
	products, posts := r.content().ContentWithPictures(pictures)
	for _, slug := range products {
		changed = append(changed, "products/"+slug)
	}
	for _, folder := range posts {
		changed = append(changed, "blog/"+folder)
	}
	slices.Sort(changed)
	return slices.Compact(changed)
}
