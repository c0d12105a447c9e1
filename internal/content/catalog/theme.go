package catalog

import (
	"fmt"
	"math"
	"strconv"

	"storefront/internal/lib/lazyregexp"
)

// Theme has a deployment's colours and corners. A value that it leaves out is the program's.
type Theme struct {
	Light *Palette `yaml:"light"`
	Dark  *Palette `yaml:"dark"`
	Night *Night   `yaml:"night"`
	// Radius of corners, in pixels.
	Radius *int `yaml:"radius"`
}

// Palette are the colours of one scheme, light or dark.
type Palette struct {
	Ink      Colour `yaml:"ink,required"`      // text
	Paper    Colour `yaml:"paper,required"`    // the background of a page
	Surface  Colour `yaml:"surface,required"`  // the background of tickets and dialogs
	Wash     Colour `yaml:"wash,required"`     // the background of set-off parts
	Accent   Colour `yaml:"accent,required"`   // the one main action
	OnAccent Colour `yaml:"onAccent,required"` // text on it
	Muted    Colour `yaml:"muted,required"`    // secondary text
	Border   Colour `yaml:"border,required"`   // of controls
	Hairline Colour `yaml:"hairline,required"` // between parts; decoration
	Link     Colour `yaml:"link,required"`
	Error    Colour `yaml:"error,required"`
}

// Night has the colours that are the same in light and dark schemes: of signs, and behind a picture in the lightbox.
type Night struct {
	Ground Colour `yaml:"ground,required"`
	Text   Colour `yaml:"text,required"`
	Link   Colour `yaml:"link,required"`
	Line   Colour `yaml:"line,required"`
}

// Colour is "#rrggbb", or empty for no colour.
type Colour string

var colourForm = lazyregexp.New(`^#[0-9A-Fa-f]{6}$`)

// UnmarshalText accepts one form: the contrast of other forms of style sheets cannot be computed.
func (c *Colour) UnmarshalText(text []byte) error {
	if !colourForm.Match(text) {
		return fmt.Errorf("%q is not a colour such as \"#12262b\"", text)
	}
	*c = Colour(text)
	return nil
}

// Contrast of two colours, from 1 to 21 (WCAG 2.2, contrast ratio). It is zero if one of them is empty.
func (c Colour) Contrast(other Colour) float64 {
	if c == "" || other == "" {
		return 0
	}
	a, b := c.luminance(), other.luminance()
	return (max(a, b) + 0.05) / (min(a, b) + 0.05)
}

// Mix is a colour with a part of another, from 0 to 1, as color-mix of style sheets has it in srgb. It is empty if
// one of them is empty.
func (c Colour) Mix(other Colour, part float64) Colour {
	if c == "" || other == "" {
		return ""
	}
	a, _ := strconv.ParseUint(string(c[1:]), 16, 32)
	b, _ := strconv.ParseUint(string(other[1:]), 16, 32)
	channel := func(shift int) int {
		own, others := float64(a>>shift&0xff), float64(b>>shift&0xff)
		return int(math.Round(own + (others-own)*part))
	}
	return Colour(fmt.Sprintf("#%02x%02x%02x", channel(16), channel(8), channel(0)))
}

// luminance is WCAG's relative luminance, of sRGB.
func (c Colour) luminance() float64 {
	n, _ := strconv.ParseUint(string(c[1:]), 16, 32)
	linear := func(channel uint64) float64 {
		v := float64(channel&0xff) / 255
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(n>>16) + 0.7152*linear(n>>8) + 0.0722*linear(n)
}
