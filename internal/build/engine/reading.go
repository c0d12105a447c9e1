package engine

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"storefront/internal/build/pages"
	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/content/font"
	"storefront/internal/content/media"
	"storefront/internal/content/source"
	"storefront/internal/lib/digest"
)

// reading is one pass over content: new and changed content is read and checked, the rest is remembered.
type reading struct {
	in     *inputs
	reader *source.Reader
	lib    *catalog.Library
	// exported are the reviews that the API has exported, by product.
	exported map[string][]catalog.Review
	maker    *pages.Summarizer
	known    map[string]bool // product slugs
	spool    *spool
	last     memory            // of the last build
	out      []diag.Diagnostic // of the library, which belongs to no group of files
	results  *results
	all      *pages.Content // what content returns; nil until it is called
}

// results are the results of a pass so far.
type results struct {
	mu   sync.Mutex
	now  memory
	read int // products and posts
}

func (r *results) setProduct(slug string, s *pages.Summary) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.now.Products[slug] = s
}

func (r *results) setPosts(folder string, posts []*pages.PostSummary) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.now.Posts[folder] = posts
}

// warn replaces the diagnostics of a group of files.
func (r *results) warn(group string, found []diag.Diagnostic) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.now.Warnings, group)
	if len(found) > 0 {
		r.now.Warnings[group] = found
	}
}

func (r *results) countRead() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.read++
}

// read reads content. It returns all diagnostics, including the remembered ones.
func read(ctx context.Context, in *inputs, spool *spool, current, before files,
	last memory) (*reading, []diag.Diagnostic, error) {
	r := &reading{in: in, reader: source.NewReader(in.options.Content), spool: spool, last: last,
		known: map[string]bool{}}
	r.reader.Drafts = slices.Contains(in.options.Include, pages.Draft)
	pictures := media.NewReader(last.Pictures)
	r.lib, r.out = r.reader.Library(pictures.Read, media.ReadDrawing, font.Read)
	r.maker = pages.NewSummarizer(r.lib)
	vocabulary := r.maker.VocabularyKey()
	if r.reader.Drafts {
		vocabulary = digest.Of(vocabulary[:], []byte("with drafts of translations"))
	}
	r.results = &results{now: memory{
		Vocabulary: vocabulary, Products: map[string]*pages.Summary{},
		Posts: map[string][]*pages.PostSummary{}, Warnings: map[string][]diag.Diagnostic{},
		Reviews: map[string]digest.Digest{}, Pictures: pictures.Facts(),
	}}
	if r.results.now.Vocabulary != last.Vocabulary {
		before = nil
	}
	slugs := r.reader.Slugs(&r.out)
	for _, slug := range slugs {
		r.known[slug] = true
	}
	r.out = append(r.out, r.reader.SearchProducts(r.lib, r.known)...)
	r.out = append(r.out, remarked(r.maker.LibraryRemarks())...)
	r.readReviews(in.options.reviewsFile())
	r.each(ctx, "products", slugs, current, before, r.keepProduct, r.readProduct)
	r.each(ctx, "blog", r.reader.Posts(&r.out), current, before, r.keepPost, r.readPost)
	return r, r.diagnostics(), ctx.Err()
}

// diagnostics returns all diagnostics, including the remembered ones.
func (r *reading) diagnostics() []diag.Diagnostic {
	all := slices.Clone(r.out)
	for _, w := range r.results.now.Warnings {
		all = append(all, w...)
	}
	diag.Sort(all)
	return all
}

