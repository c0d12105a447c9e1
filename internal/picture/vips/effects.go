package vips

// #include "vips.h"
import "C"

import "storefront/internal/picture"

// background returns the colour that the recipe fills with, black by default, in as many numbers as the picture has
// bands. It adds an alpha channel to the picture for a colour that is not opaque.
func (p *pipeline) background() []float64 {
	c := p.recipe.Background
	if c != nil && c.A < 255 && !p.hasAlpha(p.image) {
		p.image = p.op("bandjoin_const", p.image, arg{"c", p.colour(nil, 4)[3]})
	}
	return p.colour(c, p.bands(p.image))
}

// colour returns a colour as one number a band.
func (p *pipeline) colour(c *picture.Colour, bands int) []float64 {
	if c == nil {
		c = &picture.Colour{A: 255}
	}
	scale := 1.0
	if p.is16Bit {
		scale = 257
	}
	alpha := float64(c.A)
	colourScale := scale
	if p.premultiplied {
		colourScale = scale * alpha / 255
	}
	red, green, blue := float64(c.R)*colourScale, float64(c.G)*colourScale, float64(c.B)*colourScale
	if bands < 3 {
		grey := 0.2126*red + 0.7152*green + 0.0722*blue
		return []float64{grey, alpha * scale}[:bands]
	}
	return []float64{red, green, blue, alpha * scale}[:min(bands, 4)]
}

func (p *pipeline) applyEffects() {
	if sigma := p.recipe.Blur; sigma != 0 {
		p.image = p.copyToMemory(p.image)
		p.image = p.op("gaussblur", p.image, arg{"sigma", sigma})
	}
	if p.premultiplied {
		p.image = p.op("unpremultiply", p.image)
		p.image = p.op("cast", p.image, arg{"format", p.bandFormat()})
		p.premultiplied = false
	}
	p.convertForWeb()
}

// convertForWeb converts the picture to sRGB with 8 bits a band.
func (p *pipeline) convertForWeb() {
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
