package engine

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"storefront/internal/build/pages"
	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/core/payload"
	"storefront/internal/lib/digest"
	"storefront/internal/lib/misuse"
	"storefront/internal/lib/suggest"
)

// plan is content at one time: read, checked, and the pages of every deployment planned.
type plan struct {
	files    files
	folders  folders // nil: unknown
	reading  *reading
	allSites []*plannedSite // of all deployments
	sites    []*plannedSite // of the deployments that are built
	warnings []diag.Diagnostic
	leftOut  pages.LeftOut
}

// plannedSite is one deployment's part of a plan. It does not change after planning.
type plannedSite struct {
	id               string
	deployment       *catalog.Deployment
	pages            *pages.Site
	items            []*pages.Item
	stylesheet       []byte // the deployment's own
	stylesheetPath   string
	shells           []payload.Shell // in the order of the deployment's languages
	shellKeys        []digest.Digest
	sitemapUnchanged bool // its sitemap equals that of the last build
}

// planner reads content and plans pages.
type planner struct {
	in    inputs
	spool *spool
	// failures has the deployments whose own files have mistakes, if the others are built nevertheless. It is nil if
	// every mistake stops the plan.
	failures *failures
}

// plan reads and plans everything; content whose files equal those of before comes from the cache.
func (p *planner) plan(ctx context.Context, current, before files, remembered contentCache) (*plan, error) {
	r, found, err := read(ctx, &p.in, p.spool, current, before, remembered)
	if err != nil {
		return nil, err
	}
	if p.failures != nil {
		found = p.failures.isolateBroken(r, found, &p.in)
	}
	warnings, err := requireNoMistakes(found)
	if err != nil {
		return nil, err
	}
	next := &plan{files: current, reading: r, warnings: warnings}
	content := r.content()
	next.allSites = planAll(content, p.in.visibility())
	if err := p.checkPlan(next, content); err != nil {
		return nil, err
	}
	return next, p.selectSites(next)
}

// selectSites seals the sites that are built.
func (p *planner) selectSites(next *plan) (err error) {
	next.sites = next.allSites
	if id := p.in.options.Deployment; id != "" {
		if next.sites, err = siteByID(next.allSites, id); err != nil {
			return err
		}
	}
	next.sites = slices.Clone(next.sites)
	for _, s := range next.sites {
		if err := s.addShellKeys(&p.in); err != nil {
			if p.failures == nil {
				return err
			}
			p.failures.add(s.id, err)
		}
	}
	if p.failures != nil {
		next.sites = slices.DeleteFunc(next.sites, func(s *plannedSite) bool { return p.failures.has(s.id) })
		if len(next.sites) == 0 {
			return p.failures.err()
		}
	}
	return nil
}

func siteByID(sites []*plannedSite, id string) ([]*plannedSite, error) {
	var ids []string
	for _, s := range sites {
		if s.id == id {
			return []*plannedSite{s}, nil
		}
		ids = append(ids, s.id)
	}
	return nil, misuse.Errorf("there is no deployment %q%s", id, suggest.DidYouMean(id, ids))
}

// restore returns the plan of the last build, or nil if it is unknown. It reads only the library of content.
func (p *planner) restore(ctx context.Context, memory *store, last lastBuild) (*plan, error) {
	content, known := memory.contentCache()
	if !known {
		return nil, nil
	}
	r, _, err := read(ctx, &p.in, p.spool, last.Files, last.Files, content)
	if err != nil || r.results.read > 0 {
		return nil, err
	}
	now := &plan{files: last.Files, reading: r, leftOut: last.LeftOut}
	for _, d := range r.lib.Deployments {
		s := &plannedSite{id: d.ID, deployment: d, pages: pages.NewSite(r.content(), d, p.in.visibility())}
		if s.items = memory.itemsOf(d.ID, s.pages); s.items == nil {
			return nil, nil
		}
		if err := s.makeShells(&p.in); err != nil {
			return nil, err
		}
		now.allSites = append(now.allSites, s)
	}
	now.sites = now.allSites
	return now, nil
}

