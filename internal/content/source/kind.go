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
	// Glob match the kind's files below the folder of content: "products/*/product.yaml".
	Glob string
	Type reflect.Type // of what a file holds
	// HasFrontMatter is true if a file holds it as front matter, before prose in Markdown.
	HasFrontMatter bool
	// Forgiving is true if an unknown key is a warning, a word is read as a list of one, and a key may have no value.
	Forgiving bool
}

// Kinds returns all kinds of files of content, in the order of docs/content.md.
func Kinds() []Kind {
	return []Kind{
		{Name: "product", Glob: "products/*/product.yaml", Type: reflect.TypeFor[catalog.Product]()},
		{Name: "product-text", Glob: "products/*/*.md", Type: reflect.TypeFor[catalog.ProductText](),
			HasFrontMatter: true},
		{Name: "reviews", Glob: "products/*/reviews.yaml", Type: reflect.TypeFor[[]catalog.Review]()},
		{Name: "city", Glob: "cities/*/city.yaml", Type: reflect.TypeFor[catalog.City]()},
		{Name: "city-text", Glob: "cities/*/*.md", Type: reflect.TypeFor[catalog.PlaceText](), HasFrontMatter: true},
		{Name: "category", Glob: "categories/*/category.yaml", Type: reflect.TypeFor[catalog.Category]()},
		{Name: "category-text", Glob: "categories/*/*.md", Type: reflect.TypeFor[catalog.PlaceText](),
			HasFrontMatter: true},
		{Name: "supplier", Glob: "suppliers/*.yaml", Type: reflect.TypeFor[catalog.Supplier]()},
		{Name: "story", Glob: "blog/*/*.md", Type: reflect.TypeFor[catalog.Post](), HasFrontMatter: true,
			Forgiving: true},
		{Name: "topics", Glob: "faq/topics.yaml", Type: reflect.TypeFor[[]catalog.Topic]()},
		{Name: "question", Glob: "faq/*/faq.yaml", Type: reflect.TypeFor[catalog.FAQEntry]()},
		{Name: "question-text", Glob: "faq/*/*.md", Type: reflect.TypeFor[catalog.FAQText](), HasFrontMatter: true},
		{Name: "testimonial", Glob: "testimonials/*/testimonial.yaml", Type: reflect.TypeFor[catalog.Testimonial]()},
		{Name: "testimonial-text", Glob: "testimonials/*/*.md", Type: reflect.TypeFor[catalog.TestimonialText](),
			HasFrontMatter: true},
		{Name: "page", Glob: "pages/*/page.yaml", Type: reflect.TypeFor[catalog.TextPage]()},
		{Name: "page-text", Glob: "pages/*/*.md", Type: reflect.TypeFor[catalog.PageText](), HasFrontMatter: true},
		{Name: "labels", Glob: "labels.yaml", Type: reflect.TypeFor[map[string]catalog.Localized]()},
		{Name: "terms", Glob: "terms.yaml", Type: reflect.TypeFor[catalog.Terms]()},
		{Name: "occasions", Glob: "occasions.yaml", Type: reflect.TypeFor[map[string]catalog.Localized]()},
		{Name: "redirects", Glob: "redirects.yaml", Type: reflect.TypeFor[[]payload.Redirect]()},
		{Name: "search", Glob: "search.yaml", Type: reflect.TypeFor[map[string]*catalog.SearchWords]()},
		{Name: "alt-texts", Glob: "media/*.yaml", Type: reflect.TypeFor[map[string]string]()},
		{Name: "texts", Glob: "texts/*.yaml", Type: reflect.TypeFor[translation.Tree]()},
		{Name: "deployment", Glob: "deployments/*.yaml", Type: reflect.TypeFor[catalog.Deployment]()},
	}
}
