package pages

import (
	"strings"

	"storefront/internal/content/catalog"
)

// llmsProducts is how many products of a city llms.txt lists; the city's own page has all.
const llmsProducts = 20

// llms returns llms.txt (llmstxt.org) of a language: what the storefront sells, by city, as links to pages in Markdown.
func (s *Site) llms(language string) WebFile {
	var b strings.Builder
	line := func(title, path, summary string) {
		b.WriteString("- [" + markdownLabel.Replace(title) + "](" + s.markdownURL(path, language) + ")")
		if summary != "" {
			b.WriteString(": " + oneLine(summary))
		}
		b.WriteString("\n")
	}
	d, languageSite, view := s.deployment, s.forLanguage(language), s.deployment.View(language)
	index := s.viewIndex(language)
	b.WriteString("# " + d.Name[language] + "\n")
	if tagline := d.Tagline[language]; tagline != "" {
		b.WriteString("\n> " + tagline + "\n")
	}
	// The parser of llmstxt.org reads a summary only if a paragraph follows it.
	b.WriteString("\n[MCP](" + d.BaseURL + "/mcp)\n")
	for _, city := range languageSite.cities {
		text, _ := catalog.TextIn(view, city.Texts)
		b.WriteString("\n## " + text.Title + "\n\n")
		line(text.Title, s.cityPath(city, language), text.Summary)
		products := languageSite.productsAt(languageSite.byCity[city.Slug])
		for _, p := range products[:min(llmsProducts, len(products))] {
			line(p.Texts[index].Title, s.productPath(p, language), p.Texts[index].Description)
		}
	}
	b.WriteString("\n## " + d.Name[language] + "\n\n")
	for _, c := range languageSite.categories {
		text, _ := catalog.TextIn(view, c.Texts)
		line(text.Title, s.categoryPath(c, language), text.Summary)
	}
	b.WriteString("\n## Optional\n\n") // the name that llmstxt.org gives to what may be left out
	for _, p := range languageSite.posts[language] {
		line(p.Card.Title, postPath(p.Slug), p.Card.Description)
	}
	for _, extension := range []string{"json", "xml"} {
		path := s.feedPath(language, extension)
		b.WriteString("- [" + strings.TrimPrefix(path, "/") + "](" + s.deployment.BaseURL + path + ")\n")
	}
	return WebFile{strings.TrimPrefix(s.prefix(language)+"/llms.txt", "/"), []byte(b.String())}
}

// markdownURL returns the address of a page in Markdown.
func (s *Site) markdownURL(path, language string) string {
	return strings.TrimSuffix(s.absoluteURL(path, language), "/") + "/index.md"
}

var markdownLabel = strings.NewReplacer("[", `\[`, "]", `\]`)
