package prose

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"

	"storefront/internal/content/markdown"
	"storefront/internal/lib/lazyregexp"
)

var (
	tableSeparator = lazyregexp.New(`^[ \t]*[-=+|: \t]*[-=][-=+|: \t]*$`)
	cellEnd        = lazyregexp.New("\\\\.|`[^`\n]*`|\\|")
)

// ConvertKramdownTables gives kramdown tables the form of GFM: those without a head, with lines between their bodies,
// or with fewer columns in the head or the line below it than in a row. A table without a head gets an empty one:
// https://kramdown.gettalong.org/syntax.html#tables.
func ConvertKramdownTables(text string) *Edits {
	e := &Edits{Text: text}
	if !strings.Contains(text, "|") {
		return e
	}
	_ = ast.Walk(markdown.Parse([]byte(text)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Paragraph, *ast.TextBlock:
			e.convertTable(n)
			return ast.WalkSkipChildren, nil
		case *tables.Table:
			e.widenHead(n)
		case *tables.TableRow:
			if cell := n.FirstChild(); cell != nil && cell.Lines().Len() > 0 {
				at := cell.Lines().At(0).Start
				start := strings.LastIndexByte(text[:at], '\n') + 1
				line, _, _ := strings.Cut(text[start:], "\n")
				line = strings.TrimLeft(line, "> \t")
				if tableSeparator.MatchString(line) && strings.Contains(line, "|") &&
					(strings.Contains(line, "---") || strings.Contains(line, "===")) {
					e.Remove(start, start+strings.IndexByte(text[start:]+"\n", '\n'))
				}
			}
		}
		return ast.WalkContinue, nil
	})
	return e
}

// convertTable makes a paragraph a table if each line contains a cell separator. Without a line of hyphens, each line
// must begin with the separator.
func (e *Edits) convertTable(paragraph ast.Node) {
	var rows []string
	head, separated, framed := false, 0, true
	lines := paragraph.Lines()
	for i := range lines.Len() {
		at := lines.At(i)
		line := strings.TrimSpace(e.Text[at.Start:at.Stop])
		switch {
		case tableSeparator.MatchString(line) && strings.ContainsAny(line, "|+"):
			head = head || separated == 0 && len(rows) == 1
			separated++
			continue
		case countCells(line) < 2 && !strings.HasPrefix(line, "|"):
			return
		}
		framed = framed && strings.HasPrefix(line, "|")
		rows = append(rows, line)
	}
	first := lines.At(0).Start
	start := strings.LastIndexByte(e.Text[:first], '\n') + 1
	if _, above := paragraph.NextSibling().(*tables.Table); above && len(rows) == 0 && separated > 0 &&
		strings.Trim(e.Text[start:first], "> \t") == "" {
		e.Replace(start, lines.At(lines.Len()-1).Stop, "")
	}
	if len(rows) == 0 || separated == 0 && (!framed || lines.Len() < 2) {
		return
	}
	most := 0
	for _, row := range rows {
		most = max(most, countCells(row))
	}
	if !head {
		rows = append([]string{strings.Repeat("| ", most) + "|"}, rows...)
	} else if missing := most - countCells(rows[0]); missing > 0 {
		rows[0] = strings.TrimSuffix(rows[0], "|") + strings.Repeat("| ", missing) + "|"
	}
	rows = append(rows[:1], append([]string{strings.Repeat("| --- ", most) + "|"}, rows[1:]...)...)
	indent := strings.Map(func(r rune) rune {
		if strings.ContainsRune("> \t", r) {
			return r
		}
		return ' '
	}, e.Text[start:first])
	e.Replace(first, lines.At(lines.Len()-1).Stop, strings.Join(rows, "\n"+indent)+"\n")
}

// widenHead gives the head of a table as many cells as its longest row, since GFM drops cells beyond the head's.
func (e *Edits) widenHead(table ast.Node) {
	cell := table.FirstChild().FirstChild()
	for cell != nil && cell.Lines().Len() == 0 {
		cell = cell.NextSibling()
	}
	if cell == nil {
		return
	}
	start := strings.LastIndexByte(e.Text[:cell.Lines().At(0).Start], '\n') + 1
	lines := strings.Split(e.Text[start:], "\n")
	most, head := 0, countCells(strings.TrimLeft(lines[0], "> \t"))
	for _, line := range lines[2:min(len(lines), 1+table.ChildCount())] {
		if line = strings.TrimLeft(line, "> \t"); !tableSeparator.MatchString(line) {
			most = max(most, countCells(line))
		}
	}
	for i, empty := range []string{" |", " --- |"} {
		line := strings.TrimRight(lines[i], " \t")
		if missing := most - head; missing > 0 {
			bar := map[bool]string{false: " |"}[strings.HasSuffix(line, "|")]
			e.Replace(start+len(line), start+len(lines[i]), bar+strings.Repeat(empty, missing))
		}
		start += len(lines[i]) + 1
	}
}

// countCells counts the cells of a row.
func countCells(row string) int {
	n := 1
	row = strings.TrimSpace(row)
	for _, m := range cellEnd.FindAllStringIndex(row, -1) {
		if row[m[0]:m[1]] == "|" && m[0] > 0 && m[1] < len(row) {
			n++
		}
	}
	return n
}
