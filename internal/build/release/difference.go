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

// Side is one of two compared builds with its files.
type Side struct {
	Build Build
	Files List
}

// ReadSide returns a build with its list of files.
func (f Folder) ReadSide(b Build) (Side, error) {
	files, err := f.ReadList(b)
	return Side{b, files}, err
}

// Values of PageChange.Change.
const (
	Added   = "added"
	Removed = "removed"
	Changed = "changed"
)

// Difference is the result of a comparison of two builds of a deployment.
type Difference struct {
	Deployment string                  `json:"deployment"`
	Before     string                  `json:"before"`
	After      string                  `json:"after"`
	Languages  map[string]ChangeCounts `json:"languages"` // changes of pages
	Pages      []PageChange            `json:"pages"`
	Files      ChangeCounts            `json:"files"` // changes of other files: assets, pictures, the sitemap
	Bytes      int64                   `json:"bytes"` // size of the second build minus that of the first
}

// ChangeCounts counts files or pages by what happened to them.
type ChangeCounts struct {
	Added   int `json:"added"`
	Removed int `json:"removed"`
	Changed int `json:"changed"`
	Same    int `json:"same"`
}

// PageChange is a page that differs between two builds. Its sizes are of HTML, payload and Markdown together.
type PageChange struct {
	Path     string `json:"path"`
	Language string `json:"language"`
	Change   string `json:"change"`
	Before   int64  `json:"bytesBefore"`
	After    int64  `json:"bytesAfter"`
	// Fields changed, where the files of both builds are kept.
	Fields []FieldChange `json:"what,omitempty"`
	More   int           `json:"more,omitempty"` // number of changed fields that Fields omits
}

// FieldChange is a changed field of a page's payload, with shortened values.
type FieldChange struct {
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
		Deployment: b.Deployment, Before: before.Build.ID, After: after.Build.ID, Languages: map[string]ChangeCounts{},
		Pages: []PageChange{},
	}
	c := Compare(before.Files, after.Files)
	changed := map[string]string{}
	for change, list := range map[string][]FileChange{Added: c.Added, Removed: c.Removed, Changed: c.Changed} {
		for _, file := range list {
			changed[file.Path] = change
			d.Bytes += file.After - file.Before
		}
	}
	all := maps.Clone(before.Files)
	maps.Copy(all, after.Files)
	for path := range all {
		d.addPage(f, before, after, path, changed)
	}
	for path, change := range changed {
		if !belongsToPage(path) {
			d.Files.add(change)
		}
	}
	d.countAndSort(after)
	return d, nil
}

// addPage adds the change of a page if its HTML or payload differs.
func (d *Difference) addPage(f Folder, before, after Side, html string, changed map[string]string) {
	address, isPage := PageOf(html)
	if !isPage {
		return
	}
	payload := PayloadOf(address)
	_, wasThere := before.Files[html]
	_, isThere := after.Files[html]
	p := PageChange{Path: address, Language: after.Build.LanguageOf(strings.TrimPrefix(address, "/"))}
	if p.Language == "" {
		p.Language = before.Build.LanguageOf(strings.TrimPrefix(address, "/"))
	}
	for _, file := range []string{html, payload, TextOf(address)} {
		p.Before += before.Files[file].Size
		p.After += after.Files[file].Size
	}
	switch {
	case !wasThere:
		p.Change = Added
	case !isThere:
		p.Change = Removed
	case changed[html] != "" || changed[payload] != "":
		p.Change = Changed
		p.Fields, p.More = f.changedFields(before.Build, after.Build, payload, changed[payload] != "")
	default:
		return
	}
	d.Pages = append(d.Pages, p)
}

// countAndSort sorts the pages and counts them by language.
func (d *Difference) countAndSort(after Side) {
	slices.SortFunc(d.Pages, func(a, b PageChange) int { return strings.Compare(a.Path, b.Path) })
	for _, p := range d.Pages {
		n := d.Languages[p.Language]
		n.add(p.Change)
		d.Languages[p.Language] = n
	}
	for language, all := range after.Files.CountPages(after.Build.LanguageOf) {
		n := d.Languages[language]
		n.Same = all - n.Added - n.Changed
		d.Languages[language] = n
	}
}

func (n *ChangeCounts) add(change string) {
	switch change {
	case Added:
		n.Added++
	case Removed:
		n.Removed++
	case Changed:
		n.Changed++
	}
}

func belongsToPage(path string) bool {
	_, isPage := PageOf(path)
	return isPage || IsPayloadOrText(path)
}

