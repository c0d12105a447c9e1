package engine

import (
	"context"
	"encoding/hex"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"storefront/internal/build/pages"
	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/content/media"
	"storefront/internal/content/source"
	"storefront/internal/lib/digest"

	"golang.org/x/sync/errgroup"
)

// reading is one pass over content: what is new or changed is read and checked, the rest is remembered.
type reading struct {
	in     *inputs
	reader *source.Reader
	lib    *catalog.Library
	// exported are the reviews that the API has given out, by product.
	exported map[string][]catalog.Review
	maker    *pages.Maker
	known    map[string]bool // product slugs
	spool    *spool

	mu   sync.Mutex
	last memory // of the last build
	now  memory
	out  []diag.Diagnostic // of what is not grouped: the library
	read int
}

// read reads content. It returns the diagnostics of everything, remembered ones too.
func read(ctx context.Context, in *inputs, spool *spool, current, before files,
	last memory) (*reading, []diag.Diagnostic, error) {
	r := &reading{in: in, reader: source.NewReader(in.options.Content), spool: spool, last: last,
		known: map[string]bool{}}
	r.lib, r.out = r.reader.Library(media.Read, media.ReadDrawing)
	r.maker = pages.NewMaker(r.lib, r.reader.Languages)
	r.now = memory{
		Vocabulary: r.maker.Vocabulary(), Products: map[string]*pages.Summary{},
		Posts: map[string][]*pages.PostSummary{}, Warnings: map[string][]diag.Diagnostic{},
		Reviews: map[string]digest.Digest{},
	}
	if r.now.Vocabulary != last.Vocabulary {
		before = nil
	}
	slugs := r.reader.Slugs(&r.out)
	for _, slug := range slugs {
		r.known[slug] = true
	}
	r.out = append(r.out, r.reader.SearchProducts(r.lib, r.known)...)
	r.readReviews(in.options.reviewsFile())
	r.each(ctx, "products", slugs, current, before, r.keepProduct, r.readProduct)
	r.each(ctx, "blog", r.reader.Posts(&r.out), current, before, r.keepPost, r.readPost)
	return r, r.diagnostics(), ctx.Err()
}

// diagnostics are those of everything, remembered ones too.
func (r *reading) diagnostics() []diag.Diagnostic {
	all := slices.Clone(r.out)
	for _, w := range r.now.Warnings {
		all = append(all, w...)
	}
	diag.Sort(all)
	return all
}

// again reads what changed since: some products and stories, by their groups of files. ok is false where more than
// these has changed, so that everything is to be looked at.
func (r *reading) again(changed []string, current files) (next *reading, changes pages.Changes, ok bool) {
	next = &reading{
		in: r.in, reader: r.reader, lib: r.lib, exported: r.exported, maker: r.maker, known: r.known, spool: r.spool,
		now: r.snapshot(), out: r.out,
	}
	changes = pages.Changes{Products: map[*pages.Summary]*pages.Summary{},
		Posts: map[*pages.PostSummary]*pages.PostSummary{}}
	for _, group := range changed {
		kind, slug, _ := strings.Cut(group, "/")
		product, posts := r.now.Products[slug], r.now.Posts[slug]
		read := next.readProduct
		switch {
		case current[group] == nil:
			return nil, changes, false
		case kind == "products" && product != nil:
		case kind == "blog" && posts != nil:
			read = next.readPost
		default:
			return nil, changes, false
		}
		found := read(slug)
		next.read++
		delete(next.now.Warnings, group)
		if len(found) > 0 {
			next.now.Warnings[group] = found
		}
		if kind == "products" {
			changes.Products[product] = next.now.Products[slug]
			continue
		}
		anew := next.now.Posts[slug]
		if len(anew) != len(posts) {
			return nil, changes, false
		}
		for i := range posts {
			changes.Posts[posts[i]] = anew[i]
		}
	}
	return next, changes, true
}

// readSteps are what the folders of content are called while they are read.
var readSteps = map[string]string{"products": "products read", "blog": "stories read"}

// readersPerCore is how many folders are read at a time: opening files waits for the disk.
const readersPerCore = 4

