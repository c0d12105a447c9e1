package vips

// #include "vips.h"
import "C"

import "storefront/internal/picture"

// fill is the colour that the recipe fills with, black without one, in as many numbers as the picture has. A colour
// that can be seen through gives the picture an alpha channel.
func (p *pipeline) fill() []float64 {
	c := p.recipe.Background
	if c != nil && c.A < 255 && !p.hasAlpha(p.image) {
		p.image = p.op("bandjoin_const", p.image, arg{"c", p.colour(nil, 4)[3]})
	}
	return p.colour(c, p.bands(p.image))
}

// colour gives a colour as the numbers of so many bands.
func (p *pipeline) colour(c *picture.Colour, bands int) []float64 {
	if c == nil {
		c = &picture.Colour{A: 255}
	}
	times := 1.0
	if p.deep {
		times = 257
	}
	alpha := float64(c.A)
	seen := times
	if p.premultiplied {
		seen = times * alpha / 255
	}
	red, green, blue := float64(c.R)*seen, float64(c.G)*seen, float64(c.B)*seen
	if bands < 3 {
		grey := 0.2126*red + 0.7152*green + 0.0722*blue
		return []float64{grey, alpha * times}[:bands]
	}
	return []float64{red, green, blue, alpha * times}[:min(bands, 4)]
}

func (p *pipeline) effects() {
	if sigma := p.recipe.Blur; sigma != 0 {
		p.image = p.settled(p.image)
		p.image = p.op("gaussblur", p.image, arg{"sigma", sigma})
	}
	if p.premultiplied {
		p.image = p.op("unpremultiply", p.image)
		p.image = p.op("cast", p.image, arg{"format", p.numbers()})
		p.premultiplied = false
	}
	p.finish()
}

// finish brings the picture into the colour space of the web, in bytes.
func (p *pipeline) finish() {
	if p.err != nil {
		return
	}
	if kind := C.interpretation_of(p.image); kind != sRGB {
		p.image = p.op("colourspace", p.image, arg{"space", "srgb"})
	}
	if p.err == nil && C.format_of(p.image) != 0 {
		p.image = p.op("cast", p.image, arg{"format", "uchar"})
	}
}
