package vips

// #include "vips.h"
import "C"

import "storefront/internal/picture"

// pipeline applies the operations of a recipe to a picture, in the order of sharp. image is the current result.
type pipeline struct {
	*work
	recipe picture.Recipe
	format picture.Format
	source []byte
	limits Limits

	image         C.Object
	target        picture.Target
	premultiplied bool
	is16Bit       bool // a band has 16 bits
	// angle and mirrored are the camera's orientation, until it is applied.
	angle    int
	mirrored bool
}

// load opens the source; extra arguments make the loader return it smaller.
func (p *pipeline) load(extra ...arg) {
	args := append(extra, arg{"buffer", p.source}, arg{"access", "sequential"}, arg{"fail_on", "error"})
	p.run(loaders[p.format].operation, args, func(done C.Object) { p.image = p.result(done, "out") })
}

func (p *pipeline) open() error {
	p.load()
	width, height := p.size(p.image)
	if err := p.limits.checkSource(width, height); err != nil {
		return err
	}
	p.angle, p.mirrored = uprightTransform(p.intOf(p.image, "orientation"))
	return nil
}

// uprightTransform returns how a picture has to be turned to be upright (Exif 2.32, 4.6.5.1.6).
func uprightTransform(orientation int) (angle int, mirrored bool) {
	switch orientation {
	case 2:
		return 0, true
	case 3:
		return 180, false
	case 4:
		return 180, true
	case 5:
		return 270, true
	case 6:
		return 90, false
	case 7:
		return 90, true
	case 8:
		return 270, false
	}
	return 0, false
}

func (p *pipeline) process() error {
	width, height := p.size(p.image)
	if p.angle%180 != 0 {
		width, height = height, width
	}
	p.target = p.recipe.Size.Target(width, height)
	p.shrinkOnLoad()
	p.toSRGB()
	p.is16Bit = p.err == nil && C.format_of(p.image) == ushort
	p.resize()
	p.rotateUpright()
	if p.err == nil {
		if err := p.limits.check(p.size(p.image)); err != nil {
			return err
		}
	}
	p.fillBox()
	if err := p.limits.check(p.size(p.image)); err != nil {
		return err
	}
	p.applyEffects()
	return nil
}

// shrinkOnLoad opens the source again in a smaller size where decoding can give one: JPEG in eighths, WebP in any.
func (p *pipeline) shrinkOnLoad() {
	if p.err != nil {
		return
	}
	horizontal, vertical := p.shrink()
	shrink := min(horizontal, vertical)
	switch p.format {
	case picture.JPEG:
		by := 1
		for _, eighth := range []int{8, 4, 2} {
			if shrink >= float64(eighth) {
				by = eighth
				break
			}
		}
		if by > 1 && int(shrink) == by {
			by /= 2 // libjpeg's own rounding could make it smaller than the target
		}
		if by > 1 {
			p.load(arg{"shrink", by})
		}
	case picture.WebP:
		if shrink > 1 {
			p.load(arg{"scale", 1 / shrink})
		}
	}
}

// shrink returns the factors by which the picture is still to be reduced, before it is rotated.
func (p *pipeline) shrink() (horizontal, vertical float64) {
	t := p.target
	if p.angle%180 != 0 {
		t.Width, t.Height = t.Height, t.Width
	}
	width, height := p.size(p.image)
	return t.Shrink(width, height)
}

// Interpretations of libvips that are treated apart (VipsInterpretation).
const (
	cmyk   = 15
	rgb16  = 25
	grey16 = 26
	sRGB   = 22
)

func (p *pipeline) toSRGB() {
	if p.err != nil {
		return
	}
	kind := C.interpretation_of(p.image)
	var profile []arg
	switch {
	case kind == cmyk:
		profile = []arg{{"input_profile", "cmyk"}}
	case kind != grey16 && kind != rgb16 && p.hasField(p.image, "icc-profile-data"):
		profile = []arg{{"embedded", true}}
	default:
		return
	}
	original := p.image
	p.image = p.op("icc_transform", p.image, append(profile, arg{"output_profile", "srgb"},
		arg{"intent", "perceptual"})...)
	if p.err != nil && kind != cmyk {
		p.image, p.err = original, nil // a broken profile is no reason not to show the picture
	}
}

func (p *pipeline) resize() {
	horizontal, vertical := p.shrink()
	isResized := horizontal != 1 || vertical != 1
	p.premultiplied = p.hasAlpha(p.image) && (isResized || p.recipe.Blur != 0)
	if p.premultiplied {
		p.premultiply()
	}
	if !isResized {
		return
	}
	p.image = p.op("resize", p.image, arg{"scale", 1 / horizontal}, arg{"vscale", 1 / vertical},
		arg{"kernel", "lanczos3"})
}

// premultiply keeps the format of the bands, because libvips would continue with floating-point numbers.
func (p *pipeline) premultiply() {
	p.image = p.op("premultiply", p.image)
	p.image = p.op("cast", p.image, arg{"format", p.bandFormat()})
}

func (p *pipeline) bandFormat() string {
	if p.is16Bit {
		return "ushort"
	}
	return "uchar"
}

const ushort = 2 // VipsBandFormat

// rotateUpright rotates and mirrors the picture by its orientation. It needs the whole picture in memory, so it runs
// after resize.
func (p *pipeline) rotateUpright() {
	if p.angle != 0 {
		p.image = p.copyToMemory(p.image)
		p.image = p.op("rot", p.image, arg{"angle", map[int]string{90: "d90", 180: "d180", 270: "d270"}[p.angle]})
	}
	if p.mirrored {
		p.image = p.op("flip", p.image, arg{"direction", "horizontal"})
	}
}

// fillBox crops or pads the picture to the target.
func (p *pipeline) fillBox() {
	width, height := p.size(p.image)
	t := p.target
	if t.Width == 0 {
		t.Width = width
	}
	if t.Height == 0 {
		t.Height = height
	}
	if t.Width == width && t.Height == height {
		return
	}
	switch t.Fit {
	case picture.Contain:
		left, top := picture.Offset(t.Width, t.Height, width, height, false)
		p.embed(left, top, max(width, t.Width), max(height, t.Height))
	case picture.Cover:
		w, h := min(width, t.Width), min(height, t.Height)
		left, top := picture.Offset(width, height, w, h, true)
		p.image = p.op("extract_area", nil, arg{"input", p.image}, arg{"left", left}, arg{"top", top}, arg{"width", w},
			arg{"height", h})
	}
}

func (p *pipeline) embed(left, top, width, height int) {
	background := p.background()
	p.image = p.op("embed", p.image, arg{"x", left}, arg{"y", top}, arg{"width", width}, arg{"height", height},
		arg{"extend", "background"}, arg{"background", background})
}