// each keeps or reads every folder of a kind, on all cores, until ctx ends.
func (r *reading) each(ctx context.Context, kind string, slugs []string, current, before files, keep func(string) bool,
	read func(string) []diag.Diagnostic) {
	var done atomic.Int64
	next := func() { r.in.progress(readSteps[kind], int(done.Add(1)), len(slugs)) }
	var readers errgroup.Group
	readers.SetLimit(readersPerCore * runtime.NumCPU())
	for _, slug := range slugs {
		if ctx.Err() != nil {
			break
		}
		files := kind + "/" + slug
		if old, ok := before[files]; ok && sameGroup(old, current[files]) && keep(slug) {
			r.warn(files, r.last.Warnings[files])
			next()
			continue
		}
		readers.Go(func() error {
			r.warn(files, read(slug))
			r.mu.Lock()
			r.read++
			r.mu.Unlock()
			next()
			return nil
		})
	}
	_ = readers.Wait()
}

// warn remembers what was found in a group of files.
func (r *reading) warn(group string, found []diag.Diagnostic) {
	if len(found) > 0 {
		r.mu.Lock()
		r.now.Warnings[group] = found
		r.mu.Unlock()
	}
}

// keepProduct remembers a product whose files and reviews are as they were, unless it names one that is gone.
func (r *reading) keepProduct(slug string) bool {
	s := r.last.Products[slug]
	if s == nil || r.last.Reviews[slug] != r.now.Reviews[slug] ||
		slices.ContainsFunc(s.Related, func(other string) bool { return !r.known[other] }) {
		return false
	}
	r.mu.Lock()
	r.now.Products[slug] = s
	r.mu.Unlock()
	return true
}

// readProduct reads a product and remembers it.
func (r *reading) readProduct(slug string) []diag.Diagnostic {
	summary, found := r.makeProduct(slug)
	if summary != nil {
		r.mu.Lock()
		r.now.Products[slug] = summary
		r.mu.Unlock()
	}
	return found
}

// makeProduct reads a product and spools what its pages need. There is no summary of one that cannot be shown.
func (r *reading) makeProduct(slug string) (*pages.Summary, []diag.Diagnostic) {
	product, found := r.reader.Product(slug, r.lib, r.known)
	if slices.ContainsFunc(found, isError) {
		return nil, append(found, r.proseOf(product)...)
	}
	summary, details, remarks := r.maker.Product(product)
	err := r.keepDetails(summary, details)
	if err == nil {
		err = r.keepWords(product, summary)
	}
	if err == nil {
		err = r.addOwn(product, summary)
	}
	if err != nil {
		return nil, append(found, diag.Diagnostic{Path: slug, Line: 1, Col: 1, Message: err.Error()})
	}
	return summary, append(found, remarked(remarks)...)
}

// proseOf checks the prose of a product that cannot be shown, so that all its mistakes are reported at once.
func (r *reading) proseOf(p *catalog.Product) []diag.Diagnostic {
	var out []diag.Diagnostic
	for _, language := range r.reader.Languages {
		if t := p.Texts[language]; t != nil {
			out = append(out, remarked(r.maker.Remarks(t.Body, language))...)
		}
	}
	return out
}

func (r *reading) keepDetails(s *pages.Summary, details [][]byte) error {
	for i, d := range details {
		if err := r.spool.put(detailName(s, i), d); err != nil {
			return err
		}
	}
	return nil
}

// What is spooled is named by its key: an earlier state of the same product may still have pages to be rendered.
func detailName(s *pages.Summary, language int) string {
	return "product " + hex.EncodeToString(s.Texts[language].Detail[:])
}

func isError(d diag.Diagnostic) bool { return !d.Warning }

func remarked(remarks []pages.Remark) []diag.Diagnostic {
	var out []diag.Diagnostic
	for _, r := range remarks {
		out = append(out, diag.Diagnostic{Path: r.File, Line: r.Line, Col: 1, Warning: !r.Error,
			Message: r.Message}.WithExcerpt())
	}
	return out
}

func (r *reading) keepPost(folder string) bool {
	posts, ok := r.last.Posts[folder]
	if !ok {
		return false
	}
	for _, p := range posts {
		if slices.ContainsFunc(p.Products, func(slug string) bool { return !r.known[slug] }) {
			return false
		}
	}
	r.mu.Lock()
	r.now.Posts[folder] = posts
	r.mu.Unlock()
	return true
}

