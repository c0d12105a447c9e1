package blog

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"

	"storefront/internal/content/yaml"
	"storefront/internal/core/plaintext"
	"storefront/internal/lib/lazyregexp"
)

// page is a file of a blog: front matter and prose.
type page struct {
	front    *yaml.Node
	body     string
	bodyLine int // of the body's first line
	// duplicates are pairs of front matter whose key occurs again further down.
	duplicates []yaml.Pair
	// secondDocument is the error of a line that ends the YAML of front matter before its end; nil for none.
	secondDocument *yaml.Error
}

// readPage splits a file into front matter, in YAML, TOML or JSON, and prose. Errors are *yaml.Error. Hugo accepts
// blank lines before front matter.
func readPage(data []byte, ofHugo bool) (page, error) {
	text := strings.TrimPrefix(string(data), "\uFEFF")
	text = strings.ReplaceAll(text, "\r\n", "\n")
	above := 0
	if inner := strings.TrimLeft(text, "\uFEFF \t\n"); ofHugo && frontMatter.MatchString(inner) {
		above, text = strings.Count(text[:len(text)-len(inner)], "\n"), inner
	}
	if line, col, why := plaintext.FindInvalid(text); line > 0 {
		return page{}, &yaml.Error{Line: line + above, Col: col, Message: why}
	}
	text = spacedFence.ReplaceAllString(text, "$1")
	format := ""
	if m := namedFence.FindStringSubmatch(text); m != nil {
		if format = strings.Replace(m[1], "yml", "yaml", 1); strings.HasPrefix(format, "j") && format != "json" {
			return page{}, &yaml.Error{Line: 1 + above, Col: 1,
				Message: "its front matter is JavaScript, which is not run; YAML is read"}
		}
		text = "---\n" + text[len(m[0]):]
	}
	switch {
	case strings.HasPrefix(text, "{\n"), strings.HasPrefix(text, "{ "), strings.HasPrefix(text, "{\""):
		return readJSONPage(text, above)
	case strings.HasPrefix(text, "---\n"), strings.HasPrefix(text, "+++\n"):
	default:
		return page{front: &yaml.Node{Kind: yaml.Mapping, Line: 1, Col: 1}, body: text, bodyLine: 1}, nil
	}
	fence := text[:3]
	front, body, ok := splitFrontMatter(text, fence, ofHugo)
	if !ok {
		return page{}, &yaml.Error{Line: 1 + above, Col: 1,
			Message: "the front matter that begins here has no closing line " + fence}
	}
	format = cmp.Or(format, map[string]string{"---": "yaml", "+++": "toml"}[fence])
	if front = strings.TrimPrefix(front, "\n"); format == "yaml" {
		front = tabAfterMark.ReplaceAllStringFunc(front, func(mark string) string {
			return strings.ReplaceAll(mark, "\t", " ")
		})
	}
	p := page{body: body, bodyLine: above + 3 + strings.Count(front, "\n")}
	if format == "yaml" {
		p.secondDocument = yaml.SecondDocument(front, above+2)
	}
	if front != "" {
		p.bodyLine++
	}
	var err error
	p.front, p.duplicates, err = parseData(front, format, above+2)
	if err == nil {
		normaliseKeys(p.front, mappedKeys)
	}
	return p, err
}

// splitFrontMatter splits the text after the line that opens front matter. Jekyll also accepts a line ... at the end:
// https://github.com/jekyll/jekyll/blob/master/lib/jekyll/document.rb. Keys between that and a line --- are not prose.
func splitFrontMatter(text, fence string, ofHugo bool) (front, body string, ok bool) {
	text = "\n" + text[len(fence)+1:]
	if front, body, ok = strings.Cut(text, "\n"+fence+"\n"); !ok {
		front, ok = strings.CutSuffix(text, "\n"+fence)
	}
	dots := dotsLine.FindStringIndex(text)
	if ofHugo || fence != "---" || dots == nil || ok && dots[0] > len(front) {
		return front, body, ok
	}
	if ok {
		between := front[min(dots[1], len(front)):]
		n, err := yaml.ParseAllowingRepeats(between, 1, func(yaml.Pair) {})
		if strings.TrimSpace(between) == "" || err == nil && n.Kind == yaml.Mapping && len(n.Pairs) > 0 {
			return front, body, true
		}
	}
	return text[:dots[0]], text[dots[1]:], true
}

// dotsLine matches a line that ends YAML.
var dotsLine = lazyregexp.New(`\n\.\.\.[ \t]*(?:\n|$)`)

// spacedFence matches a line around front matter with white space at its end, which Hugo and Jekyll accept.
var spacedFence = lazyregexp.New(`(?m)^(---|\+\+\+)[ \t]+$`)

// namedFence matches an opening line that names the format of front matter, which Eleventy accepts.
var namedFence = lazyregexp.New(`^---[ \t]*(js|javascript|json|ya?ml|toml)\n`)

// tabAfterMark matches the beginning of a line up to a tab after a dash or after the colon of a key, which Ruby's and
// Hexo's parsers accept as a space.
var tabAfterMark = lazyregexp.New(`(?m)^ *(?:-[ \t]+)*(?:[^\s#'":|>-][^\n:'"]*:[ \t]+)?`)

