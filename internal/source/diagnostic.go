// Package source reads content/ into a catalog. It reports everything that is wrong, not only the first thing, each as
// file, line and column with the line itself, so that an editor can go straight there.
package source

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"unicode/utf8"

	"storefront/internal/yaml"
)

// Diagnostic is one mistake, or one warning, at a place in a file.
type Diagnostic struct {
	Path    string // as the editor can open it
	Line    int
	Col     int
	Message string
	Warning bool
	Excerpt string // the line, without its end
}

// String is the form that editors and their tools know: path:line:col: message.
func (d Diagnostic) String() string {
	kind := ""
	if d.Warning {
		kind = "warning: "
	}
	return fmt.Sprintf("%s:%d:%d: %s%s", d.Path, d.Line, d.Col, kind, d.Message)
}

// Pointer is the excerpt with a caret under the place, or nothing where the file has no such line.
func (d Diagnostic) Pointer() string {
	if d.Excerpt == "" {
		return ""
	}
	line, col := d.Excerpt, d.Col
	const most = 100
	if r := []rune(line); len(r) > most {
		from := max(0, min(col-most/2, len(r)-most))
		line, col = string(r[from:from+most]), col-from
	}
	return fmt.Sprintf("  %5d | %s\n        | %s^", d.Line, strings.ReplaceAll(line, "\t", " "), strings.Repeat(" ", max(col-1, 0)))
}

// WithExcerpt reads the line that a diagnostic is about.
func (d Diagnostic) WithExcerpt() Diagnostic {
	if data, err := os.ReadFile(d.Path); err == nil {
		d.Excerpt = lineOf(string(data), d.Line)
	}
	return d
}

// Sort orders diagnostics by place.
func Sort(all []Diagnostic) {
	sort.SliceStable(all, func(i, j int) bool {
		a, b := all[i], all[j]
		if a.Path != b.Path {
			return a.Path < b.Path
		}
		if a.Line != b.Line {
			return a.Line < b.Line
		}
		return a.Col < b.Col
	})
}

// file is one content file with what is wrong in it.
type file struct {
	path string // for diagnostics
	text string
	root *yaml.Node // of the YAML or front matter
	body string
	line int // of the body's first line
	out  *[]Diagnostic
}

func (f *file) at(line, col int, warning bool, format string, args ...any) {
	*f.out = append(*f.out, Diagnostic{
		Path: f.path, Line: line, Col: col, Warning: warning,
		Message: fmt.Sprintf(format, args...), Excerpt: lineOf(f.text, line),
	})
}

// At is the place of what stands under a path of keys and indexes in a file's YAML or front matter, or of the nearest thing
// above it. The message is the caller's to give.
func At(path string, keys ...any) Diagnostic {
	var nothing []Diagnostic
	f, ok := NewReader(filepath.Dir(path)).open(filepath.Base(path), &nothing)
	if !ok {
		return Diagnostic{Path: path, Line: 1, Col: 1}
	}
	src, first := f.text, 1
	if strings.HasSuffix(path, ".md") {
		if src, ok = f.split(); ok {
			first = 2
		}
	}
	n := &yaml.Node{Line: 1, Col: 1}
	if ok && f.parse(src, first) {
		n = f.root.At(keys...)
	}
	return Diagnostic{Path: path, Line: n.Line, Col: n.Col, Excerpt: lineOf(f.text, n.Line)}
}

// wrongKey reports a mistake at a key of the mapping under the path.
func (f *file) wrongKey(path []any, key, format string, args ...any) {
	n := f.root.At(path...)
	for i := range n.Pairs {
		if n.Pairs[i].Key.Value == key {
			n = &n.Pairs[i].Key
			break
		}
	}
	f.at(n.Line, n.Col, false, format, args...)
}

// wrong reports a mistake at what stands under the path of keys and indexes, or at the nearest thing above it.
func (f *file) wrong(path []any, format string, args ...any) {
	n := &yaml.Node{Line: 1, Col: 1}
	if f.root != nil {
		n = f.root.At(path...)
	}
	f.at(n.Line, n.Col, false, format, args...)
}

func lineOf(text string, line int) string {
	for ; line > 1; line-- {
		_, rest, ok := strings.Cut(text, "\n")
		if !ok {
			return ""
		}
		text = rest
	}
	first, _, _ := strings.Cut(text, "\n")
	if !utf8.ValidString(first) {
		return strings.ToValidUTF8(first, "�")
	}
	return first
}

// nearest finds the allowed word that a misspelt one is closest to; empty where none is close.
func nearest(word string, allowed []string) string {
	best, distance := "", 3+len(word)/6
	for _, a := range allowed {
		if len(word) > 3 && strings.HasPrefix(strings.ToLower(a), strings.ToLower(word)) {
			return a
		}
		if d := editDistance(strings.ToLower(word), strings.ToLower(a)); d < distance {
			best, distance = a, d
		}
	}
	return best
}

// DidYouMean is the end of a message about an unknown word: the nearest known one, or nothing.
func DidYouMean(word string, allowed []string) string {
	if n := nearest(word, allowed); n != "" {
		return fmt.Sprintf("; did you mean %q?", n)
	}
	return ""
}

func editDistance(a, b string) int {
	if len(a) > len(b)+8 || len(b) > len(a)+8 {
		return 99
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := diagonal
			if a[i-1] != b[j-1] {
				cost = 1 + min(diagonal, row[j], row[j-1])
			}
			diagonal, row[j] = row[j], cost
		}
	}
	return row[len(b)]
}
