package cms

import (
	"cmp"
	"path"
	"reflect"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/source"
)

type configBuilder struct {
	Options
	*Content
}

// referencedKinds are the keys that name other content, by type and key.
var referencedKinds = map[string]string{
	"Product.city": "cities", "Product.categories": "categories", "Product.supplier": "suppliers",
	"Product.labels": "labels", "Product.occasions": "occasions", "Product.related": "products",
	"Post.products": "products", "FAQEntry.topic": "topics", "Testimonial.product": "products",
	"TextPage.deployments": "deployments",
}

// referencedIDs returns the values that a key can have; empty if it names no other content.
func (m *configBuilder) referencedIDs(t reflect.Type, key string) []string {
	var all []string
	switch referencedKinds[t.Name()+"."+key] {
	case "cities":
		for _, c := range m.Library.Cities {
			all = append(all, c.Slug)
		}
	case "categories":
		for _, c := range m.Library.Categories {
			all = append(all, c.Slug)
		}
	case "suppliers":
		return ids(m.Library.Suppliers)
	case "labels":
		return slices.DeleteFunc(ids(m.Library.Labels), func(id string) bool { return id == catalog.TopRated })
	case "occasions":
		return ids(m.Library.Occasions)
	case "topics":
		for _, topic := range m.Library.Topics {
			all = append(all, topic.ID)
		}
	case "deployments":
		for _, d := range m.Library.Deployments {
			all = append(all, d.ID)
		}
	case "products":
		for _, p := range m.Products {
			all = append(all, p.Slug)
		}
	}
	return all
}

func (m *configBuilder) build() *config {
	c := &config{MediaFolder: path.Join(m.Options.Content, "media"), PublicFolder: "/"}
	c.Backend.Name, c.Backend.Repo, c.Backend.Branch = m.Backend, m.Repo, m.Branch
	c.Output.Omit = true
	c.Output.YAML.Indent, c.Output.YAML.Quote = 2, "none"
	c.Output.YAML.Sequences = true
	c.I18n = &i18n{Structure: "multiple_files", Locales: m.Library.Languages, Default: m.Library.Languages[0]}
	if len(m.Library.Deployments) > 0 {
		c.I18n.Default = cmp.Or(m.Library.Deployments[0].DefaultLanguage(), c.I18n.Default)
	}
	c.Collections = slices.Concat(m.storyCollections(), []collection{
		m.productTextCollection(), m.factsCollection("product", "Products: facts", "products",
			reflect.TypeFor[catalog.Product]()),
		m.textCollection("city", "Cities", "cities", m.citySlugs(), reflect.TypeFor[catalog.PlaceText]()),
		m.factsCollection("city", "Cities: facts", "cities", reflect.TypeFor[catalog.City]()),
		m.textCollection("category", "Categories", "categories", m.categorySlugs(),
			reflect.TypeFor[catalog.PlaceText]()),
		m.factsCollection("category", "Categories: facts", "categories", reflect.TypeFor[catalog.Category]()),
		m.textCollection("question", "Questions", "faq", m.questionSlugs(), reflect.TypeFor[catalog.FAQText]()),
		m.factsCollection("faq", "Questions: where they are shown", "faq", reflect.TypeFor[catalog.FAQEntry]()),
		m.textCollection("page", "Pages", "pages", ids(m.Library.Pages), reflect.TypeFor[catalog.PageText]()),
		m.textCollection("testimonial", "Testimonials", "testimonials", m.testimonialSlugs(),
			reflect.TypeFor[catalog.TestimonialText]()),
		m.factsCollection("testimonial", "Testimonials: facts", "testimonials", reflect.TypeFor[catalog.Testimonial]()),
		m.idCollection("suppliers", "Suppliers", reflect.TypeFor[catalog.Supplier]()),
		m.idCollection("deployments", "Storefronts", reflect.TypeFor[catalog.Deployment]()),
		m.vocabularyCollection(),
	})
	// A CMS refuses an empty collection.
	c.Collections = slices.DeleteFunc(c.Collections, func(one collection) bool {
		return one.Folder == "" && one.Files == nil
	})
	return c
}

// bodyField is the prose below front matter, as Markdown: the visual editor would write it in other forms.
func bodyField(translated bool) field {
	return field{Name: "body", Label: "Text", Widget: "markdown", Required: newBool(false), I18n: translated,
		Modes: []string{"raw"}}
}

var typedSlug = &slug{
	Editable: []string{"create"}, Hint: "The end of its address: lower-case a-z, 0-9 and single hyphens.",
	Pattern: []string{source.SlugPattern(), patternMessage},
}

// storyCollections returns a collection for each language: an entry may exist in one language only.
func (m *configBuilder) storyCollections() (all []collection) {
	for _, language := range m.Library.Languages {
		all = append(all, collection{
			Name: "stories-" + language, Label: "Stories (" + language + ")",
			Folder: path.Join(m.Options.Content, "blog"), Path: "{{slug}}/" + language, Extension: "md",
			Format: keepFormatMarkdown, Slug: typedSlug, Summary: "{{title}}", Create: newBool(true),
			Fields: append(m.fields(reflect.TypeFor[catalog.Post](), false, nil), bodyField(false)),
		})
	}
	return all
}