// again reads the groups of files that changed since before. It reports false if other content than some products,
// posts and alternative texts has changed: then everything has to be read.
func (r *reading) again(changed []string, before, current files) (*reading, pages.Changes, bool) {
	next := *r
	next.results = &results{now: r.snapshot()}
	now := next.results.now
	changes := pages.Changes{Products: map[*pages.Summary]*pages.Summary{},
		Posts: map[*pages.PostSummary]*pages.PostSummary{}}
	if i := slices.Index(changed, mediaFolder); i >= 0 {
		if !sameButAlts(before[mediaFolder], current[mediaFolder]) || !next.readAlts(&changes) {
			return nil, changes, false
		}
		changed = next.withShowing(slices.Delete(slices.Clone(changed), i, i+1), changes.Pictures)
	}
	for _, group := range changed {
		kind, slug, _ := strings.Cut(group, "/")
		product, posts := now.Products[slug], now.Posts[slug]
		_, there := current[group]
		switch {
		case !there:
			return nil, changes, false
		case kind == "products" && product != nil:
			next.results.warn(group, next.readProduct(slug))
			changes.Products[product] = now.Products[slug]
		case kind == "blog" && posts != nil:
			next.results.warn(group, next.readPost(slug))
			if len(now.Posts[slug]) != len(posts) {
				return nil, changes, false
			}
			for i := range posts {
				changes.Posts[posts[i]] = now.Posts[slug][i]
			}
		default:
			return nil, changes, false
		}
		next.results.countRead()
	}
	old := r.content()
	next.all = &pages.Content{Library: next.lib, Summarizer: next.maker, Store: next.store,
		Products: replaced(old.Products, changes.Products), Posts: replaced(old.Posts, changes.Posts)}
	return &next, changes, true
}

// replaced returns all with the new in the places of the old.
func replaced[T any](all []*T, changes map[*T]*T) []*T {
	all = slices.Clone(all)
	for before, now := range changes {
		if i := slices.Index(all, before); i >= 0 {
			all[i] = now
		}
	}
	return all
}

// readSteps are the names of the steps in which folders of content are read.
var readSteps = map[string]string{"products": "products read", "blog": "posts read"}

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
		if old, ok := before[files]; ok && old == current[files] && keep(slug) {
			r.results.warn(files, r.last.Warnings[files])
			next()
			continue
		}
		readers.Go(func() error {
			r.results.warn(files, read(slug))
			r.results.countRead()
			next()
			return nil
		})
	}
	_ = readers.Wait()
}

// keepProduct remembers a product whose files, reviews and pictures are unchanged, unless it names a product that is
// gone.
func (r *reading) keepProduct(slug string) bool {
	s := r.last.Products[slug]
	if s == nil || r.last.Reviews[slug] != r.results.now.Reviews[slug] || !r.knowsAll(s.Related) ||
		!r.maker.HasCurrentPictures(s) {
		return false
	}
	r.results.setProduct(slug, s)
	return true
}

func (r *reading) knowsAll(products []string) bool {
	return !slices.ContainsFunc(products, func(slug string) bool { return !r.known[slug] })
}

// readProduct reads a product and remembers it.
func (r *reading) readProduct(slug string) []diag.Diagnostic {
	summary, found := r.makeProduct(slug)
	if summary != nil {
		r.results.setProduct(slug, summary)
	}
	return found
}

// makeProduct reads a product and stores what its pages need. It returns no summary if the product has errors.
func (r *reading) makeProduct(slug string) (*pages.Summary, []diag.Diagnostic) {
	product, found := r.reader.Product(slug, r.lib, r.known)
	if slices.ContainsFunc(found, isError) {
		return nil, append(found, r.proseOf(product)...)
	}
	summary, stored, remarks := r.maker.SummarizeProduct(product)
	if err := errors.Join(r.store(stored...), r.addOwn(product, summary)); err != nil {
		return nil, append(found, notStored(slug, err))
	}
	return summary, append(found, remarked(remarks)...)
}

// store puts content into the spool, which keeps an earlier state of the same content.
func (r *reading) store(all ...pages.StoredContent) error {
	for _, c := range all {
		if err := r.spool.put(c.Key, c.Data); err != nil {
			return err
		}
	}
	return nil
}

func notStored(path string, err error) diag.Diagnostic {
	return diag.Diagnostic{Path: path, Line: 1, Col: 1, Message: err.Error()}
}

