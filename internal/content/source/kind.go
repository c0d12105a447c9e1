package source

import (
	"reflect"

	"storefront/internal/content/catalog"
	"storefront/internal/core/payload"
	"storefront/internal/core/translation"
)

// Kind is a kind of files that editors write.
type Kind struct {
	Name string // "product", "product-text"
	// Files match the kind's files below the folder of content: "products/*/product.yaml".
	Files string
	Type  reflect.Type // of what a file holds
	// Front is true if a file holds it as front matter, before prose in Markdown.
	Front bool
	// Forgiving is true if an unknown key is a warning, a word is read as a list of one, and a key may have no value.
	Forgiving bool
}

// Kinds returns all kinds of files of content, in the order of docs/content.md.
func Kinds() []Kind {
	return []Kind{
		{Name: "product", Files: "products/*/product.yaml", Type: reflect.TypeFor[catalog.Product]()},
		{Name: "product-text", Files: "products/*/*.md", Type: reflect.TypeFor[catalog.ProductText](), Front: true},
		{Name: "reviews", Files: "products/*/reviews.yaml", Type: reflect.TypeFor[[]catalog.Review]()},
		{Name: "city", Files: "cities/*/city.yaml", Type: reflect.TypeFor[catalog.City]()},
		{Name: "city-text", Files: "cities/*/*.md", Type: reflect.TypeFor[catalog.PlaceText](), Front: true},
		{Name: "category", Files: "categories/*/category.yaml", Type: reflect.TypeFor[catalog.Category]()},
		{Name: "category-text", Files: "categories/*/*.md", Type: reflect.TypeFor[catalog.PlaceText](), Front: true},
		{Name: "supplier", Files: "suppliers/*.yaml", Type: reflect.TypeFor[catalog.Supplier]()},
		{Name: "story", Files: "blog/*/*.md", Type: reflect.TypeFor[catalog.Post](), Front: true, Forgiving: true},
		{Name: "topics", Files: "faq/topics.yaml", Type: reflect.TypeFor[[]catalog.Topic]()},
		{Name: "question", Files: "faq/*/faq.yaml", Type: reflect.TypeFor[catalog.FAQEntry]()},
		{Name: "question-text", Files: "faq/*/*.md", Type: reflect.TypeFor[catalog.FAQText](), Front: true},
		{Name: "testimonial", Files: "testimonials/*/testimonial.yaml", Type: reflect.TypeFor[catalog.Testimonial]()},
		{Name: "testimonial-text", Files: "testimonials/*/*.md", Type: reflect.TypeFor[catalog.TestimonialText](),
			Front: true},
		{Name: "page", Files: "pages/*/page.yaml", Type: reflect.TypeFor[catalog.TextPage]()},
		{Name: "page-text", Files: "pages/*/*.md", Type: reflect.TypeFor[catalog.PageText](), Front: true},
		{Name: "labels", Files: "labels.yaml", Type: reflect.TypeFor[map[string]catalog.Localized]()},
		{Name: "terms", Files: "terms.yaml", Type: reflect.TypeFor[catalog.Terms]()},
		{Name: "occasions", Files: "occasions.yaml", Type: reflect.TypeFor[map[string]catalog.Localized]()},
		{Name: "redirects", Files: "redirects.yaml", Type: reflect.TypeFor[[]payload.Redirect]()},
		{Name: "search", Files: "search.yaml", Type: reflect.TypeFor[map[string]*catalog.SearchWords]()},
		{Name: "alt-texts", Files: "media/*.yaml", Type: reflect.TypeFor[map[string]string]()},
		{Name: "texts", Files: "texts/*.yaml", Type: reflect.TypeFor[translation.Tree]()},
		{Name: "deployment", Files: "deployments/*.yaml", Type: reflect.TypeFor[catalog.Deployment]()},
	}
}
