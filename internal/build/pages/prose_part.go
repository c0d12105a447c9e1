package pages

import (
	"fmt"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/markdown"
	"storefront/internal/core/payload"
	"storefront/internal/lib/suggest"
)

// renderPage renders prose that is a page of its own, and checks what its blocks name in the library.
func (m *Summarizer) renderPage(text catalog.Prose, picture func(name string) *markdown.Picture) markdown.Document {
	doc := markdown.RenderPage(text, picture)
	for _, b := range doc.Blocks {
		if n := b.City; n.Slug != "" && m.cities[n.Slug] == nil {
			doc.Remarks = append(doc.Remarks, unknownNameRemark("city", n, m.cities))
		}
		if n := b.Category; n.Slug != "" && m.categories[n.Slug] == nil {
			doc.Remarks = append(doc.Remarks, unknownNameRemark("category", n, m.categories))
		}
	}
	return doc
}

func unknownNameRemark[T any](what string, n markdown.PlacedSlug, known map[string]T) markdown.Remark {
	var all []string
	for slug := range known {
		all = append(all, slug)
	}
	return markdown.Remark{Line: n.Line, Col: n.Col, Error: true,
		Message: fmt.Sprintf("there is no %s %q%s", what, n.Slug, suggest.DidYouMean(n.Slug, all))}
}

// MissingProductReason returns the reason why no deployment shows a product that prose names.
func (s *Site) MissingProductReason(to string) string {
	slug := strings.TrimPrefix(to, "product:")
	if s.IsDraftProduct(to) {
		return fmt.Sprintf("the product %q is a draft", slug)
	}
	var all []string
	for _, p := range s.content.Products {
		if p.Slug == slug && !slices.Contains(s.content.Library.Currencies(), p.Currency) {
			return fmt.Sprintf("no deployment sells the product %q: none takes its currency, %s", slug, p.Currency)
		} else if p.Slug == slug {
			return fmt.Sprintf("no deployment sells the product %q", slug)
		}
		all = append(all, p.Slug)
	}
	return fmt.Sprintf("there is no product %q%s", slug, suggest.DidYouMean(slug, all))
}

// NamesProduct reports whether a prose link names a product of the content, sold or not.
func (s *Site) NamesProduct(to string) bool {
	slug, isProduct := strings.CutPrefix(to, "product:")
	return isProduct && slices.ContainsFunc(s.content.Products, func(p *Summary) bool { return p.Slug == slug })
}

// proseParts returns the blocks of some prose as this deployment shows them, each at its place, and the products that
// they show, each once. Products that are not sold here are left out; those that are sold nowhere are recorded as dead
// links.
func (p *planner) proseParts(blocks []markdown.Block, file string) (parts []payload.ProsePart, shown []*Summary) {
	for i := range blocks {
		b := &blocks[i]
		part := payload.ProsePart{Kind: payload.ProsePartKind(b.Kind)}
		for _, picture := range b.Pictures {
			part.Images = append(part.Images, payload.Image(picture))
		}
		switch b.Kind {
		case markdown.BlockCards:
			for _, q := range p.productsOfBlock(b, file) {
				part.Products = append(part.Products, q.Slug)
				if !slices.Contains(shown, q) {
					shown = append(shown, q)
				}
			}
		case markdown.BlockMap:
			part.Location = &payload.Location{Place: b.Title, Latitude: b.Latitude, Longitude: b.Longitude}
		case markdown.BlockVideo:
			part.Video = &payload.Video{Provider: payload.VideoProvider(b.Provider), ID: b.ID, Title: b.Title}
		case markdown.BlockContents:
			for _, h := range b.Headings {
				part.Headings = append(part.Headings, payload.ProseHeading(h))
			}
		}
		parts = append(parts, part)
	}
	return parts, shown
}

// cardsPart returns the part of a payload with the cards of products shown in prose, if there are any.
func cardsPart(products []*Summary) []payloadPart {
	if len(products) == 0 {
		return nil
	}
	return []payloadPart{{name: "cards", products: products}}
}

// productsOfBlock returns the products of a list: those that it names, or the first of a city or a category.
func (p *planner) productsOfBlock(b *markdown.Block, file string) (out []*Summary) {
	places := p.site.byCity[b.City.Slug]
	if b.Category.Slug != "" {
		places = p.site.byCategory[b.Category.Slug]
	}
	out = p.site.productsAt(places)
	for _, n := range b.Products {
		if q := p.site.product(n.Slug); q != nil {
			out = append(out, q)
			continue
		}
		link := markdown.Link{To: "product:" + n.Slug, Line: n.Line, Col: n.Col, IsEmbed: true}
		p.deadLinks = append(p.deadLinks, DeadLink{ProseLink: ProseLink{file, link}})
	}
	return out[:min(len(out), b.Limit)]
}
