package webroot

import (
	"mime"
	"os"
	"path"
	"strings"

	"storefront/internal/lib/httpfile"
)

const (
	pageFile     = "index.html"
	markdownFile = "index.md"
)

// isPage reports whether a file answers in HTML or in Markdown, by the request's Accept.
func isPage(name string) bool {
	base := path.Base(name)
	return base == pageFile || base == markdownFile
}

// negotiateMarkdown returns the Markdown of a page instead of its HTML if the request prefers it and the page has it.
func (t *tree) negotiateMarkdown(page *os.File, name, accept string) (*os.File, string) {
	if path.Base(name) != pageFile || !prefersMarkdown(accept) {
		return page, name
	}
	markdownName := strings.TrimSuffix(name, pageFile) + markdownFile
	text, err := t.open(markdownName)
	if err != nil {
		return page, name
	}
	_ = page.Close()
	return text, markdownName
}

// prefersMarkdown reports whether an Accept names text/markdown and gives HTML no greater weight. No browser names it,
// and agents that give both the same weight, as in "text/markdown, text/html, */*", can read either.
func prefersMarkdown(accept string) bool {
	var markdown, html float64
	for part := range strings.SplitSeq(accept, ",") {
		name, _, err := mime.ParseMediaType(part)
		if err != nil {
			continue
		}
		_, parameters, _ := strings.Cut(part, ";")
		switch weight := httpfile.ParseWeight(parameters); name {
		case "text/markdown":
			markdown = max(markdown, weight)
		case "text/html", "application/xhtml+xml":
			html = max(html, weight)
		}
	}
	return markdown > 0 && markdown >= html
}