func (r *reading) readPost(folder string) []diag.Diagnostic {
	summaries, found := r.makePost(folder)
	if !slices.ContainsFunc(found, isError) {
		r.mu.Lock()
		r.now.Posts[folder] = summaries
		r.mu.Unlock()
	}
	return found
}

func (r *reading) makePost(folder string) (summaries []*pages.PostSummary, found []diag.Diagnostic) {
	posts, found := r.reader.Post(folder, r.lib, r.known)
	if slices.ContainsFunc(found, isError) {
		return nil, found
	}
	for _, language := range r.reader.Languages {
		p := posts[language]
		if p == nil {
			continue
		}
		s, html, remarks := r.maker.Post(p)
		found = append(found, remarked(remarks)...)
		if err := r.spool.put(postName(s), html); err != nil {
			return nil, append(found, diag.Diagnostic{Path: folder, Line: 1, Col: 1, Message: err.Error()})
		}
		summaries = append(summaries, s)
	}
	return summaries, found
}

func postName(s *pages.PostSummary) string { return "post " + hex.EncodeToString(s.HTML[:]) }

// snapshot is what is known of content now; what is read later does not change it.
func (r *reading) snapshot() memory {
	r.mu.Lock()
	defer r.mu.Unlock()
	return memory{r.now.Vocabulary, maps.Clone(r.now.Products), maps.Clone(r.now.Posts), maps.Clone(r.now.Warnings),
		r.now.Reviews}
}

// content is what the pages are planned from.
func (r *reading) content() *pages.Content {
	c := &pages.Content{
		Library: r.lib, Languages: r.reader.Languages, Maker: r.maker,
		ProductDetail: r.productDetail, ProductWords: r.productWords, PostHTML: r.postHTML,
	}
	for _, s := range r.now.Products {
		c.Products = append(c.Products, s)
	}
	for _, posts := range r.now.Posts {
		c.Posts = append(c.Posts, posts...)
	}
	return c
}

func (r *reading) productDetail(s *pages.Summary, language int) ([]byte, error) {
	return r.fetch(detailName(s, language), s.Slug, func() []diag.Diagnostic {
		_, found := r.makeProduct(s.Slug)
		return found
	})
}

// keepWords spools the words by which a product is found, in every language.
func (r *reading) keepWords(p *catalog.Product, summary *pages.Summary) error {
	for i, language := range r.reader.Languages {
		words := r.maker.Words(p, language)
		summary.Texts[i].Words = digest.Of(words)
		if err := r.spool.put(wordsName(summary, i), words); err != nil {
			return err
		}
	}
	return nil
}

func wordsName(s *pages.Summary, language int) string {
	return "words " + hex.EncodeToString(s.Texts[language].Words[:])
}

func (r *reading) productWords(s *pages.Summary, language int) ([]byte, error) {
	return r.fetch(wordsName(s, language), s.Slug, func() []diag.Diagnostic {
		_, found := r.makeProduct(s.Slug)
		return found
	})
}

func (r *reading) postHTML(s *pages.PostSummary) ([]byte, error) {
	return r.fetch(postName(s), s.Folder, func() []diag.Diagnostic {
		_, found := r.makePost(s.Folder)
		return found
	})
}

// fetch gives what this build has made of content already, or makes it now: a page of unchanged content is rendered
// again when something else on it has changed.
func (r *reading) fetch(name, of string, make func() []diag.Diagnostic) ([]byte, error) {
	data, err := r.spool.get(name)
	if data != nil || err != nil {
		return data, err
	}
	for _, d := range make() {
		if isError(d) {
			return nil, &Invalid{Diagnostics: []diag.Diagnostic{d}}
		}
	}
	if data, err = r.spool.get(name); data == nil && err == nil {
		err = fmt.Errorf("%s was changed meanwhile", of)
	}
	return data, err
}

// Invalid is content that cannot be published, with all that is wrong with it. What that has kept from being done is
// for the command to say.
type Invalid struct{ Diagnostics []diag.Diagnostic }

func (e *Invalid) Error() string {
	n := 0
	for _, d := range e.Diagnostics {
		if isError(d) {
			n++
		}
	}
	if n == 1 {
		return "1 mistake in content"
	}
	return strconv.Itoa(n) + " mistakes in content"
}
