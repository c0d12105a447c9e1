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

// Style is how a text looks. Weight is of the family's axis, 400 to 700.
type Style struct {
	Family Family
	Weight int
	Size   float64
}

// Glyph is a glyph of a face, X to the right of where its line begins and Y above the baseline.
type Glyph struct {
	ID   uint32
	X, Y float64
}

// Run is a part of a line in one face and one direction, its glyphs from left to right.
type Run struct {
	Face   *Face
	Size   float64
	Glyphs []Glyph
	Words  []Word
	RTL    bool
}

// Word is where letters stand that a run's glyphs draw. Text is in the order of the letters on the line.
type Word struct {
	Text     string
	X, Width float64
}

// Line is a laid out line, its runs from left to right.
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

// New makes a setter; rtl is the direction of its paragraphs.
func New(code string, rtl bool) *Setter {
	return &Setter{language: language.NewLanguage(code), rtl: rtl, faces: map[faceKey]*Face{}}
}

// Line sets a text on one line, however long.
func (s *Setter) Line(text string, style Style) Line {
	p := resolve(text, s.rtl)
	return s.set(&p, 0, len(p.runes), style)
}

// Lines breaks a text into lines no wider than width, the first so many of them where most is not 0. A word that is wider
// is broken anywhere.
func (s *Setter) Lines(text string, style Style, width float64, most int) []Line {
	p := resolve(text, s.rtl)
	var lines []Line
	for start := 0; start < len(p.runes) && (most == 0 || len(lines) < most); {
		line, next := s.nextLine(&p, start, style, width)
		lines = append(lines, line)
		start = next
	}
	return lines
}

// Balanced is Lines with lines of about one length: as narrow as takes no more of them.
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
		set := s.set(p, start, trimmed(p.runes, start, end), style)
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
		set := s.set(p, start, end, style)
		if next > 0 && set.Width > width {
			return line, next
		}
		line, next = set, end
		if end == len(p.runes) {
			return line, next
		}
	}
}

// trimmed is the end of a line without the spaces that it was broken at.
func trimmed(runes []rune, start, end int) int {
	for end > start && unicode.IsSpace(runes[end-1]) {
		end--
	}
	return end
}

// item is a stretch of a line that is shaped at once.
type item struct {
	start, end int
	level      int
	face       *Face
}

func (s *Setter) set(p *paragraph, start, end int, style Style) Line {
	var line Line
	for _, it := range visual(s.items(p, start, end, style)) {
		run := s.shape(p, it, style, line.Width)
		line.Runs = append(line.Runs, run.Run)
		line.Width += run.width
	}
	return line
}

// items cuts a line where level or face change. Spaces and marks stay with what is before them.
func (s *Setter) items(p *paragraph, start, end int, style Style) []item {
	var items []item
	for i := start; i < end; i++ {
		r, level := p.runes[i], int(p.levels[i])
		var last *item
		if len(items) > 0 && items[len(items)-1].level == level {
			last = &items[len(items)-1]
		}
		if last != nil && (unicode.IsSpace(r) && last.face.has(r) || unicode.Is(unicode.M, r) && last.face.has(r) || r == '\u200c' || r == '\u200d') {
			last.end = i + 1
			continue
		}
		face := s.faceFor(joined(p.runes[:end], i), style)
		if last != nil && last.face == face {
			last.end = i + 1
			continue
		}
		items = append(items, item{i, i + 1, level, face})
	}
	return items
}

// joined is the letter at a place, with those of its word where they are written together: one face has to draw them all.
func joined(runes []rune, at int) []rune {
	start, end := at, at+1
	for unicode.In(runes[at], unicode.Arabic) && start > 0 && unicode.In(runes[start-1], unicode.Arabic, unicode.M) {
		start--
	}
	for unicode.In(runes[at], unicode.Arabic) && end < len(runes) && unicode.In(runes[end], unicode.Arabic, unicode.M) {
		end++
	}
	return runes[start:end]
}

// faceFor is the first of a family's faces that has some letters. The box of the first stands for what nobody has.
func (s *Setter) faceFor(letters []rune, style Style) *Face {
	stack := style.Family.stack(s.rtl)
	for _, name := range stack {
		if face := s.face(name, style.Weight); face.has(letters...) {
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

// visual puts items in their order from left to right (L2).
func visual(items []item) []item {
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

// shapedSize is what texts are shaped at: a size of its own would round widths in its own way.
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
		run.Glyphs = append(run.Glyphs, Glyph{uint32(g.GlyphID), at + float64(g.XOffset)*scale, float64(g.YOffset) * scale})
		advance := float64(g.Advance) * scale
		w.add(g.TextIndex(), g.RunesCount(), at, advance)
		at += advance
	}
	run.Words = w.list
	return run
}

// words gathers the letters behind glyphs, cluster by cluster from left to right.
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
		letters = bidi.ReverseString(letters) // with brackets as they are seen
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
