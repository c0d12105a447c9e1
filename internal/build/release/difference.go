package release

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"storefront/internal/core/money"
)

// Side is one of two builds that are compared.
type Side struct {
	Build Build
	Files List
}

// Side reads a build's list.
func (f Folder) Side(b Build) (Side, error) {
	files, err := f.List(b)
	return Side{b, files}, err
}

// What became of a page.
const (
	Added   = "added"
	Removed = "removed"
	Changed = "changed"
)

// Difference has the changes from the first of two builds of a deployment to the second.
type Difference struct {
	Deployment string           `json:"deployment"`
	Before     string           `json:"before"`
	After      string           `json:"after"`
	Languages  map[string]Count `json:"languages"` // of pages
	Pages      []PageChange     `json:"pages"`
	Files      Count            `json:"files"` // that are no pages: assets, pictures, the sitemap
	Bytes      int64            `json:"bytes"` // by which the second is larger
}

// Count of changes.
type Count struct {
	Added   int `json:"added"`
	Removed int `json:"removed"`
	Changed int `json:"changed"`
	Same    int `json:"same"`
}

// PageChange is a page that two builds differ by; sizes are those of HTML and payload together.
type PageChange struct {
	Path     string `json:"path"`
	Language string `json:"language"`
	Change   string `json:"change"`
	Before   int64  `json:"bytesBefore"`
	After    int64  `json:"bytesAfter"`
	// What changed, where the files of both builds are kept.
	What []Part `json:"what,omitempty"`
	More int    `json:"more,omitempty"` // number of fields that are not listed
}

// Part is a field of a page's payload, with short values.
type Part struct {
	Field  string `json:"field"`
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
}

// Diff compares two builds of one deployment.
func Diff(f Folder, before, after Side) (Difference, error) {
	b := before.Build
	if b.languages == nil {
		b.languages = after.Build.languages
	}
	if after.Build.languages == nil {
		after.Build.languages = b.languages
	}
	if before.Build.Deployment != after.Build.Deployment {
		return Difference{}, fmt.Errorf("build %s is of %s, and %s of %s: builds of one deployment can be compared",
			before.Build.ID, before.Build.Deployment, after.Build.ID, after.Build.Deployment)
	}
	d := Difference{
		Deployment: b.Deployment, Before: before.Build.ID, After: after.Build.ID, Languages: map[string]Count{},
		Pages: []PageChange{},
	}
	c := Compare(before.Files, after.Files)
	changed := map[string]string{}
	for change, list := range map[string][]Change{Added: c.Added, Removed: c.Removed, Changed: c.Changed} {
		for _, file := range list {
			changed[file.Path] = change
			d.Bytes += file.After - file.Before
		}
	}
	all := maps.Clone(before.Files)
	maps.Copy(all, after.Files)
	for path := range all {
		d.page(f, before, after, path, changed)
	}
	for path, change := range changed {
		if !isOfPage(path) {
			d.Files.add(change)
		}
	}
	d.settle(after)
	return d, nil
}

// page adds the change of a page, if there is one.
func (d *Difference) page(f Folder, before, after Side, html string, changed map[string]string) {
	address, isPage := PageOf(html)
	if !isPage {
		return
	}
	payload := PayloadOf(address)
	_, was := before.Files[html]
	_, is := after.Files[html]
	p := PageChange{Path: address, Language: after.Build.Language(strings.TrimPrefix(address, "/"))}
	if p.Language == "" {
		p.Language = before.Build.Language(strings.TrimPrefix(address, "/"))
	}
	for _, file := range []string{html, payload, TextOf(address)} {
		p.Before += before.Files[file].Size
		p.After += after.Files[file].Size
	}
	switch {
	case !was:
		p.Change = Added
	case !is:
		p.Change = Removed
	case changed[html] != "" || changed[payload] != "":
		p.Change = Changed
		p.What, p.More = f.what(before.Build, after.Build, payload, changed[payload] != "")
	default:
		return
	}
	d.Pages = append(d.Pages, p)
}

// settle counts and puts into order.
func (d *Difference) settle(after Side) {
	slices.SortFunc(d.Pages, func(a, b PageChange) int { return strings.Compare(a.Path, b.Path) })
	for _, p := range d.Pages {
		n := d.Languages[p.Language]
		n.add(p.Change)
		d.Languages[p.Language] = n
	}
	for language, all := range after.Files.Pages(after.Build.Language) {
		n := d.Languages[language]
		n.Same = all - n.Added - n.Changed
		d.Languages[language] = n
	}
}

