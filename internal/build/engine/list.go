package engine

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"storefront/internal/build/pages"
	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/content/source"
	"storefront/internal/core/locale"
)

// Entry is one thing that editors write and may keep back: a product, a city, a category or a question in all its languages,
// a story in one.
type Entry struct {
	Kind      string           `json:"kind"` // product, post, city, category, question
	Path      string           `json:"path"` // of the file that says whether it is out, as the editor can open it
	Slug      string           `json:"slug"`
	Languages []string         `json:"languages"`
	Missing   []string         `json:"missing"` // languages that a story lacks, told of at its first
	Title     string           `json:"title"`   // in the first deployment's first language
	Date      string           `json:"date,omitempty"`
	Expires   string           `json:"expires,omitempty"`
	Withheld  []pages.Withheld `json:"withheld"` // why it is not out; nothing where it is
}

// List reads content and tells of all that may be kept back, in order of place. Mistakes are an *Invalid, which comes beside
// what could be read.
func List(o Options) ([]Entry, error) {
	b := newBuilder(o)
	r, found, err := b.readAfresh()
	if err != nil {
		return nil, err
	}
	defer r.spool.close()
	entries := r.entries(b.asOf())
	for i := range entries {
		entries[i].Path = filepath.Join(o.Content, filepath.FromSlash(entries[i].Path))
	}
	slices.SortFunc(entries, func(a, b Entry) int { return cmp.Compare(a.Path, b.Path) })
	return entries, b.judge(found)
}

// readAfresh reads content without what the last build remembers of it. The spool is the caller's to close.
func (b *builder) readAfresh() (*reading, []diag.Diagnostic, error) {
	current, err := b.scanAll()
	if err != nil {
		return nil, nil, fmt.Errorf("read content: %w", err)
	}
	spool, err := newSpool(os.TempDir())
	if err != nil {
		return nil, nil, err
	}
	r, found := b.read(current, nil, memory{}, spool)
	return r, found, nil
}

func (r *reading) entries(asOf time.Time) (all []Entry) {
	languages, first := r.reader.Languages, r.reader.Languages[0]
	if len(r.lib.Deployments) > 0 {
		first = r.lib.Deployments[0].DefaultLanguage()
	}
	add := func(kind, path, slug, title string, draft bool) {
		e := Entry{Kind: kind, Path: path, Slug: slug, Languages: languages, Title: title, Missing: []string{}, Withheld: []pages.Withheld{}}
		if draft {
			e.Withheld = append(e.Withheld, pages.Draft)
		}
		all = append(all, e)
	}
	for slug, p := range r.now.Products {
		add("product", "products/"+slug+"/product.yaml", slug, p.Texts[max(0, slices.Index(languages, first))].Title, p.Draft)
	}
	for _, c := range r.lib.Cities {
		add("city", "cities/"+c.Slug+"/city.yaml", c.Slug, placeTitle(c.Texts[first]), c.Draft)
	}
	for _, c := range r.lib.Categories {
		add("category", "categories/"+c.Slug+"/category.yaml", c.Slug, placeTitle(c.Texts[first]), c.Draft)
	}
	for _, q := range r.lib.FAQ {
		title := ""
		if t := q.Texts[first]; t != nil {
			title = t.Question
		}
		add("question", "faq/"+q.Slug+"/faq.yaml", q.Slug, title, q.Draft)
	}
	for folder, posts := range r.now.Posts {
		for i, p := range posts {
			e := storyEntry(folder, p, asOf)
			if i == 0 {
				e.Missing = missing(languages, posts)
			}
			all = append(all, e)
		}
	}
	return all
}

func storyEntry(folder string, p *pages.PostSummary, asOf time.Time) Entry {
	e := Entry{
		Kind: "post", Path: "blog/" + folder + "/" + p.Language + ".md", Slug: p.Slug, Languages: []string{p.Language},
		Title: p.Card.Title, Date: p.Card.Date, Missing: []string{}, Withheld: []pages.Withheld{},
	}
	e.Withheld = append(e.Withheld, p.Withheld(asOf)...)
	if !p.Expires.IsZero() {
		e.Expires = p.Expires.Format(time.DateOnly)
	}
	return e
}

func placeTitle(t *catalog.PlaceText) string {
	if t != nil {
		return t.Title
	}
	return ""
}

// missing are the languages that a story is not written in.
func missing(languages []string, posts []*pages.PostSummary) []string {
	out := []string{}
	for _, language := range languages {
		if !slices.ContainsFunc(posts, func(p *pages.PostSummary) bool { return p.Language == language }) {
			out = append(out, language)
		}
	}
	return out
}

// Choices are what completion offers of a folder of content: the ids of deployments, and their languages. What cannot be read
// is not offered.
func Choices(content string) (deployments, languages []string) {
	for _, d := range source.NewReader(content).Deployments() {
		deployments = append(deployments, d.ID)
		for _, language := range d.Languages {
			if _, known := locale.Configured[language]; known && !slices.Contains(languages, language) {
				languages = append(languages, language)
			}
		}
	}
	slices.SortFunc(languages, strings.Compare)
	return deployments, languages
}
