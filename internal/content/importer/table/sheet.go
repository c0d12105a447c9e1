package table

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	encoding "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/unicode/norm"

	"storefront/internal/content/importer"
	"storefront/internal/core/plaintext"
)

// largestTable is how large a CSV file may be.
const largestTable = 64 << 20

// sheet is a CSV file as fields with their places, before its columns are recognised.
type sheet struct {
	path   string // as given, cleaned
	header []field
	rows   [][]field // without empty ones
}

// field is a text of a sheet with its place, in characters.
type field struct {
	text      string
	line, col int
}

// folded returns a heading without the parts that people write differently: "Option title (EN)" is optiontitleen.
func folded(heading string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, norm.NFC.String(heading))
}

// readSheet reads a file. Mistakes in its form go to the report.
func readSheet(path string, report *importer.Report) (*sheet, error) {
	data, err := readLimited(path)
	if err != nil {
		return nil, err
	}
	if bytes.HasPrefix(data, []byte("\xff\xfe")) { // UTF-16, as Excel saves "Unicode text"
		data, err = encoding.UTF16(encoding.LittleEndian, encoding.UseBOM).NewDecoder().Bytes(data)
		if err != nil {
			return nil, fmt.Errorf("read the table: %w", err)
		}
	}
	r := &sheetReader{sheet: &sheet{path: filepath.Clean(path)}, report: report}
	r.read(strings.TrimPrefix(string(data), "\uFEFF"))
	return r.sheet, nil
}

// readLimited returns the content of a file, which may be a stream, up to largestTable.
func readLimited(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read the table: %w", err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, largestTable+1))
	if err != nil {
		return nil, fmt.Errorf("read the table: %w", err)
	}
	if len(data) > largestTable {
		return nil, fmt.Errorf("%s: the table is larger than %d MB", path, largestTable>>20)
	}
	return data, nil
}

// removeExportMark reports whether the export wrote the sheet, and clears the heading that marks it.
func (s *sheet) removeExportMark() bool {
	at := slices.IndexFunc(s.header, func(f field) bool { return folded(f.text) == folded(exportMark) })
	if at >= 0 {
		s.header[at].text = ""
	}
	return at >= 0
}

// sheetReader is a sheet under way.
type sheetReader struct {
	*sheet
	report  *importer.Report
	csv     *csv.Reader
	lines   []string
	skipped int // lines before those that csv reads
}

func (r *sheetReader) read(text string) {
	r.lines = strings.Split(text, "\n")
	if !r.isText() {
		return
	}
	comma, declared := separatorLine(r.lines[0])
	if declared {
		_, text, _ = strings.Cut(text, "\n")
		r.skipped = 1
	} else {
		comma = separator(r.lines[0])
	}
	r.csv = csv.NewReader(strings.NewReader(text))
	r.csv.FieldsPerRecord = -1
	r.csv.Comma = comma
	r.csv.TrimLeadingSpace = comma != '\t' // it would take an empty field for space
	for {
		record, err := r.csv.Read()
		switch {
		case errors.Is(err, io.EOF) && r.header != nil:
			return
		case err != nil:
			r.malformed(err)
			return
		case r.header == nil:
			r.header = r.fields(record)
			for i, f := range r.header { // umlauts may be written as letters with marks
				r.header[i].text = norm.NFC.String(f.text)
			}
		case strings.TrimSpace(strings.Join(record, "")) != "":
			r.rows = append(r.rows, r.fields(record))
		}
	}
}

func (r *sheetReader) fields(record []string) []field {
	all := make([]field, len(record))
	for i, text := range record {
		line, column := r.csv.FieldPos(i)
		line += r.skipped
		if inner := formulaText.FindStringSubmatch(text); inner != nil {
			text = inner[1]
		}
		all[i] = field{text, line, r.character(line, column)}
	}
	return all
}

// isText reports the first character that is not text.
func (r *sheetReader) isText() bool {
	for i, line := range r.lines {
		if _, col, why := plaintext.FindInvalid(line); why != "" {
			r.report.Refuse(importer.Note{Path: r.path, Line: i + 1, Col: col, Why: why,
				Do: "save the table as CSV UTF-8"})
			return false
		}
	}
	return true
}

// separatorLine reads Excel's first line sep=; which names the separator.
func separatorLine(line string) (rune, bool) {
	rest, ok := strings.CutPrefix(strings.ToLower(strings.Trim(line, "\"\r")), "sep=")
	if !ok {
		return 0, false
	}
	comma, size := utf8.DecodeRuneInString(rest)
	return comma, size == len(rest) && strings.ContainsRune(",;\t|", comma)
}

// separator returns the separator of the header: spreadsheets use a sign that is not their country's decimal mark.
func separator(header string) rune {
	best := ','
	for _, r := range ";\t" {
		if strings.Count(header, string(r)) > strings.Count(header, string(best)) {
			best = r
		}
	}
	return best
}

func (r *sheetReader) malformed(err error) {
	n := importer.Note{Path: r.path, Line: 1, Col: 1, Why: err.Error()}
	if errors.Is(err, io.EOF) {
		n.Why = "the table is empty"
	}
	if at, ok := errors.AsType[*csv.ParseError](err); ok {
		n.Line = at.Line + r.skipped
		n.Col, n.Why = r.character(n.Line, at.Column), at.Err.Error()
		r.quotation(&n, at)
	}
	r.report.Refuse(n)
}

// quotation describes a mistake with a quotation mark, and where to correct it.
func (r *sheetReader) quotation(n *importer.Note, at *csv.ParseError) {
	if errors.Is(at.Err, csv.ErrBareQuote) {
		n.Why = `a text with a quotation mark in it needs quotation marks around it, and "" for each within`
	}
	if !errors.Is(at.Err, csv.ErrQuote) {
		return
	}
	line, column := r.openQuote(at)
	n.Why = fmt.Sprintf(`the text that begins with the quotation mark at %d:%d ends at this one; one within a text is `+
		`written ""`, line, column)
	if text := r.lines[n.Line-1]; at.Column > len(text) || text[at.Column-1] != '"' {
		n.Line, n.Col, n.Why = line, column, "this quotation mark has no end"
	}
}

// openQuote returns the place of the quotation mark that begins the text in which a mistake is.
func (r *sheetReader) openQuote(at *csv.ParseError) (line, column int) {
	inText, isStart, wasEnd := false, true, false
	for n := at.StartLine + r.skipped; n <= at.Line+r.skipped && n <= len(r.lines); n++ {
		for i, c := range r.lines[n-1] {
			if n == at.Line+r.skipped && i >= at.Column-1 && inText {
				return line, column
			}
			isMark := c == '"' && (inText || isStart || wasEnd) // "" within a text ends it and begins it again
			if isMark && isStart {
				line, column = n, r.character(n, i+1)
			}
			inText, wasEnd = inText != isMark, isMark && inText
			isStart = !inText && !isMark && (c == r.csv.Comma || isStart && c == ' ')
		}
		isStart, wasEnd = !inText, false
	}
	return line, column
}

// character is a column in characters, of one in bytes.
func (r *sheetReader) character(line, column int) int {
	if line < 1 || line > len(r.lines) {
		return column
	}
	return utf8.RuneCountInString(r.lines[line-1][:min(max(column-1, 0), len(r.lines[line-1]))]) + 1
}
