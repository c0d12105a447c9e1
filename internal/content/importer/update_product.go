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

// ClearAssumedTexts empties assumed summaries and titles of options that content still has, so that they follow the
// changes of the table. Titles that were changed here stay.
func (p *Product) ClearAssumedTexts(here *Product) {
	p.assumedLanguages, p.importedLanguages = map[string]bool{}, map[string]bool{}
	for language, t := range p.Texts {
		p.importedLanguages[language] = true
		if here == nil || here.Texts[language] == nil || here.Texts[language].Title != t.Title {
			continue
		}
		own := here.Texts[language]
		if t.Summary == assumedSummary(t) && own.Summary == t.Summary {
			p.assumedLanguages[language+" summary"] = true
			t.Summary = ""
		}
		for id, o := range t.Options {
			if o.Title == t.Title && own.Options[id].Title == o.Title {
				p.assumedLanguages[language+" option "+id] = true
				t.Options[id] = catalog.ItemText{Description: o.Description}
			}
		}
	}
}

// ContentText returns the text in content of an updated product; an empty one if it has none.
func (j *Job) ContentText(p *Product, language string) *catalog.ProductText {
	if p.contentTexts == nil {
		p.contentTexts = map[string]*catalog.ProductText{}
		if here := j.ReadProduct(p.Slug, filepath.Join("products", p.Slug)); p.Matched && here != nil {
			p.contentTexts = here.Texts
		}
	}
	return cmp.Or(p.contentTexts[language], &catalog.ProductText{})
}

// IsNewText reports whether this import adds the text in a language.
func (j *Job) IsNewText(p *Product, language string) bool {
	return !p.Matched || j.IsTable && !p.importedLanguages[language] && j.ContentText(p, language).Title == ""
}

// assumeIn reports an assumed part of a text. A new text of an updated product becomes a draft, unless a storefront
// needs it.
func (j *Job) assumeIn(p *Product, language, field, value, why string) {
	if !p.Matched || !j.IsNewText(p, language) {
		j.Assume(p, field, value, why)
		return
	}
	n := p.NoteFor(field)
	file := filepath.Join(j.Content, "products", p.Slug, language+".md")
	n.Value, n.Why, n.Do = value, why, "check it in "+file
	if !slices.Contains(source.RequiredLanguagesOf(&p.Facts, j.Library), language) {
		p.Texts[language].Draft = true
		n.Do = "check it and remove draft in " + file
	}
	j.Report.Note(n)
}

// assumeOption reports an option's title that is copied from another language. A new option does not make an updated
// product a draft.
func (j *Job) assumeOption(p *Product, option, language, title, from string) {
	why := "it is missing; that in " + from + " is used"
	if !p.Matched || p.formerOptions == nil || p.formerOptions[option] || j.IsNewText(p, language) {
		j.assumeIn(p, language, "optionTitle "+language, title, why)
		return
	}
	n := p.NoteFor("optionTitle " + language)
	n.Value, n.Why, n.Do = title, why, "check it in "+filepath.Join(j.Content, "products", p.Slug, language+".md")
	j.Report.Note(n)
}

// keptText returns the text in content whose values an update keeps if the source lacks them: a table may have only
// some columns, while other sources have whole texts.
func (j *Job) keptText(p *Product, language string) *catalog.ProductText {
	if !j.IsTable {
		return &catalog.ProductText{}
	}
	return j.ContentText(p, language)
}

// updateProduct merges the changes of a product into its files. Assumed values do not make it a draft again.
func (j *Job) updateProduct(p *Product, key string) error {
	notes := j.Report.Unmapped[p.NotesBefore:]
	j.Report.Unmapped = j.Report.Unmapped[:p.NotesBefore]
	for _, n := range notes {
		if n.Do != remedyAssumed {
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
			return j.mergeFrom(base, "products/"+p.Slug+"/"+name, key, data, read)
		}
		return j.Merge("products/"+p.Slug+"/"+name, key, withoutEmpty(name, data), canonicalOf[catalog.ProductText])
	})
}

// withoutEmpty returns a text without the keys that have no value.
func withoutEmpty(name string, data []byte) []byte {
	front, head, rest := splitFile(name, string(data))
	keys, err := yaml.Parse(front, 1)
	if err != nil || !removeEmpty(keys) {
		return data
	}
	return []byte(head + keysText(keys, "") + rest)
}

// removeEmpty removes the keys with empty texts from a mapping, recursively, and reports whether there were any.
func removeEmpty(n *yaml.Node) (found bool) {
	before := len(n.Pairs)
	n.Pairs = slices.DeleteFunc(n.Pairs, func(p yaml.Pair) bool {
		return p.Value.Kind == yaml.Scalar && p.Value.Value == ""
	})
	found = len(n.Pairs) < before
	for i := range n.Pairs {
		found = removeEmpty(&n.Pairs[i].Value) || found
	}
	return found
}

// LastImported returns a product of the last import or, if there is none, of content; nil if it is unreadable.
func (j *Job) LastImported(slug, key string) *Product {
	for _, folder := range []string{filepath.FromSlash(key), filepath.Join("products", slug)} {
		if p := j.ReadProduct(slug, folder); p != nil {
			j.renamePlaces(&p.Facts, slug)
			return p
		}
	}
	return nil
}

// ReadProduct reads the files of a product in a folder below content; nil if they are unreadable.
func (j *Job) ReadProduct(slug, folder string) *Product {
	facts := j.readFacts(folder)
	if facts == nil {
		return nil
	}
	p := &Product{Slug: slug, Facts: *facts, Texts: map[string]*catalog.ProductText{}}
	for _, language := range j.Languages {
		file := filepath.Join(j.Content, folder, language+".md")
		data, err := os.ReadFile(file)
		front, _, rest := splitFile(file, string(data))
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

// fillMissing copies the facts that the source lacks from the files of the last import.
func (j *Job) fillMissing(p, before *Product) {
	if before == nil {
		return
	}
	f, was := &p.Facts, &before.Facts
	p.formerOptions = map[string]bool{}
	for _, o := range was.Options {
		p.formerOptions[o.ID] = true
	}
	if len(f.Images) == 0 || p.LostPicture {
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
	copies := j.copiedTexts(p.Slug, before)
	p.copiedLanguages = copies
	for language, t := range before.Texts {
		switch {
		case copies[language] && j.IsTable && !p.tableLanguages[language]:
			delete(p.Texts, language)
		case !copies[language] && p.Texts[language] == nil:
			p.Texts[language] = t
		}
	}
}

// fillPlaces copies the city, the categories and the supplier that the source lacks. If content no longer has some
// categories of the last import, and the source still names the same ones, the product keeps those in content.
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

// copiedTexts returns the languages whose texts are copies of another language that no editor has changed.
func (j *Job) copiedTexts(slug string, before *Product) map[string]bool {
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

// NoteVanishedProducts reports products that the source no longer has.
func (j *Job) NoteVanishedProducts() {
	if !j.Update || len(j.Report.Wrong) > 0 { // then not every product was read
		return
	}
	j.NoteVanished("products", func(key string) string {
		was := j.readFacts(filepath.FromSlash(key))
		if was == nil {
			return ""
		}
		slug := j.currentSlug(path.Base(key), was)
		folder := filepath.Join(j.Content, "products", slug)
		if _, err := os.Stat(filepath.Join(folder, "product.yaml")); slug == "" || err != nil {
			return ""
		}
		return folder
	})
}
