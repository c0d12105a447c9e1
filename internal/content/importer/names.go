package importer

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/scaffold"
)

// namesFile stores a source's names of cities, categories and the like, with their ids by kind and name, so that names
// keep their meaning when titles change here. A name may have had several meanings; the latest is last.
const namesFile = "names.json"

// readNames reads the names of earlier imports of the source.
func (j *Job) readNames() {
	j.names = map[string]map[string][]string{}
	if data, err := os.ReadFile(filepath.Join(j.Content, Memory, j.Source, namesFile)); err == nil {
		_ = json.Unmarshal(data, &j.names) // without it, names are titles of content
	}
}

// rememberName records the id of a source's name, unless the name is an id.
func (j *Job) rememberName(kind, name, id string) {
	if name = strings.TrimSpace(name); id == scaffold.Slug(name) || lastOf(j.names[kind][name]) == id {
		return
	}
	if j.names[kind] == nil {
		j.names[kind] = map[string][]string{}
	}
	others := slices.DeleteFunc(j.names[kind][name], func(other string) bool { return other == id })
	j.names[kind][name] = append(others, id)
	j.hasNewNames = true
}

func (j *Job) writeNames() error {
	if !j.hasNewNames {
		return nil
	}
	data, err := json.MarshalIndent(j.names, "", "  ")
	if err != nil {
		return err
	}
	return j.Stage.Put(path.Join(Memory, j.Source, namesFile), append(data, '\n'))
}

// idsOfName returns the ids that a name had at earlier imports, or their new names, if content has them, the latest
// last.
func (j *Job) idsOfName(kind, name string) []string {
	all, followed := j.titlesByID(kind), map[string]bool{}
	var follow func(name string) []string
	follow = func(name string) (ids []string) {
		for _, id := range j.names[kind][name] {
			if _, there := all[id]; there {
				ids = append(ids, id)
			} else if !followed[id] {
				followed[id] = true
				ids = append(ids, follow(id)...)
			}
		}
		return ids
	}
	return unique(append(follow(scaffold.Slug(name)), follow(strings.TrimSpace(name))...))
}

// lastOf returns the last entry of a list; "" if it is empty.
func lastOf(all []string) string {
	if len(all) == 0 {
		return ""
	}
	return all[len(all)-1]
}

// FindID returns the kind and the id of the content with a name. Kinds have the names of columns. The name is the slug,
// the title in any language, or the title at an earlier import. Both are empty if there is none.
func (j *Job) FindID(name string, kinds ...string) (kind, id string) {
	if kind, id = j.idByTitle(name, kinds...); kind != "" {
		return kind, id
	}
	for _, kind := range kinds {
		if id := lastOf(j.idsOfName(kind, name)); id != "" {
			return kind, id
		}
	}
	return "", ""
}

// idByTitle returns the kind and the id of the content with a title or a slug, and records the name for later imports.
func (j *Job) idByTitle(name string, kinds ...string) (kind, id string) {
	for _, kind := range kinds {
		all := j.titlesByID(kind)
		for _, id := range slices.Sorted(maps.Keys(all)) {
			if id == scaffold.Slug(name) || slices.ContainsFunc(all[id], func(title string) bool {
				return strings.EqualFold(title, strings.TrimSpace(name))
			}) {
				j.rememberName(kind, name, id)
				return kind, id
			}
		}
	}
	return "", ""
}

// titlesByID returns the titles of content of a kind.
func (j *Job) titlesByID(kind string) map[string][]string {
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

// ResolveID returns the id that a cell means by an id or a title; an unknown name is returned unchanged. An id of
// before, which the product had at its last import under this name, takes precedence. isFormer is true if content had
// the title only earlier.
func (j *Job) ResolveID(kind, name string, before ...string) (id string, isFormer bool) {
	if _, exact := j.titlesByID(kind)[name]; exact || kind == "labels" && name == catalog.TopRated {
		return name, false
	}
	for _, id := range j.idsOfName(kind, name) {
		if slices.Contains(before, id) {
			return id, false
		}
	}
	if _, id := j.idByTitle(name, kind); id != "" {
		return id, false
	}
	if id := lastOf(j.idsOfName(kind, name)); id != "" {
		return id, true
	}
	for _, id := range append(slices.Clone(j.names[kind][strings.TrimSpace(name)]), scaffold.Slug(name)) {
		if slices.Contains(before, id) {
			return id, false
		}
	}
	return name, false
}

// unique returns a list without repeated entries.
func unique(all []string) (out []string) {
	for _, one := range all {
		if !slices.Contains(out, one) {
			out = append(out, one)
		}
	}
	return out
}

// UniqueID returns an unused id, with a number if necessary.
func UniqueID(id, otherwise string, used map[string]bool) string {
	id = cmp.Or(id, otherwise)
	for was, n := id, 2; used[id]; n++ {
		id = fmt.Sprintf("%s-%d", was, n)
	}
	used[id] = true
	return id
}
