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

// namesFile records a source's names of cities, categories and the like, with their ids by kind and name, so that the
// names keep their meaning when titles change here. A name may have had several meanings; the latest is last.
const namesFile = "names.json"

// readNames reads the names of earlier imports of the source.
func (j *Job) readNames() {
	j.names = map[string]map[string][]string{}
	if data, err := os.ReadFile(filepath.Join(j.Content, Memory, j.Source, namesFile)); err == nil {
		_ = json.Unmarshal(data, &j.names) // without it, names are the titles that content has
	}
}

// rememberName records the meaning of a name of the source, unless it is an id.
func (j *Job) rememberName(kind, name, id string) {
	if name = strings.TrimSpace(name); id == scaffold.Slug(name) || last(j.names[kind][name]) == id {
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

// meantBy returns the ids that a name had at earlier imports, or their new names, that content has, the latest last.
func (j *Job) meantBy(kind, name string) []string {
	all, followed := j.titles(kind), map[string]bool{}
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

// last returns the last of a list; "" if it is empty.
func last(all []string) string {
	if len(all) == 0 {
		return ""
	}
	return all[len(all)-1]
}

// IDOf returns the kind and the id of the content with a name. Kinds have the names of columns. The name makes the
// slug, or is the title in any language, or was the title at an earlier import. Both are empty if there is none.
func (j *Job) IDOf(name string, kinds ...string) (kind, id string) {
	if kind, id = j.titled(name, kinds...); kind != "" {
		return kind, id
	}
	for _, kind := range kinds {
		if id := last(j.meantBy(kind, name)); id != "" {
			return kind, id
		}
	}
	return "", ""
}

// titled returns the kind and the id of the content with a title or a slug, and records the name for later imports.
func (j *Job) titled(name string, kinds ...string) (kind, id string) {
	for _, kind := range kinds {
		all := j.titles(kind)
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

// titles returns the titles of content of a kind, by id.
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

// ID returns the id of what a cell names, by id or by title; a name that content has not is returned as it is. What a
// product had by this name at its last import, one of before, it has still. isFormer: content had the title earlier.
func (j *Job) ID(kind, name string, before ...string) (id string, isFormer bool) {
	if _, exact := j.titles(kind)[name]; exact || kind == "labels" && name == catalog.TopRated {
		return name, false
	}
	for _, id := range j.meantBy(kind, name) {
		if slices.Contains(before, id) {
			return id, false
		}
	}
	if _, id := j.titled(name, kind); id != "" {
		return id, false
	}
	if id := last(j.meantBy(kind, name)); id != "" {
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

// UniqueID returns an id that is not used yet.
func UniqueID(id, otherwise string, used map[string]bool) string {
	id = cmp.Or(id, otherwise)
	for was, n := id, 2; used[id]; n++ {
		id = fmt.Sprintf("%s-%d", was, n)
	}
	used[id] = true
	return id
}
