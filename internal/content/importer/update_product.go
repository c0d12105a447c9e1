package importer

import (
	"cmp"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/source"
	"storefront/internal/content/yaml"
)

// WithoutStandIns empties the summaries and titles of options for which something else of the text stood in, and stands
// in content still: they follow what the table changes. Where content has another title here, they stay.
func (p *Product) WithoutStandIns(here *Product) {
	p.follows, p.known = map[string]bool{}, map[string]bool{}
	for language, t := range p.Texts {
		p.known[language] = true
		if here == nil || here.Texts[language] == nil || here.Texts[language].Title != t.Title {
			continue
		}
		own := here.Texts[language]
		if t.Summary == summaryOf(t) && own.Summary == t.Summary {
			p.follows[language+" summary"] = true
			t.Summary = ""
		}
		for id, o := range t.Options {
			if o.Title == t.Title && own.Options[id].Title == o.Title {
				p.follows[language+" option "+id] = true
				t.Options[id] = catalog.ItemText{Description: o.Description}
			}
		}
	}
}

// TextHere returns the text that content has of a product that is updated; an empty one if it has none.
func (j *Job) TextHere(p *Product, language string) *catalog.ProductText {
	if p.here == nil {
		p.here = map[string]*catalog.ProductText{}
		if here := j.ReadProduct(p.Slug, filepath.Join("products", p.Slug)); p.Matched && here != nil {
			p.here = here.Texts
		}
	}
	return cmp.Or(p.here[language], &catalog.ProductText{})
}

// IsNewIn reports whether a text in a language comes in with a product or by its update.
func (j *Job) IsNewIn(p *Product, language string) bool {
	return !p.Matched || j.IsTable && !p.known[language] && j.TextHere(p, language).Title == ""
}

// assumeIn reports an assumed part of a text. Of a product that is updated, a text that is new becomes a draft,
// unless a storefront needs it.
func (j *Job) assumeIn(p *Product, language, field, value, why string) {
	if !p.Matched || !j.IsNewIn(p, language) {
		j.Assume(p, field, value, why)
		return
	}
	n := p.Place(field)
	file := filepath.Join(j.Content, "products", p.Slug, language+".md")
	n.Value, n.Why, n.Do = value, why, "look at it in "+file
	if !slices.Contains(source.NeededOf(&p.Facts, j.Library), language) {
		p.Texts[language].Draft = true
		n.Do = "look at it and remove draft in " + file
	}
	j.Report.Note(n)
}

// assumeOption reports that an option's title in a language stands in for one in another. An option that is new makes
// no draft of a product that is updated.
func (j *Job) assumeOption(p *Product, option, language, title, from string) {
	why := "it is missing; that in " + from + " is used"
	if !p.Matched || p.former == nil || p.former[option] || j.IsNewIn(p, language) {
		j.assumeIn(p, language, "optionTitle "+language, title, why)
		return
	}
	n := p.Place("optionTitle " + language)
	n.Value, n.Why, n.Do = title, why, "look at it in "+filepath.Join(j.Content, "products", p.Slug, language+".md")
	j.Report.Note(n)
}

// stays returns the text of content whose values an update keeps if its source lacks them: a table may have only some
// columns, while other sources have whole texts.
func (j *Job) stays(p *Product, language string) *catalog.ProductText {
	if !j.IsTable {
		return &catalog.ProductText{}
	}
	return j.TextHere(p, language)
}

// updateProduct merges the changes of a product into its files. Placeholders do not make it a draft again.
func (j *Job) updateProduct(p *Product, key string) error {
	notes := j.Report.Unmapped[p.Mark:]
	j.Report.Unmapped = j.Report.Unmapped[:p.Mark]
	for _, n := range notes {
		if n.Do != lookAtIt {
			j.Report.Unmapped = append(j.Report.Unmapped, n)
		}
	}
	base, _ := os.ReadFile(filepath.Join(j.Content, filepath.FromSlash(key), "product.yaml"))
	read, base, err := j.updatePublication(p, key, base)
	if err != nil {
		return err
	}
	return j.eachFile(p, func(name string, data []byte) error {
		if name == "product.yaml" {
			return j.updateFrom(base, "products/"+p.Slug+"/"+name, key, data, read)
		}
		return j.Merge("products/"+p.Slug+"/"+name, key, withoutEmpty(name, data), canonicalOf[catalog.ProductText])
	})
}

// withoutEmpty returns a text without the keys that have no value.
func withoutEmpty(name string, data []byte) []byte {
	front, head, rest := parts(name, string(data))
	keys, err := yaml.Parse(front, 1)
	if err != nil || !dropEmpty(keys) {
		return data
	}
	return []byte(head + keysText(keys, "") + rest)
}