// proseOf checks the prose of a product with errors, so that all its errors are reported at once.
func (r *reading) proseOf(p *catalog.Product) []diag.Diagnostic {
	var out []diag.Diagnostic
	for _, language := range r.lib.Languages {
		if t := p.Texts[language]; t != nil {
			out = append(out, remarked(r.maker.Remarks(t.Body, language))...)
		}
	}
	return out
}

func isError(d diag.Diagnostic) bool { return !d.Warning }

func remarked(remarks []pages.Remark) []diag.Diagnostic {
	var out []diag.Diagnostic
	for _, r := range remarks {
		out = append(out, diag.Diagnostic{Path: r.File, Line: r.Line, Col: max(r.Col, 1), Warning: !r.Error,
			Message: r.Message}.WithExcerpt())
	}
	return out
}

func (r *reading) keepPost(folder string) bool {
	posts, ok := r.last.Posts[folder]
	if !ok || slices.ContainsFunc(posts, func(p *pages.PostSummary) bool {
		return !r.knowsAll(p.Products) || !r.maker.HasCurrentPostPictures(p)
	}) {
		return false
	}
	r.results.setPosts(folder, posts)
	return true
}

func (r *reading) readPost(folder string) []diag.Diagnostic {
	summaries, found := r.makePost(folder)
	if !slices.ContainsFunc(found, isError) {
		r.results.setPosts(folder, summaries)
	}
	return found
}

func (r *reading) makePost(folder string) (summaries []*pages.PostSummary, found []diag.Diagnostic) {
	posts, found := r.reader.Post(folder, r.lib, r.known)
	if slices.ContainsFunc(found, isError) {
		return nil, found
	}
	for _, language := range r.lib.Languages {
		p := posts[language]
		if p == nil {
			continue
		}
		s, stored, remarks := r.maker.SummarizePost(p)
		found = append(found, remarked(remarks)...)
		if err := r.store(stored); err != nil {
			return nil, append(found, notStored(folder, err))
		}
		summaries = append(summaries, s)
	}
	return summaries, found
}

// snapshot copies the current record of content; later reading does not change it.
func (r *reading) snapshot() memory {
	r.results.mu.Lock()
	defer r.results.mu.Unlock()
	now := r.results.now
	return memory{now.Vocabulary, maps.Clone(now.Products), maps.Clone(now.Posts), maps.Clone(now.Warnings),
		now.Reviews, now.Pictures}
}

// content returns the content from which pages are planned, once everything is read.
func (r *reading) content() *pages.Content {
	if r.all != nil {
		return r.all
	}
	c := &pages.Content{Library: r.lib, Summarizer: r.maker, Store: r.store}
	r.all = c
	for _, s := range r.results.now.Products {
		c.Products = append(c.Products, s)
	}
	for _, posts := range r.results.now.Posts {
		c.Posts = append(c.Posts, posts...)
	}
	return c
}

// fetch returns stored content. If this build has not stored it, fetch reads it again: a page of unchanged content is
// rendered again when something else on it has changed.
func (r *reading) fetch(s pages.StoredRef) ([]byte, error) {
	data, err := r.spool.get(s.Key)
	if data != nil || err != nil {
		return data, err
	}
	var found []diag.Diagnostic
	if s.Kind == pages.StoredPost {
		_, found = r.makePost(s.Source)
	} else {
		_, found = r.makeProduct(s.Source)
	}
	if i := slices.IndexFunc(found, isError); i >= 0 {
		return nil, &Invalid{Diagnostics: found[i : i+1]}
	}
	if data, err = r.spool.get(s.Key); data == nil && err == nil {
		err = fmt.Errorf("%s changed during the build", s.Source)
	}
	return data, err
}

// Invalid is content that cannot be published, with all its diagnostics.
type Invalid struct{ Diagnostics []diag.Diagnostic }

// Mistakes returns the mistakes, which a caller may explain further.
func (e *Invalid) Mistakes() []diag.Diagnostic { return e.Diagnostics }

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
