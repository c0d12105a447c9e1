package importer

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/scaffold"
)

// IDOf returns the kind and the id of what content has of a name. Kinds are called as columns are. The name makes the
// slug, or is the title in any language. Both are empty where there is none.
func (j *Job) IDOf(name string, kinds ...string) (kind, id string) {
	for _, kind := range kinds {
		all := j.titles(kind)
		for _, id := range slices.Sorted(maps.Keys(all)) {
			if id == scaffold.Slug(name) || slices.ContainsFunc(all[id], func(title string) bool {
				return strings.EqualFold(title, strings.TrimSpace(name))
			}) {
				return kind, id
			}
		}
	}
	return "", ""
}

// titles are the titles of what content has of a kind, by id.
func (j *Job) titles(kind string) map[string][]string {
	all := map[string][]string{}
	localized := func(id string, title catalog.Localized) { all[id] = slices.Collect(maps.Values(title)) }
	place := func(id string, texts map[string]*catalog.PlaceText) {
		all[id] = []string{}
		for _, t := range texts {
			all[id] = append(all[id], t.Title)
		}
	}
	switch kind {
	case "city":
		for _, c := range j.Library.Cities {
			place(c.Slug, c.Texts)
		}
	case "categories":
		for _, c := range j.Library.Categories {
			place(c.Slug, c.Texts)
		}
	case "supplier":
		for id, s := range j.Library.Suppliers {
			localized(id, s.Name)
		}
	case "labels", "occasions":
		for id, title := range map[string]map[string]catalog.Localized{"labels": j.Library.Labels,
			"occasions": j.Library.Occasions}[kind] {
			if id != catalog.TopRated {
				localized(id, title)
			}
		}
	}
	return all
}

// IDs are the ids of what cells name, by id or by title. A name that content has not stays.
func (j *Job) IDs(kind string, names ...string) []string {
	all := j.titles(kind)
	for i, name := range names {
		if _, exact := all[name]; exact || kind == "labels" && name == catalog.TopRated {
			continue
		}
		if _, id := j.IDOf(name, kind); id != "" {
			names[i] = id
		}
	}
	return names
}

// UniqueID is an id that none before has.
func UniqueID(id, otherwise string, used map[string]bool) string {
	id = cmp.Or(id, otherwise)
	for was, n := id, 2; used[id]; n++ {
		id = fmt.Sprintf("%s-%d", was, n)
	}
	used[id] = true
	return id
}
