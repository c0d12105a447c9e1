package redirect

import (
	"maps"
	"slices"
	"strings"

	"storefront/internal/core/payload"
	"storefront/internal/core/route"
)

// Move leads from another address of a page in a language to the page: from that by the names of folders, or from the
// slug of another language.
type Move struct {
	From, To string // with their locale prefixes
	// Status is 302 where the language has no such page, and the page of another one is shown.
	Status int
}

const statusFound = 302

// Moves returns the moves of a build. They count where there is no page, after the other rules.
func (r *Rules) Moves() []Move { return r.moves }

// movesOf returns the moves to pages, each address once: those from names of folders count before others.
func movesOf(pages []payload.MovedPage, locales []string) (all []Move) {
	taken := map[string]bool{}
	add := func(page *payload.MovedPage, path string) {
		for _, code := range locales {
			m := Move{From: route.JoinPrefix(route.LanguagePrefix(code, locales[0]), path), To: page.Paths[code],
				Status: statusMovedPermanently}
			if m.To == "" {
				m.To, m.Status = firstPath(page, locales), statusFound
			}
			if m.From != m.To && !taken[m.From] {
				taken[m.From] = true
				all = append(all, m)
			}
		}
	}
	for i := range pages {
		for _, address := range pages[i].Paths {
			taken[address] = true // a page's own address leads nowhere else
		}
	}
	for i := range pages {
		add(&pages[i], pages[i].Named)
	}
	for i := range pages {
		for _, code := range slices.Sorted(maps.Keys(pages[i].Paths)) {
			add(&pages[i], withoutPrefix(pages[i].Paths[code], code, locales))
		}
	}
	return all
}

func firstPath(page *payload.MovedPage, locales []string) string {
	for _, code := range locales {
		if to := page.Paths[code]; to != "" {
			return to
		}
	}
	return ""
}

// withoutPrefix returns an address in a language without its prefix.
func withoutPrefix(address, code string, locales []string) string {
	if len(locales) > 0 && code == locales[0] {
		return address
	}
	return strings.TrimPrefix(address, "/"+code)
}