// normaliseKeys gives keys of front matter or of a configuration the case that names have. Hugo ignores the case of
// keys.
func normaliseKeys(n *yaml.Node, names []string) {
	for i := range n.Pairs {
		key := &n.Pairs[i].Key
		known := slices.IndexFunc(names, func(name string) bool { return strings.EqualFold(name, key.Value) })
		if known >= 0 && !slices.Contains(names, key.Value) && n.Get(names[known]) == nil {
			key.Value = names[known]
		}
	}
}

// renameKeys renames the keys that the options map to others.
func renameKeys(n *yaml.Node, keys map[string]string) {
	for i := range n.Pairs {
		key := &n.Pairs[i].Key
		if name := keys[key.Value]; name != "" && n.Get(name) == nil {
			key.Value = name
		}
	}
}

func readJSONPage(text string, above int) (page, error) {
	d := json.NewDecoder(strings.NewReader(text))
	var raw json.RawMessage
	if err := d.Decode(&raw); err != nil {
		return page{}, jsonError(text, err, 1+above)
	}
	end := int(d.InputOffset())
	front, _, err := parseData(text[:end], "json", 1+above)
	if err == nil {
		normaliseKeys(front, mappedKeys)
	}
	body := strings.TrimPrefix(text[end:], "\n")
	return page{front: front, body: body, bodyLine: 1 + above + strings.Count(text[:len(text)-len(body)], "\n")}, err
}

// parseData parses YAML, TOML or JSON into one tree. The parsers of TOML and JSON report no positions; keys are found
// by searching the text. The last of duplicate YAML keys counts, as in Jekyll; duplicates holds the others.
func parseData(text, format string, line int) (n *yaml.Node, duplicates []yaml.Pair, err error) {
	all := map[string]any{}
	switch format {
	case "toml":
		if err := toml.Unmarshal([]byte(text), &all); err != nil {
			at := &yaml.Error{Line: line, Col: 1, Message: err.Error()}
			if syntax, ok := errors.AsType[*toml.DecodeError](err); ok {
				row, col := syntax.Position()
				at.Line, at.Col, at.Message = line+row-1, col, strings.TrimPrefix(syntax.Error(), "toml: ")
			}
			return nil, nil, at
		}
	case "json":
		d := json.NewDecoder(strings.NewReader(text))
		d.UseNumber()
		if err := d.Decode(&all); err != nil {
			return nil, nil, jsonError(text, err, line)
		}
	default:
		n, err = yaml.ParseAllowingRepeats(text, line, func(p yaml.Pair) { duplicates = append(duplicates, p) })
		if err == nil && n.Kind != yaml.Mapping {
			return nil, nil, &yaml.Error{Line: n.Line, Col: n.Col, Message: "keys with values are expected here"}
		}
		return n, duplicates, err
	}
	t := nodeBuilder{lines: strings.Split(text, "\n"), first: line}
	root := t.node(all, line, 1)
	return &root, nil, nil
}

func jsonError(text string, err error, line int) error {
	at := &yaml.Error{Line: line, Col: 1, Message: err.Error()}
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		before := text[:min(int(syntax.Offset), len(text))]
		at.Line += strings.Count(before, "\n")
		at.Col = max(1, utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]))
	}
	return at
}

// nodeBuilder builds nodes of decoded data.
type nodeBuilder struct {
	lines []string
	first int
}

func (t nodeBuilder) node(v any, line, col int) yaml.Node {
	n := yaml.Node{Kind: yaml.Scalar, Line: line, Col: col}
	switch v := v.(type) {
	case map[string]any:
		n.Kind = yaml.Mapping
		for _, key := range slices.Sorted(maps.Keys(v)) {
			l, c := t.findKey(key, line, col)
			n.Pairs = append(n.Pairs, yaml.Pair{Key: yaml.Node{Value: key, Line: l, Col: c},
				Value: t.node(v[key], l, c)})
		}
	case []any:
		n.Kind = yaml.Sequence
		for _, item := range v {
			n.Items = append(n.Items, t.node(item, line, col))
		}
	case string:
		n.Value, n.Quoted = v, true
	case time.Time:
		n.Value = v.Format(time.RFC3339)
	case nil:
	default: // numbers, booleans, local dates and times
		n.Value = fmt.Sprint(v)
	}
	return n
}

// findKey returns the likely position of a key, searching from the line of its mapping.
func (t nodeBuilder) findKey(key string, line, col int) (int, int) {
	form := regexp.MustCompile(`^[\s{,]*(?:\[+\s*(?:[\w.-]+\.)?)?["']?` + regexp.QuoteMeta(key) + `["']?\s*[=:\]]`)
	for i := line - t.first; i >= 0 && i < len(t.lines); i++ {
		if form.MatchString(t.lines[i]) {
			return t.first + i, utf8.RuneCountInString(t.lines[i][:strings.Index(t.lines[i], key)]) + 1
		}
	}
	return line, col
}

// textsOf returns the texts of a list, or of one scalar.
func textsOf(n *yaml.Node) []string {
	if n == nil {
		return nil
	}
	if one := n.Text(); one != "" {
		return []string{one}
	}
	var all []string
	for i := range n.Items {
		if one := strings.TrimSpace(n.Items[i].Text()); one != "" {
			all = append(all, one)
		}
	}
	return all
}

// firstKey returns the first of the keys that has a value.
func firstKey(n *yaml.Node, keys ...string) (string, *yaml.Node) {
	for _, key := range keys {
		if v := n.Get(key); v != nil && !v.IsNull() {
			return key, v
		}
	}
	return "", nil
}
