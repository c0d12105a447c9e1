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
	"storefront/internal/lib/lazyregexp"
)

// page is a file of a blog: front matter and prose.
type page struct {
	front *yaml.Node
	body  string
	line  int // of the body's first line
	// replaced are pairs of front matter whose key stands again below.
	replaced []yaml.Pair
	// second is the error of a line in front matter that ends its YAML while more follows; nil for none.
	second *yaml.Error
}

// readPage parts a file into front matter, in YAML, TOML or JSON, and prose. Errors are *yaml.Error. Hugo finds front
// matter after blank lines too.
func readPage(data []byte, ofHugo bool) (page, error) {
	text := strings.TrimPrefix(string(data), "\uFEFF")
	text = strings.ReplaceAll(text, "\r\n", "\n")
	above := 0
	if inner := strings.TrimLeft(text, "\uFEFF \t\n"); ofHugo && frontMatter.MatchString(inner) {
		above, text = strings.Count(text[:len(text)-len(inner)], "\n"), inner
	}
	if !utf8.ValidString(text) || strings.IndexByte(text, 0) >= 0 {
		return page{}, &yaml.Error{Line: 1, Col: 1, Message: "this file is not text in UTF-8"}
	}
	text = fences.ReplaceAllString(text, "$1")
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
		return jsonPage(text, above)
	case strings.HasPrefix(text, "---\n"), strings.HasPrefix(text, "+++\n"):
	default:
		return page{front: &yaml.Node{Kind: yaml.Mapping, Line: 1, Col: 1}, body: text, line: 1}, nil
	}
	fence := text[:3]
	front, body, ok := cutFront(text, fence, ofHugo)
	if !ok {
		return page{}, &yaml.Error{Line: 1 + above, Col: 1,
			Message: "the front matter that begins here has no closing line " + fence}
	}
	format = cmp.Or(format, map[string]string{"---": "yaml", "+++": "toml"}[fence])
	if front = strings.TrimPrefix(front, "\n"); format == "yaml" {
		front = afterMark.ReplaceAllStringFunc(front, func(mark string) string {
			return strings.ReplaceAll(mark, "\t", " ")
		})
	}
	p := page{body: body, line: above + 3 + strings.Count(front, "\n")}
	if format == "yaml" {
		p.second = yaml.Second(front, above+2)
	}
	if front != "" {
		p.line++
	}
	var err error
	p.front, p.replaced, err = parseData(front, format, above+2)
	if err == nil {
		usualKeys(p.front, mapped)
	}
	return p, err
}

// cutFront parts the text after the line that begins front matter. Jekyll ends it at a line ... too:
// https://github.com/jekyll/jekyll/blob/master/lib/jekyll/document.rb. Keys between that and a line --- are no prose.
func cutFront(text, fence string, ofHugo bool) (front, body string, ok bool) {
	text = "\n" + text[len(fence)+1:]
	if front, body, ok = strings.Cut(text, "\n"+fence+"\n"); !ok {
		front, ok = strings.CutSuffix(text, "\n"+fence)
	}
	dots := dotted.FindStringIndex(text)
	if ofHugo || fence != "---" || dots == nil || ok && dots[0] > len(front) {
		return front, body, ok
	}
	if ok {
		between := front[min(dots[1], len(front)):]
		n, err := yaml.ParseRepeated(between, 1, func(yaml.Pair) {})
		if strings.TrimSpace(between) == "" || err == nil && n.Kind == yaml.Mapping && len(n.Pairs) > 0 {
			return front, body, true
		}
	}
	return text[:dots[0]], text[dots[1]:], true
}

// dotted is a line that ends YAML.
var dotted = lazyregexp.New(`\n\.\.\.[ \t]*(?:\n|$)`)

// fences are the lines around front matter, which Hugo and Jekyll find with white space after them too.
var fences = lazyregexp.New(`(?m)^(---|\+\+\+)[ \t]+$`)

