// Package source reads content/ into a catalog. It reports everything that is wrong, not only the first thing, each as
// file, line and column with the line itself, so that an editor can go straight there.
package source

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"storefront/internal/content/diag"
	"storefront/internal/content/yaml"
)

// file is one content file and the list of its mistakes.
type file struct {
	path string // for diagnostics
	text string
	root *yaml.Node // of the YAML or front matter
	body string
	line int // of the body's first line
	// mayHaveComments is true if there may be a comment that follows a value.
	mayHaveComments bool
	out             *[]diag.Diagnostic
	unread          map[*yaml.Node]bool // values that cannot be read, which is reported
}

// reportUnread reports a value that cannot be read. No check of the empty value in its place is reported.
func (f *file) reportUnread(n *yaml.Node, format string, args ...any) {
	f.report(n.Line, n.Col, false, format, args...)
	f.markUnread(n)
}

func (f *file) markUnread(n *yaml.Node) {
	if f.unread == nil {
		f.unread = map[*yaml.Node]bool{}
	}
	f.unread[n] = true
}

// report reports a mistake or a warning. A mistake replaces a warning about the same value.
func (f *file) report(line, col int, warning bool, format string, args ...any) {
	d := diag.Diagnostic{
		Path: f.path, Line: line, Col: col, Warning: warning,
		Message: fmt.Sprintf(format, args...), Excerpt: diag.LineOf(f.text, line),
	}
	if !warning {
		*f.out = slices.DeleteFunc(*f.out, func(other diag.Diagnostic) bool {
			return other.Warning && d.SamePlace(other)
		})
	}
	*f.out = append(*f.out, d)
}

// DiagnosticAt returns a diagnostic at the value under a path of keys and indexes in a file's YAML or front matter, or
// at the nearest value above it. The caller adds the message.
func DiagnosticAt(path string, keys ...any) diag.Diagnostic {
	var nothing []diag.Diagnostic
	f, ok := NewReader(filepath.Dir(path)).openText(filepath.Base(path), &nothing)
	if !ok {
		return diag.Diagnostic{Path: path, Line: 1, Col: 1}
	}
	src, first := f.text, 1
	if strings.HasSuffix(path, ".md") {
		if src, ok = f.splitFrontMatter(); ok {
			first = 2
		}
	}
	n := &yaml.Node{Line: 1, Col: 1}
	if ok && f.parse(src, first) {
		n = f.root.At(keys...)
	}
	return diag.Diagnostic{Path: path, Line: n.Line, Col: n.Col, Excerpt: diag.LineOf(f.text, n.Line)}
}

// errorAtKey reports a mistake at a key of the mapping under the path.
func (f *file) errorAtKey(path []any, key, format string, args ...any) {
	n := f.root.At(path...)
	for i := range n.Pairs {
		if n.Pairs[i].Key.Value == key {
			n = &n.Pairs[i].Key
			break
		}
	}
	f.report(n.Line, n.Col, false, format, args...)
}

// errorAt reports a mistake at the value under the path of keys and indexes, or at the nearest value above it. It
// reports nothing about a value that cannot be read.
func (f *file) errorAt(path []any, format string, args ...any) {
	n := &yaml.Node{Line: 1, Col: 1}
	if f.root != nil {
		n = f.root.At(path...)
	}
	if !f.unread[n] {
		f.report(n.Line, n.Col, false, format, args...)
	}
}

// isUnread reports whether the value under a path cannot be read.
func (f *file) isUnread(path ...any) bool { return f.unread[f.root.At(path...)] }

// hasErrorAt reports whether the value under a path has a mistake already.
func (f *file) hasErrorAt(path ...any) bool {
	n := f.root.At(path...)
	return slices.ContainsFunc(*f.out, func(d diag.Diagnostic) bool {
		return !d.Warning && d.Path == f.path && d.Line == n.Line && d.Col == n.Col
	})
}
