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

// repeated is a note about what a blog has often. It is reported once, at the first place, with a number.
type repeated struct {
	note  importer.Note
	times int
	many  string // the form of its reason with the number
}

// oftenHere is the form of a reason with the number of places.
const oftenHere = "%s; there are %d; this is the first"

// noSuchThing is the reason of what another tool's template language has alone; holdsWords follows where it has an end.
const (
	noSuchThing = "there is no such thing here; it is left out"
	holdsWords  = ", what it holds stays"
)

// noteLooks reports the first of the attributes that give classes and styles.
func (b *blog) noteLooks(p *post, offset int, value string) {
	b.once("", oftenHere, b.placed(p, offset, importer.Note{Field: "attributes", Value: value,
		Why: "looks are the storefront's own; they are left out"}))
}

// once keeps a note for noteRepeated. Notes with the same key and reason are one.
func (b *blog) once(key, many string, n importer.Note) {
	key += "\x00" + n.Why
	one := b.repeated[key]
	if one == nil {
		one = &repeated{note: n, many: many}
		b.repeated[key] = one
	}
	one.times++
}

// noteRepeated reports what once has kept.
func (b *blog) noteRepeated() {
	for _, key := range slices.Sorted(maps.Keys(b.repeated)) {
		one := b.repeated[key]
		if one.times > 1 {
			one.note.Why = fmt.Sprintf(one.many, one.note.Why, one.times)
		}
		b.Report.Note(one.note)
	}
}

// notePicture reports a picture that is left out; those of other hosts are kept for noteElsewhere.
func (b *blog) notePicture(err error, n importer.Note) {
	u, _ := url.Parse(strings.TrimSpace(n.Value))
	if u == nil || !errors.Is(err, importer.ErrOtherHost) {
		b.Report.Note(n)
		return
	}
	b.elsewhere[u.Host] = append(b.elsewhere[u.Host], n)
}

// noteElsewhere reports the pictures of other hosts; of many of one host the first.
func (b *blog) noteElsewhere() {
	for _, host := range slices.Sorted(maps.Keys(b.elsewhere)) {
		all := b.elsewhere[host]
		if n := len(all); n >= importer.ManyNotes {
			all[0].Why += fmt.Sprintf("; there are %d pictures of %s; this is the first", n, host)
			all = all[:1]
		}
		for _, n := range all {
			b.Report.Note(n)
		}
	}
}

// placedAt returns a note with a place in a post's file.
func (b *blog) placedAt(p *post, line, col int, n importer.Note) importer.Note {
	n.Path, n.Line, n.Col = filepath.Join(b.folder, filepath.FromSlash(p.file)), line, col
	return n
}

// placed returns a note with an offset in the prose as it was written.
func (b *blog) placed(p *post, offset int, n importer.Note) importer.Note {
	before := p.body[:min(offset, len(p.body))]
	return b.placedAt(p, p.line+strings.Count(before, "\n"),
		utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])+1, n)
}
