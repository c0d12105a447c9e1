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
	"unicode/utf8"

	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
	"storefront/internal/content/yaml"
	"storefront/internal/lib/lazyregexp"
)

// mapping is a mapping that Liquid reads. It keeps the order of its keys, in which loops go through it.
type mapping map[string]any

// orderKey is where a mapping has its keys in their order.
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

// unavailable is a value that Jekyll has and the import does not, such as the list of all posts. A template that reads
// one cannot be evaluated.
type unavailable struct{ read *bool }

// ToLiquid notes that the value was read.
func (u unavailable) ToLiquid() any {
	*u.read = true
	return nil
}

// fromNode returns a value of YAML or TOML as Liquid has it.
func fromNode(n *yaml.Node) any {
	switch {
	case n == nil || n.IsNull():
		return nil
	case n.Kind == yaml.Mapping:
		all := newMapping()
		for i := range n.Pairs {
			all.set(n.Pairs[i].Key.Value, fromNode(&n.Pairs[i].Value))
		}
		return all
	case n.Kind == yaml.Sequence:
		all := make([]any, len(n.Items))
		for i := range n.Items {
			all[i] = fromNode(&n.Items[i])
		}
		return all
	case n.Quoted:
		return n.Value
	case n.Value == "true" || n.Value == "false":
		return n.Value == "true"
	}
	return number(n.Value)
}

// number returns a number, if a text is one as it would be written again; else the text.
func number(text string) any {
	if i, err := strconv.Atoi(text); err == nil && strconv.Itoa(i) == text {
		return i
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil && strconv.FormatFloat(f, 'f', -1, 64) == text {
		return f
	}
	return text
}

// fromJSON returns a decoded value of JSON as Liquid has it.
func fromJSON(v any) any {
	switch v := v.(type) {
	case map[string]any:
		all := newMapping()
		for _, key := range slices.Sorted(maps.Keys(v)) {
			all.set(key, fromJSON(v[key]))
		}
		return all
	case []any:
		for i := range v {
			v[i] = fromJSON(v[i])
		}
		return v
	case json.Number:
		return number(v.String())
	}
	return v
}

// computed are keys of site and page that Jekyll makes of all that it has read.
var computed = map[string][]string{
	"site": {"posts", "pages", "related_posts", "static_files", "html_pages", "html_files", "collections", "documents",
		"categories", "tags", "time", "github"},
	"page": {"content", "excerpt", "next", "previous", "output", "id", "dir"},
}

// site returns what templates read as site: the configuration and, below data, the data files.
func (j *jekyll) site(b *blog) mapping {
	if j.siteData != nil {
		return j.siteData
	}
	j.unread = new(bool)
	none := unavailable{j.unread}
	site, _ := fromNode(b.config).(mapping)
	for _, key := range computed["site"] {
		site.set(key, none)
	}
	if collections := b.config.Get("collections"); collections != nil {
		for i := range collections.Pairs {
			site.set(collections.Pairs[i].Key.Value, none)
		}
		for _, name := range words(collections) {
			site.set(name, none)
		}
	}
	site.set("url", "") // addresses come out as paths
	site.set("baseurl", "")
	site.set("data", j.data(b, none))
	j.siteData = site
	return site
}

// authorName returns the name of the author with an id in the site's data or configuration; the id if there is none.
func (j *jekyll) authorName(b *blog, _ *post, id string) string {
	site := j.site(b)
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

// data reads the data files: https://jekyllrb.com/docs/datafiles/.
func (j *jekyll) data(b *blog, none unavailable) mapping {
	folder, all, size := dataFolder(b), newMapping(), 0
	_ = fs.WalkDir(b.root.FS(), folder, func(file string, e fs.DirEntry, err error) error {
		read := readersOfData[ending(file)]
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
		if size += len(raw); err == nil && size > largestData {
			err = fmt.Errorf("the data files are larger than %d MB", largestData>>20)
		} else if err == nil && !utf8.Valid(raw) {
			err = fmt.Errorf("it is not text in UTF-8")
		}
		var value any = none
		if err == nil {
			value, err = read(strings.TrimPrefix(strings.ReplaceAll(string(raw), "\r\n", "\n"), "\uFEFF"))
		}
		if err != nil {
			value = none
			line, col, why := placeOf(err)
			b.at(&post{file: file}, line, col, importer.Note{Why: "this data file cannot be read: " + why})
		} else if end := yaml.Second(string(raw), 1); end != nil && strings.HasPrefix(ending(file), ".y") {
			b.at(&post{file: file}, end.Line, end.Col, importer.Note{Why: end.Message})
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

// largestData is how many bytes the data files may have together.
const largestData = 32 << 20

var notOfNames = lazyregexp.New(`[^\pL\pN_\s-]+`)

// dataName returns the key of a data file by its name.
func dataName(name string) string {
	return strings.Join(strings.Fields(notOfNames.ReplaceAllString(name, "")), "_")
}

var readersOfData = map[string]func(string) (any, error){
	".yml": dataOfYAML, ".yaml": dataOfYAML, ".json": dataOfJSON,
	".csv": func(text string) (any, error) { return dataOfTable(text, ',') },
	".tsv": func(text string) (any, error) { return dataOfTable(text, '\t') },
}

func dataOfYAML(text string) (any, error) {
	n, err := yaml.ParseRepeated(text, 1, func(yaml.Pair) {})
	return fromNode(n), err
}

func dataOfJSON(text string) (any, error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	err := d.Decode(&v)
	return fromJSON(v), err
}

// dataOfTable returns the rows of a table as mappings by the names of its first row.
func dataOfTable(text string, comma rune) (any, error) {
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

// jekyllOf returns the values of the tool itself, as it has them where a site is published.
func jekyllOf(none unavailable) mapping {
	own := newMapping()
	own.set("environment", "production")
	own.set("version", none)
	return own
}

// pageOf returns what templates read as page.
func pageOf(p *post, none unavailable) mapping {
	page, _ := fromNode(p.front).(mapping)
	if page == nil {
		page = newMapping()
	}
	page.set("title", prose.Plain(p.front.Get("title").Text()))
	for _, key := range computed["page"] {
		if key != "excerpt" || p.front.Get(key).Text() == "" { // which a post may say itself
			page.set(key, none)
		}
	}
	page.set("path", p.file)
	if !p.date.IsZero() {
		page.set("date", p.date)
	}
	if len(p.old) > 0 {
		page.set("url", p.old[0])
	} else {
		page.set("url", none)
	}
	return page
}
