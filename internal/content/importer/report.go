package importer

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// Report is the report of an import.
type Report struct {
	DryRun   bool     `json:"dryRun"`
	Written  []string `json:"written"`
	Updated  []string `json:"updated"`
	Existing []string `json:"existing"` // left as they are
	Kept     []Note   `json:"kept"`     // changed here and in the source: left as they are
	Vanished []string `json:"vanished"` // imported before, and no longer in the source
	Unmapped []Note   `json:"unmapped"`
	Wrong    []Note   `json:"wrong,omitempty"` // mistakes, and facts that are missing: nothing is written
	Warnings []string `json:"warnings"`        // of the check, in what was written
	Recorded int      `json:"recorded"`        // files of Memory that were written for the next update
}

// Note is a value that could not be imported unchanged.
type Note struct {
	Path  string `json:"path,omitempty"` // a file and a place in it
	Line  int    `json:"line,omitempty"`
	Col   int    `json:"col,omitempty"`
	Item  string `json:"item,omitempty"` // or a product
	Field string `json:"field,omitempty"`
	Value string `json:"value,omitempty"` // shortened
	Why   string `json:"why"`
	Do    string `json:"do,omitempty"`
}

// String formats a note on one line: path:line:col, or the product, then field, value, reason and remedy.
func (n Note) String() string {
	var b strings.Builder
	if n.Path != "" {
		fmt.Fprintf(&b, "%s:%d:%d: ", n.Path, n.Line, n.Col)
	} else if n.Item != "" {
		b.WriteString(n.Item + ": ")
	}
	if n.Field != "" {
		b.WriteString(n.Field + ": ")
	}
	b.WriteString(n.Why)
	if n.Value != "" {
		fmt.Fprintf(&b, " (%s)", n.Value)
	}
	if n.Do != "" {
		b.WriteString("; " + n.Do)
	}
	return b.String()
}

// Note adds a note.
func (r *Report) Note(n Note) {
	n.Item, n.Field, n.Value = Short(n.Item), Short(n.Field), Short(n.Value)
	r.Unmapped = append(r.Unmapped, n)
}

// RemoveRepeated keeps the first of equal notes, among those from an index on. Options of one product have equal notes.
func (r *Report) RemoveRepeated(from int) {
	seen := map[Note]bool{}
	r.Unmapped = append(r.Unmapped[:from], slices.DeleteFunc(r.Unmapped[from:], func(n Note) bool {
		isRepeated := seen[n]
		seen[n] = true
		return isRepeated
	})...)
}

// Refuse adds a mistake. Nothing is then written.
func (r *Report) Refuse(n Note) {
	n.Item, n.Field, n.Value = Short(n.Item), Short(n.Field), Short(n.Value)
	r.Wrong = append(r.Wrong, n)
}

func (r *Report) sort() {
	byPlace := func(a, b Note) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col),
			cmp.Compare(a.Item, b.Item))
	}
	slices.SortStableFunc(r.Unmapped, byPlace)
	slices.SortStableFunc(r.Wrong, byPlace)
	slices.SortStableFunc(r.Kept, byPlace)
	slices.Sort(r.Existing)
}

// ManyNotes is the number of notes from which a report counts them by kind.
const ManyNotes = 20

// CountByKind returns the counts of notes of the same kind, the most frequent first; nil for fewer than ManyNotes.
func CountByKind(notes []Note) []string {
	if len(notes) < ManyNotes {
		return nil
	}
	type kind struct{ field, why string }
	counts := map[kind]int{}
	for _, n := range notes {
		counts[kind{n.Field, n.Why}]++
	}
	kinds := slices.SortedFunc(maps.Keys(counts), func(a, b kind) int {
		return cmp.Or(counts[b]-counts[a], cmp.Compare(a.field+a.why, b.field+b.why))
	})
	var sums []string
	for _, k := range kinds {
		if counts[k] > 1 {
			sums = append(sums, fmt.Sprintf("%5d × %s", counts[k], strings.TrimPrefix(k.field+": "+k.why, ": ")))
		}
	}
	return sums
}

// maxValueRunes is the maximum length of a value in a report.
const maxValueRunes = 60

// Short shortens a value to fit on a line, without control characters.
func Short(value string) string {
	words := strings.Join(strings.FieldsFunc(value, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
	}), " ")
	if runes := []rune(words); len(runes) > maxValueRunes {
		return string(runes[:maxValueRunes-1]) + "…"
	}
	return words
}