// namedFence matches a line above front matter that names its format, as Eleventy takes it.
var namedFence = lazyregexp.New(`^---[ \t]*(js|javascript|json|ya?ml|toml)\n`)

// afterMark matches a tab after a dash or after the colon of a key, which Ruby's and Hexo's readers take as a space.
var afterMark = lazyregexp.New(`(?m)^ *(?:-[ \t]+)*(?:[^\s#'":|>-][^\n:'"]*:[ \t]+)?`)

// usualKeys writes the keys of front matter or of a configuration as they are known here. Hugo's have no case: a draft
// may say Draft.
func usualKeys(n *yaml.Node, names []string) {
	for i := range n.Pairs {
		key := &n.Pairs[i].Key
		known := slices.IndexFunc(names, func(name string) bool { return strings.EqualFold(name, key.Value) })
		if known >= 0 && !slices.Contains(names, key.Value) && n.Get(names[known]) == nil {
			key.Value = names[known]
		}
	}
}

// rename calls keys what they are called here.
func rename(n *yaml.Node, keys map[string]string) {
	for i := range n.Pairs {
		key := &n.Pairs[i].Key
		if name := keys[key.Value]; name != "" && n.Get(name) == nil {
			key.Value = name
		}
	}
}

func jsonPage(text string, above int) (page, error) {
	d := json.NewDecoder(strings.NewReader(text))
	var raw json.RawMessage
	if err := d.Decode(&raw); err != nil {
		return page{}, jsonError(text, err, 1+above)
	}
	end := int(d.InputOffset())
	front, _, err := parseData(text[:end], "json", 1+above)
	if err == nil {
		usualKeys(front, mapped)
	}
	body := strings.TrimPrefix(text[end:], "\n")
	return page{front: front, body: body, line: 1 + above + strings.Count(text[:len(text)-len(body)], "\n")}, err
}

// parseData reads YAML, TOML or JSON as one tree. TOML and JSON have no places; keys are found by searching the text.
// Of a key that YAML has twice the last counts, as for Jekyll; replaced are the others.
func parseData(text, format string, line int) (n *yaml.Node, replaced []yaml.Pair, err error) {
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
		n, err = yaml.ParseRepeated(text, line, func(p yaml.Pair) { replaced = append(replaced, p) })
		if err == nil && n.Kind != yaml.Mapping {
			return nil, nil, &yaml.Error{Line: n.Line, Col: n.Col, Message: "keys with values are expected here"}
		}
		return n, replaced, err
	}
	t := tree{lines: strings.Split(text, "\n"), first: line}
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

// tree makes nodes of decoded data.
type tree struct {
	lines []string
	first int
}

func (t tree) node(v any, line, col int) yaml.Node {
	n := yaml.Node{Kind: yaml.Scalar, Line: line, Col: col}
	switch v := v.(type) {
	case map[string]any:
		n.Kind = yaml.Mapping
		for _, key := range slices.Sorted(maps.Keys(v)) {
			l, c := t.find(key, line, col)
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

// find is where a key seems to stand, from the line of the mapping that it is in.
func (t tree) find(key string, line, col int) (int, int) {
	form := regexp.MustCompile(`^[\s{,]*(?:\[+\s*(?:[\w.-]+\.)?)?["']?` + regexp.QuoteMeta(key) + `["']?\s*[=:\]]`)
	for i := line - t.first; i >= 0 && i < len(t.lines); i++ {
		if form.MatchString(t.lines[i]) {
			return t.first + i, utf8.RuneCountInString(t.lines[i][:strings.Index(t.lines[i], key)]) + 1
		}
	}
	return line, col
}

// words are the texts of a list, or of one scalar.
func words(n *yaml.Node) []string {
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

// first is the first of some keys that says something.
func first(n *yaml.Node, keys ...string) (string, *yaml.Node) {
	for _, key := range keys {
		if v := n.Get(key); v != nil && !v.IsNull() {
			return key, v
		}
	}
	return "", nil
}
