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
	"storefront/internal/lib/suggest"
)

// plan is content at one time: read, checked, and the pages of every deployment planned.
type plan struct {
	files    files
	folders  folders // nil: unknown
	reading  *reading
	all      []*plannedSite // of all deployments
	sites    []*plannedSite // of the deployments that are built
	warnings []diag.Diagnostic
	leftOut  pages.LeftOut
}

// plannedSite is one deployment's part of a plan. It does not change after planning.
type plannedSite struct {
	id             string
	deployment     *catalog.Deployment
	pages          *pages.Site
	items          []*pages.Item
	stylesheet     []byte // the deployment's own
	stylesheetPath string
	shells         []payload.Shell // in the order of the deployment's languages
	shellKeys      []digest.Digest
	sitemapStays   bool // its sitemap is that of the last build
}

// planner reads content and plans pages.
type planner struct {
	in    inputs
	spool *spool
	// apart has the deployments whose own files have mistakes, if the others are built all the same. It is nil if
	// every mistake stops the plan.
	apart *failures
}

// plan reads and plans everything; content that has not changed since the files before comes from the memory.
func (p *planner) plan(ctx context.Context, current, before files, remembered memory) (*plan, error) {
	r, found, err := read(ctx, &p.in, p.spool, current, before, remembered)
	if err != nil {
		return nil, err
	}
	if p.apart != nil {
		found = p.apart.setApart(r, found, &p.in)
	}
	warnings, err := judge(found)
	if err != nil {
		return nil, err
	}
	next := &plan{files: current, reading: r, warnings: warnings}
	content := r.content()
	next.all = planAll(content, p.in.visibility())
	if err := p.judgePlan(next, content); err != nil {
		return nil, err
	}
	return next, p.choose(next)
}

// choose seals the sites that are built.
func (p *planner) choose(next *plan) (err error) {
	next.sites = next.all
	if id := p.in.options.Only; id != "" {
		if next.sites, err = only(next.all, id); err != nil {
			return err
		}
	}
	next.sites = slices.Clone(next.sites)
	for _, s := range next.sites {
		if err := s.seal(&p.in); err != nil {
			if p.apart == nil {
				return err
			}
			p.apart.add(s.id, err)
		}
	}
	if p.apart != nil {
		next.sites = slices.DeleteFunc(next.sites, func(s *plannedSite) bool { return p.apart.has(s.id) })
		if len(next.sites) == 0 {
			return p.apart.err()
		}
	}
	return nil
}

func only(sites []*plannedSite, id string) ([]*plannedSite, error) {
	var ids []string
	for _, s := range sites {
		if s.id == id {
			return []*plannedSite{s}, nil
		}
		ids = append(ids, s.id)
	}
	return nil, fmt.Errorf("there is no deployment %q%s", id, suggest.DidYouMean(id, ids))
}

// restore returns the plan of the last build, or nil if it is unknown. Of content, the library is read.
func (p *planner) restore(ctx context.Context, memory *store, last lastBuild) (*plan, error) {
	content, known := memory.memory()
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
		now.all = append(now.all, s)
	}
	now.sites = now.all
	return now, nil
}

// replan reads and plans what changed since a plan; planned has the places of the pages that were planned again, by
// site. It is nil if everything has to be planned.
func (p *planner) replan(old *plan, changed []string, current files) (next *plan, planned [][]int, err error) {
	r, changes, ok := old.reading.again(changed, old.files, current)
	if !ok {
		return nil, nil, nil
	}
	warnings, err := judge(r.diagnostics())
	if err != nil {
		return nil, nil, err
	}
	next = &plan{files: maps.Clone(current), reading: r, leftOut: old.leftOut}
	content := r.content()
	for _, before := range old.all {
		s := *before
		s.sitemapStays = false
		var places []int
		if s.pages, s.items, places, ok = before.pages.Replan(content, before.items, changes); !ok {
			return nil, nil, nil
		}
		next.all = append(next.all, &s)
		if !slices.Contains(old.sites, before) {
			continue
		}
		for _, i := range places {
			s.sealItem(i)
		}
		next.sites, planned = append(next.sites, &s), append(planned, places)
	}
	if content.Library.Lenient() && changes.ChangePictures() { // which alternative texts are missing depends on it
		next.leftOut = content.LeftOut(p.in.visibility())
	}
	// Mistakes in slugs, menus and drafts are not looked for: after a change of these, everything is planned again.
	found := slices.Concat(deadLinks(next.all), expiring(content, next.all, &p.in), soldNowhere(content, &p.in),
		takenAddresses(content, next.all, &p.in), deadMenuAddresses(next.all, &p.in),
		deadRedirects(content.Library, next.all, &p.in), warnings)
	next.warnings, err = judge(found)
	return next, planned, err
}

// judgePlan adds the findings that need a plan: dead links, links to stories that expire, menus, and named drafts.
func (p *planner) judgePlan(next *plan, content *pages.Content) (err error) {
	next.leftOut = content.LeftOut(p.in.visibility())
	dead := deadLinks(next.all)
	if p.apart != nil && p.apart.some() { // a link may lead to a deployment that is set apart
		for i := range dead {
			dead[i].Warning = true
		}
	}
	next.warnings, err = judge(slices.Concat(dead, siteFindings(content, next.all, &p.in), next.warnings))
	return err
}

// judge sorts diagnostics; they are an *Invalid if one of them is a mistake.
func judge(found []diag.Diagnostic) (warnings []diag.Diagnostic, err error) {
	diag.Sort(found)
	if slices.ContainsFunc(found, isError) {
		return nil, &Invalid{Diagnostics: found}
	}
	return found, nil
}

// seal adds the key of its shell to the key of each page.
func (s *plannedSite) seal(in *inputs) error {
	if err := s.makeShells(in); err != nil {
		return err
	}
	for i := range s.items {
		s.sealItem(i)
	}
	return nil
}

// makeShells makes the style sheet and the shells.
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
		if in.options.Images != nil && s.shells[i].PictureProvider == payload.ProxiedPictures {
			s.shells[i].PictureProvider = payload.WrittenPictures
		}
		data, err := json.Marshal(s.shells[i])
		if err != nil {
			return err
		}
		s.shellKeys = append(s.shellKeys, digest.Of(in.program[:], []byte(in.bundle.Hash), data))
	}
	return nil
}

func (s *plannedSite) sealItem(i int) {
	item := s.items[i]
	shell := s.shellKeys[s.shellOf(item.Language)]
	item.Key = digest.Of(shell[:], item.Key[:])
}

// shellOf returns the place of a language's shell.
func (s *plannedSite) shellOf(language string) int {
	return max(0, slices.Index(s.deployment.Languages, language))
}

// payload returns the payload of a page.
func (p *plan) payload(s *plannedSite, item *pages.Item) ([]byte, error) {
	return s.pages.Payload(item, p.reading.fetch)
}
