// Package diag has diagnostics: mistakes and warnings, each with its file, line and column, in the form that editors'
// programs read.
package diag

import (
	"fmt"
	"os"
	"sort"
	"strings"
	"unicode/utf8"
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

// SamePlace reports whether two diagnostics are about the same place.
func (d Diagnostic) SamePlace(other Diagnostic) bool {
	return d.Path == other.Path && d.Line == other.Line && d.Col == other.Col
}

// Pointer returns the excerpt with a caret under the place; empty if the file has no such line.
func (d Diagnostic) Pointer() string {
	if d.Excerpt == "" {
		return ""
	}
	line, col := d.Excerpt, d.Col
	const maxWidth = 100
	if r := []rune(line); len(r) > maxWidth {
		from := max(0, min(col-maxWidth/2, len(r)-maxWidth))
		line, col = string(r[from:from+maxWidth]), col-from
	}
	return fmt.Sprintf("  %5d | %s\n        | %s^", d.Line, strings.ReplaceAll(line, "\t", " "),
		strings.Repeat(" ", max(col-1, 0)))
}

// WithExcerpt reads the line that a diagnostic is about.
func (d Diagnostic) WithExcerpt() Diagnostic {
	if data, err := os.ReadFile(d.Path); err == nil {
		d.Excerpt = LineOf(string(data), d.Line)
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

// LineOf returns a line of a text, counted from 1, without its end; empty if the text is shorter.
func LineOf(text string, line int) string {
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
