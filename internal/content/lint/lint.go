// Package lint checks the quality of content. Its remarks are warnings about content that can be published; package
// source reports mistakes, which prevent publication.
package lint

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/content/font"
	"storefront/internal/content/markdown"
	"storefront/internal/content/media"
	"storefront/internal/content/source"
)

// Content is the content that could be read. Products and posts with mistakes are left out.
type Content struct {
	isComplete      bool
	root            string
	asOf            time.Time
	lib             *catalog.Library
	products        []*catalog.Product
	posts           []map[string]*catalog.Post
	prose           []prose
	picturesInProse map[string]bool // pictures that prose names
}

// prose is a text with its language and its parsed form.
type prose struct {
	catalog.Prose
	language string
	// isPage is true if the text is a published page of its own: a story or a page of text.
	isPage        bool
	externalLinks []markdown.Link
}

// Read reads a folder of content, whose mistakes engine.Check reports. asOf is the day that schedules are compared
// with; progress receives the state of a step. The reading is incomplete if ctx ends.
func Read(ctx context.Context, root string, asOf time.Time, progress func(step string, done, total int)) *Content {
	reader := source.NewReader(root)
	r := &Content{root: root, asOf: asOf, picturesInProse: map[string]bool{}}
	var found []diag.Diagnostic
	r.lib, found = reader.Library(media.Read, media.ReadDrawing, font.Read)
	all := reader.ProductSlugs(&found)
	slugs := map[string]bool{}
	for _, slug := range all {
		slugs[slug] = true
	}
	folders := reader.PostFolders(&found)
	r.isComplete = hasNoErrors(found)
	for i, slug := range all {
		if ctx.Err() != nil {
			break
		}
		progress("products proofread", i, len(all))
		if p, found := reader.Product(slug, r.lib, slugs); r.acceptIfValid(found) {
			r.products = append(r.products, p)
			addProse(r, p.Texts, func(t *catalog.ProductText) catalog.Prose { return t.Body })
		}
	}
	for _, folder := range folders {
		if posts, found := reader.Post(folder, r.lib, slugs); r.acceptIfValid(found) {
			r.posts = append(r.posts, posts)
			addProse(r, posts, func(p *catalog.Post) catalog.Prose { return p.Body },
				func(p *catalog.Post) bool { return !p.Draft })
		}
	}
	place := func(t *catalog.PlaceText) catalog.Prose { return t.Body }
	for _, c := range r.lib.Cities {
		addProse(r, c.Texts, place)
	}
	for _, c := range r.lib.Categories {
		addProse(r, c.Texts, place)
	}
	for _, q := range r.lib.FAQ {
		addProse(r, q.Texts, func(t *catalog.FAQText) catalog.Prose { return t.Body })
	}
	for _, p := range r.lib.Pages {
		addProse(r, p.Texts, func(t *catalog.PageText) catalog.Prose { return t.Body },
			func(t *catalog.PageText) bool { return !t.Draft })
	}
	return r
}

// acceptIfValid reports whether a product or a post was read without mistakes; otherwise the reading is incomplete.
func (r *Content) acceptIfValid(found []diag.Diagnostic) bool {
	ok := hasNoErrors(found)
	r.isComplete = r.isComplete && ok
	return ok
}

func hasNoErrors(found []diag.Diagnostic) bool {
	return !slices.ContainsFunc(found, func(d diag.Diagnostic) bool { return !d.Warning })
}

// addProse adds texts by their languages. isPage, if it is not nil, reports whether a text is a page.
func addProse[T any](r *Content, texts map[string]*T, body func(*T) catalog.Prose, isPage ...func(*T) bool) {
	for language, t := range texts {
		p := prose{Prose: body(t), language: language, isPage: len(isPage) > 0 && isPage[0](t)}
		doc := markdown.RenderPage(p.Prose, func(name string) *markdown.Picture {
			r.picturesInProse[name] = true
			return &markdown.Picture{Src: name}
		})
		p.externalLinks = doc.ExternalLinks
		r.prose = append(r.prose, p)
	}
}

// Remarks returns all remarks that need no network. An incomplete reading has no remarks about the whole content, such
// as unused pictures.
func (r *Content) Remarks() []diag.Diagnostic {
	out := slices.Concat(r.checkPictures(), r.checkSearchTexts(), r.checkTranslations(), r.checkStarterTexts())
	for _, p := range r.products {
		file := filepath.Join(r.root, "products", p.Slug, "product.yaml")
		out = append(out, checkLabels(p, file)...)
		out = append(out, checkPrices(p, file)...)
		out = append(out, checkFreeUnits(p, file)...)
		out = append(out, checkSchedules(p, file, r.asOf)...)
		out = append(out, checkPickups(p, file)...)
	}
	diag.Sort(out)
	return out
}

// warnAt returns a warning about the value under some keys of a file.
func warnAt(file string, keys []any, format string, args ...any) diag.Diagnostic {
	d := source.DiagnosticAt(file, keys...)
	d.Warning, d.Message = true, fmt.Sprintf(format, args...)
	return d
}

// warnAtWord returns a warning about a word on a line.
func warnAtWord(file string, line int, word, message string) diag.Diagnostic {
	d := diag.Diagnostic{Path: file, Line: line, Col: 1, Warning: true, Message: message}.WithExcerpt()
	if i := strings.Index(d.Excerpt, word); i >= 0 {
		d.Col = len([]rune(d.Excerpt[:i])) + 1
	}
	return d
}

// warnAtText returns the place of a word in a file, or the file's beginning if the file does not contain it.
func warnAtText(file, word, message string) diag.Diagnostic {
	data, _ := os.ReadFile(file)
	before, _, ok := strings.Cut(string(data), word)
	if !ok {
		return warnAtWord(file, 1, "", message)
	}
	return warnAtWord(file, strings.Count(before, "\n")+1, word, message)
}