// dropEmpty takes keys with an empty text out of a mapping and of those in it, and reports whether there were any.
func dropEmpty(n *yaml.Node) (found bool) {
	before := len(n.Pairs)
	n.Pairs = slices.DeleteFunc(n.Pairs, func(p yaml.Pair) bool {
		return p.Value.Kind == yaml.Scalar && p.Value.Value == ""
	})
	found = len(n.Pairs) < before
	for i := range n.Pairs {
		found = dropEmpty(&n.Pairs[i].Value) || found
	}
	return found
}

// Prior is a product as it was last imported, or where nothing is known of that as content has it; nil if it cannot be
// read.
func (j *Job) Prior(slug, key string) *Product {
	for _, folder := range []string{filepath.FromSlash(key), filepath.Join("products", slug)} {
		if p := j.ReadProduct(slug, folder); p != nil {
			j.renamePlaces(&p.Facts, slug)
			return p
		}
	}
	return nil
}

// ReadProduct reads the files of a product in a folder below content; nil if it cannot be read.
func (j *Job) ReadProduct(slug, folder string) *Product {
	facts := j.readFacts(folder)
	if facts == nil {
		return nil
	}
	p := &Product{Slug: slug, Facts: *facts, Texts: map[string]*catalog.ProductText{}}
	for _, language := range j.Languages {
		file := filepath.Join(j.Content, folder, language+".md")
		data, err := os.ReadFile(file)
		front, _, rest := parts(file, string(data))
		keys, errKeys := yaml.Parse(front, 1)
		if err != nil || errKeys != nil {
			continue
		}
		t := &catalog.ProductText{}
		_ = source.Decode(keys, t) // of a text that was imported, some keys may lack
		t.Body.Source = strings.TrimSpace(strings.TrimPrefix(rest, "---\n"))
		if t.Options == nil {
			t.Options = map[string]catalog.ItemText{}
		}
		p.Texts[language] = t
	}
	return p
}

// fillFrom copies the facts that the source lacks from the files as they were, in place of placeholders.
func (j *Job) fillFrom(p, before *Product) {
	if before == nil {
		return
	}
	f, was := &p.Facts, &before.Facts
	p.former = map[string]bool{}
	for _, o := range was.Options {
		p.former[o.ID] = true
	}
	if len(f.Images) == 0 || p.Lost {
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
	j.fillPlaces(p, was)
	f.Currency = cmp.Or(f.Currency, was.Currency)
	copies := j.copies(p.Slug, before)
	p.copied = copies
	for language, t := range before.Texts {
		switch {
		case copies[language] && j.IsTable && !p.written[language]:
			delete(p.Texts, language)
		case !copies[language] && p.Texts[language] == nil:
			p.Texts[language] = t
		}
	}
}

// fillPlaces copies the city, the categories and the supplier that the source lacks. Where content has some of the
// categories of the last import no more, and the source has the same ones, those that the product has in content stand.
func (j *Job) fillPlaces(p *Product, was *catalog.Product) {
	f := &p.Facts
	f.City, f.Supplier = cmp.Or(f.City, was.City), cmp.Or(f.Supplier, was.Supplier)
	if len(f.Categories) == 0 {
		f.Categories = was.Categories
	}
	isGone := func(id string) bool { return !j.Stage.Exists("categories/" + id) }
	here := j.readFacts(filepath.Join("products", p.Slug))
	if here != nil && slices.Equal(f.Categories, was.Categories) && slices.ContainsFunc(f.Categories, isGone) {
		f.Categories = here.Categories
	}
}

// copies returns the languages in which a product has but the text of another language, which was imported in place of
// theirs and which no editor has changed.
func (j *Job) copies(slug string, before *Product) map[string]bool {
	out := map[string]bool{}
	here := j.ReadProduct(slug, filepath.Join("products", slug))
	if here == nil {
		return out
	}
	var first *catalog.ProductText
	for _, language := range j.Languages {
		t := before.Texts[language]
		if first == nil {
			first = t
		} else if t != nil && reflect.DeepEqual(t, first) && reflect.DeepEqual(here.Texts[language], t) {
			out[language] = true
		}
	}
	return out
}

// VanishedProducts reports products that the source no longer has.
func (j *Job) VanishedProducts() {
	if !j.Update || len(j.Report.Wrong) > 0 { // then not every product was read
		return
	}
	j.Vanished("products", func(key string) string {
		was := j.readFacts(filepath.FromSlash(key))
		if was == nil {
			return ""
		}
		slug := j.slugNow(path.Base(key), was)
		folder := filepath.Join(j.Content, "products", slug)
		if _, err := os.Stat(filepath.Join(folder, "product.yaml")); slug == "" || err != nil {
			return ""
		}
		return folder
	})
}
