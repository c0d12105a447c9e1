package blog

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"storefront/internal/content/importer"
)

// repeatedNote is a note about something that a blog has often. It is reported once, at the first place, with its
// number.
type repeatedNote struct {
	note  importer.Note
	count int
	form  string // the format of its reason with the number
}

// repeatedForm is the format of a reason with the number of places.
const repeatedForm = "%s; there are %d; this is the first"

const (
	// whyUnsupported is the reason for leaving out what only another tool's template language has; whyContentStays is
	// appended if it has a closing tag.
	whyUnsupported  = "it is not supported here; it is left out"
	whyContentStays = ", its content stays"
)

// noteLooks reports the first attributes that set classes and styles.
func (b *blog) noteLooks(p *post, offset int, value string) {
	b.noteOncePerKey("", repeatedForm, b.withProsePosition(p, offset, importer.Note{Field: "attributes", Value: value,
		Why: "styles come from the storefront; these are left out"}))
}

// noteOncePerKey records a note for reportRepeatedNotes. Notes with the same key and reason are reported once.
func (b *blog) noteOncePerKey(key, many string, n importer.Note) {
	key += "\x00" + n.Why
	one := b.repeatedNotes[key]
	if one == nil {
		one = &repeatedNote{note: n, form: many}
		b.repeatedNotes[key] = one
	}
	one.count++
}

// reportRepeatedNotes reports the notes of noteOncePerKey.
func (b *blog) reportRepeatedNotes() {
	for _, key := range slices.Sorted(maps.Keys(b.repeatedNotes)) {
		one := b.repeatedNotes[key]
		if one.count > 1 {
			one.note.Why = fmt.Sprintf(one.form, one.note.Why, one.count)
		}
		b.Report.Note(one.note)
	}
}

// notePicture reports a picture that is left out; those of other hosts are recorded for reportBlockedPictures.
func (b *blog) notePicture(err error, n importer.Note) {
	u, _ := url.Parse(strings.TrimSpace(n.Value))
	if u == nil || !errors.Is(err, importer.ErrOtherHost) {
		b.Report.Note(n)
		return
	}
	b.blockedPictures[u.Host] = append(b.blockedPictures[u.Host], n)
}

// reportBlockedPictures reports the pictures of other hosts, or of a host with many the first.
func (b *blog) reportBlockedPictures() {
	for _, host := range slices.Sorted(maps.Keys(b.blockedPictures)) {
		all := b.blockedPictures[host]
		if n := len(all); n >= importer.ManyNotes {
			all[0].Why += fmt.Sprintf("; there are %d pictures of %s; this is the first", n, host)
			all = all[:1]
		}
		for _, n := range all {
			b.Report.Note(n)
		}
	}
}

// withPosition adds a position in a post's file to a note.
func (b *blog) withPosition(p *post, line, col int, n importer.Note) importer.Note {
	n.Path, n.Line, n.Col = filepath.Join(b.folder, filepath.FromSlash(p.file)), line, col
	return n
}

// withProsePosition adds the position of an offset of the source prose to a note.
func (b *blog) withProsePosition(p *post, offset int, n importer.Note) importer.Note {
	before := p.body[:min(offset, len(p.body))]
	return b.withPosition(p, p.bodyLine+strings.Count(before, "\n"),
		utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])+1, n)
}
