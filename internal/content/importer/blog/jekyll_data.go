package blog

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
	"storefront/internal/content/yaml"
	"storefront/internal/core/plaintext"
	"storefront/internal/lib/lazyregexp"
)

// mapping is a mapping for Liquid. It keeps the order of its keys, in which loops visit them.
type mapping map[string]any

// orderKey is the entry with the ordered keys of a mapping.
const orderKey = "\x00"

func newMapping() mapping { return mapping{orderKey: []string(nil)} }

func (m mapping) set(key string, value any) {
	if _, known := m[key]; !known {
		m[orderKey] = append(m.keys(), key)
	}
	m[key] = value
}

func (m mapping) keys() []string {
	keys, _ := m[orderKey].([]string)
	return keys
}

// String returns nothing: Ruby's form of a mapping is of no use to a reader.
func (m mapping) String() string { return "" }

// Len returns the number of entries, for loops.
func (m mapping) Len() int { return len(m.keys()) }

// Index returns an entry as its key and its value, for loops.
func (m mapping) Index(i int) any { return []any{m.keys()[i], m[m.keys()[i]]} }

// unavailable is a value that Jekyll has and the import lacks, such as the list of all posts. Templates that read one
// cannot be evaluated.
type unavailable struct{ read *bool }

// ToLiquid records that the value was read.
func (u unavailable) ToLiquid() any {
	*u.read = true
	return nil
}

// liquidOfNode converts a YAML or TOML value to a Liquid value.
func liquidOfNode(n *yaml.Node) any {
	switch {
	case n == nil || n.IsNull():
		return nil
	case n.Kind == yaml.Mapping:
		all := newMapping()
		for i := range n.Pairs {
			all.set(n.Pairs[i].Key.Value, liquidOfNode(&n.Pairs[i].Value))
		}
		return all
	case n.Kind == yaml.Sequence:
		all := make([]any, len(n.Items))
		for i := range n.Items {
			all[i] = liquidOfNode(&n.Items[i])
		}
		return all
	case n.Quoted:
		return n.Value
	case n.Value == "true" || n.Value == "false":
		return n.Value == "true"
	}
	return numberOrText(n.Value)
}

