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

// Check reads and plans everything without rendering, content that is not published yet too. It returns the warnings;
// mistakes are an *Invalid.
func Check(ctx context.Context, o Options) ([]diag.Diagnostic, error) {
	r, found, err := readAfresh(ctx, o)
	if err != nil {
		return nil, err
	}
	defer r.spool.close()
	warnings, err := judge(found)
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
	gone, err := goneSince(o, planned)
	if err != nil {
		return nil, err
	}
	return judge(slices.Concat(dead, gone, siteFindings(content, planned, in), bookedFindings(r, planned), warnings))
}

// siteFindings reports what only planned sites show, dead links apart.
func siteFindings(content *pages.Content, planned []*plannedSite, in *inputs) []diag.Diagnostic {
	return slices.Concat(menuMistakes(planned, in), deadMenuAddresses(planned, in), expiring(content, planned, in),
		draftsNamed(content, in), slugClashes(content, in), soldNowhere(content, in),
		sourceIDsOfTwo(content, in), takenAddresses(content, planned, in),
		deadRedirects(content.Library, planned, in))
}

// takenAddresses reports aliases and redirects that are never followed.
func takenAddresses(content *pages.Content, planned []*plannedSite, in *inputs) (out []diag.Diagnostic) {
	var sites []*pages.Site
	for _, s := range planned {
		sites = append(sites, s.pages)
	}
	for _, taken := range pages.TakenAddresses(content, sites) {
		d := source.At(filepath.Join(in.options.Content, filepath.FromSlash(taken.File)), taken.At...)
		d.Message, d.Warning = taken.Message, true
		out = append(out, d)
	}
	return out
}

// soldNowhere reports products whose currency no deployment takes.
func soldNowhere(content *pages.Content, in *inputs) (out []diag.Diagnostic) {
	if content.Library.Unread {
		return nil
	}
	taken := content.Library.Currencies()
	for _, p := range content.Products {
		if !slices.Contains(taken, p.Currency) {
			d := source.At(filepath.Join(in.options.Content, "products", p.Slug, "product.yaml"), "currency")
			d.Warning = true
			d.Message = fmt.Sprintf("no deployment takes %s, so this product is sold nowhere; they take %s", p.Currency,
				strings.Join(taken, ", "))
			out = append(out, d)
		}
	}
	return out
}

// slugClashes reports slugs that lead to another page already.
func slugClashes(content *pages.Content, in *inputs) (out []diag.Diagnostic) {
	for _, clash := range content.SlugClashes() {
		d := source.At(filepath.Join(in.options.Content, clash.File), "slug")
		d.Message = clash.Message
		out = append(out, d)
	}
	return out
}

// sourceIDsOfTwo reports ids that two products of a supplier have where they were imported from, as copies do.
func sourceIDsOfTwo(content *pages.Content, in *inputs) (out []diag.Diagnostic) {
	first := map[[2]string]string{}
	for _, p := range slices.SortedFunc(slices.Values(content.Products), func(a, b *pages.Summary) int {
		return cmp.Compare(a.Slug, b.Slug)
	}) {
		if p.SourceID == "" {
			continue
		}
		id := [2]string{p.Supplier, p.SourceID}
		if other := first[id]; other != "" {
			d := source.At(filepath.Join(in.options.Content, "products", p.Slug, "product.yaml"), "sourceId")
			d.Message = fmt.Sprintf("products/%s has the sourceId %q of this supplier too: an update of an import "+
				"takes one for the other; take the line away from a copy", other, p.SourceID)
			out = append(out, d)
			continue
		}
		first[id] = p.Slug
	}
	return out
}

// menuMistakes reports what is wrong with the links of headers and footers.
func menuMistakes(planned []*plannedSite, in *inputs) (out []diag.Diagnostic) {
	for _, s := range planned {
		for _, mistake := range s.pages.MenuMistakes() {
			d := source.At(filepath.Join(in.options.Content, "deployments", s.id+".yaml"), mistake.At...)
			d.Message = mistake.Message
			out = append(out, d)
		}
	}
	return out
}

// List reads content and returns its entries, in order of place. Mistakes are an *Invalid, which is returned together
// with the entries that could be read.
func List(ctx context.Context, o Options) ([]pages.Entry, error) {
	r, found, err := readAfresh(ctx, o)
	if err != nil {
		return nil, err
	}
	defer r.spool.close()
	content := r.content()
	entries := append(content.Entries(r.in.visibility().AsOf), content.TranslationEntries()...)
	for i := range entries {
		translations(o.Content, &entries[i])
		entries[i].Path = filepath.Join(o.Content, filepath.FromSlash(entries[i].Path))
	}
	slices.SortFunc(entries, func(a, b pages.Entry) int { return cmp.Compare(a.Path, b.Path) })
	_, err = judge(found)
	return entries, err
}

// translations adds the facts in the files of an entry's texts: which translations are drafts, and which are of a text
// that has changed since.
func translations(content string, e *pages.Entry) {
	folder, languages := filepath.FromSlash(e.Path), slices.Concat(e.Languages, e.Missing)
	if strings.HasSuffix(e.Path, ".yaml") || strings.HasSuffix(e.Path, ".md") {
		folder = filepath.Dir(folder)
	}
	for _, language := range languages {
		file := func(language string) string { return filepath.Join(content, folder, language+".md") }
		t, ok := source.ReadTranslated(file(language))
		if !ok {
			continue
		}
		if t.Draft && slices.Contains(e.Missing, language) {
			e.DraftTranslations = append(e.DraftTranslations, language)
		}
		if now := source.TextHash(file(t.Of)); t.Of != "" && now != "" && now != t.From {
			e.Stale = append(e.Stale, pages.Stale{Language: language, Of: t.Of, Hash: now})
		}
	}
}

// readAfresh reads content without what the last build remembers. The caller closes the spool.
func readAfresh(ctx context.Context, o Options) (*reading, []diag.Diagnostic, error) {
	in := inputs{options: o}
	in.setDay(o.AsOf)
	current, err := o.scanAll(ctx, scanned{})
	if err != nil {
		return nil, nil, fmt.Errorf("read content: %w", err)
	}
	spool, err := newSpool(os.TempDir())
	if err != nil {
		return nil, nil, err
	}
	r, found, err := read(ctx, &in, spool, current.files, nil, memory{})
	if err != nil {
		spool.close()
	}
	return r, found, err
}

// planAll plans the sites of all deployments for the links in them.
func planAll(content *pages.Content, showing pages.Visibility) (all []*plannedSite) {
	for _, d := range content.Library.Deployments {
		s := &plannedSite{id: d.ID, deployment: d, pages: pages.NewSite(content, d, showing)}
		s.items = s.pages.Plan()
		all = append(all, s)
	}
	return all
}

// draftsNamed reports content that is shown and names a draft.
func draftsNamed(content *pages.Content, in *inputs) (out []diag.Diagnostic) {
	for _, n := range content.DraftReferences(in.visibility()) {
		d := source.At(filepath.Join(in.options.Content, n.File), n.At...)
		d.Message = fmt.Sprintf("the %s %q is a draft, and this is not: name another, make this a draft too, or "+
			"build with --drafts",
			n.Kind, n.Slug)
		out = append(out, d)
	}
	return out
}

// Choices returns the ids and the languages of a content folder's deployments, for completion. What cannot be read is
// left out.
func Choices(content string) (deployments, languages []string) {
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
