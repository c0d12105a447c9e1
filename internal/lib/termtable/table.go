// Package termtable prints rows in columns on a terminal, for texts of any script and from strangers.
package termtable

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/rivo/uniseg"
	"golang.org/x/text/unicode/bidi"
)

// Table is a table whose columns are as wide as their widest cell.
type Table struct {
	columns   []string
	isNumeric []bool // columns of numbers are aligned right
	rows      [][]string
}

// New returns a table with the columns of a text, separated by spaces. A name that ends in > is a column of numbers.
func New(columns string) *Table {
	t := &Table{}
	for _, name := range strings.Fields(columns) {
		name, right := strings.CutSuffix(name, ">")
		t.columns, t.isNumeric = append(t.columns, name), append(t.isNumeric, right)
	}
	return t
}

// Add adds a row with one cell for each column.
func (t *Table) Add(cells ...string) {
	row := make([]string, len(cells))
	for i, cell := range cells {
		row[i] = Printable(cell)
	}
	t.rows = append(t.rows, row)
}

// Print writes the names of the columns and the rows.
func (t *Table) Print(out io.Writer) error {
	var text bytes.Buffer
	widths := t.widths()
	for _, row := range append([][]string{t.columns}, t.rows...) {
		var line strings.Builder
		for i, cell := range row {
			gap := strings.Repeat(" ", widths[i]-uniseg.StringWidth(cell))
			if t.isNumeric[i] {
				line.WriteString(gap + Isolate(cell) + "  ")
			} else {
				line.WriteString(Isolate(cell) + gap + "  ")
			}
		}
		text.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	_, err := text.WriteTo(out)
	return err
}

func (t *Table) widths() []int {
	widths := make([]int, len(t.columns))
	for _, row := range append([][]string{t.columns}, t.rows...) {
		for i, cell := range row {
			widths[i] = max(widths[i], uniseg.StringWidth(cell))
		}
	}
	return widths
}

// Printable returns a visitor's text without control characters, and without characters that reverse the rest of the
// line.
func Printable(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t' || r == '\r':
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, text)
}

// Isolate wraps a right-to-left text so that it does not reorder its neighbours.
func Isolate(text string) string {
	for _, r := range text {
		p, _ := bidi.LookupRune(r)
		if c := p.Class(); c == bidi.R || c == bidi.AL {
			return "\u2068" + text + "\u2069"
		}
	}
	return text
}

// JSON writes a value on one line, or indented by indent. It escapes control and bidirectional characters, because
// people read the output on terminals, too.
func JSON(out io.Writer, value any, indent string) error {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetIndent("", indent)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return err
	}
	var safe bytes.Buffer
	for _, r := range text.String() { // outside of strings JSON has only line ends of them
		if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
			fmt.Fprintf(&safe, `\u%04x`, r)
		} else {
			safe.WriteRune(r)
		}
	}
	_, err := safe.WriteTo(out)
	return err
}
