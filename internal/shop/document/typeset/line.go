package typeset

import (
	"slices"
	"strings"
	"unicode"

	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/segmenter"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/bidi"
)

// Style is a font family, weight (400 to 700) and size.
type Style struct {
	Family Family
	Weight int
	Size   float64
}

// Glyph is a glyph of a face. X is the distance from the left end of its line, and Y the height above the baseline.
type Glyph struct {
	ID   uint32
	X, Y float64
}

// Run is a part of a line in one face and direction. Its glyphs are ordered from left to right.
type Run struct {
	Face   *Face
	Size   float64
	Glyphs []Glyph
	Words  []Word
	RTL    bool
}

// Word is the text of some of a run's glyphs, with its position. Its letters are ordered from left to right.
type Word struct {
	Text     string
	X, Width float64
}

// Line is a line of text. Its runs are ordered from left to right.
type Line struct {
	Runs  []Run
	Width float64
}

// Setter sets text in one language. It is not safe for concurrent use.
type Setter struct {
	language language.Language
	rtl      bool
	faces    map[faceKey]*Face
	shaper   shaping.HarfbuzzShaper
}

type faceKey struct {
	name   string
	weight int
}

// New returns a setter of texts in a language, whose paragraphs run from right to left if rtl is true.
func New(code string, rtl bool) *Setter {
	return &Setter{language: language.NewLanguage(code), rtl: rtl, faces: map[faceKey]*Face{}}
}

// Line returns a text as one line of any length.
func (s *Setter) Line(text string, style Style) Line {
	p := resolveBidi(text, s.rtl)
	return s.setLine(&p, 0, len(p.runes), style)
}

// Lines breaks a text into lines of at most a width. If limit is not 0, it returns at most that many lines. A word that
// is wider than a line is broken anywhere.
func (s *Setter) Lines(text string, style Style, width float64, limit int) []Line {
	p := resolveBidi(text, s.rtl)
	var lines []Line
	for start := 0; start < len(p.runes) && (limit == 0 || len(lines) < limit); {
		line, next := s.nextLine(&p, start, style, width)
		lines = append(lines, line)
		start = next
	}
	return lines
}

// Balanced returns as many lines as Lines, but of about the same length.
func (s *Setter) Balanced(text string, style Style, width float64) []Line {
	lines := s.Lines(text, style, width, 0)
	for low, high := width/2, width; len(lines) > 1 && high-low > 1; {
		middle := (low + high) / 2
		if narrower := s.Lines(text, style, middle, len(lines)+1); len(narrower) > len(lines) {
			low = middle
		} else {
			lines, high = narrower, middle
		}
	}
	return lines
}

func (s *Setter) nextLine(p *paragraph, start int, style Style, width float64) (line Line, next int) {
	var breaks segmenter.Segmenter
	breaks.Init(p.runes[start:])
	for it := breaks.LineIterator(); it.Next(); {
		candidate := it.Line()
		end := start + candidate.Offset + len(candidate.Text)
		set := s.setLine(p, start, trimEnd(p.runes, start, end), style)
		if set.Width > width {
			break
		}
		line, next = set, end
	}
	if next > 0 {
		return line, next
	}
	for end := start + 1; ; end++ {
		if end < len(p.runes) && unicode.Is(unicode.M, p.runes[end]) {
			continue
		}
		set := s.setLine(p, start, end, style)
		if next > 0 && set.Width > width {
			return line, next
		}
		line, next = set, end
		if end == len(p.runes) {
			return line, next
		}
	}
}

// trimEnd returns the end of a line without its trailing spaces.
func trimEnd(runes []rune, start, end int) int {
	for end > start && unicode.IsSpace(runes[end-1]) {
		end--
	}
	return end
}

// item is a part of a line that is shaped at once.
type item struct {
	start, end int
	level      int
	face       *Face
}

func (s *Setter) setLine(p *paragraph, start, end int, style Style) Line {
	var line Line
	for _, it := range visualOrder(s.items(p, start, end, style)) {
		run := s.shape(p, it, style, line.Width)
		line.Runs = append(line.Runs, run.Run)
		line.Width += run.width
	}
	return line
}

