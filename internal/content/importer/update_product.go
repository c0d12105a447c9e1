package importer

import (
	"cmp"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/source"
)

// updateProduct merges the changes of a product into its files. Placeholders do not make it a draft again.
func (j *job) updateProduct(p *product, key string) error {
	notes := j.report.Unmapped[p.mark:]
	j.report.Unmapped = j.report.Unmapped[:p.mark]
	for _, n := range notes {
		if n.Do != lookAtIt {
			j.report.Unmapped = append(j.report.Unmapped, n)
		}
	}
	base, _ := os.ReadFile(filepath.Join(j.Content, filepath.FromSlash(key), "product.yaml"))
	read, base, err := j.updatePublication(p, key, base)
	if err != nil {
		return err
	}
	return j.eachFile(p, func(name string, data []byte) error {
		if name == "product.yaml" {
			return j.updateFrom(base, "products/"+p.slug+"/"+name, key, data, read)
		}
		return j.update("products/"+p.slug+"/"+name, key, data, canonicalOf[catalog.ProductText])
	})
}

// prior is a product as it was last imported, or where nothing is known of that as content has it; nil if it cannot be
// read.
func (j *job) prior(slug, key string) *product {
	for _, folder := range []string{filepath.FromSlash(key), filepath.Join("products", slug)} {
		if p := j.readProduct(slug, folder); p != nil {
			return p
		}
	}
	return nil
}

// readProduct reads the files of a product in a folder below content; nil if it cannot be read.
func (j *job) readProduct(slug, folder string) *product {
	p := &product{slug: slug, texts: map[string]*catalog.ProductText{}}
	data, err := os.ReadFile(filepath.Join(j.Content, folder, "product.yaml"))
	if err != nil || source.Value(string(data), &p.facts) != nil {
		return nil
	}
	for _, language := range j.languages {
		file := filepath.Join(j.Content, folder, language+".md")
		data, err := os.ReadFile(file)
		front, _, rest := parts(file, string(data))
		t := &catalog.ProductText{}
		if err != nil || source.Value(front, t) != nil {
			continue
		}
		t.Body.Source = strings.TrimSpace(strings.TrimPrefix(rest, "---\n"))
		if t.Options == nil {
			t.Options = map[string]catalog.ItemText{}
		}
		p.texts[language] = t
	}
	return p
}

// fillFrom copies the facts that the source lacks from the files as they were, in place of placeholders.
func (j *job) fillFrom(p, before *product) {
	if before == nil {
		return
	}
	f, was := &p.facts, &before.facts
	if len(f.Images) == 0 || p.lost {
		f.Images = was.Images
	}
	if f.Location == (catalog.Coordinates{}) {
		f.Location = was.Location
	}
	if f.Duration.IsZero() {
		f.Duration, f.MinimumDuration = was.Duration, was.MinimumDuration
	}
	if f.Cancellation == nil {
		f.Cancellation = was.Cancellation
	}
	f.City, f.Supplier, f.Currency = cmp.Or(f.City, was.City), cmp.Or(f.Supplier, was.Supplier),
		cmp.Or(f.Currency, was.Currency)
	if len(f.Categories) == 0 {
		f.Categories = was.Categories
	}
	copies := j.copies(p.slug, before)
	for language, t := range before.texts {
		switch {
		case copies[language] && j.isTable && !p.written[language]:
			delete(p.texts, language)
		case !copies[language] && p.texts[language] == nil:
			p.texts[language] = t
		}
	}
}

// copies returns the languages in which a product has but the text of another language, which was imported in place of
// theirs and which no editor has changed.
func (j *job) copies(slug string, before *product) map[string]bool {
	out := map[string]bool{}
	here := j.readProduct(slug, filepath.Join("products", slug))
	if here == nil {
		return out
	}
	var first *catalog.ProductText
	for _, language := range j.languages {
		t := before.texts[language]
		if first == nil {
			first = t
		} else if t != nil && reflect.DeepEqual(t, first) && reflect.DeepEqual(here.texts[language], t) {
			out[language] = true
		}
	}
	return out
}

// vanishedProducts reports products that the source has no more.
func (j *job) vanishedProducts() {
	if !j.Update {
		return
	}
	j.vanished("products", func(key string) string {
		n, _, err := readKeys(filepath.Join(j.Content, filepath.FromSlash(key), "product.yaml"))
		if err != nil {
			return ""
		}
		slug := path.Base(key)
		if id := n.Get("sourceId"); id != nil {
			supplier := ""
			if s := n.Get("supplier"); s != nil {
				supplier = s.Value
			}
			slug = j.existing(id.Value, supplier)
		}
		folder := filepath.Join(j.Content, "products", slug)
		if _, err := os.Stat(filepath.Join(folder, "product.yaml")); slug == "" || err != nil {
			return ""
		}
		return folder
	})
}
