package source

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/content/yaml"
	"storefront/internal/core/plaintext"
	"storefront/internal/lib/suggest"
)

// exportedReview is a line of an export of the API: api reviews export.
type exportedReview struct {
	ID         string       `yaml:"id,required"`
	Deployment string       `yaml:"deployment,required"`
	Product    string       `yaml:"product,required"`
	Author     string       `yaml:"author,required"`
	Rating     int          `yaml:"rating,required"`
	Date       catalog.Date `yaml:"date,required"`
	Language   string       `yaml:"language,required"`
	Title      string       `yaml:"title"`
	Text       string       `yaml:"text,required"`
}

// Reviews reads an export of reviews, by product. Reviews of a product or a deployment that no longer
// exists are left out with a warning, since the database keeps them.
func Reviews(path string, lib *catalog.Library,
	known map[string]bool) (map[string][]catalog.Review, []diag.Diagnostic) {
	var out []diag.Diagnostic
	deployments := map[string]bool{}
	for _, d := range lib.Deployments {
		deployments[d.ID] = true
	}
	all, seen := map[string][]catalog.Review{}, map[string]bool{}
	for l := range exportLines(path, "reviews", &out) {
		e, ok := l.review()
		if !ok {
			continue
		}
		if seen[e.ID] {
			l.errorAt([]any{"id"}, "the review %q appears twice", e.ID)
		}
		seen[e.ID] = true
		switch {
		case !known[e.Product]:
			l.warnAt("product", "there is no product %q%s: its review is left out", e.Product,
				suggest.DidYouMean(e.Product, slices.Collect(maps.Keys(known))))
		// it may be of the deployment whose file is reported
		case !deployments[e.Deployment] && lib.DeploymentsIncomplete:
		case !deployments[e.Deployment]:
			l.warnAt("deployment", "there is no deployment %q%s: its review is left out", e.Deployment,
				suggest.DidYouMean(e.Deployment, slices.Collect(maps.Keys(deployments))))
		default:
			all[e.Product] = append(all[e.Product], catalog.Review{
				Author: e.Author, Rating: e.Rating, Date: e.Date, Language: e.Language, Title: e.Title, Text: e.Text,
				ID: e.ID, Deployment: e.Deployment,
			})
		}
	}
	return all, out
}

// exportLine is one line of an export. Its text is that line alone, its places are those in the whole file.
type exportLine struct {
	*file
	line int
}

// exportLines returns the lines of an export that are not empty. A file that cannot be read is reported.
func exportLines(path, of string, out *[]diag.Diagnostic) iter.Seq[*exportLine] {
	return func(yield func(*exportLine) bool) {
		whole := &file{path: path, out: out}
		data, err := os.ReadFile(path)
		if err != nil {
			whole.report(1, 1, false, "the export of %s cannot be read: %v", of, err)
			return
		}
		whole.text = string(data)
		if line, col, why := plaintext.FindInvalid(whole.text); line > 0 {
			whole.report(line, col, false, "%s", why)
			return
		}
		n := 0
		for line := range strings.SplitSeq(whole.text, "\n") {
			n++
			if strings.TrimSpace(line) == "" {
				continue
			}
			if !yield(&exportLine{file: &file{path: path, text: line, out: out}, line: n}) {
				return
			}
		}
	}
}

func (l *exportLine) review() (e exportedReview, ok bool) {
	ok = l.decode(&e, func(f *file) {
		checkReview(f, nil, e.Rating, e.Date, e.Language)
		// The API stores clean texts; a file can have been written by anybody.
		e.Author, e.Title, e.Text = plaintext.CleanLine(e.Author), plaintext.CleanLine(e.Title),
			plaintext.CleanLines(e.Text)
		for key, text := range map[string]string{"author": e.Author, "text": e.Text} {
			if text == "" {
				f.errorAt([]any{key}, "this cannot be read")
			}
		}
	})
	return e, ok
}

// decode fills a struct from the line, and checks it if every value fits. It reports whether the line is in order.
func (l *exportLine) decode(into any, check func(f *file)) bool {
	before := len(*l.out)
	root, offset, err := parseFlatObject(l.text, l.line)
	if err != nil {
		l.addDiagnostic(l.line, columnOf(l.text, offset), false, err.Error())
		return false
	}
	l.root = root
	var found []diag.Diagnostic
	f := &file{path: l.path, root: root, out: &found}
	(&decoder{file: f, allowsUncleanText: true}).decode(root, reflect.ValueOf(into).Elem())
	if len(found) == 0 {
		check(f)
	}
	for _, d := range found {
		l.addDiagnostic(d.Line, d.Col, d.Warning, d.Message)
	}
	return len(*l.out) == before
}

func (l *exportLine) addDiagnostic(line, col int, warning bool, message string) {
	*l.out = append(*l.out, diag.Diagnostic{Path: l.path, Line: line, Col: col, Warning: warning, Message: message,
		Excerpt: l.text})
}

func (l *exportLine) errorAt(path []any, format string, args ...any) {
	l.addAt(path, false, format, args...)
}

func (l *exportLine) warnAt(key, format string, args ...any) {
	l.addAt([]any{key}, true, format, args...)
}

func (l *exportLine) addAt(path []any, warning bool, format string, args ...any) {
	n := l.root.At(path...)
	l.addDiagnostic(n.Line, n.Col, warning, fmt.Sprintf(format, args...))
}

var errNotFlat = errors.New("an object of texts and numbers is expected here, as the API exports them")

// parseFlatObject reads a line of JSON as the nodes of the decoder. An error has its offset.
func parseFlatObject(text string, line int) (root *yaml.Node, offset int, err error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	node := func() (yaml.Node, error) {
		offset = int(d.InputOffset())
		offset += len(text[offset:]) - len(strings.TrimLeft(text[offset:], " \t\r,:"))
		t, err := d.Token()
		n := yaml.Node{Kind: yaml.Scalar, Line: line, Col: columnOf(text, offset)}
		var syntax *json.SyntaxError
		switch t := t.(type) {
		case string:
			n.Value, n.Quoted = t, true
		case json.Number:
			n.Value = t.String()
		default:
			if errors.As(err, &syntax) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
				return n, errors.New("this line is not JSON")
			}
			return n, errNotFlat
		}
		return n, nil
	}
	start := len(text) - len(strings.TrimLeft(text, " \t\r"))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, start, errNotFlat
	}
	root = &yaml.Node{Kind: yaml.Mapping, Line: line, Col: columnOf(text, start)}
	for d.More() {
		key, err := node()
		if err != nil {
			return nil, offset, err
		}
		value, err := node()
		if err != nil {
			return nil, offset, err
		}
		if root.Get(key.Value) != nil {
			return nil, key.Col - 1, errors.New("this appears twice on the line")
		}
		root.Pairs = append(root.Pairs, yaml.Pair{Key: key, Value: value})
	}
	offset = int(d.InputOffset())
	if _, err := d.Token(); err != nil {
		return nil, offset, errors.New("this line is not JSON")
	}
	if offset = int(d.InputOffset()); strings.TrimSpace(text[offset:]) != "" {
		return nil, offset, errors.New("a line has one object")
	}
	return root, 0, nil
}

// columnOf counts from one, in characters.
func columnOf(text string, offset int) int {
	return utf8.RuneCountInString(text[:min(offset, len(text))]) + 1
}
