package source

import (
	"fmt"
	"math"

	"storefront/internal/content/catalog"
)

// The minimum contrasts of WCAG 2.2, AA: of text, and of the parts of controls.
const (
	minTextContrast = 4.5
	minLineContrast = 3
)

// cellsLayout has cells on its signs, of the ground with some of the text's colour: --color-cell of its style sheet.
const (
	cellsLayout   = "template-four"
	cellTextShare = 0.08
)

// maxRadius is the largest radius of corners, in pixels; larger ones would cut into the content.
const maxRadius = 24

// checkTheme reports colours that could not be read on each other.
func checkTheme(f *file, t *catalog.Theme, layout string) {
	if t == nil {
		return
	}
	checkPalette(f, "light", t.Light)
	checkPalette(f, "dark", t.Dark)
	if n := t.Night; n != nil {
		ground := []namedColour{{"ground", n.Ground}}
		grounds := ground
		if layout == cellsLayout {
			grounds = append(grounds, namedColour{"a cell of the board", n.Ground.Mix(n.Text, cellTextShare)})
		}
		checkContrast(f, "night", []namedColour{{"text", n.Text}, {"link", n.Link}}, grounds, minTextContrast)
		checkContrast(f, "night", []namedColour{{"line", n.Line}}, ground, minLineContrast)
	}
	if t.Radius != nil && *t.Radius > maxRadius {
		f.errorAt([]any{"theme", "radius"}, "a radius is 0 to %d pixels, not %d", maxRadius, *t.Radius)
	}
}

// namedColour is a colour with its key.
type namedColour struct {
	key    string
	colour catalog.Colour
}

func checkPalette(f *file, scheme string, p *catalog.Palette) {
	if p == nil {
		return
	}
	paper, surface, wash := namedColour{"paper", p.Paper}, namedColour{"surface", p.Surface},
		namedColour{"wash", p.Wash}
	text := []namedColour{{"ink", p.Ink}, {"muted", p.Muted}, {"link", p.Link}, {"error", p.Error}}
	checkContrast(f, scheme, text, []namedColour{paper, surface, wash}, minTextContrast)
	checkContrast(f, scheme, []namedColour{{"onAccent", p.OnAccent}}, []namedColour{{"accent", p.Accent}},
		minTextContrast)
	checkContrast(f, scheme, []namedColour{{"border", p.Border}}, []namedColour{paper, surface}, minLineContrast)
}

// checkContrast reports each colour with too little contrast on one of the grounds. Missing and malformed colours are
// reported already.
func checkContrast(f *file, part string, colours, grounds []namedColour, least float64) {
	for _, c := range colours {
		for _, on := range grounds {
			ratio := c.colour.Contrast(on.colour)
			if ratio == 0 || ratio >= least {
				continue
			}
			f.errorAt([]any{"theme", part, c.key}, "%s on %s has a contrast of %s; at least %g is needed", c.key,
				on.key,
				roundedDown(ratio), least)
		}
	}
}

// roundedDown writes a ratio that is too small so that it is read as such: rounded down.
func roundedDown(ratio float64) string { return fmt.Sprintf("%.2f", math.Floor(ratio*100)/100) }
