package vips

// #include "vips.h"
import "C"

import (
	"math"

	"storefront/internal/picture"
)

// fill is the colour that the recipe fills with, black without one, in as many numbers as the picture has. A colour
// that can be seen through gives the picture an alpha channel.
func (p *pipeline) fill() []float64 {
	c := p.recipe.Background
	if c != nil && c.A < 255 && !p.hasAlpha(p.image) {
		p.image = p.op("bandjoin_const", p.image, arg{"c", p.colour(nil, 4)[3]})
	}
	return p.colour(c, p.bands(p.image))
}

// colour returns the components of a colour for a number of bands.
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

// withoutAlpha changes the colours of a picture and leaves its alpha channel as it is.
func (p *pipeline) withoutAlpha(change func(in C.Object) C.Object) {
	if !p.hasAlpha(p.image) {
		p.image = change(p.image)
		return
	}
	colours := p.bands(p.image) - 1
	alpha := p.op("extract_band", p.image, arg{"band", colours})
	changed := change(p.op("extract_band", p.image, arg{"band", 0}, arg{"n", colours}))
	p.image = p.join(changed, alpha)
}

func (p *pipeline) join(parts ...C.Object) (joined C.Object) {
	p.run("bandjoin", []arg{{"in", parts}}, func(done C.Object) { joined = p.result(done, "out") })
	return joined
}

// space is a picture in another colour space.
func (p *pipeline) space(in C.Object, space string) C.Object {
	return p.op("colourspace", in, arg{"space", space})
}

func (p *pipeline) effects() {
	r := &p.recipe
	if r.Median > 0 {
		middle := r.Median * r.Median / 2
		p.image = p.op("rank", p.image, arg{"width", r.Median}, arg{"height", r.Median}, arg{"index", middle})
	}
	if r.Threshold > 0 {
		p.image = p.space(p.image, "b-w")
		p.image = p.op("relational_const", p.image, arg{"relational", "moreeq"}, arg{"c", r.Threshold})
	}
	p.blur()
	if r.Modulates {
		p.modulate()
	}
	p.sharpen()
	if p.premultiplied {
		p.image = p.op("unpremultiply", p.image)
		p.image = p.op("cast", p.image, arg{"format", p.numbers()})
		p.premultiplied = false
	}
	if r.GammaOut != 0 {
		p.withoutAlpha(func(in C.Object) C.Object { return p.op("gamma", in, arg{"exponent", r.GammaOut}) })
	}
	if r.Normalize {
		p.image = p.settled(p.image)
		p.withoutAlpha(p.normalized)
	}
	if r.Tint != nil {
		p.withoutAlpha(p.tinted)
	}
	p.finish()
	if r.Negate {
		p.image = p.op("invert", p.image)
	}
}

func (p *pipeline) blur() {
	switch sigma := p.recipe.Blur; {
	case sigma == 0:
	case sigma < 0:
		p.convolve(9, 1, 1, 1, 1, 1, 1, 1, 1, 1)
	default:
		p.image = p.settled(p.image)
		p.image = p.op("gaussblur", p.image, arg{"sigma", sigma})
	}
}

func (p *pipeline) sharpen() {
	s := p.recipe.Sharpen
	if s == nil {
		return
	}
	if s.Sigma == 0 {
		p.convolve(24, -1, -1, -1, -1, 32, -1, -1, -1, -1)
		return
	}
	p.image = p.op("sharpen", p.image, arg{"sigma", s.Sigma}, arg{"m1", s.Flat}, arg{"m2", s.Jagged})
	p.image = p.space(p.image, "srgb")
}

func (p *pipeline) convolve(scale float64, matrix ...float64) {
	p.image = p.op("conv", p.settled(p.image), arg{"mask", p.matrix(scale, matrix...)})
}

func (p *pipeline) modulate() {
	r := &p.recipe
	p.withoutAlpha(func(in C.Object) C.Object {
		in = p.space(in, "lch")
		in = p.op("linear", in, arg{"a", []float64{r.Brightness, r.Saturation, 1}}, arg{"b", []float64{0, 0, r.Hue}})
		return p.space(in, "srgb")
	})
}

// normalized stretches the luminance between the darkest and the lightest hundredth over all there is.
func (p *pipeline) normalized(in C.Object) C.Object {
	lab := p.settled(p.space(in, "lab"))
	luminance := p.op("extract_band", lab, arg{"band", 0})
	whole := p.op("cast", luminance, arg{"format", "uchar"})
	darkest, lightest := p.percent(whole, 1), p.percent(whole, 99)
	if math.Abs(lightest-darkest) <= 1 {
		return in
	}
	f := 100 / (lightest - darkest)
	luminance = p.op("linear", luminance, arg{"a", []float64{f}}, arg{"b", []float64{-darkest * f}})
	chroma := p.op("extract_band", lab, arg{"band", 1}, arg{"n", 2})
	return p.space(p.op("copy", p.join(luminance, chroma), arg{"interpretation", "lab"}), "srgb")
}

func (p *pipeline) percent(in C.Object, percent float64) (at float64) {
	p.run("percent", []arg{{"in", in}, {"percent", percent}},
		func(done C.Object) { at = float64(p.integer(done, "threshold")) })
	return at
}

// tinted returns a grey picture with the chroma of a colour, most of it where the picture is neither dark nor light.
func (p *pipeline) tinted(in C.Object) C.Object {
	a, b := chroma(*p.recipe.Tint)
	grey := p.space(in, "b-w")
	l := p.space(grey, "lab")
	l = p.op("extract_band", l, arg{"band", 0})
	// 1 − 4(l/100 − ½)²
	centred := p.op("linear", l, arg{"a", "0.01"}, arg{"b", "-0.5"})
	squared := p.op("math2_const", centred, arg{"math2", "pow"}, arg{"c", "2"})
	weights := p.op("linear", squared, arg{"a", []float64{-4 * a, -4 * b}}, arg{"b", []float64{a, b}})
	return p.space(p.op("copy", p.join(l, weights), arg{"interpretation", "lab"}), "srgb")
}

// finish brings the picture into the colour space of the web, in bytes.
func (p *pipeline) finish() {
	if p.err != nil {
		return
	}
	if kind := C.interpretation_of(p.image); kind != sRGB {
		p.image = p.space(p.image, "srgb")
	}
	if p.err == nil && C.format_of(p.image) != 0 {
		p.image = p.op("cast", p.image, arg{"format", "uchar"})
	}
}

func (p *pipeline) trim() {
	p.image = p.settled(p.image)
	corner := p.corner()
	in := p.image
	if p.hasAlpha(in) {
		in = p.op("flatten", in)
		corner = corner[:len(corner)-1]
	}
	var left, top, width, height int
	p.run("find_trim", []arg{{"in", in}, {"threshold", p.recipe.Trim}, {"background", corner}}, func(done C.Object) {
		left, top, width, height = p.integer(done, "left"), p.integer(done, "top"), p.integer(done, "width"),
			p.integer(done, "height")
	})
	if width > 0 && height > 0 {
		p.image = p.op("extract_area", nil, arg{"input", p.image}, arg{"left", left}, arg{"top", top},
			arg{"width", width}, arg{"height", height})
	}
}

// corner is the colour of the first pixel, which is taken for the background.
func (p *pipeline) corner() []float64 {
	pixel := p.op("extract_area", nil, arg{"input", p.image}, arg{"left", 0}, arg{"top", 0}, arg{"width", 1},
		arg{"height", 1})
	var colour []float64
	for band := range p.bands(pixel) {
		colour = append(colour, p.number("avg", p.op("extract_band", pixel, arg{"band", band})))
	}
	return colour
}