// changedFields returns the changed fields of a payload, and the number of fields that it omits; none if one of the two
// payloads is not kept.
func (f Folder) changedFields(before, after Build, payload string, changed bool) (fields []FieldChange, more int) {
	if !changed {
		return []FieldChange{{Field: "what surrounds the page: header, footer, style or scripts"}}, 0
	}
	a, errA := f.ReadFile(before, payload)
	b, errB := f.ReadFile(after, payload)
	var beforeValue, afterValue any
	if errors.Join(errA, errB, json.Unmarshal(a, &beforeValue), json.Unmarshal(b, &afterValue)) != nil {
		return nil, 0
	}
	appendFieldChanges("", beforeValue, afterValue, &fields)
	shown := min(len(fields), maxFieldChanges)
	return fields[:shown], len(fields) - shown
}

// Limits of the listed field changes of one page.
const (
	maxFieldChanges = 8
	maxValueLength  = 60
)

// appendFieldChanges walks two JSON values and appends the leaves that differ.
func appendFieldChanges(path string, a, b any, fields *[]FieldChange) {
	if before, ok := a.(map[string]any); ok {
		if after, ok := b.(map[string]any); ok && formatPrice(before) == formatPrice(after) {
			names := slices.Concat(slices.Collect(maps.Keys(before)), slices.Collect(maps.Keys(after)))
			slices.Sort(names)
			for _, name := range slices.Compact(names) {
				appendFieldChanges(strings.TrimPrefix(path+"."+name, "."), before[name], after[name], fields)
			}
			return
		}
	}
	if before, ok := a.([]any); ok {
		if after, ok := b.([]any); ok && len(before) == len(after) {
			for i := range before {
				appendFieldChanges(fmt.Sprintf("%s[%d]", path, i), before[i], after[i], fields)
			}
			return
		}
	}
	wasText, isText := shortText(a), shortText(b)
	if wasJSON, isJSON := valueText(a), valueText(b); wasJSON == isJSON {
		return
	} else if wasText == isText {
		wasText, isText = excerptsAtDifference(wasJSON, isJSON)
	}
	*fields = append(*fields, FieldChange{path, wasText, isText})
}

// formatPrice returns the amount and currency of a payload.Money, "29.50 EUR"; empty for other objects.
func formatPrice(object map[string]any) string {
	amount, isAmount := object["amount"].(float64)
	currency, _ := object["currency"].(string)
	if _, known := money.Exponent(currency); !isAmount || !known {
		return ""
	}
	return money.Format(int64(amount), currency) + " " + currency
}

func valueText(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	if v == nil {
		return ""
	}
	if object, ok := v.(map[string]any); ok {
		if amount := formatPrice(object); amount != "" {
			return amount
		}
	}
	data, _ := json.Marshal(v)
	return string(data)
}

func shortText(v any) string {
	if list, ok := v.([]any); ok {
		return fmt.Sprintf("%d entries", len(list))
	}
	return truncate([]rune(valueText(v)))
}

func truncate(r []rune) string {
	if len(r) > maxValueLength {
		return string(r[:maxValueLength]) + "…"
	}
	return string(r)
}

// excerptsAtDifference returns an excerpt of each text at their first difference.
func excerptsAtDifference(a, b string) (was, is string) {
	x, y := []rune(a), []rune(b)
	i := 0
	for i < len(x) && i < len(y) && x[i] == y[i] {
		i++
	}
	i = max(0, i-maxValueLength/3)
	if i == 0 {
		return truncate(x), truncate(y)
	}
	return "…" + truncate(x[i:]), "…" + truncate(y[i:])
}

// FileChange is a file that differs between two builds. Its size is 0 in a build that does not have it.
type FileChange struct {
	Path   string
	Before int64
	After  int64
}

// FileChanges are the changed files between two builds.
type FileChanges struct {
	Added, Removed, Changed []FileChange
	Same                    int
}

// Compare returns the changed files between two builds, sorted by path.
func Compare(before, after List) FileChanges {
	var c FileChanges
	for path, b := range after {
		a, wasThere := before[path]
		switch {
		case !wasThere:
			c.Added = append(c.Added, FileChange{Path: path, After: b.Size})
		case a.Hash != b.Hash:
			c.Changed = append(c.Changed, FileChange{path, a.Size, b.Size})
		default:
			c.Same++
		}
	}
	for path, a := range before {
		if _, isThere := after[path]; !isThere {
			c.Removed = append(c.Removed, FileChange{Path: path, Before: a.Size})
		}
	}
	for _, list := range []*[]FileChange{&c.Added, &c.Removed, &c.Changed} {
		slices.SortFunc(*list, func(a, b FileChange) int { return strings.Compare(a.Path, b.Path) })
	}
	return c
}