// replan reads and plans what changed since an old plan. planned has the indexes of the pages that were planned again,
// by site. next is nil if everything has to be planned.
func (p *planner) replan(old *plan, changed []string, current files) (next *plan, planned [][]int, err error) {
	r, changes, ok := old.reading.rereadChanged(changed, old.files, current)
	if !ok {
		return nil, nil, nil
	}
	warnings, err := requireNoMistakes(r.diagnostics())
	if err != nil {
		return nil, nil, err
	}
	next = &plan{files: maps.Clone(current), reading: r, leftOut: old.leftOut}
	content := r.content()
	for _, before := range old.allSites {
		s := *before
		s.sitemapUnchanged = false
		var places []int
		if s.pages, s.items, places, ok = before.pages.Replan(content, before.items, changes); !ok {
			return nil, nil, nil
		}
		next.allSites = append(next.allSites, &s)
		if !slices.Contains(old.sites, before) {
			continue
		}
		for _, i := range places {
			s.addShellKey(i)
		}
		next.sites, planned = append(next.sites, &s), append(planned, places)
	}
	if content.Library.AllowsUntranslated() && changes.ChangePictures() { // other alternative texts may be missing
		next.leftOut = content.LeftOut(p.in.visibility())
	}
	// After a change of slugs, menus or drafts everything is planned again, so these mistakes cannot be new here.
	found := slices.Concat(deadLinks(next.allSites), expiringLinkedPosts(content, next.allSites, &p.in),
		unsoldProducts(content, &p.in), takenAddresses(content, next.allSites, &p.in),
		menuWarnings(next.allSites, &p.in), deadRedirects(content.Library, next.allSites, &p.in), warnings)
	next.warnings, err = requireNoMistakes(found)
	return next, planned, err
}

// checkPlan adds the findings that need a plan: dead links, links to stories that expire, mistakes in menus, references
// to drafts.
func (p *planner) checkPlan(next *plan, content *pages.Content) (err error) {
	next.leftOut = content.LeftOut(p.in.visibility())
	dead := deadLinks(next.allSites)
	if p.failures != nil && p.failures.any() { // a link may lead to a deployment that has failed
		for i := range dead {
			dead[i].Warning = true
		}
	}
	found := slices.Concat(dead, siteFindings(content, next.allSites, &p.in), next.warnings)
	next.warnings, err = requireNoMistakes(found)
	return err
}

// requireNoMistakes returns the diagnostics sorted, or an *InvalidContentError if one of them is a mistake.
func requireNoMistakes(found []diag.Diagnostic) (warnings []diag.Diagnostic, err error) {
	diag.Sort(found)
	if slices.ContainsFunc(found, isError) {
		return nil, &InvalidContentError{Diagnostics: found}
	}
	return found, nil
}

// addShellKeys makes the shells, and adds the key of its shell to the key of each page.
func (s *plannedSite) addShellKeys(in *inputs) error {
	if err := s.makeShells(in); err != nil {
		return err
	}
	for i := range s.items {
		s.addShellKey(i)
	}
	return nil
}

// makeShells makes the style sheet and the shells of the site.
func (s *plannedSite) makeShells(in *inputs) error {
	layout, ok := in.bundle.Entry.Layouts[s.deployment.LayoutType]
	if !ok {
		return fmt.Errorf("the site bundle has no layout %q; build it again with npm run build",
			s.deployment.LayoutType)
	}
	sheets := []string{layout}
	if a := s.deployment.Analytics; a != nil && a.Consent == payload.ConsentRequired {
		sheets = append(sheets, in.bundle.Entry.Analytics.Style)
	}
	for _, sheet := range sheets {
		rules, err := os.ReadFile(filepath.Join(in.options.Site, "client", filepath.FromSlash(sheet)))
		if err != nil {
			return err
		}
		s.stylesheet = append(s.stylesheet, rules...)
	}
	s.stylesheet = append(s.stylesheet, pages.FontCSS(s.pages.Library(), s.deployment)...)
	s.stylesheet = append(s.stylesheet, pages.ThemeCSS(s.deployment.Theme)...)
	hash := sha256.Sum256(s.stylesheet)
	s.stylesheetPath = "assets/" + s.id + "." + hex.EncodeToString(hash[:4]) + ".css"
	s.shells = s.pages.Shells()
	for i := range s.shells {
		s.shells[i].Stylesheet = s.stylesheetPath
		s.shells[i].Fonts = s.pages.FontLinks(s.shells[i].Locale, in.bundle.Assets)
		if in.options.MakeVariant != nil && s.shells[i].PictureProvider == payload.ProxiedPictures {
			s.shells[i].PictureProvider = payload.WrittenPictures
		}
		data, err := json.Marshal(s.shells[i])
		if err != nil {
			return err
		}
		s.shellKeys = append(s.shellKeys, digest.Of(in.generatorKey[:], []byte(in.bundle.Hash), data))
	}
	return nil
}

func (s *plannedSite) addShellKey(i int) {
	item := s.items[i]
	shell := s.shellKeys[s.shellOf(item.Language)]
	item.Key = digest.Of(shell[:], item.Key[:])
}

// shellOf returns the index of a language's shell.
func (s *plannedSite) shellOf(language string) int {
	return max(0, slices.Index(s.deployment.Languages, language))
}

// payload returns the payload of a page.
func (p *plan) payload(s *plannedSite, item *pages.Item) ([]byte, error) {
	return s.pages.Payload(item, p.reading.fetch)
}