// items splits a line where the level or face changes. Spaces and marks belong to the item before them.
func (s *Setter) items(p *paragraph, start, end int, style Style) []item {
	var items []item
	for i := start; i < end; i++ {
		r, level := p.runes[i], int(p.levels[i])
		var last *item
		if len(items) > 0 && items[len(items)-1].level == level {
			last = &items[len(items)-1]
		}
		follows := (unicode.IsSpace(r) || unicode.Is(unicode.M, r)) && last != nil && last.face.hasAll(r)
		if last != nil && (follows || r == '\u200c' || r == '\u200d') {
			last.end = i + 1
			continue
		}
		face := s.faceFor(joinedLetters(p.runes[:end], i), style)
		if last != nil && last.face == face {
			last.end = i + 1
			continue
		}
		items = append(items, item{i, i + 1, level, face})
	}
	return items
}

// joinedLetters returns the letter at a position, and for Arabic the letters that it is joined with, which need the
// same face.
func joinedLetters(runes []rune, at int) []rune {
	start, end := at, at+1
	for unicode.In(runes[at], unicode.Arabic) && start > 0 && unicode.In(runes[start-1], unicode.Arabic, unicode.M) {
		start--
	}
	for unicode.In(runes[at], unicode.Arabic) && end < len(runes) && unicode.In(runes[end], unicode.Arabic, unicode.M) {
		end++
	}
	return runes[start:end]
}

// faceFor returns the first face of a family that has some letters, or its first face, whose box replaces them.
func (s *Setter) faceFor(letters []rune, style Style) *Face {
	stack := style.Family.stack(s.rtl)
	for _, name := range stack {
		if face := s.face(name, style.Weight); face.hasAll(letters...) {
			return face
		}
	}
	if len(letters) > 1 {
		return s.faceFor(letters[:1], style)
	}
	return s.face(stack[0], style.Weight)
}

func (s *Setter) face(name string, weight int) *Face {
	key := faceKey{name, weight}
	if s.faces[key] == nil {
		s.faces[key] = newFace(name, weight)
	}
	return s.faces[key]
}

// visualOrder orders items from left to right (rule L2).
func visualOrder(items []item) []item {
	highest := 0
	for _, it := range items {
		highest = max(highest, it.level)
	}
	for level := highest; level > 0; level-- {
		for i := 0; i < len(items); i++ {
			from := i
			for i < len(items) && items[i].level >= level {
				i++
			}
			slices.Reverse(items[from:i])
		}
	}
	return items
}

// shapedSize is the size at which all texts are shaped, so that rounding of widths does not depend on the style's size.
const shapedSize = 1000

type shapedRun struct {
	Run
	width float64
}

func (s *Setter) shape(p *paragraph, it item, style Style, x float64) shapedRun {
	in := shaping.Input{
		Text: p.runes, RunStart: it.start, RunEnd: it.end, Direction: di.DirectionLTR, Face: it.face.face,
		Size: fixed.I(shapedSize), Script: scriptOf(p.runes[it.start:it.end]), Language: s.language,
	}
	rtl := it.level%2 == 1
	if rtl {
		in.Direction = di.DirectionRTL
	}
	out := s.shaper.ShapeNoExtents(in)
	scale := style.Size / shapedSize / 64
	run := shapedRun{Run: Run{Face: it.face, Size: style.Size, RTL: rtl}, width: float64(out.Advance) * scale}
	w := words{runes: p.runes, rtl: rtl}
	at := x
	for _, g := range out.Glyphs {
		run.Glyphs = append(run.Glyphs, Glyph{uint32(g.GlyphID), at + float64(g.XOffset)*scale,
			float64(g.YOffset) * scale})
		advance := float64(g.Advance) * scale
		w.add(g.TextIndex(), g.RunesCount(), at, advance)
		at += advance
	}
	run.Words = w.list
	return run
}

// words collects the letters of glyphs, cluster by cluster from left to right.
type words struct {
	runes   []rune
	rtl     bool
	cluster int
	list    []Word
}

func (w *words) add(cluster, runes int, x, advance float64) {
	last := len(w.list) - 1
	if last >= 0 && cluster == w.cluster {
		w.list[last].Width += advance
		return
	}
	w.cluster = cluster
	letters := string(w.runes[cluster : cluster+runes])
	if w.rtl {
		letters = bidi.ReverseString(letters) // and mirrors brackets
	}
	if last < 0 || strings.HasSuffix(w.list[last].Text, " ") {
		w.list = append(w.list, Word{letters, x, advance})
		return
	}
	w.list[last].Text += letters
	w.list[last].Width += advance
}

func scriptOf(runes []rune) language.Script {
	for _, r := range runes {
		if script := language.LookupScript(r); script.Strong() {
			return script
		}
	}
	return language.Latin
}
