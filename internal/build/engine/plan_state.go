package engine

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"storefront/internal/build/pages"
	"storefront/internal/lib/digest"
)

// planState holds the current plan of a session and its differences from the published builds.
type planState struct {
	memory *store

	mu          sync.Mutex
	plan        *plan
	published   map[string]outputs // by deployment
	unpublished bool
	dirty       map[address]dirtyPage // pages whose current version is not published
	removed     map[address]bool      // published pages that the plan no longer has
	rendered    map[address]*Page
}

// address identifies a page by its deployment and path.
type address struct{ deployment, path string }

type dirtyPage struct {
	plan *plan
	site *plannedSite
	item pages.Item
}

// Page is a rendered page of the current plan.
type Page struct {
	HTML, Payload []byte
	key           digest.Digest
}

// current returns the current plan, and whether it is still to be published.
func (s *planState) current() (now *plan, unpublished bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.plan, s.unpublished
}

// site returns the planned site of a deployment, or nil.
func (s *planState) site(id string) *plannedSite {
	now, _ := s.current()
	if now == nil {
		return nil
	}
	i := slices.IndexFunc(now.sites, func(site *plannedSite) bool { return site.id == id })
	if i < 0 {
		return nil
	}
	return now.sites[i]
}

func (s *planState) set(p *plan) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.plan, s.unpublished = p, true
}

// update sets a plan and returns the pages that it changes. replanned has the indexes of the items that were planned
// again, by site; it is nil if all were. asPublished reports that the plan has the content of the last build.
func (s *planState) update(next *plan, replanned [][]int, asPublished bool) *ContentChanges {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.plan
	s.plan, s.unpublished = next, true
	changes := &ContentChanges{Changed: map[string][]string{}}
	if replanned == nil {
		s.findDifferences()
		differs := before != nil || len(s.dirty)+len(s.removed) > 0
		changes.All, s.unpublished = differs, differs || !asPublished
		return changes
	}
	for n, site := range next.sites {
		old, published := before.sites[n], s.outputsLocked(site.id)
		for _, i := range replanned[n] {
			s.compareItem(site, i, published)
			if site.items[i].Key != old.items[i].Key {
				changes.Changed[site.id] = append(changes.Changed[site.id], site.items[i].Path)
			}
		}
	}
	return changes
}

// markPublished records that a plan is published.
func (s *planState) markPublished(p *plan, sites []*builtSite) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, site := range sites {
		s.published[site.planned.id] = site.outputs
	}
	if s.plan == p {
		s.unpublished = false
	}
	if len(s.dirty)+len(s.removed) > 0 || s.plan != p {
		s.findDifferences()
	}
}

// outputs returns the outputs of a deployment's last build, or nil if they are unknown.
func (s *planState) outputs(id string) outputs {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.outputsLocked(id)
}

func (s *planState) outputsLocked(id string) outputs {
	if _, known := s.published[id]; !known {
		s.published[id] = s.memory.outputsOf(id)
	}
	return s.published[id]
}

// hasPublished reports whether the last build has a file that is not a page.
func (s *planState) hasPublished(id, rel string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, published := s.outputsLocked(id)[fileAddress(rel)]
	return published
}

// findDifferences sets the dirty and removed pages by comparing the plan with the published outputs.
func (s *planState) findDifferences() {
	s.dirty, s.removed = map[address]dirtyPage{}, map[address]bool{}
	for _, site := range s.plan.sites {
		published := s.outputsLocked(site.id)
		planned := make(map[string]bool, len(site.items))
		for i := range site.items {
			planned[site.items[i].Path] = true
			s.compareItem(site, i, published)
		}
		for path := range published {
			if !planned[path] && !strings.HasPrefix(path, filePrefix) {
				s.removed[address{site.id, path}] = true
			}
		}
	}
	maps.DeleteFunc(s.rendered, func(at address, page *Page) bool { return s.dirty[at].item.Key != page.key })
}

func (s *planState) compareItem(site *plannedSite, i int, published outputs) {
	item := site.items[i]
	at := address{site.id, item.Path}
	if o := published[item.Path]; o != nil && o.Key == item.Key {
		delete(s.dirty, at)
	} else {
		s.dirty[at] = dirtyPage{s.plan, site, *item}
	}
}

// find returns a dirty page, and its rendering if there is one; or reports that the plan no longer has the page.
func (s *planState) find(at address) (d dirtyPage, page *Page, dirty, removed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d, dirty = s.dirty[at]
	return d, s.renderingLocked(at, d.item.Key), dirty, s.removed[at]
}

// cacheRendering keeps the rendering of a page unless its plan has changed meanwhile.
func (s *planState) cacheRendering(at address, page *Page) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.dirty[at].item.Key == page.key {
		s.rendered[at] = page
	}
}

// rendering returns the cached rendering of a planned page, or nil.
func (s *planState) rendering(deployment string, item *pages.Item) *Page {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.renderingLocked(address{deployment, item.Path}, item.Key)
}

func (s *planState) renderingLocked(at address, key digest.Digest) *Page {
	if page := s.rendered[at]; page != nil && page.key == key {
		return page
	}
	return nil
}
