package engine

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"storefront/internal/build/pages"
	"storefront/internal/content/diag"
	"storefront/internal/content/source"
	"storefront/internal/core/locale"
)

// Check reads and plans all content, including unpublished content, and renders nothing. It returns the warnings, or an
// *InvalidContentError if there are mistakes.
func Check(ctx context.Context, o Options) ([]diag.Diagnostic, error) {
	r, found, err := readWithoutCache(ctx, o)
	if err != nil {
		return nil, err
	}
	defer r.spool.close()
	warnings, err := requireNoMistakes(found)
	if err != nil {
		return nil, err
	}
	in, content := r.in, r.content()
	planned := planAll(content, in.visibility())
	dead := deadLinks(planned)
	for _, d := range deadLinks(planAll(content, pages.FullVisibility(in.visibility().AsOf))) {
		if !slices.ContainsFunc(dead, d.SamePlace) {
			dead = append(dead, d)
		}
	}
	removed, err := removedPages(o, planned)
	if err != nil {
		return nil, err
	}
	return requireNoMistakes(slices.Concat(dead, removed, siteFindings(content, planned, in),
		bookingConflicts(r, planned), warnings))
}

// siteFindings returns the findings that need planned sites, except dead links.
func siteFindings(content *pages.Content, planned []*plannedSite, in *inputs) []diag.Diagnostic {
	return slices.Concat(menuMistakes(planned, in), menuWarnings(planned, in),
		expiringLinkedPosts(content, planned, in), draftReferences(content, in),
		slugClashes(content, in), unsoldProducts(content, in), duplicateSourceIDs(content, in),
		takenAddresses(content, planned, in), deadRedirects(content.Library, planned, in))
}

// takenAddresses returns a warning for each alias and redirect whose address a page has.
func takenAddresses(content *pages.Content, planned []*plannedSite, in *inputs) (out []diag.Diagnostic) {
	var sites []*pages.Site
	for _, s := range planned {
		sites = append(sites, s.pages)
	}
	for _, taken := range pages.TakenAddresses(content, sites) {
		d := source.DiagnosticAt(filepath.Join(in.options.Content, filepath.FromSlash(taken.File)), taken.At...)
		d.Message, d.Warning = taken.Message, true
		out = append(out, d)
	}
	return out
}

// unsoldProducts returns a warning for each product whose currency no deployment takes.
func unsoldProducts(content *pages.Content, in *inputs) (out []diag.Diagnostic) {
	if content.Library.DeploymentsIncomplete {
		return nil
	}
	taken := content.Library.Currencies()
	for _, p := range content.Products {
		if !slices.Contains(taken, p.Currency) {
			d := source.DiagnosticAt(filepath.Join(in.options.Content, "products", p.Slug, "product.yaml"), "currency")
			d.Warning = true
			d.Message = fmt.Sprintf("no deployment takes %s, so this product is sold nowhere; they take %s", p.Currency,
				strings.Join(taken, ", "))
			out = append(out, d)
		}
	}
	return out
}

// slugClashes reports slugs whose address another page has.
func slugClashes(content *pages.Content, in *inputs) (out []diag.Diagnostic) {
	for _, clash := range content.SlugClashes() {
		d := source.DiagnosticAt(filepath.Join(in.options.Content, clash.File), "slug")
		d.Message = clash.Message
		out = append(out, d)
	}
	return out
}

// duplicateSourceIDs reports source ids that two products of a supplier have, as copies of imported products do.
func duplicateSourceIDs(content *pages.Content, in *inputs) (out []diag.Diagnostic) {
	first := map[[2]string]string{}
	for _, p := range slices.SortedFunc(slices.Values(content.Products), func(a, b *pages.Summary) int {
		return cmp.Compare(a.Slug, b.Slug)
	}) {
		if p.SourceID == "" {
			continue
		}
		id := [2]string{p.Supplier, p.SourceID}
		if other := first[id]; other != "" {
			d := source.DiagnosticAt(filepath.Join(in.options.Content, "products", p.Slug, "product.yaml"), "sourceId")
			d.Message = fmt.Sprintf("products/%s has the sourceId %q of this supplier too: an update of an import "+
				"would confuse the two; remove the line from a copy", other, p.SourceID)
			out = append(out, d)
			continue
		}
		first[id] = p.Slug
	}
	return out
}

