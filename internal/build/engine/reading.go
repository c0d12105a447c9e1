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

// reading is one pass over content. It reads and checks new and changed content, and reuses the rest from the cache.
type reading struct {
	in     *inputs
	reader *source.Reader
	lib    *catalog.Library
	// exportedReviews are the reviews that the API has exported, by product.
	exportedReviews map[string][]catalog.Review
	summarizer      *pages.Summarizer
	productSlugs    map[string]bool // product slugs
	spool           *spool
	lastContent     contentCache      // of the last build
	libraryFindings []diag.Diagnostic // diagnostics of the library, which belongs to no group of files
	results         *results
	planContent     *pages.Content // the result of content; nil until the first call
}

// results are the results of a pass so far.
type results struct {
	mu      sync.Mutex
	content contentCache
	read    int // products and posts
}

func (r *results) setProduct(slug string, s *pages.Summary) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.content.Products[slug] = s
}

func (r *results) setPosts(folder string, posts []*pages.PostSummary) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.content.Posts[folder] = posts
}

// setDiagnostics sets the diagnostics of a group of files.
func (r *results) setDiagnostics(group string, found []diag.Diagnostic) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.content.Warnings, group)
	if len(found) > 0 {
		r.content.Warnings[group] = found
	}
}

func (r *results) countRead() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.read++
}

// read reads content. It returns all diagnostics, including those of unchanged content.
func read(ctx context.Context, in *inputs, spool *spool, current, before files,
	last contentCache) (*reading, []diag.Diagnostic, error) {
	r := &reading{in: in, reader: source.NewReader(in.options.Content), spool: spool, lastContent: last,
		productSlugs: map[string]bool{}}
	r.reader.Drafts = slices.Contains(in.options.Include, pages.Draft)
	pictures := media.NewReader(last.Pictures, changeTime)
	r.lib, r.libraryFindings = r.reader.Library(pictures.Read, media.ReadDrawing, font.Read)
	r.summarizer = pages.NewSummarizer(r.lib)
	vocabulary := r.summarizer.VocabularyKey()
	if r.reader.Drafts {
		vocabulary = digest.Of(vocabulary[:], []byte("with drafts of translations"))
	}
	r.results = &results{content: contentCache{
		Vocabulary: vocabulary, Products: map[string]*pages.Summary{},
		Posts: map[string][]*pages.PostSummary{}, Warnings: map[string][]diag.Diagnostic{},
		Reviews: map[string]digest.Digest{}, Pictures: pictures.Facts(),
	}}
	if r.results.content.Vocabulary != last.Vocabulary {
		before = nil
	}
	slugs := r.reader.ProductSlugs(&r.libraryFindings)
	for _, slug := range slugs {
		r.productSlugs[slug] = true
	}
	r.libraryFindings = append(r.libraryFindings, r.reader.CheckSearchProducts(r.lib, r.productSlugs)...)
	r.libraryFindings = append(r.libraryFindings, findingsOf(r.summarizer.LibraryRemarks())...)
	r.readReviews(in.options.reviewsFile())
	products := folderKind{"products", "products read", r.isProductReusable, r.reuseProduct, r.readProduct}
	r.readFolders(ctx, products, slugs, current, before)
	posts := folderKind{"blog", "posts read", r.isPostReusable, r.reusePost, r.readPost}
	r.readFolders(ctx, posts, r.reader.PostFolders(&r.libraryFindings), current, before)
	return r, r.diagnostics(), ctx.Err()
}

// diagnostics returns all diagnostics, including those of unchanged content.
func (r *reading) diagnostics() []diag.Diagnostic {
	all := slices.Clone(r.libraryFindings)
	for _, w := range r.results.content.Warnings {
		all = append(all, w...)
	}
	diag.Sort(all)
	return all
}

