package engine

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"storefront/internal/build/pages"
	"storefront/internal/lib/digest"
)

// shown is the current plan of a session, and its differences from the published one.
type shown struct {
	memory *store

	mu        sync.Mutex
	now       *plan
	published map[string]outputs // by deployment
	unsettled bool
	dirty     map[address]dirtyPage // planned pages that are not published as planned
	gone      map[address]bool      // published pages that are not planned any more
	rendered  map[address]*Page
}

// address is that of a page in its deployment.
type address struct{ deployment, path string }

type dirtyPage struct {
	plan *plan
	site *plannedSite
	item pages.Item
}

// Page is a page as it is planned.
type Page struct {
	HTML, Payload []byte
	key           digest.Digest
}

// current returns the plan, and whether it is not published yet.
func (s *shown) current() (now *plan, unsettled bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now, s.unsettled
}

// site returns the plan of a deployment, or nil.
func (s *shown) site(id string) *plannedSite {
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

func (s *shown) set(p *plan) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now, s.unsettled = p, true
}

// adopt sets a plan and returns the pages that it changes. replanned has the indexes of the items that were planned
// again, by site; it is nil if all were. asPublished reports whether the plan is of the content of the last build.
func (s *shown) adopt(next *plan, replanned [][]int, asPublished bool) *Seen {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.now
	s.now, s.unsettled = next, true
	seen := &Seen{Changed: map[string][]string{}}
	if replanned == nil {
		s.compare()
		differs := before != nil || len(s.dirty)+len(s.gone) > 0
		seen.All, s.unsettled = differs, differs || !asPublished
		return seen
	}
	for n, site := range next.sites {
		old, published := before.sites[n], s.outputsOf(site.id)
		for _, i := range replanned[n] {
			s.compareItem(site, i, published)
			if site.items[i].Key != old.items[i].Key {
				seen.Changed[site.id] = append(seen.Changed[site.id], site.items[i].Path)
			}
		}
	}
	return seen
}

// settled records that a plan is published.
func (s *shown) settled(p *plan, sites []*builtSite) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, site := range sites {
		s.published[site.planned.id] = site.outputs
	}
	if s.now == p {
		s.unsettled = false
	}
	if len(s.dirty)+len(s.gone) > 0 || s.now != p {
		s.compare()
	}
}

// outputs returns the outputs of a deployment's last build, or nil if they are unknown.
func (s *shown) outputs(id string) outputs {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.outputsOf(id)
}

func (s *shown) outputsOf(id string) outputs {
	if _, known := s.published[id]; !known {
		s.published[id] = s.memory.outputsOf(id)
	}
	return s.published[id]
}

// publishes reports whether the last build has a file that is no page.
func (s *shown) publishes(id, rel string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, published := s.outputsOf(id)[fileAddress(rel)]
	return published
}

// compare finds the pages whose published state differs from the plan.
func (s *shown) compare() {
	s.dirty, s.gone = map[address]dirtyPage{}, map[address]bool{}
	for _, site := range s.now.sites {
		published := s.outputsOf(site.id)
		planned := make(map[string]bool, len(site.items))
		for i := range site.items {
			planned[site.items[i].Path] = true
			s.compareItem(site, i, published)
		}
		for path := range published {
			if !planned[path] && !strings.HasPrefix(path, filePrefix) {
				s.gone[address{site.id, path}] = true
			}
		}
	}
	maps.DeleteFunc(s.rendered, func(at address, page *Page) bool { return s.dirty[at].item.Key != page.key })
}

func (s *shown) compareItem(site *plannedSite, i int, published outputs) {
	item := site.items[i]
	at := address{site.id, item.Path}
	if published[item.Path].Key == item.Key {
		delete(s.dirty, at)
	} else {
		s.dirty[at] = dirtyPage{s.now, site, *item}
	}
}

// find returns a page that is not published as planned: its plan, and its rendering if there is one.
func (s *shown) find(at address) (d dirtyPage, page *Page, dirty, gone bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d, dirty = s.dirty[at]
	return d, s.renderingOf(at, d.item.Key), dirty, s.gone[at]
}

// keep keeps the rendering of a page whose plan has not changed meanwhile.
func (s *shown) keep(at address, page *Page) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.dirty[at].item.Key == page.key {
		s.rendered[at] = page
	}
}

// rendering returns a page that is rendered as planned, or nil.
func (s *shown) rendering(deployment string, item *pages.Item) *Page {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.renderingOf(address{deployment, item.Path}, item.Key)
}

func (s *shown) renderingOf(at address, key digest.Digest) *Page {
	if page := s.rendered[at]; page != nil && page.key == key {
		return page
	}
	return nil
}