// menuMistakes reports mistakes in the links of headers and footers.
func menuMistakes(planned []*plannedSite, in *inputs) (out []diag.Diagnostic) {
	for _, s := range planned {
		for _, mistake := range s.pages.MenuMistakes() {
			d := source.DiagnosticAt(filepath.Join(in.options.Content, "deployments", s.id+".yaml"), mistake.At...)
			d.Message = mistake.Message
			out = append(out, d)
		}
	}
	return out
}

// List reads content and returns its entries, sorted by path. If there are mistakes, it returns an *InvalidContentError
// together with the entries that could be read.
func List(ctx context.Context, o Options) ([]pages.Entry, error) {
	r, found, err := readWithoutCache(ctx, o)
	if err != nil {
		return nil, err
	}
	defer r.spool.close()
	content := r.content()
	entries := append(content.Entries(r.in.visibility().AsOf), content.TranslationEntries()...)
	for i := range entries {
		addTranslationStates(o.Content, &entries[i])
		entries[i].Path = filepath.Join(o.Content, filepath.FromSlash(entries[i].Path))
	}
	slices.SortFunc(entries, func(a, b pages.Entry) int { return cmp.Compare(a.Path, b.Path) })
	_, err = requireNoMistakes(found)
	return entries, err
}

// addTranslationStates sets which translations of an entry are drafts, and which are of a text that has changed since.
func addTranslationStates(content string, e *pages.Entry) {
	folder, languages := filepath.FromSlash(e.Path), slices.Concat(e.Languages, e.Missing)
	if strings.HasSuffix(e.Path, ".yaml") || strings.HasSuffix(e.Path, ".md") {
		folder = filepath.Dir(folder)
	}
	for _, language := range languages {
		file := func(language string) string { return filepath.Join(content, folder, language+".md") }
		t, ok := source.ReadTranslationState(file(language))
		if !ok {
			continue
		}
		if t.Draft && slices.Contains(e.Missing, language) {
			e.DraftTranslations = append(e.DraftTranslations, language)
		}
		if now := source.TextHash(file(t.SourceLanguage)); t.SourceLanguage != "" && now != "" && now != t.SourceHash {
			e.Stale = append(e.Stale, pages.Stale{Language: language, Of: t.SourceLanguage, Hash: now})
		}
	}
}

// readWithoutCache reads all content without the record of the last build. The caller closes the spool.
func readWithoutCache(ctx context.Context, o Options) (*reading, []diag.Diagnostic, error) {
	in := inputs{options: o}
	in.setDay(o.AsOf)
	current, err := o.scanAll(ctx, scanResult{})
	if err != nil {
		return nil, nil, fmt.Errorf("read content: %w", err)
	}
	spool, err := newSpool(os.TempDir())
	if err != nil {
		return nil, nil, err
	}
	r, found, err := read(ctx, &in, spool, current.files, nil, contentCache{})
	if err != nil {
		spool.close()
	}
	return r, found, err
}

// planAll plans the sites of all deployments.
func planAll(content *pages.Content, visibility pages.Visibility) (all []*plannedSite) {
	for _, d := range content.Library.Deployments {
		s := &plannedSite{id: d.ID, deployment: d, pages: pages.NewSite(content, d, visibility)}
		s.items = s.pages.Plan()
		all = append(all, s)
	}
	return all
}

// draftReferences reports visible content that references a draft.
func draftReferences(content *pages.Content, in *inputs) (out []diag.Diagnostic) {
	for _, n := range content.DraftReferences(in.visibility()) {
		d := source.DiagnosticAt(filepath.Join(in.options.Content, n.File), n.At...)
		d.Message = fmt.Sprintf("the %s %q is a draft, and this is not: name another, make this a draft too, or "+
			"build with --drafts",
			n.Kind, n.Slug)
		out = append(out, d)
	}
	return out
}

// CompletionValues returns the ids and the languages of a content folder's deployments for shell completion. It omits
// what it cannot read.
func CompletionValues(content string) (deployments, languages []string) {
	for _, d := range source.NewReader(content).Deployments() {
		deployments = append(deployments, d.ID)
		for _, language := range d.Languages {
			if locale.IsRecognised(language) && !slices.Contains(languages, language) {
				languages = append(languages, language)
			}
		}
	}
	slices.Sort(languages)
	return deployments, languages
}
