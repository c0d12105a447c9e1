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

// differOnlyInAlts reports whether two states of the folder of pictures differ in files of alternative texts alone.
func differOnlyInAlts(before, now string) bool {
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

// readAlts reads the alternative texts again, and records the pictures whose texts changed. It reports false if the set
// of pictures has changed.
func (r *reading) readAlts(changes *pages.Changes) (ok bool) {
	lib, changed, found, ok := r.reader.ReloadAltTexts(r.lib)
	if !ok {
		return false
	}
	r.libraryFindings = append(slices.DeleteFunc(slices.Clone(r.libraryFindings), r.isInAltsFile), found...)
	if slices.ContainsFunc(found, isError) { // the diagnostics stop the plan
		return true
	}
	r.lib, r.summarizer, changes.Pictures = lib, r.summarizer.WithPictures(lib, changed), changed
	return true
}

// isInAltsFile reports whether a diagnostic points into a file of alternative texts.
func (r *reading) isInAltsFile(d diag.Diagnostic) bool {
	return filepath.Dir(d.Path) == filepath.Join(r.in.options.Content, mediaFolder) && filepath.Ext(d.Path) == altsExt
}

// addGroupsShowing adds the groups of the products and posts that show some of the pictures to the groups to read.
func (r *reading) addGroupsShowing(changed []string, pictures map[string]bool) []string {
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