// numberOrText returns the number that a text is, if it is in canonical form, or else the text.
func numberOrText(text string) any {
	if i, err := strconv.Atoi(text); err == nil && strconv.Itoa(i) == text {
		return i
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil && strconv.FormatFloat(f, 'f', -1, 64) == text {
		return f
	}
	return text
}

// liquidOfJSON converts a decoded JSON value to a Liquid value.
func liquidOfJSON(v any) any {
	switch v := v.(type) {
	case map[string]any:
		all := newMapping()
		for _, key := range slices.Sorted(maps.Keys(v)) {
			all.set(key, liquidOfJSON(v[key]))
		}
		return all
	case []any:
		for i := range v {
			v[i] = liquidOfJSON(v[i])
		}
		return v
	case json.Number:
		return numberOrText(v.String())
	}
	return v
}

// computedKeys are keys of site and page that Jekyll computes from all files.
var computedKeys = map[string][]string{
	"site": {"posts", "pages", "related_posts", "static_files", "html_pages", "html_files", "collections", "documents",
		"categories", "tags", "time", "github"},
	"page": {"content", "excerpt", "next", "previous", "output", "id", "dir"},
}

// siteVariables returns the Liquid variable site: the configuration and, below data, the data files.
func (j *jekyll) siteVariables(b *blog) mapping {
	if j.siteData != nil {
		return j.siteData
	}
	j.readUnknown = new(bool)
	none := unavailable{j.readUnknown}
	site, _ := liquidOfNode(b.config).(mapping)
	for _, key := range computedKeys["site"] {
		site.set(key, none)
	}
	if collections := b.config.Get("collections"); collections != nil {
		for i := range collections.Pairs {
			site.set(collections.Pairs[i].Key.Value, none)
		}
		for _, name := range textsOf(collections) {
			site.set(name, none)
		}
	}
	site.set("url", "") // addresses become paths
	site.set("baseurl", "")
	site.set("data", j.readDataFiles(b, none))
	j.siteData = site
	return site
}

// authorName returns the name of an author in the site's data or configuration, or the id if there is none.
func (j *jekyll) authorName(b *blog, _ *post, id string) string {
	site := j.siteVariables(b)
	data, _ := site["data"].(mapping)
	for _, from := range []mapping{data, site} {
		authors, _ := from["authors"].(mapping)
		one, _ := authors[id].(mapping)
		if name, _ := one["name"].(string); name != "" {
			return name
		}
	}
	return id
}

// readDataFiles reads the data files: https://jekyllrb.com/docs/datafiles/.
func (j *jekyll) readDataFiles(b *blog, none unavailable) mapping {
	folder, all, size := dataFolder(b), newMapping(), 0
	_ = fs.WalkDir(b.root.FS(), folder, func(file string, e fs.DirEntry, err error) error {
		read := dataReaders[ending(file)]
		if err != nil || e.IsDir() || read == nil {
			return nil
		}
		into := all
		for part := range strings.SplitSeq(strings.Trim(strings.TrimPrefix(path.Dir(file), folder), "/"), "/") {
			if part == "" {
				continue
			}
			below, ok := into[dataName(part)].(mapping)
			if !ok {
				below = newMapping()
				into.set(dataName(part), below)
			}
			into = below
		}
		raw, err := b.root.ReadFile(filepath.FromSlash(file))
		if size += len(raw); err == nil && size > maxDataBytes {
			err = fmt.Errorf("the data files are larger than %d MB", maxDataBytes>>20)
		}
		if line, col, why := plaintext.FindInvalid(string(raw)); err == nil && line > 0 {
			err = &yaml.Error{Line: line, Col: col, Message: why}
		}
		var value any = none
		if err == nil {
			value, err = read(strings.TrimPrefix(strings.ReplaceAll(string(raw), "\r\n", "\n"), "\uFEFF"))
		}
		if err != nil {
			value = none
			line, col, why := errorPosition(err)
			b.noteAt(&post{file: file}, line, col, importer.Note{Why: "this data file cannot be read: " + why})
		} else if end := yaml.SecondDocument(string(raw), 1); end != nil && strings.HasPrefix(ending(file), ".y") {
			b.noteAt(&post{file: file}, end.Line, end.Col, importer.Note{Why: end.Message})
		}
		into.set(dataName(strings.TrimSuffix(path.Base(file), path.Ext(file))), value)
		return nil
	})
	return all
}

// dataFolder returns the folder of the data files.
func dataFolder(b *blog) string {
	if folder := path.Clean(b.config.Get("data_dir").Text()); folder != "." && filepath.IsLocal(folder) {
		return folder
	}
	return "_data"
}

// maxDataBytes is the largest total size of the data files.
const maxDataBytes = 32 << 20

var nonNameRunes = lazyregexp.New(`[^\pL\pN_\s-]+`)

// dataName returns the key of a data file.
func dataName(name string) string {
	return strings.Join(strings.Fields(nonNameRunes.ReplaceAllString(name, "")), "_")
}

var dataReaders = map[string]func(string) (any, error){
	".yml": readYAMLData, ".yaml": readYAMLData, ".json": readJSONData,
	".csv": func(text string) (any, error) { return readTableData(text, ',') },
	".tsv": func(text string) (any, error) { return readTableData(text, '\t') },
}

func readYAMLData(text string) (any, error) {
	n, err := yaml.ParseAllowingRepeats(text, 1, func(yaml.Pair) {})
	return liquidOfNode(n), err
}

func readJSONData(text string) (any, error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	err := d.Decode(&v)
	return liquidOfJSON(v), err
}

// readTableData returns the rows of a table as mappings with the names in its first row.
func readTableData(text string, comma rune) (any, error) {
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.LazyQuotes, r.FieldsPerRecord = comma, true, -1
	rows, err := r.ReadAll()
	all := []any{}
	for i, row := range rows {
		if i == 0 {
			continue
		}
		one := newMapping()
		for col, name := range rows[0] {
			if col < len(row) {
				one.set(name, row[col])
			} else {
				one.set(name, nil)
			}
		}
		all = append(all, one)
	}
	return all, err
}

// jekyllVariables returns the Liquid variable jekyll, as it is in a production build.
func jekyllVariables(none unavailable) mapping {
	own := newMapping()
	own.set("environment", "production")
	own.set("version", none)
	return own
}

// pageVariables returns the Liquid variable page.
func pageVariables(p *post, none unavailable) mapping {
	page, _ := liquidOfNode(p.front).(mapping)
	if page == nil {
		page = newMapping()
	}
	page.set("title", prose.SingleLine(p.front.Get("title").Text()))
	for _, key := range computedKeys["page"] {
		if key != "excerpt" || p.front.Get(key).Text() == "" { // unless the post has its own
			page.set(key, none)
		}
	}
	page.set("path", p.file)
	if !p.date.IsZero() {
		page.set("date", p.date)
	}
	if len(p.oldAddresses) > 0 {
		page.set("url", p.oldAddresses[0])
	} else {
		page.set("url", none)
	}
	return page
}
