package source

import (
	"fmt"
	"math"

	"storefront/internal/content/catalog"
)

// The minimum contrasts of WCAG 2.2, AA: of text, and of the parts of controls.
const (
	textContrast = 4.5
	lineContrast = 3
)

// boardLayout has cells on its signs, of the ground with some of the text's colour: --color-cell of its style sheet.
const (
	boardLayout = "template-four"
	cellText    = 0.08
)

// mostRadius is the largest radius of corners, in pixels; larger ones would cut into the content.
const mostRadius = 24

// checkTheme reports colours that could not be read on each other.
func checkTheme(f *file, t *catalog.Theme, layout string) {
	if t == nil {
		return
	}
	checkPalette(f, "light", t.Light)
	checkPalette(f, "dark", t.Dark)
	if n := t.Night; n != nil {
		ground := []shade{{"ground", n.Ground}}
		grounds := ground
		if layout == boardLayout {
			grounds = append(grounds, shade{"a cell of the board", n.Ground.Mixed(n.Text, cellText)})
		}
		checkContrast(f, "night", []shade{{"text", n.Text}, {"link", n.Link}}, grounds, textContrast)
		checkContrast(f, "night", []shade{{"line", n.Line}}, ground, lineContrast)
	}
	if t.Radius != nil && *t.Radius > mostRadius {
		f.wrong([]any{"theme", "radius"}, "a radius is 0 to %d pixels, not %d", mostRadius, *t.Radius)
	}
}

// shade is a colour with its key.
type shade struct {
	key    string
	colour catalog.Colour
}

func checkPalette(f *file, scheme string, p *catalog.Palette) {
	if p == nil {
		return
	}
	paper, surface, wash := shade{"paper", p.Paper}, shade{"surface", p.Surface}, shade{"wash", p.Wash}
	text := []shade{{"ink", p.Ink}, {"muted", p.Muted}, {"link", p.Link}, {"error", p.Error}}
	checkContrast(f, scheme, text, []shade{paper, surface, wash}, textContrast)
	checkContrast(f, scheme, []shade{{"onAccent", p.OnAccent}}, []shade{{"accent", p.Accent}}, textContrast)
	checkContrast(f, scheme, []shade{{"border", p.Border}}, []shade{paper, surface}, lineContrast)
}

// checkContrast reports each colour with too little contrast on one of the grounds. Missing and malformed colours are
// reported already.
func checkContrast(f *file, part string, colours, grounds []shade, least float64) {
	for _, c := range colours {
		for _, on := range grounds {
			ratio := c.colour.Contrast(on.colour)
			if ratio == 0 || ratio >= least {
				continue
			}
			f.wrong([]any{"theme", part, c.key}, "%s on %s has a contrast of %s; at least %g is needed", c.key, on.key,
				shortOf(ratio), least)
		}
	}
}

// shortOf writes a ratio that is too small so that it is read as such: rounded down.
func shortOf(ratio float64) string { return fmt.Sprintf("%.2f", math.Floor(ratio*100)/100) }
