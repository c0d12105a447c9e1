package main

import (
	"bytes"
	"io"
	"strings"
	"unicode"

	"github.com/rivo/uniseg"
	"golang.org/x/text/unicode/bidi"
)

// table is what people read of rows: columns as wide as their widest cell.
type table struct {
	columns []string
	right   []bool // numbers end where their column ends
	rows    [][]string
}

// newTable takes the names of columns with spaces between. One that ends in > holds numbers.
func newTable(columns string) *table {
	t := &table{}
	for _, name := range strings.Fields(columns) {
		name, right := strings.CutSuffix(name, ">")
		t.columns, t.right = append(t.columns, name), append(t.right, right)
	}
	return t
}

func (t *table) add(cells ...string) {
	row := make([]string, len(cells))
	for i, cell := range cells {
		row[i] = printable(cell)
	}
	t.rows = append(t.rows, row)
}

func (t *table) print(out io.Writer) error {
	var text bytes.Buffer
	widths := t.widths()
	for _, row := range append([][]string{t.columns}, t.rows...) {
		var line strings.Builder
		for i, cell := range row {
			gap := strings.Repeat(" ", widths[i]-uniseg.StringWidth(cell))
			if t.right[i] {
				line.WriteString(gap + isolated(cell) + "  ")
			} else {
				line.WriteString(isolated(cell) + gap + "  ")
			}
		}
		text.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	_, err := text.WriteTo(out)
	return err
}

func (t *table) widths() []int {
	widths := make([]int, len(t.columns))
	for _, row := range append([][]string{t.columns}, t.rows...) {
		for i, cell := range row {
			widths[i] = max(widths[i], uniseg.StringWidth(cell))
		}
	}
	return widths
}

// printable is a text that visitors may have written, without what would command a terminal or turn the rest of the line.
func printable(text string) string {
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

// isolated keeps a text that runs from right to left from turning what stands beside it.
func isolated(text string) string {
	for _, r := range text {
		p, _ := bidi.LookupRune(r)
		if c := p.Class(); c == bidi.R || c == bidi.AL {
			return "\u2068" + text + "\u2069"
		}
	}
	return text
}