// rereadChanged returns a new reading with the changed groups of files read again. It reports false if other content
// than products, posts and alternative texts has changed: then everything has to be read.
func (r *reading) rereadChanged(changed []string, before, current files) (*reading, pages.Changes, bool) {
	next := *r
	next.results = &results{content: r.snapshot()}
	now := next.results.content
	changes := pages.Changes{Products: map[*pages.Summary]*pages.Summary{},
		Posts: map[*pages.PostSummary]*pages.PostSummary{}}
	if i := slices.Index(changed, mediaFolder); i >= 0 {
		if !differOnlyInAlts(before[mediaFolder], current[mediaFolder]) || !next.readAlts(&changes) {
			return nil, changes, false
		}
		changed = next.addGroupsShowing(slices.Delete(slices.Clone(changed), i, i+1), changes.Pictures)
	}
	for _, group := range changed {
		kind, slug, _ := strings.Cut(group, "/")
		product, posts := now.Products[slug], now.Posts[slug]
		_, there := current[group]
		switch {
		case !there:
			return nil, changes, false
		case kind == "products" && product != nil:
			next.results.setDiagnostics(group, next.readProduct(slug))
			changes.Products[product] = now.Products[slug]
		case kind == "blog" && posts != nil:
			next.results.setDiagnostics(group, next.readPost(slug))
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
	next.planContent = &pages.Content{Library: next.lib, Summarizer: next.summarizer, Store: next.store,
		Products: withReplacements(old.Products, changes.Products), Posts: withReplacements(old.Posts, changes.Posts)}
	return &next, changes, true
}

// withReplacements returns a copy of all in which the keys of changes are replaced by their values.
func withReplacements[T any](all []*T, changes map[*T]*T) []*T {
	all = slices.Clone(all)
	for before, now := range changes {
		if i := slices.Index(all, before); i >= 0 {
			all[i] = now
		}
	}
	return all
}

// folderKind is how one kind of folders of content is read.
type folderKind struct {
	name, step string // the top folder, and the step that progress shows
	// Each is called with the name of a folder, and isReusable by several goroutines at once.
	isReusable func(string) bool
	reuse      func(string)
	read       func(string) []diag.Diagnostic
}

// readersPerCore is the number of folders that are read at a time: opening files waits for the disk.
const readersPerCore = 4

// readFolders reuses or reads every folder of a kind, on all cores, until ctx ends.
func (r *reading) readFolders(ctx context.Context, kind folderKind, slugs []string, current, before files) {
	var done atomic.Int64
	countDone := func() { r.in.progress(kind.step, int(done.Add(1)), len(slugs)) }
	reusable := make([]bool, len(slugs))
	parallel(len(slugs), func(i int) bool {
		files := kind.name + "/" + slugs[i]
		old, ok := before[files]
		reusable[i] = ok && old == current[files] && kind.isReusable(slugs[i])
		return true
	})
	var readers errgroup.Group
	readers.SetLimit(readersPerCore * runtime.NumCPU())
	for i, slug := range slugs {
		if ctx.Err() != nil {
			break
		}
		files := kind.name + "/" + slug
		if reusable[i] {
			kind.reuse(slug)
			r.results.setDiagnostics(files, r.lastContent.Warnings[files])
			countDone()
			continue
		}
		readers.Go(func() error {
			r.results.setDiagnostics(files, kind.read(slug))
			r.results.countRead()
			countDone()
			return nil
		})
	}
	_ = readers.Wait()
}

// isProductReusable reports whether a product whose files are unchanged can be reused: its reviews and pictures are
// unchanged too, and all related products still exist.
func (r *reading) isProductReusable(slug string) bool {
	s := r.lastContent.Products[slug]
	return s != nil && r.lastContent.Reviews[slug] == r.results.content.Reviews[slug] && r.hasProducts(s.Related) &&
		r.summarizer.HasCurrentPictures(s)
}

func (r *reading) reuseProduct(slug string) { r.results.setProduct(slug, r.lastContent.Products[slug]) }

func (r *reading) hasProducts(products []string) bool {
	return !slices.ContainsFunc(products, func(slug string) bool { return !r.productSlugs[slug] })
}

// readProduct reads a product and adds it to the results.
func (r *reading) readProduct(slug string) []diag.Diagnostic {
	summary, found := r.summarizeProduct(slug)
	if summary != nil {
		r.results.setProduct(slug, summary)
	}
	return found
}

// summarizeProduct reads a product and stores what its pages need. It returns no summary if the product has errors.
func (r *reading) summarizeProduct(slug string) (*pages.Summary, []diag.Diagnostic) {
	product, found := r.reader.Product(slug, r.lib, r.productSlugs)
	if slices.ContainsFunc(found, isError) {
		return nil, append(found, r.checkProse(product)...)
	}
	summary, stored, remarks := r.summarizer.SummarizeProduct(product)
	if err := errors.Join(r.store(stored...), r.addDeploymentSummaries(product, summary)); err != nil {
		return nil, append(found, storeFailure(slug, err))
	}
	return summary, append(found, findingsOf(remarks)...)
}

// store puts content into the spool.
func (r *reading) store(all ...pages.StoredContent) error {
	for _, c := range all {
		if err := r.spool.put(c.Key, c.Data); err != nil {
			return err
		}
	}
	return nil
}

func storeFailure(path string, err error) diag.Diagnostic {
	return diag.Diagnostic{Path: path, Line: 1, Col: 1, Message: err.Error()}
}

// checkProse checks the prose of a product with errors, so that all its errors are reported at once.
func (r *reading) checkProse(p *catalog.Product) []diag.Diagnostic {
	var out []diag.Diagnostic
	for _, language := range r.lib.Languages {
		if t := p.Texts[language]; t != nil {
			out = append(out, findingsOf(r.summarizer.Remarks(t.Body, language))...)
		}
	}
	return out
}

func isError(d diag.Diagnostic) bool { return !d.Warning }

func findingsOf(remarks []pages.Remark) []diag.Diagnostic {
	var out []diag.Diagnostic
	for _, r := range remarks {
		out = append(out, diag.Diagnostic{Path: r.File, Line: r.Line, Col: max(r.Col, 1), Warning: !r.Error,
			Message: r.Message}.WithExcerpt())
	}
	return out
}

func (r *reading) isPostReusable(folder string) bool {
	posts, ok := r.lastContent.Posts[folder]
	return ok && !slices.ContainsFunc(posts, func(p *pages.PostSummary) bool {
		return !r.hasProducts(p.Products) || !r.summarizer.HasCurrentPostPictures(p)
	})
}

func (r *reading) reusePost(folder string) { r.results.setPosts(folder, r.lastContent.Posts[folder]) }

func (r *reading) readPost(folder string) []diag.Diagnostic {
	summaries, found := r.summarizePost(folder)
	if !slices.ContainsFunc(found, isError) {
		r.results.setPosts(folder, summaries)
	}
	return found
}

func (r *reading) summarizePost(folder string) (summaries []*pages.PostSummary, found []diag.Diagnostic) {
	posts, found := r.reader.Post(folder, r.lib, r.productSlugs)
	if slices.ContainsFunc(found, isError) {
		return nil, found
	}
	for _, language := range r.lib.Languages {
		p := posts[language]
		if p == nil {
			continue
		}
		s, stored, remarks := r.summarizer.SummarizePost(p)
		found = append(found, findingsOf(remarks)...)
		if err := r.store(stored); err != nil {
			return nil, append(found, storeFailure(folder, err))
		}
		summaries = append(summaries, s)
	}
	return summaries, found
}

// snapshot returns a copy of the current record of content, which later reading does not change.
func (r *reading) snapshot() contentCache {
	r.results.mu.Lock()
	defer r.results.mu.Unlock()
	now := r.results.content
	return contentCache{now.Vocabulary, maps.Clone(now.Products), maps.Clone(now.Posts), maps.Clone(now.Warnings),
		now.Reviews, now.Pictures}
}

// content returns the content for planning. It is called after everything is read.
func (r *reading) content() *pages.Content {
	if r.planContent != nil {
		return r.planContent
	}
	c := &pages.Content{Library: r.lib, Summarizer: r.summarizer, Store: r.store}
	r.planContent = c
	for _, s := range r.results.content.Products {
		c.Products = append(c.Products, s)
	}
	for _, posts := range r.results.content.Posts {
		c.Posts = append(c.Posts, posts...)
	}
	return c
}

// fetch returns stored content. It reads content that this build has not stored: a page of unchanged content is
// rendered again when something else on it has changed.
func (r *reading) fetch(s pages.StoredRef) ([]byte, error) {
	data, err := r.spool.get(s.Key)
	if data != nil || err != nil {
		return data, err
	}
	var found []diag.Diagnostic
	if s.Kind == pages.StoredPost {
		_, found = r.summarizePost(s.Source)
	} else {
		_, found = r.summarizeProduct(s.Source)
	}
	if i := slices.IndexFunc(found, isError); i >= 0 {
		return nil, &InvalidContentError{Diagnostics: found[i : i+1]}
	}
	if data, err = r.spool.get(s.Key); data == nil && err == nil {
		err = fmt.Errorf("%s changed during the build", s.Source)
	}
	return data, err
}

// InvalidContentError reports content that cannot be published, with all diagnostics.
type InvalidContentError struct{ Diagnostics []diag.Diagnostic }

// Mistakes returns the diagnostics.
func (e *InvalidContentError) Mistakes() []diag.Diagnostic { return e.Diagnostics }

func (e *InvalidContentError) Error() string {
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
