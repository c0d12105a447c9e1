package importer

import (
	"cmp"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"storefront/internal/content/catalog"
	"storefront/internal/content/source"
)

// rememberRenamed records the new names of cities, categories and suppliers whose folders were renamed since the last
// import. The default facts of the options may have former names.
func (j *Job) rememberRenamed() {
	if !j.Update {
		return
	}
	root := filepath.Join(j.Content, Memory, j.Source, "products")
	_ = filepath.WalkDir(root, func(name string, _ fs.DirEntry, err error) error {
		if err == nil && filepath.Base(name) == "product.yaml" {
			folder, _ := filepath.Rel(j.Content, filepath.Dir(name))
			if was := j.readFacts(folder); was != nil {
				j.renamePlaces(was, j.currentSlug(path.Base(filepath.ToSlash(folder)), was))
			}
		}
		return nil
	})
	for kind, given := range map[string]*string{"city": &j.Facts.City, "categories": &j.Facts.Category,
		"supplier": &j.Facts.Supplier} {
		if _, there := j.titlesByID(kind)[*given]; !there {
			*given = cmp.Or(lastOf(j.idsOfName(kind, *given)), *given)
		}
	}
}

// renamePlaces replaces the city, the categories and the supplier of a product of the last import that content no
// longer has with those that the product now has, and records these as their new names.
func (j *Job) renamePlaces(was *catalog.Product, slug string) {
	here := j.readFacts(filepath.Join("products", slug))
	if here == nil {
		return
	}
	rename := func(kind string, old, now []string) []string {
		all := j.titlesByID(kind)
		isKept := func(id string) bool { _, there := all[id]; return there || slices.Contains(now, id) }
		now = slices.DeleteFunc(slices.Clone(now), func(id string) bool { return slices.Contains(old, id) })
		renamed := slices.Clone(old)
		gone := slices.DeleteFunc(slices.Clone(old), isKept)
		for i, id := range gone {
			if id != "" && len(gone) == len(now) {
				j.rememberName(kind, id, now[i])
				renamed[slices.Index(old, id)] = now[i]
			}
		}
		return renamed
	}
	was.City = rename("city", []string{was.City}, []string{here.City})[0]
	was.Supplier = rename("supplier", []string{was.Supplier}, []string{here.Supplier})[0]
	was.Categories = rename("categories", was.Categories, here.Categories)
}

// currentSlug returns the slug that content has for a product of the last import; "" if it has none.
func (j *Job) currentSlug(slug string, was *catalog.Product) string {
	if was.SourceID == "" {
		return slug
	}
	return cmp.Or(j.ExistingSlug(was.SourceID, was.Supplier), j.ExistingSlug(was.SourceID, ""))
}

// readFacts reads the facts of a product in a folder below content; nil if they are unreadable.
func (j *Job) readFacts(folder string) *catalog.Product {
	facts := new(catalog.Product)
	data, err := os.ReadFile(filepath.Join(j.Content, folder, "product.yaml"))
	if err != nil || source.Value(string(data), facts) != nil {
		return nil
	}
	return facts
}