func (n *Count) add(change string) {
	switch change {
	case Added:
		n.Added++
	case Removed:
		n.Removed++
	case Changed:
		n.Changed++
	}
}

func isOfPage(path string) bool {
	_, isPage := PageOf(path)
	return isPage || IsBesidePage(path)
}

// what returns the fields of a payload that differ, and how many more there are; nothing if one of the two payloads is
// not kept.
func (f Folder) what(before, after Build, payload string, changed bool) (parts []Part, more int) {
	if !changed {
		return []Part{{Field: "what surrounds the page: header, footer, style or scripts"}}, 0
	}
	a, errA := f.ReadFile(before, payload)
	b, errB := f.ReadFile(after, payload)
	var was, is any
	if errors.Join(errA, errB, json.Unmarshal(a, &was), json.Unmarshal(b, &is)) != nil {
		return nil, 0
	}
	differ("", was, is, &parts)
	shown := min(len(parts), mostParts)
	return parts[:shown], len(parts) - shown
}

// Bounds of the differences that are listed for one page.
const (
	mostParts   = 8
	longestPart = 60
)

// differ walks two values of JSON and collects the leaves that differ.
func differ(at string, a, b any, parts *[]Part) {
	if before, ok := a.(map[string]any); ok {
		if after, ok := b.(map[string]any); ok && price(before) == price(after) {
			names := slices.Concat(slices.Collect(maps.Keys(before)), slices.Collect(maps.Keys(after)))
			slices.Sort(names)
			for _, name := range slices.Compact(names) {
				differ(strings.TrimPrefix(at+"."+name, "."), before[name], after[name], parts)
			}
			return
		}
	}
	if before, ok := a.([]any); ok {
		if after, ok := b.([]any); ok && len(before) == len(after) {
			for i := range before {
				differ(fmt.Sprintf("%s[%d]", at, i), before[i], after[i], parts)
			}
			return
		}
	}
	was, is := short(a), short(b)
	if wasJSON, isJSON := text(a), text(b); wasJSON == isJSON {
		return
	} else if was == is {
		was, is = around(wasJSON, isJSON)
	}
	*parts = append(*parts, Part{at, was, is})
}

// price returns the amount and currency of a payload.Money, "29.50 EUR"; empty for other objects.
func price(object map[string]any) string {
	amount, isAmount := object["amount"].(float64)
	currency, _ := object["currency"].(string)
	if _, known := money.Exponent(currency); !isAmount || !known {
		return ""
	}
	return money.Format(int64(amount), currency) + " " + currency
}

func text(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	if v == nil {
		return ""
	}
	if object, ok := v.(map[string]any); ok {
		if amount := price(object); amount != "" {
			return amount
		}
	}
	data, _ := json.Marshal(v)
	return string(data)
}

func short(v any) string {
	if list, ok := v.([]any); ok {
		return fmt.Sprintf("%d entries", len(list))
	}
	return cut([]rune(text(v)))
}

func cut(r []rune) string {
	if len(r) > longestPart {
		return string(r[:longestPart]) + "…"
	}
	return string(r)
}

// around returns the parts of two texts around their first difference.
func around(a, b string) (was, is string) {
	x, y := []rune(a), []rune(b)
	i := 0
	for i < len(x) && i < len(y) && x[i] == y[i] {
		i++
	}
	i = max(0, i-longestPart/3)
	if i == 0 {
		return cut(x), cut(y)
	}
	return "…" + cut(x[i:]), "…" + cut(y[i:])
}

// Change is a file that two builds differ by. A size is 0 if the file is not there.
type Change struct {
	Path   string
	Before int64
	After  int64
}

// Changes are the differences of two builds.
type Changes struct {
	Added, Removed, Changed []Change
	Same                    int
}

// Compare returns the differences between two builds, in order of paths.
func Compare(before, after List) Changes {
	var c Changes
	for path, b := range after {
		a, was := before[path]
		switch {
		case !was:
			c.Added = append(c.Added, Change{Path: path, After: b.Size})
		case a.Hash != b.Hash:
			c.Changed = append(c.Changed, Change{path, a.Size, b.Size})
		default:
			c.Same++
		}
	}
	for path, a := range before {
		if _, is := after[path]; !is {
			c.Removed = append(c.Removed, Change{Path: path, Before: a.Size})
		}
	}
	for _, list := range []*[]Change{&c.Added, &c.Removed, &c.Changed} {
		slices.SortFunc(*list, func(a, b Change) int { return strings.Compare(a.Path, b.Path) })
	}
	return c
}