// textCollection returns a collection of the language files of folders, with languages side by side.
func (m *configBuilder) textCollection(kind, name, folder string, slugs []string, t reflect.Type) collection {
	c := collection{Name: kind + "-texts", Label: name, I18n: true}
	for _, slug := range slugs {
		c.Files = append(c.Files, m.textFile(folder, slug, append(m.fields(t, true, nil), bodyField(true))))
	}
	return c
}

func (m *configBuilder) textFile(folder, slug string, fields []field) file {
	return file{Name: slug, Label: label(slug), File: path.Join(m.Options.Content, folder, slug, "{{locale}}.md"),
		Format: keepFormatMarkdown, I18n: true, Fields: fields}
}

// productTextCollection returns collections with fields for the ids of each product.
func (m *configBuilder) productTextCollection() collection {
	c := collection{Name: "product-texts", Label: "Products", I18n: true}
	for _, p := range m.Products {
		ids := map[string][]string{}
		for _, o := range p.Options {
			ids["options"] = append(ids["options"], o.ID)
			for _, u := range o.Units {
				if _, named := unitName(p, u.ID); named {
					ids["units"] = append(ids["units"], u.ID)
				}
			}
		}
		for _, e := range p.Extras {
			ids["extras"] = append(ids["extras"], e.ID)
		}
		for _, s := range p.Itinerary {
			ids["itinerary"] = append(ids["itinerary"], s.ID)
		}
		if p.Pickup != nil {
			ids["pickupPoints"] = pointIDs(p.Pickup)
		}
		if p.DropOff != nil {
			ids["dropOffPoints"] = pointIDs(p.DropOff)
		}
		slices.Sort(ids["units"])
		ids["units"] = slices.Compact(ids["units"])
		fields := m.fields(reflect.TypeFor[catalog.ProductText](), true, ids)
		for i := range fields {
			translate(&fields[i])
		}
		c.Files = append(c.Files, m.textFile("products", p.Slug, append(fields, bodyField(true))))
	}
	return c
}

// translate lets a field and those in it differ by language.
func translate(f *field) {
	f.I18n = true
	for i := range f.Fields {
		translate(&f.Fields[i])
	}
	if f.Field != nil {
		translate(f.Field)
	}
}

// unitName reports whether a product names a unit in some language.
func unitName(p *catalog.Product, unit string) (string, bool) {
	for _, t := range p.Texts {
		if name, ok := t.Units[unit]; ok {
			return name, true
		}
	}
	return "", false
}

func pointIDs(t *catalog.Transfer) (all []string) {
	for _, point := range t.Points {
		all = append(all, point.ID)
	}
	return all
}

// factsCollection returns a collection of the facts of folders: products/<slug>/product.yaml. generate new creates such
// files.
func (m *configBuilder) factsCollection(kind, name, folder string, t reflect.Type) collection {
	return collection{
		Name: folder + "-facts", Label: name, Folder: path.Join(m.Options.Content, folder), Path: "{{slug}}/" + kind,
		Extension: "yaml", Format: keepFormatYAML, Summary: "{{slug}}", Create: newBool(false), Delete: newBool(false),
		Fields: m.fields(t, false, nil),
	}
}

// idCollection returns a collection of files that are named after their ids.
func (m *configBuilder) idCollection(folder, name string, t reflect.Type) collection {
	return collection{
		Name: folder, Label: name, Folder: path.Join(m.Options.Content, folder), Extension: "yaml",
		Format:  keepFormatYAML,
		Summary: "{{slug}}", Create: newBool(false), Delete: newBool(false), Fields: m.fields(t, false, nil),
	}
}

// vocabularyCollection has the files of the whole catalogue.
func (m *configBuilder) vocabularyCollection() collection {
	c := collection{Name: "vocabulary", Label: "Vocabulary"}
	add := func(name, rel string, fields []field) {
		c.Files = append(c.Files, file{Name: name, Label: label(name), File: path.Join(m.Options.Content, rel),
			Format: keepFormatYAML, Fields: fields})
	}
	localized := func(all map[string]catalog.Localized) (fields []field) {
		for _, id := range ids(all) {
			fields = append(fields, field{Name: id, Label: label(id), Widget: "object", Fields: m.languageFields()})
		}
		return fields
	}
	if fields := localized(m.Library.Labels); fields != nil {
		add("labels", "labels.yaml", fields)
	}
	if fields := localized(m.Library.Occasions); fields != nil {
		add("occasions", "occasions.yaml", fields)
	}
	return c
}

func ids[V any](all map[string]V) []string {
	var names []string
	for name := range all {
		names = append(names, name)
	}
	slices.SortFunc(names, strings.Compare)
	return names
}

func (m *configBuilder) citySlugs() (all []string) {
	for _, c := range m.Library.Cities {
		all = append(all, c.Slug)
	}
	return all
}

func (m *configBuilder) categorySlugs() (all []string) {
	for _, c := range m.Library.Categories {
		all = append(all, c.Slug)
	}
	return all
}

func (m *configBuilder) questionSlugs() (all []string) {
	for _, q := range m.Library.FAQ {
		all = append(all, q.Slug)
	}
	return all
}

func (m *configBuilder) testimonialSlugs() (all []string) {
	for _, t := range m.Library.Testimonials {
		all = append(all, t.Slug)
	}
	return all
}
